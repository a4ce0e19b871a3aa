//! What every power must say of itself. Nothing has a default: what a power leaves out does not compile.

// What the files of the powers need, so that each begins with what is its own.
pub(super) use super::actor::Actor;
pub(super) use super::chameleon::Lesson;
pub(super) use super::checking::Checking;
pub(super) use super::immobilize::Leave;
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

/// What there is to know of a power at a glance.
#[derive(Clone, Copy)]
pub(crate) struct Nature {
    /// Whether a piece may have it more than once.
    pub plural: bool,
    pub makes: Makes,
    /// Whether another power may come to the same moves, so that double ones must be looked for.
    pub may_coincide: bool,
}

/// What kind of moves a power makes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Makes {
    /// None that are generated piece by piece.
    Nothing,
    /// Plain moves, which it adds to those of its piece.
    Reach,
    /// Captures that are held up by those squares only which the tables of attacks know: by the landing
    /// square of a hop, or by what stands in the way of igui.
    Near,
    /// Moves that may do anything.
    Far,
    /// The same, and they end where they start; they never promote.
    Staying,
}

/// How captures by a power are found when one looks back from the victim's square.
pub(crate) enum Seen<'p> {
    /// There are none.
    Nothing,
    /// On the straight lines of these slides.
    Slides(&'p Betza),
    /// Not at all: the piece itself has to be asked.
    Odd,
}

/// A piece type as powers see it.
#[derive(Clone, Copy)]
pub(crate) struct Bearer<'s> {
    pub text: &'s str,
    pub moves: Option<&'s Betza>,
    pub powers: &'s [Power],
    pub royal: bool,
}

impl Bearer<'_> {
    /// Whether a piece has a power.
    pub(crate) fn has(&self, kind: PowerKind) -> bool {
        self.powers.iter().any(|power| power.kind() == kind)
    }
}

/// A rule set as powers see it.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'s> {
    /// Every piece type, in their order.
    pub pieces: &'s [Bearer<'s>],
    /// The names of the files.
    pub files: &'s [char],
    /// The number printed for the lowest rank.
    pub first_rank: u8,
}

impl Setting<'_> {
    /// How a piece type is written.
    pub(crate) fn text(&self, piece: PieceType) -> &str {
        self.pieces[piece.index()].text
    }

    /// Whether some piece is a chameleon.
    pub(crate) fn has_chameleons(&self) -> bool {
        self.pieces
            .iter()
            .any(|piece| piece.has(PowerKind::Chameleon))
    }
}

/// Something on the squares of a text of the notation; on lines, the first piece counts.
pub(super) fn first_on(what: &str, targets: &Betza) -> String {
    match targets.slides() {
        true => format!("{what} first in line on {targets}"),
        false => format!("{what} on {targets}"),
    }
}

/// A list with a word before its last entry.
pub(crate) fn listed(texts: Vec<String>, word: &str) -> String {
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Something that a move did which plain moves do not do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// It reached its target square.
    Reaches,
    /// It removed the piece on a square that is not its target.
    Removes(Square),
}

/// A move that was made.
pub(crate) struct Played<'b> {
    pub board: &'b Geometry,
    pub owner: Color,
    pub from: Square,
    pub to: Square,
}

impl Played<'_> {
    /// How a square lies from the start, as the owner sees it.
    pub(crate) fn leap_to(&self, square: Square) -> (i32, i32) {
        let files = self.board.file(square) - self.board.file(self.from);
        let ranks = self.board.rank(square) - self.board.rank(self.from);
        match self.owner {
            Color::White => (files, ranks),
            Color::Black => (files, -ranks),
        }
    }

    /// Whether the piece stayed where it was.
    pub(crate) fn stays(&self) -> bool {
        self.from == self.to
    }

    /// How far a square lies along the way of the move, the target being at 1; `None` beside that way.
    fn along(&self, square: Square) -> Option<f64> {
        let (to, there) = (self.leap_to(self.to), self.leap_to(square));
        let is_on_line = to != (0, 0) && to.0 * there.1 == to.1 * there.0;
        let scale = f64::from(to.0 * to.0 + to.1 * to.1);
        is_on_line.then(|| f64::from(to.0 * there.0 + to.1 * there.1) / scale)
    }

    /// Whether the move went over a square.
    pub(crate) fn passes(&self, square: Square) -> bool {
        self.along(square).is_some_and(|far| 0.0 < far && far < 1.0)
    }

    /// Whether a square lies ahead of the target.
    pub(crate) fn comes_up_to(&self, square: Square) -> bool {
        self.along(square).is_some_and(|far| far > 1.0)
    }

    /// Whether a square lies behind the start.
    pub(crate) fn leaves_behind(&self, square: Square) -> bool {
        self.along(square).is_some_and(|far| far < 0.0)
    }
}
