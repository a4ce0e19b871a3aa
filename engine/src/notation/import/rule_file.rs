//! Writing a draft as a rule file, with notes as comments.

use super::draft::{Choice, Draft, DraftPromotion, GoalSquares, Part, square_names};
use super::verdict;
use crate::input::control_characters::visible;
use crate::piece::Color;
use std::fmt::Display;

/// A rule file whose lines are known to come from lines of the text.
#[derive(Debug)]
pub(super) struct RuleFile {
    pub text: String,
    /// By line of the file: the line of the text.
    sources: Vec<usize>,
    /// The line of the text that describes the array.
    pub array: usize,
}

impl RuleFile {
    /// The line of the text that a line of the file, counted from 1, comes from.
    pub fn source(&self, line: usize) -> usize {
        self.sources
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or(1)
    }

    fn line(&mut self, source: usize, line: impl Display) {
        self.text += &format!("{line}\n");
        self.sources.push(source);
    }

    fn notes(&mut self, draft: &Draft, part: Part) {
        for (_, note) in draft.notes.iter().filter(|(of, _)| *of == part) {
            let text = format!("{}{note}", if note.differs { "NOT THE SAME, " } else { "" });
            for line in textwrap(&visible(&text)) {
                self.line(note.line, format!("# {line}"));
            }
        }
    }
}

/// Breaks a text into lines of at most 96 characters.
fn textwrap(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is one");
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() > 96 {
            lines.push(word.to_string());
        } else {
            last.push(' ');
            last.push_str(word);
        }
    }
    lines
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    format!(
        "\"{}\"",
        visible(text).replace('\\', "\\\\").replace('"', "\\\"")
    )
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    format!("[{}]", items.join(", "))
}

/// Writes a rule file.
pub(super) fn write(draft: &Draft) -> RuleFile {
    let mut file = RuleFile {
        text: String::new(),
        sources: Vec::new(),
        array: draft.array_line,
    };
    let board = draft.board_line;
    file.line(board, format!("# Imported from {}.", draft.format));
    let missing = draft.notes.iter().filter(|(_, note)| note.differs).count();
    if let Some(verdict) = verdict(missing) {
        file.line(board, format!("# This is {verdict}, see the comments."));
    }
    file.notes(draft, Part::Game);
    let letters: String = ('a'..='z').take(draft.files).collect();
    file.line(board, format!("name    = {}", quoted(&draft.name)));
    let summary = format!(
        "{}x{}, imported from {}",
        draft.files, draft.ranks, draft.format
    );
    file.line(board, format!("summary = {}", quoted(&summary)));
    let holes = match draft.holes.is_empty() {
        true => String::new(),
        false => format!(", holes = [{}]", square_names(&draft.holes)),
    };
    file.line(
        board,
        format!(
            "board   = {{ files = \"{letters}\", ranks = {}{holes} }}",
            draft.ranks
        ),
    );
    if let Some(line) = draft.must_capture {
        file.line(line, "captures = \"compulsory\"");
    }
    if let Some(explosion) = &draft.explosion {
        let [spared, survivors] = [&explosion.spared, &explosion.survivors]
            .map(|pieces| draft.texts(pieces.iter().copied()));
        let mut keys = format!("spares = [{spared}]");
        if !survivors.is_empty() {
            keys += &format!(", survivors = [{survivors}]");
        }
        file.line(explosion.line, format!("explosion = {{ {keys} }}"));
    }
    if let Some(walls) = &draft.walls {
        let built = walls.built.map(|built| format!("built = \"{built}\""));
        let open = square_names(&walls.open);
        let open = (!open.is_empty()).then(|| format!("open = [{open}]"));
        let petrified = draft.texts(walls.petrified.iter().copied());
        let petrified = (!petrified.is_empty()).then(|| format!("petrified = [{petrified}]"));
        let keys: Vec<String> = built.into_iter().chain(open).chain(petrified).collect();
        file.line(walls.line, format!("walls = {{ {} }}", keys.join(", ")));
    }
    if let Some(hand) = &draft.hand {
        let keys = [
            (hand.captured, "captured = true"),
            (hand.must_drop, "drops = \"compulsory\""),
            (hand.never_stuck, "stuck = false"),
        ];
        let keys = keys.iter().filter(|(holds, _)| *holds);
        let keys: Vec<&str> = keys.map(|(_, key)| *key).collect();
        file.line(hand.line, format!("hand    = {{ {} }}", keys.join(", ")));
    }
    let common = draft
        .pieces
        .iter()
        .find_map(|piece| piece.promotion.as_ref());
    if let Some(promotion) = common {
        file.line(board, "");
        file.line(board, "[promotion]");
        for (key, value) in keys(promotion) {
            file.line(board, format!("{key:<6} = {value}"));
        }
    }
    for at in 0..draft.pieces.len() {
        piece(&mut file, draft, at, common);
    }
    array(&mut file, draft);
    end(&mut file, draft);
    file
}

fn keys(promotion: &DraftPromotion) -> [(&'static str, String); 3] {
    let choice = match promotion.choice {
        Choice::Compulsory => "\"compulsory\"",
        Choice::Optional => "\"optional\"",
        Choice::UnlessStuck => "\"optional-unless-stuck\"",
    };
    [
        ("zone", promotion.zone.to_string()),
        ("when", format!("\"{}\"", promotion.when)),
        ("choice", choice.to_string()),
    ]
}

fn piece(file: &mut RuleFile, draft: &Draft, at: usize, common: Option<&DraftPromotion>) {
    let piece = &draft.pieces[at];
    let mut keys_of_piece = vec![("name", quoted(&piece.name)), ("text", quoted(&piece.text))];
    if !piece.moves.is_empty() {
        keys_of_piece.push(("moves", quoted(&piece.moves.join(" "))));
    }
    for (key, truth) in [("royal", piece.royal), ("pawn", piece.pawn)] {
        if truth {
            keys_of_piece.push((key, "true".to_string()));
        }
    }
    if !piece.powers.is_empty() {
        keys_of_piece.push(("powers", list(piece.powers.iter().cloned())));
    }
    if let Some(promotion) = &piece.promotion {
        let to = promotion.to.iter().map(|&(to, lost)| {
            let text = quoted(&draft.pieces[to].text);
            if lost {
                format!("{{ to = {text}, lost = true }}")
            } else {
                text
            }
        });
        keys_of_piece.push(("promotes", list(to)));
        let own = keys(promotion);
        if common.is_some_and(|common| keys(common) != own) {
            let own: Vec<String> = own
                .iter()
                .map(|(key, value)| format!("{key} = {value}"))
                .collect();
            keys_of_piece.push(("promotion", format!("{{ {} }}", own.join(", "))));
        }
    }
    if let Some(hand) = piece.hand {
        keys_of_piece.push(("hand", quoted(&draft.pieces[hand].text)));
    }
    if !piece.drop.is_empty() {
        keys_of_piece.push(("drop", format!("{{ {} }}", piece.drop.join(", "))));
    }
    file.line(piece.line, "");
    file.notes(draft, Part::Piece(at));
    file.line(piece.line, "[[piece]]");
    let width = keys_of_piece
        .iter()
        .map(|(key, _)| key.len())
        .max()
        .unwrap_or(0);
    for (key, value) in keys_of_piece {
        file.line(piece.line, format!("{key:<width$} = {value}"));
    }
}

fn array(file: &mut RuleFile, draft: &Draft) {
    let line = draft.array_line;
    file.line(line, "");
    file.notes(draft, Part::Array);
    file.line(line, "[[array]]");
    let width = draft
        .pieces
        .iter()
        .map(|piece| piece.text.len())
        .max()
        .unwrap_or(1);
    let row = |color: Color, rank: usize| -> String {
        let text = |file: usize| match draft.array.get(&(file, rank)) {
            Some((owner, piece)) if *owner == color => draft.pieces[*piece].text.as_str(),
            _ => "-",
        };
        let row: Vec<String> = (0..draft.files)
            .map(|file| format!("{:<width$}", text(file)))
            .collect();
        quoted(row.join(" ").trim_end())
    };
    let ranks = |color: Color| {
        let own = draft
            .array
            .iter()
            .filter(move |(_, placed)| placed.0 == color);
        own.map(|((_, rank), _)| *rank)
    };
    let top = ranks(Color::White).max().unwrap_or(0);
    let bottom = ranks(Color::Black).min().unwrap_or(draft.ranks - 1);
    file.line(line, "rows = [");
    for rank in (0..=top).rev() {
        file.line(line, format!("    {},", row(Color::White, rank)));
    }
    file.line(line, "]");
    if draft.is_mirrored(false) {
        file.line(line, "black = \"mirrored\"");
    } else if draft.is_mirrored(true) {
        file.line(line, "black = \"rotated\"");
    } else {
        file.line(line, "black_rows = [");
        for rank in (bottom..draft.ranks).rev() {
            file.line(line, format!("    {},", row(Color::Black, rank)));
        }
        file.line(line, "]");
    }
    if !draft.shuffled.is_empty() {
        let groups: Vec<String> = draft.shuffled.iter().map(|group| quoted(group)).collect();
        file.line(line, format!("shuffle = [{}]", groups.join(", ")));
    }
    if draft.black_begins {
        file.line(line, "begins = \"black\"");
    }
    let [white, black] = match &draft.hand {
        Some(hand) => hand.begun.each_ref().map(|pieces| {
            let texts = pieces
                .iter()
                .map(|piece| draft.pieces[*piece].text.as_str());
            texts.collect::<Vec<_>>().join(" ")
        }),
        None => return,
    };
    if !white.is_empty() || !black.is_empty() {
        file.line(line, format!("hand = {}", quoted(&white)));
    }
    if white != black {
        file.line(line, format!("black_hand = {}", quoted(&black)));
    }
}

fn end(file: &mut RuleFile, draft: &Draft) {
    let (line, end) = (draft.end_line, &draft.end);
    file.line(line, "");
    file.notes(draft, Part::End);
    file.line(line, "[end]");
    file.line(
        line,
        format!("royal      = \"{}\"", end.royal.unwrap_or("check")),
    );
    file.line(line, format!("bare       = \"{}\"", end.bare));
    file.line(line, format!("stalemate  = \"{}\"", end.stalemate));
    if let Some((occurrence, result, perpetual_check_loses)) = end.repetition {
        let perpetual = match perpetual_check_loses {
            true => ", perpetual_check_loses = true",
            false => "",
        };
        file.line(
            line,
            format!(
                "repetition = {{ occurrence = {occurrence}, result = \"{result}\"{perpetual} }}"
            ),
        );
    }
    if let Some(plies) = end.move_count {
        file.line(line, format!("move_count = {{ plies = {plies} }}"));
    }
    if end.no_facing {
        file.line(line, "facing     = \"forbidden\"");
    }
    if end.no_checks {
        file.line(line, "giving_check = \"forbidden\"");
    }
    if end.checkmate_wins {
        file.line(line, "checkmate  = \"wins\"");
    }
    if let Some(checks) = end.checks {
        file.line(line, format!("checks     = {checks}"));
    }
    if let Some((count, directions)) = &end.connection {
        let named = list(directions.iter().map(|name| quoted(name)));
        let directions = match directions.len() {
            3 => String::new(),
            _ => format!(", directions = {named}"),
        };
        file.line(
            line,
            format!("connect    = {{ count = {count}{directions} }}"),
        );
    }
    if let Some(goal) = &end.goal {
        let texts = draft.texts(goal.pieces.iter().copied());
        let at = match &goal.at {
            GoalSquares::FarRanks(number) => format!("ranks = {number}"),
            GoalSquares::Squares([white, black]) => {
                let squares = format!("squares = [{}]", square_names(white));
                match white == black {
                    true => squares,
                    false => format!("{squares}, black_squares = [{}]", square_names(black)),
                }
            }
        };
        let count = match goal.count {
            1 => String::new(),
            count => format!(", count = {count}"),
        };
        let when = match goal.when {
            "reached" => String::new(),
            when => format!(", when = {}", quoted(when)),
        };
        let text = format!("goal       = {{ pieces = [{texts}], {at}{count}{when} }}");
        file.line(goal.line, text);
    }
    if let Some(extinction) = &end.extinction {
        let texts = draft.texts(extinction.pieces.iter().copied());
        let mut text = format!("extinct    = {{ pieces = [{texts}]");
        if extinction.any && extinction.pieces.len() > 1 {
            text += ", which = \"any\"";
        }
        if extinction.left > 0 {
            text += &format!(", left = {}", extinction.left);
        }
        if extinction.wins {
            text += ", result = \"wins\"";
        }
        file.line(extinction.line, text + " }");
    }
}
