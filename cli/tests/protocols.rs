//! `tradewind uci` and `tradewind xboard` as processes. Their sessions are tested in `protocols/tests`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tradewind");

/// Starts a command, sends lines, waits for a line that begins with `prefix`, and closes the input. Returns the output up to that
/// line.
fn talk(command: &mut Command, lines: &str, prefix: &str) -> String {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("its input");
    writeln!(input, "{lines}").expect("it reads");
    let mut received = String::new();
    let output = BufReader::new(child.stdout.take().expect("its output"));
    for line in output.lines() {
        let line = line.expect("UTF-8");
        received += &format!("{line}\n");
        if line.starts_with(prefix) {
            break;
        }
    }
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    assert!(
        received.lines().any(|line| line.starts_with(prefix)),
        "no `{prefix}` in {received}"
    );
    received
}

#[test]
fn sessions_use_standard_input_and_output() {
    for (protocol, lines, prefix) in [
        ("uci", "uci\ngo nodes 100", "bestmove "),
        ("xboard", "new\nsd 2\nusermove e2e4", "move "),
    ] {
        talk(Command::new(PROGRAM).arg(protocol), lines, prefix);
    }
}

/// A transposition table for which the system has no memory is refused, and the old one is kept.
#[test]
#[cfg(unix)]
fn a_table_that_is_too_large_is_refused() {
    for (protocol, lines, prefix, refusal) in [
        (
            "uci",
            "setoption name Hash value 60000\nisready\ngo depth 1",
            "bestmove ",
            "info string option `Hash`: the system has no 60000 megabytes; Hash stays 16",
        ),
        (
            "xboard",
            "new\nmemory 60000\nsd 2\nusermove e2e4",
            "move ",
            "Error (the system has not enough memory): memory 60000",
        ),
    ] {
        let script = format!("ulimit -v 1000000; exec {PROGRAM} {protocol}");
        let said = talk(Command::new("sh").args(["-c", &script]), lines, prefix);
        assert!(said.contains(refusal), "{said}");
    }
}

#[test]
fn rule_sets_that_the_protocol_cannot_express_are_refused() {
    let output = Command::new(PROGRAM)
        .args(["xboard", "rococo"])
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        error.contains("rococo cannot be played by XBoard's protocol"),
        "{error}"
    );
}
