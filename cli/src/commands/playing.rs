//! The executor and the threads of a command that plays games, stopped by Ctrl-C.

use crate::args::{ExecutorArguments, Threads};
use crate::message::say;
use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tradewind_selfplay::run::{Executor, ExecutorProgram};

/// The executor of the command line, stopped by Ctrl-C.
pub fn executor(arguments: &ExecutorArguments) -> anyhow::Result<Executor> {
    let stop = stop_signal()?;
    let Some(line) = &arguments.executor else {
        return Ok(Executor::threads(stop));
    };
    let program = ExecutorProgram::new(
        line.split_whitespace().map(str::to_string).collect(),
        std::env::current_exe().context("cannot find this program's own file")?,
    );
    Ok(Executor::program(stop, program))
}

/// A flag that Ctrl-C sets; a second Ctrl-C ends the program at once.
pub fn stop_signal() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        say("stopping; press Ctrl-C again to stop at once");
    })
    .context("cannot listen to Ctrl-C")?;
    Ok(stop)
}

/// Runs `work` in a pool of threads.
pub fn on_threads<T: Send>(threads: Threads, work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    Ok(pool(threads)?.install(work))
}

/// A pool of threads; by default one for each processor.
pub fn pool(threads: Threads) -> anyhow::Result<ThreadPool> {
    let threads = threads.number.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.context("cannot start the threads")
}
