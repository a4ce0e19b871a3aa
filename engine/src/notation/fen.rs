//! Standard FEN of games whose pieces have one letter each, and our position texts.

use super::{Notation, quote};
use crate::Game;

/// Whether a board is written as in a standard FEN: without commas.
pub fn is_standard(board: &str) -> bool {
    !board.contains(',')
}

/// A standard FEN as a position text. Fields that are missing at its end have their default
/// values, and castling rights without a king and its partner at home are dropped.
pub fn read(game: &Game, notation: Notation, fields: &[&str]) -> Result<String, String> {
    if !(2..=6).contains(&fields.len()) {
        let found = fields.len();
        return Err(format!("a FEN has six fields; this one has {found}"));
    }
    let field = |at: usize, default: &'static str| fields.get(at).copied().unwrap_or(default);
    let board = own_board(&read_board(game, notation, field(0, ""))?);
    let side = field(1, "w");
    let castling = read_castling(game, &format!("{board} {side}"), field(2, "-"))?;
    let passed = field(3, "-");
    let number = |at: usize, default| {
        let text = field(at, default);
        let number = text.parse::<u32>().ok();
        number.ok_or_else(|| format!("{} is no whole number of 0 or more", quote(text)))
    };
    let clock = number(4, "0")?;
    let turn = number(5, "1")?.max(1);
    let mut state = Vec::new();
    if !castling.is_empty() {
        state.push(format!("castle={castling}"));
    }
    if passed != "-" {
        state.push(format!("ep={passed}"));
    }
    if clock > 0 && game.spec().end.move_count.is_some() {
        state.push(format!("clock={clock}"));
    }
    let state = match state.as_slice() {
        [] => "-".to_string(),
        items => items.join(";"),
    };
    let ply = (u64::from(turn) - 1) * 2 + u64::from(side == "b");
    Ok(format!("{board} {side} {state} {ply}"))
}

/// The ranks from the top; a letter or, for an empty square, a space.
type FenSquares = Vec<Vec<char>>;

fn read_board(game: &Game, notation: Notation, board: &str) -> Result<FenSquares, String> {
    let (files, ranks) = (
        game.geometry().files() as usize,
        game.geometry().ranks() as usize,
    );
    let mut rows = Vec::new();
    for text in board.split('/') {
        let mut row = Vec::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            rest = match letter {
                '1'..='9' => {
                    let (empty, rest) = split_run(rest, files);
                    row.extend(std::iter::repeat_n(' ', empty));
                    rest
                }
                'A'..='Z' => {
                    row.push(notation.own_letter(letter));
                    &rest[1..]
                }
                'a'..='z' => {
                    let own = notation.own_letter(letter.to_ascii_uppercase());
                    row.push(own.to_ascii_lowercase());
                    &rest[1..]
                }
                _ => return Err(format!("{} is no rank of a FEN", quote(text))),
            };
        }
        rows.push(row);
    }
    if rows.len() == ranks && rows.iter().all(|row| row.len() == files) {
        Ok(rows)
    } else {
        Err(format!(
            "{} is no board of {ranks} ranks with {files} squares each",
            quote(board)
        ))
    }
}

/// The number of empty squares that a text begins with, and the rest. Two digits are one number where a rank has so many squares.
fn split_run(text: &str, files: usize) -> (usize, &str) {
    let number = |length| {
        let digits: usize = text.get(..length)?.parse().ok()?;
        (digits <= files || length == 1).then_some((digits, &text[length..]))
    };
    (number(2).or_else(|| number(1))).unwrap_or((0, ""))
}

/// The castling rights that there are, in the order KQkq, given the board and the side to move.
fn read_castling(game: &Game, position: &str, field: &str) -> Result<String, String> {
    let known = |letter| "KQkq".contains(letter);
    if field != "-" && (field.is_empty() || !field.chars().all(known)) {
        let field = quote(field);
        return Err(format!("{field} are no castling rights; write KQkq or -"));
    }
    // A right that is left over from what stood there before makes a position that there is not.
    let is_right = |right: &char| game.parse(&format!("{position} castle={right} 0")).is_ok();
    let named = "KQkq".chars().filter(|&right| field.contains(right));
    Ok(named.filter(is_right).collect())
}

fn own_board(squares: &FenSquares) -> String {
    let ranks = squares.iter().map(|rank| {
        let runs = rank.chunk_by(|first, second| *first == ' ' && *second == ' ');
        let tokens = runs.map(|run| match run[0] {
            ' ' => run.len().to_string(),
            piece => piece.to_string(),
        });
        tokens.collect::<Vec<_>>().join(",")
    });
    ranks.collect::<Vec<_>>().join("/")
}

/// The castling rights of a position text as a FEN has them: letters of `KQkq`, or `-`.
pub fn castling(text: &str) -> &str {
    let state = text.split(' ').nth(2);
    state.and_then(|state| item(state, "castle")).unwrap_or("-")
}

/// What a position text's state says of a key.
fn item<'t>(state: &'t str, key: &str) -> Option<&'t str> {
    let mut items = state.split(';').filter_map(|item| item.split_once('='));
    items.find(|(known, _)| *known == key).map(|(_, of)| of)
}

/// The standard FEN of a position text; `None` when it cannot be written as one.
pub fn write(notation: Notation, text: &str) -> Option<String> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, side, state, ply] = fields.as_slice() else {
        return None;
    };
    let board = board
        .chars()
        .filter(|letter| *letter != ',')
        .map(|letter| match letter {
            'a'..='z' => notation
                .standard_letter(letter.to_ascii_uppercase())
                .to_ascii_lowercase(),
            letter => notation.standard_letter(letter),
        });
    let board: String = board.collect();
    let castling = item(state, "castle").unwrap_or("-");
    let passed = item(state, "ep").unwrap_or("-");
    let clock = item(state, "clock").unwrap_or("0");
    // Odds may begin with either side: where plies and side disagree, the side counts, as numbers of moves in PGN have it.
    let ply = ply.parse::<u32>().ok()?;
    let turn = 1 + if side == "w" {
        ply.div_ceil(2)
    } else {
        ply / 2
    };
    Some(format!("{board} {side} {castling} {passed} {clock} {turn}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rules: &str) -> Game {
        Game::load(rules, &[]).expect("a built-in rule set")
    }

    fn there_and_back(rules: &str, fen: &str) -> (String, String) {
        let game = game(rules);
        let notation = Notation::of(&game);
        let fields: Vec<&str> = fen.split(' ').collect();
        let text = read(&game, notation, &fields).expect("a FEN");
        let play = game.parse(&text).expect("a position");
        assert_eq!(play.text(), text);
        let back = write(notation, &text).expect("a position of chess");
        (text, back)
    }

    #[test]
    fn fens_go_there_and_back() {
        for (rules, fen, own) in [
            (
                "chess",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r,n,b,q,k,b,n,r/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/R,N,B,Q,K,B,N,R w castle=KQkq 0",
            ),
            (
                "chess",
                "r3k3/8/8/8/3pP3/8/8/4K2R b Kq e3 12 30",
                "r,3,k,3/8/8/8/3,p,P,3/8/8/4,K,2,R b castle=Kq;ep=e3;clock=12 59",
            ),
            (
                "shatranj",
                "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
                "r,n,a,k,f,a,n,r/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/R,N,A,K,F,A,N,R w - 0",
            ),
        ] {
            assert_eq!(there_and_back(rules, fen), (own.into(), fen.into()));
        }
        let start = game("shatranj").start(0).expect("array 0");
        let fen = write(Notation::Shatranj, &start.text());
        let wanted = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1";
        assert_eq!(fen.as_deref(), Some(wanted));
    }

    #[test]
    fn rights_without_a_rook_are_dropped_and_short_fens_filled_up() {
        let chess = game("chess");
        let read = |fen: &str| {
            let fields: Vec<&str> = fen.split(' ').collect();
            read(&chess, Notation::Chess, &fields)
        };
        let wanted = "4,k,3/8/8/8/8/8/8/4,K,2,R w castle=K 0";
        assert_eq!(read("4k3/8/8/8/8/8/8/4K2R w KQkq").as_deref(), Ok(wanted));
        assert_eq!(
            read("13k12/8/8/44/8/8/8/4K2R w qKQk - 0 0").as_deref(),
            Ok(wanted)
        );
    }

    #[test]
    fn wrong_fens_are_refused() {
        let chess = game("chess");
        for fen in [
            "",
            "w",
            "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1 x",
            "4k3/8/8/8/8/8/8 w - - 0 1",
            "4k4/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/0/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4Ké2 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w x - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999",
        ] {
            let fields: Vec<&str> = fen.split(' ').collect();
            let refused = read(&chess, Notation::Chess, &fields);
            assert!(refused.is_err(), "{fen}: {refused:?}");
        }
    }
}
