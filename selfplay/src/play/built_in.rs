//! The player of an experiment: the engine's search with its limits.

use super::clocks::Clocks;
use crate::experiment::PlayerPlan;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, MoveTime, Searcher};
use tradewind_engine::{Game, Move, Play};

/// A player. It forgets everything between games, so that a game does not depend on those played
/// before it.
#[derive(Debug)]
pub struct BuiltInPlayer {
    searcher: Searcher,
    limits: Limits,
    plan: PlayerPlan,
    /// What the chance of this game follows from.
    seed: u64,
}

/// A move that a player has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub one: Move,
    /// What it says the position is worth to its side, in centipawns; wins beyond all
    /// others. A player from elsewhere may not say.
    pub score: Option<i32>,
}

impl BuiltInPlayer {
    /// A player as an experiment plans it. Once `stop` is set, its searches end at once and mean
    /// nothing.
    pub fn new(
        game: &Game,
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
        let mut searcher = Searcher::new(game, weights, memory(plan));
        let mut params = weights.search;
        for (name, value) in &plan.search {
            // What a plan holds was checked when it was read.
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

    /// Forgets the last game; the chance in the next follows from a number.
    pub fn begin_game(&mut self, number: u64) {
        self.searcher.clear();
        self.searcher.set_noise(self.plan.noise, number);
        self.seed = number;
    }

    /// The move that it plays; `None` when there is none.
    pub fn choose(&mut self, play: &Play) -> Option<Choice> {
        self.choose_by(play, play.ply(), &Clocks::default())
    }

    /// The move that it plays after so many plies of the game, by what the clocks show; `None` when there is none.
    pub fn choose_by(&mut self, play: &Play, ply: u32, clocks: &Clocks) -> Option<Choice> {
        let last = self.plan.temperature_plies.unwrap_or(u32::MAX);
        let temperature = if ply < last { self.plan.temperature } else { 0 };
        self.searcher.set_temperature(temperature, self.seed);
        let mut limits = self.limits.clone();
        if let Some(clock) = clocks.of_side(play.side()) {
            let [left, increment] =
                [clock.left, clock.increment].map(|time| time.as_millis() as u64);
            let time = MoveTime::of_clock(left, increment, None);
            // A time for the move holds as well.
            limits.time = limits.time.into_iter().chain(time.maximum).min();
            limits.soft_time = time.optimum;
        }
        let found = self.searcher.search(play, &limits, |_| {});
        Some(Choice {
            one: found.best_move()?,
            score: Some(found.score.cp()),
        })
    }

    /// What a position is worth to the side to move, in centipawns.
    pub fn worth(&mut self, play: &Play) -> i32 {
        self.searcher.set_temperature(0, 0);
        self.searcher.search(play, &self.limits, |_| {}).score.cp()
    }
}

/// Megabytes for the positions of a few moves: what is cleared for every game should be small.
fn memory(plan: &PlayerPlan) -> f64 {
    match plan.nodes {
        Some(nodes) => (nodes as f64 * 2e-3).clamp(0.125, 64.0),
        None => 8.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(game: &Game, plan: PlayerPlan) -> BuiltInPlayer {
        let stop = Arc::new(AtomicBool::new(false));
        BuiltInPlayer::new(game, &Weights::of(game.spec()), &plan, &stop)
    }

    fn chosen(depth: u32, rules: &str, position: &str) -> String {
        let game = Game::load(rules, &[]).unwrap_or_else(|fault| panic!("{fault}"));
        let play = game
            .parse(position)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let plan = PlayerPlan {
            depth: Some(depth),
            ..PlayerPlan::default()
        };
        let choice = player(&game, plan).choose(&play);
        play.move_text(choice.expect("there is a move").one)
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
        let game = Game::load("chess", &[]).expect("chess");
        let play = game.start(0).expect("array 0");
        let first_moves = |temperature_plies| {
            let plan = PlayerPlan {
                depth: Some(1),
                temperature: 100,
                temperature_plies,
                ..PlayerPlan::default()
            };
            let mut player = player(&game, plan);
            let mut moves = Vec::new();
            for number in 0..20 {
                player.begin_game(number);
                moves.push(player.choose(&play).expect("there is a move").one);
            }
            moves.dedup();
            moves.len()
        };
        assert!(first_moves(None) > 5 && first_moves(Some(1)) > 5);
        assert_eq!(first_moves(Some(0)), 1);
    }
}
