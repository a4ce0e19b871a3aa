//! The two traits of a power, and what the files of the powers import.

pub(super) use super::context::{
    Act, Actor, CheckContext, CompileContext, MoveKinds, Nature, PieceView, PlayedMove,
    RuleSetView, Seen, first_on, listed,
};
pub(super) use super::reader::PowerReader;
pub(super) use super::{Power, PowerKind, Tables};
pub(super) use crate::betza::{self, Betza, Mode};
pub(super) use crate::board::{Geometry, Square, SquareSet};
pub(super) use crate::drawing::{
    self, CAPTURED_BY_IGUI, CONVERTED, LANDING, LEAP_MOVE, Layer, Picture, VICTIM,
};
pub(super) use crate::mobility::{CAPTURE_ONLY, MOVE_ONLY, UniformOccupancy};
pub(super) use crate::moves::Move;
pub(super) use crate::piece::{Code, Color, PieceType};
pub(super) use crate::placement::Placement;
pub(super) use crate::reach::{Arena, RayTable, ReachBuilder, ReachTable, ray_ends, reach_table};
use std::fmt::Debug;

/// A way in which a chameleon captures an enemy, or another effect on it.
pub(crate) enum CaptureRule<'p> {
    /// By replacement, with these captures.
    Replacement(Betza),
    /// By approach.
    Approach,
    /// By withdrawal.
    Withdrawal,
    /// By a long leap; whether also when it is passed on the way to a hopper.
    LongLeap { leaping: bool },
    /// By a swap: whether two such pieces may swap back at once, and whether pieces of its own
    /// side are swapped with too.
    Swap { back: bool, own: bool },
    /// By hopping over some piece along these lines.
    Hopper(&'p Betza),
    /// By mutual destruction.
    Destroy(&'p Betza),
    /// It immobilizes the enemy.
    Immobilize(&'p Betza, Leave),
}

/// The immobilized pieces that may remove themselves from the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Leave {
    /// Every piece.
    Any,
    /// Every piece but royals.
    NonRoyal,
    /// No piece.
    #[default]
    None,
}

/// The properties of a power that do not depend on the size of the board.
pub(crate) trait PowerInfo {
    /// The way to find captures by it from the victim's square. The default is slow and never wrong.
    fn seen(&self) -> Seen<'_> {
        Seen::Odd
    }

    /// The description in words.
    fn describe(&self, rules: &RuleSetView<'_>) -> String;

    /// The way in which a chameleon captures an enemy with this power, if the power adds one.
    fn capture_rule(&self) -> Option<CaptureRule<'_>> {
        None
    }

    /// Reports what does not fit the piece or the rule set.
    fn check(&self, _: &CheckContext<'_>) {}

    /// Adds its squares to the drawing of the piece.
    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, _: &mut Picture<'_>) {}

    /// The approximate number of squares that White's piece reaches by it from a square.
    fn mobility(&self, _: &PieceView<'_>, _: &UniformOccupancy<'_>, _: Square) -> f64 {
        0.0
    }

    /// Whether it is the reason for what a move did.
    fn explains(&self, _: Act, _: &PlayedMove<'_>) -> bool {
        false
    }
}

/// Reading, compiling and move generation of a power.
pub(crate) trait PowerImpl: PowerInfo + Sized {
    /// The name in rule files.
    const NAME: &'static str;
    /// The keys in rule files.
    const KEYS: &'static [&'static str];
    /// The shortcuts that the move generator may take.
    const NATURE: Nature;
    /// The tables for a piece of one colour; the default stands for a piece without the power.
    type Tables<const W: usize>: Debug + Default;

    /// Reads the power; faults are reported to the reader.
    fn read(reader: &PowerReader<'_>) -> Option<Self>;

    /// The piece types that it names.
    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    /// Adds plain moves to those of its piece.
    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    /// Fills the tables.
    fn compile<const W: usize>(&self, _: &mut CompileContext<'_, W>, _: &mut Tables<W>) {}

    /// Finds the moves that do more than go to a square and capture there. Returns the targets of
    /// the other moves. It is called unless `NATURE` makes nothing or plain moves.
    #[inline(always)]
    fn generate<const W: usize>(
        _: &Self::Tables<W>,
        _: &Actor<'_, W>,
        _: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        SquareSet::EMPTY
    }

    /// The squares that `generate` may return from a square, with any other pieces on the board.
    fn ends<const W: usize>(_: &Self::Tables<W>, _: Square) -> SquareSet<W> {
        SquareSet::EMPTY
    }
}
