//! Moves of several legs, in XBetza ("Betza notation (extended)" of chessvariants.com).
//!
//! Two forms are read. `mafsW` chains legs by the letter `a`, as XBoard does: what stands before an
//! `a` says where a leg may end, and the directions behind it are relative to the leg before. Here
//! `F` and `W`, `A` and `D`, `G` and `H` stand for each other where only the other one has a leap in
//! that direction. `[W-F]` has the legs in brackets, each with an atom of its own; after `?` the
//! move may also end there.

use super::{BetzaFault, BetzaTerm, Mode, all_leaps, belongs, fault, parse as parse_words};
use crate::board::{Geometry, Square};
use crate::piece::Color;
use std::collections::HashSet;
use std::fmt;

/// The maximum number of legs.
const MAX_LEGS: usize = 6;
/// The maximum number of ways of all words over a board of 16 × 16 squares.
const MAX_WAYS: usize = 15_000;
/// The length of a line on such a board.
const LONGEST_LINE: usize = 15;

/// Moves of several legs.
#[derive(Clone, Default)]
pub struct Paths {
    pub(crate) paths: Vec<Path>,
    /// The text with single spaces between words.
    pub text: String,
}

impl Paths {
    /// The number of its words.
    pub(crate) fn words(&self) -> usize {
        self.text.split(' ').count()
    }
}

/// The legs alone. Fingerprints of rules are made from it.
impl fmt::Debug for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.paths.fmt(f)
    }
}

impl PartialEq for Paths {
    fn eq(&self, other: &Paths) -> bool {
        self.paths == other.paths
    }
}

impl Eq for Paths {}

impl fmt::Display for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// One or more legs. The last one moves, captures or does both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Path {
    pub legs: Vec<Leg>,
    /// The kind of the last leg.
    pub mode: Mode,
}

/// A leg of a path: a leap, or a ride that may end on any of its squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Leg {
    pub way: Way,
    /// The maximum number of leaps.
    pub range: u8,
    /// Whether the squares between must be empty.
    pub lame: bool,
    /// The squares on which it may end, unless it is the last leg.
    pub ends: Ends,
}

/// The directions of a leg.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// These leaps, as (files to the right, ranks forward).
    Leaps(Vec<(i32, i32)>),
    /// Relative to the leap before.
    Turns {
        /// In eighths of a full turn, clockwise.
        turns: Vec<i32>,
        /// The leaps to choose from, by their longer and their shorter side.
        atoms: Vec<(i32, i32)>,
        /// Whether an orthogonal leap becomes a diagonal one where the direction is diagonal, and
        /// the other way about; else the nearest leaps are chosen.
        converts: bool,
    },
}

/// The squares on which a leg may end before another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ends {
    /// Empty squares, and the start.
    pub empty: bool,
    /// Those of enemies, which are captured.
    pub enemy: bool,
    /// Those of any pieces, which stay.
    pub over: bool,
}

/// The direction of a leap, in sixteenths of a full turn from straight ahead, clockwise: orthogonal
/// leaps are at multiples of 4, diagonal ones halfway between, and the oblique ones at odd numbers.
fn bearing((file, rank): (i32, i32)) -> i32 {
    let eighth = match (file.abs(), rank.abs()) {
        (0, _) => 0,
        (file, rank) if file < rank => 1,
        (file, rank) if file == rank => 2,
        (_, 0) => 4,
        _ => 3,
    };
    match (file >= 0, rank >= 0) {
        (true, true) => eighth,
        (true, false) => 8 - eighth,
        (false, false) => 8 + eighth,
        (false, true) => (16 - eighth) % 16,
    }
}

impl Way {
    /// The leaps after another one, as White sees them.
    pub(crate) fn leaps_after(&self, before: (i32, i32), color: Color) -> Vec<(i32, i32)> {
        let (turns, atoms, converts) = match self {
            Way::Leaps(leaps) => return leaps.iter().map(|&leap| color.turned(leap)).collect(),
            Way::Turns {
                turns,
                atoms,
                converts,
            } => (turns, atoms, *converts),
        };
        let mut leaps = Vec::new();
        for turn in turns {
            let wanted = (bearing(before) + 2 * turn).rem_euclid(16);
            let distance = |leap: (i32, i32)| {
                let apart = (bearing(leap) - wanted).rem_euclid(16);
                apart.min(16 - apart)
            };
            let all = atoms.iter().flat_map(|&atom| all_leaps(atom));
            let nearest = all.clone().map(distance).min().unwrap_or(0);
            if nearest == 2 && converts {
                let converted = atoms.iter().map(|&(long, short)| (long, long - short));
                let exact = converted.flat_map(all_leaps);
                leaps.extend(exact.filter(|&leap| distance(leap) == 0));
            } else {
                leaps.extend(all.filter(|&leap| distance(leap) == nearest));
            }
        }
        let mut known = HashSet::new();
        leaps.retain(|leap| known.insert(*leap));
        leaps
    }

    /// The maximum number of its leaps.
    fn count(&self) -> usize {
        match self {
            Way::Leaps(leaps) => leaps.len(),
            // Two leaps may be equally near.
            Way::Turns {
                turns, converts, ..
            } => turns.len() * if *converts { 1 } else { 2 },
        }
    }
}

impl Path {
    /// All ends of the path from a square, and of its legs, wherever other pieces stand.
    pub(crate) fn ends(&self, board: &Geometry, color: Color, from: Square) -> Vec<Square> {
        let mut reached = HashSet::from([(from, (0, 0))]);
        for leg in &self.legs {
            let mut next = HashSet::new();
            for &(at, before) in &reached {
                for leap in leg.way.leaps_after(before, color) {
                    let squares =
                        (1..=i32::from(leg.range)).map_while(|far| board.away(at, leap, far));
                    next.extend(squares.map(|square| (square, leap)));
                }
            }
            reached = next;
        }
        let mut ends: Vec<Square> = reached.into_iter().map(|(square, _)| square).collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    }
}

/// Parses words of several legs; the error is every fault.
pub(crate) fn parse(text: &str) -> Result<Paths, Vec<BetzaFault>> {
    let mut faults = Vec::new();
    let mut paths = Vec::new();
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|letter: char| !letter.is_whitespace()) {
        let start = at + start;
        let end = start + length_of_word(&text[start..]);
        let word = &text[start..end];
        match read_word(word) {
            Ok(found) => {
                paths.extend(found);
                words.push(word);
            }
            Err((message, remedy)) => faults.push(fault(start, end - start, message, remedy)),
        }
        at = end;
    }
    let ways: usize = paths.iter().map(count_ways).fold(0, usize::saturating_add);
    if ways > MAX_WAYS {
        let message = format!("there are up to {ways} ways over a board, more than {MAX_WAYS}");
        faults.push(fault(
            0,
            text.len(),
            message,
            "give the legs directions or ranges",
        ));
    } else if paths.is_empty() && faults.is_empty() {
        let remedy = "write XBetza such as `mafsW` or `[F?fsR]`";
        faults.push(fault(0, text.len(), "no move is given", remedy));
    }
    if faults.is_empty() {
        let text = words.join(" ");
        Ok(Paths { paths, text })
    } else {
        Err(faults)
    }
}

/// The bytes of the first word: modifiers, an atom or a group in brackets, and digits.
fn length_of_word(text: &str) -> usize {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let mut letters = rest.chars();
    let rest = match letters.next() {
        Some('[') => rest.find(']').map_or("", |end| &rest[end + 1..]),
        Some(atom) if !atom.is_whitespace() => letters
            .as_str()
            .strip_prefix(atom)
            .unwrap_or(letters.as_str()),
        _ => rest,
    };
    let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    text.len() - rest.len()
}

type Refusal = (String, &'static str);

fn count_ways(path: &Path) -> usize {
    let of_leg = |leg: &Leg| leg.way.count() * LONGEST_LINE.min(leg.range.into());
    path.legs.iter().map(of_leg).fold(1, usize::saturating_mul)
}

/// The paths of one word.
fn read_word(word: &str) -> Result<Vec<Path>, Refusal> {
    let body = word.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let (modifiers, body) = (&word[..word.len() - body.len()], body);
    match body.strip_prefix('[') {
        Some(group) => {
            let group = group.strip_suffix(']').ok_or_else(|| {
                let message = "brackets end the word that they begin".to_string();
                (message, "write for example `[F?fsR]`")
            })?;
            read_group(modifiers, group)
        }
        None if modifiers.contains('a') => read_chain(modifiers, body).map(|path| vec![path]),
        None => Err((
            format!("`{word}` has one leg"),
            "write it in `moves`; several legs are chained by `a`, or by `-` and `?` in brackets",
        )),
    }
}

/// A chain of legs of one atom, such as `mafsW`.
fn read_chain(modifiers: &str, body: &str) -> Result<Path, Refusal> {
    let parts: Vec<&str> = modifiers.split('a').collect();
    let mut legs = Vec::new();
    let mut toggled = false;
    let mut mode = Mode::Both;
    for (at, part) in parts.iter().enumerate() {
        let is_last = at + 1 == parts.len();
        let letters = Letters::of(part, is_last)?;
        let mut leg = letters.leg(body, at > 0, true)?;
        if toggled {
            leg.range = if leg.range == 1 {
                BetzaTerm::UNLIMITED
            } else {
                1
            };
        }
        toggled ^= letters.toggles;
        mode = letters.mode;
        legs.push(leg);
    }
    check_number(legs.len())?;
    Ok(path(legs, mode))
}

/// Legs in brackets, such as `[F?fsR]`.
fn read_group(modifiers: &str, group: &str) -> Result<Vec<Path>, Refusal> {
    let outer = Letters::of(modifiers, true)?;
    let mut legs: Vec<Leg> = Vec::new();
    let mut paths = Vec::new();
    let mut rest = group;
    loop {
        let end = rest.find(['-', '?']).unwrap_or(rest.len());
        let is_last = end == rest.len();
        let body = rest[..end].trim_start_matches(|letter: char| letter.is_ascii_lowercase());
        let own = &rest[..end - body.len()];
        if length_of_word(body) != body.len() || body.starts_with('[') {
            let message = format!("`{}` in brackets is not one leg", &rest[..end]);
            return Err((
                message,
                "between `-` and `?` write one atom with its modifiers",
            ));
        }
        let mut letters = Letters::of(own, is_last)?;
        if legs.is_empty() {
            letters.directions.insert_str(0, &outer.directions);
        }
        let leg = letters.leg(body, !legs.is_empty(), false)?;
        legs.push(leg);
        if is_last {
            let mode = match (outer.mode, letters.mode) {
                (Mode::Both, own) => own,
                (outer, Mode::Both) => outer,
                (outer, own) if outer == own => own,
                _ => {
                    return Err((
                        "the last leg only moves and only captures".to_string(),
                        "leave out `m` or `c`",
                    ));
                }
            };
            check_number(legs.len())?;
            paths.push(path(legs, mode));
            return Ok(paths);
        }
        if rest[end..].starts_with('?') {
            paths.push(path(legs.clone(), outer.mode));
        }
        rest = &rest[end + 1..];
    }
}

fn check_number(legs: usize) -> Result<(), Refusal> {
    match legs {
        1 => {
            let remedy = "write one leg in `moves`, and several between `-` or `?` in brackets";
            Err(("there is one leg".to_string(), remedy))
        }
        2..=MAX_LEGS => Ok(()),
        _ => Err((format!("there are {legs} legs"), "at most 6")),
    }
}

fn path(mut legs: Vec<Leg>, mode: Mode) -> Path {
    if let Some(last) = legs.last_mut() {
        last.ends = Ends::default();
    }
    Path { legs, mode }
}

/// The modifiers of a leg, by what they mean.
struct Letters {
    directions: String,
    ends: Ends,
    mode: Mode,
    /// Whether later legs ride where they would leap, and the other way about.
    toggles: bool,
    lame: bool,
}

impl Letters {
    fn of(text: &str, is_last: bool) -> Result<Letters, Refusal> {
        let has = |letter: char| text.contains(letter);
        let allowed = if is_last {
            "fblrsvhmcn"
        } else {
            "fblrsvhmcnpgy"
        };
        if let Some(other) = text.chars().find(|letter| !allowed.contains(*letter)) {
            let message = format!("`{other}` is not supported in a move of several legs");
            let remedy = if is_last {
                "the last leg has directions, m, c and n"
            } else {
                "a leg has directions, m, c and n; legs before the last also p, g and y"
            };
            return Err((message, remedy));
        }
        let (moves, captures) = (has('m') || has('y'), has('c'));
        let over = has('p') || has('g');
        Ok(Letters {
            directions: text
                .chars()
                .filter(|letter| "fblrsvh".contains(*letter))
                .collect(),
            ends: Ends {
                empty: moves || !(captures || over),
                enemy: captures,
                over,
            },
            mode: match (moves, captures) {
                (true, false) => Mode::Move,
                (false, true) => Mode::Capture,
                _ => Mode::Both,
            },
            toggles: has('g') || has('y'),
            lame: has('n'),
        })
    }

    /// The leg with an atom, which may be a rider; `follows` another leg or not.
    fn leg(&self, body: &str, follows: bool, converts: bool) -> Result<Leg, Refusal> {
        let directions = if follows { "" } else { &self.directions };
        let lame = if self.lame { "n" } else { "" };
        let words = parse_words(&format!("{directions}{lame}{body}")).map_err(|faults| {
            let first = faults.into_iter().next();
            first.map_or((String::new(), ""), |fault| (fault.message, fault.remedy))
        })?;
        let range = words.terms.iter().map(|term| term.range).max().unwrap_or(1);
        let leaps: Vec<_> = words.leaps().map(|(_, leap)| leap).collect();
        let way = if follows {
            let mut atoms: Vec<(i32, i32)> = (leaps.iter())
                .map(|(file, rank)| (file.abs().max(rank.abs()), file.abs().min(rank.abs())))
                .collect();
            atoms.dedup();
            atoms.sort_unstable();
            atoms.dedup();
            Way::Turns {
                turns: turns(&self.directions, &atoms, converts)?,
                atoms,
                converts,
            }
        } else {
            Way::Leaps(leaps)
        };
        Ok(Leg {
            way,
            range,
            lame: self.lame,
            ends: self.ends,
        })
    }
}

/// The turns of direction letters, relative to the leg before. A chain without letters goes anywhere
/// but straight back, with four leaps of one kind also not between them; brackets go straight on.
fn turns(letters: &str, atoms: &[(i32, i32)], is_chain: bool) -> Result<Vec<i32>, Refusal> {
    let letters: Vec<char> = letters.chars().collect();
    if letters.is_empty() {
        let is_of_four = matches!(atoms, [(long, short)] if *short == 0 || long == short);
        return Ok(match (is_chain, is_of_four) {
            (false, _) => vec![0],
            (true, true) => vec![0, 2, 6],
            (true, false) => vec![0, 1, 2, 3, 5, 6, 7],
        });
    }
    let single = |letter| match letter {
        'f' => vec![0],
        'r' => vec![2],
        'b' => vec![4],
        'l' => vec![6],
        's' => vec![2, 6],
        _ => vec![0, 4],
    };
    // The four of the turns that go at least partly in the direction of a letter.
    let wide = |letter| match letter {
        'f' => vec![7, 0, 1],
        'r' => vec![1, 2, 3],
        'b' => vec![3, 4, 5],
        'l' => vec![5, 6, 7],
        's' => vec![1, 2, 3, 5, 6, 7],
        _ => vec![7, 0, 1, 3, 4, 5],
    };
    let mut turns: Vec<i32> = Vec::new();
    let mut at = 0;
    while let Some(&first) = letters.get(at) {
        let second = letters.get(at + 1).copied();
        let second = second.filter(|&next| "fblr".contains(first) && belongs(first, next));
        at += 1 + usize::from(second.is_some());
        match second {
            _ if first == 'h' || second == Some('h') => {
                let message = "`h` (half) has no meaning behind another leg".to_string();
                return Err((message, "write directions such as f, r, fr, fs"));
            }
            Some(second) if second != first => {
                let other = wide(second);
                turns.extend(wide(first).into_iter().filter(|turn| other.contains(turn)));
            }
            _ => turns.extend(single(first)),
        }
    }
    let mut known = HashSet::new();
    turns.retain(|turn| known.insert(*turn));
    Ok(turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ends of all paths from e5 of an empty board of nine squares, as offsets.
    fn ends(text: &str, color: Color) -> Vec<(i32, i32)> {
        let board = Geometry::new(('a'..='i').collect(), 9, 1);
        let from = board.parse("e5").expect("a square");
        let paths = parse(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        let mut ends: Vec<_> = (paths.paths.iter())
            .flat_map(|path| path.ends(&board, color, from))
            .map(|square| board.offset(from, square))
            .collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    fn leaps(text: &str) -> Vec<(i32, i32)> {
        let betza = crate::betza::parse(text).expect("notation");
        let mut leaps: Vec<_> = betza.leaps().map(|(_, leap)| leap).collect();
        leaps.sort_unstable();
        leaps.dedup();
        leaps
    }

    /// Examples of H. G. Muller's definition for XBoard (chessvariants.com, 6 October 2014), of the
    /// page on extended Betza notation, and of XBoard's table of directions.
    #[test]
    fn paths_end_where_their_names_say() {
        for text in ["afsW", "afsF", "afsK", "[W-F]", "[F-W]"] {
            assert_eq!(ends(text, Color::White), leaps("N"), "{text}");
        }
        assert_eq!(ends("afW", Color::White), leaps("D"));
        assert_eq!(
            ends("afD", Color::White),
            [(-4, 0), (0, -4), (0, 4), (4, 0)]
        );
        assert_eq!(ends("mabK", Color::White), [(0, 0)]);
        assert_eq!(ends("aK", Color::White), leaps("W F D N A"));
        assert_eq!(ends("aW", Color::White), leaps("F D"));
        assert_eq!(ends("farW", Color::White), [(1, 1)]);
        assert_eq!(ends("farW", Color::Black), [(-1, -1)]);
        assert_eq!(ends("fafN", Color::White), [(-2, 4), (2, 4)]);
        assert_eq!(ends("[fW-rD-lA]", Color::White).len(), 2);
        // A Griffon that may stop after its step, and one that may not.
        let griffon = ends("[F?fsR]", Color::White);
        assert_eq!(ends("yafsF", Color::White).len() + 4, griffon.len());
        assert!(
            griffon.contains(&(1, 1)) && griffon.contains(&(1, 4)) && !griffon.contains(&(2, 2))
        );
    }

    #[test]
    fn what_is_not_a_path_is_refused() {
        for (text, message) in [
            ("", "no move is given"),
            ("N", "`N` has one leg"),
            ("[F]", "there is one leg"),
            ("[F-R", "brackets end the word that they begin"),
            ("[F-WB]", "`WB` in brackets is not one leg"),
            ("caY", "Betza atom `Y` is not known"),
            ("dabK", "`d` is not supported in a move of several legs"),
            ("capK", "`p` is not supported in a move of several legs"),
            ("afhK", "`h` (half) has no meaning behind another leg"),
            ("aaaaaaW", "there are 7 legs"),
            ("aaaaaK", "there are up to"),
            ("ma", "no move is given"),
        ] {
            let faults = parse(text).expect_err(text);
            let found = faults
                .iter()
                .any(|fault| fault.message.starts_with(message));
            assert!(found, "{text}: {faults:?}");
        }
    }
}
