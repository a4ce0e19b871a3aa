//! The clocks of a game.

use crate::experiment::PlayerPlan;
use std::time::Duration;
use tradewind_engine::Color;

/// What a player's clock shows, and what each of its moves adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockTime {
    /// The time left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// The time of both sides, White's first; a player may have none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks([SideTime; 2]);

/// A side's limits in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct SideTime {
    clock: Option<ClockTime>,
    movetime: Option<Duration>,
    /// By how much it may exceed them.
    margin: Duration,
}

impl Clocks {
    /// As the players of White and Black begin a game.
    pub(super) fn of(players: [&PlayerPlan; 2]) -> Clocks {
        Clocks(players.map(|player| SideTime {
            clock: player.clock.map(|clock| ClockTime {
                left: clock.base,
                increment: clock.increment,
            }),
            movetime: player.time(),
            margin: Duration::from_millis(player.time_margin()),
        }))
    }

    /// A side's clock.
    pub fn of_side(&self, side: Color) -> Option<ClockTime> {
        self.0[side.index()].clock
    }

    /// Notes how long a side took for a move.
    ///
    /// # Errors
    /// It took more time than it has, in words.
    pub(super) fn spend(&mut self, side: Color, spent: Duration) -> Result<(), String> {
        let time = &mut self.0[side.index()];
        let left = time.clock.map(|clock| clock.left);
        if let Some(clock) = &mut time.clock {
            clock.left = clock.left.saturating_sub(spent) + clock.increment;
        }
        match left.into_iter().chain(time.movetime).min() {
            Some(limit) if spent > limit + time.margin => Err(format!(
                "ran out of time: it took {} ms for a move and had {} ms, with a margin of {} ms",
                spent.as_millis(),
                limit.as_millis(),
                time.margin.as_millis()
            )),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Clock, EnginePlan};

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
        assert_eq!(clocks.spend(Color::White, milliseconds(700)), Ok(()));
        assert_eq!(left(&clocks), 500);
        assert_eq!(clocks.spend(Color::White, milliseconds(560)), Ok(()));
        assert_eq!(left(&clocks), 200);
        assert!(clocks.spend(Color::White, milliseconds(301)).is_err());
        assert_eq!(clocks.spend(Color::Black, milliseconds(100_000)), Ok(()));
    }

    #[test]
    fn a_time_for_each_move_is_held_within_the_margin() {
        let quick = PlayerPlan {
            movetime: Some(10),
            ..PlayerPlan::default()
        };
        let mut other = quick.clone();
        other.engine = Some(EnginePlan {
            time_margin: 340,
            ..EnginePlan::default()
        });
        let mut clocks = Clocks::of([&quick, &other]);
        let mut spend = |side, time| clocks.spend(side, Duration::from_millis(time));
        assert_eq!(spend(Color::White, 110), Ok(()));
        let fault = spend(Color::White, 111).expect_err("it is a millisecond too much");
        assert!(fault.contains("took 111 ms for a move and had 10 ms, with a margin of 100 ms"));
        assert_eq!(spend(Color::Black, 350), Ok(()));
        assert!(spend(Color::Black, 351).is_err());
    }
}
