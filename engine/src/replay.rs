//! Recorded games, played again without move generation.

use crate::board::{HOLE, Square, SquareSet};
use crate::by_width::{ByWidth, each_width, map_width};
use crate::effects::MoveEffects;
use crate::game::Rules;
use crate::moves::{Move, MoveKind};
use crate::piece::Color;
use crate::position::{Position, PositionError};
use crate::rules::PieceType;
use crate::tables::RuleTables;
use std::sync::Arc;

/// A recorded game that is played again. Each move is checked against the board (it moves an own
/// piece and captures no friend), not against the list of legal moves: records come from this
/// program, and reading them must be fast.
#[derive(Clone, Debug)]
pub struct Replay(pub(crate) ByWidth<Replayed<1>, Replayed<2>, Replayed<4>>);

#[derive(Clone, Debug)]
pub(crate) struct Replayed<const W: usize> {
    rules: Arc<RuleTables<W>>,
    pub(crate) position: Position<W>,
}

/// A recorded move that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ply {ply}: `{text}` is not a move in the position {position}")]
pub struct ReplayError {
    /// The ply, counted from 0.
    pub ply: u32,
    /// The move as recorded.
    pub text: String,
    /// The text of the position before the move.
    pub position: String,
}

impl Rules {
    /// Begins to replay a game from array `number`; `None` if there is no such array.
    pub fn replay(&self, number: u32) -> Option<Replay> {
        Some(Replay(map_width!(&self.0, rules => Replayed {
            position: Position::start(rules, number)?,
            rules: Arc::clone(rules),
        })))
    }

    /// Begins to replay a game from a position text.
    ///
    /// # Errors
    /// The text is not a position of this rule set.
    pub fn replay_from(&self, text: &str) -> Result<Replay, PositionError> {
        Ok(Replay(map_width!(&self.0, rules => Replayed {
            position: Position::parse(rules, text)?,
            rules: Arc::clone(rules),
        })))
    }
}

impl Replay {
    /// Plays a recorded move and returns it.
    ///
    /// # Errors
    /// The text cannot be a move of this position.
    pub fn step(&mut self, text: &str) -> Result<Move, ReplayError> {
        let mv = self.read(text)?;
        self.play(mv);
        Ok(mv)
    }

    /// Parses a recorded move.
    ///
    /// # Errors
    /// The text cannot be a move of this position.
    pub fn read(&self, text: &str) -> Result<Move, ReplayError> {
        let mv = each_width!(&self.0, on => on.rules.read_move(&on.position, text));
        mv.ok_or_else(|| ReplayError {
            ply: each_width!(&self.0, on => on.position.ply),
            text: text.to_string(),
            position: self.text(),
        })
    }

    /// Plays a move that was [read](Replay::read) in this position.
    pub fn play(&mut self, mv: Move) {
        each_width!(&mut self.0, on => on.position = on.position.after(&on.rules, mv));
    }

    /// The effects of a move that was [read](Replay::read) in this position.
    pub fn effects(&self, mv: Move) -> MoveEffects {
        each_width!(&self.0, on => on.rules.effects(&on.position, mv))
    }

    /// Whether a move that was [read](Replay::read) in this position could promote, but does not.
    pub fn declines(&self, mv: Move) -> bool {
        each_width!(&self.0, on => on.rules.declines(&on.position, mv))
    }

    /// The number of legal moves, including those that a rule on repetition forbids.
    pub fn move_count(&self) -> u64 {
        each_width!(&self.0, on => on.rules.count(&on.position))
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<(Color, PieceType)> {
        each_width!(&self.0, on => on.position.at(square).piece())
    }

    /// Calls `visit` for every square with a piece, in ascending order.
    pub fn for_each_square(&self, visit: impl FnMut(Square)) {
        each_width!(&self.0, on => on.position.occupied().for_each(visit));
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        each_width!(&self.0, on => on.position.side)
    }

    /// The position's text.
    pub fn text(&self) -> String {
        each_width!(&self.0, on => on.position.text(&on.rules))
    }

    /// Calls `visit` for every piece on the board but walls. The last argument is the number of ranks between it and
    /// the nearest square on which a move of it may end to promote; `None` if it never promotes.
    pub fn for_each_piece(&self, mut visit: impl FnMut(Color, PieceType, Option<u8>)) {
        each_width!(&self.0, on => {
            on.position.men(&on.rules).for_each(|square| {
                let code = on.position.at(square);
                if let Some((color, piece)) = code.piece() {
                    visit(color, piece, on.rules.ranks_to_promotion(code, square));
                }
            });
        });
    }

    /// Calls `visit` for every piece in hand.
    pub fn for_each_in_hand(&self, mut visit: impl FnMut(Color, PieceType)) {
        each_width!(&self.0, on => {
            for color in Color::BOTH {
                let hand = on.position.hand(&on.rules, color);
                hand.for_each(|piece| visit(color, piece));
            }
        });
    }

    /// The number of pieces on the board, without walls.
    pub fn pieces(&self) -> u32 {
        each_width!(&self.0, on => on.position.men(&on.rules).count())
    }

    /// The number of pieces of a side, without walls.
    pub fn pieces_of(&self, color: Color) -> u32 {
        each_width!(&self.0, on => (on.position.men(&on.rules) & on.position.pieces(color)).count())
    }
}

impl<const W: usize> RuleTables<W> {
    /// The move with a text, if the pieces of the position allow it.
    fn read_move(&self, position: &Position<W>, text: &str) -> Option<Move> {
        if text == "pass" {
            return self.has_pass.then(Move::pass);
        }
        if self.chosen_walls().is_some() && text != "pass" {
            let (text, wall) = text.split_once(HOLE)?;
            let mv = self.read_unwalled(position, text)?;
            let wall = self.geometry.parse(wall)?;
            let is_free = position.after(self, mv).at(wall).is_empty();
            return is_free.then(|| mv.walling(wall));
        }
        self.read_unwalled(position, text)
    }

    fn read_unwalled(&self, position: &Position<W>, text: &str) -> Option<Move> {
        let board = &self.geometry;
        let us = position.side;
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        if let Some((symbol, to)) = text.split_once('@') {
            let (piece, to) = (self.spec.find(symbol)?, board.parse(to)?);
            let is_there = position.hands.count(us, self.hands.place(piece)?) > 0;
            let can_be = is_there && position.at(to).is_empty();
            return can_be.then(|| Move::drop(piece, to));
        }
        let (from, rest) = board.read(text)?;
        let (to, mut rest) = board.read(rest)?;
        let mut victims = SquareSet::<W>::EMPTY;
        while let Some(victim) = rest.strip_prefix('x') {
            let (victim, after) = board.read(victim)?;
            rest = after;
            // A piece may remove itself. A victim on the target square is not named.
            let removes_itself = victim == from && from == to;
            let is_taken = enemy.contains(victim)
                || (self.captures_own && own.contains(victim) && victim != from);
            let is_elsewhere = victim != to && is_taken;
            if !removes_itself && !is_elsewhere {
                return None;
            }
            victims.insert(victim);
        }
        let mut mv = Move::removing(from, to, victims);
        if let Some(converted) = rest.strip_prefix('~') {
            let (converted, after) = board.read(converted)?;
            rest = after;
            mv = mv.converting(converted);
        }
        let swaps = rest.starts_with("<>");
        let rest = rest.strip_prefix("<>").unwrap_or(rest);
        if swaps {
            mv = Move::swap(from, to, victims);
        } else if let Some(castle) = self.castling_move(position, from, to) {
            mv = castle;
        }
        if let Some(piece) = rest.strip_prefix('=') {
            mv = mv.promoting(self.spec.find(piece)?);
        } else if !rest.is_empty() {
            return None;
        }
        let stays = |square| square != to && !victims.contains(square);
        let converts =
            (mv.converted()).is_none_or(|square| enemy.contains(square) && stays(square));
        let moves = if swaps {
            position.occupied().contains(to) && from != to
        } else {
            from == to || mv.kind == MoveKind::Castle || self.captures_own || !own.contains(to)
        };
        let does_something = from != to || !victims.is_empty() || mv.converted().is_some();
        (own.contains(from) && moves && converts && does_something).then_some(mv)
    }

    /// The castling move whose text names these squares, if its right is left and nothing stands in
    /// its way: a capture on the named square has the same text.
    fn castling_move(&self, position: &Position<W>, from: Square, named: Square) -> Option<Move> {
        if !self.powers[position.at(from).index()].castle {
            return None;
        }
        let ways = position.homes(self)?.ways.iter().enumerate();
        let mut ways = ways.flat_map(|(bit, ways)| ways.iter().map(move |way| (bit, way)));
        ways.find_map(|(bit, way)| {
            let is_meant = position.castling >> bit & 1 == 1
                && (way.king_from, way.named) == (from, named)
                && way.empty.is_disjoint(position.occupied());
            is_meant.then(|| Move::castle(from, way.king_to, named))
        })
    }
}
