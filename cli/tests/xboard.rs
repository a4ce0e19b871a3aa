//! The engine as XBoard sees it, by the Chess Engine Communication Protocol.

#![cfg(unix)]

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

struct Conversation {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Conversation {
    fn begin(arguments: &[&str]) -> Conversation {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tradewind"))
            .arg("xboard")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Who does not answer is not waited for.
        let id = Pid::from_raw(child.id() as i32);
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(60));
            let _ = kill(id, Signal::SIGKILL);
        });
        let to = child.stdin.take().expect("its input");
        let from = BufReader::new(child.stdout.take().expect("its output"));
        Conversation { child, to, from }
    }

    fn say(&mut self, lines: &str) {
        writeln!(self.to, "{lines}").expect("it reads");
    }

    /// Reads up to a line that begins so; all that was read.
    fn until(&mut self, begin: &str) -> String {
        let mut read = String::new();
        loop {
            let mut line = String::new();
            let count = self.from.read_line(&mut line).expect("text");
            assert!(count > 0, "no line begins with {begin:?}:\n{read}");
            read += &line;
            if line.starts_with(begin) {
                return read;
            }
        }
    }

    fn quit(mut self) {
        self.say("quit");
        assert!(self.child.wait().expect("it ends").success());
    }
}

#[test]
fn a_game_of_chess_is_played_and_ends() {
    let mut xboard = Conversation::begin(&[]);
    xboard.say("xboard\nprotover 2");
    let features = xboard.until("feature done=1");
    assert!(
        features.contains("variants=\"normal,hashishin-any,"),
        "{features}"
    );
    xboard.say("new\nsd 4\npost\nusermove f2f3");
    xboard.until("move ");
    xboard.say("force\nsetboard rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2\ngo");
    let said = xboard.until("0-1");
    assert!(
        said.contains("move d8h4") && said.contains(" 100001 "),
        "{said}"
    );
    assert!(said.ends_with("0-1 {checkmate}\n"), "{said}");
    xboard.say("undo\nhint");
    assert!(xboard.until("Hint").ends_with("Hint: d8h4\n"));
    xboard.say("usermove e7e2\nping 7");
    assert!(xboard.until("pong 7").contains("Illegal move: e7e2\n"));
    xboard.say("nonsense\nvariant typhoon\nlevel 1\nsetboard 9\nremove\nping 8");
    let said = xboard.until("pong 8");
    for part in [
        "Error (unknown command): nonsense",
        "Error (typhoon cannot be told to another program: the ",
        "Error (three numbers are needed): level 1",
        "tellusererror Illegal position: ",
        "Error (no move to take back): remove",
    ] {
        assert!(said.contains(part), "{said}");
    }
    xboard.quit();
}

#[test]
fn a_large_board_is_told_and_targets_are_shown() {
    let mut xboard = Conversation::begin(&[]);
    xboard.say("variant scirocco-2009\nforce\nlift a2\nping 1");
    let said = xboard.until("pong 1");
    assert!(said.contains(") 10x10+0_fairy "), "{said}");
    assert!(
        said.contains("highlight 10/10/10/10/10/10/Y9/10/10/10\n"),
        "{said}"
    );
    xboard.say("st 1\nusermove a2a3\ngo\n?");
    let played = xboard.until("move ");
    assert!(played.lines().count() == 1, "{played}");
    xboard.quit();
}

/// A leap over a piece that is captured is told in two legs, each way.
#[test]
fn a_capture_in_passing_has_two_legs() {
    let mut xboard = Conversation::begin(&[]);
    // An Assassin on d4 leaps over the pawn on d5.
    xboard.say("variant hashishin-any\nforce\nsetboard r3k3/8/8/3p4/3S4/8/8/4K3 w - - 0 1\nlift d4\nput d5\nlift d5\nping 1");
    let said = xboard.until("pong 1");
    let marks: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("highlight"))
        .collect();
    let [first, second] = marks[..] else {
        panic!("{said}")
    };
    assert!(first.contains("/3C4/"), "{said}");
    assert!(second.contains("8/3Y4/"), "{said}");
    xboard.say("usermove d4d5,d5d6\nsd 3\ngo");
    let said = xboard.until("move ");
    assert!(!said.contains("Illegal"), "{said}");
    xboard.quit();
}

/// A position is looked at until it is another one; nothing is played.
#[test]
fn positions_are_analysed() {
    let mut xboard = Conversation::begin(&[]);
    xboard.say("new\nforce\nanalyze");
    let said = xboard.until("5 ");
    assert!(!said.contains("Error"), "{said}");
    xboard.say(".");
    let said = xboard.until("stat01: ");
    let numbers = said.lines().last().expect("a line").split(' ').skip(1);
    let numbers: Vec<u64> = numbers.map(|one| one.parse().expect("a number")).collect();
    assert!(
        numbers.len() == 5 && numbers[1] > 0 && numbers[2] >= 5,
        "{said}"
    );
    // Black is mated in one: what is seen is of the new position.
    xboard.say("usermove f2f3\nusermove e7e5\nusermove g2g4");
    assert!(xboard.until("1 100001").ends_with(" d8h4\n"));
    xboard.say("usermove d8h4\nundo");
    let said = xboard.until("1 100001");
    assert!(
        said.contains("0-1 {checkmate}\n") && !said.contains("move "),
        "{said}"
    );
    assert!(said.ends_with(" d8h4\n"), "{said}");
    xboard.say("hint");
    assert!(xboard.until("Hint").ends_with("Hint: d8h4\n"));
    xboard.say("exit\nsd 2\nnopost\ngo");
    assert!(xboard.until("move ").ends_with("move d8h4\n"));
    xboard.quit();
}

#[test]
fn rules_that_cannot_be_told_are_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_tradewind"))
        .args(["xboard", "rococo"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(
        said.contains("rococo cannot be told to another program"),
        "{said}"
    );
}

/// Commands during a search do not stop it from moving.
#[test]
fn it_goes_on_thinking() {
    for line in [
        "hint",
        "memory 8",
        "memory much",
        "cores 2",
        "usermove a1a5",
        "usermove nonsense",
        "remove",
        "setboard 9",
        "variant typhoon",
        "variant nonsense",
        "exit",
        "draw",
        "level 1",
        "nonsense",
        "lift e7",
        ".",
    ] {
        let mut xboard = Conversation::begin(&[]);
        xboard.say("new\nst 1\nusermove e2e4");
        xboard.say(line);
        let said = xboard.until("move ");
        assert!(!said.contains("Hint"), "{line}: {said}");
        // What was said holds for the next move, which comes as well.
        xboard.say("usermove d2d4\n?");
        xboard.until("move ");
        xboard.quit();
    }
}

/// A draw that must be claimed is not claimed.
#[test]
fn a_game_that_nobody_ends_goes_on() {
    let mut xboard = Conversation::begin(&[]);
    xboard.say("new\nforce\nsd 2");
    for _ in 0..2 {
        xboard.say("usermove g1f3\nusermove g8f6\nusermove f3g1\nusermove f6g8");
    }
    xboard.say("go");
    let said = xboard.until("move ");
    assert!(!said.contains("1/2-1/2"), "{said}");
    xboard.say("force\nsetboard 4k3/8/8/8/8/8/3bB3/4K3 w - - 0 80\nusermove e1d2");
    assert!(
        xboard
            .until("1/2-1/2")
            .ends_with("1/2-1/2 {dead position}\n")
    );
    xboard.quit();
}

/// A table that the system has no memory for is refused, and the one before goes on.
#[test]
fn memory_that_is_not_there_is_not_used() {
    let program = env!("CARGO_BIN_EXE_tradewind");
    let mut xboard = Command::new("sh")
        .args(["-c", &format!("ulimit -v 1000000; exec {program} xboard")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut input = xboard.stdin.take().expect("its input");
    let mut lines = BufReader::new(xboard.stdout.take().expect("its output")).lines();
    writeln!(input, "new\nmemory 60000\nsd 2\nusermove e2e4").expect("it reads");
    let lines = lines.by_ref().map(|line| line.expect("text"));
    let said: Vec<String> = lines
        .take_while(|line| !line.starts_with("move "))
        .collect();
    assert!(
        said.iter().any(|line| line.starts_with("Error (")),
        "{said:?}"
    );
    drop(input);
    assert!(xboard.wait().expect("it ends").success());
}

/// Variant names are sent in quotes, with commas between; each is one variant.
#[test]
fn names_that_would_be_misread_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, wanted) in [
        ("a\"b", "`a\"b` cannot be the name of a variant"),
        ("a,normal", "`a,normal` cannot be the name of a variant"),
        (
            "a\nmove e2e4",
            "`a?move e2e4` cannot be the name of a variant",
        ),
        ("a b", "`a b` cannot be the name of a variant"),
        (
            "normal",
            "would both be the variant normal; give the file another name",
        ),
        (
            "shatranj",
            "would both be the variant shatranj; give the file another name",
        ),
    ] {
        let file = folder.path().join(format!("{name}.toml"));
        std::fs::write(&file, "extends = \"chess\"\nname = \"Mine\"\n").expect("written");
        let output = Command::new(env!("CARGO_BIN_EXE_tradewind"))
            .arg("xboard")
            .arg(&file)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(said.contains(wanted), "{said}");
        assert_eq!(
            (output.status.code(), output.stdout.len()),
            (Some(2), 0),
            "{said}"
        );
    }
    // A rule set of the program may be named as well.
    let mut xboard = Conversation::begin(&["shatranj"]);
    xboard.say("protover 2");
    let features = xboard.until("feature done=1");
    assert_eq!(features.matches("shatranj").count(), 1, "{features}");
    xboard.quit();
}
