//! The clocks, as the other program has set them.

use tradewind_engine::search::{Limits, MoveTime};

/// The time for a move when nothing was said of time, in milliseconds.
const MOVE_TIME: u64 = 1_000;

/// The clocks, in milliseconds.
#[derive(Clone, Copy, Default)]
pub struct XboardClocks {
    /// How many moves a period has; 0 when the time is for the whole game.
    moves: u64,
    increment: u64,
    /// What is left of the program's own time.
    pub left: Option<u64>,
    /// So much for every move.
    exactly: Option<u64>,
    pub depth: Option<u32>,
}

impl XboardClocks {
    /// So many seconds for every move.
    pub fn exactly(seconds: u64) -> XboardClocks {
        XboardClocks {
            exactly: Some(seconds.saturating_mul(1_000)),
            ..XboardClocks::default()
        }
    }

    /// `level MOVES MINUTES[:SECONDS] INCREMENT`; `None` when that is not what the text has.
    pub fn level(text: &str) -> Option<XboardClocks> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [moves, base, increment] = words[..] else {
            return None;
        };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let minutes: u64 = minutes.parse().ok()?;
        let left = minutes
            .checked_mul(60)?
            .checked_add(seconds.parse().ok()?)?;
        let increment: f64 = increment.parse().ok()?;
        Some(XboardClocks {
            moves: moves.parse().ok()?,
            increment: (increment.clamp(0.0, 1e6) * 1_000.0) as u64,
            left: Some(left.saturating_mul(1_000)),
            ..XboardClocks::default()
        })
    }

    /// What the search of a move may take when so many plies are played.
    pub fn limits(&self, plies: usize) -> Limits {
        let time = match (self.exactly, self.left) {
            (Some(time), _) => MoveTime::exactly(time),
            (None, Some(left)) => {
                let played = plies as u64 / 2;
                let to_go = (self.moves > 0).then(|| self.moves - played % self.moves);
                MoveTime::of_clock(left, self.increment, to_go)
            }
            (None, None) if self.depth.is_some() => MoveTime::default(),
            (None, None) => MoveTime::exactly(MOVE_TIME),
        };
        Limits {
            depth: self.depth,
            time: time.maximum,
            soft_time: time.optimum,
            ..Limits::default()
        }
    }
}
