//! Positions: the pieces, the side to move, and the other state that decides the legal moves.

mod apply;
mod explosion;
mod hands;
mod notation;
mod outcome;

pub(crate) use hands::Hands;
pub(crate) use notation::piece_text;
pub use outcome::{Ending, Outcome};

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::piece::{Code, Color};
use crate::placement::Placement;
use crate::powers::{Homes, Passing};
use crate::tables::{Keys, Left, NoTrade, RuleTables, Traits, Walls};

/// A fault of a position text, with its place and remedy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(String);

/// A position. Moves are applied to a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position<const W: usize> {
    pub(crate) board: Placement<W>,
    colors: [SquareSet<W>; 2],
    royals: SquareSet<W>,
    auras: SquareSet<W>,
    /// The Zobrist key: equal for positions with equal pieces, side to move and rights, and almost
    /// surely different for others. Counts of plies are ignored.
    pub(crate) key: u64,
    /// Plies played so far.
    pub(crate) ply: u32,
    /// Plies since the last progress, where the rule set has a move-count draw.
    pub(crate) clock: u16,
    pub(crate) side: Color,
    /// The castling rights: bit 0 to 3 for `KQkq`.
    pub(crate) castling: u8,
    /// The squares that the rights are about, counted in [`Castling::homes`](crate::powers::Castling).
    pub(crate) home: u16,
    /// The double step that was just made, if it can be captured en passant.
    pub(crate) passing: Passing,
    /// The two squares that may not be swapped back, in ascending order; else [`Square::NONE`] twice.
    pub(crate) swapped: [Square; 2],
    /// The piece that has just captured one that may not be traded, if it may be answered only by the capture of itself, or
    /// by one of those.
    pub(crate) captor: Option<Square>,
    /// By side: the piece that came by its last move and is frozen until its next one is made.
    pub(crate) entered: [Option<Square>; 2],
    /// The counts of pieces that have removed themselves, if the rules depend on them.
    pub(crate) left: Left,
    /// The pieces in hand.
    pub(crate) hands: Hands,
    /// The checks that each side has given, where they are counted.
    pub(crate) checks: [u8; 2],
}

impl<const W: usize> Position<W> {
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
            home: 0,
            passing: Passing::NONE,
            swapped: [Square::NONE; 2],
            captor: None,
            entered: [None; 2],
            left: Left::default(),
            hands: Hands::default(),
            checks: [0; 2],
        }
    }

    /// A position with pieces on different squares and without rights.
    pub(crate) fn with_pieces(rules: &RuleTables<W>, side: Color, on: &[(Code, Square)]) -> Self {
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

    /// Whether the pieces and the side to move alone decide the legal moves: there are no castling
    /// rights, and the last move does not matter.
    pub(crate) fn is_plain(&self) -> bool {
        self.castling == 0
            && self.passing == Passing::NONE
            && self.swapped == [Square::NONE; 2]
            && self.captor.is_none()
            && self.entered == [None; 2]
            && self.left.is_none()
            && self.checks == [0; 2]
            && Color::BOTH.iter().all(|&color| self.hands.is_empty(color))
    }

    #[inline(always)]
    pub fn at(&self, square: Square) -> Code {
        self.board.at(square)
    }

    #[inline(always)]
    pub fn pieces(&self, color: Color) -> SquareSet<W> {
        self.colors[color.index()]
    }

    #[inline(always)]
    pub fn occupied(&self) -> SquareSet<W> {
        self.colors[0] | self.colors[1]
    }

    #[inline(always)]
    pub fn royals(&self, color: Color) -> SquareSet<W> {
        self.royals & self.pieces(color)
    }

    /// The piece that moves or is dropped; not for a pass.
    #[inline(always)]
    pub(crate) fn mover(&self, mv: Move) -> Code {
        match mv.dropped() {
            Some(piece) => Code::new(self.side, piece),
            None => self.at(mv.from),
        }
    }

    /// The piece that moves or is dropped, as what it becomes; not for a pass.
    #[inline(always)]
    pub(crate) fn after_promotion(&self, mv: Move) -> Code {
        match mv.promotion() {
            Some(piece) => Code::new(self.side, piece),
            None => self.mover(mv),
        }
    }

    /// The side of the piece on an occupied square.
    #[inline(always)]
    pub(super) fn owner(&self, square: Square) -> Color {
        if self.pieces(self.side).contains(square) {
            self.side
        } else {
            self.side.other()
        }
    }

    /// The squares of a side's pieces that lend moves or immobilize.
    #[inline(always)]
    pub(crate) fn auras(&self, color: Color) -> SquareSet<W> {
        self.auras & self.pieces(color)
    }

    /// Whether a move of the side to move changes the material.
    #[inline(always)]
    pub(crate) fn is_noisy(&self, mv: Move) -> bool {
        let captures_there = mv.replaces() && self.pieces(self.side.other()).contains(mv.to);
        captures_there
            || !mv.victims().is_empty()
            || mv.promotion().is_some()
            || mv.kind == MoveKind::Convert
    }

    /// The squares of the enemies that a move of the side to move captures or converts, without explosions.
    pub(crate) fn taken<'m>(&'m self, mv: &'m Move) -> impl Iterator<Item = Square> + 'm {
        let enemy = self.pieces(self.side.other());
        mv.touched().filter(move |square| enemy.contains(*square))
    }

    /// Whether a side has a piece that may not be traded besides the captor of one.
    pub(crate) fn has_more_traded(&self, rule: &NoTrade, side: Color, captor: Square) -> bool {
        let is_traded = |square| rule.is_traded(self.at(square));
        let mut own = self.pieces(side).iter();
        own.any(|square| square != captor && is_traded(square))
    }

    /// The squares of the walls.
    #[inline(always)]
    pub(crate) fn walls(&self, rules: &RuleTables<W>) -> SquareSet<W> {
        let find = |walls: &Walls<W>| {
            let own = self.pieces(Color::White).iter();
            own.filter(|square| self.at(*square) == walls.code)
                .collect()
        };
        rules.walls.as_ref().map_or(SquareSet::EMPTY, find)
    }

    /// The squares of all pieces but walls.
    #[inline(always)]
    pub(crate) fn men(&self, rules: &RuleTables<W>) -> SquareSet<W> {
        self.occupied() - self.walls(rules)
    }

    /// Whether a side has a piece that shields its royals from check.
    pub(crate) fn has_regent(&self, rules: &RuleTables<W>, color: Color) -> bool {
        rules.has_regent && !self.regents(rules, color).is_empty()
    }

    /// The squares of a side's pieces that shield its royals from check.
    pub(crate) fn regents(&self, rules: &RuleTables<W>, color: Color) -> SquareSet<W> {
        let is_regent = |square: &Square| rules.traits(self.at(*square)).is(Traits::REGENT);
        self.pieces(color).iter().filter(is_regent).collect()
    }

    /// The position with one more piece, on an empty square.
    pub(crate) fn with(&self, rules: &RuleTables<W>, square: Square, code: Code) -> Position<W> {
        let mut position = *self;
        if let Some((color, _)) = code.piece() {
            position.put(rules, square, code, color);
        }
        position
    }

    #[inline(always)]
    fn put(&mut self, rules: &RuleTables<W>, square: Square, code: Code, color: Color) {
        let traits = rules.traits(code);
        self.board.set(square, code);
        self.colors[color.index()].insert(square);
        self.royals.insert_if(square, traits.is(Traits::ROYAL));
        self.auras.insert_if(square, traits.is(Traits::AURA));
        self.key ^= rules.keys.piece(code, square);
    }

    #[inline(always)]
    fn take(&mut self, rules: &RuleTables<W>, square: Square, color: Color) -> Code {
        let code = self.at(square);
        self.board.set(square, Code::EMPTY);
        self.colors[color.index()].remove(square);
        self.royals.remove(square);
        self.auras.remove(square);
        self.key ^= rules.keys.piece(code, square);
        code
    }

    /// The castling moves that the rights are about; `None` in games without castling.
    #[inline(always)]
    pub(crate) fn homes<'r>(&self, rules: &'r RuleTables<W>) -> Option<&'r Homes<W>> {
        rules.castling.as_ref()?.homes.get(usize::from(self.home))
    }

    #[inline(always)]
    fn castling_key(&self, rules: &RuleTables<W>) -> u64 {
        rules.keys.castling(self.castling, self.home)
    }

    pub fn fresh_key(&self, rules: &RuleTables<W>) -> u64 {
        let mut key = self.castling_key(rules)
            ^ rules.passing_key(self.passing, self.side.other())
            ^ rules.keys.swapped(self.swapped)
            ^ rules.keys.captor(self.captor)
            ^ rules.keys.entered(self.entered)
            ^ self.left.key()
            ^ self.hands.key()
            ^ Keys::checks(self.checks);
        for square in self.occupied() {
            key ^= rules.keys.piece(self.at(square), square);
        }
        if self.side == Color::Black {
            key ^= rules.keys.black_to_move;
        }
        key
    }

    /// Whether the parts of the position agree with each other, as they must after every move.
    pub fn is_consistent(&self, rules: &RuleTables<W>) -> bool {
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
