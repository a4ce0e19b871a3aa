//! Alpha-beta search for every game.
//!
//! [`Searcher`] runs iterative deepening (`iterative_deepening`, `root`) over principal variation
//! search (`pvs`, `pruning`, `moves_loop`, `reductions`) and `quiescence`. Moves are ordered by `picker`,
//! `history` and `see`, static evaluations are corrected by `correction`, results are
//! stored in the `transposition` table, and `time` stops the search. With a limit of nodes or depth
//! the result is the same on every machine.

mod correction;
mod extensions;
mod history;
mod iterative_deepening;
mod move_pruning;
mod moves_loop;
mod picker;
mod pruning;
mod pvs;
mod quiescence;
mod randomness;
mod reductions;
mod repetition;
mod root;
mod score;
mod see;
#[cfg(test)]
mod soundness;
mod time;
mod transposition;
mod worker;

pub use crate::search_params::{RENAMED_PARAMS, SearchParam, SearchParams};
pub use score::Score;
pub use time::{Limits, MoveTime};

use crate::each_size::each_size;
use crate::evaluation::network::PieceWorth;
use crate::evaluation::{Coefficient, Evaluator, Weights};
use crate::game::{AnyLine, AnyRules, Game, Play};
use crate::moves::Move;
use crate::tables::Rules;
use randomness::{Noise, Temperature};
use std::sync::Arc;
use std::time::Duration;
use transposition::TranspositionTable;
use worker::Learned;

/// The maximum of noise and temperature, in centipawns.
const MAX_RANDOMNESS: u32 = 10_000;
/// The maximum number of threads of a search.
pub const MAX_THREADS: usize = 256;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    /// The principal variation; empty if there is no legal move.
    pub pv: Vec<Move>,
    /// The score for the side to move.
    pub score: Score,
    /// The last completed depth, in plies.
    pub depth: u32,
    /// The selective depth: the maximum distance of a node from the root.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// The number of the line among the best, from 1.
    pub multi_pv: u32,
}

impl SearchInfo {
    /// The best move.
    pub fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }
}

/// In what sense a position is quiet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quiet {
    /// Neither side threatens anything: quiescence search says the same as the evaluation, for the side to move and, as if
    /// it had passed, for the other.
    ForBoth,
    /// The move that was played in it changes no material, whatever is threatened.
    Before(Move),
}

/// Searches positions of one rule set. Its transposition table and move statistics carry over from
/// one search to the next; [`Searcher::clear`] empties them.
#[derive(Debug)]
pub struct Searcher(AnySearcher);

#[derive(Debug)]
enum AnySearcher {
    One(SizedSearcher<1>),
    Two(SizedSearcher<2>),
    Three(SizedSearcher<3>),
}

/// A searcher for boards of `W` words.
#[derive(Debug)]
struct SizedSearcher<const W: usize> {
    rules: Arc<Rules<W>>,
    evaluator: Evaluator<W>,
    tt: TranspositionTable,
    learned: Learned,
    noise: Noise,
    temperature: Temperature,
    params: SearchParams,
    /// How many root moves are searched for a score and a principal variation.
    multi_pv: usize,
    /// What the other threads of a search have learned.
    helpers: Vec<Learned>,
}

/// Evaluates an expression with the searcher and the game of the same size of board.
macro_rules! with_game {
    ($searcher:expr, $play:expr, $sized:ident, $line:ident => $result:expr) => {
        match ($searcher, &$play.0) {
            (AnySearcher::One($sized), AnyLine::One($line)) => $result,
            (AnySearcher::Two($sized), AnyLine::Two($line)) => $result,
            (AnySearcher::Three($sized), AnyLine::Three($line)) => $result,
            _ => panic!("a searcher and a game of different boards"),
        }
    };
}

impl Searcher {
    /// A searcher with these weights and a transposition table of about `megabytes`.
    pub fn new(game: &Game, weights: &Weights, megabytes: f64) -> Searcher {
        Searcher(match &game.0 {
            AnyRules::One(rules) => AnySearcher::One(SizedSearcher::new(rules, weights, megabytes)),
            AnyRules::Two(rules) => AnySearcher::Two(SizedSearcher::new(rules, weights, megabytes)),
            AnyRules::Three(rules) => {
                AnySearcher::Three(SizedSearcher::new(rules, weights, megabytes))
            }
        })
    }

    /// Clears the transposition table and the move statistics: the next search does not depend on
    /// earlier ones.
    pub fn clear(&mut self) {
        each_size!(AnySearcher, &mut self.0, sized => {
            sized.tt.clear();
            sized.learned.clear();
            sized.helpers.iter_mut().for_each(Learned::clear);
        });
    }

    /// Adds noise of up to `max_cp` centipawns to every static evaluation. It is a function of
    /// position and seed, so that players that would repeat a game play different ones.
    pub fn set_noise(&mut self, max_cp: u32, seed: u64) {
        let max_cp = max_cp.min(MAX_RANDOMNESS);
        each_size!(AnySearcher, &mut self.0, sized => sized.noise = Noise { max_cp, seed });
    }

    /// Samples the move to play with probabilities in proportion to `exp(score / cp)`. The sample is a
    /// function of position and seed. At 0 the best move is played.
    pub fn set_temperature(&mut self, cp: u32, seed: u64) {
        let cp = cp.min(MAX_RANDOMNESS);
        each_size!(AnySearcher, &mut self.0, sized => sized.temperature = Temperature { cp, seed });
    }

    /// Sets the search parameters, which are those of the weights before.
    pub fn set_params(&mut self, params: SearchParams) {
        each_size!(AnySearcher, &mut self.0, sized => sized.params = params);
    }

    /// Searches the best `lines` moves of the root for scores and principal variations, 1 at least.
    pub fn set_multi_pv(&mut self, lines: usize) {
        each_size!(AnySearcher, &mut self.0, sized => sized.multi_pv = lines.max(1));
    }

    /// Searches with so many threads, 1 at least. With more than one, results differ from search to search.
    pub fn set_threads(&mut self, threads: usize) {
        each_size!(AnySearcher, &mut self.0, sized => {
            let piece_tos = sized.rules.reach.len();
            let helpers = threads.clamp(1, MAX_THREADS) - 1;
            sized.helpers.resize_with(helpers, || Learned::new(piece_tos));
        });
    }

    /// Searches a position with its game. `on_depth` is called after every completed depth, for each of the
    /// lines searched; the result is the first line.
    ///
    /// # Panics
    /// The game is of another rule set's size of board.
    pub fn search(
        &mut self,
        play: &Play,
        limits: &Limits,
        mut on_depth: impl FnMut(&SearchInfo),
    ) -> SearchInfo {
        with_game!(&mut self.0, play, sized, line => sized.search(line, limits, &mut on_depth))
    }

    /// The static evaluation in centipawns for the side to move, if the position is quiet: `None` if
    /// it is in check, or not quiet in that sense.
    ///
    /// # Panics
    /// The game is of another rule set's size of board.
    pub fn quiet_static_eval(&mut self, play: &Play, quiet: Quiet) -> Option<i32> {
        with_game!(&mut self.0, play, sized, line => sized.quiet_static_eval(line, quiet))
    }

    /// The static evaluation in centipawns for the side to move.
    ///
    /// # Panics
    /// The game is of another rule set's size of board.
    pub fn static_eval(&self, play: &Play) -> i32 {
        with_game!(&self.0, play, sized, line => {
            score::bounded(sized.evaluator.evaluate(&sized.rules, &line.position))
        })
    }

    /// What the pieces of a position are worth to the network; nothing where none is the evaluation.
    ///
    /// # Panics
    /// The position is of another game.
    pub fn piece_worth(&self, play: &Play) -> Vec<PieceWorth> {
        with_game!(&self.0, play, sized, line => sized.evaluator.piece_worth(&line.position))
    }

    /// The coefficients of a position's evaluation, as [`Evaluator::trace`] gives them.
    ///
    /// # Panics
    /// The game is of another rule set's size of board.
    pub fn trace(&self, play: &Play) -> (Vec<Coefficient>, f64) {
        with_game!(&self.0, play, sized, line => {
            sized.evaluator.trace(&sized.rules, &line.position)
        })
    }
}

impl<const W: usize> SizedSearcher<W> {
    fn new(rules: &Arc<Rules<W>>, weights: &Weights, megabytes: f64) -> SizedSearcher<W> {
        SizedSearcher {
            evaluator: Evaluator::new(rules, weights),
            tt: TranspositionTable::new(megabytes),
            learned: Learned::new(rules.reach.len()),
            noise: Noise::default(),
            temperature: Temperature::default(),
            params: weights.search,
            multi_pv: 1,
            helpers: Vec::new(),
            rules: Arc::clone(rules),
        }
    }
}
