//! Rule sets compiled to tables, once when a rule set is loaded.
//!
//! A piece is a `Code`: its type and colour in one byte. For every code and square, a `Reach` holds
//! the plain moves: sets of leaps, and lines that other pieces block.

mod arrays;
mod attacks;
mod compile;
mod diagram;
mod left;
mod minor;
mod promotion;
mod zobrist;

pub use crate::drawing::Diagram;
pub(crate) use arrays::pieces as array_pieces;
pub(crate) use attacks::{Attacks, Legality};
pub(crate) use compile::compile;
pub use diagram::diagram;
pub(crate) use left::{Left, LeftCodes};
pub(crate) use promotion::{Condition, Promotion, PromotionTargets};
pub(crate) use zobrist::Keys;

use crate::board::{Geometry, Square, SquareSet};
use crate::piece::Code;
use crate::powers::{self, Castling};
use crate::reach::{Arena, Reach, ReachTable};
use crate::rules::RuleSpec;

/// A rule set ready to play on a board of at most `64 * W` squares.
#[derive(Debug)]
pub(crate) struct RuleTables<const W: usize> {
    pub(crate) spec: RuleSpec,
    pub(crate) geometry: Geometry,
    /// By [`Code::index`].
    pub(crate) traits: Vec<Traits>,
    /// The plain moves of every piece; by [`RuleTables::slot`].
    pub(crate) reach: ReachTable<W>,
    pub(crate) arena: Arena<W>,
    /// The powers of every code; by [`Code::index`].
    pub(crate) powers: Vec<powers::Tables<W>>,
    pub(crate) promotions: Vec<Promotion<W>>,
    pub(crate) castling: Option<Castling<W>>,
    pub(crate) attacks: Attacks<W>,
    pub(crate) legality: Legality,
    pub(crate) keys: Keys,
    /// The edge squares; none on a board without.
    pub(crate) edge: SquareSet<W>,
    /// The pieces whose removing themselves is counted.
    pub(crate) left: LeftCodes,
    /// Whether any piece lends moves.
    pub(crate) has_relay: bool,
    /// Whether any piece immobilizes others.
    pub(crate) has_immobilizer: bool,
    /// Whether any piece lets its side pass.
    pub(crate) has_pass: bool,
    /// Whether some swaps may not be taken back at once.
    pub(crate) has_swap_ban: bool,
    /// Whether any piece is a regent.
    pub(crate) has_regent: bool,
    /// Whether any piece can be captured en passant.
    pub(crate) has_double_step: bool,
}

impl<const W: usize> RuleTables<W> {
    /// The index of a piece on a square in tables over both.
    #[inline(always)]
    pub(crate) fn slot(&self, code: Code, square: Square) -> usize {
        code.index() * self.geometry.squares() + square.index()
    }

    #[inline(always)]
    pub(crate) fn traits(&self, code: Code) -> Traits {
        self.traits[code.index()]
    }

    #[inline(always)]
    pub(crate) fn reach(&self, code: Code, square: Square) -> &Reach<W> {
        &self.reach[self.slot(code, square)]
    }
}

/// Flags of a code, and its promotion rule.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Traits {
    flags: u16,
    /// Number of the promotion rule plus one, or 0.
    promotion: u8,
}

impl Traits {
    pub(crate) const ROYAL: u16 = 1;
    /// Lends moves or immobilizes.
    pub(crate) const AURA: u16 = 2;
    pub(crate) const PAWN: u16 = 4;
    /// Has moves beyond its [`Reach`].
    pub(crate) const SPECIAL: u16 = 8;
    pub(crate) const DOUBLE_STEP: u16 = 16;
    pub(crate) const REGENT: u16 = 32;
    /// Has captures that the backward search does not find.
    pub(crate) const ODD: u16 = 64;
    /// Is never immobilized.
    pub(crate) const IMMUNE: u16 = 128;
    /// Swaps of two such pieces may not be taken back at once.
    pub(crate) const SWAPPER: u16 = 256;
    /// Cannot mate with its royal alone; see [`minor`].
    pub(crate) const MINOR: u16 = 512;
    /// Is minor, and never leaves squares of one colour.
    pub(crate) const BOUND: u16 = 1024;

    pub(crate) fn new(flags: u16, promotion: Option<usize>) -> Traits {
        Traits {
            flags,
            promotion: promotion.map_or(0, |at| at as u8 + 1),
        }
    }

    #[inline(always)]
    pub(crate) fn is(self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// The number of this piece's promotion rule.
    #[inline(always)]
    pub(crate) fn promotion(self) -> Option<usize> {
        (self.promotion as usize).checked_sub(1)
    }
}
