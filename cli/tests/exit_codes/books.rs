//! Books and positions as other people and programs write them.

use super::program::{Folder, Said};
use serde_json::Value;

const MAKRUK: &str = include_str!("../../../scripts/variants/makruk.toml");

/// A match of chess with a book and what else is said.
fn plays(folder: &Folder, book: &str, more: &[&str]) -> Said {
    let players = ["--first", "nodes=5", "--second", "nodes=6", "--out", "out"];
    let all = [&["match", "chess", "--book", book], &players[..], more].concat();
    folder.call(&all)
}

/// The games of a match of two pairs from a book under a ply cap, and its messages.
fn games(book: &str, bytes: &[u8]) -> (Vec<Value>, String) {
    let folder = Folder::new();
    std::fs::write(folder.path(book), bytes).expect("a file");
    let said = plays(&folder, book, &["--pairs", "2", "--ply-cap", "30"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let games = folder.passes(&["games", "out", "--json"]);
    let games = games
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"));
    (games.collect(), said.err)
}

fn opening(game: &Value) -> String {
    let plies = game["opening_plies"].as_u64().expect("a number") as usize;
    let moves = game["moves"].as_array().expect("moves").iter();
    let moves = moves.take(plies).map(|one| one.as_str().expect("a text"));
    moves.collect::<Vec<_>>().join(" ")
}

#[test]
fn encodings_are_those_of_the_world() {
    for bytes in [
        &b"\xef\xbb\xbf[Event \"x\"]\n\n1. e4 e5 *\n"[..],
        b"[White \"M\xfcller\"]\n\n1. e4 e5 *\n",
    ] {
        let (games, _) = games("book.pgn", bytes);
        assert_eq!(games.len(), 4);
        assert!(games.iter().all(|game| opening(game) == "e2e4 e7e5"));
    }
}

/// One bad game is left out and counted; the rest of the book is used.
#[test]
fn one_bad_game_is_left_out() {
    let good = "[Event \"good\"]\n\n1. d4 d5 *\n\n";
    let null = "[Event \"null move\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 -- 4. O-O *\n";
    let unclosed = "[Event \"unclosed\"]\n\n1. e4 { e5 *\n\n";
    for (book, wanted) in [
        (
            [good, null].concat(),
            "book.pgn:7: `--` is not legal there, or not one move alone; left out of the book for chess: 1 of 2",
        ),
        (
            [unclosed, good, good].concat(),
            "book.pgn:3: `{` is never closed; left out of the book for chess: 1 of 3",
        ),
    ] {
        let (games, said) = games("book.pgn", book.as_bytes());
        assert!(games.iter().all(|game| opening(game) == "d2d4 d7d5"));
        assert!(said.contains(wanted), "{said}");
    }
}

/// Counters are read from operations too, and plies count from where play begins.
#[test]
fn counters_of_epd_are_counters() {
    let clock = b"3rk3/8/8/8/8/8/4R3/4K3 b - - hmvc 96; fmvn 100;\n";
    let (games_by_clock, _) = games("book.epd", clock);
    for game in &games_by_clock {
        let start = game["start"].as_str().expect("a text");
        assert!(start.ends_with(" b clock=96 199"), "{start}");
    }
    let (games, _) = games("book.epd", b"3rk3/8/8/8/8/8/4R3/4K3 b - - 0 600\n");
    assert!(
        games.iter().all(|game| game["plies"].as_u64() > Some(3)),
        "{games:?}"
    );
}

/// Positions that are written as EPD have the counters that they are read with.
#[test]
fn positions_are_written_with_their_counters() {
    let folder = Folder::new();
    let line = "3rk3/8/8/8/8/8/4R3/4K3 b - - hmvc 90; fmvn 100;";
    folder.write("book.epd", line);
    assert_eq!(plays(&folder, "book.epd", &["--pairs", "2"]).code, Some(0));
    let book = folder.passes(&["games", "out", "--epd"]);
    assert_eq!(
        book.lines().filter(|own| own.starts_with(line)).count(),
        4,
        "{book}"
    );
}

/// No game begins beyond its cap, whoever made the opening so long.
#[test]
fn books_beyond_the_cap_are_refused() {
    let folder = Folder::new();
    folder.write("book.pgn", "1. e4 e5 *\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n");
    let players = ["--first", "nodes=5", "--second", "nodes=6", "--pairs", "2"];
    let all = |cap| {
        let book = ["match", "chess", "--book", "book.pgn", "--ply-cap", cap];
        [&book[..], &players].concat()
    };
    folder.refuses(
        &all("6"),
        &[
            "a game would be stopped in its opening of 6 plies",
            "`book_plies`",
        ],
    );
    folder.passes(&[&all("6")[..], &["--book-plies", "5"]].concat());
}

/// More pairs from a changed book are refused.
#[test]
fn a_changed_book_is_named() {
    let folder = Folder::new();
    folder.write("book.pgn", "1. e4 e5 *\n");
    assert_eq!(plays(&folder, "book.pgn", &["--pairs", "2"]).code, Some(0));
    folder.write("book.pgn", "1. e4 c5 *\n");
    for pairs in ["2", "4"] {
        let said = plays(&folder, "book.pgn", &["--pairs", pairs]);
        assert_eq!(said.code, Some(2), "{}", said.err);
        assert!(
            said.err.contains("the book book.pgn has changed"),
            "{}",
            said.err
        );
    }
}

/// Where each piece has one letter, positions and moves are read and written as other programs do.
#[test]
fn games_of_single_letters_have_standard_texts() {
    let folder = Folder::new();
    folder.write("makruk.toml", MAKRUK);
    let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    let moves = folder.passes(&["moves", "makruk.toml", "--fen", start]);
    assert_eq!(moves.lines().count(), 23, "{moves}");
    let count = folder.passes(&["perft", "makruk.toml", "3", "--fen", start]);
    assert!(count.starts_with("nodes: 12012\n"), "{count}");
    folder.write(
        "book.pgn",
        "[FEN \"4k3/8/8/8/p7/8/8/4K2R b - - 0 30\"]\n\n30... a3=M+ 31. Rh8+ *\n",
    );
    let players = [
        "--first",
        "nodes=5",
        "--second",
        "nodes=6",
        "--out",
        "out",
        "--ply-cap",
        "9",
    ];
    let book = ["match", "makruk.toml", "--book", "book.pgn", "--pairs", "2"];
    folder.passes(&[&book[..], &players].concat());
    let pgn = folder.passes(&["games", "out", "--pgn"]);
    assert_eq!(
        pgn.matches("[FEN \"4k3/8/8/8/p7/8/8/4K2R b - - 0 30\"]")
            .count(),
        4,
        "{pgn}"
    );
    assert_eq!(pgn.matches("30... a3=M 31. Rh8+ ").count(), 4, "{pgn}");
    folder.refuses(
        &["moves", "tiny.toml", "--fen", "3k/4/4/4/R2X w - - 0 1"],
        &[
            "--fen, for tiny.toml: rank 1 (`R2X`)",
            "the pieces are P R K",
        ],
    );
    folder.refuses(
        &[
            "moves",
            "typhoon",
            "--fen",
            "11k/12/12/12/12/12/12/12/12/12/12/K11 w - - 0 1",
        ],
        &["--fen, for typhoon", "one letter"],
    );
}
