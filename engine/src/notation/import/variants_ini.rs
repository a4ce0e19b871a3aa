//! Variants of Fairy-Stockfish: sections of `variants.ini`, which may inherit from each other and
//! from its built-in variants.

use super::castling::{self, How};
use super::draft::{
    Choice, Draft, DraftExplosion, DraftExtinction, DraftGoal, DraftHand, DraftPiece,
    DraftPromotion, DraftWalls, FileRank, GoalSquares, Part,
};
use super::shuffle;
use super::{ImportFault, fault, fen};
use crate::notation::quote;
use crate::notation::variants_ini::KNOWN_PIECES;
use crate::piece::Color;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The maximum number of sections in a chain of inheritance.
const MAX_CHAIN: usize = 32;

/// The built-in variants.
const BUILT_IN: &str = include_str!("fairy_stockfish.ini");

/// The start of a game without `startFen`.
const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The pieces that have a name, besides [those that are exported by name](KNOWN_PIECES).
const MORE_PIECES: [(&str, &str); 17] = [
    ("pawn", "fmWfceF"),
    ("met", "F"),
    ("khon", "FfW"),
    ("aiwok", "RNF"),
    ("dragon", "RF"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
];

/// Keys that do not change the game.
const IGNORED: [&str; 11] = [
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "pieceValueMg",
    "pieceValueEg",
    "nnueAlias",
    "endgameEval",
    "promotionRank",
    "castlingKingFile",
    "castlingRookKingsideFile",
    "castlingRookQueensideFile",
];

/// Keys whose absence is not `false`.
const TRUE_WITHOUT: [&str; 5] = [
    "checking",
    "dropChecks",
    "connectHorizontal",
    "connectVertical",
    "connectDiagonal",
];

/// Keys that matter only where pieces are dropped.
const OF_DROPS: [&str; 4] = [
    "dropNoDoubled",
    "dropNoDoubledCount",
    "shogiPawnDropMateIllegal",
    "dropChecks",
];

/// Keys of pairs; those of a section are added to the inherited ones.
const PAIRED: [&str; 2] = ["promotedPieceType", "promotionLimit"];

/// Values that stand for the absence of a rule.
const ABSENT: [&str; 5] = ["false", "none", "-", "", "0"];

/// A value and its place.
#[derive(Clone, Debug)]
struct Value {
    text: String,
    place: (usize, usize),
}

#[derive(Debug)]
struct Section<'t> {
    name: &'t str,
    base: Option<&'t str>,
    place: (usize, usize),
    keys: Vec<(&'t str, &'t str, (usize, usize))>,
}

/// A piece before its letter is a symbol.
#[derive(Debug)]
struct Fairy {
    kind: String,
    letter: char,
    betza: String,
    place: (usize, usize),
}

/// Reads the section with this name, or the only one.
pub(super) fn read(text: &str, name: Option<&str>) -> Result<Draft, ImportFault> {
    let own = sections(text);
    let Some(last) = own.last() else {
        return Err(fault(
            (1, 1),
            "there is no section",
            "write [NAME] or [NAME:BASE]",
        ));
    };
    let at = match own.iter().position(|section| Some(section.name) == name) {
        Some(at) => at,
        None if own.len() == 1 => 0,
        None => {
            let names: Vec<&str> = own.iter().map(|section| section.name).take(20).collect();
            let message = format!("the file has {} sections", own.len());
            let remedy = format!("choose one with --name: {}", names.join(", "));
            return Err(fault(last.place, message, remedy));
        }
    };
    let built_in = sections(BUILT_IN);
    let mut variant = Variant {
        draft: Draft::new("a section of Fairy-Stockfish's variants.ini"),
        keys: BTreeMap::new(),
        pieces: Vec::new(),
        used: BTreeSet::new(),
        letters: BTreeMap::new(),
        promoted: BTreeMap::new(),
    };
    let place = own[at].place;
    variant.draft.name = own[at].name.to_string();
    variant.draft.board_line = place.0;
    variant.draft.end_line = place.0;
    for section in chain(&own, at, &built_in)?.into_iter().rev() {
        let is_built_in = !own.iter().any(|known| std::ptr::eq(known, section));
        // Pairs are of the pieces that the section defines.
        for pieces_alone in [true, false] {
            let keys = section.keys.iter();
            for &(key, value, at) in keys.filter(|(key, ..)| is_piece(key) == pieces_alone) {
                variant.set(key, value, if is_built_in { place } else { at })?;
            }
        }
    }
    variant.finish(place)
}

/// A region of whole ranks.
fn ranks_text(ranks: RangeInclusive<usize>) -> String {
    ranks.map(|rank| format!("*{rank} ")).collect()
}

/// The moves of a piece that has a name.
fn named_piece(key: &str) -> Option<&'static str> {
    let mut named = KNOWN_PIECES.iter().chain(&MORE_PIECES);
    Some(named.find(|(name, _)| *name == key)?.1)
}

fn is_custom(key: &str) -> bool {
    let number = key.strip_prefix("customPiece");
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Whether a key defines a piece.
fn is_piece(key: &str) -> bool {
    key == "king" || named_piece(key).is_some() || is_custom(key)
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if let Some(header) = trimmed
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'))
        {
            let (name, base) = match header.0.split_once(':') {
                Some((name, base)) => (name, Some(base.trim())),
                None => (header.0, None),
            };
            sections.push(Section {
                name: name.trim(),
                base,
                place: (number + 1, 1),
                keys: Vec::new(),
            });
        } else if !trimmed.starts_with(['#', ';'])
            && let Some((key, value)) = line.split_once('=')
            && let Some(section) = sections.last_mut()
        {
            let indent = value.len() - value.trim_start().len();
            let column = 2 + key.chars().count() + value[..indent].chars().count();
            section
                .keys
                .push((key.trim(), value.trim(), (number + 1, column)));
        }
    }
    sections
}

/// A section and those that it inherits from; each stands before its heir.
fn chain<'s>(
    own: &'s [Section<'s>],
    at: usize,
    built_in: &'s [Section<'s>],
) -> Result<Vec<&'s Section<'s>>, ImportFault> {
    let mut found = vec![&own[at]];
    let (mut list, mut before) = (own, at);
    while let Some(base) = found.last().and_then(|section| section.base) {
        let position = |list: &[Section<'_>]| list.iter().position(|section| section.name == base);
        let next = position(&list[..before]);
        if let Some(next) = next {
            before = next;
        } else if let (true, Some(next)) = (std::ptr::eq(list, own), position(built_in)) {
            (list, before) = (built_in, next);
        } else {
            let place = own[at].place;
            let message = format!("the variant {} to inherit from is not known", quote(base));
            let remedy = "put its section before this one; of the built-in variants those with pieces and goals of chess are known";
            return Err(fault(place, message, remedy));
        }
        found.push(&list[before]);
        if found.len() > MAX_CHAIN {
            let remedy = format!("at most {MAX_CHAIN} sections");
            return Err(fault(
                own[at].place,
                "the chain of inheritance is too long",
                remedy,
            ));
        }
    }
    Ok(found)
}

struct Variant {
    draft: Draft,
    keys: BTreeMap<String, Value>,
    pieces: Vec<Fairy>,
    /// The keys that have been read.
    used: BTreeSet<String>,
    /// The pieces of the draft by letter.
    letters: BTreeMap<char, usize>,
    /// The promoted forms of pieces, where those go to the hand as what they were.
    promoted: BTreeMap<char, usize>,
}

impl Variant {
    fn set(&mut self, key: &str, value: &str, place: (usize, usize)) -> Result<(), ImportFault> {
        if !is_piece(key) {
            let mut text = value.to_string();
            if PAIRED.contains(&key)
                && let Some(inherited) = self.keys.get(key)
            {
                text = joined(&inherited.text, value);
            }
            self.keys.insert(key.to_string(), Value { text, place });
            return Ok(());
        }
        let (letter, betza) = match value.split_once(':') {
            Some((letter, betza)) => (letter.trim(), Some(betza.trim())),
            None => (value, None),
        };
        self.pieces.retain(|piece| piece.kind != key);
        let Some(letter) = letter.chars().next().filter(|letter| *letter != '-') else {
            return Ok(());
        };
        let letter = letter.to_ascii_lowercase();
        if !letter.is_ascii_lowercase() {
            let message = format!("{} is not the letter of a piece", quote(value));
            return Err(fault(
                place,
                message,
                format!("write {key} = {}", &key[..1]),
            ));
        }
        let known = self.pieces.len();
        self.pieces.retain(|piece| piece.letter != letter);
        if self.pieces.len() < known {
            // Pairs of the piece that had this letter are not those of the new one.
            for key in PAIRED {
                if let Some(pairs) = self.keys.get_mut(key) {
                    let others = pairs.text.split_whitespace();
                    let others = others.filter(|pair| !pair.starts_with(letter));
                    pairs.text = others.collect::<Vec<_>>().join(" ");
                }
            }
        }
        let column =
            place.1 + value.chars().count() - betza.map_or(0, |betza| betza.chars().count());
        let known = named_piece(key).unwrap_or("K");
        let is_custom = is_custom(key);
        if is_custom && betza.is_none() {
            let message = format!("`{key}` has no moves");
            return Err(fault(
                place,
                message,
                format!("write {key} = {letter}:BETZA"),
            ));
        }
        // Only kings and custom pieces have moves of their own.
        let own = betza.filter(|_| is_custom || key == "king");
        if betza.is_some() && own.is_none() {
            let message = format!("`{key}` moves {} whatever follows its letter", quote(known));
            self.draft.guess(Part::Game, place.0, message);
        }
        self.pieces.push(Fairy {
            kind: key.to_string(),
            letter,
            betza: own.unwrap_or(known).to_string(),
            place: (place.0, if own.is_some() { column } else { place.1 }),
        });
        Ok(())
    }

    /// Whether the value of a key is that of a built-in variant or the default.
    fn is_inherited(&self, key: &str) -> bool {
        let place = self.keys.get(key).map(|value| value.place);
        place.is_none_or(|place| place == (self.draft.board_line, 1))
    }

    fn get(&mut self, key: &'static str) -> Option<Value> {
        self.used.insert(key.to_string());
        self.keys.get(key).cloned()
    }

    fn text(&mut self, key: &'static str, default: &str) -> (String, usize) {
        match self.get(key) {
            Some(value) => (value.text, value.place.0),
            None => (default.to_string(), self.draft.board_line),
        }
    }

    /// The line of the first of these keys that is there.
    fn line_of(&self, keys: &[&str]) -> usize {
        let mut found = keys.iter().filter_map(|key| self.keys.get(*key));
        found
            .next()
            .map_or(self.draft.board_line, |value| value.place.0)
    }

    fn truth(&mut self, key: &'static str, default: bool) -> bool {
        self.get(key).map_or(default, |value| value.text == "true")
    }

    fn number(&mut self, key: &'static str, default: usize) -> Result<usize, ImportFault> {
        let Some(value) = self.get(key) else {
            return Ok(default);
        };
        let mut letters = value.text.chars();
        let file = letters.next().filter(|letter| {
            letter.is_ascii_lowercase() && value.text.len() == 1 && key.ends_with("File")
        });
        let number = match file {
            Some(file) => Some(usize::from(file as u8 - b'a') + 1),
            None => value.text.parse().ok().filter(|number| *number <= 10_000),
        };
        number.ok_or_else(|| {
            let message = format!("`{key}` is {}", quote(&value.text));
            fault(value.place, message, "write a number from 0 to 10000")
        })
    }

    fn finish(mut self, place: (usize, usize)) -> Result<Draft, ImportFault> {
        self.draft.files = self.number("maxFile", 8)?;
        self.draft.ranks = self.number("maxRank", 8)?;
        let board = self.keys.get("maxRank").map_or(place, |value| value.place);
        self.draft.check_board(board)?;
        let slow_until = self.number("soldierPromotionRank", 1)?;
        for piece in std::mem::take(&mut self.pieces) {
            let mut letters = piece.kind.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            let name: String = first.into_iter().chain(letters).collect();
            let royal = piece.kind == "king";
            let region = self.piece_region(&name, piece.letter);
            let is_slow = piece.kind == "soldier" && slow_until > 1;
            let draft = DraftPiece {
                name: name.replace("CustomPiece", "Custom piece "),
                line: piece.place.0,
                column: piece.place.1,
                betza: if is_slow {
                    "fW".to_string()
                } else {
                    piece.betza
                },
                powers: Vec::from_iter(is_slow.then(|| self.draft.steps_sideways(slow_until))),
                region,
                royal,
                ..DraftPiece::default()
            };
            let at = self.draft.add(draft, &piece.letter.to_string())?;
            self.letters.insert(piece.letter, at);
        }
        self.hand();
        self.array()?;
        self.pawns()?;
        self.castling()?;
        self.promotion()?;
        self.drops()?;
        self.end(place)?;
        self.others();
        Ok(self.draft)
    }

    /// The squares on which the moves of a piece end, for White; none where it has no region, or one that Black's does not
    /// mirror, which is noted.
    fn piece_region(&mut self, name: &str, letter: char) -> BTreeSet<FileRank> {
        let keys = ["White", "Black"].map(|side| format!("mobilityRegion{side}{name}"));
        let Some(line) = keys
            .iter()
            .find_map(|key| Some(self.keys.get(key)?.place.0))
        else {
            return BTreeSet::new();
        };
        let ranks = self.draft.ranks;
        let start = self.keys.get("startFen").map_or(CHESS, |value| &value.text);
        let is_there = [letter.to_ascii_uppercase(), letter].map(|one| start.contains(one));
        let found = [0, 1].map(|side| {
            let squares = self.squares_of(&self.keys.get(&keys[side])?.text)?;
            let own = |(file, rank)| (file, if side == 0 { rank } else { ranks - 1 - rank });
            Some(squares.into_iter().map(own).collect::<BTreeSet<FileRank>>())
        });
        self.used.extend(keys);
        match found {
            [Some(white), Some(black)] if white == black => white,
            [Some(white), None] if is_there == [true, false] => white,
            [None, Some(black)] if is_there == [false, true] => black,
            _ => {
                let message = format!(
                    "the regions of {letter} do not mirror each other: it moves everywhere"
                );
                self.draft.differs(Part::Game, line, message);
                BTreeSet::new()
            }
        }
    }

    /// The pieces of a list of letters; `*` stands for all.
    fn set_of(&mut self, key: &'static str, default: &str) -> Vec<usize> {
        let (text, line) = self.text(key, default);
        let letters = &self.letters;
        if text.contains('*') {
            return letters.values().copied().collect();
        }
        let mut found: Vec<usize> = Vec::new();
        let mut unknown = String::new();
        for letter in text.chars() {
            match letters.get(&letter.to_ascii_lowercase()) {
                Some(piece) if !found.contains(piece) => found.push(*piece),
                None if letter.is_ascii_alphabetic() => unknown.push(letter),
                _ => {}
            }
        }
        if self.keys.contains_key(key) && !unknown.is_empty() {
            let message = format!("`{key}`: there is no piece {}", quote(&unknown));
            self.draft.guess(Part::Game, line, message);
        }
        found
    }

    /// The ranks of a region, counted from 1 at the side that it belongs to; `None` if it is not
    /// made of whole ranks.
    fn region(
        &mut self,
        key: &'static str,
        default: &str,
        color: Color,
    ) -> Option<BTreeSet<usize>> {
        let squares = self.squares(key, default)?;
        let ranks = self.draft.ranks;
        let found: BTreeSet<usize> = squares.iter().map(|(_, rank)| *rank).collect();
        let is_whole = squares.len() == found.len() * self.draft.files;
        let own = |rank: usize| match color {
            Color::White => rank + 1,
            Color::Black => ranks - rank,
        };
        is_whole.then(|| found.into_iter().map(own).collect())
    }

    /// The squares of a region; `None` if they cannot be read.
    fn squares(&mut self, key: &'static str, default: &str) -> Option<BTreeSet<FileRank>> {
        let (text, _) = self.text(key, default);
        self.squares_of(&text)
    }

    fn squares_of(&self, text: &str) -> Option<BTreeSet<FileRank>> {
        let (files, ranks) = (self.draft.files, self.draft.ranks);
        let mut squares = BTreeSet::new();
        let words = text.split_whitespace().filter(|word| *word != "-");
        for word in words.take(1_000) {
            let file = word.chars().next()?.to_ascii_lowercase();
            let of_files = match file {
                '*' => 0..files,
                'a'..='z' => {
                    let file = usize::from(file as u8 - b'a');
                    file..(file + 1).min(files)
                }
                _ => return None,
            };
            let of_ranks = match word.get(1..)? {
                "*" => 0..ranks,
                number => {
                    let rank: usize = number.parse().ok()?;
                    rank.checked_sub(1)?..rank.min(ranks)
                }
            };
            squares.extend(of_files.flat_map(|file| of_ranks.clone().map(move |at| (file, at))));
        }
        Some(squares)
    }

    /// Whether there are pieces in hand, and the pieces that are others there.
    fn hand(&mut self) {
        let drops = self.truth("pieceDrops", false);
        let captured = self.truth("capturesToHand", false);
        let Some(line) = self.keys.get("pieceDrops").map(|value| value.place.0) else {
            return;
        };
        if !drops {
            return;
        }
        let hand = DraftHand {
            line,
            captured,
            must_drop: self.truth("mustDrop", false),
            never_stuck: self.truth("immobilityIllegal", false),
            begun: [Vec::new(), Vec::new()],
        };
        self.draft.hand = Some(hand);
        let board = self.text("startFen", CHESS).0;
        let board = board.split(' ').next().unwrap_or("");
        let (pairs, line) = self.text("promotedPieceType", "");
        let reverts = self.reverts();
        for (from, to) in mapping(&pairs).filter(|_| reverts) {
            let (Some(&of), Some(&like)) = (self.letters.get(&from), self.letters.get(&to)) else {
                continue;
            };
            // A piece that is only a promoted one is no piece of its own.
            let is_only = !board.to_lowercase().contains(to)
                && mapping(&pairs).filter(|(_, other)| *other == to).count() == 1;
            if is_only {
                let text = format!("+{}", self.draft.pieces[of].text);
                let piece = &mut self.draft.pieces[like];
                (piece.text, piece.hand) = (text, Some(of));
                self.promoted.insert(from, like);
                self.letters.remove(&to);
                continue;
            }
            let promoted = self.add_promoted(of, like, ["+", ""], line);
            self.promoted
                .extend(promoted.map(|promoted| (from, promoted)));
        }
    }

    /// Whether a captured piece is in hand what it was before its promotion.
    fn reverts(&mut self) -> bool {
        let captured = self.draft.hand.as_ref().is_some_and(|hand| hand.captured);
        !self.truth("dropLoop", false) && captured
    }

    /// Adds the promoted form of a piece, or notes that there is none.
    fn add_promoted(
        &mut self,
        of: usize,
        like: usize,
        marks: [&str; 2],
        line: usize,
    ) -> Option<usize> {
        let promoted = self.draft.add_promoted(of, like, marks);
        if promoted.is_none() {
            let message = "it stays what it has become in hand";
            self.draft.differs(Part::Piece(of), line, message);
        }
        promoted
    }

    /// The limits of drops.
    fn drops(&mut self) -> Result<(), ImportFault> {
        if self.draft.hand.is_none() {
            return Ok(());
        }
        let ranks = self.draft.ranks;
        let all = ranks_text(1..=ranks);
        let white = self.region("whiteDropRegion", &all, Color::White);
        let black = self.region("blackDropRegion", &all, Color::Black);
        let line = self.line_of(&["whiteDropRegion", "blackDropRegion"]);
        let is_range = |region: &BTreeSet<usize>| {
            let ends = region.first().zip(region.last());
            ends.is_some_and(|(first, last)| last - first + 1 == region.len())
        };
        let region = white.filter(|white| Some(white) == black.as_ref() && is_range(white));
        let region = region.unwrap_or_else(|| {
            let message = "pieces are dropped on ranks that follow each other, the same for both sides: here anywhere";
            self.draft.differs(Part::Game, line, message);
            (1..=ranks).collect()
        });
        let [first, last] = [region.first(), region.last()].map(|rank| rank.copied().unwrap_or(1));
        let on_first = self.truth("firstRankPawnDrops", false);
        let in_zone = self.truth("promotionZonePawnDrops", false);
        let doubled = self.set_of("dropNoDoubled", "");
        let most = self.number("dropNoDoubledCount", 1)?;
        let never_mates = self.truth("shogiPawnDropMateIllegal", false);
        // Only kings are in check there.
        let has_king = self.draft.pieces.iter().any(|piece| piece.royal);
        let never_check = !self.truth("dropChecks", true) && has_king;
        let can_be = self.in_hand();
        for at in 0..self.draft.pieces.len() {
            let piece = &mut self.draft.pieces[at];
            let zone = piece
                .promotion
                .as_ref()
                .map_or(0, |promotion| promotion.zone);
            let (mut low, mut high) = (first, last);
            if piece.name == "Pawn" {
                low = low.max(if on_first { 1 } else { 2 });
                high = high.min(if in_zone {
                    ranks
                } else {
                    ranks - zone.min(ranks)
                });
            }
            if (low, high) != (1, ranks) && can_be.contains(&at) {
                piece.drop.push(format!("ranks = [{low}, {high}]"));
            }
            if doubled.contains(&at) {
                piece.drop.push(format!("per_file = {most}"));
            }
            if never_mates && piece.name == "ShogiPawn" {
                piece.drop.push("mate = false".to_string());
            }
            if never_check && !piece.royal && piece.hand.is_none() {
                piece.drop.push("check = false".to_string());
            }
        }
        Ok(())
    }

    /// The pieces that can be in hand.
    fn in_hand(&self) -> Vec<usize> {
        let Some(hand) = &self.draft.hand else {
            return Vec::new();
        };
        let pieces = self.draft.pieces.iter().enumerate();
        let captured =
            pieces.filter(|(_, piece)| hand.captured && piece.hand.is_none() && !piece.royal);
        let captured = captured.map(|(at, _)| at);
        captured
            .chain(hand.begun.iter().flatten().copied())
            .collect()
    }

    fn array(&mut self) -> Result<(), ImportFault> {
        let (text, line) = self.text("startFen", CHESS);
        let place = self
            .keys
            .get("startFen")
            .map_or((line, 1), |value| value.place);
        self.draft.array_line = line;
        let mut fields = text.split_whitespace();
        let board = fields.next().unwrap_or("");
        let (board, hand) = board.split_once('[').unwrap_or((board, ""));
        for letter in hand.chars().filter(char::is_ascii_alphabetic) {
            let piece = self.letters.get(&letter.to_ascii_lowercase());
            match (piece, &mut self.draft.hand) {
                (Some(piece), Some(hand)) => {
                    hand.begun[usize::from(letter.is_ascii_lowercase())].push(*piece);
                }
                _ => {
                    let message = "pieces in hand that are never dropped are left out";
                    self.draft.differs(Part::Array, line, message);
                }
            }
        }
        self.draft.black_begins = fields.next() == Some("b");
        let castling = fields.next().unwrap_or("-");
        self.draft.has_castling = castling.contains(|letter: char| letter.is_ascii_alphabetic());
        let (promoted, _) = self.text("promotedPieceType", "");
        let board = fen::read(board, (self.draft.files, self.draft.ranks), place);
        // Its columns are not those of the file.
        let board = board.map_err(|wrong| match self.is_inherited("startFen") {
            true => {
                let message = format!("the inherited `startFen`: {}", wrong.message);
                fault((line, 1), message, wrong.remedy)
            }
            false => wrong,
        })?;
        self.draft.holes.extend(board.holes);
        for piece in board.pieces {
            let letter = piece.letter.chars().next().unwrap_or(' ');
            let at = match piece.promoted {
                true => self.promoted.get(&letter).or_else(|| {
                    let (_, to) = mapping(&promoted).find(|(from, _)| *from == letter)?;
                    self.letters.get(&to)
                }),
                false => self.letters.get(&letter),
            };
            let Some(at) = at else {
                let message = format!("there is no piece {}", quote(&piece.letter));
                let remedy = "define it, as in `knight = n` or `customPiece1 = n:N`, or write another `startFen`";
                let place = match self.is_inherited("startFen") {
                    true => (line, 1),
                    false => piece.place,
                };
                return Err(fault(place, message, remedy));
            };
            self.draft.place(piece.square, piece.color, *at);
        }
        Ok(())
    }

    /// What is special about pawns: double steps, en passant, the count of moves.
    fn pawns(&mut self) -> Result<(), ImportFault> {
        let (pawns, _) = self.text("pawnTypes", "p");
        for piece in self.set_of("nMoveRuleTypes", &pawns) {
            self.draft.pieces[piece].pawn = true;
        }
        let doubles = self.truth("doubleStep", true);
        let all = self.draft.ranks;
        let first = self.number("doubleStepRankMin", 2)?.clamp(1, all);
        let last = self.number("doubleStepRank", 2)?.clamp(1, all);
        let mirrored = ranks_text(all + 1 - last..=all + 1 - first);
        let line = self.line_of(&["doubleStepRegionWhite", "doubleStepRegionBlack"]);
        let own = ranks_text(first..=last);
        let white = self.region("doubleStepRegionWhite", &own, Color::White);
        let black = self.region("doubleStepRegionBlack", &mirrored, Color::Black);
        let are_whole = white.is_some() && black.is_some();
        let is_pawn = |piece: &DraftPiece| piece.betza == "fmWfceF";
        let pawn = self.draft.pieces.iter().position(is_pawn);
        let sides = [white, black].map(Option::unwrap_or_default);
        let both: BTreeSet<usize> = sides.iter().flatten().copied().collect();
        // No pawn comes to a rank behind all that its side begins with.
        let never_comes = |color: Color, rank: usize| {
            let own = |at: usize| match color {
                Color::White => at + 1,
                Color::Black => self.draft.ranks - at,
            };
            let mut squares = pawn
                .iter()
                .flat_map(|&pawn| self.draft.squares(color, pawn));
            self.draft.hand.is_none() && squares.all(|(_, at)| own(at) > rank)
        };
        let are_alike = Color::BOTH.into_iter().zip(&sides).all(|(color, own)| {
            let mut others = both.difference(own);
            others.all(|&rank| never_comes(color, rank))
        });
        if !are_whole || !are_alike {
            self.draft.differs(
                Part::Game,
                line,
                "double steps start from whole ranks, the same for both sides: White's are taken",
            );
        }
        let last = self.draft.ranks.saturating_sub(2).max(1);
        let taken = match are_alike {
            true => both,
            false => sides[0].clone(),
        };
        let mut ranks: Vec<usize> = taken.into_iter().collect();
        ranks.retain(|rank| *rank <= last);
        if !doubles {
            ranks.clear();
        }
        let captors = self.set_of("enPassantTypes", &pawns);
        let passed = match captors.is_empty() {
            true => Some(Vec::new()),
            false => self.passed(&sides, &ranks),
        };
        if !captors.is_empty() && captors != self.set_of("pawnTypes", "p") {
            let line = self.line_of(&["enPassantTypes"]);
            let message = "`enPassantTypes` is left out: pieces with `pawn = true` capture en passant and reset the count";
            self.draft.guess(Part::Game, line, message);
        }
        let is_triple = self.is_triple(&ranks);
        if let Some(pawn) = pawn {
            let pawn = &mut self.draft.pieces[pawn];
            (pawn.double_step, pawn.passed) = (ranks.clone(), passed);
            pawn.is_triple = is_triple;
        }
        self.draft.initial_ranks = Some(ranks);
        Ok(())
    }

    /// Whether pawns may also go three squares from the ranks of their double steps.
    fn is_triple(&mut self, ranks: &[usize]) -> bool {
        let regions = [
            ("tripleStepRegionWhite", Color::White),
            ("tripleStepRegionBlack", Color::Black),
        ];
        let found = regions.map(|(key, color)| self.region(key, "-", color));
        let is_there = |found: &Option<BTreeSet<usize>>| found.as_ref() != Some(&BTreeSet::new());
        let is_like_double = |found: &Option<BTreeSet<usize>>| {
            found.as_ref().is_some_and(|found| found.iter().eq(ranks))
        };
        let is_triple = found.iter().all(is_like_double) && !ranks.is_empty();
        if !is_triple && found.iter().any(is_there) {
            let message =
                "triple steps start where double steps do, the same for both sides: here are none";
            self.draft
                .differs(Part::Game, self.draft.board_line, message);
        }
        is_triple
    }

    /// The ranks of double steps from which a pawn can be captured in passing, if not all; `sides` are the ranks of White's
    /// double steps and of Black's.
    fn passed(&mut self, sides: &[BTreeSet<usize>; 2], ranks: &[usize]) -> Option<Vec<usize>> {
        // The region of the captor's targets is a rank ahead of where the step began.
        let keys = ["enPassantRegionBlack", "enPassantRegionWhite"];
        let mut passed = [sides[0].clone(), sides[1].clone()];
        for ((color, key), own) in Color::BOTH.into_iter().zip(keys).zip(&mut passed) {
            let written = [key, "enPassantRegion"]
                .into_iter()
                .find(|key| self.keys.contains_key(*key));
            let Some(key) = written else { continue };
            match self.region(key, "", color) {
                Some(targets) => own.retain(|rank| targets.contains(&(rank + 1))),
                None => {
                    let message = "en passant is not forbidden on parts of ranks";
                    self.draft
                        .differs(Part::Game, self.draft.board_line, message);
                }
            }
        }
        let all: Vec<usize> = (ranks.iter().copied())
            .filter(|rank| passed.iter().any(|own| own.contains(rank)))
            .collect();
        let is_fair = |(own, steps): (&BTreeSet<usize>, &BTreeSet<usize>)| {
            let mut steps = steps.iter().filter(|rank| ranks.contains(rank));
            steps.all(|rank| own.contains(rank) == all.contains(rank))
        };
        if !passed.iter().zip(sides).all(is_fair) {
            let message = "en passant is forbidden to one side alone, here to none";
            self.draft
                .differs(Part::Game, self.draft.board_line, message);
        }
        (all.len() < ranks.len()).then_some(all)
    }

    fn castling(&mut self) -> Result<(), ImportFault> {
        let castles = self.truth("castling", true);
        let files = self.draft.files;
        let right = self.number("castlingKingsideFile", 7)?;
        let left = self.number("castlingQueensideFile", 3)?;
        let rooks = self.set_of("castlingRookPieces", "r");
        let king = self.set_of("castlingKingPiece", "k");
        let line = self.draft.array_line;
        if !castles || !self.draft.has_castling {
            return Ok(());
        }
        let Some(&king) = king.first().or(self
            .draft
            .pieces
            .iter()
            .position(|piece| piece.royal)
            .as_ref())
        else {
            return Ok(());
        };
        let rights = self.text("startFen", CHESS).0;
        let rights = rights.split_whitespace().nth(2).unwrap_or("").to_string();
        let wings_of = |letter: char| self.wing(letter, king);
        let has_right: String = rights.chars().map(wings_of).collect();
        let targets = [right.checked_sub(1), left.checked_sub(1)]
            .map(|file| file.filter(|file| *file < files));
        let mut differs = false;
        let mut homes = BTreeSet::new();
        let mut ranks = BTreeSet::new();
        let mut wings = [None, None];
        for (wing, letters) in [['K', 'k'], ['Q', 'q']].into_iter().enumerate() {
            let mut has = Vec::new();
            for (color, letter) in Color::BOTH.into_iter().zip(letters) {
                let Some((file, rank)) = self.draft.squares(color, king).next() else {
                    continue;
                };
                homes.insert(file);
                ranks.insert(if color == Color::White {
                    rank
                } else {
                    self.draft.ranks - 1 - rank
                });
                let is_rook = |at: usize| {
                    let placed = self.draft.array.get(&(at, rank));
                    placed.is_some_and(|(owner, piece)| *owner == color && rooks.contains(piece))
                };
                let has_rook = match wing {
                    0 => (file + 1..files).any(is_rook),
                    _ => (0..file).any(is_rook),
                };
                has.push((has_right.contains(letter), has_rook));
            }
            let is_used = has.iter().any(|(has_right, _)| *has_right);
            differs |= is_used
                && has
                    .iter()
                    .any(|(has_right, has_rook)| has_right != has_rook);
            wings[wing] = targets[wing].filter(|_| is_used);
        }
        let rank = self.number("castlingRank", 0)?;
        if rank > 0 && ranks.iter().any(|at| at + 1 != rank) {
            let message = "`castlingRank` is not where kings begin: here they castle from there";
            let line = self.line_of(&["castlingRank"]);
            self.draft.differs(Part::Piece(king), line, message);
        }
        if differs || homes.len() != 1 || ranks.len() != 1 {
            let message = format!(
                "the rights to castle {} are not those of all kings and partners in the array",
                quote(&rights)
            );
            self.draft.differs(Part::Piece(king), line, message);
        }
        let (Some(&home), Some(rank)) = (homes.first(), ranks.first()) else {
            return Ok(());
        };
        if rooks.is_empty() {
            return Ok(());
        }
        let partners: BTreeSet<usize> = rooks.iter().copied().collect();
        let is_shuffled = self.shuffle_by_960(king, &partners);
        let how = match wings {
            [None, None] => return Ok(()),
            [Some(right), Some(left)] if right + left == 2 * home && !is_shuffled => {
                How::Steps(vec![right.abs_diff(home)])
            }
            wings => How::Squares(wings.into_iter().flatten().map(|at| (at, *rank)).collect()),
        };
        let power = castling::text(&self.draft, rooks, how);
        self.draft.pieces[king].powers.push(power);
        Ok(())
    }

    /// The wing of a right to castle that is a file's letter, as one of `KQkq`; these are the same already.
    fn wing(&self, letter: char, king: usize) -> char {
        let (color, wings) = match letter.is_ascii_uppercase() {
            true => (Color::White, ['K', 'Q']),
            false => (Color::Black, ['k', 'q']),
        };
        let home = self.draft.squares(color, king).next();
        let is_file = letter.is_ascii_alphabetic() && !"KQkq".contains(letter);
        let Some((home, _)) = home.filter(|_| is_file) else {
            return letter;
        };
        let file = usize::from(letter.to_ascii_lowercase() as u8 - b'a');
        wings[usize::from(file <= home)]
    }

    /// Shuffles the first rank as in Chess960, where the variant castles from any array; whether it does.
    fn shuffle_by_960(&mut self, king: usize, partners: &BTreeSet<usize>) -> bool {
        if !self.truth("chess960", false) {
            return false;
        }
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for ((_, rank), (owner, piece)) in &self.draft.array {
            if *rank == 0 && *owner == Color::White {
                *counts.entry(*piece).or_default() += 1;
            }
        }
        // In the order of R. Scharnagl's numbers: bishops, single pieces, pairs.
        let spreads = |piece: usize, count| self.draft.pieces[piece].betza == "B" && count == 2;
        let mut pieces: Vec<_> = counts.into_iter().collect();
        pieces.sort_by_key(|&(piece, count)| (!spreads(piece, count), count));
        let text = pieces.into_iter().map(|(piece, count)| {
            let mark = if spreads(piece, count) { "!" } else { "" };
            mark.to_string() + &self.draft.pieces[piece].text
        });
        let line = self.draft.array_line;
        self.draft.shuffle = Some((line, text.collect()));
        shuffle::add(&mut self.draft, Some((king, partners)));
        let message = "`chess960`: with bishops on both colours and the king between its partners, every array is played";
        self.draft.guess(Part::Array, line, message);
        !self.draft.shuffled.is_empty()
    }

    fn promotion(&mut self) -> Result<(), ImportFault> {
        let ranks = self.draft.ranks;
        let (pawns, _) = self.text("pawnTypes", "p");
        let top = self
            .keys
            .get("promotionRank")
            .map_or(ranks.to_string(), |value| value.text.clone());
        let top = top
            .parse::<usize>()
            .ok()
            .filter(|rank| (1..=ranks).contains(rank))
            .unwrap_or(ranks);
        let line = self.line_of(&["promotionRegionWhite", "promotionRegionBlack"]);
        let white = self.region(
            "promotionRegionWhite",
            &ranks_text(top..=ranks),
            Color::White,
        );
        let black = self.region(
            "promotionRegionBlack",
            &ranks_text(1..=ranks + 1 - top),
            Color::Black,
        );
        let zone = white.clone().filter(|white| {
            Some(white) == black.as_ref()
                && white.iter().copied().eq(ranks + 1 - white.len()..=ranks)
        });
        let zone = match zone {
            Some(zone) if zone.is_empty() => return Ok(()),
            Some(zone) => zone.len(),
            None => {
                self.draft.differs(Part::Game, line, "promotion zones are the last ranks, the same for both sides: the last rank is taken");
                1
            }
        };
        let immobile = self.truth("immobilityIllegal", false);
        let compulsory = self.truth("mandatoryPawnPromotion", true);
        let choice = match (compulsory, immobile) {
            (true, _) => Choice::Compulsory,
            (false, false) => Choice::Optional,
            (false, true) => Choice::UnlessStuck,
        };
        let limits = self.limits();
        let from = self.set_of("promotionPawnTypes", &pawns);
        let to = self.set_of("promotionPieceTypes", "nbrq");
        let to: Vec<(usize, bool)> = to
            .into_iter()
            .map(|piece| (piece, limits.contains(&piece)))
            .collect();
        let to = self.reverting(&from, to, line);
        for &piece in from.iter().filter(|_| !to.is_empty()) {
            // A piece cannot become itself.
            let to: Vec<_> = to
                .iter()
                .copied()
                .filter(|(other, _)| *other != piece)
                .collect();
            self.draft.pieces[piece].promotion = (!to.is_empty()).then_some(DraftPromotion {
                to,
                zone,
                when: "end",
                choice,
            });
        }
        let (pairs, _) = self.text("promotedPieceType", "");
        let is_compulsory = self.truth("mandatoryPiecePromotion", false);
        let when = match self.truth("piecePromotionOnCapture", false) {
            true => "capture",
            false => "start-or-end",
        };
        for (from, to) in mapping(&pairs) {
            let to = self.promoted.get(&from).or_else(|| self.letters.get(&to));
            let (Some(&from), Some(&to)) = (self.letters.get(&from), to) else {
                continue;
            };
            self.draft.pieces[from].promotion = Some(DraftPromotion {
                to: vec![(to, false)],
                zone,
                when,
                choice: match (is_compulsory, immobile) {
                    (true, _) => Choice::Compulsory,
                    (false, true) => Choice::UnlessStuck,
                    (false, false) => Choice::Optional,
                },
            });
        }
        Ok(())
    }

    /// The pieces that pawns become: where captured pieces go to the hand, those that are pawns again
    /// there.
    fn reverting(
        &mut self,
        from: &[usize],
        to: Vec<(usize, bool)>,
        line: usize,
    ) -> Vec<(usize, bool)> {
        let reverts = self.reverts();
        let Some(&pawn) = from.first().filter(|_| reverts) else {
            return to;
        };
        let reverting = to.into_iter().map(|(piece, limited)| {
            let promoted = self.add_promoted(pawn, piece, ["", "~"], line);
            (promoted.unwrap_or(piece), limited)
        });
        reverting.collect()
    }

    /// The pieces that can only be had again, not more often than in the array.
    fn limits(&mut self) -> Vec<usize> {
        let (text, line) = self.text("promotionLimit", "");
        let mut limited = Vec::new();
        for pair in text.split_whitespace() {
            let Some((letter, number)) = pair.split_once(':') else {
                continue;
            };
            let piece = letter
                .chars()
                .next()
                .and_then(|letter| self.letters.get(&letter));
            let piece = piece.copied();
            let number = number.parse::<usize>().ok();
            let is_that = |color| {
                let squares = piece.map_or(0, |piece| self.draft.squares(color, piece).count());
                Some(squares) == number
            };
            match piece {
                Some(piece) if Color::BOTH.into_iter().all(is_that) => limited.push(piece),
                _ => {
                    let message = format!(
                        "`promotionLimit`: the limit {} is left out, it is not the number in the array",
                        quote(pair)
                    );
                    let part = piece.map_or(Part::Game, Part::Piece);
                    self.draft.differs(part, line, message);
                }
            }
        }
        limited
    }

    fn end(&mut self, place: (usize, usize)) -> Result<(), ImportFault> {
        let (stalemate, line) = self.text("stalemateValue", "draw");
        match stalemate.as_str() {
            "win" if self.truth("stalematePieceCount", false) => {
                self.draft.end.stalemate = "fewer-wins";
            }
            "loss" => self.draft.end.stalemate = "loses",
            "win" => self.draft.end.stalemate = "wins",
            "draw" => {}
            _ => self.draft.differs(
                Part::End,
                line,
                "`stalemateValue`: stalemate is a draw here",
            ),
        }
        if self.truth("mustCapture", false) {
            self.draft.must_capture = self.keys.get("mustCapture").map(|value| value.place.0);
        }
        self.explosion();
        self.walls();
        let fold = self.number("nFoldRule", 3)?;
        let (value, line) = self.text("nFoldValue", "draw");
        let checks = self.truth("perpetualCheckIllegal", false);
        let absolute = self.truth("nFoldValueAbsolute", false);
        // The value is that of the side to move, or of White.
        let result = match (value.as_str(), absolute) {
            ("win", false) => "mover-loses",
            ("loss", false) => "mover-wins",
            ("loss", true) => "white-loses",
            ("draw", _) => "draw",
            _ => {
                let message = "`nFoldValue`: a repetition is a draw here";
                self.draft.differs(Part::End, line, message);
                "draw"
            }
        };
        self.draft.end.repetition = (fold > 1).then_some((fold.min(100) as u32, result, checks));
        let moves = self.number("nMoveRule", 50)?.min(5_000) as u32;
        self.draft.end.move_count = (moves > 0).then_some(2 * moves);
        self.draft.end.no_facing = self.truth("flyingGeneral", false);
        self.draft.end.no_checks = !self.truth("checking", true);
        let (mated, line) = self.text("checkmateValue", "loss");
        self.draft.end.checkmate_wins = mated == "win";
        if !["win", "loss"].contains(&mated.as_str()) {
            let message = "`checkmateValue`: checkmate loses here";
            self.draft.differs(Part::End, line, message);
        }
        self.draft.end.checks = self.truth("checkCounting", false).then(|| {
            let start = self.text("startFen", CHESS).0;
            // Without a number the first check wins.
            let numbers = |field: &str| -> Option<(u32, u32)> {
                let (white, black) = field.split_once('+')?;
                Some((white.parse().ok()?, black.parse().ok()?))
            };
            let mut fields = start.split_whitespace().skip(2);
            let (white, black) = fields.find_map(numbers).unwrap_or((1, 1));
            if white != black {
                let line = self.line_of(&["startFen"]);
                let message = "`startFen`: both sides win by White's number of checks";
                self.draft.differs(Part::End, line, message);
            }
            white
        });
        let connected = self.number("connectN", 0)?;
        let directions = [
            ("connectHorizontal", "rank"),
            ("connectVertical", "file"),
            ("connectDiagonal", "diagonal"),
        ];
        let directions = directions
            .into_iter()
            .filter(|(key, _)| self.truth(key, true));
        let directions: Vec<&str> = directions.map(|(_, name)| name).collect();
        let is_row = connected > 1 && !directions.is_empty();
        self.draft.end.connection = is_row.then_some((connected, directions));
        self.goal()?;
        self.extinction()?;
        if !self.draft.pieces.iter().any(|piece| piece.royal) {
            self.draft.end.royal = Some("none");
            let end = &self.draft.end;
            let others = end.extinction.is_some() || end.goal.is_some() || end.connection.is_some();
            if !others && end.stalemate == "draw" {
                let message = "no piece is royal, and nothing else ends the game";
                let remedy = "define `king`, pieces in `extinctionPieceTypes` or `flagPiece`, or `stalemateValue`";
                return Err(fault(place, message, remedy));
            }
        }
        Ok(())
    }

    /// Captures that explode: pawns beside them stay, except pawns that are custom pieces.
    fn explosion(&mut self) {
        if !self.truth("blastOnCapture", false) {
            return;
        }
        let line = self.line_of(&["blastOnCapture"]);
        let pieces = 0..self.draft.pieces.len();
        self.draft.explosion = Some(DraftExplosion {
            spared: pieces
                .filter(|&at| self.draft.pieces[at].name == "Pawn")
                .collect(),
            survivors: self.set_of("blastImmuneTypes", ""),
            line,
        });
    }

    /// The walls that moves build, and the pieces that become walls.
    fn walls(&mut self) {
        let (rule, line) = self.text("wallingRule", "none");
        let built = match rule.as_str() {
            "arrow" => Some("arrow"),
            "duck" => Some("duck"),
            "edge" => Some("edge"),
            "past" => Some("trail"),
            "static" => Some("anywhere"),
            _ => None,
        };
        let petrified = self.set_of("petrifyOnCaptureTypes", "");
        let line = match self.keys.get("petrifyOnCaptureTypes") {
            Some(value) if built.is_none() => value.place.0,
            _ => line,
        };
        let (files, ranks) = (self.draft.files, self.draft.ranks);
        let all = ranks_text(1..=ranks);
        let regions = ["wallingRegionWhite", "wallingRegionBlack"];
        let [white, black] = regions.map(|key| self.squares(key, &all).unwrap_or_default());
        if white != black {
            let message = "`wallingRegionBlack`: both sides build walls in White's region";
            self.draft.differs(Part::Game, line, message);
        }
        let board = (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank)));
        let open = board.filter(|square| !white.contains(square)).collect();
        if built.is_some() || !petrified.is_empty() {
            self.draft.walls = Some(DraftWalls {
                line,
                built,
                open,
                petrified,
            });
        } else if rule != "none" {
            let message = format!("`wallingRule`: {} is not known", quote(&rule));
            self.draft.differs(Part::Game, line, message);
        }
    }

    /// Squares that win.
    fn goal(&mut self) -> Result<(), ImportFault> {
        const REGIONS: [&str; 2] = ["flagRegionWhite", "flagRegionBlack"];
        let mut named = [REGIONS[0], REGIONS[1], "flagRegion", "flagPiece"].into_iter();
        let line = named.find_map(|key| Some(self.keys.get(key)?.place.0));
        // Without this key all pieces win.
        let pieces = self.set_of("flagPiece", "*");
        let (Some(line), false) = (line, pieces.is_empty()) else {
            return Ok(());
        };
        let both = self.text("flagRegion", "").0;
        let regions = REGIONS.map(|key| self.squares(key, &both));
        let [Some(white), Some(black)] = regions else {
            let message = "`flagPiece`: the squares of its region cannot be read";
            self.draft.differs(Part::End, line, message);
            return Ok(());
        };
        let (files, ranks) = (self.draft.files, self.draft.ranks);
        let number = white.len() / files;
        let far = |color: Color| -> BTreeSet<FileRank> {
            let range = match color {
                Color::White => ranks.saturating_sub(number)..ranks,
                Color::Black => 0..number,
            };
            range
                .flat_map(|rank| (0..files).map(move |at| (at, rank)))
                .collect()
        };
        if white.is_empty() && black.is_empty() {
            return Ok(());
        }
        let at = match number > 0 && white == far(Color::White) && black == far(Color::Black) {
            true => GoalSquares::FarRanks(number),
            false => GoalSquares::Squares([white, black]),
        };
        let count = self.number("flagPieceCount", 1)?.max(1);
        let is_royal = |piece: &usize| self.draft.pieces[*piece].royal;
        let are_royal = pieces.iter().all(is_royal);
        let [later, safe] = ["flagMove", "flagPieceSafe"].map(|key| self.truth(key, false));
        let when = match (later, safe) {
            (false, false) => "reached",
            (false, true) => "safe",
            (true, false) if are_royal => "unanswered",
            (true, false) => "next-turn",
            (true, true) => {
                let message = "`flagPieceSafe`: a piece that is attacked wins at the next turn, others at once";
                self.draft.differs(Part::End, line, message);
                "next-turn"
            }
        };
        self.draft.end.goal = Some(DraftGoal {
            when,
            pieces,
            line,
            at,
            count,
        });
        Ok(())
    }

    /// Ends by the loss of pieces: of a royal piece, of all, or of all but one.
    fn extinction(&mut self) -> Result<(), ImportFault> {
        let (value, line) = self.text("extinctionValue", "none");
        let claim = self.truth("extinctionClaim", false);
        let pseudo = self.truth("extinctionPseudoRoyal", false);
        let (types, _) = self.text("extinctionPieceTypes", "");
        let count = self.number("extinctionPieceCount", 0)?;
        let opponent = self.number("extinctionOpponentPieceCount", 0)?;
        if value == "none" {
            return Ok(());
        }
        let duple = self.truth("dupleCheck", false);
        let pieces = self.set_of("extinctionPieceTypes", "");
        if pseudo && value == "loss" && !pieces.is_empty() {
            self.pseudo_royals(&pieces, count, duple, line);
            return Ok(());
        }
        let is_all = types.contains('*');
        let has_king = self.draft.pieces.iter().any(|piece| piece.royal);
        if value == "loss" && is_all && (count, opponent) == (1, 2) {
            self.draft.end.bare = if claim {
                "loses-unless-rebared"
            } else {
                "loses"
            };
        } else if value == "loss" && is_all && (count, opponent) == (0, 0) && !has_king {
            for piece in pieces {
                self.draft.pieces[piece].royal = true;
            }
            self.draft.end.royal = Some("capture-last");
            self.draft.end_line = line;
        } else if let ("loss", [piece], 0, false, false) =
            (value.as_str(), pieces.as_slice(), count, is_all, has_king)
            && self.draft.pieces[*piece].promotion.is_none()
        {
            self.draft.pieces[*piece].royal = true;
            let one = |color| self.draft.squares(color, *piece).count() <= 1;
            let is_single = Color::BOTH.into_iter().all(one);
            self.draft.end.royal = Some(if is_single { "capture" } else { "capture-last" });
            self.draft.end_line = line;
        } else if matches!(value.as_str(), "loss" | "win") && !pieces.is_empty() {
            if claim || opponent > 0 {
                let message = "`extinctionPieceTypes`: claims and the number of the opponent's pieces are left out";
                self.draft.differs(Part::End, line, message);
            }
            self.draft.end.extinction = Some(DraftExtinction {
                pieces,
                any: !is_all,
                left: count,
                wins: value == "win",
                line,
            });
        } else {
            let message = "`extinctionPieceTypes`: it ends no game here";
            self.draft.differs(Part::End, line, message);
        }
        Ok(())
    }

    /// Pieces that are royal while a side has at most one more than `count` of their type.
    fn pseudo_royals(&mut self, pieces: &[usize], count: usize, duple: bool, line: usize) {
        let draft = &self.draft;
        let is_one = |at: usize| pieces.contains(&at);
        let grows = draft.pieces.iter().enumerate().any(|(at, piece)| {
            let mut to = piece.promotion.iter().flat_map(|promotion| &promotion.to);
            !is_one(at) && to.any(|&(to, _)| is_one(to))
        });
        let number = |color, wanted: &dyn Fn(usize) -> bool| {
            let kinds = (0..draft.pieces.len()).filter(|&at| wanted(at));
            kinds
                .map(|at| draft.squares(color, at).count())
                .sum::<usize>()
        };
        let is_royal = |at: usize| draft.pieces[at].royal || is_one(at);
        let is_single = Color::BOTH
            .into_iter()
            .all(|color| number(color, &is_royal) <= 1);
        let always = count >= 63
            || !grows
                && pieces.iter().all(|&piece| {
                    let one = |at: usize| at == piece;
                    Color::BOTH
                        .into_iter()
                        .all(|color| number(color, &one) <= count + 1)
                });
        let has_king = draft.pieces.iter().any(|piece| piece.royal);
        // A side with royals of one type has only its last one in check.
        let is_one_type = Color::BOTH.into_iter().all(|color| {
            let here = |at: usize| is_royal(at) && draft.squares(color, at).count() > 0;
            (0..draft.pieces.len()).filter(|&at| here(at)).count() <= 1
        });
        let by_number = count == 0 && pieces.len() == 1 && is_one_type && !(grows && has_king);
        let rule = match duple {
            _ if is_single && !grows => "check",
            false if always => "check-any",
            true if by_number => "check-all",
            false if by_number => "check-last",
            _ => {
                let message =
                    "`extinctionPseudoRoyal`: pieces that are royal by their number are left out";
                self.draft.differs(Part::End, line, message);
                return;
            }
        };
        for &piece in pieces {
            self.draft.pieces[piece].royal = true;
        }
        self.draft.end.royal = Some(rule);
        self.draft.end_line = line;
    }

    /// Reports the keys that have not been read.
    fn others(&mut self) {
        let mut left: Vec<(String, Value)> = Vec::new();
        for (key, value) in &self.keys {
            let is_idle = self.draft.hand.is_none() && OF_DROPS.contains(&key.as_str());
            let is_known = self.used.contains(key) || IGNORED.contains(&key.as_str()) || is_idle;
            let is_absent = match TRUE_WITHOUT.contains(&key.as_str()) {
                true => value.text == "true",
                false => ABSENT.contains(&value.text.as_str()),
            };
            if !is_known && !is_absent {
                left.push((key.clone(), value.clone()));
            }
        }
        for (key, value) in left {
            let part = if key.starts_with("flag") || key.ends_with("Value") {
                Part::End
            } else {
                Part::Game
            };
            let line = value.place.0;
            match key.as_str() {
                "nMoveRuleTypesWhite" | "nMoveRuleTypesBlack" => {
                    let message = format!(
                        "`{key}` is left out: pieces with `pawn = true` capture en passant and reset the count"
                    );
                    self.draft.guess(part, line, message);
                }
                _ => {
                    let message = format!(
                        "{} is left out: rule files cannot express it",
                        quote(&format!("{key} = {}", value.text))
                    );
                    self.draft.differs(part, line, message);
                }
            }
        }
    }
}

/// Inherited pairs such as `p:g s:g` and own ones, which replace those of the same letter.
fn joined(inherited: &str, own: &str) -> String {
    let letter = |pair: &str| pair.chars().next();
    let is_replaced = |pair: &&str| {
        own.split_whitespace()
            .any(|one| letter(one) == letter(pair))
    };
    let kept = inherited
        .split_whitespace()
        .filter(|pair| !is_replaced(pair));
    kept.chain(own.split_whitespace())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Pairs such as `p:g s:g`.
fn mapping(text: &str) -> impl Iterator<Item = (char, char)> {
    text.split_whitespace().filter_map(|pair| {
        let (from, to) = pair.split_once(':')?;
        Some((from.chars().next()?, to.chars().next()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::import::import;

    fn differences(text: &str, name: Option<&str>) -> Vec<String> {
        let found = import(text, name).unwrap_or_else(|fault| panic!("{fault}"));
        let differs = found.notes.into_iter().filter(|note| note.differs);
        differs.map(|note| note.to_string()).collect()
    }

    /// The built-in variants that are imported whole; all others say what is missing.
    #[test]
    fn built_in_variants_can_be_extended() {
        let whole = "chess normal nocastle fischerandom fairy shatranj chaturanga raazuvaa torpedo berolina pawnsideways nightrider \
                     grasshopper amazon hoppelpoppel newzealand kingofthehill racingkings knightmate losers giveaway \
                     antichess suicide codrus extinction kinglet threekings horde nocheckatomic atomic 3check 5check crazyhouse loop chessgi \
                     pocketknight dragon losalamos gardner almost perfect sortofalmost chigorin capablanca capahouse caparandom gothic \
                     embassy janus modern chancellor centaur gustav3 omicron courier grand opulent tencubed shako minishogi mini gorogoro \
                     judkins euroshogi torishogi yarishogi dobutsu shogi checkshogi okisakishogi minixiangqi breakthrough \
                     paradigm fox-and-hounds misere jesonmor coregal shoshogi clobber clobber10 duck amazons snailtrail isolation isolation7x7 joust petrified";
        let is_whole = |section: &Section<'_>| {
            let found = import(&format!("[mine:{}]\n", section.name), None);
            found.is_ok_and(|found| found.notes.iter().all(|note| !note.differs))
        };
        let built_in = sections(BUILT_IN);
        let found = built_in.iter().filter(|section| is_whole(section));
        let found: Vec<&str> = found.map(|section| section.name).collect();
        assert_eq!(found.join(" "), whole);
    }

    /// Keys on top of chess: a part of the rule file, and the line of a rule that differs, if any.
    #[test]
    fn keys_have_their_meaning() {
        let start = |fields: &str| {
            format!("startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {fields} 0 1\n")
        };
        for (keys, part, line) in [
            (start("w HAha -"), "castle\", with = \"R\" }", ""),
            (start("b KQkq -"), "begins = \"black\"", ""),
            (
                "enPassantTypes = -\n".to_string(),
                "rank = 2, en_passant = []",
                "",
            ),
            (
                "doubleStepRank = 3\n".to_string(),
                "double-step\", rank = [2, 3]",
                "",
            ),
            (
                "flagPiece = n\nflagRegion = D4 e*\n".to_string(),
                "[\"d4\", \"e1\", \"e2\", \"e3\", \"e4\"",
                "",
            ),
            (
                "customPiece1 = d:NimR\n".to_string(),
                "from = [\"a2\", \"b2\"",
                "",
            ),
            (
                "customPiece1 = d:K\nmobilityRegionWhiteCustomPiece1 = *1\n".to_string(),
                "moves = \"K\"",
                "line 3",
            ),
            (
                format!("checkCounting = true\n{}", start("w KQkq - 3+5")),
                "checks     = 3",
                "line 3",
            ),
        ] {
            let text = format!("[x:chess]\n{keys}");
            let found = import(&text, None).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            assert!(
                found.rule_file.contains(part),
                "{part}: {}",
                found.rule_file
            );
            let differs: String = differences(&text, None).concat();
            let is_right = differs.starts_with(line) && differs.is_empty() == line.is_empty();
            assert!(is_right, "{text}{differs}");
        }
        for (keys, noted) in [
            ("promotionPieceTypes = qx\n", "there is no piece `x`"),
            ("knight = n:NN\n", "`knight` moves `N` whatever"),
        ] {
            let text = format!("[x:chess]\n{keys}");
            let found = import(&text, None).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            let mut notes = found.notes.iter();
            assert!(notes.any(|note| note.message.contains(noted)), "{text}");
        }
        for (keys, said) in [
            ("nMoveRule = x\n", "2:13: `nMoveRule` is `x`"),
            ("maxRank = 9\n", "1:1: the inherited `startFen`: "),
        ] {
            let fault = import(&format!("[x:chess]\n{keys}"), None).expect_err(keys);
            assert!(fault.to_string().starts_with(said), "{fault}");
        }
    }

    #[test]
    fn sections_inherit() {
        let text = "[a:capablanca]\nqueen = -\namazon = q\n\n[b:a]\ncastlingKingsideFile = h\n\n[c:b]\nflagPiece = k\nflagRegionWhite = *7\n";
        assert_eq!(differences(text, Some("b")), [""; 0]);
        let found = import(text, Some("b")).expect("a game");
        for part in ["= \"Q N\"", "to = [\"h1\", \"c1\"]"] {
            assert!(
                found.rule_file.contains(part),
                "{part}: {}",
                found.rule_file
            );
        }
        assert_eq!(
            differences(&format!("{text}gating = true\n"), Some("c")),
            ["line 11: `gating = true` is left out: rule files cannot express it"]
        );
        let found = import(text, Some("c")).expect("a game");
        assert!(
            found.rule_file.contains("black_squares = []"),
            "{}",
            found.rule_file
        );
        let fault = import(text, None).expect_err("there are three");
        assert!(fault.remedy.contains("a, b, c"), "{fault}");
    }

    #[test]
    fn keys_of_pawns_and_kings_find_them() {
        let made = |text: &str| import(text, None).expect("a game").rule_file;
        let atomic = made("[a:atomic]\n");
        assert!(atomic.contains("spares = [\"P\"]"), "{atomic}");
        let own_pawns = made("[a:atomic]\npawn = -\ncustomPiece1 = p:mfWcfF\npawnTypes = p\n");
        assert!(own_pawns.contains("spares = []"), "{own_pawns}");
        let drops = made("[a:crazyhouse]\ndropChecks = false\n");
        assert_eq!(drops.matches("check = false").count(), 5, "{drops}");
        // Only kings are in check there.
        let drops =
            made("[a:atomic]\npieceDrops = true\ncapturesToHand = true\ndropChecks = false\n");
        assert!(!drops.contains("check = false"), "{drops}");
    }

    #[test]
    fn faults_have_their_places() {
        for (text, place) in [
            ("[x:unknown]\n", (1, 1)),
            ("[x:chess]\nmaxRank = many\n", (2, 11)),
            ("[x:chess]\ncustomPiece1 = n\n", (2, 16)),
            (
                "[x:chess]\nstartFen = 8/8/8/8/8/8/8/7z w - - 0 1\n",
                (2, 27),
            ),
            (
                "[x]\nknight = n\nstartFen = nn6/8/8/8/8/8/8/7N w - - 0 1\n",
                (1, 1),
            ),
        ] {
            let fault = import(text, None).expect_err(text);
            assert_eq!((fault.line, fault.column), place, "{fault}");
        }
    }
}
