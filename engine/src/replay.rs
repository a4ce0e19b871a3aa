//! Playing recorded games again, without generating their moves.

use crate::board::{Geometry, Square, SquareSet};
use crate::each_size::each_size;
use crate::effects::MoveEffects;
use crate::game::{AnyRules, Game};
use crate::moves::{Move, MoveKind};
use crate::piece::{Code, Color};
use crate::position::{Position, PositionError};
use crate::rules::PieceType;
use crate::tables::Rules;
use std::sync::Arc;

/// A recorded game being played again. Each move is checked against the board (the mover's own
/// piece, no friend captured), not against the list of legal moves: the records come from this
/// program, and reading them is to be fast.
#[derive(Clone, Debug)]
pub struct Replay(pub(crate) AnyReplay);

#[derive(Clone, Debug)]
pub(crate) enum AnyReplay {
    One(On<1>),
    Two(On<2>),
    Three(On<3>),
}

#[derive(Clone, Debug)]
pub(crate) struct On<const W: usize> {
    rules: Arc<Rules<W>>,
    pub(crate) position: Position<W>,
}

/// A recorded move that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ply {ply}: `{text}` is no move in the position {position}")]
pub struct ReplayError {
    /// The ply, counted from 0.
    pub ply: u32,
    /// The move as recorded.
    pub text: String,
    /// The position that it was to be played in.
    pub position: String,
}

impl Game {
    /// Begins to play a game again from array `number`; `None` when there is no such array.
    pub fn replay(&self, number: u32) -> Option<Replay> {
        Some(Replay(match &self.0 {
            AnyRules::One(rules) => AnyReplay::One(On::start(rules, number)?),
            AnyRules::Two(rules) => AnyReplay::Two(On::start(rules, number)?),
            AnyRules::Three(rules) => AnyReplay::Three(On::start(rules, number)?),
        }))
    }

    /// Begins to play a game again from a position text.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn replay_from(&self, text: &str) -> Result<Replay, PositionError> {
        Ok(Replay(match &self.0 {
            AnyRules::One(rules) => AnyReplay::One(On::parse(rules, text)?),
            AnyRules::Two(rules) => AnyReplay::Two(On::parse(rules, text)?),
            AnyRules::Three(rules) => AnyReplay::Three(On::parse(rules, text)?),
        }))
    }
}

impl Replay {
    /// Plays a recorded move and returns it.
    ///
    /// # Errors
    /// The text cannot be a move of this position.
    pub fn step(&mut self, text: &str) -> Result<Move, ReplayError> {
        let one = self.read(text)?;
        self.play(one);
        Ok(one)
    }

    /// The recorded move with this text.
    ///
    /// # Errors
    /// The text cannot be a move of this position.
    pub fn read(&self, text: &str) -> Result<Move, ReplayError> {
        each_size!(AnyReplay, &self.0, on => on.read(text))
    }

    /// Plays a move that was [read](Replay::read) in this position.
    pub fn play(&mut self, one: Move) {
        each_size!(AnyReplay, &mut self.0, on => on.position = on.position.after(&on.rules, one));
    }

    /// What a move does that was [read](Replay::read) in this position.
    pub fn effects(&self, one: Move) -> MoveEffects {
        each_size!(AnyReplay, &self.0, on => on.rules.effects(&on.position, one))
    }

    /// Whether a move that was [read](Replay::read) in this position promotes nothing, though it could.
    pub fn declines(&self, one: Move) -> bool {
        each_size!(AnyReplay, &self.0, on => on.rules.declines(&on.position, one))
    }

    /// The number of legal moves, those included that a rule on repetition forbids.
    pub fn move_count(&self) -> u64 {
        each_size!(AnyReplay, &self.0, on => on.rules.count(&on.position))
    }

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<(Color, PieceType)> {
        each_size!(AnyReplay, &self.0, on => on.position.at(square).piece())
    }

    /// Calls `visit` for every square with a piece, in ascending order.
    pub fn for_each_square(&self, visit: impl FnMut(Square)) {
        each_size!(AnyReplay, &self.0, on => on.position.occupied().iter().for_each(visit));
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        each_size!(AnyReplay, &self.0, on => on.position.side())
    }

    /// The position's text.
    pub fn text(&self) -> String {
        each_size!(AnyReplay, &self.0, on => on.position.text(&on.rules))
    }

    /// Calls `visit` for every piece on the board. The last argument is how near it is to promoting:
    /// ¾ to the power of the ranks between it and the nearest square on which a move of it may end to
    /// promote; `None` for what never promotes.
    pub fn for_each_piece(&self, mut visit: impl FnMut(Color, PieceType, Option<f64>)) {
        each_size!(AnyReplay, &self.0, on => {
            for square in on.position.occupied() {
                let code = on.position.at(square);
                if let Some((color, piece)) = code.piece() {
                    visit(color, piece, on.rules.prospect(code, square));
                }
            }
        });
    }

    /// How many pieces are on the board.
    pub fn pieces(&self) -> u32 {
        each_size!(AnyReplay, &self.0, on => on.position.occupied().count())
    }

    /// How many pieces a side has.
    pub fn pieces_of(&self, color: Color) -> u32 {
        each_size!(AnyReplay, &self.0, on => on.position.pieces(color).count())
    }
}

impl<const W: usize> On<W> {
    fn start(rules: &Arc<Rules<W>>, number: u32) -> Option<On<W>> {
        Some(On {
            position: Position::start(rules, number)?,
            rules: Arc::clone(rules),
        })
    }

    fn parse(rules: &Arc<Rules<W>>, text: &str) -> Result<On<W>, PositionError> {
        Ok(On {
            position: Position::parse(rules, text)?,
            rules: Arc::clone(rules),
        })
    }

    fn read(&self, text: &str) -> Result<Move, ReplayError> {
        let one = self.rules.read_move(&self.position, text);
        one.ok_or_else(|| ReplayError {
            ply: self.position.ply(),
            text: text.to_string(),
            position: self.position.text(&self.rules),
        })
    }
}

impl<const W: usize> Rules<W> {
    /// The move that a text stands for, if the pieces of the position allow it.
    fn read_move(&self, position: &Position<W>, text: &str) -> Option<Move> {
        if text == "pass" {
            return self.has_pass.then(Move::pass);
        }
        let board: &Geometry = &self.geometry;
        let us = position.side();
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        let (from, rest) = board.read(text)?;
        let (to, mut rest) = board.read(rest)?;
        let mut victims = SquareSet::<W>::EMPTY;
        while let Some(victim) = rest.strip_prefix('x') {
            let (victim, after) = board.read(victim)?;
            rest = after;
            // A piece may remove itself. What it comes onto is captured without being named.
            let removes_itself = victim == from && from == to;
            let is_elsewhere = victim != to && enemy.contains(victim);
            if !removes_itself && !is_elsewhere {
                return None;
            }
            victims.insert(victim);
        }
        let mut one = Move::removing(from, to, victims);
        if let Some(converted) = rest.strip_prefix('~') {
            let (converted, after) = board.read(converted)?;
            rest = after;
            one = one.converting(converted);
        }
        let (swaps, rest) = match rest.strip_prefix("<>") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        if swaps {
            one = Move::swap(from, to, victims);
        } else if let Some(castle) = self.castling_move(position, from, to) {
            one = castle;
        }
        if let Some(piece) = rest.strip_prefix('=') {
            one = one.promoting(self.spec.find(piece)?);
        } else if !rest.is_empty() {
            return None;
        }
        let stays = |square| square != to && !victims.contains(square);
        let converts =
            (one.converted()).is_none_or(|square| enemy.contains(square) && stays(square));
        let moves = if swaps {
            position.occupied().contains(to) && from != to
        } else {
            from == to || one.kind == MoveKind::Castle || !own.contains(to)
        };
        let does_something = from != to || !victims.is_empty() || one.converted().is_some();
        (own.contains(from) && moves && converts && does_something).then_some(one)
    }

    /// The castling move whose text names these squares, if the right to it is there and nothing stands
    /// in its way: a capture on the named square has the same text.
    fn castling_move(&self, position: &Position<W>, from: Square, named: Square) -> Option<Move> {
        let code: Code = position.at(from);
        let castling = self.castling.as_ref()?;
        let mut ways = castling.ways.iter().enumerate();
        let (_, way) = ways.find(|(bit, way)| {
            position.castling() >> bit & 1 == 1
                && way.is_some_and(|way| {
                    (way.king_from, way.named) == (from, named)
                        && (way.empty & position.occupied()).is_empty()
                })
        })?;
        let way = way.as_ref().filter(|_| self.powers[code.index()].castle)?;
        Some(Move::castle(from, way.king_to, named))
    }
}
