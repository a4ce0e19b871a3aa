//! `tradewind play` from a pipe: what is typed, and what is answered.

use std::io::Write;
use std::process::{Command, Stdio};

/// What the program did.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Plays with these arguments and lines; few positions a move unless the arguments say more.
fn say(arguments: &[&str], lines: &str) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tradewind"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    // The program may have left before it has read everything.
    let _ = input.write_all(lines.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
    let said = Said {
        code: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    };
    for text in [&said.out, &said.err] {
        assert!(!text.contains("panicked"), "{text}");
        assert!(!text.contains('\u{1b}'), "a pipe gets no colours: {text}");
    }
    said
}

/// What is answered when all is well.
#[track_caller]
fn plays(arguments: &[&str], lines: &str) -> String {
    let said = say(arguments, lines);
    assert_eq!(
        (said.code, said.err.as_str()),
        (Some(0), ""),
        "{}",
        said.out
    );
    said.out
}

const CHESS: [&str; 3] = ["chess", "--nodes", "200"];
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// White mates with either rook in two moves.
const ROOKS: &str = "7,k/8/R,7/1,R,6/8/8/8/4,K,3 w - 0";

/// White mates at once.
const MATE: &str = "6,k,1/R,7/8/1,R,6/8/8/8/4,K,3 w - 0";

#[test]
fn the_end_of_the_input_ends_the_program() {
    for lines in ["", "e2e4", "e2e4\n", "\n\n", "help\n", "quit\nnot read\n"] {
        let out = plays(&CHESS, lines);
        assert!(out.starts_with("Chess; you play White."), "{out}");
        assert!(out.contains("   1 R N B Q K B N R\n     a b c d e f g h\n"));
    }
}

#[test]
fn a_move_is_answered_with_a_move() {
    let out = plays(&CHESS, "e2e4\nfen\n");
    let answers = out.lines().filter(|line| line.starts_with("Black plays "));
    assert_eq!(answers.count(), 1, "{out}");
    let text = out.lines().last().expect("the position");
    assert!(
        text.contains("/PPPP1PPP/") && text.ends_with(" 0 2"),
        "{text}"
    );
    assert!(!out.contains("> "), "a pipe gets no prompt: {out}");
    assert_eq!(out, plays(&CHESS, "E2E4\nFEN\n"), "capitals do not matter");
}

#[test]
fn with_black_the_program_begins() {
    let out = plays(&["chess", "--side", "b", "--depth", "1"], "");
    assert!(out.starts_with("Chess; you play Black."), "{out}");
    assert!(out.contains("\nWhite plays "), "{out}");
}

#[test]
fn undo_takes_back_the_own_move_and_the_answer() {
    let out = plays(&CHESS, "e2e4\ng1f3\nundo\nundo\nfen\nundo\n");
    let lines: Vec<&str> = out.lines().collect();
    let [.., text, nothing] = lines.as_slice() else {
        panic!("{out}");
    };
    assert_eq!(*text, START);
    assert!(nothing.contains("no move of yours"), "{nothing}");
    let black = plays(
        &["chess", "--side", "b", "--nodes", "200"],
        "undo\na7a6\nundo\nfen\n",
    );
    assert!(black.contains("no move of yours"), "{black}");
    let text = black.lines().last().expect("the position");
    assert!(text.contains(" b ") && text.ends_with(" 1"), "{text}");
}

#[test]
fn a_hint_and_the_worth_of_the_position() {
    let out = plays(
        &["chess", "--fen", MATE, "--nodes", "5000"],
        "hint\neval\nmoves\n",
    );
    assert!(
        out.contains("b5b8 (White wins in 1 ply at most; expected: b5b8)"),
        "{out}"
    );
    assert!(out.contains("without looking ahead: White is "), "{out}");
    assert!(
        out.contains("looking 1 ply ahead: White wins in 1 ply"),
        "{out}"
    );
    assert!(out.contains(" b5b7 b5b8 "), "{out}");
}

#[test]
fn the_end_of_the_game_is_told_and_can_be_undone() {
    let lines = "a6a7\nb5b8\nboard\na7a8\nmoves\nhint\neval\nundo\nfen\n";
    let out = plays(&["chess", "--fen", ROOKS, "--nodes", "500"], lines);
    let told = "the game is over: White has won, the side to move is checkmated";
    assert_eq!(out.matches(told).count(), 1, "{out}");
    assert!(out.contains("there is undo, and quit"), "{out}");
    assert!(out.ends_with("6k1/R7/8/1R6/8/8/8/4K3 w - - 2 2\n"), "{out}");
}

#[test]
fn a_game_that_is_over_at_the_beginning() {
    let mated = "k,7/1,Q,6/1,K,6/8/8/8/8/8 b - 0";
    for side in ["w", "b", "none"] {
        let out = plays(&["chess", "--fen", mated, "--side", side], "fen\n");
        assert!(out.contains("White has won"), "{side}: {out}");
    }
}

#[test]
fn wrong_input_gets_a_helpful_answer() {
    let cases = [
        (
            "e2e5",
            "`e2e5` is not a legal move; the closest: e2e3 e2e4\n",
        ),
        ("e2", "the closest: e2e3 e2e4\n"),
        ("e7e5", "not a legal move; the closest: "),
        ("movse", "there is no command `movse`; is it moves?"),
        ("hnit", "is it hint?"),
        ("what now, my friend?", "neither a legal move nor a command"),
        ("\u{feff}é１", "neither a legal move nor a command"),
        ("a1", "`a1` is n"),
    ];
    for (line, answer) in cases {
        let out = plays(&CHESS, &format!("{line}\n"));
        assert!(out.contains(answer), "{line}: {out}");
        assert!(!out.contains("Black plays"), "{line}: {out}");
    }
}

#[test]
fn bytes_that_are_no_text_are_answered_too() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tradewind"))
        .args(["play", "chess", "--nodes", "10"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"\xff\xfe\n\0\n").expect("it listens");
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_watched_game_is_played_to_its_end() {
    let arguments = ["chess", "--fen", MATE, "--side", "none", "--nodes", "500"];
    let out = plays(&arguments, "");
    assert_eq!(out.matches(" plays ").count(), 1, "{out}");
    assert!(out.ends_with("White has won, the side to move is checkmated\n"));
    assert_eq!(out, plays(&arguments, "quit\n"), "nothing is read");
}

#[test]
fn every_rule_set_can_be_played() {
    for id in tradewind_engine::rules::built_in() {
        let out = plays(&[&id, "--side", "b", "--nodes", "20"], "moves\nhelp\n");
        assert!(out.contains("White plays "), "{id}: {out}");
    }
    let edge = plays(&["rococo", "--nodes", "20"], "");
    assert_eq!(edge.matches("edge square").count(), 1, "{edge}");
    let options = ["chess", "--set", "no_castling=true", "--nodes", "20"];
    assert!(plays(&options, "").starts_with("Chess; "));
}

/// Where a network is the evaluation, it says what each piece is worth; linear weights do not.
#[test]
fn a_network_says_what_each_piece_is_worth() {
    let out = plays(&["chess", "--depth", "1"], "eval\n");
    assert!(
        out.contains("worth of White's pieces, in pawns: Q d1 "),
        "{out}"
    );
    assert!(
        out.contains("worth of Black's pieces, in pawns: Q d8 "),
        "{out}"
    );
    assert!(!out.contains("K e1"), "{out}");
    let out = plays(&["chess", "--weights", "linear", "--depth", "1"], "eval\n");
    assert!(
        out.contains("without looking ahead") && !out.contains("worth of"),
        "{out}"
    );
}

#[test]
fn weights_come_from_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("mine.toml");
    let path = file.to_str().expect("a path in Unicode");
    std::fs::write(&file, "[position]\ntempo = 700\n").expect("a file is written");
    let out = plays(&["chess", "--weights", path, "--depth", "1"], "eval\n");
    assert!(
        out.contains("without looking ahead: White is 7.00 pawns ahead"),
        "{out}"
    );
    std::fs::write(&file, "[material]\nX = 1\n").expect("a file is written");
    let said = say(&["chess", "--weights", path], "");
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""));
    assert!(said.err.contains("mine.toml: line 2: "), "{}", said.err);
}

#[test]
fn wrong_arguments_are_refused() {
    for arguments in [
        &["nochess"][..],
        &["chess", "--side", "x"],
        &["chess", "--nodes", "0"],
        &["chess", "--depth", "0"],
        &["chess", "--depth", "101"],
        &["chess", "--seconds", "0"],
        &["chess", "--seconds", "-1"],
        &["chess", "--seconds", "nan"],
        &["chess", "--seconds", "inf"],
        &["chess", "--array", "9"],
        &["chess", "--fen", "8 w"],
        &["chess", "--set", "x=1"],
        &["chess", "--weights", "nowhere/none.toml"],
    ] {
        let said = say(arguments, "");
        assert_eq!(
            (said.code, said.out.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        assert!(!said.err.is_empty(), "{arguments:?}");
    }
    let out = plays(&["chess", "--seconds", "0.01"], "e2e4\n");
    assert!(out.contains("Black plays "), "{out}");
}

#[test]
fn moves_of_a_square_and_pieces_are_shown() {
    let out = plays(&CHESS, "moves g1\npiece n\npiece g1\nmoves e4\npiece zz\n");
    assert!(out.contains("g1f3 g1h3\n"), "{out}");
    assert_eq!(out.matches("\nKnight (N): N\n").count(), 2, "{out}");
    assert!(out.contains("there is no legal move from `e4`"), "{out}");
    assert!(out.contains("there is no piece `zz`"), "{out}");
}

#[test]
fn a_game_is_given_up_or_drawn() {
    let out = plays(&CHESS, "resign\nfen\n");
    assert!(out.ends_with("White resigns: Black has won\n"), "{out}");
    // White mates at once: the program is glad of a draw, and the other way round it is not.
    let out = plays(&["chess", "--fen", MATE, "--nodes", "5000"], "draw\nfen\n");
    assert!(out.ends_with("agreed: a draw\n"), "{out}");
    let behind = "4,k,3/8/8/3,q,4/8/8/8/4,K,3 w - 0";
    let out = plays(&["chess", "--fen", behind, "--nodes", "500"], "draw\nfen\n");
    assert!(out.contains("no: the program sees itself ahead\n"), "{out}");
    assert!(out.ends_with("4k3/8/8/3q4/8/8/8/4K3 w - - 0 1\n"), "{out}");
}

#[test]
fn moves_as_their_author_writes_them() {
    let arguments = ["chess", "--nodes", "200", "--notation", "author"];
    let out = plays(&arguments, "moves b1\nNf3\nmoves f3\n");
    assert!(out.contains("Na3 Nc3\n") && out.contains("Ng1"), "{out}");
    // What is typed is read whatever is printed.
    let genie = "4,k,5/10/10/10/10/5,p,4/4,Ge,5/10/10/4,K,5 w - 0";
    for (typed, notation) in [
        ("Gex!f5", "own"),
        ("Gex!f5", "author"),
        ("e4e4xf5", "author"),
    ] {
        let arguments = [
            "scirocco-2009",
            "--nodes",
            "50",
            "--fen",
            genie,
            "--notation",
            notation,
        ];
        let out = plays(&arguments, &format!("{typed}\n"));
        assert!(!out.contains("not a legal move"), "{typed}: {out}");
    }
}

/// As the pages of Scirocco and Typhoon say: Blue places the Kings of both sides, Tan all else; Tan chooses everything.
#[test]
fn an_array_is_chosen_as_the_authors_say() {
    let squares = "j1\nb1\nh1\ng1\ne1\ni2\nf2\n";
    let scirocco = ["scirocco-2009", "--array", "choose", "--seed", "1"];
    let white = plays(&scirocco, "g2\nmirrored\nquit\n");
    assert!(white.contains("King: d2 or g2? Black's array: "), "{white}");
    assert!(white.contains("Black chooses: Chariot: "), "{white}");
    let black = [&scirocco[..], &["--side", "b", "--nodes", "10"]].concat();
    let black = plays(&black, &format!("zz\n{squares}quit\n"));
    assert!(black.contains("White chooses: King: "), "{black}");
    assert!(
        black.contains("Chariot: a1 or j1? `zz` is neither; type one of the two, or quit\nChariot: a1 or j1? Alfil: b1 or i1?"),
        "{black}"
    );
    // Bits 0, 2, 5 and 7 exchange, bit 3 does not: the Dervish stands on g1 in array 0.
    let number = black
        .split("array ")
        .nth(1)
        .and_then(|rest| rest.split('\n').next());
    let number: u32 = number.expect("a number").parse().expect("a number");
    assert_eq!(number & 0b1011_1111, 0b1010_0101, "{black}");
    // All by chance, and the same by the same number.
    let watched = [&scirocco[..], &["--side", "none", "--nodes", "1"]].concat();
    assert_eq!(plays(&watched, ""), plays(&watched, ""));
    let typhoon = ["typhoon", "--array", "choose", "--side", "b"];
    let asked = plays(&typhoon, "turned\na1\nb1\n");
    assert!(
        asked.starts_with("Black's array: turned or mirrored? "),
        "{asked}"
    );
    // Four arrays that one answer tells apart, beside the symmetry.
    let four = ["scirocco-2001", "--array", "choose", "--side", "b"];
    let four = plays(&four, "turned\nj1\nquit\n");
    assert!(four.contains("array 255\n"), "{four}");
    let said = say(&["chess", "--array", "choose"], "");
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("not chosen pair by pair"), "{}", said.err);
}
