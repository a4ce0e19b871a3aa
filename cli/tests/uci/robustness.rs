//! Anything on the input.

use super::conversation::Conversation;

#[test]
fn garbage_is_answered_politely() {
    let mut talk = Conversation::new();
    for line in [
        "hello",
        "UCI",
        "go-go-go",
        "\u{0}\u{1}\u{2}",
        "position\u{a0}startpos x",
        "bench x",
        "bench -",
    ] {
        talk.complains(line);
    }
    for line in ["", "   ", "\t", "\r", "ponderhit", "stop", "stop stop"] {
        talk.tell(line);
    }
    let lines = talk.search("go depth one nodes 100 nonsense");
    assert!(lines[0].starts_with("info string "), "{lines:#?}");
    talk.quit();
}

#[test]
fn any_bytes_and_any_length() {
    let mut talk = Conversation::new();
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
    // Commands with arbitrary ends.
    for (at, command) in [
        "position fen ",
        "setoption name ",
        "go nodes 10 ",
        "position startpos moves ",
    ]
    .iter()
    .enumerate()
    {
        for part in bytes[at * 40_000..].chunks(97).take(50) {
            talk.send_bytes(command.as_bytes());
            let clean: Vec<u8> = part
                .iter()
                .filter(|byte| **byte != b'\n')
                .copied()
                .collect();
            talk.send_bytes(&clean);
            talk.send("");
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
    let lines = talk.search("go depth 2");
    assert!(
        lines
            .last()
            .is_some_and(|line| line.len() == "bestmove e2e4".len())
    );
    talk.quit();
}

#[test]
fn long_games_are_followed() {
    let mut talk = Conversation::new();
    talk.tell("setoption name UCI_Variant value typhoon");
    let mut moves = String::new();
    for _ in 0..40 {
        talk.tell(&format!("position startpos moves{moves}"));
        let lines = talk.search("go nodes 50");
        let best = lines.last().and_then(|line| line.strip_prefix("bestmove "));
        moves.push(' ');
        moves.push_str(best.expect("a best move"));
    }
    talk.quit();
}

#[test]
fn the_end_of_the_input_ends_everything() {
    for go in [
        "",
        "go infinite",
        "go perft 40",
        "bench 60",
        "go movetime 999999999",
    ] {
        let mut talk = Conversation::new();
        talk.tell("isready");
        talk.send(go);
        let said = talk.close();
        if go.starts_with("go") && !go.contains("perft") {
            let last = said.last();
            assert!(
                last.is_some_and(|line| line.starts_with("bestmove ")),
                "{said:#?}"
            );
        }
        let mut talk = Conversation::new();
        talk.send(go);
        talk.quit();
    }
    // A last line without its end counts.
    let mut talk = Conversation::new();
    talk.send_bytes(b"uci");
    assert_eq!(talk.close().last().map(String::as_str), Some("uciok"));
}

/// A table that the system has no memory for is refused, and the one before goes on.
#[test]
#[cfg(unix)]
fn memory_that_is_not_there_is_told() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let program = env!("CARGO_BIN_EXE_tradewind");
    let script = format!("ulimit -v 1000000; exec {program} uci");
    let mut uci = Command::new("sh")
        .args(["-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut input = uci.stdin.take().expect("its input");
    let lines = "setoption name Hash value 60000\nisready\ngo depth 1\nisready\n";
    input.write_all(lines.as_bytes()).expect("it listens");
    drop(input);
    let output = uci.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
    let refusal = "info string option `Hash`: the system has no 60000 megabytes; Hash stays 16";
    assert!(said.contains(refusal), "{said}");
    assert!(said.contains("bestmove"), "{said}");
}
