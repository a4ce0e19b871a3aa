//! The executor and the threads of a command that plays games, stopped by Ctrl-C.

use crate::args::{PlayingArguments, Threads};
use crate::message::say;
use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tradewind_selfplay::run::{Executor, ExecutorProgram};

/// Runs `work` in a pool of threads, with the executor of the command line, which Ctrl-C stops.
pub fn with_executor<T: Send>(
    arguments: &PlayingArguments,
    work: impl FnOnce(&Executor) -> anyhow::Result<T> + Send,
) -> anyhow::Result<T> {
    let stop = stop_signal()?;
    let executor = match &arguments.executor {
        None => Executor::threads(stop),
        Some(line) => {
            let words = line.split_whitespace().map(str::to_string).collect();
            let own = std::env::current_exe().context("cannot find this program's own file")?;
            Executor::program(stop, ExecutorProgram::new(words, own))
        }
    };
    on_threads(arguments.threads, || work(&executor))
}

/// A flag that Ctrl-C sets; a second Ctrl-C ends the program at once.
pub fn stop_signal() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        say!("stopping; press Ctrl-C again to stop at once");
    })
    .context("cannot listen to Ctrl-C")?;
    Ok(stop)
}

/// Runs `work` in a pool of threads.
pub fn on_threads<T: Send>(
    threads: Threads,
    work: impl FnOnce() -> anyhow::Result<T> + Send,
) -> anyhow::Result<T> {
    pool(threads)?.install(work)
}

/// A pool of threads; by default one for each processor.
pub fn pool(threads: Threads) -> anyhow::Result<ThreadPool> {
    let threads = threads.number.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.context("cannot start the threads")
}
