//! Games without the size of their board in the type: what everything above the engine uses.

use crate::board::{Geometry, Square};
use crate::each_size::each_size;
use crate::moves::Move;
use crate::piece::Color;
use crate::play::Line;
use crate::position::{Ending, Outcome, Position, PositionError};
use crate::rules::{self, PieceType, RuleError, RuleSpec};
use crate::tables::{Rules, compile};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A rule set ready to play. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct Game(pub(crate) AnyRules);

#[derive(Clone, Debug)]
pub(crate) enum AnyRules {
    One(Arc<Rules<1>>),
    Two(Arc<Rules<2>>),
    Three(Arc<Rules<3>>),
}

/// A game being played: a position, its legal moves, and what came before.
#[derive(Clone, Debug)]
pub struct Play(pub(crate) AnyLine);

#[derive(Clone, Debug)]
pub(crate) enum AnyLine {
    One(Line<1>),
    Two(Line<2>),
    Three(Line<3>),
}

impl Game {
    /// Loads a rule set by id or path with some of its options set; see [`rules::load`].
    ///
    /// # Errors
    /// As [`rules::load`].
    pub fn load(name: &str, settings: &[(String, String)]) -> Result<Game, RuleError> {
        rules::load(name, settings).map(Game::new)
    }

    /// Compiles a checked rule set.
    pub fn new(spec: RuleSpec) -> Game {
        let squares = spec.files.len() * usize::from(spec.ranks);
        Game(match squares.div_ceil(64) {
            0 | 1 => AnyRules::One(Arc::new(compile(spec))),
            2 => AnyRules::Two(Arc::new(compile(spec))),
            _ => AnyRules::Three(Arc::new(compile(spec))),
        })
    }

    /// The rule set as it was read.
    pub fn spec(&self) -> &RuleSpec {
        each_size!(AnyRules, &self.0, rules => rules.spec())
    }

    /// The board.
    pub fn geometry(&self) -> &Geometry {
        each_size!(AnyRules, &self.0, rules => rules.geometry())
    }

    /// The ways to castle from the first array, in the order `KQkq`: where the king stands, where it goes, and where its partner stands.
    pub fn castling(&self) -> [Option<[Square; 3]>; 4] {
        each_size!(AnyRules, &self.0, rules => {
            let ways = rules.castling.as_ref().map_or([None; 4], |castling| castling.ways);
            ways.map(|way| way.map(|way| [way.king_from, way.king_to, way.partner_from]))
        })
    }

    /// Begins a game from array `number`; `None` when the rule set has no such array.
    pub fn start(&self, number: u32) -> Option<Play> {
        let line = match &self.0 {
            AnyRules::One(rules) => AnyLine::One(start(rules, number)?),
            AnyRules::Two(rules) => AnyLine::Two(start(rules, number)?),
            AnyRules::Three(rules) => AnyLine::Three(start(rules, number)?),
        };
        Some(Play(line))
    }

    /// Whether the side to move at the start of array `number` could capture a royal that may not be left
    /// attacked; `None` when the rule set has no such array.
    pub(crate) fn check_start(&self, number: u32) -> Option<Result<(), PositionError>> {
        each_size!(AnyRules, &self.0, rules => {
            Position::start(rules, number).map(|position| position.check_exposure(rules))
        })
    }

    /// Begins a game from a position text.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(&self, text: &str) -> Result<Play, PositionError> {
        let line = match &self.0 {
            AnyRules::One(rules) => AnyLine::One(parse(rules, text)?),
            AnyRules::Two(rules) => AnyLine::Two(parse(rules, text)?),
            AnyRules::Three(rules) => AnyLine::Three(parse(rules, text)?),
        };
        Ok(Play(line))
    }
}

fn start<const W: usize>(rules: &Arc<Rules<W>>, number: u32) -> Option<Line<W>> {
    let position = Position::start(rules, number)?;
    Some(Line::new(Arc::clone(rules), position))
}

fn changed<const W: usize>(
    line: &Line<W>,
    changes: &[(Square, Color, Option<PieceType>)],
) -> Result<Line<W>, PositionError> {
    let position = line.position.changed(&line.rules, changes)?;
    Ok(Line::new(Arc::clone(&line.rules), position))
}

fn parse<const W: usize>(rules: &Arc<Rules<W>>, text: &str) -> Result<Line<W>, PositionError> {
    let position = Position::parse(rules, text)?;
    Ok(Line::new(Arc::clone(rules), position))
}

impl Play {
    /// Begins a game from this position with a side's piece, or nothing, on some squares.
    ///
    /// # Errors
    /// What comes of it is no position of this rule set: a side without a royal, say.
    pub fn changed(
        &self,
        changes: &[(Square, Color, Option<PieceType>)],
    ) -> Result<Play, PositionError> {
        Ok(Play(match &self.0 {
            AnyLine::One(line) => AnyLine::One(changed(line, changes)?),
            AnyLine::Two(line) => AnyLine::Two(changed(line, changes)?),
            AnyLine::Three(line) => AnyLine::Three(changed(line, changes)?),
        }))
    }

    /// The legal moves, in a fixed order; none when the game is over.
    pub fn legal_moves(&self) -> &[Move] {
        each_size!(AnyLine, &self.0, line => &line.legal)
    }

    /// The legal moves, and those of a position that is drawn by its material.
    pub fn moves_on_board(&self) -> Vec<Move> {
        match self.over() {
            Some((Outcome::Draw, Ending::DeadPosition | Ending::Bared)) => {
                self.divide(1).into_iter().map(|(one, _)| one).collect()
            }
            _ => self.legal_moves().to_vec(),
        }
    }

    /// How the game is over, if it is.
    pub fn over(&self) -> Option<(Outcome, Ending)> {
        each_size!(AnyLine, &self.0, line => line.over)
    }

    /// The same game, in which draws that must be claimed are not: for whom another program, or a scoresheet, says how a game
    /// went on.
    #[must_use]
    pub fn leaving_claims(mut self) -> Play {
        each_size!(AnyLine, &mut self.0, line => line.leaves_claims = true);
        self
    }

    /// The same game, in which draws that can be claimed after further moves are.
    #[must_use]
    pub fn taking_claims(mut self) -> Play {
        each_size!(AnyLine, &mut self.0, line => line.leaves_claims = false);
        self
    }

    /// Whether the game goes on though a player may claim a draw.
    pub fn is_claimable(&self) -> bool {
        each_size!(AnyLine, &self.0, line => line.is_claimable())
    }

    /// Whether a royal of the side to move is attacked, in games that know check.
    pub fn is_in_check(&self) -> bool {
        each_size!(AnyLine, &self.0, line => line.rules.in_check(&line.position, line.position.side()))
    }

    /// Plays one of [`Play::legal_moves`].
    pub fn play(&mut self, played: Move) {
        each_size!(AnyLine, &mut self.0, line => line.play(played));
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        each_size!(AnyLine, &self.0, line => line.position.side())
    }

    /// Plies played since the start of the game.
    pub fn ply(&self) -> u32 {
        each_size!(AnyLine, &self.0, line => line.position.ply())
    }

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<(Color, PieceType)> {
        each_size!(AnyLine, &self.0, line => line.position.at(square).piece())
    }

    /// The squares with pieces, in ascending order.
    pub fn occupied(&self) -> Vec<Square> {
        each_size!(AnyLine, &self.0, line => line.position.occupied().iter().collect())
    }

    /// The position's key: the same for equal positions.
    pub fn key(&self) -> u64 {
        each_size!(AnyLine, &self.0, line => line.position.key())
    }

    /// The position's text.
    pub fn text(&self) -> String {
        each_size!(AnyLine, &self.0, line => line.position.text(&line.rules))
    }

    /// A move's text.
    pub fn move_text(&self, of: Move) -> String {
        each_size!(AnyLine, &self.0, line => of.text(&line.rules.spec, &line.rules.geometry).to_string())
    }

    /// The legal move with this text.
    pub fn find(&self, text: &str) -> Option<Move> {
        let found = self
            .legal_moves()
            .iter()
            .find(|&&one| self.move_text(one) == text);
        found.copied()
    }

    /// Counts the sequences of `depth` legal moves from here; see [`Rules::perft`].
    pub fn perft(&self, depth: u32) -> u64 {
        each_size!(AnyLine, &self.0, line => line.rules.perft(&line.position, depth))
    }

    /// The same; `None` when `stop` was set before the end.
    pub fn perft_until(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        each_size!(AnyLine, &self.0, line => line.rules.perft_until(&line.position, depth, stop))
    }

    /// The legal moves, each with the sequences of `depth` moves that begin with it.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let counted = self.divide_until(depth, &AtomicBool::new(false));
        counted.expect("nobody stops it")
    }

    /// The same; `None` when `stop` was set before the end.
    pub fn divide_until(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
        each_size!(AnyLine, &self.0, line => line.rules.divide_until(&line.position, depth, stop))
    }

    /// How the game is over by the position alone, whatever came before.
    pub fn outcome(&self) -> Option<(Outcome, Ending)> {
        each_size!(AnyLine, &self.0, line => line.position.outcome(&line.rules))
    }

    /// Whether all parts of the position agree with each other.
    pub fn is_consistent(&self) -> bool {
        each_size!(AnyLine, &self.0, line => line.position.is_consistent(&line.rules))
    }
}
