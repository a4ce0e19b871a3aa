//! How long to think.

use super::command::Go;
use tradewind_engine::search::MoveTime;

/// The time for a move of a side (0 White, 1 Black).
pub fn time_of(go: &Go, side: usize) -> MoveTime {
    if let Some(time) = go.move_time {
        return MoveTime::exactly(time);
    }
    match go.time[side].or(go.time[1 - side]) {
        Some(left) => MoveTime::of_clock(left, go.increment[side], go.moves_to_go),
        None => MoveTime::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_time_for_the_move_is_used_up() {
        let go = Go {
            move_time: Some(250),
            time: [Some(10), Some(10)],
            ..Go::default()
        };
        let time = time_of(&go, 0);
        assert_eq!(
            (time.optimum, time.maximum),
            (None, Some(Duration::from_millis(250)))
        );
        assert_eq!(time_of(&Go::default(), 0), MoveTime::default());
    }
}
