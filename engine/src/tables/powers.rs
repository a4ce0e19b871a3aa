//! The powers of a piece as tables by square.

use super::{Reach, ReachTable};
use crate::board::{Square, SquareSet};
use crate::piece::Code;
use crate::rules::PieceType;

/// The powers of one code. Empty tables stand for powers that it does not have.
#[derive(Debug, Default)]
pub(crate) struct Powers<const W: usize> {
    /// By square: the hops from there.
    pub hops: Vec<Vec<Hop>>,
    /// By square: where it captures without moving.
    pub igui: ReachTable<W>,
    /// The moves that it lends.
    pub relays: Vec<Relay<W>>,
    /// What it becomes when its owner's royal is captured.
    pub heir: Option<Code>,
    /// Whether it is a king that can castle.
    pub castles: bool,
}

/// A capture by leaping over an adjacent enemy to the empty square beyond.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hop {
    pub victim: Square,
    pub landing: Square,
}

/// Moves that a piece lends to its friends.
#[derive(Debug)]
pub(crate) struct Relay<const W: usize> {
    /// By the relayer's square: which friends receive.
    pub to: ReachTable<W>,
    /// By the receiver's square: the moves lent.
    pub moves: ReachTable<W>,
    /// By the relayer's square: where those moves may end.
    pub landing: Vec<SquareSet<W>>,
    /// Whether pieces in between can stop it, at either end.
    pub blockable: bool,
}

/// Castling, for rule sets that have it.
#[derive(Debug)]
pub(crate) struct Castling<const W: usize> {
    /// The king's partner.
    pub partner: PieceType,
    /// The four ways to castle, in the order `KQkq`; `None` where the array has none.
    pub ways: [Option<CastlingWay<W>>; 4],
    /// By square: the rights (bits in the order of `ways`) that remain when a move starts or ends
    /// there.
    pub kept: Vec<u8>,
}

/// One way to castle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingWay<const W: usize> {
    pub king_from: Square,
    pub king_to: Square,
    pub partner_from: Square,
    pub partner_to: Square,
    /// The squares that must be empty.
    pub empty: SquareSet<W>,
}

impl<const W: usize> Powers<W> {
    #[inline(always)]
    pub(crate) fn hops(&self, square: Square) -> &[Hop] {
        self.hops.get(square.index()).map_or(&[], Vec::as_slice)
    }

    #[inline(always)]
    pub(crate) fn igui(&self, square: Square) -> Option<&Reach<W>> {
        self.igui.get(square.index())
    }
}
