//! Time controls.

use serde::{Serialize, Serializer};
use std::fmt;
use std::time::Duration;

/// The maximum time of a clock in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

/// A time control, written `10+0.1`: ten seconds for the game, and an increment of 0.1 seconds per
/// move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time for the game, or what is left of it.
    pub time: Duration,
    /// The increment per move.
    pub increment: Duration,
}

impl Clock {
    /// Parses `BASE` or `BASE+INCREMENT`, in seconds.
    ///
    /// # Errors
    /// The fault and a remedy.
    pub fn parse(text: &str) -> Result<Clock, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let seconds: Option<f64> = text.trim().parse().ok();
            // UCI has whole milliseconds.
            let milliseconds = seconds.map(|seconds| (seconds * 1000.0).round());
            milliseconds.filter(|time| (0.0..=1000.0 * MAX_SECONDS).contains(time))
        };
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if base > 0.0 => Ok(Clock {
                time: Duration::from_millis(base as u64),
                increment: Duration::from_millis(increment as u64),
            }),
            _ => Err(format!(
                "`{text}` is not a time control; write tc=10+0.1 for ten seconds and an increment of 0.1 s per move"
            )),
        }
    }

    /// Takes the time of a move off, and adds the increment.
    pub(crate) fn spend(&mut self, spent: Duration) {
        self.time = self.time.saturating_sub(spent) + self.increment;
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.time.as_secs_f64())?;
        if self.increment > Duration::ZERO {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl Serialize for Clock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_parsed_as_they_are_written() {
        for (text, base, increment) in [
            ("10+0.1", 10_000, 100),
            ("60", 60_000, 0),
            ("0.5+0.001", 500, 1),
        ] {
            let clock = Clock::parse(text).expect("a clock");
            let milliseconds = [clock.time, clock.increment].map(|time| time.as_millis());
            assert_eq!(milliseconds, [base, increment]);
            assert_eq!(clock.to_string(), text);
        }
        for wrong in [
            "", "0", "+1", "10+", "-1", "10+-1", "1e9", "nan", "10:00", "40/60",
        ] {
            assert!(Clock::parse(wrong).is_err(), "{wrong}");
        }
    }
}
