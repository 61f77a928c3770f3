//! The commands: open what they need, call the part that does the work, say what happened.

use std::io::Write;

use anyhow::Context;

use crate::config::{Command, Config, Serve};
use crate::exchange::{scorecard, starter};
use crate::store::{DatabaseUrl, Db, NewRelease, new_id};
use crate::web::{self, App, Live, Server};

/// Does what the command line says.
///
/// # Errors
/// One line that says what happened and what to do.
pub fn run(config: Config) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match config.command {
            None => serve(config.serve).await,
            Some(Command::Serve(settings)) => serve(settings).await,
            Some(Command::Migrate(store)) => {
                let db = open(&store.database_url).await?;
                say(&format!("{} is up to date", db.describe()))
            }
        }
    })
}

async fn open(url: &str) -> anyhow::Result<Db> {
    let db = Db::open(&DatabaseUrl::parse(url)?).await?;
    db.migrate().await?;
    Ok(db)
}

async fn serve(settings: Serve) -> anyhow::Result<()> {
    log(&settings.log)?;
    let server = Server::bind(&settings.listen)
        .await
        .map_err(|error| cannot_listen(&settings.listen, &error))?;
    let db = open(&settings.store.database_url).await?;
    let live = content(&db).await?;
    let address = server.address()?;
    say(&format!("Steelyard {}", env!("CARGO_PKG_VERSION")))?;
    say(&format!("  database   {}", db.describe()))?;
    say(&format!("  catalogue  {}", describe(&live)))?;
    say(&format!("  listening  http://{address}/   (Ctrl-C ends it)"))?;
    web::serve(server, web::router(App::new(db, live)), stopped()).await;
    say("Steelyard has ended")
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

/// Ctrl-C, or the signal a service manager sends.
async fn stopped() {
    let interrupt = async {
        tokio::signal::ctrl_c().await.ok();
    };
    #[cfg(unix)]
    let terminate = async {
        if let Ok(mut signal) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            signal.recv().await;
        } else {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {},
        () = terminate => {},
    }
}

fn say(line: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
