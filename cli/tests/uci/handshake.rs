//! Who the program is and what can be set.

use super::conversation::Conversation;
use std::fs;

fn has(lines: &[String], wanted: &str) -> bool {
    lines.iter().any(|line| line == wanted)
}

#[test]
fn it_introduces_itself() {
    let mut talk = Conversation::new();
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
        assert!(has(&lines, wanted), "{wanted}: {lines:#?}");
    }
    assert_eq!(talk.quit(), [""; 0]);
}

#[test]
fn the_options_are_those_of_the_variant() {
    let mut talk = Conversation::new();
    talk.tell("setoption name Option_no_castling value true");
    talk.tell("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(!talk.shown("moves").contains("e1g1"));
    talk.tell("setoption name uci_variant value typhoon");
    talk.send("uci");
    let lines = talk.until("uciok");
    let own = |line: &&String| line.starts_with("option name Option_");
    assert!(lines.iter().any(|line| own(&line)), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("no_castling")));
    talk.complains("setoption name Option_no_castling value true");
    talk.tell("setoption name UCI_Variant value chess");
    talk.tell("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(talk.shown("moves").contains("e1g1"));
    talk.quit();
}

#[test]
fn wrong_options_change_nothing() {
    let mut talk = Conversation::new();
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
        talk.complains(line);
    }
    assert!(talk.shown("fen").starts_with("rnbqkbnr/"));
    talk.quit();
}

#[test]
fn rule_files_and_weights_are_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file is written");
        path.display().to_string()
    };
    let rules = write("tiny rules.toml", include_str!("../cmd/tiny.toml"));
    let weights = write("some weights.toml", "[material]\nQ = [1000, 1000]\n");
    let mut talk = Conversation::new();
    let before = talk.search("go depth 3");
    talk.tell(&format!("setoption name Weights value {weights}"));
    talk.tell("setoption name Hash value 2");
    let after = talk.search("go depth 3");
    assert_ne!(
        before[2].split(" nodes").next(),
        after[2].split(" nodes").next()
    );
    // The queen is no piece of the other game, which is then played with its own weights.
    let fault = talk.complains(&format!("setoption name UCI_Variant value {rules}"));
    assert!(fault.contains("built-in weights"), "{fault}");
    assert_ne!(talk.shown("moves"), "");
    talk.tell("setoption name Weights value <empty>");
    let best = talk.search("go nodes 500");
    assert_ne!(best.last().map(String::as_str), Some("bestmove (none)"));
    let fault = talk.complains("setoption name Weights value not/there.toml");
    assert!(fault.contains("not/there.toml"), "{fault}");
    talk.quit();
}
