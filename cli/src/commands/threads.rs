//! Threads of a command.

use crate::args::Threads;
use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Does something on so many threads; on all processors when left out.
pub fn on_threads<T: Send>(threads: Threads, work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    Ok(pool(threads)?.install(work))
}

/// So many threads; one for each processor when left out.
pub fn pool(threads: Threads) -> anyhow::Result<ThreadPool> {
    let threads = threads.number.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.context("cannot start the threads")
}
