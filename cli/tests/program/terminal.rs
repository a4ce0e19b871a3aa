//! Lines that fit a terminal, and colours where they are wanted.

use super::folder::Folder;
use nix::pty::{Winsize, openpty};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::process::Stdio;

const BOLD: &str = "\u{1b}[1m";
const YELLOW: &str = "\u{1b}[33m";

/// The standard output of the program on a terminal of 60 columns.
fn on_terminal(folder: &Folder, arguments: &str, environment: &str) -> String {
    let size = Winsize {
        ws_row: 24,
        ws_col: 60,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let both = openpty(Some(&size), None).expect("a terminal");
    let reading = std::thread::spawn(move || {
        let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
        let mut master = File::from(both.master);
        // The end of the other side is an error here.
        while let Ok(count @ 1..) = master.read(&mut part) {
            bytes.extend(&part[..count]);
        }
        String::from_utf8(bytes).expect("text")
    });
    let mut command = folder.shell(&format!(
        "unset NO_COLOR; {environment} exec tradewind {arguments}"
    ));
    let status = command
        .env("TERM", "xterm")
        .stderr(Stdio::null())
        .stdout(both.slave)
        .status();
    assert!(status.expect("the program starts").success());
    // The terminal ends with the last process that has it.
    drop(command);
    reading.join().expect("it was read")
}

#[test]
fn lines_fit_a_terminal_and_headings_stand_out() {
    let folder = Folder::new();
    folder.passes("run experiment.toml --out played");
    let values = "values played --all";
    let piped = folder.passes(values);
    assert!(piped.lines().any(|line| line.chars().count() > 60));
    let shown = on_terminal(&folder, values, "");
    assert!(
        shown.contains(&format!("{BOLD}Piece values in Tiny")),
        "{shown}"
    );
    let plain = on_terminal(&folder, values, "NO_COLOR=1");
    assert!(!plain.contains('\u{1b}'), "{plain}");
    assert_eq!(
        plain
            .lines()
            .find(|line| line.trim_end().chars().count() > 60),
        None
    );
    // The words are the same.
    let words = |text: &str| -> BTreeSet<String> {
        text.split_whitespace()
            .filter(|word| word.starts_with(char::is_alphabetic))
            .map(str::to_string)
            .collect()
    };
    assert_eq!(words(&plain), words(&piped));
}

#[test]
fn colours_can_be_chosen() {
    let folder = Folder::new();
    let call = |color: &str, arguments: &str| {
        let script = format!("printf 'e2e4\\nquit\\n' | tradewind {arguments} --color {color}");
        let output = folder.shell(&script).output().expect("a shell");
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"))
    };
    // The squares where the move began and ended stand out, and nothing else.
    let [shown, _] = call("always", "play chess --nodes 10");
    let board = shown.split("\n\n").nth(2).expect("a board after the move");
    assert!(board.contains(&format!("{YELLOW}P\u{1b}[0m")), "{board}");
    assert_eq!(board.matches(YELLOW).count(), 2, "{board}");
    let [shown, _] = call("never", "play chess --nodes 10");
    assert!(!shown.contains('\u{1b}'));
    let [_, wrong] = call("always", "rules show nothing");
    assert!(wrong.starts_with("\u{1b}[31m"), "{wrong}");
    let [_, wrong] = call("auto", "rules show nothing");
    assert!(!wrong.contains('\u{1b}'), "{wrong}");
}
