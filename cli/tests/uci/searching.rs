//! Searches and what ends them.

use super::conversation::Conversation;
use std::time::{Duration, Instant};

/// The lines without what differs from run to run.
fn timeless(lines: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    for line in lines {
        let mut words = Vec::new();
        let mut all = line.split(' ');
        while let Some(word) = all.next() {
            match word {
                "nps" | "time" => all.next(),
                word => {
                    words.push(word);
                    None
                }
            };
        }
        kept.push(words.join(" "));
    }
    kept
}

/// The number behind a word.
fn number(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|known| *known != word);
    words.nth(1)?.parse().ok()
}

#[test]
fn searches_by_nodes_are_the_same_every_time() {
    for variant in ["chess", "shatranj", "rococo", "scirocco-2009"] {
        let mut talk = Conversation::new();
        talk.tell(&format!("setoption name UCI_Variant value {variant}"));
        let first = talk.search("go nodes 3000");
        talk.tell("ucinewgame");
        let second = talk.search("go nodes 3000");
        assert_eq!(timeless(&first), timeless(&second));
        talk.quit();
        let mut talk = Conversation::new();
        talk.tell(&format!("setoption name UCI_Variant value {variant}"));
        assert_eq!(timeless(&first), timeless(&talk.search("go nodes 3000")));
        let lines = talk.search("go depth 3");
        let last = &lines[lines.len() - 2];
        assert_eq!(number(last, "depth"), Some(3), "{last}");
        for word in ["seldepth", "nodes", "nps", "time"] {
            assert!(number(last, word).is_some(), "{word}: {last}");
        }
        assert!(
            last.contains(" score cp ") && last.contains(" pv "),
            "{last}"
        );
        talk.quit();
    }
}

#[test]
fn mates_are_counted_in_moves() {
    let mut talk = Conversation::new();
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
        let is_one = |played| best.split(' ').any(|one| one == played);
        assert!(played.is_some_and(is_one), "{fen}: {played:?}");
    }
    talk.quit();
}

#[test]
fn a_position_is_evaluated_without_looking_ahead() {
    let mut talk = Conversation::new();
    talk.tell("position startpos");
    let lines = talk.ask("eval");
    assert!(lines[0].starts_with("info string score cp "), "{lines:?}");
    let worth = "info string worth of White's pieces, in pawns: Q d1 ";
    assert!(lines[1].starts_with(worth), "{lines:?}");
    talk.quit();
}

#[test]
fn an_infinite_search_ends_when_told_to() {
    let mut talk = Conversation::new();
    for variant in ["chess", "typhoon"] {
        talk.tell(&format!("setoption name UCI_Variant value {variant}"));
        talk.send("go infinite");
        talk.until("info depth 2 ");
        talk.ask("ponderhit");
        let begin = Instant::now();
        talk.send("stop");
        talk.until("bestmove ");
        assert!(begin.elapsed() < Duration::from_secs(1), "{variant}");
    }
    // A search that has found all there is waits too.
    talk.tell("setoption name UCI_Variant value chess");
    talk.tell("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    talk.send("go infinite");
    talk.until("info depth 1 ");
    std::thread::sleep(Duration::from_millis(100));
    let said = talk.ask("");
    assert!(
        !said.iter().any(|line| line.starts_with("bestmove")),
        "{said:?}"
    );
    talk.send("stop");
    talk.until("bestmove a1a8");
    talk.quit();
}

/// Only the moves of `searchmoves` are searched; illegal ones are reported.
#[test]
fn only_some_moves_are_searched() {
    let mut talk = Conversation::new();
    let lines = talk.search("go nodes 3000 searchmoves a2a3 h2h4");
    let best = lines.last().map(String::as_str);
    assert!(
        matches!(best, Some("bestmove a2a3" | "bestmove h2h4")),
        "{lines:?}"
    );
    let lines = talk.search("go searchmoves h2h4 h2h5 depth 2");
    assert_eq!(lines[0], "info string `h2h5` of `searchmoves` is not legal");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove h2h4"));
    let lines = talk.search("go depth 1 searchmoves h2h5");
    assert_eq!(lines[1], "info string all moves are searched");
    talk.quit();
}

/// While pondering there is no `bestmove`, whether the expected move is played or not.
#[test]
fn the_other_sides_time_is_used() {
    let mut talk = Conversation::new();
    talk.tell("setoption name Ponder value true");
    let lines = talk.search("go depth 4");
    let best: Vec<&str> = lines.last().expect("a line").split(' ').collect();
    let ["bestmove", first, "ponder", answer] = best[..] else {
        panic!("{best:?}");
    };
    let ponder = format!("position startpos moves {first} {answer}");
    talk.tell(&ponder);
    for go in [
        "go ponder depth 2",
        "go ponder wtime 300 btime 300 movestogo 1",
        "go ponder nodes 1000",
    ] {
        talk.send(go);
        talk.until("info depth 1 ");
        std::thread::sleep(Duration::from_millis(400));
        let said = talk.ask("");
        assert!(
            !said.iter().any(|line| line.starts_with("bestmove")),
            "{go}: {said:?}"
        );
        let begin = Instant::now();
        talk.send("ponderhit");
        let said = talk.until("bestmove ");
        assert!(!said.contains(&"bestmove (none)".to_string()), "{said:?}");
        assert!(begin.elapsed() < Duration::from_secs(2), "{go}");
        // There is no second one.
        let said = talk.ask("stop");
        assert!(
            !said.iter().any(|line| line.starts_with("bestmove")),
            "{go}: {said:?}"
        );
    }
    talk.send("go ponder movetime 1");
    talk.send("stop");
    talk.until("bestmove ");
    talk.tell("ponderhit");
    talk.quit();
}

#[test]
fn clocks_are_kept() {
    let mut talk = Conversation::new();
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
        let lines = talk.search(go);
        assert!(begin.elapsed() < Duration::from_millis(max), "{go}");
        assert_ne!(
            lines.last().map(String::as_str),
            Some("bestmove (none)"),
            "{go}"
        );
    }
    talk.quit();
}

#[test]
fn other_commands_during_a_search() {
    let mut talk = Conversation::new();
    talk.send("go infinite");
    talk.until("info depth 1 ");
    // Answered at once.
    talk.send("isready");
    talk.until("readyok");
    talk.send("d");
    talk.until("result: *");
    talk.ask("position startpos moves e2e4");
    // These end it first.
    talk.send("setoption name Hash value 4");
    talk.until("bestmove ");
    talk.send("go infinite\ngo depth 1");
    talk.until("bestmove ");
    talk.until("bestmove ");
    talk.send("go infinite\nucinewgame");
    talk.until("bestmove ");
    talk.send("bench 2");
    talk.until("Nodes searched: ");
    talk.quit();
}

#[test]
fn bench_counts_the_same_nodes_every_time() {
    let mut talk = Conversation::new();
    let mut counts = Vec::new();
    for line in ["bench 3", "go nodes 2000", "bench 3"] {
        talk.send(line);
        let end = match line {
            "bench 3" => "Nodes searched: ",
            _ => "bestmove ",
        };
        counts.push(talk.until(end).pop());
    }
    assert_eq!(counts[0], counts[2]);
    talk.quit();
}

#[test]
fn several_lines_are_told_the_best_first() {
    let mut talk = Conversation::new();
    talk.tell("setoption name MultiPV value 3");
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
    talk.quit();
}

#[test]
fn several_threads_search_together() {
    let mut talk = Conversation::new();
    talk.tell("setoption name Threads value 2");
    let lines = talk.search("go depth 8");
    let last = &lines[lines.len() - 2];
    assert_eq!(number(last, "depth"), Some(8), "{last}");
    let best = talk.search("go nodes 5000");
    assert!(best[best.len() - 1].starts_with("bestmove "), "{best:?}");
    talk.quit();
}
