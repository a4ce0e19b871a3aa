//! The built-in player: this program's search with the limits of a plan.

use super::clocks::Clocks;
use crate::experiment::PlayerPlan;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, MOVE_OVERHEAD, Searcher};
use tradewind_engine::{Game, Move, Rules};

/// A built-in player. It is cleared before each game, so that games do not depend on each other.
#[derive(Debug)]
pub(super) struct BuiltInPlayer {
    searcher: Searcher,
    limits: Limits,
    plan: PlayerPlan,
    /// The seed of this game.
    seed: u64,
}

/// A move that a player has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub mv: Move,
    /// The player's score of the position, in centipawns for its side; `None` if an engine gives
    /// none.
    pub score: Option<i32>,
    /// The completed depth of its search in plies; `None` without one, or if an engine gives none.
    pub depth: Option<u8>,
}

impl BuiltInPlayer {
    /// A player. Once `stop` is set, its searches end at once and their results are meaningless.
    pub(super) fn new(
        rules: &Rules,
        weights: &Weights,
        plan: &PlayerPlan,
        stop: &Arc<AtomicBool>,
    ) -> BuiltInPlayer {
        let limits = Limits {
            nodes: plan.nodes,
            depth: plan.depth,
            time: plan.time(),
            soft_time: None,
            stop: Some(Arc::clone(stop)),
            root_moves: Vec::new(),
        };
        let mut searcher = Searcher::new(rules, weights, memory(plan));
        let mut params = weights.search;
        for (name, value) in &plan.search {
            // Plans are checked when they are read.
            let set = params.set(name, *value);
            debug_assert_eq!(set, Ok(()));
        }
        searcher.set_params(params);
        BuiltInPlayer {
            searcher,
            limits,
            plan: plan.clone(),
            seed: 0,
        }
    }

    /// Clears the search and sets the seed of a game.
    pub(super) fn begin_game(&mut self, seed: u64) {
        self.searcher.clear();
        self.searcher.set_noise(self.plan.noise, seed);
        self.seed = seed;
    }

    /// The move that it plays at a ply of the game; `None` if there is none.
    pub(super) fn choose(&mut self, game: &Game, ply: u32, clocks: &Clocks) -> Option<Choice> {
        let last = self.plan.temperature_plies.unwrap_or(u32::MAX);
        let temperature = if ply < last { self.plan.temperature } else { 0 };
        self.searcher.set_temperature(temperature, self.seed);
        let mut limits = self.limits.clone();
        if let Some(clock) = clocks.of_side(game.side()) {
            let [left, increment] =
                [clock.time, clock.increment].map(|time| time.as_millis() as u64);
            let clock = Limits::of_clock(left, increment, None, MOVE_OVERHEAD);
            // A limit per move applies as well.
            limits.time = limits.time.into_iter().chain(clock.time).min();
            limits.soft_time = clock.soft_time;
        }
        let found = self.searcher.search(game, &limits, |_| {});
        Some(Choice {
            mv: found.best_move()?,
            score: Some(found.score.cp()),
            depth: u8::try_from(found.depth).ok().filter(|depth| *depth > 0),
        })
    }

    /// The score of a position, in centipawns for the side to move.
    pub(super) fn score(&mut self, game: &Game) -> i32 {
        self.searcher.set_temperature(0, 0);
        self.searcher.search(game, &self.limits, |_| {}).score.cp()
    }
}

/// The size of the transposition table in megabytes. It is cleared for every game, and so small.
fn memory(plan: &PlayerPlan) -> f64 {
    match plan.nodes {
        Some(nodes) => (nodes as f64 * 2e-3).clamp(0.125, 64.0),
        None => 8.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(rules: &Rules, plan: PlayerPlan) -> BuiltInPlayer {
        let stop = Arc::new(AtomicBool::new(false));
        BuiltInPlayer::new(rules, &Weights::of(rules.spec()), &plan, &stop)
    }

    fn chosen(depth: u32, rules: &str, position: &str) -> String {
        let rules = Rules::load(rules, &[]).unwrap_or_else(|fault| panic!("{fault}"));
        let game = rules
            .parse(position)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let plan = PlayerPlan {
            depth: Some(depth),
            ..PlayerPlan::default()
        };
        let choice = player(&rules, plan).choose(&game, 0, &Clocks::default());
        game.move_text(choice.expect("there is a move").mv)
    }

    #[test]
    fn it_takes_the_most_valuable_piece() {
        let position = "4,k,3/8/8/2,q,1,r,3/3,P,4/8/8/7,K w - 0";
        assert_eq!(chosen(2, "chess", position), "d4c5");
    }

    #[test]
    fn it_sees_that_a_capture_is_answered() {
        let position = "4,k,3/8/1,p,6/2,p,5/8/8/8/2,Q,1,K,3 w - 0";
        assert_ne!(chosen(2, "chess", position), "c1c5");
    }

    #[test]
    fn it_takes_a_royal_before_anything_else() {
        let position = "10/10/10/10/10/3,ge,1,k,4/4,P,5/10/10/4,K,5 w - 0";
        assert_eq!(chosen(1, "scirocco-2009", position), "e4f5");
    }

    #[test]
    fn its_temperature_ends_when_the_plan_says() {
        let rules = Rules::load("chess", &[]).expect("chess");
        let game = rules.start(0).expect("array 0");
        let first_moves = |temperature_plies| {
            let plan = PlayerPlan {
                depth: Some(1),
                temperature: 100,
                temperature_plies,
                ..PlayerPlan::default()
            };
            let mut player = player(&rules, plan);
            let mut moves = Vec::new();
            for number in 0..20 {
                player.begin_game(number);
                let choice = player.choose(&game, 0, &Clocks::default());
                moves.push(choice.expect("there is a move").mv);
            }
            moves.dedup();
            moves.len()
        };
        assert!(first_moves(None) > 5 && first_moves(Some(1)) > 5);
        assert_eq!(first_moves(Some(0)), 1);
    }
}
