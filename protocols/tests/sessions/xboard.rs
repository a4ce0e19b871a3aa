//! Sessions of XBoard's protocol.

use super::conversation::Conversation;

impl Conversation {
    /// The output up to a line with a prefix.
    #[track_caller]
    fn text_until(&mut self, prefix: &str) -> String {
        self.until(prefix).join("\n")
    }

    /// Sends lines. Returns the immediate answers.
    #[track_caller]
    fn answers(&mut self, lines: &str) -> String {
        self.send(lines);
        self.send("ping 7");
        self.text_until("pong 7")
    }
}

#[test]
fn a_game_of_chess() {
    let mut talk = Conversation::xboard(&[]);
    talk.send("xboard\nprotover 2");
    let features = talk.text_until("feature done=1");
    assert!(
        features.contains("variants=\"normal,hashishin-any,"),
        "{features}"
    );
    talk.send("new\nsd 4\npost\nusermove f2f3");
    talk.text_until("move ");
    talk.send("force\nsetboard rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2\ngo");
    let received = talk.text_until("0-1");
    assert!(
        received.contains("move d8h4") && received.contains(" 100001 "),
        "{received}"
    );
    assert!(received.ends_with("0-1 {checkmate}"), "{received}");
    talk.send("undo\nhint");
    assert!(talk.text_until("Hint").ends_with("Hint: d8h4"));
    let received =
        talk.answers("usermove e7e2\nnonsense\nvariant typhoon\nlevel 1\nsetboard 9\nremove");
    for part in [
        "Illegal move: e7e2\n",
        "Error (unknown command): nonsense",
        "Error (typhoon cannot be played by XBoard's protocol: the ",
        "Error (three numbers are needed): level 1",
        "tellusererror Illegal position: ",
        "Error (no move to take back): remove",
    ] {
        assert!(received.contains(part), "{part}: {received}");
    }
    assert_eq!(talk.quit(), [""; 0]);
}

#[test]
fn large_boards_are_described_and_destinations_highlighted() {
    let mut talk = Conversation::xboard(&[]);
    let received = talk.answers("variant scirocco-2009\nforce\nlift a2");
    assert!(received.contains(") 10x10+0_fairy "), "{received}");
    assert!(
        received.contains("highlight 10/10/10/10/10/10/Y9/10/10/10\n"),
        "{received}"
    );
    talk.send("st 1\nusermove a2a3\ngo\n?");
    assert_eq!(talk.text_until("move ").lines().count(), 1);
}

#[test]
fn a_capture_in_passing_has_two_legs() {
    let mut talk = Conversation::xboard(&[]);
    // An Assassin on d4 leaps over the pawn on d5.
    let position = "setboard r3k3/8/8/3p4/3S4/8/8/4K3 w - - 0 1";
    let received = talk.answers(&format!(
        "variant hashishin-any\nforce\n{position}\nlift d4\nput d5\nlift d5"
    ));
    let marks: Vec<&str> = (received.lines())
        .filter(|line| line.starts_with("highlight"))
        .collect();
    let [first, second] = marks[..] else {
        panic!("{received}")
    };
    assert!(
        first.contains("/3C4/") && second.contains("8/3Y4/"),
        "{received}"
    );
    talk.send("usermove d4d5,d5d6\nsd 3\ngo");
    let received = talk.text_until("move ");
    assert!(!received.contains("Illegal"), "{received}");
}

/// XBoard and other programs write the origin and the destination only.
#[test]
fn en_passant_may_be_written_short() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, "extends = \"chess\"\nname = \"Mine\"\n").expect("written");
    let mut talk = Conversation::xboard(&[&file.display().to_string()]);
    talk.answers("variant mine\nforce");
    for capture in ["e5d6", "e5d5,d5d6"] {
        let position = "setboard 4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
        let received = talk.answers(&format!(
            "{position}\nusermove d7d5\nusermove {capture}\nusermove e8d8\nusermove d6d7"
        ));
        assert_eq!(received, "pong 7", "{capture}");
        let received = talk.answers("undo\nundo\nusermove d5d4");
        assert!(received.contains("Illegal move: d5d4"), "{received}");
    }
    let received = talk.answers("setboard 4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1\nusermove e5d6");
    assert!(received.contains("Illegal move: e5d6"), "{received}");
    assert_eq!(talk.quit(), [""; 0]);
}

/// In analysis mode every new position is searched, and no move is played.
#[test]
fn analysis() {
    let mut talk = Conversation::xboard(&[]);
    talk.send("new\nforce\nanalyze");
    let received = talk.text_until("5 ");
    assert!(!received.contains("Error"), "{received}");
    talk.send(".");
    let received = talk.text_until("stat01: ");
    let numbers = received.lines().last().expect("a line").split(' ').skip(1);
    let numbers: Vec<u64> = numbers.map(|one| one.parse().expect("a number")).collect();
    assert!(
        numbers.len() == 5 && numbers[1] > 0 && numbers[2] >= 5,
        "{received}"
    );
    // Black mates in one in the new position.
    talk.send("usermove f2f3\nusermove e7e5\nusermove g2g4");
    assert!(talk.text_until("1 100001").ends_with(" d8h4"));
    talk.send("usermove d8h4\nundo");
    let received = talk.text_until("1 100001");
    assert!(
        received.contains("0-1 {checkmate}\n") && !received.contains("move "),
        "{received}"
    );
    assert!(received.ends_with(" d8h4"), "{received}");
    talk.send("hint");
    assert!(talk.text_until("Hint").ends_with("Hint: d8h4"));
    talk.send("exit\nsd 2\nnopost\ngo");
    assert!(talk.text_until("move ").ends_with("move d8h4"));
}

#[test]
fn commands_during_a_search_do_not_stop_it() {
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
        let mut talk = Conversation::xboard(&[]);
        talk.send("new\nst 1\nusermove e2e4");
        talk.send(line);
        let received = talk.text_until("move ");
        assert!(!received.contains("Hint"), "{line}: {received}");
        // New settings apply to the next search.
        talk.send("usermove d2d4\n?");
        talk.text_until("move ");
    }
}

#[test]
fn draws_that_must_be_claimed_do_not_end_a_game() {
    let mut talk = Conversation::xboard(&[]);
    talk.send("new\nforce\nsd 2");
    for _ in 0..2 {
        talk.send("usermove g1f3\nusermove g8f6\nusermove f3g1\nusermove f6g8");
    }
    talk.send("go");
    let received = talk.text_until("move ");
    assert!(!received.contains("1/2-1/2"), "{received}");
    talk.send("force\nsetboard 4k3/8/8/8/8/8/3bB3/4K3 w - - 0 80\nusermove e1d2");
    let received = talk.text_until("1/2-1/2");
    assert!(received.ends_with("1/2-1/2 {dead position}"), "{received}");
}

/// Names of variants are sent in quotes with commas between them, so each must be one word.
#[test]
fn ambiguous_names_are_refused() {
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
        let file = file.display().to_string();
        let (received, result) = Conversation::xboard(&[file.as_str()]).close();
        let error = result.expect_err(name).to_string();
        assert!(error.contains(wanted), "{error}");
        assert_eq!(received, [""; 0]);
    }
    // A built-in rule set may be named too.
    let mut talk = Conversation::xboard(&["shatranj"]);
    talk.send("protover 2");
    let features = talk.text_until("feature done=1");
    assert_eq!(features.matches("shatranj").count(), 1, "{features}");
}
