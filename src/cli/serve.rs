//! `steelyard serve`: start, answer, end.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;

use super::{base_url, content, open, say};
use crate::config::Serve;
use crate::web::lang::Lang;
use crate::web::{self, App, Live, Options, Server};

/// How often a server looks for a release that another process has published.
const FOLLOW: Duration = Duration::from_secs(1);

/// Answers until it is told to end.
///
/// # Errors
/// When it cannot start.
pub(super) async fn serve(settings: Serve) -> anyhow::Result<ExitCode> {
    log(&settings.log)?;
    let base = base_url(settings.site.base_url.as_deref())?;
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
    let base = base.unwrap_or_else(|| format!("http://{address}"));
    say(&format!("  listening  http://{address}/   (Ctrl-C ends it)"));
    if let Some(token) = web::setup_token(&db).await? {
        let link = web::urls::welcome(Lang::En, &token);
        say(&format!(
            "  set up     {base}{link}   (makes the first admin; works once, for an hour)"
        ));
    }
    let options = Options {
        base_url: Some(base),
        sign_in_required: settings.sign_in == "required",
        behind_proxy: settings.behind_proxy,
        #[cfg(feature = "oidc")]
        issuer: issuer(settings.issuer),
    };
    let app = App::with(db, live, options);
    let newer = tokio::spawn(follow(app.clone()));
    web::serve(server, web::router(app), stop).await;
    newer.abort();
    say("Steelyard has ended");
    Ok(ExitCode::SUCCESS)
}

#[cfg(feature = "oidc")]
fn issuer(settings: crate::config::Issuer) -> Option<web::Issuer> {
    Some(web::Issuer {
        url: settings.oidc_issuer?,
        client: settings.oidc_client?,
        secret: settings.oidc_secret.filter(|secret| !secret.is_empty()),
        role_claim: settings.oidc_role_claim,
    })
}

/// Takes over releases that others publish, e.g. an import beside the running server, and reckons what the first visitors of each would
/// wait for.
async fn follow(app: App) {
    let mut warm = None;
    loop {
        let live = app.live();
        let now = Some((live.catalogue.release().number, live.scorecards.len()));
        if warm != now {
            warm = now;
            if let Err(error) = app.warm_up().await {
                tracing::warn!(%error, "cannot prepare the release");
            }
        }
        tokio::time::sleep(FOLLOW).await;
        match app.refresh().await {
            Ok(None) => {}
            Ok(Some(number)) => tracing::info!(number, "a new release is in force"),
            Err(error) => tracing::warn!(%error, "cannot look for a new release"),
        }
    }
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
