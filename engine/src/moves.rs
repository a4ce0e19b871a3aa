//! Moves as plain values.

use crate::board::{Square, SquareSet};
use crate::piece::PieceType;

/// What kind of change a move makes beyond what its squares say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece goes from one square to another, or stays where it is, and the victims vanish.
    #[default]
    Plain,
    /// A king castles.
    Castle,
    /// The pieces on both squares change places, and the victims vanish.
    Swap,
    /// As [`MoveKind::Plain`], and a piece changes its owner.
    Convert,
    /// Nothing moves.
    Pass,
}

/// A move: where from, where to, what it removes, and what the piece becomes. It stands alone:
/// it can be applied, printed, compared and stored without looking at the rules again.
///
/// Equal moves are equal in every byte: victims stand in ascending order, behind them a piece that changes
/// its owner or the square that the text of a castling move names, and unused places hold
/// [`Square::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Move {
    /// Where the piece starts.
    pub from: Square,
    /// Where it ends; the same as `from` for a capture without moving.
    pub to: Square,
    /// What else happens.
    pub kind: MoveKind,
    /// The number of the type that it becomes plus one, or 0.
    promotion: u8,
    victim_count: u8,
    victims: [Square; Move::MAX_VICTIMS],
}

const _: () = assert!(size_of::<Move>() == 16, "a move fills one 16-byte register");

impl Move {
    /// The most pieces that a move can remove besides one on its own target square.
    pub const MAX_VICTIMS: usize = 11;

    /// A move without victims other than a piece on `to`.
    #[inline(always)]
    pub fn plain(from: Square, to: Square) -> Move {
        Move {
            from,
            to,
            kind: MoveKind::Plain,
            promotion: 0,
            victim_count: 0,
            victims: [Square::NONE; Move::MAX_VICTIMS],
        }
    }

    /// A castling move of a king; its text names the square `named` as its target.
    #[inline]
    pub fn castle(from: Square, to: Square, named: Square) -> Move {
        let mut castle = Move::plain(from, to);
        castle.kind = MoveKind::Castle;
        castle.victims[0] = named;
        castle
    }

    /// A move that removes the piece on one square other than `to`.
    #[inline(always)]
    pub fn capturing(from: Square, to: Square, victim: Square) -> Move {
        let mut capture = Move::plain(from, to);
        capture.victims[0] = victim;
        capture.victim_count = 1;
        capture
    }

    /// A move that removes the pieces on some squares, of which there are at most
    /// [`Move::MAX_VICTIMS`].
    #[inline]
    pub fn removing<const W: usize>(from: Square, to: Square, victims: SquareSet<W>) -> Move {
        let mut removing = Move::plain(from, to);
        for victim in victims.iter().take(Move::MAX_VICTIMS) {
            removing.victims[removing.victim_count as usize] = victim;
            removing.victim_count += 1;
        }
        removing
    }

    /// A move by which the pieces on two squares change places.
    #[inline]
    pub fn swap<const W: usize>(from: Square, to: Square, victims: SquareSet<W>) -> Move {
        Move {
            kind: MoveKind::Swap,
            ..Move::removing(from, to, victims)
        }
    }

    /// The same move, which besides changes the owner of the piece on a square. It must have room
    /// for it among its victims.
    #[inline]
    pub fn converting(mut self, square: Square) -> Move {
        self.kind = MoveKind::Convert;
        if let Some(place) = self.victims.get_mut(self.victim_count as usize) {
            *place = square;
        }
        self
    }

    /// Passing.
    pub fn pass() -> Move {
        Move {
            kind: MoveKind::Pass,
            ..Move::plain(Square::NONE, Square::NONE)
        }
    }

    /// The same move with a promotion.
    #[inline(always)]
    pub fn promoting(self, to: PieceType) -> Move {
        Move {
            promotion: to.0 + 1,
            ..self
        }
    }

    /// What the piece becomes.
    #[inline(always)]
    pub fn promotion(self) -> Option<PieceType> {
        self.promotion.checked_sub(1).map(PieceType)
    }

    /// The squares other than `to` whose pieces vanish.
    #[inline(always)]
    pub fn victims(&self) -> &[Square] {
        &self.victims[..self.victim_count as usize]
    }

    /// The square that the text of the move names as its target: the one that it ends on, but for some
    /// castling moves.
    pub(crate) fn named_target(&self) -> Square {
        match self.kind {
            MoveKind::Castle => self.victims[0],
            _ => self.to,
        }
    }

    /// The square of the piece that changes its owner.
    #[inline(always)]
    pub fn converted(&self) -> Option<Square> {
        match self.kind {
            MoveKind::Convert => self.victims.get(self.victim_count as usize).copied(),
            _ => None,
        }
    }

    /// Whether the piece removes itself from the board.
    #[inline(always)]
    pub fn removes_itself(&self) -> bool {
        self.from == self.to && self.victims().contains(&self.from)
    }
}
