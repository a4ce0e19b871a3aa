//! The `setup` and `piece` commands with which engines describe a variant to XBoard.

use super::draft::{Choice, Draft, DraftHand, DraftPiece, DraftPromotion, Part};
use super::{ImportFault, fault, fen};
use crate::notation::quote;
use crate::piece::Color;
use std::collections::BTreeMap;

/// The moves that XBoard knows without a `piece` command.
const KNOWN: [(&str, &str, &str); 6] = [
    ("p", "Pawn", "fmWfceFifmnD"),
    ("n", "Knight", "N"),
    ("b", "Bishop", "B"),
    ("r", "Rook", "R"),
    ("q", "Queen", "Q"),
    ("k", "King", "KisO2"),
];

/// The parents whose captured pieces go to the hand.
const OF_DROPS: [&str; 2] = ["crazyhouse", "shogi"];

/// The moves of a `piece` command and their place.
#[derive(Clone, PartialEq, Eq)]
struct Moves {
    betza: String,
    place: (usize, usize),
}

/// Reads the commands; other lines are ignored.
pub(super) fn read(text: &str) -> Result<Draft, ImportFault> {
    let mut draft = Draft::new("the `setup` and `piece` commands of XBoard");
    let mut setup = None;
    let mut white: BTreeMap<String, Moves> = BTreeMap::new();
    let mut black: BTreeMap<String, Moves> = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let words = words(line);
        let place = |column: usize| (number + 1, column);
        match words.as_slice() {
            [(_, "setup"), rest @ ..] => setup = Some((number + 1, rest.to_vec())),
            [(_, "piece"), (at, id), (column, betza), ..] => {
                let (name, of_both) = match id.strip_suffix('&') {
                    Some(name) => (name, true),
                    None => (*id, false),
                };
                let Some(first) = name.trim_start_matches('+').chars().next() else {
                    let remedy = "write it as in `piece N& N`";
                    return Err(fault(place(*at), "the piece has no letter", remedy));
                };
                let moves = Moves {
                    betza: betza.to_string(),
                    place: place(*column),
                };
                let name = name.to_ascii_lowercase();
                if of_both || first.is_ascii_uppercase() {
                    white.insert(name.clone(), moves.clone());
                }
                if of_both || first.is_ascii_lowercase() {
                    black.insert(name, moves);
                }
            }
            _ => {}
        }
    }
    let Some((line, words)) = setup else {
        let remedy = "write `setup (PNBRQKpnbrqk) 8x8+0_fairy FEN`";
        return Err(fault((1, 1), "there is no `setup` command", remedy));
    };
    let at = words.iter().position(|(_, word)| word.contains('/'));
    let Some(at) = at else {
        let remedy = "write `setup (PNBRQKpnbrqk) 8x8+0_fairy FEN`";
        return Err(fault((line, 1), "`setup` has no FEN", remedy));
    };
    let size = words[..at].iter().find_map(|(_, word)| size(word));
    (draft.files, draft.ranks) = size.unwrap_or((8, 8));
    (draft.board_line, draft.array_line, draft.end_line) = (line, line, line);
    let (column, text) = words[at];
    draft.check_board((line, column))?;
    let (text, hands) = text.split_once('[').unwrap_or((text, ""));
    let board = fen::read(text, (draft.files, draft.ranks), (line, column))?;
    draft.holes.extend(board.holes);
    let known = |draft: &mut Draft, key: &str, place| {
        let known = draft.pieces.iter().position(|old| old.name == key);
        let moves = || [&white, &black].map(|side| side.get(key).cloned());
        known.map_or_else(|| add(draft, key, moves(), place), Ok)
    };
    for piece in board.pieces {
        let key = if piece.promoted {
            format!("+{}", piece.letter)
        } else {
            piece.letter.clone()
        };
        let at = known(&mut draft, &key, piece.place)?;
        draft.place(piece.square, piece.color, at);
    }
    let parents = words[..at].iter().find_map(|(_, word)| parent(word));
    let (holdings, parent) = parents.unwrap_or((0, "fairy"));
    if holdings > 0 {
        let mut hand = DraftHand {
            line,
            captured: OF_DROPS.contains(&parent),
            must_drop: false,
            never_stuck: parent == "shogi",
            begun: [Vec::new(), Vec::new()],
        };
        let place = (line, column + text.chars().count() + 1);
        for letter in hands.chars().filter(char::is_ascii_alphabetic) {
            let at = known(&mut draft, &letter.to_ascii_lowercase().to_string(), place)?;
            let side = if letter.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            hand.begun[side.index()].push(at);
        }
        if hand.captured || hand.begun.iter().any(|begun| !begun.is_empty()) {
            draft.hand = Some(hand);
        } else {
            let message = format!("the pieces in hand of {} are left out", quote(parent));
            draft.differs(Part::Game, line, message);
        }
    } else if !["fairy", "normal"].contains(&parent) {
        let message = format!("other rules of {} are not known", quote(parent));
        draft.guess(Part::Game, line, message);
    }
    let others: BTreeMap<&String, &Moves> = black.iter().chain(&white).collect();
    for (key, moves) in others {
        if !draft.pieces.iter().any(|piece| piece.name == *key) {
            let sides = [&white, &black].map(|side| side.get(key).cloned());
            add(&mut draft, key, sides, moves.place)?;
        }
    }
    draft.black_begins = words.get(at + 1).is_some_and(|(_, side)| *side == "b");
    let rights = words.get(at + 2).map_or("-", |(_, rights)| *rights);
    draft.has_castling = rights != "-";
    let castles = draft.pieces.iter().any(|piece| piece.betza.contains('O'));
    let are_rights = rights.chars().all(|letter| letter.is_ascii_alphabetic());
    if castles && are_rights && rights.len() < 4 {
        let message = format!(
            "the rights to castle {} are not those of both sides to both wings, as here",
            quote(rights)
        );
        draft.differs(Part::Game, line, message);
    }
    finish(&mut draft, line, parent);
    Ok(draft)
}

/// The words of a line with their columns.
fn words(line: &str) -> Vec<(usize, &str)> {
    let (mut found, mut column, mut rest) = (Vec::new(), 1, line);
    loop {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count();
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        if end == 0 {
            return found;
        }
        found.push((column, &trimmed[..end]));
        column += trimmed[..end].chars().count();
        rest = &trimmed[end..];
    }
}

/// The files and ranks in a word such as `10x8+0_fairy`.
fn size(word: &str) -> Option<(usize, usize)> {
    let (files, rest) = word.split_once('x')?;
    let end = rest
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(rest.len());
    Some((files.parse().ok()?, rest[..end].parse().ok()?))
}

/// The number of kinds of pieces in hand and the parent of a variant, in a word such as `8x8+5_crazyhouse`.
fn parent(word: &str) -> Option<(usize, &str)> {
    let (number, parent) = word.split_once('+')?.1.split_once('_')?;
    Some((number.parse().ok()?, parent))
}

/// Adds a piece. Until all are known, its key is its name.
fn add(
    draft: &mut Draft,
    key: &str,
    [white, black]: [Option<Moves>; 2],
    place: (usize, usize),
) -> Result<usize, ImportFault> {
    let known = KNOWN.iter().find(|(letter, ..)| *letter == key);
    let is_other =
        |one: &Moves, other: &Moves| without_castling(&one.betza) != without_castling(&other.betza);
    let differs = white
        .as_ref()
        .zip(black.as_ref())
        .is_some_and(|(one, other)| is_other(one, other));
    let is_assumed = white.is_none() && black.is_none();
    let (betza, place) = match (white.or(black), known) {
        (Some(moves), _) => (moves.betza, moves.place),
        (None, Some((_, _, betza))) => (betza.to_string(), place),
        (None, None) => {
            let message = format!("the piece {} has no moves", quote(key));
            return Err(fault(
                place,
                message,
                "add a `piece` command such as `piece N& N`",
            ));
        }
    };
    let piece = DraftPiece {
        name: key.to_string(),
        line: place.0,
        column: place.1,
        betza,
        royal: key == "k",
        pawn: key == "p",
        ..DraftPiece::default()
    };
    let at = draft.add(piece, key)?;
    if is_assumed {
        let message = "there is no `piece` command: the moves of chess are assumed";
        draft.guess(Part::Piece(at), place.0, message);
    }
    if differs {
        let message = "Black's piece moves in another way: it has White's moves here";
        draft.differs(Part::Piece(at), place.0, message);
    }
    Ok(at)
}

/// The moves without castling, whose sides are opposite for Black.
fn without_castling(betza: &str) -> String {
    let end = betza.find('O').map_or(betza.len(), |at| {
        betza[..at]
            .trim_end_matches(|letter: char| letter.is_ascii_lowercase())
            .len()
    });
    betza[..end].to_string()
}

/// Adds what the commands do not say.
fn finish(draft: &mut Draft, line: usize, parent: &str) {
    let is_of_shogi = promote_as_in_shogi(draft, line, parent);
    for piece in &mut draft.pieces {
        let known = KNOWN.iter().find(|(letter, ..)| *letter == piece.name);
        piece.name = match known {
            Some((_, name, _)) => name.to_string(),
            None => format!("Piece {}", piece.name.to_uppercase()),
        };
    }
    if !draft.pieces.iter().any(|piece| piece.royal)
        && let Some(last) = draft.pieces.len().checked_sub(1)
    {
        draft.pieces[last].royal = true;
        draft.guess(
            Part::Piece(last),
            line,
            "royal, as the last piece of the commands",
        );
    }
    let message = "the ends of games are those of chess: the commands do not say them";
    draft.guess(Part::End, line, message);
    draft.end.bare = "both-draw";
    if is_of_shogi {
        return;
    }
    let is_choice = |at: &usize| !draft.pieces[*at].royal && !draft.pieces[*at].pawn;
    let to: Vec<usize> = (0..draft.pieces.len()).filter(is_choice).collect();
    let pawn = draft.pieces.iter().position(|piece| piece.pawn);
    // As in crazyhouse, a promoted piece is a pawn again when it is captured.
    let is_captured = draft.hand.as_ref().is_some_and(|hand| hand.captured);
    let to: Vec<(usize, bool)> = match pawn.filter(|_| is_captured) {
        None => to.into_iter().map(|at| (at, false)).collect(),
        Some(pawn) => {
            let last = draft.ranks.saturating_sub(1).max(2);
            draft.pieces[pawn].drop.push(format!("ranks = [2, {last}]"));
            let message = "promoted pieces are captured as pawns, and pawns are not dropped on the first and last rank";
            draft.guess(Part::Piece(pawn), line, message);
            to.into_iter()
                .filter_map(|at| Some((draft.add_promoted(pawn, at, ["", "~"])?, false)))
                .collect()
        }
    };
    if let (Some(pawn), false) = (pawn, to.is_empty()) {
        draft.pieces[pawn].promotion = Some(DraftPromotion {
            to,
            zone: 1,
            when: "end",
            choice: Choice::Compulsory,
        });
        draft.guess(
            Part::Piece(pawn),
            line,
            "promotion is guessed: the commands do not say it",
        );
    }
}

/// Promotes each piece `X` to `+X`, as in shogi, if there are such pieces. Until now, keys are names.
fn promote_as_in_shogi(draft: &mut Draft, line: usize, parent: &str) -> bool {
    let pieces = draft.pieces.iter().enumerate();
    let promoted = pieces.filter_map(|(to, piece)| {
        let base = piece.name.strip_prefix('+')?;
        Some((draft.pieces.iter().position(|one| one.name == base)?, to))
    });
    let pairs: Vec<(usize, usize)> = promoted.collect();
    let zone = match parent {
        "shogi" => draft.ranks.div_ceil(3),
        _ => 1,
    };
    for &(from, to) in &pairs {
        let text = format!("+{}", draft.pieces[from].text);
        draft.pieces[to].text = text;
        draft.pieces[to].hand = draft.hand.is_some().then_some(from);
        draft.pieces[from].promotion = Some(DraftPromotion {
            to: vec![(to, false)],
            zone,
            when: "start-or-end",
            choice: Choice::UnlessStuck,
        });
        let message = format!("promotion is guessed: to the piece with `+`, with `zone = {zone}`");
        draft.guess(Part::Piece(from), line, message);
    }
    !pairs.is_empty()
}

#[cfg(test)]
mod tests {
    use crate::notation::import::{Imported, import};

    /// The import of a text, whose rule file has some parts.
    fn has_parts(text: &str, parts: &[&str]) -> Imported {
        let found = import(text, None).unwrap_or_else(|fault| panic!("{fault}"));
        for part in parts {
            assert!(
                found.rule_file.contains(part),
                "{part}: {}",
                found.rule_file
            );
        }
        found
    }

    #[test]
    fn commands_become_a_game() {
        let text = "feature done=1\nsetup (PNBRQ'KApnbrq'ka) 8x8+0_fairy rnbq'kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ'KBNR w KQkq - 0 1\n\
                    piece Q'& QN\npiece K& WFisO2\npiece A& FA\n";
        let found = has_parts(
            text,
            &[
                "= \"Q N\"",
                "castle\", with = \"R\" }",
                "double-step\", rank = 2",
                "= \"F A\"",
            ],
        );
        assert!(
            found.notes.iter().all(|note| !note.differs),
            "{:?}",
            found.notes
        );
        let with_drops = "setup (PNBRQKpnbrqk) 8x8+5_crazyhouse rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nq] w KQkq - 0 1\n";
        let parts = [
            "captured = true",
            "= \"Q~\"",
            "ranks = [2, 7]",
            "black_hand = \"Q\"",
        ];
        has_parts(with_drops, &parts);
        let minishogi = "setup (P.BRGS.++++Kp.brgs.++++k) 5x5+5_shogi rbsgk/4p/5/P4/KGSBR[-] b 0 1\n\
                         piece P& fW\npiece +P& WfF\npiece G& WfF\npiece S& FfW\npiece +S& WfF\n";
        let parts = [
            "captured = true",
            "\"+P\"",
            "\"+S\"",
            "zone   = 2",
            "begins = \"black\"",
        ];
        has_parts(minishogi, &parts);
        let other = text.replace("KQkq", "Qk") + "piece z NN\n";
        let found = import(&other, None).unwrap_or_else(|fault| panic!("{fault}"));
        let differs: Vec<_> = (found.notes.iter().filter(|note| note.differs)).collect();
        assert_eq!(differs.len(), 1, "{differs:?}");
        assert!(found.rule_file.contains("\"NN\""), "{}", found.rule_file);
        let other = text.replace("piece A& FA", "piece A FA\npiece a NN");
        let found = import(&other, None).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(found.notes.iter().filter(|note| note.differs).count(), 1);
    }

    #[test]
    fn faults_have_their_places() {
        for (text, place) in [
            ("piece N& N\n", (1, 1)),
            ("setup (K) 8x8+0_fairy\n", (1, 1)),
            (
                "x\nsetup (K) 8x8+0_fairy 8/8/8/8/8/8/8/6zK w - -\n",
                (2, 38),
            ),
            ("setup (K) 8x2+0_fairy k7/9 w - -\n", (1, 26)),
        ] {
            let fault = import(text, None).expect_err(text);
            assert_eq!((fault.line, fault.column), place, "{fault}");
        }
    }
}
