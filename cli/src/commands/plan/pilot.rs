//! A pilot whose games are read, and not kept.

use crate::args::PlanArguments;
use crate::commands::threads::on_threads;
use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use tradewind_analysis::dataset::{self, Dataset, Wanted};
use tradewind_selfplay::experiment::{Experiment, Pairing};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, Executor, play};

/// How often it is looked whether the pilot's time is up.
const LOOK: Duration = Duration::from_millis(20);

/// How many times as long as asked for the pilot plays at most.
const MOST: u32 = 6;

/// How large a pilot was.
#[derive(Clone, Copy)]
pub struct PilotSize {
    pub pairs: u64,
    pub time: Duration,
    /// The pairings of the experiment, which share the pairs.
    pairings: f64,
}

impl PilotSize {
    pub fn pairs_per_second(self) -> f64 {
        self.pairs as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// What so many times the pilot comes to: whole pairs of each pairing, and seconds.
    pub fn times(self, times: f64) -> (f64, f64) {
        let pairs = (times * self.pairs as f64 / self.pairings).ceil();
        (pairs, pairs * self.pairings / self.pairs_per_second())
    }
}

/// What a pilot says.
pub struct Piloted<A> {
    pub size: PilotSize,
    pub answer: A,
}

/// Plays into a folder that goes away, for the time that is asked for and until `read` says that the games tell enough, if
/// they do before [`MOST`] times as long; the answer is what `read` found in the last round. `None` when it was stopped.
pub fn pilot_games<A: Send>(
    arguments: &PlanArguments,
    experiment: &Experiment,
    stop: &AtomicBool,
    wanted: impl Fn(Pairing) -> Wanted + Copy + Send + Sync,
    mut read: impl FnMut(Dataset<'_>) -> anyhow::Result<(A, bool)> + Send,
) -> anyhow::Result<Option<Piloted<A>>> {
    let folder = tempfile::tempdir().context("cannot make a folder for the pilot")?;
    on_threads(arguments.threads, || {
        let archive = Archive::new(experiment, folder.path());
        let (mut round, mut time) = (0, Duration::ZERO);
        loop {
            let begin = Instant::now();
            let missing = play_for(&archive, arguments.seconds, stop)?;
            time += begin.elapsed();
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let games = dataset::read(&archive, wanted, |_| Ok(()))?;
            let size = PilotSize {
                pairs: games.games() / 2,
                time,
                pairings: experiment.pairings().len().max(1) as f64,
            };
            let (answer, is_enough) = read(games)?;
            round += 1;
            if is_enough || missing == 0 || round == MOST {
                return Ok(Some(Piloted { size, answer }));
            }
        }
    })?
}

/// Plays for some time; tells how many pairs are missing.
fn play_for(archive: &Archive<'_>, time: Duration, stop: &AtomicBool) -> anyhow::Result<u64> {
    let is_over = Arc::new(AtomicBool::new(false));
    let control = Control::new(&Executor::threads(Arc::clone(&is_over)));
    let (done, is_done) = mpsc::channel::<()>();
    let begin = Instant::now();
    let played = std::thread::scope(|scope| {
        let is_over = &is_over;
        scope.spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(LOOK) {
                let is_late = begin.elapsed() >= time || stop.load(Ordering::Relaxed);
                is_over.fetch_or(is_late, Ordering::Relaxed);
            }
        });
        let all = archive.experiment().all_pairs();
        let played = play(archive, 0..all, &control, &|_| {});
        drop(done);
        played
    });
    Ok(played?)
}
