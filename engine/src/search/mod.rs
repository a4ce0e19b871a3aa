//! Looking ahead: a principal variation search for every game.
//!
//! [`Searcher`] deepens one ply at a time (`deepening`), searches a node with `node` and its
//! captures with `quiescence`, orders moves with `ordering` and `exchange`, and remembers positions in
//! `table`. With a limit of nodes or depth the result is the same on every machine.

mod chance;
mod deepening;
mod exchange;
mod limits;
mod node;
mod ordering;
mod parameters;
mod path;
mod quiescence;
mod score;
mod table;

pub use limits::Limits;
pub use parameters::{Parameter, Parameters};
pub use score::Score;

use crate::each_size::each_size;
use crate::evaluation::{Coefficient, Evaluator, Weights};
use crate::game::{AnyLine, AnyRules, Game, Play};
use crate::moves::Move;
use crate::tables::Rules;
use chance::{Noise, Temperature};
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
    temperature: Temperature,
    parameters: Parameters,
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

    /// From now on a move is not the best one but drawn: at a temperature of `degrees` hundredths of
    /// a pawn the chance of a move grows by the factor e with every so many hundredths by which it
    /// scores higher. What is drawn follows from the position, the game's past aside, and the seed.
    /// At 0 the best move is played.
    pub fn set_temperature(&mut self, degrees: u32, seed: u64) {
        let degrees = degrees.min(10_000);
        each_size!(Any, &mut self.0, of => of.temperature = Temperature { degrees, seed });
    }

    /// From now on it searches with these numbers.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        each_size!(Any, &mut self.0, of => of.parameters = parameters);
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

    /// What a position is worth to the side to move when only captures are looked at, in hundredths
    /// of a pawn, if that is what it is worth without looking ahead too, and the same holds for the other
    /// side if it were to move: `None` when there is something to capture or to save.
    ///
    /// # Panics
    /// The game is of another rule set's size of board.
    pub fn quiet_worth(&mut self, play: &Play) -> Option<i32> {
        match (&mut self.0, &play.0) {
            (Any::One(of), AnyLine::One(line)) => of.quiet_worth(line),
            (Any::Two(of), AnyLine::Two(line)) => of.quiet_worth(line),
            (Any::Three(of), AnyLine::Three(line)) => of.quiet_worth(line),
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
            temperature: Temperature::default(),
            parameters: Parameters::default(),
            rules: Arc::clone(rules),
        }
    }
}
