//! Trying inputs.

use crate::inputs::Inputs;
use cpu_time::ProcessTime;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{process, thread};
use tradewind_fuzz::Target;

/// The longest that an input may take, in processor time of all threads: the machine may be busy with other
/// things.
const SLOW: Duration = Duration::from_secs(2);
/// An input that takes longer hangs, and is not waited for.
const HANGS: Duration = Duration::from_secs(60);

/// The processor time at which the input that is being tried began, in milliseconds.
static BEGIN: AtomicU64 = AtomicU64::new(0);

/// Which inputs, and for how long.
pub struct Turn {
    /// The number of the first.
    pub first: u64,
    /// How many there are from one to the next.
    pub step: u64,
    /// After this there is no next one.
    pub time: Duration,
}

/// Tries the whole corpus and then changed inputs on a target, each announced before.
///
/// # Panics
/// An input fails or is slow.
pub fn run(target: Target, seed: u64, turn: &Turn) -> anyhow::Result<()> {
    let inputs = Inputs::of(target.name)?;
    let begin = Instant::now();
    let mut out = io::stdout().lock();
    let (mut tried, mut accepted) = (0, 0);
    let mut number = turn.first;
    while number < inputs.kept() || begin.elapsed() < turn.time {
        writeln!(out, "{} {number}", target.name)?;
        out.flush()?;
        let input = inputs.input(seed, number);
        accepted += u64::from(in_time(target, &input));
        tried += 1;
        number += turn.step;
    }
    writeln!(out, "{} {tried} {accepted}", target.name)?;
    Ok(())
}

/// Looks on for ever, and ends the process when an input hangs.
pub fn watch() {
    loop {
        thread::sleep(Duration::from_secs(1));
        let begin = Duration::from_millis(BEGIN.load(Ordering::Relaxed));
        if ProcessTime::now().as_duration().saturating_sub(begin) > HANGS {
            eprintln!("took more than {HANGS:?}");
            process::abort();
        }
    }
}

/// Tries an input, which must not take long.
fn in_time(target: Target, input: &[u8]) -> bool {
    let begin = ProcessTime::now();
    let milliseconds = begin.as_duration().as_millis();
    BEGIN.store(milliseconds as u64, Ordering::Relaxed);
    let accepted = (target.run)(input);
    let taken = begin.elapsed();
    assert!(taken <= SLOW, "took {taken:?}");
    accepted
}
