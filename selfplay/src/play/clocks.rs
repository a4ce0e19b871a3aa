//! The clocks of a game.

use crate::experiment::{Clock, PlayerPlan};
use std::time::Duration;
use tradewind_engine::Color;

/// The time limits of White and Black; a player may have none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clocks([TimeLimit; 2]);

#[derive(Clone, Copy, Debug, Default)]
struct TimeLimit {
    /// The time left, and the increment.
    clock: Option<Clock>,
    movetime: Option<Duration>,
    /// The time by which the limits may be exceeded.
    margin: Duration,
}

impl Clocks {
    /// The clocks at the start of a game between the players of White and Black.
    pub(super) fn of(players: [&PlayerPlan; 2]) -> Clocks {
        Clocks(players.map(|player| TimeLimit {
            clock: player.clock,
            movetime: player.time(),
            margin: Duration::from_millis(player.time_margin()),
        }))
    }

    /// A side's clock.
    pub(super) fn of_side(&self, side: Color) -> Option<Clock> {
        self.0[side.index()].clock
    }

    /// Takes the time of a move off a side's clock. An error says that it has exceeded its time.
    pub(super) fn spend(&mut self, side: Color, spent: Duration) -> Result<(), String> {
        let time = &mut self.0[side.index()];
        let left = time.clock.map(|clock| clock.time);
        if let Some(clock) = &mut time.clock {
            clock.spend(spent);
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
    use crate::experiment::EnginePlan;

    #[test]
    fn clocks_run_down_and_gain_an_increment() {
        let clock = Clock::parse("1+0.2").expect("a clock");
        let timed = PlayerPlan {
            clock: Some(clock),
            ..PlayerPlan::default()
        };
        let mut clocks = Clocks::of([&timed, &PlayerPlan::default()]);
        let left = |clocks: &Clocks| {
            clocks
                .of_side(Color::White)
                .expect("a clock")
                .time
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
    fn movetime_may_be_exceeded_by_the_margin() {
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
