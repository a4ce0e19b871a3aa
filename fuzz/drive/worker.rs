//! Trying inputs.

use crate::inputs::Inputs;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use tradewind_fuzz::Target;

/// The longest that an input may take.
const SLOW: Duration = Duration::from_secs(2);

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

/// Tries an input; one that takes long again, for the machine may have been busy.
fn in_time(target: Target, input: &[u8]) -> bool {
    let mut accepted = false;
    let mut fastest = Duration::MAX;
    for _ in 0..3 {
        let begin = Instant::now();
        accepted = (target.run)(input);
        fastest = fastest.min(begin.elapsed());
        if fastest <= SLOW {
            break;
        }
    }
    assert!(fastest <= SLOW, "took {fastest:?} at least");
    accepted
}
