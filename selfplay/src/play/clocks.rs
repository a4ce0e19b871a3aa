//! The clocks of a game.

use crate::experiment::PlayerPlan;
use std::time::{Duration, Instant};
use tradewind_engine::Color;

/// By how much a player may overstep its time before it loses: less than a busy machine keeps it waiting.
const GRACE: Duration = Duration::from_millis(100);

/// What a player's clock shows, and what each of its moves adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockTime {
    /// The time left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// The clocks of both sides, White's first; a player may have none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks([Option<ClockTime>; 2]);

impl Clocks {
    /// As the players of White and Black begin a game.
    pub(super) fn of(players: [&PlayerPlan; 2]) -> Clocks {
        Clocks(players.map(|player| {
            player.clock.map(|clock| ClockTime {
                left: clock.base,
                increment: clock.increment,
            })
        }))
    }

    /// A side's clock.
    pub fn of_side(&self, side: Color) -> Option<ClockTime> {
        self.0[side.index()]
    }

    /// Notes that a side has thought since `begun`; tells whether it has overstepped its time.
    pub(super) fn stop(&mut self, side: Color, begun: Instant) -> bool {
        self.spend(side, begun.elapsed())
    }

    fn spend(&mut self, side: Color, spent: Duration) -> bool {
        let Some(clock) = &mut self.0[side.index()] else {
            return false;
        };
        let is_late = spent > clock.left + GRACE;
        clock.left = clock.left.saturating_sub(spent) + clock.increment;
        is_late
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Clock;

    #[test]
    fn a_clock_runs_down_and_gains_with_each_move() {
        let clock = Clock::read("1+0.2").expect("a clock");
        let timed = PlayerPlan {
            clock: Some(clock),
            ..PlayerPlan::default()
        };
        let mut clocks = Clocks::of([&timed, &PlayerPlan::default()]);
        let left = |clocks: &Clocks| {
            clocks
                .of_side(Color::White)
                .expect("a clock")
                .left
                .as_millis()
        };
        let milliseconds = Duration::from_millis;
        assert!(!clocks.spend(Color::White, milliseconds(700)));
        assert_eq!(left(&clocks), 500);
        assert!(!clocks.spend(Color::White, milliseconds(560)));
        assert_eq!(left(&clocks), 200);
        assert!(clocks.spend(Color::White, milliseconds(301)));
        assert!(!clocks.spend(Color::Black, milliseconds(100_000)));
    }
}
