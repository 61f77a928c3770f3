//! The command line and its environment variables: the whole configuration, read here and nowhere else.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::exchange::tco;

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
    /// Reckon a cost case: JSON in, the breakdown as JSON out; exit code 2 when an input is missing or impossible
    #[command(after_long_help = tco::HELP)]
    Tco(Tco),
    /// Import a file into the catalogue: says what is new, changed, unchanged, removed and rejected; all or nothing
    Import(Import),
    /// Write a release: a folder of CSV files, one workbook or one JSON document
    Export(Export),
    /// Draft and releases of the catalogue: list, compare, publish, revert
    Release {
        /// What to do.
        #[command(subcommand)]
        action: ReleaseAction,
    },
    /// List values of the newest release that cannot be right, or accept one with a reason
    Check(Check),
    /// Accounts: add, list, change, disable, and a link to choose a new password
    User {
        /// What to do.
        #[command(subcommand)]
        action: UserAction,
    },
    /// Create or migrate the database and exit
    Migrate(Store),
}

/// What to do with accounts.
#[derive(Debug, Subcommand)]
pub enum UserAction {
    /// Add an account; without --password-stdin it answers a link with which the person chooses a password
    Add {
        /// What the person signs in with
        name: String,
        /// What the person may do: viewer, member, editor, admin
        #[arg(long)]
        role: String,
        /// Read the password from the first line of standard input
        #[arg(long)]
        password_stdin: bool,
        /// Where people reach the server, for the link
        #[command(flatten)]
        site: Site,
        /// The database.
        #[command(flatten)]
        store: Store,
    },
    /// Every account: name, role, since when, whether disabled
    List(Store),
    /// Give an account another role
    Role {
        /// Whose
        name: String,
        /// What the person may do: viewer, member, editor, admin
        role: String,
        /// The database.
        #[command(flatten)]
        store: Store,
    },
    /// Sign somebody out everywhere and let them sign in no more
    Disable {
        /// Whom
        name: String,
        /// The database.
        #[command(flatten)]
        store: Store,
    },
    /// Let somebody sign in again
    Enable {
        /// Whom
        name: String,
        /// The database.
        #[command(flatten)]
        store: Store,
    },
    /// A link with which somebody chooses a new password
    Reset {
        /// Who
        name: String,
        /// Where people reach the server, for the link
        #[command(flatten)]
        site: Site,
        /// The database.
        #[command(flatten)]
        store: Store,
    },
}

/// How people reach the server.
#[derive(Debug, Clone, Args)]
pub struct Site {
    /// The address that people use, e.g. `https://weigh.example.org`; with https, cookies are sent over TLS only
    #[arg(long, env = "STEELYARD_BASE_URL", value_name = "URL")]
    pub base_url: Option<String>,
}

/// What to do with draft and releases.
#[derive(Debug, Subcommand)]
pub enum ReleaseAction {
    /// Every release: number, when, who, note
    List(Store),
    /// What the draft would change
    Draft(ReleaseStore),
    /// What one release changed, or what changed from one to another
    Diff {
        /// The older release
        from: u32,
        /// The newer one; the newest of all unless given
        to: Option<u32>,
        /// How to report, and where.
        #[command(flatten)]
        store: ReleaseStore,
    },
    /// Publish the draft as the next release
    Publish {
        /// What changed, in a sentence
        #[arg(long, value_name = "TEXT")]
        note: String,
        /// The database.
        #[command(flatten)]
        store: Store,
    },
    /// Publish what an older release held as the next release; nothing is erased
    Revert {
        /// The release to go back to
        number: u32,
        /// Why, in a sentence
        #[arg(long, value_name = "TEXT")]
        note: Option<String>,
        /// The database.
        #[command(flatten)]
        store: Store,
    },
    /// Empty the draft
    Discard(Store),
}

/// How to report changes, and where they are.
#[derive(Debug, Clone, Args)]
pub struct ReleaseStore {
    /// Report as JSON
    #[arg(long)]
    pub json: bool,
    /// The database.
    #[command(flatten)]
    pub store: Store,
}

/// Settings of a check.
#[derive(Debug, Clone, Args)]
pub struct Check {
    /// Accept the finding of this id
    #[arg(long, value_name = "ID", requires = "reason", conflicts_with = "withdraw")]
    pub accept: Option<String>,
    /// Why the value stands
    #[arg(long, value_name = "TEXT", requires = "accept")]
    pub reason: Option<String>,
    /// Take the acceptance of this id back
    #[arg(long, value_name = "ID")]
    pub withdraw: Option<String>,
    /// Report as JSON
    #[arg(long)]
    pub json: bool,
    /// The database.
    #[command(flatten)]
    pub store: Store,
}

/// A cost case.
#[derive(Debug, Clone, Args)]
pub struct Tco {
    /// The case; `-` reads standard input. May be left out with --history
    #[arg(value_name = "FILE|-", required_unless_present = "history")]
    pub file: Option<PathBuf>,
    /// A CSV of time and utilisation: gives the case its utilisation and demand; without a case, says what is in it
    #[arg(long, value_name = "FILE")]
    pub history: Option<PathBuf>,
    /// How many accelerators the history is of, where it has no column for that
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub gpus: u16,
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
    /// How people reach the server.
    #[command(flatten)]
    pub site: Site,
    /// Whether reading takes an account: open, required
    #[arg(
        long,
        env = "STEELYARD_SIGN_IN",
        value_name = "WORD",
        default_value = "open",
        value_parser = ["open", "required"]
    )]
    pub sign_in: String,
    /// A proxy stands in front: take the caller's address from the last X-Forwarded-For
    #[arg(long, env = "STEELYARD_BEHIND_PROXY")]
    pub behind_proxy: bool,
    /// An issuer that people may sign in with.
    #[cfg(feature = "oidc")]
    #[command(flatten)]
    pub issuer: Issuer,
    /// How much to log: error, warn, info, debug
    #[arg(long, env = "STEELYARD_LOG", value_name = "LEVEL", default_value = "warn")]
    pub log: String,
}

/// An issuer of OpenID Connect.
#[cfg(feature = "oidc")]
#[derive(Debug, Clone, Args)]
pub struct Issuer {
    /// People may sign in with this issuer of OpenID Connect, e.g. `https://login.example.org/realms/staff`; it sends them back to
    /// the address of --base-url with /-/sign-in/return
    #[arg(long, env = "STEELYARD_OIDC_ISSUER", value_name = "URL", requires = "oidc_client")]
    pub oidc_issuer: Option<String>,
    /// What the issuer calls this server
    #[arg(long, env = "STEELYARD_OIDC_CLIENT", value_name = "ID", requires = "oidc_issuer")]
    pub oidc_client: Option<String>,
    /// What this server proves itself to the issuer with; better in the variable than on the command line
    #[arg(
        long,
        env = "STEELYARD_OIDC_SECRET",
        value_name = "SECRET",
        hide_env_values = true,
        requires = "oidc_issuer"
    )]
    pub oidc_secret: Option<String>,
    /// The claim of the ID token with the role, alone or in a list: viewer, member, editor, admin; whoever has none is a viewer
    #[arg(
        long,
        env = "STEELYARD_OIDC_ROLE_CLAIM",
        value_name = "NAME",
        default_value = "roles"
    )]
    pub oidc_role_claim: String,
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
#[expect(clippy::struct_excessive_bools, reason = "they are the flags of the command line")]
pub struct Import {
    /// The files; `-` reads standard input. Each is taken whole or not at all, and one that fails keeps no other from being read
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The format: auto, steelyard, skypilot, mlperf, karpenter, cyclenerd, alibaba, full-stack, ecb, mapping
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
    /// Publish the records as a new release at once, instead of saving them as a draft
    #[arg(long, conflicts_with = "dry_run")]
    pub release: bool,
    /// What changed, in a sentence, for the release
    #[arg(long, value_name = "TEXT", requires = "release")]
    pub note: Option<String>,
    /// Take the good rows although others are rejected; the report lists those that were left out
    #[arg(long)]
    pub skip_rejected: bool,
    /// Take away what the file should list and does not: offers of its vendors and regions, with their prices
    #[arg(long)]
    pub remove_missing: bool,
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
