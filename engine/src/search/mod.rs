//! Alpha-beta search for every rule set.
//!
//! [`Searcher`] runs iterative deepening (`root`) over principal variation search (`pvs`, `pruning`,
//! `moves_loop`) and quiescence search. `picker`, `history` and `see` order moves, `history` corrects
//! static evaluations, the `transposition` table stores results, and `time` stops the search. With a limit of nodes or depth the result is the same on every machine.

mod history;
mod moves_loop;
mod picker;
mod pruning;
mod pvs;
mod randomness;
mod repetition;
mod root;
mod score;
mod see;
#[cfg(test)]
mod soundness;
mod time;
mod transposition;
mod worker;

pub use crate::search_params::{SearchParam, SearchParams};
pub use score::Score;
pub use time::{Limits, MOVE_OVERHEAD};

use crate::by_width::{ByWidth, each_width, map_width, zip_width};
use crate::evaluation::network::PieceWorth;
use crate::evaluation::{Coefficient, Evaluator, Weights};
use crate::game::{Game, Rules};
use crate::moves::Move;
use crate::play::GameState;
use crate::tables::RuleTables;
use randomness::Randomness;
use std::sync::Arc;
use std::time::Duration;
use transposition::TranspositionTable;
use worker::{Learned, Settings};

/// The searches of `tradewind bench --signature`, a line each: rule set, `search`, depth and nodes.
/// The last line has their total.
const BENCH: &str = include_str!(concat!(env!("TRADEWIND_DATA"), "/reference/bench.txt"));

/// The lines of `tradewind bench --signature`, as this version of the search must print them.
pub fn searches() -> impl Iterator<Item = &'static str> {
    BENCH.lines()
}

/// The signature of the search: the number of nodes that `tradewind bench --signature` visits. It
/// changes with the search and the evaluation.
pub fn signature() -> &'static str {
    let total = BENCH.lines().find_map(|line| line.strip_prefix("total "));
    total.unwrap_or(BENCH)
}

/// The maximum of noise and temperature, in centipawns.
const MAX_RANDOMNESS: u32 = 10_000;
/// The maximum number of threads of a search.
pub const MAX_THREADS: usize = 256;

/// The result of a search.
#[non_exhaustive]
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
    /// The share of the transposition table that this search has filled, in permille; 0 below 1,000
    /// nodes.
    pub hashfull: u32,
}

impl SearchInfo {
    /// The best move.
    pub fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }
}

/// The sense in which a position is quiet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quiet {
    /// Neither side threatens anything: quiescence search returns the static evaluation, for the
    /// side to move and, after a null move, for the other.
    ForBoth,
    /// The move that was played changes no material, whatever is threatened.
    Before(Move),
}

/// Searches positions of one rule set. Its transposition table and move statistics carry over from
/// one search to the next; [`Searcher::clear`] empties them.
///
/// # Panics
/// The methods that take a [`Game`] panic if it is a game of other rules.
#[derive(Debug)]
pub struct Searcher(ByWidth<SizedSearcher<1>, SizedSearcher<2>, SizedSearcher<4>>);

/// A searcher for boards of `W` words.
#[derive(Debug)]
struct SizedSearcher<const W: usize> {
    evaluator: Evaluator<W>,
    tt: TranspositionTable,
    learned: Learned,
    settings: Settings,
    /// The number of root moves that are searched for a score and a principal variation.
    multi_pv: usize,
    /// The statistics of the helper threads.
    helpers: Vec<Learned>,
}

/// Evaluates an expression with the searcher and a game of its rules.
macro_rules! with_game {
    ($searcher:expr, $play:expr, $sized:ident, $line:ident => $result:expr) => {
        zip_width!($searcher, &$play.0, $sized, $line => {
            $sized.check_rules($line);
            $result
        })
        .expect(OTHER_RULES)
    };
}

const OTHER_RULES: &str = "a searcher searches games of its own rules";

impl Searcher {
    /// A searcher with these weights and a transposition table of about `megabytes`.
    pub fn new(rules: &Rules, weights: &Weights, megabytes: f64) -> Searcher {
        Searcher(map_width!(&rules.0, tables => SizedSearcher::new(tables, weights, megabytes)))
    }

    /// Clears the transposition table and the move statistics: the next search does not depend on
    /// earlier ones.
    pub fn clear(&mut self) {
        each_width!(&mut self.0, sized => {
            sized.tt.clear();
            let piece_tos = sized.evaluator.rules.reach.len();
            sized.learned = Learned::new(piece_tos);
            sized.helpers.fill_with(|| Learned::new(piece_tos));
        });
    }

    /// Adds noise of up to `max_cp` centipawns to every static evaluation. It is a function of
    /// position and seed, so that players that would repeat a game play different ones.
    pub fn set_noise(&mut self, max_cp: u32, seed: u64) {
        let cp = max_cp.min(MAX_RANDOMNESS);
        each_width!(&mut self.0, sized => sized.settings.noise = Randomness { cp, seed });
    }

    /// Samples the move to play with probabilities in proportion to `exp(score / cp)`. The sample
    /// is a function of position and seed. At 0 the best move is played.
    pub fn set_temperature(&mut self, cp: u32, seed: u64) {
        let cp = cp.min(MAX_RANDOMNESS);
        each_width!(&mut self.0, sized => sized.settings.temperature = Randomness { cp, seed });
    }

    /// Sets the search parameters; those of the weights are the default.
    pub fn set_params(&mut self, params: SearchParams) {
        each_width!(&mut self.0, sized => sized.settings.params = params);
    }

    /// Sets the number of best root moves that are searched for scores and principal variations; at
    /// least 1.
    pub fn set_multi_pv(&mut self, lines: usize) {
        each_width!(&mut self.0, sized => sized.multi_pv = lines.max(1));
    }

    /// Sets the number of threads, at least 1. With more than one, results differ from search to
    /// search.
    pub fn set_threads(&mut self, threads: usize) {
        each_width!(&mut self.0, sized => {
            let piece_tos = sized.evaluator.rules.reach.len();
            let helpers = threads.clamp(1, MAX_THREADS) - 1;
            sized.helpers.resize_with(helpers, || Learned::new(piece_tos));
        });
    }

    /// Searches the position of a game. `on_depth` is called after every completed depth, for each
    /// of the best lines; the result is the first line.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        mut on_depth: impl FnMut(&SearchInfo),
    ) -> SearchInfo {
        self.search_dyn(game, limits, &mut on_depth)
    }

    /// As [`Searcher::search`], which other crates compile again for each closure.
    fn search_dyn(
        &mut self,
        game: &Game,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&SearchInfo),
    ) -> SearchInfo {
        with_game!(&mut self.0, game, sized, line => sized.search(line, limits, on_depth))
    }

    /// The static evaluation in centipawns for the side to move; `None` if it is in check, or the
    /// position is not quiet.
    pub fn quiet_static_eval(&mut self, game: &Game, quiet: Quiet) -> Option<i32> {
        with_game!(&mut self.0, game, sized, line => sized.quiet_static_eval(line, quiet))
    }

    /// The static evaluation in centipawns for the side to move.
    pub fn static_eval(&self, game: &Game) -> i32 {
        with_game!(&self.0, game, sized, line => {
            score::bounded(sized.evaluator.evaluate(&line.position))
        })
    }

    /// The values of the pieces of a position by the network; none unless a network alone is the
    /// evaluation.
    pub fn piece_worth(&self, game: &Game) -> Vec<PieceWorth> {
        with_game!(&self.0, game, sized, line => sized.evaluator.piece_worth(&line.position))
    }

    /// The nonzero coefficients of a position's linear evaluation, and its phase: the share of a
    /// full board's pieces that is on the board. For White, the evaluation is the sum of count ×
    /// (phase × middlegame + (1 − phase) × endgame), apart from rounding.
    pub fn trace(&self, game: &Game) -> (Vec<Coefficient>, f64) {
        with_game!(&self.0, game, sized, line => sized.evaluator.trace(&line.position))
    }
}

impl<const W: usize> SizedSearcher<W> {
    fn new(rules: &Arc<RuleTables<W>>, weights: &Weights, megabytes: f64) -> SizedSearcher<W> {
        SizedSearcher {
            evaluator: Evaluator::new(rules, weights),
            tt: TranspositionTable::new(megabytes),
            learned: Learned::new(rules.reach.len()),
            settings: Settings {
                params: weights.search,
                ..Settings::default()
            },
            multi_pv: 1,
            helpers: Vec::new(),
        }
    }

    /// Panics if a game is of other rules.
    #[inline]
    fn check_rules(&self, line: &GameState<W>) {
        let own = &self.evaluator.rules;
        let is_own = Arc::ptr_eq(own, &line.rules)
            || own.spec.fingerprint_text() == line.rules.spec.fingerprint_text();
        assert!(is_own, "{OTHER_RULES}");
    }
}
