//! `tradewind play` with input from a pipe.

use std::io::Write;
use std::process::{Command, Stdio};

/// The exit code and the output of the program.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Plays with arguments and input.
fn say(arguments: &[&str], lines: impl AsRef<[u8]>) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tradewind"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    // The program may end before it has read everything.
    let _ = input.write_all(lines.as_ref());
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

/// The output of a program that ends well.
#[track_caller]
fn plays(arguments: &[&str], lines: impl AsRef<[u8]>) -> String {
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

/// Short moves are read under every rule set.
#[test]
fn short_moves_are_read() {
    for (rules, moves) in [
        ("chess", "Nf3\n"),
        ("shatranj", "Nf3\n"),
        ("scirocco-2009", "a4\n"),
        ("scirocco-2009", "Ce4\n"),
        ("rococo", "Pab3\n"),
        ("typhoon", "b5\n"),
    ] {
        let said = plays(&[rules, "--nodes", "5"], moves);
        assert!(!said.contains("neither"), "{rules}: {said}");
        assert!(said.contains("Black plays"), "{rules}: {said}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    for lines in [
        &b""[..],
        b"e2e4",
        b"\n\n",
        b"help\n",
        b"quit\nnot read\n",
        b"\xff\xfe\n\0\n",
    ] {
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
fn the_program_moves_first_if_the_user_has_black() {
    let out = plays(&["chess", "--side", "b", "--depth", "1"], "");
    assert!(out.starts_with("Chess; you play Black."), "{out}");
    assert!(out.contains("\nWhite plays "), "{out}");
}

#[test]
fn undo_takes_back_the_users_move_and_the_answer() {
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
fn hint_and_eval() {
    let out = plays(
        &["chess", "--fen", MATE, "--nodes", "5000"],
        "hint\neval\nmoves\n",
    );
    assert!(
        out.contains("b5b8 (White wins in at most 1 ply; expected: b5b8)"),
        "{out}"
    );
    assert!(out.contains("static evaluation: White is "), "{out}");
    assert!(
        out.contains("search of 1 ply: White wins in at most 1 ply"),
        "{out}"
    );
    assert!(out.contains(" b5b7 b5b8 "), "{out}");
}

#[test]
fn the_result_is_printed_once_and_can_be_undone() {
    let lines = "a6a7\nb5b8\nboard\na7a8\nmoves\nhint\neval\nundo\nfen\n";
    let out = plays(&["chess", "--fen", ROOKS, "--nodes", "500"], lines);
    let result = "the game is over: White has won, the side to move is checkmated";
    assert_eq!(out.matches(result).count(), 1, "{out}");
    assert!(out.contains("type undo or quit"), "{out}");
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
            "e2e5` is neither a legal move nor a command (did you mean `e2e4`?)",
        ),
        (
            "movse",
            "`movse` is neither a legal move nor a command (did you mean `moves`?)",
        ),
        ("hnit", "(did you mean `hint`?)"),
        (
            "what now, my friend?",
            "friend?` is neither a legal move nor",
        ),
        ("\u{feff}é１", "é１` is neither a legal move nor a command"),
        ("e7e5", "`e7e5` is neither"),
        ("a1", "`a1` is neither"),
    ];
    let out = plays(&CHESS, cases.map(|(line, _)| line).join("\n"));
    for (line, answer) in cases {
        assert!(out.contains(answer), "{line}: {out}");
    }
    assert!(!out.contains("Black plays"), "{out}");
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

/// Networks give values of pieces, linear weights do not.
#[test]
fn eval_prints_the_values_of_pieces() {
    let out = plays(&["chess", "--depth", "1"], "eval\n");
    assert!(
        out.contains("value of White's pieces, in pawns: Q d1 "),
        "{out}"
    );
    assert!(
        out.contains("value of Black's pieces, in pawns: Q d8 "),
        "{out}"
    );
    assert!(!out.contains("K e1"), "{out}");
    let out = plays(&["chess", "--weights", "linear", "--depth", "1"], "eval\n");
    assert!(
        out.contains("static evaluation") && !out.contains("value of"),
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
        out.contains("static evaluation: White is 7.00 pawns ahead"),
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
fn resignation_and_draw_offers() {
    let out = plays(&CHESS, "resign\nfen\n");
    assert!(out.ends_with("White resigns: Black has won\n"), "{out}");
    // White mates in one, so the program accepts a draw; with a queen more it declines.
    let out = plays(&["chess", "--fen", MATE, "--nodes", "5000"], "draw\nfen\n");
    assert!(out.ends_with("draw agreed\n"), "{out}");
    let behind = "4,k,3/8/8/3,q,4/8/8/8/4,K,3 w - 0";
    let out = plays(&["chess", "--fen", behind, "--nodes", "500"], "draw\nfen\n");
    assert!(
        out.contains("draw declined: the program is ahead\n"),
        "{out}"
    );
    assert!(out.ends_with("4k3/8/8/3q4/8/8/8/4K3 w - - 0 1\n"), "{out}");
}

#[test]
fn moves_in_the_authors_notation() {
    let arguments = ["chess", "--nodes", "200", "--notation", "author"];
    let out = plays(&arguments, "moves b1\nNf3\nmoves f3\n");
    assert!(out.contains("Na3 Nc3\n") && out.contains("Ng1"), "{out}");
    // Both notations are read, whichever is printed.
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
        let out = plays(&arguments, format!("{typed}\n"));
        assert!(!out.contains("not a legal move"), "{typed}: {out}");
    }
}
