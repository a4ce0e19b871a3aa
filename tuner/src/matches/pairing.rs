//! Playing the pairs of a match.

use super::sprt::{Sprt, Verdict};
use super::tally::Tally;
use crate::experiment::PlayerPlan;
use crate::openings::Openings;
use crate::player::Player;
use crate::pool::Pool;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::{Color, Game, Outcome};

/// One of the two players.
#[derive(Clone, Debug)]
pub struct Side {
    /// What limits its search.
    pub plan: PlayerPlan,
    /// Its weights.
    pub weights: Weights,
}

/// A match: everything that decides its games.
#[derive(Clone, Debug)]
pub struct Match<'g> {
    /// The game that is played.
    pub game: &'g Game,
    /// The two players.
    pub sides: [Side; 2],
    /// The most pairs to play.
    pub pairs: u64,
    /// The test that may end it sooner.
    pub sprt: Option<Sprt>,
    /// Where its openings come from; the first player judges them.
    pub openings: Openings<'g>,
    /// The ply at which a game is given up; it then counts as drawn.
    pub ply_cap: u32,
}

impl Side {
    fn player(&self, game: &Game) -> Player {
        Player::new(game, &self.weights, &self.plan)
    }
}

impl Match<'_> {
    /// Plays until the test decides, the pairs are played, or `stop` is set. Pairs count in the
    /// order of their numbers, so the result does not depend on the number of threads. `report`
    /// hears of the tally after each pair.
    pub fn play(&self, stop: &AtomicBool, mut report: impl FnMut(&Tally)) -> Tally {
        let [first, second] =
            [0, 1].map(|at: usize| Pool::new(move || self.sides[at].player(self.game)));
        let mut tally = Tally::default();
        let at_once = 2 * rayon::current_num_threads() as u64;
        let mut next = 0;
        while next < self.pairs && !stop.load(Ordering::Relaxed) {
            let last = (next + at_once).min(self.pairs);
            let results: Vec<Option<PairResult>> = (next..last)
                .into_par_iter()
                .map(|pair| {
                    first.with(|first| second.with(|second| self.pair([first, second], pair, stop)))
                })
                .collect();
            for result in results {
                let Some(result) = result else {
                    return tally;
                };
                tally.add(result.points[0], result.points[1]);
                tally.unfinished += result.unfinished;
                report(&tally);
                let verdict = self.sprt.map(|sprt| sprt.verdict(&tally));
                if verdict.is_some_and(|verdict| verdict != Verdict::Open) {
                    return tally;
                }
            }
            next = last;
        }
        tally
    }

    /// Plays pair `number`; `None` when it was stopped.
    fn pair(
        &self,
        mut players: [&mut Player; 2],
        number: u64,
        stop: &AtomicBool,
    ) -> Option<PairResult> {
        let opening = self.openings.of_pair(players[0], number).play;
        let mut result = PairResult::default();
        for first_is in Color::BOTH {
            let mut play = opening.clone();
            let seed = self
                .openings
                .seed
                .wrapping_add(2 * number + first_is.index() as u64);
            for player in &mut players {
                player.begin_game(seed);
            }
            while play.over().is_none() && play.ply() < self.ply_cap {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let mover = usize::from(play.side() != first_is);
                let Some(one) = players[mover].choose(&play) else {
                    break;
                };
                play.play(one);
            }
            result.points[first_is.index()] = match play.over() {
                Some((Outcome::Win(winner), _)) if winner == first_is => 2,
                Some((Outcome::Win(_), _)) => 0,
                Some((Outcome::Draw, _)) => 1,
                None => {
                    result.unfinished += 1;
                    1
                }
            };
        }
        Some(result)
    }
}

/// The half points of the first player in the two games of a pair.
#[derive(Clone, Copy, Debug, Default)]
struct PairResult {
    points: [usize; 2],
    unfinished: u64,
}
