//! The two traits of a power with the arguments of their methods, reading the `powers` of a piece, and
//! what the files of the powers import.

pub(super) use super::{Power, PowerKind, Tables};
pub(super) use crate::betza::{self, Betza, Mode};
pub(super) use crate::board::{Geometry, Square, SquareSet};
pub(super) use crate::drawing::{
    self, CAPTURED_BY_IGUI, CONVERTED, LANDING, LEAP_MOVE, Layer, Picture, VICTIM,
};
pub(super) use crate::input::listed;
pub(super) use crate::mobility::{CAPTURE_ONLY, MOVE_ONLY, UniformOccupancy};
pub(super) use crate::moves::Move;
pub(super) use crate::piece::{Code, Color, PieceType};
pub(super) use crate::placement::Placement;
pub(super) use crate::reach::{Arena, RayTable, ReachBuilder, ReachTable, ray_ends, reach_table};

use super::ENTRIES;
use crate::betza::Paths;
use crate::board::HOLE;
use crate::input::{Node, Place, Reader, TableReader, closest};
use crate::reach::{Ray, rays};
use std::cell::Cell;
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
    /// By a swap: whether they may swap back at once, and with pieces of their own side.
    Swap { back: bool, own: bool },
    /// By hopping over pieces along these lines.
    Hopper(&'p Betza, Hurdles),
    /// By mutual destruction.
    Destroy(&'p Betza),
    /// It immobilizes the enemy.
    Immobilize(&'p Betza, Leave),
}

/// The pieces over which a hopper goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hurdles {
    /// One or more.
    #[default]
    Any,
    /// Exactly one, as the cannon of xiangqi.
    Single,
    /// The nearest, to the square right behind it, as a grasshopper.
    Close,
}

impl Hurdles {
    /// Calls `see` with the squares of a line on which a hopper may land, each with the number of squares before it.
    #[inline(always)]
    pub(crate) fn landings(
        self,
        ray: &Ray,
        is_occupied: impl Fn(Square) -> bool,
        mut see: impl FnMut(usize, Square),
    ) {
        let mut hurdles = 0;
        for (at, &to) in ray.within_range().iter().enumerate() {
            if hurdles > 0 {
                see(at, to);
                if self == Hurdles::Close {
                    return;
                }
            }
            if is_occupied(to) {
                hurdles += 1;
                if self == Hurdles::Single && hurdles > 1 {
                    return;
                }
            }
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Hurdles::Any => "over one or more pieces",
            Hurdles::Single => "over exactly one piece",
            Hurdles::Close => "over one piece to the square right behind it",
        }
    }
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
    /// The kind of its moves: the shortcuts that the move generator may take.
    const MAKES: MoveKinds;
    /// Whether a piece may have it more than once.
    const IS_PLURAL: bool = false;
    /// Whether another power may generate the same moves, so that duplicates must be removed.
    const MAY_COINCIDE: bool = false;
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
    /// the other moves. It is called unless `MAKES` is nothing or plain moves.
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
    pub iron: bool,
}

impl PieceView<'_> {
    pub(crate) fn has(&self, kind: PowerKind) -> bool {
        self.powers.iter().any(|power| power.kind() == kind)
    }
}

/// A rule set as powers see it.
pub(crate) struct RuleSetView<'s> {
    /// The piece types, in the order of [`PieceType`].
    pub pieces: Vec<PieceView<'s>>,
    pub files: &'s [char],
    pub ranks: u8,
    /// The number printed for the lowest rank.
    pub first_rank: u8,
}

impl RuleSetView<'_> {
    pub(crate) fn text(&self, piece: PieceType) -> &str {
        self.pieces[piece.index()].text
    }

    /// The name of a square by file and rank, counted from 0.
    pub(crate) fn square_name(&self, &(file, rank): &(u8, u8)) -> String {
        let rank = u16::from(rank) + u16::from(self.first_rank);
        format!("{}{rank}", self.files[usize::from(file)])
    }

    pub(crate) fn has_chameleons(&self) -> bool {
        (self.pieces.iter()).any(|piece| piece.has(PowerKind::Chameleon))
    }
}

/// Describes something on target squares; on lines it is the first piece.
pub(crate) fn first_on(what: &str, targets: &Betza) -> String {
    if targets.slides() {
        format!("{what} first in line on {targets}")
    } else {
        format!("{what} on {targets}")
    }
}

/// The longest line for powers that may capture all along it: a move has room for 11 victims.
const LONGEST_LINE: usize = 13;

/// A piece whose powers are checked.
pub(crate) struct CheckContext<'c> {
    /// The place of its powers in the rule file.
    pub place: &'c Place,
    /// The pieces described before it.
    pub before: &'c [PieceView<'c>],
    pub piece: PieceView<'c>,
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
            if !power.entry().is_plural && powers[..at].iter().any(is_same) {
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
        let adds_moves = |power: &Power| power.entry().makes == MoveKinds::Reach;
        if self.piece.powers.iter().any(adds_moves) {
            let message = "approach, withdrawal and chameleons act on `moves` alone";
            self.fault(
                message,
                "leave out `skip-slide`, `bent`, `double-step` and `within`",
            );
        }
        let Some(moves) = self.piece.moves else {
            let message = "this power acts on plain moves, and the piece has none";
            return self.fault(message, "give it `moves`, such as \"mQ\"");
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

    /// By piece: whether its own side cannot capture it: royals and iron pieces, such as walls.
    pub(crate) fn kept_by_own(&self) -> Vec<bool> {
        let kept = |piece: &PieceView<'_>| [piece.royal || piece.iron; 2];
        let pieces = self.pieces.iter().flat_map(kept);
        // The first code is that of an empty square.
        std::iter::once(true).chain(pieces).collect()
    }

    /// The smallest index of the codes of walls, which are the last ones.
    pub(crate) fn first_wall(&self) -> usize {
        let is_wall = |piece: &&PieceView<'_>| piece.text.starts_with(HOLE);
        1 + 2 * (self.pieces.len() - self.pieces.iter().filter(is_wall).count())
    }

    /// By square: the rays of some notation.
    pub(crate) fn rays(&self, betza: &Betza) -> RayTable {
        rays(betza, self.board, self.color)
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

    /// The position of a square on the line of the move, the target at 1; `None` beside the line.
    pub(crate) fn along(&self, square: Square) -> Option<f64> {
        let (to, there) = (self.leap_to(self.to), self.leap_to(square));
        let is_on_line = to != (0, 0) && to.0 * there.1 == to.1 * there.0;
        let scale = f64::from(to.0 * to.0 + to.1 * to.1);
        is_on_line.then(|| f64::from(to.0 * there.0 + to.1 * there.1) / scale)
    }

    /// Whether the move passed over a square.
    pub(crate) fn passes(&self, square: Square) -> bool {
        self.along(square).is_some_and(|far| 0.0 < far && far < 1.0)
    }
}

/// The constants of a kind of power, and its reader.
pub(crate) struct PowerEntry {
    pub name: &'static str,
    pub keys: &'static [&'static str],
    pub makes: MoveKinds,
    pub is_plural: bool,
    pub may_coincide: bool,
    pub read: fn(&PowerReader<'_>) -> Option<Power>,
}

/// Finds the piece type that a value names, or reports that there is none.
pub(crate) type NamedPieces<'r> = dyn Fn(&Node) -> Option<PieceType> + 'r;

/// The table of a power that is being read.
pub(crate) struct PowerReader<'r> {
    pub table: TableReader<'r>,
    pub board: &'r Geometry,
    pub piece: &'r NamedPieces<'r>,
    /// The number of words of Betza notation read so far.
    words: Cell<usize>,
}

/// Reads one power; returns it with its number of words of Betza notation.
pub(crate) fn read(
    node: &Node,
    piece: &NamedPieces<'_>,
    board: &Geometry,
    reader: &Reader<'_>,
) -> Option<(Power, usize)> {
    let names = || ENTRIES.iter().map(|entry| entry.name);
    let list = || names().collect::<Vec<_>>().join(", ");
    let Some(name_node) = node.get("power") else {
        let remedy = format!("write {{ power = \"…\" }} with one of {}", list());
        reader.fault(&node.place, "a power without its name", remedy);
        return None;
    };
    let name = reader.text(name_node)?;
    let Some(entry) = ENTRIES.iter().find(|entry| entry.name == name) else {
        let guess = closest(name, names()).map(|guess| format!("did you mean \"{guess}\"? "));
        let remedy = format!("{}the powers are {}", guess.unwrap_or_default(), list());
        let message = format!("there is no power \"{name}\"");
        reader.fault(&name_node.place, message, remedy);
        return None;
    };
    let mut allowed = vec!["power"];
    allowed.extend(entry.keys);
    let what = format!("power \"{name}\"");
    let table = reader.table(node, &what, &allowed);
    let reader = PowerReader {
        table,
        board,
        piece,
        words: Cell::new(0),
    };
    let power = (entry.read)(&reader)?;
    Some((power, reader.words.get()))
}

impl PowerReader<'_> {
    /// Any notation.
    pub(crate) fn betza(&self, key: &str, remedy: &str) -> Option<Betza> {
        let node = self.table.need(key, remedy)?;
        betza::read(self.table.reader, node).map(|betza| self.counted(betza))
    }

    /// Moves of several legs.
    pub(crate) fn paths(&self, key: &str, remedy: &str) -> Option<Paths> {
        let node = self.table.need(key, remedy)?;
        let paths = betza::read_paths(self.table.reader, node)?;
        self.words.set(self.words.get() + paths.words());
        Some(paths)
    }

    /// Some notation, whose words are counted.
    pub(crate) fn counted(&self, betza: Betza) -> Betza {
        self.words.set(self.words.get() + betza.words());
        betza
    }

    /// Riders that neither only move nor only capture, under the key `along`.
    pub(crate) fn lines(&self) -> Option<Betza> {
        let along = self.riders("along", "the lines, such as \"Q\" or \"R3\"")?;
        self.without_modes("along", along)
    }

    /// Notation of single steps to adjacent squares.
    pub(crate) fn adjacent(&self, key: &str, remedy: &str) -> Option<Betza> {
        let over = self.plain(key, remedy)?;
        let fits = (over.leaps())
            .all(|(term, leap)| term.range == 1 && leap.0.abs().max(leap.1.abs()) == 1);
        let message = format!("`{key}` is not over adjacent squares: \"{over}\"");
        let remedy = "use W, F, K and direction letters";
        self.fitting(key, over, fits, message, remedy)
    }

    /// Notation of leaps only.
    pub(crate) fn leaps(&self, key: &str, remedy: &str) -> Option<Betza> {
        let betza = self.plain(key, remedy)?;
        let message = format!("`{key}` is not a text of leaps");
        let remedy = "use atoms without ranges, such as K or WD";
        let fits = !betza.can_be_blocked();
        self.fitting(key, betza, fits, message, remedy)
    }

    /// Notation without `m` and `c`.
    pub(crate) fn plain(&self, key: &str, remedy: &str) -> Option<Betza> {
        let betza = self.betza(key, remedy)?;
        self.without_modes(key, betza)
    }

    /// Notation of riders only.
    pub(crate) fn riders(&self, key: &str, remedy: &str) -> Option<Betza> {
        let betza = self.betza(key, remedy)?;
        let fits = betza.terms.iter().all(|term| term.range > 1);
        let remedy = "use R, B, Q, a range such as R4, or a doubled letter";
        self.fitting(key, betza, fits, format!("`{key}` is not a slide"), remedy)
    }

    /// Reports a fault of the value under a key.
    pub(crate) fn fault(&self, key: &str, message: impl Into<String>, remedy: &str) {
        let node = self.table.get(key).unwrap_or(self.table.node);
        self.table.reader.fault(&node.place, message, remedy);
    }

    fn without_modes(&self, key: &str, betza: Betza) -> Option<Betza> {
        let fits = betza.terms.iter().all(|term| term.mode == Mode::Both);
        let message = format!("`{key}` says where, not when");
        self.fitting(key, betza, fits, message, "leave out the letters m and c")
    }

    /// The notation under a key if it fits; else reports a fault.
    fn fitting(
        &self,
        key: &str,
        betza: Betza,
        fits: bool,
        message: String,
        remedy: &str,
    ) -> Option<Betza> {
        if !fits {
            self.fault(key, message, remedy);
        }
        fits.then_some(betza)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference of rule files has a section for every power, and the section names every key.
    #[test]
    fn every_power_is_in_the_reference() {
        let reference = include_str!("../../../docs/reference/rule-files.md");
        for entry in ENTRIES {
            let heading = format!("\n### `{}`\n", entry.name);
            let (_, rest) = (reference.split_once(&heading))
                .unwrap_or_else(|| panic!("no section about {}", entry.name));
            let section = rest.split("\n##").next().unwrap_or_default();
            for key in entry.keys {
                let named = section.contains(&format!("`{key}`"));
                assert!(named, "{} does not name its key {key}", entry.name);
            }
            let example = format!("power = \"{}\"", entry.name);
            assert!(section.contains(&example), "{} has no example", entry.name);
        }
    }
}
