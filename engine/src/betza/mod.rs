//! Betza notation of piece moves.
//!
//! The core of the notation, as in XBetza (chessvariants.com), XBoard and Fairy-Stockfish: the
//! atoms `W F D N A H C Z G`, longer ones by `X` and `Y` (`FX`, `NY`), the compounds `K R B Q`, `U` for all
//! squares, ranges (`R4`, `B3`, `W2`), doubled letters for riders (`NN`, `DD`), `m` and `c` for moving and
//! capturing only, the direction letters `f b l r s v h`, and `n` for leapers that can be blocked. Moves of
//! several legs, and others that are more than a leap or a ride, are in `paths`. Anything else is refused.

mod paths;
mod words;

pub use paths::Paths;
pub(crate) use paths::{Ends, Leg, Path, parse as parse_paths};
pub(crate) use words::{Word, words};

use crate::input::{Node, Reader};
use crate::piece::Color;
use std::fmt;

/// The kind of move to which a term applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Mode {
    /// Moving to an empty square and capturing (no letter).
    Both,
    /// Only moving to an empty square (`m`).
    Move,
    /// Only capturing (`c`).
    Capture,
}

impl Mode {
    /// Its letter; none for both.
    pub(crate) fn letter(self) -> &'static str {
        match self {
            Mode::Both => "",
            Mode::Move => "m",
            Mode::Capture => "c",
        }
    }
}

/// One term: some directions of one atom, leapt once or ridden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetzaTerm {
    /// Moving, capturing or both.
    pub mode: Mode,
    /// The leaps as (files to the right, ranks forward), in a fixed order.
    pub leaps: Vec<(i32, i32)>,
    /// The maximum number of leaps in one direction over empty squares; 1 for a plain leaper,
    /// [`BetzaTerm::UNLIMITED`] for a rider.
    pub range: u8,
    /// Whether the squares between must be empty (`n`, a lame leaper).
    pub lame: bool,
}

impl BetzaTerm {
    /// The range of a rider without a limit.
    pub const UNLIMITED: u8 = u8::MAX;

    /// The leaps of a side's piece, as White sees them. For a piece with left-right symmetry, the
    /// orders of both sides mirror each other: games depend on the order of moves.
    pub(crate) fn steps(&self, color: Color) -> Vec<(i32, i32)> {
        let mut steps: Vec<_> = self.leaps.iter().map(|&leap| color.turned(leap)).collect();
        if color == Color::Black {
            let mirrored = |&(file, rank): &(i32, i32)| {
                let same = |leap: &(i32, i32)| *leap == (file, -rank);
                self.leaps.iter().position(same).unwrap_or(self.leaps.len())
            };
            steps.sort_by_key(mirrored);
        }
        steps
    }
}

/// Moves in Betza notation.
#[derive(Clone, Default)]
pub struct Betza {
    /// The terms, in order.
    pub terms: Vec<BetzaTerm>,
    /// The text with single spaces between terms.
    pub text: String,
}

/// The leaps in the order of the text. Fingerprints of rules are made from it, so that `K` and
/// `W F` are the same.
impl fmt::Debug for Betza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.meaning()).finish()
    }
}

/// Notation is equal when it has the same leaps in the same order.
impl PartialEq for Betza {
    fn eq(&self, other: &Betza) -> bool {
        self.meaning().eq(other.meaning())
    }
}

impl Eq for Betza {}

impl fmt::Display for Betza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Betza {
    /// Whether some captures are neither leaps nor on straight lines of single steps.
    pub(crate) fn has_odd_captures(&self) -> bool {
        let captures = self.terms.iter().filter(|term| term.mode != Mode::Move);
        captures.into_iter().any(|term| {
            let sparse = |leap: &(i32, i32)| greatest_common_divisor(leap.0, leap.1) > 1;
            term.lame || (term.range > 1 && term.leaps.iter().any(sparse))
        })
    }

    /// Every leap with its term.
    pub(crate) fn leaps(&self) -> impl Iterator<Item = (&BetzaTerm, (i32, i32))> {
        (self.terms.iter()).flat_map(|term| term.leaps.iter().map(move |&leap| (term, leap)))
    }

    /// Every leap with its mode, its range and whether it can be blocked.
    pub(crate) fn meaning(&self) -> impl Iterator<Item = (Mode, (i32, i32), u8, bool)> {
        (self.leaps()).map(|(term, leap)| (term.mode, leap, term.range, term.lame))
    }

    /// The number of its words.
    pub(crate) fn words(&self) -> usize {
        self.text.split(' ').count()
    }

    /// Whether it has a rider.
    pub(crate) fn slides(&self) -> bool {
        self.terms.iter().any(|term| term.range > 1)
    }

    /// Whether other pieces can block it.
    pub(crate) fn can_be_blocked(&self) -> bool {
        self.terms.iter().any(|term| term.range > 1 || term.lame)
    }

    /// Whether two of its leaps go in the same direction.
    pub(crate) fn crosses_itself(&self) -> bool {
        let leaps = self.leaps().map(|(_, (file, rank))| {
            let length = greatest_common_divisor(file, rank).max(1);
            (file / length, rank / length)
        });
        let mut directions: Vec<_> = leaps.collect();
        let count = directions.len();
        directions.sort_unstable();
        directions.dedup();
        directions.len() < count
    }

    /// The terms that capture and are not lame.
    pub(crate) fn capturing(&self) -> Betza {
        let captures = |term: &&BetzaTerm| term.mode != Mode::Move && !term.lame;
        Betza {
            terms: self.terms.iter().filter(captures).cloned().collect(),
            text: self.text.clone(),
        }
    }
}

/// The offsets of the squares that block a lame leap: all between on a straight line; for others, as
/// the mao's, the end of an orthogonal step.
pub(crate) fn blockers((file, rank): (i32, i32)) -> Vec<(i32, i32)> {
    let length = file.abs().max(rank.abs());
    if is_straight((file, rank)) {
        let step = (file / length, rank / length);
        (1..length)
            .map(|far| (far * step.0, far * step.1))
            .collect()
    } else {
        vec![(file / 2, rank / 2)]
    }
}

/// Whether a leap is along a rank, a file or a diagonal.
pub(crate) fn is_straight((file, rank): (i32, i32)) -> bool {
    file == 0 || rank == 0 || file.abs() == rank.abs()
}

pub(crate) fn greatest_common_divisor(a: i32, b: i32) -> i32 {
    match b {
        0 => a.abs(),
        _ => greatest_common_divisor(b, a % b),
    }
}

/// Reads Betza notation of a rule file and reports every fault.
pub(crate) fn read(reader: &Reader<'_>, node: &Node) -> Option<Betza> {
    read_by(reader, node, parse)
}

/// Reads moves of several legs and reports every fault.
pub(crate) fn read_paths(reader: &Reader<'_>, node: &Node) -> Option<Paths> {
    read_by(reader, node, parse_paths)
}

fn read_by<T>(
    reader: &Reader<'_>,
    node: &Node,
    parse: impl FnOnce(&str) -> Result<T, Vec<BetzaFault>>,
) -> Option<T> {
    let Some(text) = node.text() else {
        let remedy = "write Betza notation in quotes, such as \"mfW cfF\"";
        reader.fault(&node.place, "moves are not a text", remedy);
        return None;
    };
    let report = |fault: BetzaFault| {
        let place = reader.part(&node.place, fault.start, fault.length);
        reader.fault(&place, fault.message, fault.remedy);
    };
    let parsed = parse(text).map_err(|faults| faults.into_iter().for_each(report));
    parsed.ok()
}

/// A fault of some notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BetzaFault {
    /// The first byte of the wrong part.
    pub start: usize,
    /// Its length in bytes.
    pub length: usize,
    pub message: String,
    pub remedy: &'static str,
}

fn fault(
    start: usize,
    length: usize,
    message: impl Into<String>,
    remedy: &'static str,
) -> BetzaFault {
    BetzaFault {
        start,
        length,
        message: message.into(),
        remedy,
    }
}

/// The spelling here of an atom of other dialects: Betza's own letters, and those of XBetza.
fn atom_remedy(letter: char) -> &'static str {
    match letter {
        'L' => "write C for the camel, the leap 3,1",
        'J' => "write Z for the zebra, the leap 3,2",
        'T' => "write G for the leap 3,3",
        'X' | 'Y' => "X and Y stand behind a leaper, such as FX (leap 4,1) or NY (leap 4,3)",
        'O' => "for castling write the power `castle`; see `tradewind docs castle`",
        '[' | ']' => {
            "for moves of several legs write the power `legs`, such as { power = \"legs\", moves = \"[F-fsR]\" }; see \
             `tradewind docs legs`"
        }
        _ => "the atoms are W F D N A H C Z G, K = WF, R B Q = riders on W F WF, U = everywhere",
    }
}

/// The power that replaces a modifier of XBetza.
fn modifier_remedy(letter: char) -> &'static str {
    match letter {
        'p' => {
            "for lines over other pieces write the power `hopper`, such as { power = \"hopper\", along = \"R\" }; see \
             `tradewind docs hopper`"
        }
        'g' => {
            "the nearest is the power `hopper`: { power = \"hopper\", along = \"Q2\" } goes over an adjacent piece to \
             the next square; see `tradewind docs hopper`"
        }
        'i' => {
            "for the first move of a pawn write the power `double-step`; see `tradewind docs double-step`"
        }
        'j' => {
            "for slides that skip the first square write the power `skip-slide`; see `tradewind docs skip-slide`"
        }
        'u' => "for swaps write the power `swap`; see `tradewind docs swap`",
        '(' | ')' => {
            "leaps have letters: the leap 2,1 is N; parentheses repeat legs in the power `legs`"
        }
        'a' | 'y' => {
            "for moves of several legs write the power `legs`, such as { power = \"legs\", moves = \"caK\" }; see \
             `tradewind docs legs`"
        }
        'd' | 'o' | 'q' | 'z' => {
            "for captures of own pieces (d), boards without sides (o), circular (q) and crooked (z) rides write the \
             power `legs`, such as { power = \"legs\", moves = \"zB\" }; see `tradewind docs legs`"
        }
        _ => {
            "supported are m c (when), f b l r s v h (where to) and n (blockable); for other ways of moving see \
             `tradewind docs powers`"
        }
    }
}

const ATOMS: [(char, &[(i32, i32)]); 13] = [
    ('W', &[(1, 0)]),
    ('F', &[(1, 1)]),
    ('D', &[(2, 0)]),
    ('N', &[(2, 1)]),
    ('A', &[(2, 2)]),
    ('H', &[(3, 0)]),
    ('C', &[(3, 1)]),
    ('Z', &[(3, 2)]),
    ('G', &[(3, 3)]),
    ('K', &[(1, 0), (1, 1)]),
    ('R', &[(1, 0)]),
    ('B', &[(1, 1)]),
    ('Q', &[(1, 0), (1, 1)]),
];

/// The atom of leaps to all squares.
const UNIVERSAL: char = 'U';
/// The longest sides of a leap on a board of at most 256 squares and 26 files.
const LONGEST_LEAP: (i32, i32) = (25, 31);

/// The leaps between any two squares of a board.
fn universal_leaps() -> Vec<(i32, i32)> {
    let (files, ranks) = LONGEST_LEAP;
    let leaps = (-files..=files).flat_map(|file| (-ranks..=ranks).map(move |rank| (file, rank)));
    let fits = |leap: &(i32, i32)| (leap.0.abs() + 1) * (leap.1.abs() + 1) <= 256;
    leaps.filter(|leap| *leap != (0, 0) && fits(leap)).collect()
}

/// A leap, by its longer and its shorter side, as `X` or `Y` behind its atom makes it: as in the table of the page on
/// extended Betza notation.
fn lengthened((long, short): (i32, i32), by: Option<char>) -> (i32, i32) {
    match by {
        Some('X') => (long + 3, short),
        Some(_) => (long + 2, short + 2),
        None => (long, short),
    }
}

/// The text of a leaper, by its longer and its shorter side: an atom, or a longer one.
pub(crate) fn leaper(leap: (i32, i32)) -> Option<String> {
    let leapers = ATOMS.iter().filter(|(atom, _)| !"KRBQ".contains(*atom));
    [None, Some('X'), Some('Y')].into_iter().find_map(|by| {
        let mut leapers = leapers.clone();
        let (atom, _) = leapers.find(|(_, leaps)| lengthened(leaps[0], by) == leap)?;
        Some([*atom].into_iter().chain(by).collect())
    })
}

/// Whether a term goes everywhere.
pub(crate) fn is_universal(term: &BetzaTerm) -> bool {
    term.leaps == universal_leaps()
}

/// Parses notation; the error is every fault.
pub(crate) fn parse(text: &str) -> Result<Betza, Vec<BetzaFault>> {
    let mut faults = Vec::new();
    let mut terms = Vec::new();
    let mut known = Vec::new();
    for word in words(text) {
        let mut found = word.faults();
        if found.is_empty() {
            match word.terms() {
                Ok(mut new) => terms.append(&mut new),
                Err(message) => found.push(fault(
                    word.start,
                    word.text.len(),
                    message,
                    "directions are f b l r s v; for N C Z also fh bh lh rh (halves), hl hr, and single \
                     leaps such as fl",
                )),
            }
            known.push(word.text);
        }
        faults.append(&mut found);
    }
    if terms.is_empty() && faults.is_empty() {
        let remedy = "write Betza notation such as `mfW cfF`, `R4` or `N`";
        faults.push(fault(0, text.len(), "no move is given", remedy));
    }
    if faults.is_empty() {
        let text = known.join(" ");
        Ok(Betza { terms, text })
    } else {
        Err(faults)
    }
}

impl Word<'_> {
    /// The leaps of the atom, by their longer and their shorter side.
    fn base(&self) -> Option<&'static [(i32, i32)]> {
        let mut atoms = ATOMS.iter();
        atoms
            .find(|(name, _)| *name == self.atom)
            .map(|(_, leaps)| *leaps)
    }

    fn is_universal(&self) -> bool {
        self.atom == UNIVERSAL
    }

    fn faults(&self) -> Vec<BetzaFault> {
        let mut faults = Vec::new();
        let whole = self.text.len();
        for (at, letter) in self.modifiers.char_indices() {
            if !"mcfblrsvhn".contains(letter) {
                let message = format!("Betza modifier `{letter}` is not supported");
                let remedy = modifier_remedy(letter);
                faults.push(fault(self.start + at, 1, message, remedy));
            }
        }
        let (atom, atom_at) = (self.atom, self.start + self.modifiers.len());
        match (atom, self.base()) {
            (' ', _) => {
                let message = "no atom follows these letters";
                let remedy = "write one of W F D N A H C Z G K R B Q U";
                faults.push(fault(self.start, whole, message, remedy));
            }
            (_, None) if atom != UNIVERSAL => {
                let message = format!("Betza atom `{atom}` is not known");
                let remedy = atom_remedy(atom);
                faults.push(fault(atom_at, atom.len_utf8(), message, remedy));
            }
            _ => {}
        }
        let suffix_at = self.start + whole - self.suffix.len();
        let number_at = suffix_at - self.number.len();
        if !self.number.is_empty() && self.number.parse::<u8>().is_err() {
            let message = format!("a range of {} steps is too long", self.number);
            let remedy = "leave the number out for any distance";
            faults.push(fault(number_at, self.number.len(), message, remedy));
        }
        if !self.suffix.is_empty() {
            let message = format!("`{}` is not known behind an atom", self.suffix);
            let remedy = "a number is the greatest distance";
            faults.push(fault(suffix_at, self.suffix.len(), message, remedy));
        }
        if !self.longer.is_empty() && "KRBQU".contains(atom) {
            let message = format!(
                "`{}` makes one leap longer, and {atom} is none",
                self.longer
            );
            let remedy = "write for example FX (leap 4,1) or NY (leap 4,3)";
            faults.push(fault(number_at - 1, 1, message, remedy));
        }
        let directs = self
            .modifiers
            .contains(|letter| "fblrsvhn".contains(letter));
        if self.is_universal() && (directs || !self.number.is_empty()) {
            let message = "`U` goes to every square";
            faults.push(fault(self.start, whole, message, "write U, mU or cU"));
        }
        if self.doubled && "KRBQU".contains(atom) {
            let message = format!("`{atom}{atom}` is not known");
            let remedy = "doubled letters make riders of leapers, such as NN or DD";
            faults.push(fault(atom_at, 2, message, remedy));
        }
        if self.has('n') && self.range() != Ok(1) {
            let message = "`n` is for single leaps";
            let remedy = "riders are stopped by every piece on the squares they touch anyway";
            faults.push(fault(self.start, whole, message, remedy));
        }
        let is_clear = self.longer.is_empty() && !"WFKCZ".contains(atom);
        if self.has('n') && atom != ' ' && !is_clear {
            let message = "`n` has no clear meaning for this atom";
            let remedy = "it is for nD nA nH nG (squares between) and nN (orthogonal square first)";
            faults.push(fault(self.start, whole, message, remedy));
        }
        faults
    }

    fn range(&self) -> Result<u8, std::num::ParseIntError> {
        let rides = self.doubled || "RBQ".contains(self.atom);
        match self.number {
            "" if rides => Ok(BetzaTerm::UNLIMITED),
            "" => Ok(1),
            number => match number.parse::<u8>()? {
                0 => Ok(BetzaTerm::UNLIMITED),
                number => Ok(number),
            },
        }
    }

    fn terms(&self) -> Result<Vec<BetzaTerm>, String> {
        let mode = match (self.has('m'), self.has('c')) {
            (true, false) => Mode::Move,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        };
        let directions: Vec<char> = directions(self.modifiers).chars().collect();
        let range = self.range().expect("a wrong range has been refused");
        let term = |leaps| BetzaTerm {
            mode,
            leaps,
            range,
            lame: self.has('n'),
        };
        if self.is_universal() {
            return Ok(vec![term(universal_leaps())]);
        }
        let longer = self.longer.chars().next();
        let base = (self.base()).expect("a word without an atom has been refused");
        let leaps = base.iter().map(|leap| all_leaps(lengthened(*leap, longer)));
        leaps
            .map(|leaps| Ok(term(select(&leaps, &directions)?)))
            .collect()
    }
}

/// The directions among modifiers, with spaces in place of other letters: directions with another letter between them
/// are not one direction.
fn directions(modifiers: &str) -> String {
    modifiers.replace(|letter| !"fblrsvh".contains(letter), " ")
}

/// The four or eight leaps of an atom, clockwise from straight ahead.
fn all_leaps((long, short): (i32, i32)) -> Vec<(i32, i32)> {
    let mut leaps = Vec::new();
    for (file, rank) in [
        (short, long),
        (long, short),
        (long, -short),
        (short, -long),
        (-short, -long),
        (-long, -short),
        (-long, short),
        (-short, long),
    ] {
        if !leaps.contains(&(file, rank)) {
            leaps.push((file, rank));
        }
    }
    leaps
}

/// The leaps that direction letters select, as in XBetza, XBoard and Fairy-Stockfish. A space
/// stands for another letter between them.
///
/// Some pairs of letters are one direction: a letter twice, one of `f b v` and one of `l r s` in
/// either order, a letter followed by `h`, and `hl`, `hr`. Several directions are united.
fn select(leaps: &[(i32, i32)], letters: &[char]) -> Result<Vec<(i32, i32)>, String> {
    let (file, rank) = leaps[0];
    let shape = match (file.abs(), rank.abs()) {
        (0, _) | (_, 0) => Shape::Orthogonal,
        (file, rank) if file == rank => Shape::Diagonal,
        _ => Shape::Oblique,
    };
    let mut directions = Vec::new();
    let mut at = 0;
    while let Some(&first) = letters.get(at) {
        let second = letters.get(at + 1).filter(|&&next| belongs(first, next));
        at += 1 + usize::from(second.is_some());
        let chiral = first == 'h' && second.is_some_and(|&next| next != 'h');
        match (first, chiral) {
            (' ', _) => {}
            ('h', false) => {
                return Err("`h` (half) needs a direction: `fh`, `bh`, `lh`, `rh`".to_string());
            }
            ('h', true) if shape != Shape::Oblique => {
                return Err("`hl` and `hr` choose among the leaps of N, C and Z".to_string());
            }
            _ => directions.push((first, *second.unwrap_or(&first))),
        }
    }
    let is_kept = |leap: &(i32, i32)| {
        directions.is_empty() || directions.iter().any(|&pair| shape.keeps(pair, *leap))
    };
    Ok(leaps.iter().copied().filter(is_kept).collect())
}

/// Whether two adjacent letters are one direction.
fn belongs(first: char, second: char) -> bool {
    let (upright, flat) = ("fbv", "lrs");
    match second {
        'h' => first != ' ',
        _ if first == 'h' => "lr".contains(second),
        _ => {
            first == second && first != ' '
                || upright.contains(first) && flat.contains(second)
                || flat.contains(first) && upright.contains(second)
        }
    }
}

/// The shape of an atom, on which the meaning of direction letters depends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Orthogonal,
    Diagonal,
    Oblique,
}

impl Shape {
    /// Whether a direction has a leap; a single letter stands twice.
    fn keeps(self, (first, second): (char, char), leap: (i32, i32)) -> bool {
        let on_side = |letter| is_towards(letter, leap);
        let is_steep = leap.1.abs() > leap.0.abs();
        match (self, first, second) {
            // One leap each: two letters are two directions.
            (Shape::Orthogonal, _, 'h') => on_side(first) && !is_across(first, leap),
            (Shape::Orthogonal, ..) => [first, second]
                .iter()
                .any(|&letter| on_side(letter) && !is_across(letter, leap)),
            (Shape::Diagonal, ..) | (Shape::Oblique, _, 'h') => on_side(first) && on_side(second),
            // One half of the eight leaps, all of the same handedness.
            (Shape::Oblique, 'h', _) => ((leap.0 * leap.1 > 0) == is_steep) == (second == 'r'),
            // Mainly in the direction of the last letter.
            (Shape::Oblique, first, second) if first == second => {
                on_side(first) && !is_across(first, leap)
            }
            (Shape::Oblique, ..) => on_side(first) && on_side(second) && !is_across(second, leap),
        }
    }
}

/// Whether a leap goes at least partly in the direction of a letter.
fn is_towards(letter: char, (file, rank): (i32, i32)) -> bool {
    match letter {
        'f' => rank > 0,
        'b' => rank < 0,
        'l' => file < 0,
        'r' => file > 0,
        _ => true,
    }
}

/// Whether a leap goes mainly along another axis than that of a letter.
fn is_across(letter: char, (file, rank): (i32, i32)) -> bool {
    match letter {
        'f' | 'b' | 'v' => file.abs() > rank.abs(),
        _ => rank.abs() > file.abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaps(text: &str) -> Vec<(i32, i32)> {
        let mut leaps: Vec<_> = parse(text)
            .unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
            .terms
            .into_iter()
            .flat_map(|term| term.leaps)
            .collect();
        leaps.sort();
        leaps
    }

    #[test]
    fn atoms_have_their_leaps() {
        assert_eq!(leaps("W"), [(-1, 0), (0, -1), (0, 1), (1, 0)]);
        assert_eq!(leaps("A"), [(-2, -2), (-2, 2), (2, -2), (2, 2)]);
        assert_eq!(leaps("Z").len(), 8);
        assert_eq!(leaps("K"), leaps("WF"));
    }

    /// The right values are those of Fairy-Stockfish 11.1 (`steps` of a custom piece) and of
    /// XBetza's page.
    #[test]
    fn directions_choose_leaps() {
        assert_eq!(leaps("fW"), [(0, 1)]);
        assert_eq!(leaps("sW"), [(-1, 0), (1, 0)]);
        assert_eq!(leaps("fsW"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(leaps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(leaps("flF"), [(-1, 1)]);
        assert_eq!(leaps("fbF"), leaps("F"));
        assert_eq!(leaps("flfrF"), leaps("fF"));
        assert_eq!((leaps("sF"), leaps("vF")), (leaps("F"), leaps("F")));
        assert_eq!((leaps("fsF"), leaps("fhF")), (leaps("fF"), leaps("fF")));
        assert_eq!((leaps("fhW"), leaps("fK").len()), (leaps("fW"), 3));
        for (text, wanted) in [
            ("fN", &[(-1, 2), (1, 2)][..]),
            ("bN", &[(-1, -2), (1, -2)]),
            ("lN", &[(-2, -1), (-2, 1)]),
            ("rN", &[(2, -1), (2, 1)]),
            ("ffN", &[(-1, 2), (1, 2)]),
            ("fsN", &[(-2, 1), (2, 1)]),
            ("bsN", &[(-2, -1), (2, -1)]),
            ("rvN", &[(1, -2), (1, 2)]),
            ("vN", &[(-1, -2), (-1, 2), (1, -2), (1, 2)]),
            ("sN", &[(-2, -1), (-2, 1), (2, -1), (2, 1)]),
            ("lrN", &[(-2, -1), (-2, 1), (2, -1), (2, 1)]),
            ("fhN", &[(-2, 1), (-1, 2), (1, 2), (2, 1)]),
            ("bhN", &[(-2, -1), (-1, -2), (1, -2), (2, -1)]),
            ("rhN", &[(1, -2), (1, 2), (2, -1), (2, 1)]),
            ("fbN", &[(-1, -2), (-1, 2), (1, -2), (1, 2)]),
            ("flN", &[(-2, 1)]),
            ("lfN", &[(-1, 2)]),
            ("frN", &[(2, 1)]),
            ("rbN", &[(1, -2)]),
            ("flbrN", &[(-2, 1), (2, -1)]),
            ("fflN", &[(-2, -1), (-2, 1), (-1, 2), (1, 2)]),
            ("hrN", &[(-2, 1), (-1, -2), (1, 2), (2, -1)]),
            ("hlN", &[(-2, -1), (-1, 2), (1, -2), (2, 1)]),
            ("fmlN", &[(-2, -1), (-2, 1), (-1, 2), (1, 2)]),
            ("fC", &[(-1, 3), (1, 3)]),
        ] {
            assert_eq!(leaps(text), wanted, "{text}");
        }
    }

    /// Fingerprints of rules depend on the moves alone.
    #[test]
    fn words_that_mean_the_same_are_equal() {
        let read = |text: &str| parse(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        for (one, other) in [("K", "W F"), ("ffN", "fN"), ("R", "WW"), ("fF", "flfrF")] {
            assert_eq!(read(one), read(other));
            assert_eq!(format!("{:?}", read(one)), format!("{:?}", read(other)));
        }
        assert_ne!(read("mK"), read("K"));
        assert_ne!(read("fhN"), read("fN"));
    }

    #[test]
    fn words_need_no_spaces() {
        assert_eq!(parse("mfWcfF").map(|b| b.text), Ok("mfW cfF".to_string()));
        let terms = parse("mQ3cK").expect("two words").terms;
        assert_eq!(terms.len(), 4);
        assert_eq!((terms[0].mode, terms[0].range), (Mode::Move, 3));
        assert_eq!((terms[3].mode, terms[3].range), (Mode::Capture, 1));
        assert_eq!(
            parse("NN").expect("a rider").terms[0].range,
            BetzaTerm::UNLIMITED
        );
        assert_eq!(parse("R4").expect("short rook").terms[0].range, 4);
    }

    #[test]
    fn every_fault_is_named() {
        let faults = |text: &str| -> Vec<(usize, usize)> {
            let faults = parse(text).expect_err(text);
            faults
                .iter()
                .map(|fault| (fault.start, fault.length))
                .collect()
        };
        assert_eq!(faults("mY iW W"), [(1, 1), (3, 1)]);
        assert_eq!(faults("mf"), [(0, 2)]);
        assert_eq!(faults(""), [(0, 0)]);
        assert_eq!(faults("W999"), [(1, 3)]);
        assert_eq!(faults("hN"), [(0, 2)]);
        assert_eq!(faults("hrF"), [(0, 3)]);
        assert_eq!(faults("QQ"), [(0, 2)]);
        assert_eq!(faults("nR W"), [(0, 2)]);
        assert_eq!(faults("Wé"), [(1, 2)]);
        assert_eq!(faults("W->F"), [(1, 1), (2, 1)]);
    }
}
