//! The commands: open what they need, call the part that does the work, say what happened.

mod check;
mod export;
mod import;
mod progress;
mod release;
mod score;
mod serve;
mod tco;
mod user;

use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;

use crate::config::{Command, Config};
use crate::domain::catalogue::Release;
use crate::exchange::{scorecard, starter};
use crate::store::{DatabaseUrl, Db, NewRelease, new_id};
use crate::web::{self, App, Live};

/// The largest file that is read, in bytes.
const LARGEST_FILE: u64 = 64 * 1024 * 1024;

/// Does what the command line says; the exit code is 2 where an input has no answer.
///
/// # Errors
/// One line that says what happened and what to do.
pub fn run(config: Config) -> anyhow::Result<ExitCode> {
    match config.command.unwrap_or(Command::Serve(config.serve)) {
        Command::Serve(settings) => wait_for(serve::serve(settings)),
        Command::Migrate(store) => wait_for(async {
            let db = open(&store.database_url).await?;
            say(&format!("{} is up to date", db.describe()));
            Ok(ExitCode::SUCCESS)
        }),
        Command::Score { file } => score::score(&file),
        Command::Import(settings) => wait_for(import::import(settings)),
        Command::Export(settings) => wait_for(export::export(settings)),
        Command::Release { action } => wait_for(release::release(action)),
        Command::Check(settings) => wait_for(check::check(settings)),
        Command::Tco(settings) => tco::tco(&settings),
        Command::User { action } => wait_for(user::user(action)),
    }
}

fn wait_for(work: impl Future<Output = anyhow::Result<ExitCode>>) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(work)
}

/// A file, or standard input for `-`, up to a limit.
fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let name = file.display();
    let read = if file == Path::new("-") {
        std::io::stdin().lock().take(LARGEST_FILE + 1).read_to_end(&mut bytes)
    } else {
        let metadata = std::fs::metadata(file).with_context(|| format!("{name} cannot be read"))?;
        anyhow::ensure!(
            metadata.is_file(),
            "{name} is not a file: name a file, or - for standard input"
        );
        bytes.reserve_exact(usize::try_from(metadata.len().min(LARGEST_FILE) + 1)?);
        std::fs::File::open(file).and_then(|f| f.take(LARGEST_FILE + 1).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("{name} cannot be read"))?;
    anyhow::ensure!(
        u64::try_from(bytes.len())? <= LARGEST_FILE,
        "{name} is larger than {} MB",
        LARGEST_FILE / 1024 / 1024
    );
    Ok(bytes)
}

async fn open(url: &str) -> anyhow::Result<Db> {
    let db = Db::open(&DatabaseUrl::parse(url)?).await?;
    db.migrate().await?;
    Ok(db)
}

/// Fills an empty database with the starter catalogue and scorecards.
async fn fill(db: &Db) -> anyhow::Result<()> {
    let at_micros = web::now().as_microsecond();
    let new = |note: &str| NewRelease {
        note: note.to_owned(),
        published_by: "steelyard".to_owned(),
        at_micros,
    };
    if db.read().await?.latest_release().await?.is_none() {
        let starter = starter::records(web::today()).context("the starter catalogue")?;
        db.publish_first(&starter, &new("Starter catalogue"), &mut new_id)
            .await?;
    }
    let mut tx = db.write_at_start().await?;
    let known = tx.scorecards().await?;
    for starter in scorecard::starter().context("the starter scorecards")? {
        if !known
            .iter()
            .any(|k| (&k.id, k.version) == (&starter.id, starter.version))
        {
            tx.add_scorecard(&starter, &new("Starter scorecard")).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// The newest release and the scorecards; those of the starter in an empty database.
async fn content(db: &Db) -> anyhow::Result<Live> {
    fill(db).await?;
    App::load(db).await?.context("the database holds no release")
}

/// The address that people use, checked.
fn base_url(given: Option<&str>) -> anyhow::Result<Option<String>> {
    let Some(url) = given else { return Ok(None) };
    let url = url.trim_end_matches('/');
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    anyhow::ensure!(
        host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', ' '])),
        "--base-url {url:?} is no address: write http:// or https://, a host and perhaps a port, for example https://weigh.example.org"
    );
    Ok(Some(url.to_owned()))
}

/// The release of a number, the newest unless given.
async fn release_of(db: &Db, number: Option<u32>) -> anyhow::Result<Release> {
    let mut tx = db.read().await?;
    let newest = tx.latest_release().await?.context("the database holds no release")?;
    match number {
        None => Ok(newest),
        Some(number) => tx
            .release(number)
            .await?
            .with_context(|| format!("there is no release r{number}: write 1 to {}", newest.number)),
    }
}

/// What went wrong with one of several things.
fn complain(error: &anyhow::Error) {
    writeln!(std::io::stderr().lock(), "steelyard: {error:#}").ok();
}

/// The same as JSON, written as it is made: a report may be long.
fn say_json(value: &(impl serde::Serialize + ?Sized)) {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if serde_json::to_writer_pretty(&mut out, value).is_ok() {
        writeln!(out).and_then(|()| out.flush()).ok();
    }
}

/// Nobody has to read what is said: a closed pipe is no reason to end.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).ok();
}
