//! Positions and moves, right and wrong.

use super::conversation::Conversation;

#[test]
fn positions_are_set_up() {
    let mut talk = Conversation::new();
    for (line, fen) in [
        (
            "position startpos moves e2e4 c7c5 g1f3",
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        ),
        (
            "position array 0",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
        (
            "position fen 4,k,3/P,7/8/3,p,P,3/8/8/8/4,K,2,R w castle=K;ep=d6 40 moves e5d6xd5",
            "4k3/P7/3P4/8/8/8/8/4K2R b K - 0 21",
        ),
        (
            "position fen 4k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 21 moves e5d6 e8d7 a7a8n d7d6 e1g1",
            "N7/8/3k4/8/8/8/8/5RK1 b - - 1 23",
        ),
        (
            "position fen 4k3/P7/8/8/8/8/8/4K2R w KQkq - 3 9 moves a7a8=Q",
            "Q3k3/8/8/8/8/8/8/4K2R b K - 0 9",
        ),
    ] {
        talk.tell(line);
        assert_eq!(talk.shown("fen"), fen, "{line}");
    }
    talk.quit();
}

#[test]
fn shatranj_is_written_as_others_write_it() {
    let mut talk = Conversation::new();
    talk.tell("setoption name UCI_Variant value shatranj");
    let start = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1";
    assert_eq!(talk.shown("fen"), start);
    talk.tell(&format!("position fen {start} moves c1e3"));
    talk.tell("position fen 1n5k/P7/8/8/8/8/8/4K1R1 w - - 0 1");
    // The same moves as Fairy-Stockfish 11.1 lists.
    assert_eq!(
        talk.shown("moves"),
        "a7a8q a7b8q e1d1 e1d2 e1e2 e1f1 e1f2 g1f1 g1g2 g1g3 g1g4 g1g5 g1g6 g1g7 g1g8 g1h1"
    );
    let best = talk.search("go depth 2");
    assert!(
        best.last()
            .is_some_and(|line| line.starts_with("bestmove "))
    );
    talk.quit();
}

/// Games whose pieces have one letter each are written as other engines write them, too.
#[test]
fn makruk_is_written_as_others_write_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("makruk.toml");
    std::fs::write(&file, include_str!("../../../scripts/variants/makruk.toml")).expect("a file");
    let mut talk = Conversation::new();
    let file = file.display();
    talk.tell(&format!("setoption name UCI_Variant value {file}"));
    let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    assert_eq!(talk.shown("fen"), start);
    talk.tell("position fen 4k3/8/8/8/p7/8/8/4K3 b - - 0 30");
    assert_eq!(talk.shown("moves"), "a4a3m e8d7 e8d8 e8e7 e8f7 e8f8");
    talk.tell("position fen 4k3/8/8/8/p7/8/8/4K3 b - - 0 30 moves a4a3m e1e2");
    assert_eq!(talk.shown("fen"), "4k3/8/8/8/8/m7/4K3/8 b - - 0 31");
    talk.quit();
}

#[test]
fn wrong_positions_change_nothing() {
    let mut talk = Conversation::new();
    talk.tell("position startpos moves e2e4");
    let before = talk.shown("text");
    for line in [
        "position",
        "position fen",
        "position moves e2e4",
        "position startpos e2e4",
        "position array",
        "position array 1",
        "position array -1",
        "position array 99999999999999",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "position fen k7/8/8/8/8/8/8/KR6 w - e4 0 1",
        "position fen kR6/8/8/8/8/8/8/K7 w - - 0 1",
        "position fen k,7/8/8/8/8/8/8/K,7 w - 0 extra",
        "position fen k,7/8/8/8/8/8/8/K,7 x - 0",
        "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position somewhere",
    ] {
        talk.complains(line);
        assert_eq!(talk.shown("text"), before, "{line}");
    }
    talk.quit();
}

/// Moves are played up to the first illegal one, which is reported.
#[test]
fn moves_that_cannot_be_played_are_left_out() {
    let mut talk = Conversation::new();
    for (moves, played, wanted) in [
        ("e2e5", "", "move 1, `e2e5`, is not legal there"),
        (
            "e2e4 e2e4 d7d5",
            "e2e4",
            "move 2, `e2e4`, is not legal there",
        ),
        ("e2e4 e7", "e2e4", "move 2, `e7`, is not legal there"),
        ("e2e4é", "", "move 1, `e2e4é`,"),
        ("日本語日本語", "", "move 1, `日本語日本語`,"),
        (
            "f2f3 e7e5 g2g4 d8h4 e1f2",
            "f2f3 e7e5 g2g4 d8h4",
            "move 5, `e1f2`, cannot be played: the game is over: Black has won (checkmate); the position before it is kept",
        ),
    ] {
        let fault = talk.complains(&format!("position startpos moves {moves}"));
        assert!(fault.contains(wanted), "{fault}");
        let text = talk.shown("text");
        talk.tell(&format!("position startpos moves {played}"));
        assert_eq!(talk.shown("text"), text, "{moves}");
    }
    talk.quit();
}

/// The players claim draws, not the engine.
#[test]
fn draws_that_must_be_claimed_end_no_game() {
    let mut talk = Conversation::new();
    let back = " g1f3 g8f6 f3g1 f6g8";
    talk.tell(&format!("position startpos moves{}", back.repeat(2)));
    assert_eq!(talk.shown("result"), "*");
    let start = talk.shown("moves");
    let lines = talk.search("go depth 3");
    let best = lines.last().and_then(|line| line.strip_prefix("bestmove "));
    assert!(best.is_some_and(|best| start.contains(best)), "{lines:?}");
    talk.tell(&format!("position startpos moves{} e2e4", back.repeat(3)));
    talk.tell("position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 99 80 moves e8d8 e1d1");
    assert_eq!(talk.shown("result"), "*");
    talk.quit();
}

#[test]
fn games_that_are_over_are_explained() {
    let mut talk = Conversation::new();
    talk.tell("position startpos moves f2f3 e7e5 g2g4 d8h4");
    assert_eq!(talk.shown("result"), "b checkmate");
    let lines = talk.search("go depth 5");
    assert_eq!(
        lines,
        [
            "info string the game is over: Black has won (checkmate)",
            "bestmove (none)"
        ]
    );
    let back = " g1f3 g8f6 f3g1 f6g8".repeat(4);
    talk.tell(&format!("position startpos moves{back}"));
    assert_eq!(talk.shown("result"), "draw repetition");
    talk.tell("position fen 4k3/8/8/8/8/8/3bP3/4K3 w - - 0 80 moves e1d2 e8d8");
    assert_eq!(talk.shown("result"), "*");
    talk.tell("position fen 4k3/8/8/8/8/8/3bB3/4K3 w - - 0 80 moves e1d2");
    assert_eq!(talk.shown("result"), "draw dead position");
    talk.tell("position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 149 80 moves e8d8");
    assert_eq!(talk.shown("result"), "draw move count");
    assert_eq!(talk.search("go infinite\nstop").len(), 2);
    talk.quit();
}

#[test]
fn sequences_are_counted() {
    let mut talk = Conversation::new();
    talk.send("go perft 4");
    let lines = talk.until("Nodes searched: ");
    assert_eq!(
        lines.last().map(String::as_str),
        Some("Nodes searched: 197281")
    );
    assert!(lines.contains(&"e2e4: 13160".to_string()), "{lines:#?}");
    talk.tell("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    talk.send("go perft 0\ngo perft 4");
    talk.until("Nodes searched: 4085603");
    // Material that draws ends no sequence.
    talk.tell("position fen 8/8/8/8/8/K7/P7/k7 w - - 0 1");
    talk.send("go perft 3");
    talk.until("Nodes searched: 43");
    talk.send("go perft 6");
    talk.until("Nodes searched: 6249");
    talk.tell("position fen 8/8/8/3k4/8/8/8/K7 w - - 0 1");
    talk.send("go perft 1");
    talk.until("Nodes searched: 3");
    talk.send("go perft 50");
    talk.send("stop");
    talk.until("info string stopped");
    talk.quit();
}
