//! The commands: open what they need, call the part that does the work, say what happened.

use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;

use crate::config::{Command, Config, Serve};
use crate::exchange::{case, scorecard, starter};
use crate::store::{DatabaseUrl, Db, NewRelease, new_id};
use crate::web::{self, App, Live, Server};

/// The largest case that is read, in bytes.
const LARGEST_CASE: u64 = 64 * 1024 * 1024;

/// Does what the command line says; the exit code is 2 where an input has no answer.
///
/// # Errors
/// One line that says what happened and what to do.
pub fn run(config: Config) -> anyhow::Result<ExitCode> {
    match config.command.unwrap_or(Command::Serve(config.serve)) {
        Command::Serve(settings) => wait_for(serve(settings)),
        Command::Migrate(store) => wait_for(async {
            let db = open(&store.database_url).await?;
            say(&format!("{} is up to date", db.describe()));
            Ok(())
        }),
        Command::Score { file } => score(&file),
    }
}

fn wait_for(work: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(work).map(|()| ExitCode::SUCCESS)
}

fn score(file: &Path) -> anyhow::Result<ExitCode> {
    let bytes = read(file)?;
    match case::evaluate(&bytes) {
        Ok(answer) => {
            say(&serde_json::to_string_pretty(&answer)?);
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            writeln!(std::io::stderr(), "steelyard: {}: {error}", file.display()).ok();
            Ok(ExitCode::from(2))
        }
    }
}

/// A file, or standard input for `-`, up to a limit.
fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let name = file.display();
    let read = if file == Path::new("-") {
        std::io::stdin().lock().take(LARGEST_CASE + 1).read_to_end(&mut bytes)
    } else {
        let kind = std::fs::metadata(file)
            .with_context(|| format!("{name} cannot be read"))?
            .file_type();
        anyhow::ensure!(
            kind.is_file(),
            "{name} is not a file: name a file, or - for standard input"
        );
        std::fs::File::open(file).and_then(|f| f.take(LARGEST_CASE + 1).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("{name} cannot be read"))?;
    anyhow::ensure!(
        u64::try_from(bytes.len())? <= LARGEST_CASE,
        "{name} is larger than {} MB",
        LARGEST_CASE / 1024 / 1024
    );
    Ok(bytes)
}

async fn open(url: &str) -> anyhow::Result<Db> {
    let db = Db::open(&DatabaseUrl::parse(url)?).await?;
    db.migrate().await?;
    Ok(db)
}

async fn serve(settings: Serve) -> anyhow::Result<()> {
    log(&settings.log)?;
    let stop = stopped()?;
    let server = Server::bind(&settings.listen)
        .await
        .map_err(|error| cannot_listen(&settings.listen, &error))?;
    let db = open(&settings.store.database_url).await?;
    let live = content(&db).await?;
    let address = server.address()?;
    say(&format!("Steelyard {}", env!("CARGO_PKG_VERSION")));
    say(&format!("  database   {}", db.describe()));
    say(&format!("  catalogue  {}", describe(&live)));
    say(&format!("  listening  http://{address}/   (Ctrl-C ends it)"));
    web::serve(server, web::router(App::new(db, live)), stop).await;
    say("Steelyard has ended");
    Ok(())
}

/// The newest release and the scorecards; those of the starter catalogue in an empty database.
async fn content(db: &Db) -> anyhow::Result<Live> {
    let at_micros = web::now().as_microsecond();
    let new = |note: &str| NewRelease {
        note: note.to_owned(),
        published_by: "steelyard".to_owned(),
        at_micros,
    };
    let starter = starter::records(web::today()).context("the starter catalogue")?;
    db.publish_first(&starter, &new("Starter catalogue"), &mut new_id)
        .await?;
    let mut tx = db.write().await?;
    let known = tx.scorecards().await?;
    for starter in scorecard::starter().context("the starter scorecards")? {
        if !known.iter().any(|k| k.id == starter.id) {
            tx.add_scorecard(&starter, &new("Starter scorecard")).await?;
        }
    }
    tx.commit().await?;
    App::load(db).await?.context("the database holds no release")
}

fn describe(live: &Live) -> String {
    let (catalogue, release) = (&live.catalogue, live.catalogue.release());
    format!(
        "release r{} ({}): {} vendors, {} offers, {} accelerators, {} benchmark results",
        release.number,
        release.note,
        catalogue.vendors().len(),
        catalogue.offers().len(),
        catalogue.accelerators().len(),
        catalogue.results().len()
    )
}

fn cannot_listen(address: &str, error: &std::io::Error) -> anyhow::Error {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the kinds of the system's errors are open"
    )]
    let todo = match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            "another program uses this port: stop it, or choose another with --listen 127.0.0.1:8081"
        }
        std::io::ErrorKind::PermissionDenied => "ports below 1024 need privileges: choose another with --listen",
        _ => "write an address and a port, for example --listen 127.0.0.1:8080",
    };
    anyhow::anyhow!("cannot listen on {address} ({error}): {todo}")
}

fn log(level: &str) -> anyhow::Result<()> {
    let filter =
        tracing_subscriber::EnvFilter::try_new(level).with_context(|| format!("--log {level:?} is not a log level"))?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
    Ok(())
}

/// Is done at Ctrl-C or at the signal a service manager sends; listens from the call on, so that none is lost.
#[cfg(unix)]
fn stopped() -> anyhow::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {},
            _ = terminate.recv() => {},
        }
    })
}

/// Is done at Ctrl-C.
#[cfg(not(unix))]
fn stopped() -> anyhow::Result<impl Future<Output = ()>> {
    Ok(async {
        tokio::signal::ctrl_c().await.ok();
    })
}

/// Nobody has to read what is said: a closed pipe is no reason to end.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).ok();
}
