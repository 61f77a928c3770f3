//! Work for several threads. What comes out is the same with any number of them.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::thread;

/// How many threads this machine runs at once.
#[must_use]
pub fn threads() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// What `work` makes of each thread's number, in their order.
///
/// # Panics
/// As `work` does.
pub fn on_each<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        let mut parts = vec![work(0)];
        let joined = others
            .into_iter()
            .map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        parts.extend(joined);
        parts
    })
}
