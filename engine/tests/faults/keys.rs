//! Keys that are unknown or missing.

use super::files::{TINY, check_cases, check_edits, faults};

#[test]
fn an_unknown_key_is_refused_with_a_suggestion() {
    check_cases(&[
        (
            "sumary = \"x\"",
            2,
            1,
            "sumary",
            "the rule file has no key `sumary`",
            "did you mean `summary`?",
        ),
        (
            "[[peice]]\ntext = \"R\"",
            2,
            3,
            "peice",
            "no key `peice`",
            "did you mean `piece`?",
        ),
        (
            "weather = 1",
            2,
            1,
            "weather",
            "no key `weather`",
            "known here: extends, name, summary",
        ),
        (
            "board = { file = \"abcd\" }",
            2,
            11,
            "file",
            "the board has no key `file`",
            "did you mean `files`?",
        ),
        (
            "[promotion]\nzones = 2",
            3,
            1,
            "zones",
            "`promotion` has no key `zones`",
            "did you mean `zone`?",
        ),
        (
            "[[piece]]\ntext = \"R\"\nmove = \"B\"",
            4,
            1,
            "move",
            "piece `R` has no key `move`",
            "did you mean `moves`?",
        ),
        (
            "[[piece]]\ntext = \"P\"\npromotion = { site = \"home\" }",
            4,
            15,
            "site",
            "`promotion` has no key `site`",
            "did you mean `side`?",
        ),
        (
            "[[array]]\nrows = [\"R - K R\"]\nblack = \"rotated\"\nexchanges = []",
            5,
            1,
            "exchanges",
            "an array has no key",
            "did you mean `exchange`?",
        ),
        (
            "[end]\nstale_mate = \"draw\"",
            3,
            1,
            "stale_mate",
            "`end` has no key",
            "did you mean `stalemate`?",
        ),
        (
            "end.repetition.occurence = 3",
            2,
            16,
            "occurence",
            "`repetition` has no key",
            "did you mean `occurrence`?",
        ),
        (
            "end.move_count.plys = 3",
            2,
            16,
            "plys",
            "`move_count` has no key",
            "did you mean `plies`?",
        ),
        (
            "[option.bare_loses]\nhint = \"x\"",
            3,
            1,
            "hint",
            "option `bare_loses` has no key `hint`",
            "known here: help, default, when",
        ),
    ]);
}

#[test]
fn a_missing_key_is_asked_for() {
    check_edits(&[
        (
            "name  = \"Tiny\"",
            "",
            1,
            1,
            "",
            "the rule file has no `name`",
            "give the game's name",
        ),
        (
            "board = { files = \"abcd\", ranks = 5 }",
            "board = { files = \"abcd\" }",
            2,
            9,
            "{ files = \"abcd\" }",
            "the board has no `ranks`",
            "give the number of ranks",
        ),
        (
            "files = \"abcd\", ",
            "",
            2,
            9,
            "{ ranks = 5 }",
            "the board has no `files`",
            "such as \"abcdefgh\"",
        ),
        (
            "name  = \"Rook\"",
            "",
            16,
            1,
            "[[piece]]",
            "piece `R` has no `name`",
            "give the piece's name",
        ),
        (
            "moves = \"R\"",
            "",
            16,
            1,
            "[[piece]]",
            "piece `R` cannot move",
            "give it `moves` in Betza notation, or `powers`",
        ),
        (
            "rows  = [\"P P P P\", \"R - K R\"]",
            "",
            27,
            1,
            "[[array]]",
            "an array has no `rows`",
            "give White's ranks",
        ),
        (
            "black = \"mirrored\"",
            "",
            27,
            1,
            "[[array]]",
            "not said where Black's pieces stand",
            "black = \"rotated\"",
        ),
        (
            "royal      = \"check\"",
            "",
            31,
            1,
            "[end]",
            "`end` has no `royal`",
            "\"capture\", \"capture-last\" or \"check\"",
        ),
        (
            "bare       = \"both-draw\"",
            "",
            31,
            1,
            "[end]",
            "`end` has no `bare`",
            "\"loses-unless-rebared\"",
        ),
        (
            "stalemate  = \"draw\"",
            "",
            31,
            1,
            "[end]",
            "`end` has no `stalemate`",
            "\"loses\" or \"draw\"",
        ),
        (
            "occurrence = 3, ",
            "",
            35,
            14,
            "{ result = \"draw\" }",
            "`repetition` has no `occurrence`",
            "such as 3",
        ),
        (
            ", result = \"draw\"",
            "",
            35,
            14,
            "{ occurrence = 3 }",
            "`repetition` has no `result`",
            "such as \"draw\"",
        ),
        (
            "plies = 40",
            "",
            36,
            14,
            "{  }",
            "`move_count` has no `plies`",
            "such as 100",
        ),
    ]);
}

#[test]
fn a_missing_table_is_asked_for() {
    for (key, remedy) in [
        ("board", "board = { files = \"abcdefgh\", ranks = 8 }"),
        ("piece", "[[piece]]"),
        ("array", "[[array]]"),
        ("end", "[end] with royal, bare and stalemate"),
    ] {
        let mut tables: toml::Table = toml::from_str(TINY).expect("tiny.toml is TOML");
        tables.remove("option");
        tables.remove(key);
        let text = tables.to_string();
        let faults = faults(&[("case.toml", &text)], "case.toml");
        let [fault] = faults.as_slice() else {
            panic!("{key}: {faults:?}");
        };
        assert_eq!(fault.message, format!("the rule file has no `{key}`"));
        assert!(fault.remedy.contains(remedy), "{fault}");
    }
}
