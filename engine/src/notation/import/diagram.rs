//! Interactive Diagrams of chessvariants.com.
//!
//! A definition has lines `KEY=VALUE`, and a line for each piece:
//! `NAME:ID:MOVES:IMAGE:SQUARES`. Most fields may be empty.

use super::draft::{Choice, Draft, DraftPiece, DraftPromotion, FileRank, Part};
use super::{ImportFault, fault};
use crate::board::MAX_SQUARES;
use crate::notation::quote;
use crate::piece::Color;

/// The maximum number of piece definitions.
const MAX_PIECES: usize = 200;

/// The maximum number of fields of the definition of a piece.
const MAX_FIELDS: usize = 6;

/// Keys that change nothing but the picture, in lower case. So do those that end in `shade` and
/// `color`.
const PRESENTATION: [&str; 10] = [
    "satellite",
    "graphicsdir",
    "graphicstype",
    "squaresize",
    "borders",
    "usemarkers",
    "whiteprefix",
    "blackprefix",
    "enableai",
    "symbols",
];

/// The moves of pieces that a definition only names.
const NAMED: [(&str, &str); 60] = [
    ("pawn", "fmWfceFifmnD"),
    ("knight", "N"),
    ("horse", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("king", "K"),
    ("archbishop", "BN"),
    ("cardinal", "BN"),
    ("princess", "BN"),
    ("janus", "BN"),
    ("paladin", "BN"),
    ("chancellor", "RN"),
    ("marshall", "RN"),
    ("marshal", "RN"),
    ("empress", "RN"),
    ("amazon", "QN"),
    ("nightrider", "NN"),
    ("wazir", "W"),
    ("ferz", "F"),
    ("fers", "F"),
    ("dabbaba", "D"),
    ("dabbabah", "D"),
    ("alfil", "A"),
    ("elephant", "FA"),
    ("modern elephant", "FA"),
    ("war machine", "WD"),
    ("warmachine", "WD"),
    ("woody rook", "WD"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("man", "K"),
    ("guard", "K"),
    ("commoner", "K"),
    ("prince", "K"),
    ("mann", "K"),
    ("centaur", "KN"),
    ("champion", "WAD"),
    ("wizard", "FC"),
    ("gold", "WfF"),
    ("gold general", "WfF"),
    ("silver", "FfW"),
    ("silver general", "FfW"),
    ("lance", "fR"),
    ("dragon king", "RF"),
    ("dragon horse", "BW"),
    ("crowned rook", "RF"),
    ("crowned bishop", "BW"),
    ("dragon", "RF"),
    ("squirrel", "NAD"),
    ("bison", "CZ"),
    ("buffalo", "NCZ"),
    ("kirin", "FD"),
    ("phoenix", "WA"),
    ("gryphon", "[F?fsR]"),
    ("griffon", "[F?fsR]"),
    ("griffin", "[F?fsR]"),
    ("cannon", "mRcpR"),
    ("vao", "mBcpB"),
    ("grasshopper", "gQ"),
];

/// Whether a text is that of a page.
pub(super) fn has_tags(text: &str) -> bool {
    text.contains("idiagram")
}

/// Whether a text has a definition.
pub(super) fn is_diagram(text: &str) -> bool {
    let has_piece = |line: &str| {
        line.split_whitespace()
            .any(|word| word.matches(':').count() >= 3 && !word.starts_with(':'))
    };
    has_tags(text) || text.lines().any(has_piece)
}

/// A line of the definition without HTML, and its place in the text.
struct Line {
    text: String,
    line: usize,
    column: usize,
}

/// A field of the definition of a piece, with its column.
struct Field<'l> {
    text: &'l str,
    column: usize,
}

/// Reads a definition.
pub(super) fn read(text: &str) -> Result<Draft, ImportFault> {
    let mut diagram = Diagram {
        draft: Draft::new("an Interactive Diagram of chessvariants.com"),
        symmetry: None,
        zone: (1, 1),
        max_promote: 1,
        offset: None,
        first_rank: 1,
        choice: None,
        royals: Vec::new(),
        left_out: None,
        ids: Vec::new(),
        squares: Vec::new(),
    };
    let number = text.matches("idiagram").count();
    if number > 1 {
        let message = format!("the text has {number} diagrams: this is the first one");
        diagram.draft.guess(Part::Game, 1, message);
    }
    let lines = lines(text);
    let is_piece = |line: &&Line| is_piece(&line.text);
    for line in lines.iter().filter(|line| !is_piece(line)) {
        diagram.key(line)?;
    }
    let place = (diagram.draft.board_line, 1);
    diagram.draft.check_board(place)?;
    for line in lines.iter().filter(is_piece) {
        diagram.piece(line)?;
    }
    diagram.finish()
}

fn is_piece(line: &str) -> bool {
    let before = line.find('=').unwrap_or(line.len());
    line[..before].contains(':') && line.matches(':').count() >= 2
}

/// The lines between the tags of the first diagram, or all lines, without tags and entities. A line
/// with several definitions is split at its spaces.
fn lines(text: &str) -> Vec<Line> {
    let inner = text.find("idiagram").map_or(0..text.len(), |at| {
        let start = text[at..].find('>').map_or(text.len(), |end| at + end + 1);
        let end = text[start..]
            .find("</div")
            .map_or(text.len(), |end| start + end);
        start..end
    });
    let first = 1 + text[..inner.start].matches('\n').count();
    let before = text[..inner.start].rfind('\n').map_or(0, |at| at + 1);
    let mut column = 1 + text[before..inner.start].chars().count();
    let mut found = Vec::new();
    for (line, source) in (first..).zip(text[inner].split('\n')) {
        let (mut rest, mut at) = (source, column);
        let mut part = String::new();
        let mut start = at;
        let mut flush = |part: &mut String, start: usize| {
            let text = std::mem::take(part);
            split(&text, line, start, &mut found);
        };
        while let Some(letter) = rest.chars().next() {
            let length = match letter {
                '<' => {
                    let length = rest.find('>').map_or(rest.len(), |end| end + 1);
                    if rest[..length].to_ascii_lowercase().starts_with("<br") {
                        flush(&mut part, start);
                        start = at + rest[..length].chars().count();
                    }
                    length
                }
                '&' => {
                    let (shown, length) = entity(rest).unwrap_or(('&', 1));
                    part.push(shown);
                    length
                }
                other => {
                    part.push(other);
                    other.len_utf8()
                }
            };
            at += rest[..length].chars().count();
            rest = &rest[length..];
        }
        flush(&mut part, start);
        column = 1;
    }
    found
}

/// The character of an entity at the start of a text, and the entity's length.
fn entity(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let name = &text[1..end];
    let shown = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        _ => {
            let number = name.strip_prefix('#')?;
            let number = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(number).filter(|letter| !letter.is_control())?
        }
    };
    Some((shown, end + 1))
}

/// Adds the definitions of a line. Several are separated by spaces, and a name of several words
/// belongs to the definition that follows it.
fn split(text: &str, line: usize, column: usize, found: &mut Vec<Line>) {
    let is_definition = |word: &&str| word.contains('=') || word.matches(':').count() >= 2;
    let words = text.split_whitespace();
    let is_one = text.matches(':').count() < MAX_FIELDS && !text.contains('=');
    let several = !is_one && words.filter(is_definition).count() > 1;
    let ends = text.match_indices(char::is_whitespace).map(|(at, _)| at);
    let mut start = 0;
    for end in ends.filter(|_| several).chain([text.len()]) {
        let part = &text[start..end];
        if end < text.len() && !is_definition(&part) {
            continue;
        }
        let indent = part.len() - part.trim_start().len();
        if !part.trim().is_empty() {
            found.push(Line {
                text: part.trim().to_string(),
                line,
                column: column + text[..start + indent].chars().count(),
            });
        }
        start = end;
    }
}

/// Splits a text at a character, with the columns of its parts.
fn fields(text: &str, column: usize, at: char) -> Vec<Field<'_>> {
    let mut column = column;
    let parts = text.split(at).map(|part| {
        let field = Field {
            text: part.trim(),
            column,
        };
        column += part.chars().count() + 1;
        field
    });
    parts.collect()
}

struct Diagram {
    draft: Draft,
    symmetry: Option<Symmetry>,
    /// The promotion zone, and the line of the promotion keys.
    zone: (usize, usize),
    max_promote: usize,
    offset: Option<usize>,
    /// The number of White's first rank in names of squares.
    first_rank: usize,
    /// The promotion choice with its line.
    choice: Option<(String, usize)>,
    /// Royal pieces as numbers or ids, with their lines.
    royals: Vec<(String, (usize, usize))>,
    /// A piece without moves that stands nowhere, as a fault if another piece follows: numbers would not be right.
    left_out: Option<ImportFault>,
    /// The id of each piece.
    ids: Vec<String>,
    /// The squares of each piece: White's, Black's and whether Black's are given.
    squares: Vec<(Vec<FileRank>, Vec<FileRank>, bool)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Symmetry {
    Mirror,
    Rotate,
    None,
}

impl Diagram {
    fn key(&mut self, line: &Line) -> Result<(), ImportFault> {
        let place = (line.line, line.column);
        let Some((key, value)) = line.text.split_once('=') else {
            // Text around the definition.
            return Ok(());
        };
        let (key, value) = (key.trim().to_lowercase(), value.trim());
        let between = |least: usize, most: usize| -> Result<usize, ImportFault> {
            let number = value.parse::<usize>().ok();
            let number = number.filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| {
                let message = format!("`{key}` is {}", quote(value));
                let remedy = format!("write a number from {least} to {most}");
                fault(place, message, remedy)
            })
        };
        let number = |most| between(0, most);
        let draft = &mut self.draft;
        let line = line.line;
        match key.as_str() {
            "files" => {
                draft.board_line = line;
                draft.files = between(1, 26)?;
            }
            "ranks" => draft.ranks = between(1, 32)?,
            "firstrank" => self.first_rank = number(100)?,
            "promozone" => self.zone = (number(32)?, line),
            "maxpromote" => {
                self.max_promote = number(MAX_PIECES)?;
                self.zone.1 = line;
            }
            "promooffset" => self.offset = Some(number(MAX_PIECES)?),
            "promochoice" => self.choice = Some((value.to_string(), line)),
            "royal" => {
                let values = value
                    .split(',')
                    .map(|value| (value.trim().to_string(), place));
                self.royals.extend(values);
            }
            "symmetry" => {
                self.symmetry = Some(match value.to_lowercase().as_str() {
                    "mirror" => Symmetry::Mirror,
                    "rotate" => Symmetry::Rotate,
                    "none" => Symmetry::None,
                    _ => {
                        let message = format!("`symmetry` is {}", quote(value));
                        return Err(fault(place, message, "write mirror, rotate or none"));
                    }
                });
            }
            "stalemate" => {
                draft.end_line = line;
                match value.to_lowercase().as_str() {
                    "draw" | "0" => draft.end.stalemate = "draw",
                    "loss" | "lose" | "lost" | "-1" => draft.end.stalemate = "loses",
                    _ => {
                        let message = format!("`stalemate={value}`: stalemate is a draw here");
                        draft.differs(Part::End, line, message);
                    }
                }
            }
            "shuffle" => draft.shuffle = Some((line, value.to_string())),
            "morph" | "capturematrix" | "succession" => {
                let message = format!("`{key}` is left out: rule files cannot express it");
                draft.differs(Part::Game, line, message);
            }
            "holdingstype" => {
                let message = "`holdingsType` is left out: if captured pieces are dropped, the game is another one";
                draft.guess(Part::Game, line, message);
            }
            known
                if PRESENTATION.contains(&known)
                    || known.ends_with("shade")
                    || known.ends_with("color") => {}
            _ if key.chars().all(|letter| letter.is_ascii_alphanumeric()) => {
                let message = format!(
                    "unknown key {} is left out, which may be a rule",
                    quote(&key)
                );
                draft.guess(Part::Game, line, message);
            }
            // Text around the definition.
            _ => {}
        }
        Ok(())
    }

    fn piece(&mut self, line: &Line) -> Result<(), ImportFault> {
        let fields = fields(&line.text, line.column, ':');
        let get = |at: usize| fields.get(at).map_or("", |field| field.text);
        let (name, id) = (get(0), get(1));
        if let Some(fault) = self.left_out.take() {
            return Err(fault);
        }
        if name.eq_ignore_ascii_case("hole") {
            let (white, black, _) = match fields.get(4) {
                Some(field) => self.squares(field, line.line)?,
                None => Default::default(),
            };
            self.draft.holes.extend(white.into_iter().chain(black));
            return Ok(());
        }
        let (mut betza, mut column) = (
            get(2).to_string(),
            fields.get(2).map_or(0, |field| field.column),
        );
        if betza.is_empty() {
            column = line.column;
            let known = NAMED
                .iter()
                .find(|(known, _)| name.eq_ignore_ascii_case(known));
            let Some((_, moves)) = known else {
                let message = format!("the piece {} has no moves", quote(name));
                let remedy = "write them in the third field: NAME:ID:MOVES:IMAGE:SQUARES";
                let fault = fault((line.line, line.column), message.clone(), remedy);
                if get(4).is_empty() {
                    let message = format!("{message} and stands nowhere: it is left out");
                    self.draft.differs(Part::Game, line.line, message);
                    self.left_out = Some(fault);
                    return Ok(());
                }
                return Err(fault);
            };
            betza = moves.to_string();
        }
        let is_orthodox = ["pawn", "knight", "bishop", "rook", "queen"];
        let mut is_orthodox = is_orthodox.into_iter();
        let is_guessed =
            get(2).is_empty() && !is_orthodox.any(|known| name.eq_ignore_ascii_case(known));
        let piece = DraftPiece {
            name: capitalized(name),
            line: line.line,
            betza: betza.clone(),
            column,
            pawn: name.eq_ignore_ascii_case("pawn"),
            ..DraftPiece::default()
        };
        let at = self.draft.add(piece, id)?;
        if let Some(field) = fields
            .get(5..)
            .and_then(|more| more.iter().find(|field| !field.text.is_empty()))
        {
            let message = format!(
                "{} behind the squares is left out, which may be pieces in hand",
                quote(field.text)
            );
            self.draft.differs(Part::Piece(at), line.line, message);
        }
        if is_guessed {
            let mut message = format!("the moves {} are guessed from the name", quote(&betza));
            if name.eq_ignore_ascii_case("king") {
                message += "; add a `castle` power if the king castles";
            }
            self.draft.guess(Part::Piece(at), line.line, message);
        }
        self.ids.push(if id.is_empty() {
            self.draft.pieces[at].text.clone()
        } else {
            id.to_string()
        });
        let squares = match fields.get(4) {
            Some(field) => self.squares(field, line.line)?,
            None => (Vec::new(), Vec::new(), false),
        };
        if self
            .squares
            .iter()
            .all(|(white, black, _)| white.is_empty() && black.is_empty())
        {
            self.draft.array_line = line.line;
        }
        self.squares.push(squares);
        Ok(())
    }

    /// Reads squares such as `a2-h2,b1`; those after an empty item are Black's.
    fn squares(
        &self,
        field: &Field<'_>,
        line: usize,
    ) -> Result<(Vec<FileRank>, Vec<FileRank>, bool), ImportFault> {
        let (mut white, mut black, mut is_black) = (Vec::new(), Vec::new(), false);
        if field.text.is_empty() {
            return Ok((white, black, false));
        }
        let board = self.draft.geometry();
        let is_letter = |letter: char| letter.is_ascii_lowercase();
        let square = |text: &str| -> Option<FileRank> {
            let number = text.trim_start_matches(is_letter);
            let file = &text[..text.len() - number.len()];
            let rank = (number.parse::<usize>().ok()? + 1).checked_sub(self.first_rank)?;
            let square = board.parse(&format!("{file}{rank}"))?;
            Some((board.file(square) as usize, board.rank(square) as usize))
        };
        for item in fields(field.text, field.column, ',') {
            if item.text.is_empty() {
                is_black = true;
                continue;
            }
            let to = if is_black { &mut black } else { &mut white };
            let (from, until) = item.text.split_once('-').unwrap_or((item.text, item.text));
            let until = if until.is_empty() { from } else { until };
            // The rank of `c-g7` is written once.
            let rank = until.trim_start_matches(is_letter);
            let first = match from.ends_with(|letter: char| letter.is_ascii_digit()) {
                true => square(from),
                false => square(&format!("{from}{rank}")),
            };
            let (Some(from), Some(until)) = (first, square(until)) else {
                let message = format!("{} is not a square of the board", quote(item.text));
                let (first, files) = (self.first_rank, self.draft.files);
                let last = char::from(b'a' + (files - 1).min(25) as u8);
                let end = first + self.draft.ranks - 1;
                let second = first + 1;
                let remedy =
                    format!("squares are a{first} to {last}{end}, ranges a{second}-{last}{second}");
                return Err(fault((line, item.column), message, remedy));
            };
            if to.len() > MAX_SQUARES {
                let message = "these are more squares than the board has";
                return Err(fault(
                    (line, item.column),
                    message,
                    "write each square once",
                ));
            }
            let range = |one: usize, other: usize| one.min(other)..=one.max(other);
            for rank in range(from.1, until.1) {
                to.extend(range(from.0, until.0).map(|file| (file, rank)));
            }
        }
        Ok((white, black, is_black))
    }

    fn finish(mut self) -> Result<Draft, ImportFault> {
        if self.draft.pieces.is_empty() {
            let message = "the definition has no pieces";
            let remedy = "write lines such as `pawn:P:fmWfceFifmnD:pawn:a2-h2`";
            return Err(fault((self.draft.board_line, 1), message, remedy));
        }
        self.set_royals()?;
        self.set_array();
        self.set_promotion();
        let line = self.draft.end_line;
        let message =
            "a definition does not say when games are drawn: the rules of chess are assumed";
        self.draft.guess(Part::End, line, message);
        self.draft.end.bare = "both-draw";
        Ok(self.draft)
    }

    /// The piece with an id or a number.
    fn find(&self, text: &str) -> Option<usize> {
        match text.parse::<usize>() {
            Ok(number) => number.checked_sub(1).filter(|at| *at < self.ids.len()),
            Err(_) => self.ids.iter().position(|id| id == text),
        }
    }

    fn set_royals(&mut self) -> Result<(), ImportFault> {
        let mut royals = Vec::new();
        for (text, place) in &self.royals {
            let Some(piece) = self.find(text) else {
                let message = format!("{} is not a piece", quote(text));
                return Err(fault(
                    *place,
                    message,
                    "write the number or the id of a piece",
                ));
            };
            royals.push(piece);
        }
        if royals.is_empty() {
            let mut pieces = self.draft.pieces.iter();
            let king = pieces.position(|piece| piece.name == "King");
            let last = self.draft.pieces.len() - 1;
            royals.push(king.unwrap_or(last));
            if king.is_none() {
                let line = self.draft.pieces[last].line;
                self.draft.guess(
                    Part::Piece(last),
                    line,
                    "royal, as the last piece of the definition",
                );
            }
        }
        for royal in royals {
            self.draft.pieces[royal].royal = true;
        }
        Ok(())
    }

    fn set_array(&mut self) {
        let has_black = self.squares.iter().any(|(_, _, is_given)| *is_given);
        let symmetry = self.symmetry.unwrap_or(if has_black {
            Symmetry::None
        } else {
            Symmetry::Mirror
        });
        let (files, ranks) = (self.draft.files, self.draft.ranks);
        for (piece, (white, black, is_given)) in self.squares.iter().enumerate() {
            for &square in white {
                self.draft.place(square, Color::White, piece);
            }
            for &square in black {
                self.draft.place(square, Color::Black, piece);
            }
            if *is_given || symmetry == Symmetry::None {
                continue;
            }
            for &(file, rank) in white {
                let file = if symmetry == Symmetry::Rotate {
                    files - 1 - file
                } else {
                    file
                };
                self.draft
                    .place((file, ranks - 1 - rank), Color::Black, piece);
            }
        }
    }

    fn set_promotion(&mut self) {
        let (zone, line) = self.zone;
        let count = self.draft.pieces.len();
        if zone == 0 || self.max_promote == 0 {
            return;
        }
        let zone = zone.min(self.draft.ranks);
        for piece in 0..self.max_promote.min(count) {
            let shift = self.offset.unwrap_or(self.max_promote);
            let by_offset =
                self.offset.is_some() || (self.choice.is_none() && self.max_promote > 1);
            let chooses = self.choice.is_some() && (piece == 0 || self.offset.is_none());
            let promotion = if by_offset && !chooses {
                let to = piece + shift;
                if to >= count {
                    continue;
                }
                DraftPromotion {
                    to: vec![(to, false)],
                    zone,
                    when: "start-or-end",
                    choice: Choice::Optional,
                }
            } else {
                let (to, choice) = match self.choice.clone() {
                    Some((text, line)) => self.choices(piece, &text, line),
                    None => {
                        let is_choice =
                            |at: &usize| *at >= self.max_promote && !self.draft.pieces[*at].royal;
                        let to: Vec<_> =
                            (0..count).filter(is_choice).map(|at| (at, false)).collect();
                        (to, Choice::Compulsory)
                    }
                };
                DraftPromotion {
                    to,
                    zone,
                    when: "end",
                    choice,
                }
            };
            if !promotion.to.is_empty() {
                self.draft.pieces[piece].promotion = Some(promotion);
            }
        }
        if zone > 1 || self.max_promote > 1 {
            let message =
                format!("promotion in a zone of {zone} ranks: whether it is compulsory is guessed");
            self.draft.guess(Part::Piece(0), line, message);
        } else if self.choice.is_none() {
            let message =
                "without `promoChoice`, pawns promote to every other piece but royal ones";
            self.draft.guess(Part::Piece(0), line, message);
        }
    }

    /// The new pieces of `promoChoice`: ids, after `*` of pieces that must have been lost
    /// before.
    fn choices(&mut self, piece: usize, text: &str, line: usize) -> (Vec<(usize, bool)>, Choice) {
        let (mut to, mut choice, mut lost) = (Vec::new(), Choice::Compulsory, false);
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let ids = self.ids.iter().enumerate();
            let fitting = ids.filter(|(_, id)| !id.is_empty() && rest.starts_with(id.as_str()));
            let best = fitting.max_by_key(|(_, id)| id.len());
            if let Some((found, id)) = best {
                rest = &rest[id.len()..];
                if found == piece {
                    choice = Choice::UnlessStuck;
                } else if !to.iter().any(|(known, _)| *known == found) {
                    to.push((found, lost));
                }
                lost = false;
                continue;
            }
            rest = &rest[letter.len_utf8()..];
            match letter {
                '*' => lost = true,
                '!' | ',' | ' ' => {}
                _ => {
                    let letter = quote(&letter.to_string());
                    let message = format!("`promoChoice`: {letter} is not an id and is left out");
                    self.draft.differs(Part::Piece(piece), line, message);
                }
            }
        }
        (to, choice)
    }
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_places() {
        let page = "<p>x</p>\n<div class=\"idiagram\">\nfiles=8<br>ranks=&#57;<br />\n  a&amp;b:C::: </div>\nfiles=3";
        let found: Vec<_> = lines(page)
            .into_iter()
            .map(|line| (line.text, line.line, line.column))
            .collect();
        let wanted = [("files=8", 3, 1), ("ranks=9", 3, 12), ("a&b:C:::", 4, 3)];
        let wanted = wanted.map(|(text, line, column)| (text.to_string(), line, column));
        assert_eq!(found, wanted);
        let several = "files=6 ranks=6 war machine:W:WD::a1 b=2";
        let found: Vec<_> = lines(several)
            .into_iter()
            .map(|line| (line.text, line.column))
            .collect();
        let wanted = [
            ("files=6", 1),
            ("ranks=6", 9),
            ("war machine:W:WD::a1", 17),
            ("b=2", 38),
        ];
        assert_eq!(
            found,
            wanted.map(|(text, column)| (text.to_string(), column))
        );
    }

    fn draft(text: &str) -> Draft {
        read(text).unwrap_or_else(|fault| panic!("{fault}"))
    }

    #[test]
    fn squares_of_both_sides() {
        let pieces = "files=4\nranks=5\nrook:R:R:x:a1-b1,d2\nking:K:K:x:c1";
        let count = |text: &str, color| {
            let draft = draft(text);
            let squares: Vec<_> = draft.squares(color, 0).collect();
            squares
        };
        let mirrored = [(0, 4), (1, 4), (3, 3)];
        assert_eq!(count(pieces, Color::Black), mirrored);
        let rotated = format!("symmetry=rotate\n{pieces}");
        assert_eq!(count(&rotated, Color::Black), [(0, 3), (2, 4), (3, 4)]);
        let own = "files=4\nranks=5\nrook:R:R:x:a1,,b5\nking:K:K:x:c1,,c5";
        assert_eq!(count(own, Color::White), [(0, 0)]);
        assert_eq!(count(own, Color::Black), [(1, 4)]);
        let rank_once = "files=4\nranks=5\nrook:R:R:x:a2,b-d1\nking:K:K:x:a1";
        assert_eq!(
            count(rank_once, Color::White),
            [(0, 1), (1, 0), (2, 0), (3, 0)]
        );
    }

    /// Ranks are counted from `firstRank`, and the letters of an unknown entity stay.
    #[test]
    fn squares_have_the_numbers_of_the_page() {
        let game = draft("files=4\nranks=5\nfirstRank=0\nK&ouml;nig:K:K:x:c0,a-b4");
        let squares: Vec<_> = game.squares(Color::White, 0).collect();
        assert_eq!(squares, [(0, 4), (1, 4), (2, 0)]);
        assert_eq!(game.pieces[0].name, "K&ouml;nig");
    }

    /// Words of moves may have spaces between them; `+P` stays a symbol; what is not read is noted.
    #[test]
    fn fields_keep_their_texts() {
        let game = draft("files=4\nranks=5\npawn:P:fW:x:a2:3\nking:K:K iO2:x:c1\ntokin:+P:WfF::");
        assert_eq!(game.pieces[1].betza, "K iO2");
        assert_eq!(game.pieces[2].text, "+P");
        let differs = game.notes.iter().filter(|(_, note)| note.differs);
        let differs: Vec<_> = differs.map(|(part, _)| *part).collect();
        assert_eq!(differs, [Part::Piece(0)]);
        let two = "<div class=\"idiagram\">king:K:K:x:e1</div><div class=\"idiagram\">";
        let noted = draft(two).notes;
        assert!(
            noted
                .iter()
                .any(|(_, note)| note.message.contains("2 diagrams"))
        );
    }

    #[test]
    fn pieces_without_moves_that_stand_nowhere_are_left_out() {
        let game = draft("files=4\nranks=5\nking:K:K:x:c1\nlion:::::2");
        assert_eq!(game.pieces.len(), 1);
        assert!(game.notes.iter().any(|(_, note)| note.differs));
        for text in ["lion:::::2\nking:K:K:x:c1", "king:K:K:x:c1\nlion::::a1"] {
            assert!(
                read(&format!("files=4\nranks=5\n{text}")).is_err(),
                "{text}"
            );
        }
    }

    #[test]
    fn holes_do_not_belong_to_the_board() {
        let cut = draft("files=4\nranks=5\nrook:R:R:x:a1\nking:K:K:x:c1\nhole::::b2-c2,d5");
        let holes: Vec<_> = cut.holes.iter().copied().collect();
        assert_eq!(holes, [(1, 1), (2, 1), (3, 4)]);
        assert_eq!(cut.pieces.len(), 2);
    }

    /// The shuffle of a page, as groups of a rule file with castling from where the king comes to stand.
    #[test]
    fn shuffled_arrays_become_groups() {
        let pieces = "files=8\nranks=8\nknight:N:N::b1,g1\nbishop:B:B::c1,f1\nrook:R:R::a1,h1\nqueen:Q:Q::d1\n\
                      king:K:KisO2::e1";
        let imported = |shuffle: &str| {
            let mut draft = draft(&format!("{shuffle}\n{pieces}"));
            super::super::complete::complete(&mut draft);
            let king = draft.pieces.pop().expect("a king");
            let notes: Vec<String> = draft
                .notes
                .iter()
                .map(|(_, note)| note.message.clone())
                .collect();
            (
                draft.shuffled.join(", "),
                king.powers.concat(),
                notes.concat(),
            )
        };
        let (groups, castling, notes) = imported("shuffle=!BQNRK");
        assert_eq!(groups, "B light, B dark, Q, N N, R K R");
        assert!(castling.ends_with("to = [\"c1\", \"g1\"] }"), "{castling}");
        assert!(!notes.contains("shuffle"), "{notes}");
        assert_eq!(imported("shuffle=NQ").0, "N N, Q");
        for wrong in ["QN,RK", ":BN", "QX", "QQ", "RN"] {
            let (groups, _, notes) = imported(&format!("shuffle={wrong}"));
            assert_eq!(groups, "", "{wrong}");
            assert!(
                notes.contains("only the array of the definition is played: "),
                "{notes}"
            );
        }
    }

    #[test]
    fn promotions_of_shogi_and_of_chess() {
        let shogi = draft(
            "maxPromote=1\npromoOffset=2\npromoZone=3\npawn:P:fW::a2\nking:K:K::e1\ntokin:T:WfF::",
        );
        let promotion = shogi.pieces[0].promotion.as_ref().expect("a promotion");
        assert_eq!(
            (promotion.to.as_slice(), promotion.zone),
            ([(2, false)].as_slice(), 3)
        );
        let chess =
            draft("promoChoice=P*RQ\npawn:P:fW::a2\nqueen:Q:Q::d1\nrook:R:R::a1\nking:K:K::e1");
        let promotion = chess.pieces[0].promotion.as_ref().expect("a promotion");
        assert_eq!(promotion.to, [(2, true), (1, false)]);
        assert_eq!(promotion.choice, Choice::UnlessStuck);
        assert!(
            draft("maxPromote=0\npawn:P:fW::a2\nking:K:K::e1").pieces[0]
                .promotion
                .is_none()
        );
    }

    #[test]
    fn faults_have_their_places() {
        for (text, place) in [
            ("files=99\nking::::e1", (1, 1)),
            ("ranks=8\n king:K:K:x:e1,k9", (2, 16)),
            ("royal=7\nking::::e1", (1, 1)),
            ("files=26\nranks=32\nking::::e1", (1, 1)),
            ("pawn:P:fW::a2\nsnark::::a1", (2, 1)),
        ] {
            let fault = read(text).expect_err(text);
            assert_eq!((fault.line, fault.column), place, "{fault}");
        }
    }
}
