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
