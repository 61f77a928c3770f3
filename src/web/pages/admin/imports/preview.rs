//! What a file would change: counts, records, rejected rows with the reason, values that cannot be right, and who would move in the
//! ranking. Nothing is taken before somebody confirms.

use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::upload::Said;
use super::work::Work;
use crate::store::Upload;
use crate::web::app::App;
use crate::web::auth::form::{Begun, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::intake::{self, IntakeError, Looked, Order, Outcome, Standing};
use crate::web::lang::Lang;
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::admin::{catalogue, draft, sections};
use crate::web::pages::changes::{self, MoveView, Section};
use crate::web::{urls, wording};

/// How long a page waits for a file before it shows how far that is.
const PATIENCE: Duration = Duration::from_millis(700);
/// How many rejected rows and findings are listed.
const LISTED: usize = 200;

#[derive(Template)]
#[template(path = "import-preview.html", blocks = ["progress"])]
struct PreviewPage {
    shell: Shell,
    lang: Lang,
    tabs: Vec<NavItem>,
    back: String,
    name: String,
    here: String,
    /// How far the reading is; nothing once it is done.
    progress: Option<ProgressView>,
    preview: Option<Preview>,
    /// Why the file could not be looked at.
    fault: Option<String>,
}

struct ProgressView {
    rows: u64,
    total: u64,
    text: String,
}

struct Preview {
    format: String,
    summary: String,
    sentence: String,
    sections: Vec<Section>,
    rejected: Vec<(String, String, String)>,
    more_rejected: Option<String>,
    findings: Vec<String>,
    moved: String,
    moves: Vec<MoveView>,
    confirm: Option<String>,
    /// The good rows may be taken without the others.
    can_skip: bool,
    /// What the file should list and does not may be taken away.
    missing: usize,
}

/// `GET /{lang}/admin/imports/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such file of this account; those of the database.
pub async fn show(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let upload = find(&app, &ctx, &id).await?;
    let work = work(&app, &ctx, &upload)?;
    let mut page = PreviewPage::new(&ctx, &upload);
    match work.found(PATIENCE).await {
        None => page.progress = Some(progress(ctx.lang, &work)),
        Some(Err(error)) => page.fault = Some(wording::fit::intake(error, ctx.lang)),
        Some(Ok(looked)) => page.preview = Some(preview(&app, &ctx, &upload, looked).await?),
    }
    if ctx.fragment {
        return Ok(if page.progress.is_some() {
            html(StatusCode::OK, &page.as_progress())
        } else {
            crate::web::page::leave_for(&ctx, &page.here)
        });
    }
    Ok(html(StatusCode::OK, &page))
}

/// `POST /{lang}/admin/imports/{id}`: takes the file into the draft.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such file of this account; those of the database.
pub async fn confirm(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let upload = find(&app, &ctx, &id).await;
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let upload = upload?;
    let order = Order {
        skip_rejected: !sent.field("skip_rejected").is_empty(),
        remove_missing: !sent.field("remove_missing").is_empty(),
        ..order(&ctx, &upload)?
    };
    // Looked at once more while nobody else changes the draft: what is taken is compared with what is there now.
    tx.hold_draft().await?;
    let fault = |error| fault(error, ctx.lang);
    let looked = intake::look_in(&mut tx, order).await.map_err(fault)?;
    let note = ctx.lang.with("import.note", "name", &upload.name);
    let outcome = intake::take_in(&mut tx, &looked, &sent.actor(), Some(&note))
        .await
        .map_err(fault)?;
    if !matches!(outcome, Outcome::Draft | Outcome::Published { .. }) {
        drop(tx);
        app.works().forget(upload.id);
        return show(State(app), Path((ctx.lang.to_string(), id)), ctx).await;
    }
    tx.remove_upload(upload.id).await?;
    let response = sent.commit(tx, &urls::draft(ctx.lang)).await?;
    app.works().forget(upload.id);
    Ok(response)
}

fn fault(error: IntakeError, lang: Lang) -> WebError {
    match error {
        IntakeError::Store(error) => error.into(),
        other @ (IntakeError::NoRelease | IntakeError::Unfit(_) | IntakeError::Draft(_) | IntakeError::Reading(_)) => {
            WebError::Input {
                field: "file",
                text: wording::fit::intake(&other, lang),
            }
        }
    }
}

async fn find(app: &App, ctx: &Ctx, id: &str) -> Result<Upload, WebError> {
    let found = match id.parse::<Uuid>() {
        Ok(id) => app.db().read().await?.upload(id, ctx.who()?.account.id).await?,
        Err(_) => None,
    };
    found.ok_or_else(|| WebError::NoRecord {
        kind: "import",
        id: id.to_owned(),
    })
}

fn order(ctx: &Ctx, upload: &Upload) -> Result<Order, WebError> {
    let said: Said = serde_json::from_str(&upload.said).map_err(|e| WebError::Internal(e.to_string()))?;
    let order = said.order(ctx.lang, &upload.name, upload.bytes.clone());
    order.map_err(|errors| WebError::Input {
        field: "file",
        text: errors.into_iter().map(|e| e.text).collect::<Vec<_>>().join("; "),
    })
}

fn work(app: &App, ctx: &Ctx, upload: &Upload) -> Result<std::sync::Arc<Work>, WebError> {
    let order = order(ctx, upload)?;
    Ok(app.works().of(upload.id, app.db(), || order))
}

fn progress(lang: Lang, work: &Work) -> ProgressView {
    let (rows, total, step) = work.progress();
    let step = match step {
        "comparing with the catalogue" => "import.step.comparing",
        "looking for values that cannot be right" => "import.step.checking",
        _ => "import.step.reading",
    };
    ProgressView {
        rows,
        total: total.max(1),
        text: lang.fill(step, &[("rows", &rows), ("total", &total)]),
    }
}

async fn preview(app: &App, ctx: &Ctx, upload: &Upload, looked: &Looked) -> Result<Preview, WebError> {
    let lang = ctx.lang;
    let report = &looked.report;
    let effect = if looked.standing == Standing::Nothing {
        None
    } else {
        let work = catalogue::Work::load(&mut app.db().read().await?).await?;
        match looked.after(&work.seen) {
            Some(after) => Some(draft::effect(app, Some(work.catalogue), after).await?),
            None => None,
        }
    };
    let rejected = looked.problems.iter().take(LISTED).map(|one| {
        let row = one.row.map(|n| lang.with("import.row", "n", n)).unwrap_or_default();
        (
            row,
            one.column.clone().unwrap_or_default(),
            wording::problem::problem(&one.kind, lang),
        )
    });
    let live = app.live();
    let words = wording::finding::Words {
        catalogue: &live.catalogue,
        lang,
    };
    let more = report.rejected.len().saturating_sub(LISTED);
    let takes = !report.diff.is_empty();
    let sentence = match looked.standing {
        Standing::Nothing => lang.t("import.nothing"),
        Standing::Refused => lang.plural("import.refused", report.rejected.len()),
        Standing::Ready => lang.t("import.ready"),
    };
    Ok(Preview {
        format: report
            .format
            .map_or_else(|| "–".to_owned(), |format| format.word().to_owned()),
        summary: changes::summary(&report.diff, lang),
        sentence,
        sections: changes::sections(&report.diff, lang),
        rejected: rejected.collect(),
        more_rejected: (more > 0).then(|| lang.with("release.more", "n", more)),
        findings: looked.findings.iter().take(LISTED).map(|f| words.sentence(f)).collect(),
        moved: effect
            .as_ref()
            .map(|e| lang.plural("draft.moved", e.ranks_changed()))
            .unwrap_or_default(),
        moves: effect.map_or_else(Vec::new, |e| e.views(lang)),
        confirm: (looked.standing == Standing::Ready || takes || !report.diff.removed.is_empty())
            .then(|| urls::import(lang, &upload.id)),
        can_skip: looked.standing == Standing::Refused && takes,
        missing: report.diff.removed.len(),
    })
}

impl PreviewPage {
    fn new(ctx: &Ctx, upload: &Upload) -> Self {
        let lang = ctx.lang;
        let title = lang.with("import.of", "name", &upload.name);
        Self {
            shell: Shell::new(ctx, title, String::new(), &Vec::new()),
            lang,
            tabs: sections(ctx),
            back: urls::imports(lang),
            name: upload.name.clone(),
            here: urls::import(lang, &upload.id),
            progress: None,
            preview: None,
            fault: None,
        }
    }
}
