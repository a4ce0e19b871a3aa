//! Standard FEN of games whose pieces have one letter each.

use super::{Notation, quote};
use crate::board::{Geometry, HOLE, Square, runs};
use crate::piece::{Code, Color, PieceType};
use crate::position::piece_text;
use crate::powers::Power;
use crate::rules::bare_symbol;
use crate::{Game, Rules};

/// Whether a board is written as in standard FEN, without commas.
pub fn is_standard(board: &str) -> bool {
    board.contains('/') && !board.contains(',')
}

/// Begins a game from a standard FEN. `piece` reads the piece at the beginning of a text and
/// returns the rest. Missing fields at the end have their defaults, and so have castling and en
/// passant where the counts follow the side; castling rights without king and partner at home are
/// dropped, and the file of the partner may stand for a right (Shredder-FEN). Pieces in hand stand in
/// brackets after the board or are one more rank. Where checks are counted, those to be given stand
/// before the clock, as `3+3`, or those given stand last, as `+0+0`.
///
/// # Errors
/// A description of the first fault.
pub fn read(
    rules: &Rules,
    piece: impl Fn(&str) -> Option<(Color, PieceType, &str)>,
    fields: &[&str],
) -> Result<Game, String> {
    let mut fields = fields.to_vec();
    let checks = take_checks(rules, &mut fields);
    if !(2..=6).contains(&fields.len()) {
        let found = fields.len();
        return Err(format!("a FEN has six fields; this one has {found}"));
    }
    if fields
        .get(2)
        .is_some_and(|field| field.parse::<u32>().is_ok())
    {
        fields.splice(2..2, ["-", "-"]);
    }
    let field = |at: usize, default: &'static str| fields.get(at).copied().unwrap_or(default);
    let (pieces, hands) = split_hands(rules, field(0, ""));
    let hands = read_hands(rules, &piece, hands)?;
    let board = read_board(rules, piece, pieces)?;
    let (side, castling, passed) = (field(1, "w"), field(2, "-"), field(3, "-"));
    let rights = rights(rules, castling).ok_or_else(|| {
        let field = quote(castling);
        format!("{field} are not castling rights; write KQkq or -")
    })?;
    let passed = passed_square(rules, side, passed);
    let number = |at: usize, default| {
        let text = field(at, default);
        let number = text.parse::<u32>().ok();
        number.ok_or_else(|| format!("{} is not a whole number of 0 or more", quote(text)))
    };
    let (clock, turn) = (number(4, "0")?, number(5, "1")?.max(1));
    let ply = (u64::from(turn) - 1) * 2 + u64::from(side == "b");
    let parse = |state: &str| rules.parse(&format!("{board} {side} {state} {ply}"));
    let possible = |right: &char| parse(&format!("castle={right}")).is_ok();
    let castling: String = rights.chars().filter(possible).collect();
    let of_triple = triple_step(rules, side, passed);
    let is_right = |ep: &&String| parse(&format!("ep={ep}")).is_ok();
    let passed = of_triple
        .iter()
        .find(is_right)
        .map_or(passed, String::as_str);
    let counts = clock > 0 && rules.spec().end.move_count.is_some();
    let items = [
        (!castling.is_empty()).then(|| format!("castle={castling}")),
        (passed != "-").then(|| format!("ep={passed}")),
        counts.then(|| format!("clock={clock}")),
        (!hands.is_empty()).then(|| format!("hand={}", hands.join(","))),
        checks.map(|checks| format!("checks={checks}")),
    ];
    let state = items.into_iter().flatten().collect::<Vec<_>>().join(";");
    let state = if state.is_empty() { "-" } else { &state };
    parse(state).map_err(|fault| fault.to_string())
}

/// Takes the checks to be given out of the fields of a FEN: as in position texts.
fn take_checks(rules: &Rules, fields: &mut Vec<&str>) -> Option<String> {
    let all = rules.spec().end.checks?;
    let at = fields
        .iter()
        .skip(2)
        .position(|field| field.contains('+'))?
        + 2;
    let is_given = fields[at].starts_with('+');
    let (white, black) = fields[at].trim_start_matches('+').split_once('+')?;
    let left = |text: &str| {
        let number: u8 = text.parse().ok()?;
        Some(if is_given {
            all.saturating_sub(number)
        } else {
            number
        })
    };
    let text = format!("{},{}", left(white)?, left(black)?);
    fields.remove(at);
    Some(text)
}

/// The board of a FEN and its pieces in hand.
fn split_hands<'t>(rules: &Rules, text: &'t str) -> (&'t str, &'t str) {
    if let Some((board, hands)) = text.split_once('[') {
        return (board, hands.strip_suffix(']').unwrap_or(hands));
    }
    let ranks = rules.geometry().ranks() as usize;
    match text.rsplit_once('/') {
        Some((board, hands)) if board.split('/').count() == ranks => (board, hands),
        _ => (text, ""),
    }
}

/// The pieces in hand of a FEN as in position texts.
fn read_hands(
    rules: &Rules,
    piece: impl Fn(&str) -> Option<(Color, PieceType, &str)>,
    text: &str,
) -> Result<Vec<String>, String> {
    let mut rest = if text == "-" { "" } else { text };
    if !rest.is_empty() && rules.spec().hand_pieces().is_empty() {
        let hands = quote(text);
        return Err(format!(
            "{hands} are pieces in hand, which this rule set has not"
        ));
    }
    let mut hands = Vec::new();
    while !rest.is_empty() {
        let (side, found, behind) = piece(rest).ok_or_else(|| {
            let (hands, wrong) = (quote(text), quote(rest));
            format!("the pieces in hand {hands} have no piece at {wrong}")
        })?;
        hands.push(piece_text(rules.spec(), Code::new(side, found)));
        rest = behind;
    }
    Ok(hands)
}

/// The castling rights of a FEN as in position texts, in which the letters may be the files of the partners.
fn rights(rules: &Rules, text: &str) -> Option<String> {
    let board = rules.geometry();
    let letters = text.chars().filter(|_| text != "-");
    if rules.arrays_castle_differently() {
        let file = |letter: char| (0..board.files()).any(|file| board.file_name(file) == letter);
        let is_known =
            |&letter: &char| "KQkq".contains(letter) || file(letter.to_ascii_lowercase());
        return letters
            .map(|letter| Some(letter).filter(is_known))
            .collect();
    }
    let ways = "KQkq".chars().zip(rules.castling());
    let right = |letter: char| {
        let mut rights = ways.clone().filter_map(|(right, way)| {
            let [_, _, partner] = way?;
            let file = board.file_name(board.file(partner));
            let is_this = file == letter.to_ascii_lowercase();
            (is_this && right.is_uppercase() == letter.is_uppercase()).then_some(right)
        });
        if "KQkq".contains(letter) {
            Some(letter)
        } else {
            rights.next()
        }
    };
    let found = letters.map(right).collect::<Option<String>>()?;
    let ordered = "KQkq".chars().filter(|&right| found.contains(right));
    Some(ordered.collect())
}

/// The square passed over. Fairy-Stockfish may write the square of the pawn too, the lower one first.
fn passed_square<'t>(rules: &Rules, side: &str, text: &'t str) -> &'t str {
    let board = rules.geometry();
    let higher = board.read(text).and_then(|(lower, rest)| {
        let (higher, end) = board.read(rest)?;
        let is_next = end.is_empty() && board.offset(lower, higher) == (0, 1);
        is_next.then_some(rest)
    });
    match higher {
        // A black pawn went down to the lower square, a white one up to the higher one.
        Some(higher) if side == "w" => higher,
        Some(higher) => &text[..text.len() - higher.len()],
        None => text,
    }
}

/// A triple step as in position texts, the first square passed over and that of the pawn: from the first square or, where only
/// the second can be captured on, from that one.
fn triple_step(rules: &Rules, side: &str, passed: &str) -> Vec<String> {
    let board = rules.geometry();
    let steps = (rules.spec().pieces.iter()).flat_map(|piece| &piece.powers);
    let mut steps = steps.filter(|power| matches!(power, Power::DoubleStep(step) if step.triple));
    let (Some(square), Some(_)) = (board.parse(passed), steps.next()) else {
        return Vec::new();
    };
    let ahead = if side == "w" { -1 } else { 1 };
    let at = |far: i32| board.at(board.file(square), board.rank(square) + ahead * far);
    let step = |first: i32| {
        let (passed, pawn) = (at(first)?, at(first + 2)?);
        Some(format!("{}{}", board.name(passed), board.name(pawn)))
    };
    [0, -1].into_iter().filter_map(step).collect()
}

/// The board of a FEN as in position texts.
fn read_board(
    rules: &Rules,
    piece: impl Fn(&str) -> Option<(Color, PieceType, &str)>,
    text: &str,
) -> Result<String, String> {
    let board = rules.geometry();
    let (ranks, files) = (board.ranks() as usize, board.files() as usize);
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ranks {
        let (text, found) = (quote(text), rows.len());
        return Err(format!(
            "the board must have {ranks} ranks, found {found}: {text}"
        ));
    }
    let mut read = Vec::new();
    for (rank, row) in (0..board.ranks()).rev().zip(rows) {
        let name = board.rank_name(rank);
        let mut squares = Vec::new();
        let mut rest = row;
        // Squares beyond the last file are an error anyway.
        while !rest.is_empty() && squares.len() <= files {
            if let Some((run, behind)) = run_in(rest, files) {
                squares.resize(squares.len() + run, None);
                rest = behind;
                continue;
            }
            if let Some(behind) = rest.strip_prefix(HOLE) {
                squares.push(Some(HOLE.to_string()));
                rest = behind;
                continue;
            }
            let (side, found, behind) = piece(rest).ok_or_else(|| {
                let (row, wrong) = (quote(row), quote(rest));
                let pieces = rules.spec().piece_texts();
                format!("rank {name} ({row}): no piece at {wrong}; the pieces are {pieces}")
            })?;
            squares.push(Some(piece_text(rules.spec(), Code::new(side, found))));
            rest = behind;
        }
        if squares.len() != files {
            let row = quote(row);
            let found = match squares.len() {
                all if all > files => format!("more than {files}"),
                few => few.to_string(),
            };
            return Err(format!(
                "rank {name} ({row}) has {found} squares; the board has {files} files"
            ));
        }
        read.push(runs(&squares).collect::<Vec<_>>().join(","));
    }
    Ok(read.join("/"))
}

/// The number of empty squares at the beginning of a text, and the rest. Two digits are one number
/// where a rank has that many squares.
fn run_in(text: &str, files: usize) -> Option<(usize, &str)> {
    let number = |length: usize| {
        let digits = text.get(..length)?;
        let is_number =
            !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        let run: usize = is_number.then(|| digits.parse().ok())??;
        (run <= files || length == 1).then_some((run, &text[length..]))
    };
    number(2).or_else(|| number(1))
}

/// The board of a FEN, with `on` for the text of an occupied square.
pub fn rows(board: &Geometry, on: impl Fn(Square) -> Option<String>) -> String {
    let row = |rank: i32| -> String { runs(&board.rank_texts(rank, &on)).collect() };
    let rows: Vec<String> = (0..board.ranks()).rev().map(row).collect();
    rows.join("/")
}

/// The castling rights of a position text as in a FEN: letters of `KQkq`, or `-`.
pub fn castling(text: &str) -> &str {
    let state = text.split(' ').nth(2);
    state.and_then(|state| item(state, "castle")).unwrap_or("-")
}

/// The pieces in hand of a position text, separated by commas.
pub fn hands(text: &str) -> Option<&str> {
    item(text.split(' ').nth(2)?, "hand")
}

/// The value of a key in the state of a position text.
fn item<'t>(state: &'t str, key: &str) -> Option<&'t str> {
    let mut items = state.split(';').filter_map(|item| item.split_once('='));
    items.find(|(known, _)| *known == key).map(|(_, of)| of)
}

/// The standard FEN of a position text. `None` where a FEN cannot express the position: a piece has
/// more than one letter, the state has more than castling rights, a square passed over straight
/// ahead, a clock, pieces in hand and counted checks, or in chess a king castles from another square
/// than e1 or e8.
pub fn write(notation: Notation, text: &str) -> Option<String> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, side, state, ply] = fields.as_slice() else {
        return None;
    };
    let mut items = state.split(';').filter_map(|item| item.split_once('='));
    if !items.all(|(key, _)| ["castle", "ep", "clock", "hand", "checks"].contains(&key)) {
        return None;
    }
    let token = |token: &str| -> Option<String> {
        if token.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(token.to_string());
        }
        let bare = bare_symbol(token);
        let mut letters = bare.chars();
        let (letter, None) = (letters.next()?, letters.next()) else {
            return None;
        };
        let standard = notation.standard_letter(letter.to_ascii_uppercase());
        let is_black = letter.is_ascii_lowercase();
        let standard = if is_black {
            standard.to_ascii_lowercase()
        } else {
            standard
        };
        Some(token.replace(bare, &standard.to_string()))
    };
    let row = |row: &str| row.split(',').map(token).collect::<Option<String>>();
    let rows = board.split('/').map(row).collect::<Option<Vec<String>>>()?;
    let castling = item(state, "castle").unwrap_or("-");
    if notation == Notation::Chess && !castles_from_home(&rows, castling) {
        return None;
    }
    let passed = item(state, "ep").unwrap_or("-");
    if passed.bytes().filter(u8::is_ascii_alphabetic).count() > 1 {
        return None;
    }
    let clock = item(state, "clock").unwrap_or("0");
    // Games at odds may begin with either side: move numbers follow the side to move, as in PGN.
    let ply = ply.parse::<u32>().ok()?;
    let turn = 1 + if side == "w" {
        ply.div_ceil(2)
    } else {
        ply / 2
    };
    let hands = item(state, "hand").map(|hands| hands.split(',').map(token));
    let hands = hands.map(|hands| hands.collect::<Option<String>>());
    let board = match hands {
        Some(hands) => format!("{}[{}]", rows.join("/"), hands?),
        None => rows.join("/"),
    };
    let checks = item(state, "checks").map(|checks| format!("{} ", checks.replace(',', "+")));
    let checks = checks.unwrap_or_default();
    Some(format!(
        "{board} {side} {castling} {passed} {checks}{clock} {turn}"
    ))
}

/// Whether the kings and rooks with castling rights stand on their squares of chess.
fn castles_from_home(rows: &[String], castling: &str) -> bool {
    let squares = |row: &String| -> Vec<char> {
        let run = |letter: char| match letter.to_digit(10) {
            Some(run) => vec![' '; run as usize],
            None => vec![letter],
        };
        row.chars().flat_map(run).collect()
    };
    let [black, white] =
        [rows.first(), rows.last()].map(|row| row.map(squares).unwrap_or_default());
    let stands = |row: &[char], file: usize, piece| row.get(file) == Some(&piece);
    castling.chars().all(|right| match right {
        'K' => stands(&white, 4, 'K') && stands(&white, 7, 'R'),
        'Q' => stands(&white, 4, 'K') && stands(&white, 0, 'R'),
        'k' => stands(&black, 4, 'k') && stands(&black, 7, 'r'),
        'q' => stands(&black, 4, 'k') && stands(&black, 0, 'r'),
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(rules: &str) -> Rules {
        Rules::load(rules, &[]).expect("a built-in rule set")
    }

    fn there_and_back(rules: &str, fen: &str) -> (String, String) {
        let rules = load(rules);
        let notation = Notation::of(&rules);
        let fields: Vec<&str> = fen.split(' ').collect();
        let play = read(&rules, |text| notation.piece(rules.spec(), text), &fields);
        let text = play.expect("a FEN").text();
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
        let start = load("shatranj").start(0).expect("array 0");
        let fen = write(Notation::Shatranj, &start.text());
        let wanted = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1";
        assert_eq!(fen.as_deref(), Some(wanted));
    }

    /// Where arrays differ, rights are the files of the partners, or KQkq of the farthest ones.
    #[test]
    fn rights_of_chess960() {
        let rules = load("../scripts/variants/chess960.toml");
        let text = |fen: &str| {
            let fields: Vec<&str> = fen.split(' ').collect();
            let notation = Notation::of(&rules);
            let game = read(&rules, |text| notation.piece(rules.spec(), text), &fields);
            game.map(|game| game.text())
        };
        for (fen, rights) in [
            ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "castle=GBgb"),
            ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "castle=GBgb"),
            ("1r2k1r1/8/8/8/8/8/8/1R2KR1R w KBb - 0 1", "castle=HBb"),
            ("1r2k1r1/8/8/8/8/8/8/1R2KR1R w FBb - 0 1", "castle=FBb"),
            ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w HAha - 0 1", "-"),
            ("1r2k1r1/8/8/8/8/8/4K3/1R4R1 w KQ - 0 1", "-"),
        ] {
            let text = text(fen).unwrap_or_else(|fault| panic!("{fen}: {fault}"));
            assert_eq!(text.split(' ').nth(2), Some(rights), "{fen}");
            let back = write(Notation::Letters, &text).expect("a FEN");
            let wanted = rights.strip_prefix("castle=").unwrap_or(rights);
            assert_eq!(back.split(' ').nth(2), Some(wanted), "{fen}");
        }
        assert!(text("4k3/8/8/8/8/8/8/4K3 w X - 0 1").is_err());
    }

    #[test]
    fn rights_without_a_rook_are_dropped_and_short_fens_filled_up() {
        let chess = load("chess");
        let read = |fen: &str| {
            let fields: Vec<&str> = fen.split(' ').collect();
            let game = read(
                &chess,
                |text| Notation::Chess.piece(chess.spec(), text),
                &fields,
            );
            game.map(|game| game.text())
        };
        let wanted = "4,k,3/8/8/8/8/8/8/4,K,2,R w castle=K 0";
        for fen in [
            "4k3/8/8/8/8/8/8/4K2R w KQkq",
            "13k12/8/8/44/8/8/8/4K2R w qKQk - 0 0",
            "4k3/8/8/8/8/8/8/4K2R[-] w HAha - 0 1",
        ] {
            assert_eq!(read(fen).as_deref(), Ok(wanted), "{fen}");
        }
    }

    #[test]
    fn fields_of_other_programs_are_understood() {
        let chess = load("chess");
        for (fen, wanted) in [
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3e4 0 1", "b ep=e3 1"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d5d6 0 1", "w ep=d6 0"),
            ("4k3/8/8/8/8/8/8/4K3[] w 3 2", "w clock=3 2"),
        ] {
            let fields: Vec<&str> = fen.split(' ').collect();
            let game = read(
                &chess,
                |text| Notation::Chess.piece(chess.spec(), text),
                &fields,
            );
            let text = game.map(|game| game.text());
            assert!(
                text.as_ref().is_ok_and(|text| text.ends_with(wanted)),
                "{fen}: {text:?}"
            );
        }
    }

    #[test]
    fn wrong_fens_are_refused() {
        let chess = load("chess");
        for fen in [
            "",
            "w",
            "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1 x",
            "4k3/8/8/8/8/8/8 w - - 0 1",
            "4k4/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/0/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4Ké2 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w x - 0 1",
            "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w Gha - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999",
        ] {
            let fields: Vec<&str> = fen.split(' ').collect();
            let refused = read(
                &chess,
                |text| Notation::Chess.piece(chess.spec(), text),
                &fields,
            );
            assert!(refused.is_err(), "{fen}");
        }
    }
}
