//! How long to think.

use super::command::Go;
use std::time::Duration;

/// Time lost between two programs, in milliseconds.
const OVERHEAD: u64 = 30;
/// How many moves the time left must last when nothing is said about it.
const MOVES: u64 = 30;
/// The longest that makes a difference: a year.
const LONGEST: u64 = 365 * 24 * 3600 * 1000;

/// How long a search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Time {
    /// About when the search ends: sooner or later as the best move stays the same or not.
    pub optimum: Option<Duration>,
    /// The search ends then, whatever it is doing.
    pub maximum: Option<Duration>,
}

impl Time {
    /// The time for a move of a side (0 White, 1 Black).
    pub fn of(go: &Go, side: usize) -> Time {
        let duration = |time: u64| Some(Duration::from_millis(time.clamp(1, LONGEST)));
        if let Some(time) = go.move_time {
            return Time {
                optimum: None,
                maximum: duration(time),
            };
        }
        let Some(time) = go.time[side].or(go.time[1 - side]) else {
            return Time::default();
        };
        let left = time.min(LONGEST).saturating_sub(OVERHEAD);
        let moves = go.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
        // Something must remain for the moves to come.
        let share = if moves == 1 { left } else { left / 2 };
        let share_of_move = left / moves + go.increment[side].min(LONGEST) / 4 * 3;
        Time {
            // A depth that is begun before is finished after it.
            optimum: duration(share_of_move.min(share) * 6 / 10),
            maximum: duration((share_of_move * 3).min(share)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(go: Go) -> (Option<u128>, Option<u128>) {
        let time = Time::of(&go, 0);
        let whole = |time: Option<Duration>| time.map(|time| time.as_millis());
        (whole(time.optimum), whole(time.maximum))
    }

    #[test]
    fn the_time_left_is_never_overdrawn() {
        for left in [0, 1, 29, 40, 100, 1000, 60_000, u64::MAX] {
            for increment in [0, 100, 10_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let (optimum, maximum) = milliseconds(Go {
                        time: [Some(left), None],
                        increment: [increment, 0],
                        moves_to_go,
                        ..Go::default()
                    });
                    let (optimum, maximum) = (optimum.expect("a limit"), maximum.expect("a limit"));
                    let bound = left.saturating_sub(OVERHEAD).clamp(1, LONGEST);
                    assert!(optimum <= maximum && maximum <= u128::from(bound), "{left}");
                }
            }
        }
    }

    #[test]
    fn a_time_for_the_move_is_used_up() {
        let go = Go {
            move_time: Some(250),
            time: [Some(10), Some(10)],
            ..Go::default()
        };
        assert_eq!(milliseconds(go), (None, Some(250)));
        assert_eq!(milliseconds(Go::default()), (None, None));
    }
}
