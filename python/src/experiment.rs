//! Experiments: games of self-play, and what they tell.

use crate::engine::interruptible;
use crate::wrong;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tradewind_report::run::write_all;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, Executor, play};

/// The most threads, as on the command line.
const MAX_THREADS: i64 = 1024;

/// Plays the games of an experiment that are missing in a folder, and writes what they tell; returns how many games there are. The
/// same games and files as by `tradewind run --recipe none`: players without weights of their own have those that come with the rules. Ctrl-C stops it; the same call goes on.
#[pyfunction]
#[pyo3(signature = (experiment, out, threads = None))]
pub fn run(
    py: Python<'_>,
    experiment: PathBuf,
    out: PathBuf,
    threads: Option<i64>,
) -> PyResult<u64> {
    let threads = match threads {
        None => 0,
        Some(threads @ 1..=MAX_THREADS) => threads as usize,
        Some(_) => return Err(wrong(format!("threads lie between 1 and {MAX_THREADS}"))),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let executor = Executor::threads(Arc::clone(&stop));
    let work = || -> Result<u64, String> {
        let plan = Experiment::load(&experiment).map_err(|fault| fault.to_string())?;
        if plan.matched.is_some() {
            return Err(format!(
                "{} is a match: `tradewind match` plays it",
                experiment.display()
            ));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|fault| fault.to_string())?;
        pool.install(|| {
            let archive = Archive::new(&plan, &out);
            let control = Control::new(&executor);
            let missing = play(&archive, 0..plan.all_pairs(), &control, &|_| {});
            if missing.map_err(|fault| fault.to_string())? == 0 {
                write_all(&archive).map_err(|fault| fault.to_string())?;
            }
            archive.count().map_err(|fault| fault.to_string())
        })
    };
    interruptible(py, &stop, work)?.map_err(wrong)
}
