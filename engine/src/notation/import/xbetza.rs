//! Translation of XBetza ("Betza notation (extended)" of chessvariants.com) into Betza notation and
//! powers of rule files.
//!
//! A word that cannot be translated is left out with a remark, and the others stay.

use super::draft::{FileRank, square_names};
use crate::betza::{self, Mode, Word, words};
use crate::powers::Hurdles;
use std::collections::BTreeSet;

/// The maximum length of a description, in bytes.
const MAX_LENGTH: usize = 2_000;

/// What the translation depends on besides the words.
#[derive(Debug)]
pub(super) struct Setting {
    /// The ranks of the board.
    pub ranks: usize,
    /// White's squares from which a first move starts.
    pub first_squares: BTreeSet<FileRank>,
    pub initial: Initial,
    /// Whether the piece may have a double step.
    pub may_step_twice: bool,
    /// Whether a piece of the game captures en passant.
    pub en_passant: bool,
}

impl Setting {
    /// The ranks from which a first move starts, counted from 1 at the owner's side.
    fn first_ranks(&self) -> Vec<usize> {
        let ranks: BTreeSet<usize> = (self.first_squares.iter())
            .map(|(_, rank)| rank + 1)
            .collect();
        ranks.into_iter().collect()
    }
}

/// The meaning of first moves in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Initial {
    /// All moves from some squares.
    FromSquares,
    /// The first move of each piece.
    OfPieces,
    /// The same, and the pieces of the sides begin on different squares.
    OfDifferentPieces,
}

/// The moves of a piece for a rule file.
#[derive(Debug, Default)]
pub(super) struct Translation {
    /// Words of Betza notation.
    pub moves: Vec<String>,
    /// Powers as tables of TOML.
    pub powers: Vec<String>,
    pub castling: Option<CastlingWord>,
    /// Whether it captures en passant.
    pub en_passant: bool,
    pub remarks: Vec<Remark>,
}

/// Castling with the pieces at the edge of the board: the numbers of squares that the king may go to
/// each side, and how far from the edge its partner stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct CastlingWord {
    pub left: Vec<usize>,
    pub right: Vec<usize>,
    pub inside: usize,
}

/// A remark about a word.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Remark {
    /// The column of the word, counted from 0 in characters.
    pub column: usize,
    pub word: String,
    pub message: String,
    /// Whether the moves are different because of it.
    pub differs: bool,
}

/// Whether some word of a description captures en passant.
pub(super) fn captures_en_passant(text: &str) -> bool {
    text.contains('e')
}

/// The power of a double or triple step as a table of TOML; `passed` are the ranks from which it can be captured in passing,
/// if not all of them.
pub(super) fn double_step(
    ranks: &[usize],
    along: &str,
    is_triple: bool,
    passed: Option<&[usize]>,
) -> String {
    let rank = match ranks {
        [rank] => rank.to_string(),
        several => format!("{several:?}"),
    };
    let along = match along {
        "fW" => String::new(),
        other => format!(", along = \"{other}\""),
    };
    let steps = if is_triple { ", steps = 3" } else { "" };
    let passed = passed.map_or(String::new(), |ranks| format!(", en_passant = {ranks:?}"));
    format!("{{ power = \"double-step\", rank = {rank}{along}{steps}{passed} }}")
}

/// Translates the moves of a piece.
pub(super) fn translate(text: &str, setting: &Setting) -> Translation {
    let mut pieces = Collected {
        text,
        ..Collected::default()
    };
    if text.len() > MAX_LENGTH {
        let message = format!("is left out: more than {MAX_LENGTH} bytes of moves");
        let beginning: String = text.chars().take(20).chain(['…']).collect();
        pieces.remark(0, &beginning, &message, true);
        return pieces.finish(setting);
    }
    for word in words(text) {
        match meanings(&word, setting) {
            Err(reason) => pieces.leave_out(&word, &reason),
            Ok(meanings) => meanings
                .into_iter()
                .for_each(|meaning| pieces.add(meaning, &word)),
        }
    }
    pieces.finish(setting)
}

/// A word with other modifiers and the letters of rule files.
fn plain(word: &Word<'_>, modifiers: &str) -> String {
    let (atom, doubled) = match (word.atom, word.doubled) {
        ('K', true) => ('Q', false),
        (atom, doubled) => (renamed(atom), doubled),
    };
    let again = if doubled {
        atom.to_string()
    } else {
        String::new()
    };
    format!("{modifiers}{atom}{again}{}{}", word.longer, word.number)
}

/// The modifiers of a word without some letters.
fn without(word: &Word<'_>, letters: &str) -> String {
    let kept = word.modifiers.chars();
    kept.filter(|letter| !letters.contains(*letter)).collect()
}

fn is_slider(word: &Word<'_>) -> bool {
    word.doubled || "RBQ".contains(word.atom) || (!word.number.is_empty() && word.number != "1")
}

/// The letter of an atom in rule files.
fn renamed(atom: char) -> char {
    match atom {
        'L' => 'C',
        'J' => 'Z',
        'T' => 'G',
        same => same,
    }
}

/// What a word means in a rule file.
#[derive(Debug)]
enum Meaning {
    /// Betza notation.
    Moves(String),
    EnPassant,
    /// The steps, and whether there may be three.
    DoubleStep {
        along: &'static str,
        is_triple: bool,
        /// The same with a single step, unless it is a leap.
        slide: Option<String>,
    },
    /// Moves from the first squares.
    First(String),
    Castling(CastlingWord),
    /// The lines of a hopper, and its hurdles.
    Hopper(String, Hurdles),
    /// The first step and the slide of a bent slider, which may stop after the step.
    Bent(String, String),
    /// The same without the stop, and the same move in several legs.
    BentOnly(String, String, String),
    Igui(String),
    Hop(String),
    /// As a hop, but the second square may hold an enemy; and the same move in several legs.
    HopOrCapture(String, String),
    /// Any move of several legs.
    Legs(String),
    Swap(String),
    /// A difference.
    Differs(&'static str),
    /// A guess.
    Guess(&'static str),
}

type Meanings = Result<Vec<Meaning>, String>;

fn meanings(word: &Word<'_>, setting: &Setting) -> Meanings {
    if !word.suffix.is_empty() {
        return Err("rule files have no minimum distance".to_string());
    }
    match word.atom {
        '[' => return group(word),
        'O' => return castling(word),
        ' ' => return Err("no atom follows these letters".to_string()),
        'I' => return Err("rule files have no piece that imitates the last move".to_string()),
        _ => {}
    }
    if word.has('a') {
        return legs(word);
    }
    if word.has('i') && word.atom != '[' {
        return first_move(word, setting);
    }
    if word.has('n') && renamed(word.atom) == 'Z' {
        return elephant(word);
    }
    for (letter, reason) in REFUSED {
        if word.has(letter) {
            return Err(reason.to_string());
        }
    }
    if word.modifiers.contains(['d', 'o', 'q', 'z']) {
        return path(&plain(word, word.modifiers));
    }
    if word.has('p') || word.has('g') {
        return hopper(word);
    }
    if word.has('j') {
        return jump(word);
    }
    if word.has('u') {
        let rest = without(word, "u");
        return if rest.contains(['m', 'c']) {
            Err("a swap in a rule file is with pieces of either side".to_string())
        } else {
            Ok(vec![Meaning::Swap(plain(word, &rest))])
        };
    }
    let mut found = Vec::new();
    if word.has('e') {
        if !word.has('c') {
            return Err("a capture en passant needs a capture to the same square".to_string());
        }
        found.push(Meaning::EnPassant);
    }
    found.push(Meaning::Moves(plain(word, &without(word, "e"))));
    Ok(found)
}

/// Modifiers that nothing in a rule file stands for.
const REFUSED: [(char, &str); 4] = [
    ('k', "rule files have no capture of kings alone"),
    (
        't',
        "rule files have no moves that depend on the last capture",
    ),
    ('x', "use the power `relay` to lend moves"),
    (
        'y',
        "one leg has no other behind it that would change its range",
    ),
];

/// The remark about a first move of a piece that can come back.
const BACK: &str = "can also be made by a piece that is back on a first square";
/// The remark about a first move where pieces begin on several ranks, or the sides on different squares.
const ELSEWHERE: &str =
    "can also be made by a piece that has come to a first square of another one";

/// The elephant of janggi: an orthogonal step and two diagonal ones outwards over empty squares.
fn elephant(word: &Word<'_>) -> Meanings {
    let ends = without(word, "n");
    if is_slider(word) || !word.longer.is_empty() || !ends.chars().all(|end| "mc".contains(end)) {
        return Err("`nZ` has no directions and no range".to_string());
    }
    path(&format!("{ends}[W-fsF-fF]"))
}

/// A move that a piece can make as its first one: the double step of a pawn, or from its first squares.
fn first_move(word: &Word<'_>, setting: &Setting) -> Meanings {
    let ranks = setting.first_ranks();
    if ranks.is_empty() {
        return Ok(vec![Meaning::Guess(match setting.initial {
            Initial::FromSquares => "is left out: without double steps there are no first moves",
            _ => "is left out: the piece is not in the array",
        })]);
    }
    let rest = without(word, "imn");
    let (along, leaps, farthest) = match (word.atom, word.doubled, word.number) {
        ('D', false, "" | "1") => ("fW", true, 2),
        ('A', false, "" | "1") => ("fF", true, 2),
        ('H', false, "" | "1") => ("fW", true, 3),
        ('G', false, "" | "1") => ("fF", true, 3),
        ('W' | 'R', false, "2") => ("fW", false, 2),
        ('F' | 'B', false, "2") => ("fF", false, 2),
        ('W' | 'R', false, "3") => ("fW", false, 3),
        ('F' | 'B', false, "3") => ("fF", false, 3),
        _ => ("", false, 2),
    };
    let is_double_step = rest == "f" && !along.is_empty() && word.has('m') && !word.has('c');
    if !is_double_step || !setting.may_step_twice {
        let moves = plain(word, &without(word, "i"));
        if betza::parse(&moves).is_err() {
            return Err("a first move in a rule file is a leap or a ride".to_string());
        }
        let mut found = vec![Meaning::First(moves)];
        found.extend(match setting.initial {
            Initial::FromSquares => None,
            Initial::OfPieces => Some(Meaning::Guess(BACK)),
            Initial::OfDifferentPieces => Some(Meaning::Differs(ELSEWHERE)),
        });
        return Ok(found);
    }
    let last = if along == "fW" {
        setting.ranks.saturating_sub(farthest).max(1)
    } else {
        setting.ranks
    };
    if ranks.iter().any(|rank| *rank > last) {
        return Err(format!("the board ends before {farthest} squares"));
    }
    let mut found = vec![Meaning::DoubleStep {
        along,
        is_triple: farthest == 3,
        slide: (!leaps).then(|| plain(word, &without(word, "in"))),
    }];
    if setting.initial != Initial::FromSquares && ranks.len() > 1 {
        found.push(Meaning::Differs(ELSEWHERE));
    }
    if leaps && !word.has('n') {
        found.push(Meaning::Differs(
            "cannot jump here: the square between must be empty",
        ));
    }
    Ok(found)
}

fn castling(word: &Word<'_>) -> Meanings {
    let inside = word.modifiers.matches('j').count();
    let rest = without(word, "ij");
    let steps = word.number.parse::<usize>().ok();
    let steps = steps.filter(|steps| (1..=30).contains(steps) && !word.doubled && inside <= 3);
    let steps =
        steps.ok_or("castling needs the number of squares that the king goes, such as `isO2`")?;
    let (left, right) = match rest.as_str() {
        "" | "s" | "lr" | "rl" => (vec![steps], vec![steps]),
        "l" => (vec![steps], vec![]),
        "r" => (vec![], vec![steps]),
        _ => return Err("castling goes to the left or to the right".to_string()),
    };
    let castling = CastlingWord {
        left,
        right,
        inside,
    };
    Ok(vec![Meaning::Castling(castling)])
}

fn hopper(word: &Word<'_>) -> Meanings {
    let (over, close) = (word.modifiers.matches('p').count(), word.has('g'));
    if !is_slider(word) {
        return Err("a `hopper` has lines, such as R".to_string());
    }
    let hurdles = match (over, close) {
        (0, true) => Hurdles::Close,
        (1, false) => Hurdles::Single,
        (_, false) => Hurdles::Any,
        (_, true) => return Err("`g` and `p` exclude each other".to_string()),
    };
    Ok(vec![Meaning::Hopper(
        plain(word, &without(word, "pg")),
        hurdles,
    )])
}

/// `jR`: ignores the adjacent squares. It is a bent slider whose first step is a leap of two. `jD`: a piece must stand
/// between.
fn jump(word: &Word<'_>) -> Meanings {
    let rest = without(word, "j");
    if let ('D' | 'A', false, "" | "1") = (word.atom, word.doubled, word.number) {
        let step = if word.atom == 'D' { 'W' } else { 'F' };
        return path(&format!("{rest}[p{step}-f{step}]"));
    }
    let lines: &[(char, char)] = match word.atom {
        'R' => &[('D', 'R')],
        'B' => &[('A', 'B')],
        'Q' => &[('D', 'R'), ('A', 'B')],
        _ => {
            let reason = "only R, B and Q skip their first square, and only D and A jump over one";
            return Err(reason.to_string());
        }
    };
    if word.doubled || !word.number.is_empty() || rest.contains(['m', 'c', 'n']) {
        let reason = "jR, jB and jQ have no number, no m and no c in a rule file";
        return Err(reason.to_string());
    }
    let both = |&(first, then): &(char, char)| {
        let leap = format!("{rest}{first}");
        [
            Meaning::Moves(leap.clone()),
            Meaning::Bent(leap, then.to_string()),
        ]
    };
    Ok(lines.iter().flat_map(both).collect())
}

/// Moves of several legs; of two, some have a power of their own, which is faster.
fn legs(word: &Word<'_>) -> Meanings {
    let chain = plain(word, word.modifiers);
    let other = || path(&chain);
    let legs: Vec<&str> = word.modifiers.split('a').collect();
    let [first, second] = legs.as_slice() else {
        return other();
    };
    let only = |text: &str, letters: &str| text.chars().all(|letter| letters.contains(letter));
    let is_step = "WFK".contains(word.atom) && !is_slider(word);
    let directions: String = first
        .chars()
        .filter(|letter| !"mcy".contains(*letter))
        .collect();
    if !only(first, "mcyfblrsv") {
        return other();
    }
    let lines = plain(word, &directions);
    let (moves, captures) = (first.contains('m'), first.contains('c'));
    match *second {
        "fs" | "sf" if first.contains('y') && !moves && !captures && is_step => {
            let then = match word.atom {
                'F' => "R",
                'W' => "B",
                _ => return other(),
            };
            Ok(vec![Meaning::BentOnly(lines, then.to_string(), chain)])
        }
        _ if first.contains('y') => other(),
        "b" | "mb" | "bm" if is_step => {
            let mut found = Vec::new();
            if captures {
                found.push(Meaning::Igui(lines));
            }
            if moves || !captures {
                found.push(Meaning::Legs(plain(word, &format!("{directions}mab"))));
            }
            Ok(found)
        }
        "ib" | "bi" if captures && !moves && (is_step || is_slider(word)) => {
            Ok(vec![Meaning::Igui(lines)])
        }
        "mf" | "fm" if captures && !moves && is_step => Ok(vec![Meaning::Hop(lines)]),
        "f" if captures && !moves && is_step => Ok(vec![Meaning::HopOrCapture(lines, chain)]),
        _ => other(),
    }
}

/// A word of several legs in a rule file.
fn path(text: &str) -> Meanings {
    match betza::parse_paths(text) {
        Ok(_) => Ok(vec![Meaning::Legs(text.to_string())]),
        Err(faults) => Err(faults
            .into_iter()
            .map(|fault| fault.message)
            .collect::<Vec<_>>()
            .join("; ")),
    }
}

/// Moves in brackets. Bent sliders have a power: `[F?fsR]` may stop after the step, `[F-fsR]` and `t[FR]` do not.
fn group(word: &Word<'_>) -> Meanings {
    let chain: String = word.text.chars().map(renamed).collect();
    let other = || path(&chain);
    if !word.text.ends_with(']') {
        return other();
    }
    let parts: Vec<&str> = word.group.split(['?', '-']).collect();
    let inner = words(word.group);
    let (first, then) = match (parts.as_slice(), inner.as_slice()) {
        ([first, then], _) => (words(first), words(then)),
        ([_], [_, _]) if word.modifiers.ends_with('t') => {
            let mut inner = inner;
            let then = inner.split_off(1);
            (inner, then)
        }
        _ => return other(),
    };
    let ([first], [then]) = (first.as_slice(), then.as_slice()) else {
        return other();
    };
    let outer = word.modifiers.trim_end_matches('t');
    let is_direction = |text: &str| text.chars().all(|letter| "fblrsvh".contains(letter));
    let is_leap = "WFDA".contains(first.atom)
        && !is_slider(first)
        && first.longer.is_empty()
        && first.suffix.is_empty();
    let turns =
        matches!(then.modifiers, "fs" | "sf") || (parts.len() == 1 && then.modifiers.is_empty());
    let is_slide = matches!((first.atom, then.atom), ('W' | 'D', 'B') | ('F' | 'A', 'R'))
        && !then.doubled
        && then.longer.is_empty()
        && then.suffix.is_empty();
    if !is_direction(outer) || !is_direction(first.modifiers) || !is_leap || !turns || !is_slide {
        return other();
    }
    let leap = plain(first, &format!("{outer}{}", first.modifiers));
    let slide = plain(then, "");
    Ok(if word.group.contains('?') {
        vec![Meaning::Moves(leap.clone()), Meaning::Bent(leap, slide)]
    } else if parts.len() == 1 {
        let chain = format!("{outer}[{}-fs{slide}]", plain(first, first.modifiers));
        vec![Meaning::BentOnly(leap, slide, chain)]
    } else {
        vec![Meaning::BentOnly(leap, slide, chain)]
    })
}

/// A first move of one step or more, which is a double step where the single step is a move of its own.
struct FirstSlide {
    moves: String,
    along: &'static str,
    is_triple: bool,
    column: usize,
    word: String,
}

/// The meanings of all words.
#[derive(Default)]
struct Collected<'t> {
    /// The text of the words.
    text: &'t str,
    found: Translation,
    double_steps: Vec<&'static str>,
    slides: Vec<FirstSlide>,
    /// Whether a first move goes three squares, whether one goes two, and the word of one that goes three only.
    is_triple: bool,
    has_two_steps: bool,
    leap_of_three: Option<(usize, String)>,
    first: Vec<String>,
    hoppers: Vec<String>,
    hurdles: Option<Hurdles>,
    swaps: Vec<String>,
    iguis: Vec<String>,
    strikes: Vec<(String, String)>,
    bents: Vec<(String, String, String)>,
    legs: Vec<String>,
}

impl Collected<'_> {
    fn remark(&mut self, column: usize, word: &str, message: &str, differs: bool) {
        self.found.remarks.push(Remark {
            column,
            word: word.to_string(),
            message: message.to_string(),
            differs,
        });
    }

    /// The column of a word, counted from 0 in characters.
    fn column(&self, word: &Word<'_>) -> usize {
        self.text[..word.start].chars().count()
    }

    fn leave_out(&mut self, word: &Word<'_>, reason: &str) {
        self.remark(
            self.column(word),
            word.text,
            &format!("is left out: {reason}"),
            true,
        );
    }

    /// Adds a power with its keys.
    fn power(&mut self, name: &str, keys: &str) {
        let power = format!("{{ power = \"{name}\", {keys} }}");
        self.found.powers.push(power);
    }

    /// Adds Betza notation for the moves or for a power, if a rule file can have it.
    fn checked(&mut self, text: String, word: &Word<'_>) -> Option<String> {
        match betza::parse(&text) {
            Ok(_) => Some(text),
            Err(faults) => {
                let reason = faults.first().map_or("", |fault| fault.message.as_str());
                self.leave_out(word, reason);
                None
            }
        }
    }

    fn add(&mut self, meaning: Meaning, word: &Word<'_>) {
        let (column, text) = (self.column(word), word.text);
        match meaning {
            Meaning::EnPassant => self.found.en_passant = true,
            Meaning::Differs(message) => self.remark(column, text, message, true),
            Meaning::Guess(message) => self.remark(column, text, message, false),
            Meaning::DoubleStep {
                along,
                is_triple,
                slide: Some(slide),
            } => self.slides.push(FirstSlide {
                moves: slide,
                along,
                is_triple,
                column,
                word: text.to_string(),
            }),
            Meaning::DoubleStep {
                along, is_triple, ..
            } => {
                if is_triple {
                    self.leap_of_three = Some((column, text.to_string()));
                }
                self.double_step(along, is_triple, !is_triple);
            }
            Meaning::First(moves) => self.first.push(moves),
            Meaning::Castling(new) => {
                let castling = self.found.castling.get_or_insert_default();
                castling.left.extend(new.left);
                castling.right.extend(new.right);
                castling.inside = new.inside;
            }
            Meaning::Moves(moves) => {
                if !self.found.moves.contains(&moves) {
                    let moves = self.checked(moves, word);
                    self.found.moves.extend(moves);
                }
            }
            Meaning::Hopper(along, hurdles) => match self.hurdles {
                Some(known) if known != hurdles => {
                    let message = "is left out: a piece hops in one way, over any pieces, over one, or close behind one";
                    self.remark(column, text, message, true);
                }
                _ => {
                    self.hurdles = Some(hurdles);
                    let along = self.checked(along, word);
                    self.hoppers.extend(along);
                }
            },
            Meaning::Swap(with) => {
                let with = self.checked(with, word);
                self.swaps.extend(with);
            }
            Meaning::Igui(targets) => {
                let targets = self.checked(targets, word);
                self.iguis.extend(targets);
            }
            Meaning::Hop(over) => {
                if let Some(over) = self.checked(over, word) {
                    self.power("hop", &format!("over = \"{over}\""));
                }
            }
            Meaning::HopOrCapture(over, legs) => {
                if let Some(over) = self.checked(over, word) {
                    self.strikes.push((over, legs));
                }
            }
            Meaning::Legs(legs) => {
                if !self.legs.contains(&legs) {
                    self.legs.push(legs);
                }
            }
            Meaning::Bent(first, then) => {
                if let Some(first) = self.checked(first, word)
                    && let Some(then) = self.checked(then, word)
                {
                    self.bent(&first, &then);
                }
            }
            Meaning::BentOnly(first, then, legs) => {
                if let Some(first) = self.checked(first, word)
                    && let Some(then) = self.checked(then, word)
                {
                    self.bents.push((first, then, legs));
                }
            }
        }
    }

    fn double_step(&mut self, along: &'static str, is_triple: bool, has_two: bool) {
        self.is_triple |= is_triple;
        self.has_two_steps |= has_two;
        if !self.double_steps.contains(&along) {
            self.double_steps.push(along);
        }
    }

    fn bent(&mut self, first: &str, then: &str) {
        self.power("bent", &format!("first = \"{first}\", then = \"{then}\""));
    }

    fn finish(mut self, setting: &Setting) -> Translation {
        // A `bent` slider may stop after its step: the same where the step is a move of its own.
        for (first, then, legs) in std::mem::take(&mut self.bents) {
            if covers(&self.found.moves, &first) {
                self.bent(&first, &then);
            } else {
                self.legs.push(legs);
            }
        }
        for (over, legs) in std::mem::take(&mut self.strikes) {
            if self.iguis.contains(&over) {
                self.iguis.retain(|targets| *targets != over);
                self.power("strike", &format!("over = \"{over}\""));
            } else {
                self.legs.push(legs);
            }
        }
        for targets in std::mem::take(&mut self.iguis) {
            self.power("igui", &format!("targets = \"{targets}\""));
        }
        for slide in std::mem::take(&mut self.slides) {
            if !covers(&self.found.moves, slide.along) {
                self.first.push(slide.moves);
                continue;
            }
            self.double_step(slide.along, slide.is_triple, true);
            if setting.en_passant {
                let message = "can be captured en passant here";
                self.remark(slide.column, &slide.word, message, true);
            }
        }
        if !self.double_steps.is_empty() {
            let along = self.double_steps.join(" ");
            self.found.powers.push(double_step(
                &setting.first_ranks(),
                &along,
                self.is_triple,
                None,
            ));
            if let Some((column, word)) = self.leap_of_three.take()
                && !self.has_two_steps
            {
                self.remark(
                    column,
                    &word,
                    "can go two squares here as well as three",
                    true,
                );
            }
        }
        if !self.first.is_empty() {
            let (moves, from) = (self.first.join(" "), square_names(&setting.first_squares));
            let keys = format!("moves = \"{moves}\", from = [{from}]");
            self.power("within", &keys);
        }
        let how = match self.hurdles {
            Some(Hurdles::Single) => ", single = true",
            Some(Hurdles::Close) => ", close = true",
            _ => "",
        };
        for (power, key, lines, how) in [
            ("hopper", "along", self.hoppers.join(" "), how),
            ("swap", "with", self.swaps.join(" "), ""),
            ("legs", "moves", self.legs.join(" "), ""),
        ] {
            if !lines.is_empty() {
                self.power(power, &format!("{key} = \"{lines}\"{how}"));
            }
        }
        self.found
    }
}

/// Whether the words include every leap of some notation as a move to an empty square.
fn covers(words: &[String], leaps: &str) -> bool {
    let (Ok(own), Ok(wanted)) = (betza::parse(&words.join(" ")), betza::parse(leaps)) else {
        return false;
    };
    let has = |leap: (i32, i32)| {
        let mut all = own.leaps();
        all.any(|(term, other)| other == leap && term.mode != Mode::Capture && !term.lame)
    };
    wanted.leaps().all(|(_, leap)| has(leap))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting() -> Setting {
        Setting {
            ranks: 8,
            first_squares: BTreeSet::from([(1, 1)]),
            initial: Initial::OfPieces,
            may_step_twice: true,
            en_passant: true,
        }
    }

    fn shown(text: &str) -> String {
        let found = translate(text, &setting());
        let mut parts = vec![found.moves.join(" ")];
        for power in &found.powers {
            let short = power.replace("power = ", "").replace(['{', '}', '"'], "");
            parts.push(short.trim().to_string());
        }
        if let Some(castling) = found.castling {
            parts.push(format!("castle {:?} {:?}", castling.left, castling.right));
        }
        if found.en_passant {
            parts.push("en passant".to_string());
        }
        let differs = found.remarks.iter().filter(|remark| remark.differs);
        parts.extend(differs.map(|remark| format!("! {} {}", remark.column, remark.word)));
        parts.retain(|part| !part.is_empty());
        parts.join("; ")
    }

    #[test]
    fn words_have_their_meaning() {
        for (text, wanted) in [
            ("fmWfceFifmnD", "fmW fcF; double-step, rank = 2; en passant"),
            (
                "fmFfceWifmnA",
                "fmF fcW; double-step, rank = 2, along = fF; en passant",
            ),
            ("fmWfcFifmW2", "fmW fcF; double-step, rank = 2; ! 6 ifmW2"),
            ("ifmW2sW", "sW; within, moves = fmW2, from = [b2]"),
            ("fWfWfW", "fW"),
            ("mnJ", "legs, moves = m[W-fsF-fF]"),
            ("nfZ", "! 0 nfZ"),
            ("Ki[F-fsR]", "K; ! 1 i[F-fsR]"),
            ("W[F-fsR", "W; ! 1 [F-fsR"),
            ("[F?fsR]3", "! 0 [F?fsR]3"),
            ("fmWifmnDifmnH", "fmW; double-step, rank = 2, steps = 3"),
            (
                "fmWifmnH",
                "fmW; double-step, rank = 2, steps = 3; ! 3 ifmnH",
            ),
            ("KisO2", "K; castle [2] [2]"),
            ("WFirO2ilO3", "W F; castle [3] [2]"),
            ("KisO4isO3", "K; castle [4, 3] [4, 3]"),
            ("R4W0NNF0", "R4 W0 NN F0"),
            ("LJTKKLL", "C Z G Q CC"),
            ("FyafsF", "F; bent, first = F, then = R"),
            ("yafsF", "legs, moves = yafsF"),
            ("t[FR]", "legs, moves = [F-fsR]"),
            ("afsJmasQ", "legs, moves = afsZ masQ"),
            ("[FJ-W]", "! 0 [FJ-W]"),
            ("[F?fsR]", "F; bent, first = F, then = R"),
            ("[W?fsB3]", "W; bent, first = W, then = B3"),
            ("Ft[FR]", "F; bent, first = F, then = R"),
            ("jR", "D; bent, first = D, then = R"),
            ("NcabK", "N; igui, targets = K"),
            ("caibQ", "igui, targets = Q"),
            ("cafmF", "hop, over = F"),
            ("cafWcabW", "strike, over = W"),
            ("mcabK", "igui, targets = K; legs, moves = mabK"),
            ("cafW", "legs, moves = cafW"),
            ("ppR", "hopper, along = R"),
            ("pQ2", "hopper, along = Q2, single = true"),
            ("pRpB", "hopper, along = R B, single = true"),
            ("pRgB", "hopper, along = R, single = true; ! 2 gB"),
            ("uQ", "swap, with = Q"),
            ("mRcpR", "mR; hopper, along = cR, single = true"),
            ("gQW", "W; hopper, along = Q, close = true"),
            ("FXNmNY", "FX N mNY"),
            ("UX", "! 0 UX"),
            ("mU", "mU"),
            ("KimN", "K; within, moves = mN, from = [b2]"),
            ("KiafN", "K; ! 1 iafN"),
            ("jDfjA", "legs, moves = [pW-fW] f[pF-fF]"),
            ("qNoRdK", "legs, moves = qN oR dK"),
            ("(az)NmN", "mN; legs, moves = (az)N"),
            ("afsafzN", "legs, moves = afsafzN"),
            ("caibN", "legs, moves = caibN"),
            (
                "KNADcaKmcabK",
                "K N A D; igui, targets = K; legs, moves = caK mabK",
            ),
            ("RRzB", "legs, moves = zB; ! 0 RR"),
            ("N ß é[", "N; ! 2 ß; ! 4 é; ! 5 ["),
            ("mfc", "! 0 mfc"),
        ] {
            assert_eq!(shown(text), wanted, "{text}");
        }
    }
}
