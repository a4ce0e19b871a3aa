//! Moves of several legs, and rides that turn, in XBetza ("Betza notation (extended)" of chessvariants.com).
//!
//! Two forms are read. `mafsW` chains legs by the letter `a`, as XBoard does: what stands before an
//! `a` says where a leg may end, and the directions behind it are relative to the leg before. Here
//! `F` and `W`, `A` and `D`, `G` and `H` stand for each other where only the other one has a leap in
//! that direction. `[W-F]` has the legs in brackets, each with an atom of its own; after `?` the
//! move may also end there. In a chain, modifiers in parentheses are repeated any number of times.

use super::{
    BetzaFault, BetzaTerm, Word, all_leaps, belongs, directions, fault, parse as parse_words, words,
};
use crate::board::{Geometry, Square};
use crate::moves::Move;
use crate::piece::Color;
use std::collections::HashSet;
use std::fmt;

/// The maximum number of legs.
const MAX_LEGS: usize = 15;
/// The maximum number of legs before the last one that may capture: the victims of a move, and a wall that it builds.
const MAX_CAPTURES: usize = Move::MAX_VICTIMS - 1;
/// The maximum number of texts that one word with repetitions and turns to either side stands for.
const MAX_TEXTS: usize = 256;
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

/// One or more legs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Path {
    pub legs: Vec<Leg>,
}

/// A leg of a path: a leap, or a ride that may end on any of its squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Leg {
    pub way: Way,
    pub course: Course,
    /// The maximum number of leaps.
    pub range: u8,
    /// Whether the squares between must be empty.
    pub lame: bool,
    /// Whether the left and the right side of the board are joined.
    pub around: bool,
    /// Whether it has as many leaps as the leg before.
    pub as_long: bool,
    /// The squares on which it may end.
    pub ends: Ends,
}

/// The course of a ride.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Course {
    Straight,
    /// Right angles to the right and to the left in turn.
    Crooked,
    /// Always to the same side: by a right angle, or half of one where there are eight leaps.
    Circular,
}

/// The leaps of one ride.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ride {
    /// After the last one they begin again.
    pub leaps: Vec<(i32, i32)>,
    /// The maximum number of leaps.
    pub range: u8,
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

/// The squares on which a leg may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ends {
    /// Empty squares, and the start.
    pub empty: bool,
    /// Those of enemies, which are captured.
    pub enemy: bool,
    /// Those of own pieces but royals, which are captured.
    pub own: bool,
    /// Those of enemies, which stay; not for the last leg.
    pub over_enemy: bool,
    /// Those of own pieces, which stay; not for the last leg.
    pub over_own: bool,
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

/// The leap after a turn, in eighths of a full turn, clockwise. A leap with eight directions makes half of right angles by
/// going to its neighbour.
fn turned(leap: (i32, i32), turn: i32) -> (i32, i32) {
    let (long, short) = (
        leap.0.abs().max(leap.1.abs()),
        leap.0.abs().min(leap.1.abs()),
    );
    let wanted = (bearing(leap) + 2 * turn).rem_euclid(16);
    let mut all = all_leaps((long, short)).into_iter();
    all.find(|leap| bearing(*leap) == wanted).unwrap_or(leap)
}

impl Leg {
    /// The square that a leap reaches.
    pub(crate) fn step(&self, board: &Geometry, from: Square, leap: (i32, i32)) -> Option<Square> {
        if !self.around {
            return board.away(from, leap, 1);
        }
        let file = (board.file(from) + leap.0).rem_euclid(board.files());
        let square = board.at(file, board.rank(from) + leap.1);
        square.filter(|square| !board.is_hole(*square))
    }

    /// The rides after another leap. None comes back to its start.
    pub(crate) fn rides(&self, board: &Geometry, before: (i32, i32), color: Color) -> Vec<Ride> {
        let mut rides = Vec::new();
        for first in self.way.leaps_after(before, color) {
            let (files, ranks) = first;
            let is_oblique = files != 0 && ranks != 0 && files.abs() != ranks.abs();
            let turns: &[[i32; 2]] = match self.course {
                Course::Straight => &[[0, 0]],
                Course::Crooked => &[[2, -2], [-2, 2]],
                Course::Circular if is_oblique => &[[1, 1], [-1, -1]],
                Course::Circular => &[[2, 2], [-2, -2]],
            };
            for turns in turns {
                let mut leaps = vec![first];
                loop {
                    let last = leaps[leaps.len() - 1];
                    let next = turned(last, turns[(leaps.len() - 1) % 2]);
                    if next == first {
                        break;
                    }
                    leaps.push(next);
                }
                let range = self.range_of(board, &leaps);
                rides.push(Ride { leaps, range });
            }
        }
        rides
    }

    /// The maximum number of leaps before a ride comes back to its start.
    fn range_of(&self, board: &Geometry, leaps: &[(i32, i32)]) -> u8 {
        let (mut files, mut ranks) = (0, 0);
        for number in 0..self.range {
            let (file, rank) = leaps[usize::from(number) % leaps.len()];
            files += file;
            ranks += rank;
            let is_same_file = match self.around {
                true => files % board.files() == 0,
                false => files == 0,
            };
            if is_same_file && ranks == 0 {
                return number;
            }
        }
        self.range
    }

    /// Whether it may end without a capture, before another leg.
    pub(crate) fn may_capture_nothing(&self) -> bool {
        self.ends.empty || self.ends.over_enemy || self.ends.over_own
    }
}

impl Path {
    /// Whether it is a leap or a straight ride.
    fn is_plain(&self) -> bool {
        let is_plain = |leg: &Leg| leg.course == Course::Straight && !leg.around && !leg.ends.own;
        matches!(self.legs.as_slice(), [leg] if is_plain(leg))
    }

    /// Whether it may capture own pieces.
    pub(crate) fn captures_own(&self) -> bool {
        self.legs.iter().any(|leg| leg.ends.own)
    }

    /// All ends of the path from a square, and of its legs, wherever other pieces stand.
    pub(crate) fn ends(&self, board: &Geometry, color: Color, from: Square) -> Vec<Square> {
        let mut reached = HashSet::from([(from, (0, 0))]);
        for leg in &self.legs {
            let mut next = HashSet::new();
            for &(at, before) in &reached {
                for ride in leg.rides(board, before, color) {
                    let mut square = at;
                    for &leap in ride.leaps.iter().cycle().take(ride.range.into()) {
                        let Some(to) = leg.step(board, square, leap) else {
                            break;
                        };
                        square = to;
                        next.insert((square, leap));
                    }
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
    let mut known = Vec::new();
    for word in words(text) {
        match read_word(&word) {
            Ok(found) => {
                paths.extend(found);
                known.push(word.text);
            }
            Err((message, remedy)) => {
                faults.push(fault(word.start, word.text.len(), message, remedy));
            }
        }
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
        let text = known.join(" ");
        Ok(Paths { paths, text })
    } else {
        Err(faults)
    }
}

type Refusal = (String, &'static str);

fn count_ways(path: &Path) -> usize {
    let of_leg = |leg: &Leg| {
        let hands = if leg.course == Course::Straight { 1 } else { 2 };
        leg.way.count() * hands * LONGEST_LINE.min(leg.range.into())
    };
    path.legs.iter().map(of_leg).fold(1, usize::saturating_mul)
}

/// A leg in the text of a rule file.
#[derive(Clone, Debug)]
struct WrittenLeg {
    modifiers: String,
    /// The atom with its range.
    atom: String,
    /// Whether the move may also end here.
    may_end: bool,
}

/// The paths of one word.
fn read_word(word: &Word<'_>) -> Result<Vec<Path>, Refusal> {
    let (modifiers, is_group) = (word.modifiers, word.atom == '[');
    let texts: Vec<Vec<WrittenLeg>> = if is_group {
        if !word.text.ends_with(']') {
            let message = "brackets end the word that they begin".to_string();
            return Err((message, "write for example `[F?fsR]`"));
        }
        vec![written_group(modifiers, word.group)?]
    } else {
        let texts = repeated(modifiers)?;
        texts
            .iter()
            .map(|text| chained(text, word.body()))
            .collect()
    };
    let mut paths = Vec::new();
    for text in texts {
        for handed in with_hands(text)? {
            let found = paths_of(if is_group { modifiers } else { "" }, &handed, is_group)?;
            paths.extend(found);
        }
    }
    let mut known: Vec<Path> = Vec::new();
    for path in paths {
        if !known.contains(&path) {
            known.push(path);
        }
    }
    if let [path] = known.as_slice()
        && path.is_plain()
    {
        return Err((
            format!("`{}` has one leg", word.text),
            "write it in `moves`; several legs are chained by `a`, or by `-` and `?` in brackets",
        ));
    }
    Ok(known)
}

/// The texts that modifiers with repetitions in parentheses stand for.
fn repeated(modifiers: &str) -> Result<Vec<String>, Refusal> {
    let most = match modifiers.contains(['c', 'd']) {
        true => MAX_CAPTURES,
        false => MAX_LEGS - 1,
    };
    let mut texts = vec![modifiers.to_string()];
    let mut found = Vec::new();
    while let Some(text) = texts.pop() {
        let Some((before, rest)) = text.split_once('(') else {
            found.push(text);
            continue;
        };
        let unclear = || {
            let message = "these parentheses are not modifiers to repeat".to_string();
            (
                message,
                "write for example `(az)N`, which is N, azN, azazN and so on",
            )
        };
        let (inner, after) = rest.split_once(')').ok_or_else(unclear)?;
        if !inner.contains('a') || inner.contains('(') {
            return Err(unclear());
        }
        let legs = |text: &str| text.matches('a').count();
        let room = most.saturating_sub(legs(before) + legs(after.split('(').next().unwrap_or("")));
        for times in 0..=room / legs(inner) {
            texts.push(format!("{before}{}{after}", inner.repeat(times)));
        }
        if texts.len() + found.len() > MAX_TEXTS {
            return Err(too_many());
        }
    }
    found.retain(|text| text.matches('a').count() <= most || !modifiers.contains('('));
    found.sort_by_key(String::len);
    if let Some(wrong) = found.iter().find(|text| text.contains(')')) {
        let message = format!("`{wrong}` has a parenthesis that nothing opens");
        return Err((message, "write for example `(az)N`"));
    }
    Ok(found)
}

fn too_many() -> Refusal {
    let message = format!("this stands for more than {MAX_TEXTS} paths");
    (
        message,
        "write fewer repetitions, and letters such as l and r in place of s, z and q",
    )
}

/// The legs of a chain of one atom, such as `mafsW`.
fn chained(modifiers: &str, body: &str) -> Vec<WrittenLeg> {
    let leg = |part: &str| WrittenLeg {
        modifiers: part.to_string(),
        atom: body.to_string(),
        may_end: false,
    };
    modifiers.split('a').map(leg).collect()
}

/// The legs in brackets, such as those of `[F?fsR]`; the modifiers before them belong to the first one.
fn written_group(modifiers: &str, group: &str) -> Result<Vec<WrittenLeg>, Refusal> {
    let unclear = |text: &str| {
        let message = format!("`{text}` in brackets is not one leg");
        Err((
            message,
            "between `-` and `?` write one atom with its modifiers",
        ))
    };
    if group.is_empty() || group.ends_with(['-', '?']) {
        return unclear("");
    }
    let mut legs = Vec::new();
    for part in group.split_inclusive(['-', '?']) {
        let text = part.trim_end_matches(['-', '?']);
        let [word] = words(text)[..] else {
            return unclear(text);
        };
        if " [".contains(word.atom) || !word.suffix.is_empty() || word.has('(') || word.has(')') {
            return unclear(text);
        }
        legs.push(WrittenLeg {
            modifiers: word.modifiers.to_string(),
            atom: word.body().to_string(),
            may_end: part.ends_with('?'),
        });
    }
    if modifiers.contains('i') {
        let message = "`i` before brackets would make them first moves".to_string();
        return Err((
            message,
            "only leaps and rides can be first moves: see `within`",
        ));
    }
    let is_of_first = |letter: &char| "fblrsvhzqon".contains(*letter);
    let outer: String = modifiers.chars().filter(is_of_first).collect();
    legs[0].modifiers.insert_str(0, &outer);
    Ok(legs)
}

/// The same legs with every turn to one side. In a leg behind another one, `z` turns to the other side than
/// the turn before, `q` to the same one, and both to either side if there was none.
fn with_hands(legs: Vec<WrittenLeg>) -> Result<Vec<Vec<WrittenLeg>>, Refusal> {
    let follows = |leg: &WrittenLeg| leg.modifiers.contains(['z', 'q']);
    if !legs.iter().skip(1).any(follows) {
        return Ok(vec![legs]);
    }
    let mut found: Vec<(Vec<WrittenLeg>, Option<char>)> = vec![(Vec::new(), None)];
    for (at, leg) in legs.into_iter().enumerate() {
        let mut next = Vec::new();
        for (before, last) in found {
            let has = |letter| at > 0 && leg.modifiers.contains(letter);
            let hands = match last {
                Some('l') if has('z') => "r",
                Some('r') if has('z') => "l",
                Some('l') if has('q') => "l",
                Some('r') if has('q') => "r",
                _ if has('z') || has('q') || has('s') => "lr",
                _ if has('l') && !has('r') => "l",
                _ if has('r') && !has('l') => "r",
                _ => " ",
            };
            for hand in hands.chars() {
                let mut leg = leg.clone();
                if hand != ' ' {
                    leg.modifiers = leg.modifiers.replace(['z', 'q', 's'], &hand.to_string());
                }
                let last = Some(hand).filter(|hand| *hand != ' ').or(last);
                next.push(([before.as_slice(), &[leg]].concat(), last));
            }
        }
        if next.len() > MAX_TEXTS {
            return Err(too_many());
        }
        found = next;
    }
    Ok(found.into_iter().map(|(legs, _)| legs).collect())
}

/// The paths of written legs: one for every place where the move may end. `outer` are the modifiers of the word,
/// which in front of brackets say how all of them end.
fn paths_of(outer: &str, written: &[WrittenLeg], is_group: bool) -> Result<Vec<Path>, Refusal> {
    let outer = Letters::of(outer, true)?;
    let mut legs: Vec<Leg> = Vec::new();
    let mut paths = Vec::new();
    let mut toggled = false;
    for (at, text) in written.iter().enumerate() {
        let is_last = at + 1 == written.len();
        if text.atom.starts_with('U') && written.len() > 1 {
            let message = "`U` goes to every square, and no leg is behind or before it".to_string();
            return Err((message, "write another atom"));
        }
        let letters = Letters::of(&text.modifiers, is_last)?;
        let mut leg = letters.leg(&text.atom, at > 0, !is_group)?;
        if leg.as_long && at == 0 {
            let message = "`i` in the first leg is for first moves".to_string();
            return Err((
                message,
                "behind another leg it means as many leaps as in that one",
            ));
        }
        if toggled {
            leg.range = if leg.range == 1 {
                BetzaTerm::UNLIMITED
            } else {
                1
            };
        }
        toggled ^= letters.toggles && !is_group;
        if is_last && outer.has_ends {
            if letters.has_ends && outer.ends != letters.ends {
                return Err((
                    "the last leg only moves and only captures".to_string(),
                    "leave out `m` or `c`",
                ));
            }
            leg.ends = outer.ends;
        }
        legs.push(leg);
        if text.may_end {
            let mut legs = legs.clone();
            if let Some(last) = legs.last_mut() {
                last.ends = outer.ends;
            }
            paths.push(Path { legs });
        }
    }
    if legs.len() > MAX_LEGS {
        return Err((format!("there are {} legs", legs.len()), "at most 15"));
    }
    let (_, first) = legs.split_last().expect("a text has a leg");
    let captures = first.iter().filter(|leg| leg.ends.enemy || leg.ends.own);
    let captures = captures.count();
    if captures > MAX_CAPTURES {
        let message = format!("{captures} legs before the last one capture");
        return Err((message, "at most 10"));
    }
    paths.push(Path { legs });
    Ok(paths)
}

/// The modifiers of a leg, by what they mean.
struct Letters {
    /// Its directions, with spaces in place of other letters.
    directions: String,
    ends: Ends,
    /// Whether letters say where it ends.
    has_ends: bool,
    /// Whether later legs ride where they would leap, and the other way about.
    toggles: bool,
    lame: bool,
    around: bool,
    as_long: bool,
    course: Course,
}

impl Letters {
    fn of(text: &str, is_last: bool) -> Result<Letters, Refusal> {
        let has = |letter: char| text.contains(letter);
        let allowed = if is_last {
            "fblrsvhmcdnoqzi"
        } else {
            "fblrsvhmcdnoqzipgyt"
        };
        if let Some(other) = text.chars().find(|letter| !allowed.contains(*letter)) {
            let message = format!("`{other}` is not supported in a move of several legs");
            let remedy = if is_last {
                "the last leg has directions, m, c, d, n, o and i"
            } else {
                "a leg has directions, m, c, d, n, o and i; legs before the last also p, g, t and y"
            };
            return Err((message, remedy));
        }
        let (moves, captures, destroys) = (has('m') || has('y'), has('c'), has('d'));
        let over = has('p') || has('g');
        if has('t') && !over {
            let message = "`t` restricts `p` and `g` to own pieces".to_string();
            return Err((message, "write pt or gt"));
        }
        let has_ends = moves || captures || destroys || over;
        Ok(Letters {
            directions: directions(text),
            ends: Ends {
                empty: moves || !has_ends,
                enemy: captures || (is_last && !has_ends),
                own: destroys,
                over_enemy: over && !has('t'),
                over_own: over,
            },
            has_ends,
            toggles: has('g') || has('y'),
            lame: has('n'),
            around: has('o'),
            as_long: has('i'),
            course: match (has('z'), has('q')) {
                (true, _) => Course::Crooked,
                (_, true) => Course::Circular,
                _ => Course::Straight,
            },
        })
    }

    /// The leg with an atom, which may be a rider; `follows` another leg or not.
    fn leg(&self, body: &str, follows: bool, converts: bool) -> Result<Leg, Refusal> {
        // A letter between two others keeps them from being one direction.
        let directions = match follows {
            true => String::new(),
            false => self.directions.trim().replace(' ', "m"),
        };
        let lame = if self.lame { "n" } else { "" };
        let words = parse_words(&format!("{directions}{lame}{body}")).map_err(|faults| {
            let first = faults.into_iter().next();
            first.map_or((String::new(), ""), |fault| (fault.message, fault.remedy))
        })?;
        let mut range = words.terms.iter().map(|term| term.range).max().unwrap_or(1);
        if self.course != Course::Straight && range == 1 {
            range = BetzaTerm::UNLIMITED;
        }
        let leaps: Vec<_> = words.leaps().map(|(_, leap)| leap).collect();
        let way = if follows {
            let mut atoms: Vec<(i32, i32)> = (leaps.iter())
                .map(|(file, rank)| (file.abs().max(rank.abs()), file.abs().min(rank.abs())))
                .collect();
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
            course: self.course,
            range,
            lame: self.lame,
            around: self.around,
            as_long: self.as_long,
            ends: self.ends,
        })
    }
}

/// The turns of direction letters, relative to the leg before. A chain without letters goes anywhere
/// but straight back, with four leaps of one kind also not between them; brackets go straight on.
fn turns(letters: &str, atoms: &[(i32, i32)], is_chain: bool) -> Result<Vec<i32>, Refusal> {
    let letters: Vec<char> = letters.chars().collect();
    if letters.iter().all(|letter| *letter == ' ') {
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
    // The turns, of eight, that go at least partly in the direction of a letter.
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
            _ if first == ' ' => {}
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
        ends_from(text, &board, from, color)
    }

    fn ends_from(text: &str, board: &Geometry, from: Square, color: Color) -> Vec<(i32, i32)> {
        let paths = parse(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        let mut ends: Vec<_> = (paths.paths.iter())
            .flat_map(|path| path.ends(board, color, from))
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
        // A letter of another kind keeps two directions apart.
        assert_eq!(ends("flafN", Color::White), [(-4, 2)]);
        assert_eq!(
            ends("fmlafN", Color::White),
            [(-4, -2), (-4, 2), (-2, 4), (2, 4)]
        );
        assert_eq!(
            ends("n[A-fsW]", Color::White),
            ends("[A-fsW]", Color::White)
        );
        // A Griffon that may stop after its step, and one that may not.
        let griffon = ends("[F?fsR]", Color::White);
        assert_eq!(ends("yafsF", Color::White).len() + 4, griffon.len());
        assert!(
            griffon.contains(&(1, 1)) && griffon.contains(&(1, 4)) && !griffon.contains(&(2, 2))
        );
    }

    /// Betza's crooked bishop and rose, the falcon and the quintessence of the page's comments, and a rook of a
    /// cylindrical board.
    #[test]
    fn rides_turn_and_go_around() {
        let crooked = ends("zB", Color::White);
        let mut wanted = leaps("F D C");
        wanted.extend(leaps("WX"));
        wanted.sort_unstable();
        assert_eq!(crooked, wanted);
        assert_eq!(ends("zF", Color::Black), crooked);
        assert_eq!(ends("afafsK afsafzfK", Color::White), leaps("C Z"));
        assert_eq!(ends("qW", Color::White), leaps("W F"));

        let board = Geometry::new(('a'..='o').collect(), 15, 1);
        let middle = board.parse("h8").expect("a square");
        let rose = ends_from("qN", &board, middle, Color::White);
        for square in [(1, 2), (3, 3), (5, 2), (6, 0), (5, -2), (3, -3), (1, -2)] {
            assert!(rose.contains(&square), "{square:?}");
        }
        assert!(!rose.contains(&(0, 0)));
        let quintessence = ends_from("(az)N", &board, middle, Color::White);
        for square in [(1, 2), (3, 1), (-1, 3), (4, 3), (0, 5), (6, 2)] {
            assert!(quintessence.contains(&square), "{square:?}");
        }
        assert_eq!(ends_from("zN", &board, middle, Color::White), quintessence);

        let corner = board.parse("a1").expect("a square");
        let around = ends_from("oR", &board, corner, Color::White);
        assert_eq!(around.len(), 28);
        assert_eq!(ends_from("loW", &board, corner, Color::White), [(14, 0)]);
    }

    #[test]
    fn what_is_not_a_path_is_refused() {
        for (text, message) in [
            ("", "no move is given"),
            ("N", "`N` has one leg"),
            ("[F]", "`[F]` has one leg"),
            ("[F-R", "brackets end the word that they begin"),
            ("[F-WB]", "`WB` in brackets is not one leg"),
            ("caY", "Betza atom `Y` is not known"),
            ("kabK", "`k` is not supported in a move of several legs"),
            ("tabK", "`t` restricts `p` and `g` to own pieces"),
            ("iaK", "`i` in the first leg is for first moves"),
            ("(z)N", "these parentheses are not modifiers to repeat"),
            ("a)N", "`a)` has a parenthesis that nothing opens"),
            ("(afs)azW", "this stands for more than 256 paths"),
            ("capK", "`p` is not supported in a move of several legs"),
            ("afhK", "`h` (half) has no meaning behind another leg"),
            ("aaaaaaaaaaaaaaaW", "there are 16 legs"),
            (
                "cacacacacacacacacacacaW",
                "11 legs before the last one capture",
            ),
            (
                "mafU",
                "`U` goes to every square, and no leg is behind or before it",
            ),
            (
                "i[F-fsR]",
                "`i` before brackets would make them first moves",
            ),
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
