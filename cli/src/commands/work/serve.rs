//! An executor that plays on this machine what a run sends.

use super::check_signature;
use crate::Verdict;
use crate::args::Threads;
use crate::commands::playing::{pool, stop_signal};
use crate::message;
use anyhow::{Context, anyhow};
use rayon::ThreadPool;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tradewind_engine::notation::quote;
use tradewind_files::lines;
use tradewind_selfplay::play::GameRunner;
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::{FromExecutor, PROTOCOL, ToExecutor, check_unit, play_unit};

/// Number of units requested for each thread, so that no thread waits.
const UNITS_PER_THREAD: u64 = 2;

/// Plays the units that arrive on standard input, one folder after another, until it ends.
pub(super) fn run(threads: Threads) -> anyhow::Result<Verdict> {
    let stop = stop_signal()?;
    let pool = pool(threads)?;
    let mut lines = lines(io::stdin().lock());
    let mut first = Some(lines.next().transpose()?.unwrap_or_default());
    while let Some(line) = first {
        first = serve(&begin(&line)?, &mut lines, &pool, &stop)?;
    }
    Ok(Verdict::Passed)
}

/// Plays the units of a folder until the input ends or another folder begins; returns the line that
/// begins it.
fn serve(
    folder: &Path,
    lines: &mut impl Iterator<Item = io::Result<String>>,
    pool: &ThreadPool,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<Option<String>> {
    let experiment = experiment_of(folder)?;
    let is_over = AtomicBool::new(false);
    let worker = UnitPlayer {
        archive: Archive::new(&experiment, folder),
        runner: GameRunner::new(&experiment, stop),
        stop,
        is_over: &is_over,
        name: format!("process {}", std::process::id()),
    };
    let units = UNITS_PER_THREAD * pool.current_num_threads() as u64;
    tell(&FromExecutor::Room { units })?;
    let mut cancelled: BTreeMap<u64, Arc<AtomicBool>> = BTreeMap::new();
    // This thread reads the input; those of the pool play.
    pool.in_place_scope(|scope| {
        let mut hear = |line: io::Result<String>| -> anyhow::Result<Option<String>> {
            let line = line?;
            match read(&line)? {
                ToExecutor::Play { unit, pairs, file } => {
                    let flag = Arc::clone(cancelled.entry(unit).or_default());
                    let worker = &worker;
                    let pairs = pairs[0]..pairs[1];
                    check_unit(&worker.archive, &pairs, &file)
                        .map_err(|fault| anyhow!("standard input: unit {unit}: {fault}"))?;
                    scope.spawn(move |_| worker.play(unit, pairs, &file, &flag));
                }
                ToExecutor::Cancel { unit } => {
                    if let Some(flag) = cancelled.get(&unit) {
                        flag.store(true, Ordering::Relaxed);
                    }
                }
                ToExecutor::Begin { .. } => return Ok(Some(line)),
            }
            Ok(None)
        };
        let heard = lines.find_map(|line| hear(line).transpose());
        is_over.store(true, Ordering::Relaxed);
        heard.transpose()
    })
}

/// Parses the line that begins a folder; returns the folder.
fn begin(line: &str) -> anyhow::Result<PathBuf> {
    match read(line)? {
        ToExecutor::Begin {
            protocol: PROTOCOL,
            folder,
            signature: wanted,
            ..
        } => {
            check_signature(Some(&wanted))?;
            Ok(folder)
        }
        ToExecutor::Begin { protocol, .. } => anyhow::bail!(
            "the run has protocol {protocol}, this program {PROTOCOL}; use the same build for both"
        ),
        _ => anyhow::bail!(
            "the first line on standard input must be `begin`, found {}",
            quote(line)
        ),
    }
}

fn read(line: &str) -> anyhow::Result<ToExecutor> {
    serde_json::from_str(line).with_context(|| {
        let line = quote(line);
        format!("standard input: {line} is not a message of a run; `--serve` is for `--executor \"tradewind work --serve\"`")
    })
}

fn tell(message: &FromExecutor) -> anyhow::Result<()> {
    let mut out = message::out();
    writeln!(out, "{}", serde_json::to_string(message)?)?;
    Ok(out.flush()?)
}

/// Plays the units of a folder.
struct UnitPlayer<'w> {
    archive: Archive<'w>,
    runner: GameRunner<'w>,
    stop: &'w AtomicBool,
    /// Whether the folder has ended.
    is_over: &'w AtomicBool,
    name: String,
}

impl UnitPlayer<'_> {
    fn play(&self, unit: u64, pairs: Range<u64>, file: &Path, cancelled: &AtomicBool) {
        let begun = Instant::now();
        let reasons = [self.stop, self.is_over, cancelled];
        let halt = || reasons.iter().any(|reason| reason.load(Ordering::Relaxed));
        let worker = self.name.clone();
        let message = match play_unit(&self.archive, &self.runner, pairs, file, &halt) {
            Ok(true) => FromExecutor::Done {
                unit,
                seconds: begun.elapsed().as_secs_f64(),
                worker,
            },
            Ok(false) => return,
            Err(error) => FromExecutor::Failed {
                unit,
                why: error.to_string(),
                worker,
            },
        };
        // If the run is gone, its input has ended, which ends this program.
        let _ = tell(&message);
    }
}
