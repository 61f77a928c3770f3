//! Looking at a file on a thread of its own, with how far it is. What was found is kept for a while; a server that has not looked, or
//! has forgotten, looks again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::Notify;
use uuid::Uuid;

use crate::exchange::import::Watch;
use crate::store::Db;
use crate::web::intake::{IntakeError, Looked, Order, look};

/// Files that are being looked at, or were.
#[derive(Debug, Clone)]
pub struct Works(Cache<Uuid, Arc<Work>>);

impl Default for Works {
    fn default() -> Self {
        let kept = Cache::builder().max_capacity(8).time_to_idle(Duration::from_mins(15));
        Self(kept.build())
    }
}

/// One file being looked at.
#[derive(Debug)]
pub(super) struct Work {
    progress: Arc<Progress>,
    found: OnceLock<Result<Looked, IntakeError>>,
    done: Notify,
}

/// How far it is.
#[derive(Debug)]
struct Progress {
    rows: AtomicU64,
    total: u64,
    step: Mutex<&'static str>,
}

impl Watch for Progress {
    fn rows(&self, read: u64) {
        self.rows.store(read, Ordering::Relaxed);
    }

    fn step(&self, what: &'static str) {
        if let Ok(mut step) = self.step.lock() {
            *step = what;
        }
    }
}

impl Works {
    /// The work on a file; begun when nobody has yet.
    pub(super) fn of(&self, id: Uuid, db: &Db, order: impl FnOnce() -> Order) -> Arc<Work> {
        let begin = || {
            let order = order();
            let lines = order.bytes.split(|byte| *byte == b'\n').count();
            let work = Arc::new(Work {
                progress: Arc::new(Progress {
                    rows: AtomicU64::new(0),
                    total: u64::try_from(lines).unwrap_or(0),
                    step: Mutex::new("reading"),
                }),
                found: OnceLock::new(),
                done: Notify::new(),
            });
            let (db, own) = (db.clone(), work.clone());
            tokio::spawn(async move {
                let watch: Arc<dyn Watch> = own.progress.clone();
                let found = look(&db, order, Some(watch)).await;
                own.found.set(found).ok();
                own.done.notify_waiters();
            });
            work
        };
        self.0.get_with(id, begin)
    }

    /// What was found is of no use any more.
    pub(super) fn forget(&self, id: Uuid) {
        self.0.invalidate(&id);
    }
}

impl Work {
    /// What was found, after waiting a moment for it.
    pub(super) async fn found(&self, patience: Duration) -> Option<&Result<Looked, IntakeError>> {
        let done = self.done.notified();
        if self.found.get().is_none() {
            tokio::time::timeout(patience, done).await.ok();
        }
        self.found.get()
    }

    /// Rows read, rows in all, and what is done with them.
    pub(super) fn progress(&self) -> (u64, u64, &'static str) {
        let rows = self.progress.rows.load(Ordering::Relaxed);
        let step = self.progress.step.lock().map_or("reading", |step| *step);
        (rows.min(self.progress.total), self.progress.total, step)
    }
}
