//! What a terminal shows: lines that fit, and colours where they are wanted.

use super::program::Folder;
use nix::pty::{Winsize, openpty};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

const BOLD: &str = "\u{1b}[1m";
const YELLOW: &str = "\u{1b}[33m";

/// What the program prints on a terminal of so many columns.
fn on_terminal(folder: &Folder, columns: u16, arguments: &[&str], colours: &[&str]) -> String {
    let size = Winsize {
        ws_row: 24,
        ws_col: columns,
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
    let mut command = Command::new(env!("CARGO_BIN_EXE_tradewind"));
    command.args(arguments).current_dir(folder.path(""));
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    command.envs(colours.iter().map(|name| (name, "1")));
    let status = (command.stdin(Stdio::null()).stderr(Stdio::null()))
        .stdout(both.slave)
        .status();
    assert!(status.expect("the program starts").success());
    // The terminal ends with the last who holds it.
    drop(command);
    reading.join().expect("it was read")
}

#[test]
fn lines_fit_a_terminal_and_headings_stand_out() {
    let folder = Folder::new();
    folder.passes(&["run", "experiment.toml", "--out", "played"]);
    let values = ["values", "played", "--all"];
    let piped = folder.passes(&values);
    assert!(piped.lines().any(|line| line.chars().count() > 60));
    let shown = on_terminal(&folder, 60, &values, &[]);
    assert!(
        shown.contains(&format!("{BOLD}Piece values in Tiny")),
        "{shown}"
    );
    let plain = on_terminal(&folder, 60, &values, &["NO_COLOR"]);
    assert!(!plain.contains('\u{1b}'), "{plain}");
    let too_long = |line: &&str| line.trim_end().chars().count() > 60;
    assert_eq!(plain.lines().find(too_long), None);
    // The words are the same.
    let words = |text: &str| -> Vec<String> {
        let mut words: Vec<String> = (text.split_whitespace())
            .filter(|word| word.starts_with(char::is_alphabetic))
            .map(str::to_owned)
            .collect();
        words.sort();
        words.dedup();
        words
    };
    assert_eq!(words(&plain), words(&piped));
}

#[test]
fn colours_can_be_chosen() {
    let folder = Folder::new();
    let call = |color: &str, arguments: &[&str], input: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tradewind"))
            .args(arguments)
            .args(["--color", color])
            .current_dir(folder.path(""))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut to = child.stdin.take().expect("its input");
        to.write_all(input.as_bytes()).expect("it reads");
        drop(to);
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        [text(output.stdout), text(output.stderr)]
    };
    let play = ["play", "chess", "--nodes", "10"];
    // Where the move began and ended stands out, and nothing else does.
    let [shown, _] = call("always", &play, "e2e4\nquit\n");
    let last = format!("{YELLOW}P\u{1b}[0m");
    let board = shown.split("\n\n").nth(2).expect("a board after the move");
    assert!(board.contains(&last), "{board}");
    assert_eq!(board.matches(YELLOW).count(), 2, "{board}");
    let [shown, _] = call("never", &play, "e2e4\nquit\n");
    assert!(!shown.contains('\u{1b}'));
    let [_, wrong] = call("always", &["rules", "show", "nothing"], "");
    assert!(wrong.starts_with("\u{1b}[31m"), "{wrong}");
    let [_, wrong] = call("auto", &["rules", "show", "nothing"], "");
    assert!(!wrong.contains('\u{1b}'), "{wrong}");
}
