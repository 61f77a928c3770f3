//! The command line and its environment variables: the whole configuration, read here and nowhere else.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Weighs GPU cloud vendors: evidence, weights, ranked shortlists.
#[derive(Debug, Parser)]
#[command(name = "steelyard", version, about, max_term_width = 100)]
pub struct Config {
    /// What to do; `serve` when nothing is said.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Settings of `serve`.
    #[command(flatten)]
    pub serve: Serve,
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the pages; creates and migrates the database, loads the starter catalogue into an empty one
    Serve(Serve),
    /// Score a case: JSON in, the whole answer as JSON out; exit code 2 when the case has no answer
    Score {
        /// The case, in the form of `tests/golden`; `-` reads standard input
        #[arg(value_name = "FILE|-")]
        file: PathBuf,
    },
    /// Import a file into the catalogue: says what is new, changed, unchanged, removed and rejected; all or nothing
    Import(Import),
    /// Write a release: a folder of CSV files, one workbook or one JSON document
    Export(Export),
    /// Create or migrate the database and exit
    Migrate(Store),
}

/// Settings of the server.
#[derive(Debug, Clone, Args)]
pub struct Serve {
    /// Where to listen
    #[arg(
        long,
        env = "STEELYARD_LISTEN",
        value_name = "ADDRESS",
        default_value = "127.0.0.1:8080"
    )]
    pub listen: String,
    /// The database.
    #[command(flatten)]
    pub store: Store,
    /// How much to log: error, warn, info, debug
    #[arg(long, env = "STEELYARD_LOG", value_name = "LEVEL", default_value = "warn")]
    pub log: String,
}

/// Which database.
#[derive(Debug, Clone, Args)]
pub struct Store {
    /// The database: `sqlite://FILE` or `postgres://USER:PASSWORD@HOST/NAME`
    #[arg(
        long,
        env = "DATABASE_URL",
        value_name = "URL",
        default_value = "sqlite://steelyard.db",
        hide_env_values = true
    )]
    pub database_url: String,
}

/// Settings of an import.
#[derive(Debug, Clone, Args)]
pub struct Import {
    /// The file; `-` reads standard input
    pub file: PathBuf,
    /// The format: auto, steelyard, skypilot, mlperf, karpenter, cyclenerd, alibaba, full-stack, mapping
    #[arg(long, default_value = "auto")]
    pub format: String,
    /// How to read a table of no known format: a profile as JSON
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// Whose offers the file lists, where it does not say
    #[arg(long, value_name = "ID")]
    pub vendor: Option<String>,
    /// The currency of the prices, where the file does not say
    #[arg(long, value_name = "CODE")]
    pub currency: Option<String>,
    /// When the values held, where the file does not say
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// Where the file comes from, in words
    #[arg(long, value_name = "TEXT")]
    pub source: Option<String>,
    /// Only say what would change
    #[arg(long)]
    pub dry_run: bool,
    /// Publish the records as a new release
    #[arg(long)]
    pub release: bool,
    /// Report as JSON
    #[arg(long)]
    pub json: bool,
    /// The database.
    #[command(flatten)]
    pub store: Store,
}

/// Settings of an export.
#[derive(Debug, Clone, Args)]
pub struct Export {
    /// Where to write: a folder for csv, a file for xlsx and json
    pub path: PathBuf,
    /// The format: csv, xlsx, json
    #[arg(long, default_value = "csv")]
    pub format: String,
    /// Which release; the newest unless given
    #[arg(long, value_name = "NUMBER")]
    pub release: Option<u32>,
    /// The database.
    #[command(flatten)]
    pub store: Store,
}
