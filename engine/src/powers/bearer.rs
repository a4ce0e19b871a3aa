//! A piece, a rule set and a move as powers see them.

use super::{Power, PowerKind};
use crate::betza::Betza;
use crate::board::{Geometry, Square};
use crate::piece::{Color, PieceType};

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
    /// By asking which moves it lends.
    Lent,
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
    if targets.slides() {
        format!("{what} first in line on {targets}")
    } else {
        format!("{what} on {targets}")
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
        self.owner.turned((files, ranks))
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
