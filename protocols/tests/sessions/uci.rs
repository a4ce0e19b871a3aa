//! Sessions of the Universal Chess Interface.

use super::conversation::Conversation;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

impl Conversation {
    /// Sends a line. Returns the immediate answer.
    #[track_caller]
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut received = self.until("readyok");
        received.pop();
        received
    }

    /// Sends a line that must not be answered.
    #[track_caller]
    fn tell(&mut self, line: &str) {
        assert_eq!(self.ask(line), [""; 0], "{line}");
    }

    /// Sets an option.
    #[track_caller]
    fn set(&mut self, name: &str, value: &str) {
        self.tell(&format!("setoption name {name} value {value}"));
    }

    /// Sends a line that must be answered with messages only.
    #[track_caller]
    fn refused(&mut self, line: &str) -> String {
        let received = self.ask(line);
        assert!(!received.is_empty(), "no answer to {line}");
        let is_message = |line: &String| line.starts_with("info string ");
        assert!(received.iter().all(is_message), "{line}: {received:?}");
        received.join("\n")
    }

    /// The part of the output of `d` after a key such as `fen`.
    #[track_caller]
    fn shown(&mut self, key: &str) -> String {
        let prefix = format!("{key}: ");
        let received = self.ask("d");
        let found = received.iter().find_map(|line| line.strip_prefix(&prefix));
        found
            .unwrap_or_else(|| panic!("no `{key}` in {received:#?}"))
            .to_string()
    }

    /// Searches. Returns the output, which ends with the best move.
    #[track_caller]
    fn search(&mut self, go: &str) -> Vec<String> {
        self.send(go);
        self.until("bestmove ")
    }

    /// Searches. Returns the best move.
    #[track_caller]
    fn best(&mut self, go: &str) -> String {
        let line = self.search(go).pop().unwrap_or_default();
        line.split(' ').nth(1).unwrap_or_default().to_string()
    }

    /// Whether a running search has printed a best move.
    #[track_caller]
    fn has_moved(&mut self, line: &str) -> bool {
        let received = self.ask(line);
        received.iter().any(|line| line.starts_with("bestmove"))
    }
}

/// The lines without speed and time.
fn timeless(lines: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let is_kept = |at: usize| {
            let is_key = |at: usize| ["nps", "time"].contains(&words[at]);
            !is_key(at) && (at == 0 || !is_key(at - 1))
        };
        let kept_words: Vec<&str> = (0..words.len())
            .filter(|&at| is_kept(at))
            .map(|at| words[at])
            .collect();
        kept.push(kept_words.join(" "));
    }
    kept
}

/// The number after a key.
fn number(line: &str, key: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|word| *word != key);
    words.nth(1)?.parse().ok()
}

#[test]
fn the_engine_introduces_itself() {
    let mut talk = Conversation::uci();
    talk.send("uci");
    let lines = talk.until("uciok");
    assert!(lines[0].starts_with("id name Tradewind "), "{lines:#?}");
    assert!(lines[1].starts_with("id author "), "{lines:#?}");
    let variant = "option name UCI_Variant type combo default chess var chess var ";
    let variant = lines.iter().find(|line| line.starts_with(variant));
    assert!(variant.is_some_and(|line| line.contains(" var shatranj")));
    for wanted in [
        "option name Hash type spin default 16 min 1 max 65536",
        "option name Clear Hash type button",
        "option name Ponder type check default false",
        "option name Weights type string default <empty>",
        "option name Option_no_castling type check default false",
    ] {
        assert!(
            lines.iter().any(|line| line == wanted),
            "{wanted}: {lines:#?}"
        );
    }
    assert_eq!(talk.quit(), [""; 0]);
}

#[test]
fn options_belong_to_the_variant() {
    let castling = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let mut talk = Conversation::uci();
    talk.set("Option_no_castling", "true");
    talk.tell(castling);
    assert!(!talk.shown("moves").contains("e1g1"));
    talk.set("uci_variant", "typhoon");
    talk.send("uci");
    let lines = talk.until("uciok");
    let is_own = |line: &String| line.starts_with("option name Option_");
    assert!(lines.iter().any(is_own), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("no_castling")));
    talk.refused("setoption name Option_no_castling value true");
    talk.set("UCI_Variant", "chess");
    talk.tell(castling);
    assert!(talk.shown("moves").contains("e1g1"));
}

#[test]
fn wrong_options_change_nothing() {
    let mut talk = Conversation::uci();
    for line in [
        "setoption name Hash value 0",
        "setoption name Hash value much",
        "setoption name Hash value 99999999999999999999999",
        "setoption name Hash",
        "setoption name UCI_Variant value no-such-game",
        "setoption name UCI_Variant value no/such/file.toml",
        "setoption name UCI_Variant",
        "setoption name Option_no_castling value perhaps",
        "setoption name Option_nothing value true",
        "setoption name Ponder value perhaps",
        "setoption name",
        "setoption",
    ] {
        talk.refused(line);
    }
    assert!(talk.shown("fen").starts_with("rnbqkbnr/"));
}

#[test]
fn rule_files_and_weights_are_loaded() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file is written");
        path.display().to_string()
    };
    let rules = "name = \"Mine\"\nextends = \"shatranj\"\n";
    let rules = write("my rules.toml", rules);
    let weights = write("some weights.toml", "[material]\nQ = [1000, 1000]\n");
    let mut talk = Conversation::uci();
    let before = talk.search("go depth 3");
    talk.set("Weights", &weights);
    talk.set("Hash", "2");
    let after = talk.search("go depth 3");
    let start = |lines: &[String]| lines[2].split(" nodes").next().map(str::to_string);
    assert_ne!(start(&before), start(&after));
    // The other game has no queen, so it is played with its own weights.
    let error = talk.refused(&format!("setoption name UCI_Variant value {rules}"));
    assert!(error.contains("built-in weights"), "{error}");
    assert_ne!(talk.shown("moves"), "");
    talk.set("Weights", "<empty>");
    assert_ne!(talk.best("go nodes 500"), "(none)");
    let error = talk.refused("setoption name Weights value not/there.toml");
    assert!(error.contains("not/there.toml"), "{error}");
}

#[test]
fn positions_are_set_up() {
    let mut talk = Conversation::uci();
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
}

#[test]
fn shatranj_in_the_notation_of_other_engines() {
    let mut talk = Conversation::uci();
    talk.set("UCI_Variant", "shatranj");
    let start = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1";
    assert_eq!(talk.shown("fen"), start);
    talk.tell(&format!("position fen {start} moves c1e3"));
    talk.tell("position fen 1n5k/P7/8/8/8/8/8/4K1R1 w - - 0 1");
    // The same moves as Fairy-Stockfish 11.1 lists.
    assert_eq!(
        talk.shown("moves"),
        "a7a8q a7b8q e1d1 e1d2 e1e2 e1f1 e1f2 g1f1 g1g2 g1g3 g1g4 g1g5 g1g6 g1g7 g1g8 g1h1"
    );
    talk.best("go depth 2");
}

/// The notation of other engines is used for all games whose pieces have single letters.
#[test]
fn makruk_in_the_notation_of_other_engines() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("makruk.toml");
    fs::write(&file, include_str!("../../../scripts/variants/makruk.toml")).expect("a file");
    let mut talk = Conversation::uci();
    talk.set("UCI_Variant", &file.display().to_string());
    let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    assert_eq!(talk.shown("fen"), start);
    talk.tell("position fen 4k3/8/8/8/p7/8/8/4K3 b - - 0 30");
    assert_eq!(talk.shown("moves"), "a4a3m e8d7 e8d8 e8e7 e8f7 e8f8");
    talk.tell("position fen 4k3/8/8/8/p7/8/8/4K3 b - - 0 30 moves a4a3m e1e2");
    assert_eq!(talk.shown("fen"), "4k3/8/8/8/8/m7/4K3/8 b - - 0 31");
}

#[test]
fn wrong_positions_change_nothing() {
    let mut talk = Conversation::uci();
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
        talk.refused(line);
        assert_eq!(talk.shown("text"), before, "{line}");
    }
}

/// Moves are played up to the first illegal one, which is reported.
#[test]
fn illegal_moves_are_reported() {
    let mut talk = Conversation::uci();
    for (moves, played, wanted) in [
        ("e2e5", "", "move 1, `e2e5`, is not legal;"),
        ("e2e4 e2e4 d7d5", "e2e4", "move 2, `e2e4`, is not legal;"),
        ("e2e4 e7", "e2e4", "move 2, `e7`, is not legal;"),
        ("e2e4é", "", "move 1, `e2e4é`,"),
        ("日本語日本語", "", "move 1, `日本語日本語`,"),
        (
            "f2f3 e7e5 g2g4 d8h4 e1f2",
            "f2f3 e7e5 g2g4 d8h4",
            "move 5, `e1f2`, cannot be played: the game is over: Black has won (checkmate); the position before it is kept",
        ),
    ] {
        let error = talk.refused(&format!("position startpos moves {moves}"));
        assert!(error.contains(wanted), "{error}");
        let text = talk.shown("text");
        talk.tell(&format!("position startpos moves {played}"));
        assert_eq!(talk.shown("text"), text, "{moves}");
    }
}

/// The other program claims draws, not the engine.
#[test]
fn draws_that_must_be_claimed_do_not_end_a_game() {
    let mut talk = Conversation::uci();
    let back = " g1f3 g8f6 f3g1 f6g8";
    talk.tell(&format!("position startpos moves{}", back.repeat(2)));
    assert_eq!(talk.shown("result"), "*");
    let legal = talk.shown("moves");
    let best = talk.best("go depth 3");
    assert!(legal.contains(&best), "{best}");
    talk.tell(&format!("position startpos moves{} e2e4", back.repeat(3)));
    talk.tell("position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 99 80 moves e8d8 e1d1");
    assert_eq!(talk.shown("result"), "*");
}

#[test]
fn results_are_shown() {
    let back = format!("startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(4));
    let mut talk = Conversation::uci();
    for (position, result) in [
        (back.as_str(), "draw repetition"),
        ("fen 4k3/8/8/8/8/8/3bP3/4K3 w - - 0 80 moves e1d2 e8d8", "*"),
        (
            "fen 4k3/8/8/8/8/8/3bB3/4K3 w - - 0 80 moves e1d2",
            "draw dead position",
        ),
        (
            "fen 4k3/8/8/8/8/8/4P3/4K3 b - - 149 80 moves e8d8",
            "draw move count",
        ),
        ("startpos moves f2f3 e7e5 g2g4 d8h4", "b checkmate"),
    ] {
        talk.tell(&format!("position {position}"));
        assert_eq!(talk.shown("result"), result, "{position}");
    }
    let over = [
        "info string the game is over: Black has won (checkmate)",
        "bestmove (none)",
    ];
    assert_eq!(talk.search("go depth 5"), over);
    assert_eq!(talk.search("go infinite\nstop"), over);
}

#[test]
fn perft_counts_move_sequences() {
    let mut talk = Conversation::uci();
    for (position, go, nodes) in [
        ("startpos", "go perft 4", 197_281),
        (
            "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "go perft 4",
            4_085_603,
        ),
        // Repetition, move counts and dead positions do not end a sequence.
        ("fen 8/8/8/8/8/K7/P7/k7 w - - 0 1", "go perft 3", 43),
        ("fen 8/8/8/8/8/K7/P7/k7 w - - 0 1", "go perft 6", 6_249),
        ("fen 8/8/8/3k4/8/8/8/K7 w - - 0 1", "go perft 1", 3),
        ("fen 8/8/8/3k4/8/8/8/K7 w - - 0 1", "go perft 0", 1),
    ] {
        talk.tell(&format!("position {position}"));
        talk.send(go);
        let lines = talk.until("Nodes searched: ");
        let last = lines.last().map(String::as_str);
        assert_eq!(last, Some(format!("Nodes searched: {nodes}").as_str()));
        let is_divided = lines.contains(&"e2e4: 13160".to_string());
        assert_eq!(is_divided, position == "startpos", "{lines:#?}");
    }
    talk.send("go perft 50\nstop");
    talk.until("info string stopped");
    talk.send("go perft 99999999999\nstop");
    talk.until("info string stopped");
}

#[test]
fn searches_by_nodes_are_deterministic() {
    for variant in ["chess", "shatranj", "rococo", "scirocco-2009"] {
        let mut talk = Conversation::uci();
        talk.set("UCI_Variant", variant);
        let first = talk.search("go nodes 3000");
        talk.tell("ucinewgame");
        let second = talk.search("go nodes 3000");
        assert_eq!(timeless(&first), timeless(&second));
        let mut talk = Conversation::uci();
        talk.set("UCI_Variant", variant);
        assert_eq!(timeless(&first), timeless(&talk.search("go nodes 3000")));
        let lines = talk.search("go depth 3");
        let last = &lines[lines.len() - 2];
        assert_eq!(number(last, "depth"), Some(3), "{last}");
        for key in ["seldepth", "nodes", "nps", "time"] {
            assert!(number(last, key).is_some(), "{key}: {last}");
        }
        assert!(
            last.contains(" score cp ") && last.contains(" pv "),
            "{last}"
        );
    }
}

#[test]
fn mates_are_counted_in_moves() {
    let mut talk = Conversation::uci();
    for (fen, score, best) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "mate 1", "a1a8"),
        ("k7/8/1K6/8/8/8/8/2R5 w - - 0 1", "mate 1", "c1c8"),
        ("k7/7R/1K6/8/8/8/8/8 b - - 0 1", "mate -1", "a8b8"),
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", "mate 2", "c6b6 c6c7"),
    ] {
        talk.tell(&format!("position fen {fen}"));
        let lines = talk.search("go depth 6");
        let last = &lines[lines.len() - 2];
        assert!(last.contains(&format!(" score {score} ")), "{last}");
        let played = lines[lines.len() - 1].strip_prefix("bestmove ");
        let played = played.and_then(|played| played.split(' ').next());
        let is_best = |played| best.split(' ').any(|mv| mv == played);
        assert!(played.is_some_and(is_best), "{fen}: {played:?}");
    }
}

#[test]
fn eval_prints_the_static_evaluation() {
    let mut talk = Conversation::uci();
    talk.tell("position startpos");
    let lines = talk.ask("eval");
    assert!(lines[0].starts_with("info string score cp "), "{lines:?}");
    let values = "info string value of White's pieces, in pawns: Q d1 ";
    assert!(lines[1].starts_with(values), "{lines:?}");
}

#[test]
fn an_infinite_search_ends_at_stop() {
    let mut talk = Conversation::uci();
    for variant in ["chess", "typhoon"] {
        talk.set("UCI_Variant", variant);
        talk.send("go infinite");
        talk.until("info depth 2 ");
        talk.ask("ponderhit");
        let begin = Instant::now();
        talk.send("stop");
        talk.until("bestmove ");
        assert!(begin.elapsed() < Duration::from_secs(1), "{variant}");
    }
    // It also waits after a mate is found.
    talk.set("UCI_Variant", "chess");
    talk.tell("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    talk.send("go infinite");
    talk.until("info depth 1 ");
    sleep(Duration::from_millis(100));
    assert!(!talk.has_moved(""));
    talk.send("stop");
    talk.until("bestmove a1a8");
}

/// Only the moves of `searchmoves` are searched; illegal ones are reported.
#[test]
fn searchmoves_restrict_the_search() {
    let mut talk = Conversation::uci();
    let best = talk.best("go nodes 3000 searchmoves a2a3 h2h4");
    assert!(["a2a3", "h2h4"].contains(&best.as_str()), "{best}");
    let lines = talk.search("go searchmoves h2h4 h2h5 depth 2");
    assert_eq!(lines[0], "info string `h2h5` of `searchmoves` is not legal");
    let last = lines.last().map_or("", String::as_str);
    assert!(last.starts_with("bestmove h2h4"), "{last}");
    let lines = talk.search("go depth 1 searchmoves h2h5");
    assert_eq!(lines[1], "info string all moves are searched");
}

/// While pondering there is no `bestmove`, whether or not the expected move is played.
#[test]
fn pondering_uses_the_time_of_the_opponent() {
    let mut talk = Conversation::uci();
    talk.set("Ponder", "true");
    let best = talk.search("go depth 4").pop().unwrap_or_default();
    let best = best.strip_prefix("bestmove ").unwrap_or_default();
    let (first, reply) = best.split_once(" ponder ").expect("an expected reply");
    talk.tell(&format!("position startpos moves {first} {reply}"));
    for go in [
        "go ponder depth 2",
        "go ponder wtime 300 btime 300 movestogo 1",
        "go ponder nodes 1000",
    ] {
        talk.send(go);
        talk.until("info depth 1 ");
        sleep(Duration::from_millis(400));
        assert!(!talk.has_moved(""), "{go}");
        let begin = Instant::now();
        assert_ne!(talk.best("ponderhit"), "(none)");
        assert!(begin.elapsed() < Duration::from_secs(2), "{go}");
        // There is no second best move.
        assert!(!talk.has_moved("stop"), "{go}");
    }
    talk.best("go ponder movetime 1\nstop");
    talk.tell("ponderhit");
}

#[test]
fn searches_end_in_time() {
    let mut talk = Conversation::uci();
    talk.tell("isready");
    for (go, max) in [
        ("go movetime 100", 1500),
        ("go wtime 1000 btime 1 winc 0 binc 0", 1500),
        ("go wtime 300 btime 300 movestogo 1", 1500),
        ("go wtime -20 btime 0", 1000),
        ("go nodes 0", 1000),
        ("go depth 0", 1000),
    ] {
        let begin = Instant::now();
        let best = talk.best(go);
        assert!(begin.elapsed() < Duration::from_millis(max), "{go}");
        assert_ne!(best, "(none)", "{go}");
    }
}

#[test]
fn commands_during_a_search() {
    let mut talk = Conversation::uci();
    talk.send("go infinite");
    talk.until("info depth 1 ");
    // These are answered at once.
    talk.send("isready");
    talk.until("readyok");
    talk.send("d");
    talk.until("result: *");
    talk.ask("position startpos moves e2e4");
    // These stop the search.
    talk.send("setoption name Hash value 4");
    talk.until("bestmove ");
    talk.send("go infinite\ngo depth 1");
    talk.until("bestmove ");
    talk.until("bestmove ");
    talk.send("go infinite\nucinewgame");
    talk.until("bestmove ");
    talk.send("bench 2");
    talk.until("Nodes searched: ");
}

#[test]
fn bench_is_deterministic() {
    let mut talk = Conversation::uci();
    let mut bench = || {
        talk.send("bench 3");
        let nodes = talk.until("Nodes searched: ").pop();
        talk.best("go nodes 2000");
        nodes
    };
    assert_eq!(bench(), bench());
}

#[test]
fn multi_pv_prints_the_best_line_first() {
    let mut talk = Conversation::uci();
    talk.set("MultiPV", "3");
    let lines = talk.search("go depth 5");
    let last: Vec<&String> = (lines.iter())
        .filter(|line| number(line, "depth") == Some(5))
        .collect();
    let numbers: Vec<Option<i64>> = last.iter().map(|line| number(line, "multipv")).collect();
    assert_eq!(numbers, [Some(1), Some(2), Some(3)], "{lines:?}");
    let scores: Vec<Option<i64>> = last.iter().map(|line| number(line, "cp")).collect();
    assert!(
        scores.iter().all(Option::is_some) && scores.is_sorted_by(|a, b| a >= b),
        "{lines:?}"
    );
    let mut firsts: Vec<&str> = (last.iter())
        .filter_map(|line| line.split(" pv ").nth(1)?.split(' ').next())
        .collect();
    firsts.dedup();
    assert_eq!(firsts.len(), 3, "{lines:?}");
}

#[test]
fn a_search_on_several_threads() {
    let mut talk = Conversation::uci();
    talk.set("Threads", "2");
    let lines = talk.search("go depth 8");
    let last = &lines[lines.len() - 2];
    assert_eq!(number(last, "depth"), Some(8), "{last}");
    talk.best("go nodes 5000");
}

#[test]
fn unknown_commands_are_reported() {
    let mut talk = Conversation::uci();
    for line in [
        "hello",
        "UCI",
        "go-go-go",
        "\u{0}\u{1}\u{2}",
        "position\u{a0}startpos x",
        "bench x",
        "bench -",
    ] {
        talk.refused(line);
    }
    for line in ["", "   ", "\t", "\r", "ponderhit", "stop", "stop stop"] {
        talk.tell(line);
    }
    let lines = talk.search("go depth one nodes 100 nonsense");
    assert!(lines[0].starts_with("info string "), "{lines:#?}");
}

#[test]
fn any_bytes_and_any_length() {
    let mut talk = Conversation::uci();
    let mut state = 88_172_645_463_325_252_u64;
    let mut bytes = Vec::new();
    for _ in 0..200_000 {
        // Xorshift.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.push(state as u8);
    }
    talk.send_bytes(&bytes);
    talk.send("");
    talk.ask("");
    // Commands with random arguments.
    let commands = [
        "position fen ",
        "setoption name ",
        "go nodes 10 ",
        "position startpos moves ",
    ];
    for (at, command) in commands.iter().enumerate() {
        for part in bytes[at * 40_000..].chunks(97).take(50) {
            let arguments = part.iter().copied().filter(|&byte| byte != b'\n');
            let line: Vec<u8> = command.bytes().chain(arguments).chain(*b"\n").collect();
            talk.send_bytes(&line);
        }
    }
    talk.ask("");
    for part in [
        "x",
        "position startpos moves e2e4 ",
        "go nodes ",
        "9",
        "setoption name ",
    ] {
        talk.ask("stop");
        talk.send(&part.repeat(3_000_000 / part.len()));
    }
    talk.ask("stop");
    talk.tell("position startpos");
    assert_eq!(talk.best("go depth 2").len(), "e2e4".len());
}

#[test]
fn long_games_are_followed() {
    let mut talk = Conversation::uci();
    talk.set("UCI_Variant", "typhoon");
    let mut moves = String::new();
    for _ in 0..40 {
        talk.tell(&format!("position startpos moves{moves}"));
        moves.push(' ');
        moves += &talk.best("go nodes 50");
    }
}

/// The input of a script may end with a job: one that ends by itself is finished, another one is stopped. `quit` stops all.
#[test]
fn the_end_of_the_input_ends_every_job() {
    for (line, nodes, last) in [
        ("", 0, "readyok"),
        ("go infinite", 0, "bestmove "),
        ("go", 0, "bestmove "),
        ("go ponder depth 1", 0, "bestmove "),
        ("go nodes 20000", 20_000, "bestmove "),
        ("go depth 4", 100, "bestmove "),
        ("go movetime 100", 20, "bestmove "),
        ("go perft 3", 0, "Nodes searched: 8902"),
        ("bench 2", 0, "Nodes per second: "),
    ] {
        let mut talk = Conversation::uci();
        talk.tell("isready");
        talk.send(line);
        let (received, result) = talk.close();
        result.expect("the session ends well");
        let is_last = received.last().is_some_and(|line| line.starts_with(last));
        assert!(is_last, "{line}: {received:#?}");
        let found = received.iter().filter_map(|line| {
            let (_, rest) = line.split_once(" nodes ")?;
            rest.split(' ').next()?.parse::<u64>().ok()
        });
        assert!(found.max().unwrap_or(0) >= nodes, "{line}: {received:#?}");
    }
    for line in [
        "go infinite",
        "go perft 40",
        "bench 60",
        "go movetime 999999999",
    ] {
        let mut talk = Conversation::uci();
        talk.send(line);
        talk.quit();
    }
    // The last line may lack its end.
    let mut talk = Conversation::uci();
    talk.send_bytes(b"uci");
    let (received, _) = talk.close();
    assert_eq!(received.last().map(String::as_str), Some("uciok"));
}
