//! Threads of a command.

use crate::args::Threads;
use anyhow::Context;

/// Does something on so many threads; on all processors when left out.
pub fn on_threads<T: Send>(threads: Threads, work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    let threads = threads.number.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(pool.context("cannot start the threads")?.install(work))
}
