//! The searcher of a session, and the job that uses it on a thread of its own.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use tradewind_engine::search::Searcher;

/// The maximum size of the transposition table, in megabytes.
pub const MAX_HASH: usize = 65_536;
/// The stack of a search, in bytes: enough for the greatest depth on the largest board.
const STACK: usize = 64 << 20;

/// A searcher, either idle or lent to the running job.
#[derive(Default)]
pub struct SearchThread {
    /// To replace it, take it first where its memory is needed for the new one.
    pub idle: Option<Searcher>,
    /// The flag that stops the job, and its thread, which gives the searcher back.
    job: Option<(Arc<AtomicBool>, JoinHandle<Searcher>)>,
}

impl SearchThread {
    /// Whether a job has been started and not stopped. It may have ended by itself.
    pub(crate) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Asks the running job to stop, without waiting for it.
    pub(crate) fn request_stop(&self) {
        if let Some((stop, _)) = &self.job {
            stop.store(true, Ordering::Release);
        }
    }

    /// Stops the running job and waits for its end.
    pub fn stop(&mut self) {
        self.request_stop();
        self.wait();
    }

    /// Waits until the running job ends.
    pub(crate) fn wait(&mut self) {
        if let Some((_, thread)) = self.job.take() {
            self.idle = thread.join().ok();
        }
    }

    /// Starts a job with the idle searcher, which must be there. The job must end soon after the flag is set.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn start(
        &mut self,
        job: impl FnOnce(&mut Searcher, &Arc<AtomicBool>) + Send + 'static,
    ) -> io::Result<()> {
        let mut searcher = self.idle.take().expect("the searcher was made before");
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = Builder::new().stack_size(STACK).spawn(move || {
            job(&mut searcher, &flag);
            searcher
        })?;
        self.job = Some((stop, thread));
        Ok(())
    }
}

/// The largest size of a transposition table up to `megabytes`, halved until the system has memory for it. An allocation
/// that fails ends the program, so the size is tried first.
pub(crate) fn affordable_hash(megabytes: usize) -> usize {
    let has_memory = |size: usize| Vec::<u8>::new().try_reserve_exact(size << 20).is_ok();
    if megabytes <= 1 || has_memory(megabytes) {
        megabytes
    } else {
        affordable_hash(megabytes / 2)
    }
}
