//! Moves as plain values.

use crate::board::{Square, SquareSet};
use crate::piece::PieceType;

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece moves to another square or stays, and the victims are removed.
    #[default]
    Plain,
    /// A king castles.
    Castle,
    /// The pieces on both squares swap, and the victims are removed.
    Swap,
    /// As [`MoveKind::Plain`], and a piece changes its owner.
    Convert,
    /// Nothing moves.
    Pass,
    /// A piece in hand is put on the board.
    Drop,
}

/// A move: start and target, the victims, and the promotion. It is self-contained: the rules are
/// not needed to compare or store it.
///
/// Equal moves have equal bytes: the victims are in ascending order, followed by the square of a
/// piece that changes its owner, the square named by the text of a castling move or the type of a
/// dropped piece; the last place is that of a wall; unused places are [`Square::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Move {
    /// The start square.
    pub from: Square,
    /// The target square; the same as `from` for a capture without moving and for a drop.
    pub to: Square,
    /// The kind of move.
    pub kind: MoveKind,
    /// The piece type of the promotion plus one, or 0.
    promotion: u8,
    victim_count: u8,
    victims: [Square; Move::MAX_VICTIMS],
}

const _: () = assert!(size_of::<Move>() == 16, "a move fills one 16-byte register");

impl Move {
    /// The maximum number of victims besides the piece on the target square.
    pub(crate) const MAX_VICTIMS: usize = 11;

    /// A move without victims other than a piece on `to`.
    #[inline(always)]
    pub(crate) fn plain(from: Square, to: Square) -> Move {
        Move {
            from,
            to,
            kind: MoveKind::Plain,
            promotion: 0,
            victim_count: 0,
            victims: [Square::NONE; Move::MAX_VICTIMS],
        }
    }

    /// A castling move of a king; its text names `named` as the target square.
    #[inline]
    pub(crate) fn castle(from: Square, to: Square, named: Square) -> Move {
        let mut castle = Move::plain(from, to);
        castle.kind = MoveKind::Castle;
        castle.victims[0] = named;
        castle
    }

    /// A move that removes the piece on one square other than `to`.
    #[inline(always)]
    pub(crate) fn capturing(from: Square, to: Square, victim: Square) -> Move {
        let mut capture = Move::plain(from, to);
        capture.victims[0] = victim;
        capture.victim_count = 1;
        capture
    }

    /// A move that removes the pieces on at most [`Move::MAX_VICTIMS`] squares.
    #[inline]
    pub(crate) fn removing<const W: usize>(
        from: Square,
        to: Square,
        victims: SquareSet<W>,
    ) -> Move {
        let mut removing = Move::plain(from, to);
        for victim in victims.iter().take(Move::MAX_VICTIMS) {
            removing.victims[removing.victim_count as usize] = victim;
            removing.victim_count += 1;
        }
        removing
    }

    /// A move that swaps the pieces on two squares.
    #[inline]
    pub(crate) fn swap<const W: usize>(from: Square, to: Square, victims: SquareSet<W>) -> Move {
        Move {
            kind: MoveKind::Swap,
            ..Move::removing(from, to, victims)
        }
    }

    /// The same move, which also changes the owner of the piece on a square. It must have fewer than
    /// [`Move::MAX_VICTIMS`] victims.
    #[inline]
    pub(crate) fn converting(mut self, square: Square) -> Move {
        self.kind = MoveKind::Convert;
        if let Some(place) = self.victims.get_mut(self.victim_count as usize) {
            *place = square;
        }
        self
    }

    /// A move that puts a piece in hand on an empty square.
    #[inline(always)]
    pub(crate) fn drop(piece: PieceType, to: Square) -> Move {
        let mut drop = Move::plain(to, to);
        drop.kind = MoveKind::Drop;
        drop.victims[0] = Square(piece.0);
        drop
    }

    /// The same move, which also builds a wall. It must have fewer than [`Move::MAX_VICTIMS`] victims and convert nothing.
    pub(crate) fn walling(mut self, square: Square) -> Move {
        self.victims[Move::MAX_VICTIMS - 1] = square;
        self
    }

    /// The square of the wall that it builds by choice.
    pub fn wall(&self) -> Option<Square> {
        let is_free = self.victims().len() < Move::MAX_VICTIMS && self.kind != MoveKind::Convert;
        let last = self.victims[Move::MAX_VICTIMS - 1];
        (is_free && last != Square::NONE).then_some(last)
    }

    pub(crate) fn pass() -> Move {
        Move {
            kind: MoveKind::Pass,
            ..Move::plain(Square::NONE, Square::NONE)
        }
    }

    /// The same move with a promotion.
    #[inline(always)]
    pub(crate) fn promoting(self, to: PieceType) -> Move {
        Move {
            promotion: to.0 + 1,
            ..self
        }
    }

    /// The piece type of the promotion.
    #[inline(always)]
    pub fn promotion(self) -> Option<PieceType> {
        self.promotion.checked_sub(1).map(PieceType)
    }

    /// The squares other than `to` whose pieces are removed.
    #[inline(always)]
    pub fn victims(&self) -> &[Square] {
        &self.victims[..self.victim_count as usize]
    }

    /// The square that the text of the move names as its target: `to`, except in some castling moves.
    pub fn named_target(&self) -> Square {
        if self.kind == MoveKind::Castle {
            self.victims[0]
        } else {
            self.to
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

    /// Whether the piece on the target square, if any, leaves it.
    #[inline(always)]
    pub(crate) fn replaces(&self) -> bool {
        self.kind != MoveKind::Swap && self.from != self.to
    }

    /// The squares whose pieces it captures or converts, and the target of another move.
    pub(crate) fn touched(&self) -> impl Iterator<Item = Square> + '_ {
        let target = self.replaces().then_some(self.to).into_iter();
        let beside = self.victims().iter().copied();
        target.chain(beside).chain(self.converted())
    }

    /// The type of the piece that is dropped.
    #[inline(always)]
    pub fn dropped(&self) -> Option<PieceType> {
        (self.kind == MoveKind::Drop).then(|| PieceType(self.victims[0].0))
    }

    /// Whether the piece removes itself from the board.
    #[inline(always)]
    pub fn removes_itself(&self) -> bool {
        self.from == self.to && self.victims().contains(&self.from)
    }
}
