//! Parsing Betza notation.

use super::{Betza, BetzaTerm, Mode};

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

/// Parses notation; the error is every fault.
pub(crate) fn parse(text: &str) -> Result<Betza, Vec<BetzaFault>> {
    let mut faults = Vec::new();
    let mut terms = Vec::new();
    let mut words = Vec::new();
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let mut at = 0;
    while at < letters.len() {
        if letters[at].1.is_whitespace() {
            at += 1;
            continue;
        }
        let word = Word::read(&letters, &mut at);
        let end = letters.get(at).map_or(text.len(), |&(byte, _)| byte);
        let mut found = word.faults(end);
        if found.is_empty() {
            match word.terms() {
                Ok(mut new) => terms.append(&mut new),
                Err(message) => found.push(fault(
                    word.start,
                    end - word.start,
                    message,
                    "directions are f b l r s v; for N C Z also fh bh lh rh (halves), hl hr, and single \
                     leaps such as fl",
                )),
            }
            words.push(text[word.start..end].to_string());
        }
        faults.append(&mut found);
    }
    if terms.is_empty() && faults.is_empty() {
        let remedy = "write Betza notation such as `mfW cfF`, `R4` or `N`";
        faults.push(fault(0, text.len(), "no move is given", remedy));
    }
    if faults.is_empty() {
        let text = words.join(" ");
        Ok(Betza { terms, text })
    } else {
        Err(faults)
    }
}

/// A word of the notation: modifiers, an atom, which may be doubled, and an optional number.
struct Word {
    start: usize,
    modifiers: Vec<(usize, char)>,
    atom: Option<(usize, char)>,
    doubled: bool,
    number: Option<(usize, String)>,
}

impl Word {
    fn read(letters: &[(usize, char)], at: &mut usize) -> Word {
        let from = *at;
        while letters
            .get(*at)
            .is_some_and(|&(_, letter)| letter.is_ascii_lowercase())
        {
            *at += 1;
        }
        let modifiers = letters[from..*at].to_vec();
        let mut atom = None;
        let mut doubled = false;
        if let Some(&(byte, letter)) = letters.get(*at)
            && !letter.is_whitespace()
        {
            atom = Some((byte, letter));
            *at += 1;
            doubled = letters.get(*at).is_some_and(|&(_, next)| next == letter);
            *at += usize::from(doubled);
        }
        let digits_from = *at;
        while letters
            .get(*at)
            .is_some_and(|&(_, letter)| letter.is_ascii_digit())
        {
            *at += 1;
        }
        let digits = &letters[digits_from..*at];
        let number = (digits.first())
            .map(|&(byte, _)| (byte, digits.iter().map(|&(_, digit)| digit).collect()));
        Word {
            start: letters[from].0,
            modifiers,
            atom,
            doubled,
            number,
        }
    }

    fn base(&self) -> Option<(char, &'static [(i32, i32)])> {
        let (_, letter) = self.atom?;
        ATOMS.into_iter().find(|(name, _)| *name == letter)
    }

    fn has(&self, wanted: char) -> bool {
        (self.modifiers.iter()).any(|&(_, letter)| letter == wanted)
    }

    fn faults(&self, end: usize) -> Vec<BetzaFault> {
        let mut faults = Vec::new();
        let whole = end - self.start;
        for &(start, letter) in &self.modifiers {
            if !"mcfblrsvhn".contains(letter) {
                let message = format!("Betza modifier `{letter}` is not supported");
                let remedy = "supported are m c (when), f b l r s v h (where to) and n (blockable); for \
                              other ways of moving see the powers in docs/rule-files.md";
                faults.push(fault(start, 1, message, remedy));
            }
        }
        match (self.atom, self.base()) {
            (None, _) => {
                let message = "no atom follows these letters";
                let remedy = "write one of W F D N A H C Z G K R B Q";
                faults.push(fault(self.start, whole, message, remedy));
            }
            (Some((start, letter)), None) => {
                let message = format!("Betza atom `{letter}` is not known");
                let remedy = "the atoms are W F D N A H C Z G, K = WF, R B Q = riders on W F WF";
                faults.push(fault(start, letter.len_utf8(), message, remedy));
            }
            _ => {}
        }
        if let Some((start, number)) = &self.number
            && number.parse::<u8>().is_err()
        {
            let message = format!("a range of {number} steps is too long");
            let remedy = "leave the number out for any distance";
            faults.push(fault(*start, number.len(), message, remedy));
        }
        if let (Some((start, letter)), true) = (self.atom, self.doubled)
            && "KRBQ".contains(letter)
        {
            let message = format!("`{letter}{letter}` is not known");
            let remedy = "doubled letters make riders of leapers, such as NN or DD";
            faults.push(fault(start, 2, message, remedy));
        }
        if self.has('n') && self.range() != Ok(1) {
            let message = "`n` is for single leaps";
            let remedy = "riders are stopped by every piece on the squares they touch anyway";
            faults.push(fault(self.start, whole, message, remedy));
        }
        if (self.has('n')) && (self.atom).is_some_and(|(_, atom)| "WFKCZ".contains(atom)) {
            let message = "`n` has no clear meaning for this atom";
            let remedy = "it is for nD nA nH nG (squares between) and nN (orthogonal square first)";
            faults.push(fault(self.start, whole, message, remedy));
        }
        faults
    }

    fn range(&self) -> Result<u8, std::num::ParseIntError> {
        let rider = self.doubled || self.atom.is_some_and(|(_, letter)| "RBQ".contains(letter));
        match &self.number {
            Some((_, number)) => match number.parse::<u8>()? {
                0 => Ok(BetzaTerm::UNLIMITED),
                number => Ok(number),
            },
            None if rider => Ok(BetzaTerm::UNLIMITED),
            None => Ok(1),
        }
    }

    fn terms(&self) -> Result<Vec<BetzaTerm>, String> {
        let mode = match (self.has('m'), self.has('c')) {
            (true, false) => Mode::Move,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        };
        // Letters with another between them are not one direction.
        let direction = |&(_, letter): &(usize, char)| {
            if "fblrsvh".contains(letter) {
                letter
            } else {
                ' '
            }
        };
        let directions: String = self.modifiers.iter().map(direction).collect();
        let (_, leaps) = self
            .base()
            .expect("a word without an atom has been refused");
        let range = self.range().expect("a wrong range has been refused");
        let mut terms = Vec::new();
        for &leap in leaps {
            terms.push(BetzaTerm {
                mode,
                leaps: select(&all_leaps(leap), &directions)?,
                range,
                lame: self.has('n'),
            });
        }
        Ok(terms)
    }
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
fn select(leaps: &[(i32, i32)], letters: &str) -> Result<Vec<(i32, i32)>, String> {
    let (file, rank) = leaps[0];
    let shape = match (file.abs(), rank.abs()) {
        (0, _) | (_, 0) => Shape::Orthogonal,
        (file, rank) if file == rank => Shape::Diagonal,
        _ => Shape::Oblique,
    };
    let letters: Vec<char> = letters.chars().collect();
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
