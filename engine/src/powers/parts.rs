//! What every power must say of itself. Nothing has a default: what a power leaves out does not compile.

// What the files of the powers need, so that each begins with what is its own.
pub(super) use super::actor::Actor;
pub(super) use super::bearer::{
    Act, Bearer, Makes, Nature, Played, Seen, Setting, first_on, listed,
};
pub(super) use super::checking::Checking;
pub(super) use super::lesson::{Leave, Lesson};
pub(super) use super::making::Making;
pub(super) use super::reading::Reading;
pub(super) use super::{Power, PowerKind, Tables};
pub(super) use crate::betza::{self, Betza, Mode};
pub(super) use crate::board::{Geometry, Square, SquareSet};
pub(super) use crate::crowd::{CAPTURE_ONLY, Crowd, MOVE_ONLY};
pub(super) use crate::drawing::{
    self, CAPTURED_BY_IGUI, CONVERTED, LANDING, LEAP_MOVE, Layer, Picture, VICTIM,
};
pub(super) use crate::moves::Move;
pub(super) use crate::piece::{Code, Color, PieceType};
pub(super) use crate::placement::Placement;
pub(super) use crate::reach::{Arena, RayTable, ReachBuilder, ReachTable, ray_ends};
use std::fmt::Debug;

/// What a power says of itself that the size of the board does not matter for.
pub(crate) trait Facts {
    /// Everything in it that is written in Betza notation.
    fn notation(&self) -> Vec<&Betza>;

    /// How captures by it are found when one looks back from the victim's square.
    fn seen(&self) -> Seen<'_>;

    /// What a chameleon learns from an enemy that has it.
    fn lesson(&self) -> Lesson<'_>;

    /// Notes what does not fit the piece that has it, or its rule set.
    fn check(&self, checking: &Checking<'_>);

    /// It in words.
    fn describe(&self, setting: &Setting<'_>) -> String;

    /// Adds the squares that show it.
    fn draw(&self, setting: &Setting<'_>, piece: &Bearer<'_>, picture: &mut Picture<'_>);

    /// About how many squares it lets White's piece go to from a square.
    fn mobility(&self, piece: &Bearer<'_>, crowd: &Crowd<'_>, from: Square) -> f64;

    /// Whether it is the reason for what a move did.
    fn explains(&self, act: Act, played: &Played<'_>) -> bool;
}

/// How a power is read, compiled and generated.
pub(crate) trait Ability: Facts + Sized {
    /// What it is called in rule files.
    const NAME: &'static str;
    /// The keys that it takes there.
    const KEYS: &'static [&'static str];
    const NATURE: Nature;
    /// What it compiles to, for a piece of one colour; the default stands for a piece without it.
    type Tables<const W: usize>: Debug + Default;

    /// Reads it; what is wrong is noted.
    fn read(reading: &Reading<'_>) -> Option<Self>;

    /// The piece types that it names.
    fn pieces(&mut self) -> &mut [PieceType];

    /// Adds plain moves to those of its piece.
    fn extend<const W: usize>(&self, builder: &mut ReachBuilder<'_, W>);

    /// Fills its tables.
    fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>);

    /// Finds the moves that do more than go to a square and capture there; returns the squares to which
    /// it can move, or on which it can capture, with nothing else happening.
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W>;

    /// The squares that `generate` may return from a square, whatever stands on the board.
    fn ends<const W: usize>(tables: &Self::Tables<W>, from: Square) -> SquareSet<W>;
}

/// The part of an [`Ability`] that finds moves, for powers whose moves are found elsewhere: as plain moves
/// of their piece, in `steps`, or by looking at a whole side. It has to be written, so that none is
/// forgotten.
macro_rules! generates_nothing {
    () => {
        #[inline(always)]
        fn generate<const W: usize>(
            _: &Self::Tables<W>,
            _: &Actor<'_, W>,
            _: &mut impl FnMut(Move),
        ) -> SquareSet<W> {
            SquareSet::EMPTY
        }

        fn ends<const W: usize>(_: &Self::Tables<W>, _: Square) -> SquareSet<W> {
            SquareSet::EMPTY
        }
    };
}
pub(super) use generates_nothing;
