//! Experiments: self-play games and their analysis.

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

/// The maximum number of threads, as on the command line.
const MAX_THREADS: i64 = 1024;

/// Plays the missing games of an experiment into a folder, writes the analysis, and returns the
/// number of games. The games and files are those of `tradewind run --recipe none`: players without
/// their own weights have those of the rule set. Ctrl-C stops it; the same call continues.
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
        Some(_) => {
            return Err(wrong(format!(
                "threads must be between 1 and {MAX_THREADS}"
            )));
        }
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
