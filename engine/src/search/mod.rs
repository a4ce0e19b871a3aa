//! Looking ahead: a principal variation search for every game.
//!
//! [`Searcher`] deepens one ply at a time (`deepening`), searches a node with `node` and its
//! captures with `quiet`, orders moves with `ordering` and `exchange`, and remembers positions in
//! `table`. With a limit of nodes or depth the result is the same on every machine.

mod deepening;
mod exchange;
mod limits;
mod node;
mod ordering;
mod path;
mod quiescence;
mod score;
mod table;

pub use limits::Limits;
pub use score::Score;

use crate::each_size::each_size;
use crate::evaluation::{Coefficient, Evaluator, Weights};
use crate::game::{AnyLine, AnyRules, Game, Play};
use crate::moves::Move;
use crate::tables::Rules;
use ordering::Ordering;
use std::sync::Arc;
use std::time::Duration;
use table::Table;

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The moves that both sides are expected to play; the first is the move to play. Empty when
    /// there is no legal move.
    pub line: Vec<Move>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// How many plies were searched to the end.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub longest: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Report {
    /// The move to play.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// Searches the positions of one rule set. What it remembers from one search helps the next;
/// [`Searcher::forget`] makes it as new.
#[derive(Debug)]
pub struct Searcher(Any);

#[derive(Debug)]
enum Any {
    One(Of<1>),
    Two(Of<2>),
    Three(Of<3>),
}

/// A searcher for a size of board.
#[derive(Debug)]
struct Of<const W: usize> {
    rules: Arc<Rules<W>>,
    evaluator: Evaluator<W>,
    table: Table,
    ordering: Ordering,
    noise: Noise,
}

/// A small error in the evaluation of every position, which follows from the position's key.
#[derive(Clone, Copy, Debug, Default)]
struct Noise {
    /// The largest error, in hundredths of a pawn.
    most: u32,
    seed: u64,
}

impl Noise {
    #[inline(always)]
    fn of(self, key: u64) -> i32 {
        if self.most == 0 {
            return 0;
        }
        // The finisher of SplitMix64 spreads the seed over all bits of the key.
        let mut mixed = key ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let width = u64::from(2 * self.most + 1);
        (((mixed >> 32) * width) >> 32) as i32 - self.most as i32
    }
}

impl Searcher {
    /// A searcher with some weights and room for about `megabytes` of positions.
    pub fn new(game: &Game, weights: &Weights, megabytes: f64) -> Searcher {
        Searcher(match &game.0 {
            AnyRules::One(rules) => Any::One(Of::new(rules, weights, megabytes)),
            AnyRules::Two(rules) => Any::Two(Of::new(rules, weights, megabytes)),
            AnyRules::Three(rules) => Any::Three(Of::new(rules, weights, megabytes)),
        })
    }

    /// Forgets everything: what comes next does not depend on what came before.
    pub fn forget(&mut self) {
        each_size!(Any, &mut self.0, of => {
            of.table.clear();
            of.ordering.clear();
        });
    }

    /// From now on the evaluation of every position is off by up to `most` hundredths of a pawn, by
    /// an amount that follows from the position and the seed: players that would always play the
    /// same game play different ones, none of them much worse.
    pub fn set_noise(&mut self, most: u32, seed: u64) {
        let most = most.min(10_000);
        each_size!(Any, &mut self.0, of => of.noise = Noise { most, seed });
    }

    /// Looks for the best move of a position with its game; `report` hears of every depth that is
    /// done.
    ///
    /// # Panics
    /// The game is of another rule set's size of board.
    pub fn search(
        &mut self,
        play: &Play,
        limits: &Limits,
        mut report: impl FnMut(&Report),
    ) -> Report {
        match (&mut self.0, &play.0) {
            (Any::One(of), AnyLine::One(line)) => of.search(line, limits, &mut report),
            (Any::Two(of), AnyLine::Two(line)) => of.search(line, limits, &mut report),
            (Any::Three(of), AnyLine::Three(line)) => of.search(line, limits, &mut report),
            _ => panic!("a searcher and a game of different boards"),
        }
    }

    /// What a position is worth to the side to move without looking ahead, in hundredths of a
    /// pawn.
    ///
    /// # Panics
    /// The game is of another rule set's size of board.
    pub fn evaluate(&self, play: &Play) -> i32 {
        match (&self.0, &play.0) {
            (Any::One(of), AnyLine::One(line)) => of.evaluator.evaluate(&of.rules, &line.position),
            (Any::Two(of), AnyLine::Two(line)) => of.evaluator.evaluate(&of.rules, &line.position),
            (Any::Three(of), AnyLine::Three(line)) => {
                of.evaluator.evaluate(&of.rules, &line.position)
            }
            _ => panic!("a searcher and a game of different boards"),
        }
    }
}

impl Searcher {
    /// The coefficients of a position's evaluation, as [`Evaluator::trace`] gives them.
    ///
    /// # Panics
    /// The game is of another rule set's size of board.
    pub fn trace(&self, play: &Play) -> (Vec<Coefficient>, f64) {
        match (&self.0, &play.0) {
            (Any::One(of), AnyLine::One(line)) => of.evaluator.trace(&of.rules, &line.position),
            (Any::Two(of), AnyLine::Two(line)) => of.evaluator.trace(&of.rules, &line.position),
            (Any::Three(of), AnyLine::Three(line)) => of.evaluator.trace(&of.rules, &line.position),
            _ => panic!("a searcher and a game of different boards"),
        }
    }
}

impl<const W: usize> Of<W> {
    fn new(rules: &Arc<Rules<W>>, weights: &Weights, megabytes: f64) -> Of<W> {
        Of {
            evaluator: Evaluator::new(rules, weights),
            table: Table::new(megabytes),
            ordering: Ordering::new(rules.reach.len()),
            noise: Noise::default(),
            rules: Arc::clone(rules),
        }
    }
}
