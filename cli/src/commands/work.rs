//! `tradewind work`: plays pairs of an experiment for a run on another machine.

use super::bench::canary;
use super::playing::{on_threads, pool, stop_signal};
use crate::Stopped;
use crate::args::Threads;
use crate::message;
use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use rayon::ThreadPool;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tradewind_engine::notation::quote;
use tradewind_engine::signature;
use tradewind_files::{check_output, lines};
use tradewind_selfplay::play::GameRunner;
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::{FromExecutor, PROTOCOL, ToExecutor, check_unit, play_unit};

/// Number of units requested for each thread, so that no thread waits.
const UNITS_PER_THREAD: u64 = 2;

#[derive(Debug, Args)]
pub struct WorkArguments {
    /// The folder of a run, of which only the experiment is read
    #[arg(value_name = "DIR", required_unless_present = "serve", requires_all = ["pairs", "file"])]
    pub folder: Option<PathBuf>,
    /// The pairs to play, from A (counted from 0) up to but not including B, such as 40..50
    #[arg(long, value_name = "A..B", value_parser = pairs)]
    pub pairs: Option<Range<u64>>,
    /// The file for the games
    #[arg(long)]
    pub file: Option<PathBuf>,
    /// Fail unless this program's search has this signature
    #[arg(long)]
    pub signature: Option<String>,
    /// Play what a run sends on standard input: `tradewind run FILE --executor "tradewind work
    /// --serve"`
    #[arg(long, conflicts_with = "folder")]
    pub serve: bool,
    #[command(flatten)]
    pub threads: Threads,
}

/// Plays one unit of work, or all that a run sends.
pub fn run(arguments: &WorkArguments) -> anyhow::Result<()> {
    match (&arguments.folder, &arguments.file) {
        (Some(folder), Some(file)) => unit(arguments, folder, file),
        _ => serve(arguments.threads),
    }
}

fn unit(arguments: &WorkArguments, folder: &Path, file: &Path) -> anyhow::Result<()> {
    let stop = stop_signal()?;
    check_signature(arguments.signature.as_deref())?;
    let experiment = experiment_of(folder)?;
    let all = experiment.all_pairs();
    let Some(pairs) = arguments.pairs.clone().filter(|pairs| pairs.end <= all) else {
        bail!("{}: --pairs goes up to {all} there", folder.display());
    };
    check_output(file)?;
    let archive = Archive::new(&experiment, folder);
    on_threads(arguments.threads, || {
        let begun = Instant::now();
        let runner = GameRunner::new(&experiment, &stop);
        let halt = || stop.load(Ordering::Relaxed);
        let is_played = play_unit(&archive, &runner, pairs, file, &halt)?;
        ensure!(is_played, Stopped(""));
        let seconds = begun.elapsed().as_secs_f64();
        let done = serde_json::json!({ "seconds": seconds });
        Ok(writeln!(message::out(), "{done}")?)
    })
}

/// Checks that this program's search has the signature of the run's, if that is given, and searches
/// on this machine as it does on others.
fn check_signature(wanted: Option<&str>) -> anyhow::Result<()> {
    let own = signature();
    if let Some(wanted) = wanted.filter(|&wanted| wanted != own) {
        bail!(
            "this program's search has the signature {own}, but that of the run has {wanted}: their games would differ; use the \
             same build for both"
        );
    }
    canary()
}

/// Parses a range of pairs, such as 40..50.
fn pairs(text: &str) -> Result<Range<u64>, String> {
    let numbers = text.split_once("..");
    let pairs = numbers.and_then(|(start, end)| Some(start.parse().ok()?..end.parse().ok()?));
    let pairs = pairs.filter(|pairs: &Range<u64>| !pairs.is_empty());
    pairs.ok_or_else(|| "write two numbers, the second one larger, such as 40..50".to_string())
}

/// Plays the units that arrive on standard input, one folder after another, until it ends.
fn serve(threads: Threads) -> anyhow::Result<()> {
    let stop = stop_signal()?;
    let pool = pool(threads)?;
    let mut lines = lines(io::stdin().lock());
    let mut first = Some(lines.next().transpose()?.unwrap_or_default());
    while let Some(line) = first {
        first = serve_folder(&begin(&line)?, &mut lines, &pool, &stop)?;
    }
    Ok(())
}

/// Plays the units of a folder until the input ends or another folder begins; returns the line that
/// begins it.
fn serve_folder(
    folder: &Path,
    lines: &mut impl Iterator<Item = io::Result<String>>,
    pool: &ThreadPool,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<Option<String>> {
    let experiment = experiment_of(folder)?;
    let is_over = AtomicBool::new(false);
    let archive = Archive::new(&experiment, folder);
    let runner = GameRunner::new(&experiment, stop);
    let play = |unit: u64, pairs: Range<u64>, file: &Path, cancelled: &AtomicBool| {
        let begun = Instant::now();
        let reasons = [stop, &is_over, cancelled];
        let halt = || reasons.iter().any(|reason| reason.load(Ordering::Relaxed));
        let worker = format!("process {}", std::process::id());
        let message = match play_unit(&archive, &runner, pairs, file, &halt) {
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
                    let play = &play;
                    let pairs = pairs[0]..pairs[1];
                    check_unit(&archive, &pairs, &file)
                        .map_err(|fault| anyhow!("standard input: unit {unit}: {fault}"))?;
                    scope.spawn(move |_| play(unit, pairs, &file, &flag));
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
        ToExecutor::Begin { protocol, .. } => bail!(
            "the run has protocol {protocol}, this program {PROTOCOL}; use the same build for both"
        ),
        _ => bail!(
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
