//! Positions: what stands where, who is to move, and what else decides the moves.

mod apply;
mod move_text;
mod outcome;
mod text;

pub use outcome::{Ending, Outcome};
pub use text::PositionError;

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::piece::{Code, Color};
use crate::placement::Placement;
use crate::powers::Passing;
use crate::tables::{Left, Rules, Traits};

/// A position. It is a plain value: moves are applied to a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<const W: usize> {
    board: Placement<W>,
    colors: [SquareSet<W>; 2],
    royals: SquareSet<W>,
    auras: SquareSet<W>,
    key: u64,
    ply: u32,
    clock: u16,
    side: Color,
    castling: u8,
    passing: Passing,
    swapped: [Square; 2],
    left: Left,
}

impl<const W: usize> Position<W> {
    /// The board without pieces, White to move.
    fn empty() -> Self {
        Position {
            board: Placement::EMPTY,
            colors: [SquareSet::EMPTY; 2],
            royals: SquareSet::EMPTY,
            auras: SquareSet::EMPTY,
            key: 0,
            ply: 0,
            clock: 0,
            side: Color::White,
            castling: 0,
            passing: Passing::NONE,
            swapped: [Square::NONE; 2],
            left: Left::default(),
        }
    }

    /// The position with some pieces on squares of their own, and no rights.
    pub(crate) fn with_pieces(rules: &Rules<W>, side: Color, on: &[(Code, Square)]) -> Self {
        let mut position = Position::empty();
        for &(code, square) in on {
            if let Some((color, _)) = code.piece() {
                position.put(rules, square, code, color);
            }
        }
        position.side = side;
        position.key = position.fresh_key(rules);
        position
    }

    /// Whether its pieces and the side to move tell all that decides the moves: nothing was just done that matters, and
    /// nobody has a right to castle.
    pub(crate) fn is_told_by_pieces(&self) -> bool {
        self.castling == 0
            && self.passing == Passing::NONE
            && self.swapped == [Square::NONE; 2]
            && self.left.is_none()
    }

    /// What stands on a square.
    #[inline(always)]
    pub fn at(&self, square: Square) -> Code {
        self.board.at(square)
    }

    /// What stands where.
    #[inline(always)]
    pub(crate) fn placement(&self) -> &Placement<W> {
        &self.board
    }

    /// The side to move.
    #[inline(always)]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The squares of a side's pieces.
    #[inline(always)]
    pub fn pieces(&self, color: Color) -> SquareSet<W> {
        self.colors[color.index()]
    }

    /// The squares with pieces.
    #[inline(always)]
    pub fn occupied(&self) -> SquareSet<W> {
        self.colors[0] | self.colors[1]
    }

    /// The squares of a side's royals.
    #[inline(always)]
    pub fn royals(&self, color: Color) -> SquareSet<W> {
        self.royals & self.pieces(color)
    }

    /// The squares of a side's pieces that act on others where they stand: those that lend moves
    /// or immobilize.
    #[inline(always)]
    pub(crate) fn auras(&self, color: Color) -> SquareSet<W> {
        self.auras & self.pieces(color)
    }

    /// The two squares that may not be swapped back, in ascending order, or [`Square::NONE`]
    /// twice.
    #[inline(always)]
    pub(crate) fn swapped(&self) -> [Square; 2] {
        self.swapped
    }

    /// The double step that has just been made, if it can be answered by capturing in passing.
    #[inline(always)]
    pub(crate) fn passing(&self) -> Passing {
        self.passing
    }

    /// The pieces that have removed themselves, where they are counted.
    #[inline(always)]
    pub(crate) fn left(&self) -> Left {
        self.left
    }

    /// The castling rights: bit 0 to 3 for `KQkq`.
    #[inline(always)]
    pub(crate) fn castling(&self) -> u8 {
        self.castling
    }

    /// A number that is the same for equal positions (the same pieces on the same squares, side
    /// to move and rights; not the counts of plies) and almost surely differs for others.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Plies played so far.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Plies since the last progress, where the rule set has a move-count draw.
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// Whether a move of the side to move changes the material.
    #[inline(always)]
    pub(crate) fn is_noisy(&self, one: Move) -> bool {
        let replaces = one.kind != MoveKind::Swap
            && one.from != one.to
            && self.pieces(self.side.other()).contains(one.to);
        replaces
            || !one.victims().is_empty()
            || one.promotion().is_some()
            || one.kind == MoveKind::Convert
    }

    /// Whether a side has a piece that shields its royals from check.
    pub(crate) fn has_regent(&self, rules: &Rules<W>, color: Color) -> bool {
        rules.has_regent && !self.regents(rules, color).is_empty()
    }

    /// The squares of a side's pieces that shield its royals from check.
    pub(crate) fn regents(&self, rules: &Rules<W>, color: Color) -> SquareSet<W> {
        let is_regent = |square: &Square| rules.traits(self.at(*square)).is(Traits::REGENT);
        self.pieces(color).iter().filter(is_regent).collect()
    }

    #[inline(always)]
    fn put(&mut self, rules: &Rules<W>, square: Square, code: Code, color: Color) {
        let traits = rules.traits(code);
        self.board.set(square, code);
        self.colors[color.index()].insert(square);
        self.royals.insert_if(square, traits.is(Traits::ROYAL));
        self.auras.insert_if(square, traits.is(Traits::AURA));
        self.key ^= rules.keys.piece(code, square);
    }

    #[inline(always)]
    fn take(&mut self, rules: &Rules<W>, square: Square, color: Color) -> Code {
        let code = self.at(square);
        self.board.set(square, Code::EMPTY);
        self.colors[color.index()].remove(square);
        self.royals.remove(square);
        self.auras.remove(square);
        self.key ^= rules.keys.piece(code, square);
        code
    }

    /// The key worked out afresh from all parts of the position.
    pub fn fresh_key(&self, rules: &Rules<W>) -> u64 {
        let mut key = rules.keys.castling(self.castling)
            ^ rules.passing_key(self.passing, self.side.other())
            ^ rules.keys.swapped(self.swapped)
            ^ self.left.key();
        for square in self.occupied() {
            key ^= rules.keys.piece(self.at(square), square);
        }
        if self.side == Color::Black {
            key ^= rules.keys.black_to_move;
        }
        key
    }

    /// Whether the parts of the position agree with each other: what must hold after every move.
    pub fn is_consistent(&self, rules: &Rules<W>) -> bool {
        let traits_match = rules.geometry.all().all(|square| {
            let code = self.at(square);
            let traits = rules.traits(code);
            Color::BOTH.iter().all(|color| {
                let here = code.piece().is_some_and(|(owner, _)| owner == *color);
                self.pieces(*color).contains(square) == here
            }) && self.royals.contains(square) == traits.is(Traits::ROYAL)
                && self.auras.contains(square) == traits.is(Traits::AURA)
        });
        let on_board = self
            .occupied()
            .iter()
            .all(|square| square.index() < rules.geometry.squares());
        traits_match && on_board && self.key == self.fresh_key(rules)
    }
}
