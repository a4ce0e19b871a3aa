//! The arguments of powers: a piece type and a rule set, the contexts of checking, compiling and
//! move generation, and a move that was played.

use super::{Power, PowerKind};
use crate::betza::Betza;
use crate::board::{Geometry, Square, SquareSet};
use crate::input::{Place, Reader};
use crate::piece::{Color, PieceType};
use crate::placement::Placement;
use crate::reach::{self, Arena, RayTable, ReachTable, reach_table};

/// The properties of a kind of power.
#[derive(Clone, Copy)]
pub(crate) struct Nature {
    /// Whether a piece may have it more than once.
    pub plural: bool,
    /// The kind of its moves.
    pub makes: MoveKinds,
    /// Whether another power may generate the same moves, so that duplicates must be removed.
    pub may_coincide: bool,
}

impl Nature {
    /// A power that a piece has once at most and whose moves no other power generates.
    pub(crate) const fn of(makes: MoveKinds) -> Nature {
        Nature {
            plural: false,
            makes,
            may_coincide: false,
        }
    }

    /// The same for a power that a piece may have several times.
    pub(crate) const fn plural(mut self) -> Nature {
        self.plural = true;
        self
    }

    /// The same for a power whose moves another power may generate too.
    pub(crate) const fn coinciding(mut self) -> Nature {
        self.may_coincide = true;
        self
    }
}

/// The kind of moves that a power generates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoveKinds {
    /// No moves from `generate`: none at all, or moves that the move generator finds elsewhere,
    /// such as castling, passing and relayed moves.
    Nothing,
    /// Plain moves, added to those of its piece.
    Reach,
    /// Moves from `generate` whose captures a single piece can block, on a square that the attack
    /// tables know: the landing square of a hop, or a square in the way of igui.
    Near,
    /// Any other moves from `generate`, such as moves that change several squares.
    Far,
    /// Moves from `generate` that end where they start and never promote.
    Staying,
}

/// The way to find captures by a power from the victim's square.
pub(crate) enum Seen<'p> {
    /// It makes no captures.
    Nothing,
    /// On the straight lines of these slides.
    Slides(&'p Betza),
    /// By the moves that it lends.
    Lent,
    /// By generating the moves of the piece itself.
    Odd,
}

/// A piece type as powers see it.
#[derive(Clone, Copy)]
pub(crate) struct PieceView<'s> {
    pub text: &'s str,
    pub moves: Option<&'s Betza>,
    pub powers: &'s [Power],
    pub royal: bool,
}

impl PieceView<'_> {
    /// Whether the piece has a power.
    pub(crate) fn has(&self, kind: PowerKind) -> bool {
        self.powers.iter().any(|power| power.kind() == kind)
    }
}

/// A rule set as powers see it.
#[derive(Clone, Copy)]
pub(crate) struct RuleSetView<'s> {
    /// The piece types, in the order of [`PieceType`].
    pub pieces: &'s [PieceView<'s>],
    /// The names of the files.
    pub files: &'s [char],
    /// The number printed for the lowest rank.
    pub first_rank: u8,
}

impl RuleSetView<'_> {
    /// The symbol of a piece type.
    pub(crate) fn text(&self, piece: PieceType) -> &str {
        self.pieces[piece.index()].text
    }

    /// Whether some piece is a chameleon.
    pub(crate) fn has_chameleons(&self) -> bool {
        (self.pieces.iter()).any(|piece| piece.has(PowerKind::Chameleon))
    }
}

/// Describes something on target squares; on lines it is the first piece.
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

/// The longest line of squares for powers that may capture all along it: a move has room for
/// eleven victims.
const LONGEST_LINE: usize = 13;

/// A piece whose powers are checked.
pub(crate) struct CheckContext<'c> {
    /// The place of its powers in the rule file.
    pub place: &'c Place,
    /// The pieces described before it.
    pub before: &'c [PieceView<'c>],
    pub piece: PieceView<'c>,
    /// Every piece.
    pub pieces: &'c [PieceView<'c>],
    /// Whether a royal may not be left where it could be captured.
    pub has_check: bool,
    /// The number of files or ranks of the board, whichever is more.
    pub longest: usize,
    pub reader: &'c Reader<'c>,
}

impl CheckContext<'_> {
    /// Checks that the powers of the piece fit together, the piece and the rule set.
    pub(crate) fn check(&self) {
        let powers = self.piece.powers;
        for (at, power) in powers.iter().enumerate() {
            let is_same = |other: &Power| other.kind() == power.kind();
            if !power.nature().plural && powers[..at].iter().any(is_same) {
                let message = format!("`{}` has one power twice", self.piece.text);
                self.fault(message, "give it once, with all its squares");
            }
        }
        powers.iter().for_each(|power| power.info().check(self));
    }

    pub(crate) fn fault(&self, message: impl Into<String>, remedy: impl Into<String>) {
        self.reader.fault(self.place, message, remedy);
    }

    /// Checks a piece whose power acts on its straight plain moves.
    pub(crate) fn acts_on_moves(&self) {
        let adds_moves = |power: &Power| power.nature().makes == MoveKinds::Reach;
        if self.piece.powers.iter().any(adds_moves) {
            let message = "approach, withdrawal and chameleons act on `moves` alone";
            self.fault(message, "leave out `skip-slide`, `bent` and `double-step`");
        }
        let Some(moves) = self.piece.moves else {
            let message = "this power acts on plain moves, and the piece has none";
            self.fault(message, "give it `moves`, such as \"mQ\"");
            return;
        };
        if moves.terms.iter().any(|term| term.lame) {
            let message = "this power acts on plain moves in straight lines";
            self.fault(message, "leave the letter n out of `moves`");
        }
    }

    /// Checks the board for a power that may capture all along a line.
    pub(crate) fn captures_lines(&self) {
        if self.longest > LONGEST_LINE {
            let longest = self.longest;
            let message = format!("a line of {longest} squares is too long for what this captures");
            let remedy = format!("at most {LONGEST_LINE} files and ranks");
            self.fault(message, remedy);
        }
    }
}

/// A piece of one colour whose tables are compiled.
pub(crate) struct CompileContext<'m, const W: usize> {
    /// Every piece type.
    pub pieces: &'m [PieceView<'m>],
    pub piece: PieceView<'m>,
    pub board: &'m Geometry,
    pub color: Color,
    pub arena: &'m mut Arena<W>,
}

impl<const W: usize> CompileContext<'_, W> {
    /// By square: the reach of some notation.
    pub(crate) fn reach(&mut self, betza: &Betza) -> ReachTable<W> {
        reach_table(self.board, self.color, self.arena, |builder| {
            builder.betza(betza)
        })
    }

    /// By square: the targets of some notation on an empty board.
    pub(crate) fn alone(&mut self, betza: &Betza) -> Vec<SquareSet<W>> {
        let table = self.reach(betza);
        table.iter().map(|reach| reach.alone(self.arena)).collect()
    }

    /// By square: the rays of some notation.
    pub(crate) fn rays(&self, betza: &Betza) -> RayTable {
        reach::rays(betza, self.board, self.color)
    }
}

/// A piece whose moves are generated, and the pieces around it.
#[derive(Clone, Copy)]
pub(crate) struct Actor<'p, const W: usize> {
    pub board: &'p Placement<W>,
    pub arena: &'p Arena<W>,
    /// The two squares that may not be swapped back, in ascending order.
    pub swapped: [Square; 2],
    pub from: Square,
    pub own: SquareSet<W>,
    pub enemy: SquareSet<W>,
}

impl<const W: usize> Actor<'_, W> {
    /// Every piece on the board.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> SquareSet<W> {
        self.own | self.enemy
    }

    /// Whether a swap with a square does not undo the swap just made.
    #[inline(always)]
    pub(crate) fn may_swap(&self, to: Square) -> bool {
        let [lower, higher] = self.swapped;
        (lower, higher) != (self.from.min(to), self.from.max(to))
    }
}

/// An effect of a move that plain moves do not have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// It reached its target square.
    Reaches,
    /// It removed the piece on a square that is not its target.
    Removes(Square),
}

/// A move that was played.
pub(crate) struct PlayedMove<'b> {
    pub board: &'b Geometry,
    pub owner: Color,
    pub from: Square,
    pub to: Square,
}

impl PlayedMove<'_> {
    /// The offset of a square from the start, as the owner sees it.
    pub(crate) fn leap_to(&self, square: Square) -> (i32, i32) {
        self.owner.turned(self.board.offset(self.from, square))
    }

    /// Whether the piece stayed on its square.
    pub(crate) fn stays(&self) -> bool {
        self.from == self.to
    }

    /// The position of a square along the line of the move, with the target at 1; `None` beside
    /// that line.
    fn along(&self, square: Square) -> Option<f64> {
        let (to, there) = (self.leap_to(self.to), self.leap_to(square));
        let is_on_line = to != (0, 0) && to.0 * there.1 == to.1 * there.0;
        let scale = f64::from(to.0 * to.0 + to.1 * to.1);
        is_on_line.then(|| f64::from(to.0 * there.0 + to.1 * there.1) / scale)
    }

    /// Whether the move passed over a square.
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
