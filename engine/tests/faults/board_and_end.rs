//! The board, and how games end.

use super::files::{Case, TINY, check_cases, check_edits, faults};

#[test]
fn the_board_is_one_that_can_be_played_on() {
    let names = (
        "these are not names of files",
        "different small letters a-z",
    );
    check_edits(&[
        ("\"abcd\"", "\"abca\"", 2, 19, "\"abca\"", names.0, names.1),
        ("\"abcd\"", "\"aBcd\"", 2, 19, "\"aBcd\"", names.0, names.1),
        ("\"abcd\"", "\"\"", 2, 19, "\"\"", names.0, names.1),
        ("\"abcd\"", "4", 2, 19, "4", "4 is not a text", "in quotes"),
        (
            "ranks = 5",
            "ranks = 0",
            2,
            35,
            "0",
            "0 is not a whole number from 1 to 32",
            "from 1 to 32",
        ),
        (
            "ranks = 5",
            "ranks = 33",
            2,
            35,
            "33",
            "33 is not a whole number",
            "from 1 to 32",
        ),
        (
            "ranks = 5",
            "ranks = 5, first_rank = 2",
            2,
            51,
            "2",
            "2 is not a whole number from 0 to 1",
            "from 0 to 1",
        ),
    ]);
}

#[test]
fn a_board_has_so_many_squares_at_most() {
    let text = TINY.replace("\"abcd\", ranks = 5", "\"abcdefghijklmnopq\", ranks = 20");
    let faults = faults(&[("case.toml", &text)], "case.toml");
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!((faults[0].line, faults[0].column), (2, 9));
    assert_eq!(faults[0].message, "a board of 340 squares is too large");
    assert!(faults[0].remedy.starts_with("at most "), "{}", faults[0]);
}

/// A table that is merged with an inherited one is shown where the file that was named writes it.
#[test]
fn faults_of_merged_tables_are_placed_in_the_file_that_changes_them() {
    for (own, line, column) in [
        (
            "board = { files = \"abcdefghijklmnopq\", ranks = 20 }",
            3,
            9,
        ),
        (
            "board.ranks = 20\nboard.files = \"abcdefghijklmnopq\"",
            3,
            1,
        ),
        ("[board]\nranks = 20\nfiles = \"abcdefghijklmnopq\"", 3, 1),
    ] {
        let text = format!("extends = \"tiny.toml\"\nname = \"Large\"\n{own}\n");
        let faults = faults(&[("case.toml", &text)], "case.toml");
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].file.ends_with("case.toml"), "{}", faults[0]);
        assert_eq!((faults[0].line, faults[0].column), (line, column), "{own}");
        assert_eq!(faults[0].message, "a board of 340 squares is too large");
    }
}

const END: &[Case] = &[
    (
        "[end]\nroyal = \"mate\"",
        3,
        9,
        "\"mate\"",
        "\"mate\" is not one of the choices here",
        "\"capture\", \"capture-last\" or \"check\"",
    ),
    (
        "[end]\nbare = \"draw\"",
        3,
        8,
        "\"draw\"",
        "not one of the choices",
        "\"loses\", \"loses-unless-rebared\", \"both-draw\" or \"nothing\"",
    ),
    (
        "[end]\nstalemate = false",
        3,
        13,
        "false",
        "false is not one of the choices",
        "\"loses\" or \"draw\"",
    ),
    (
        "[end]\nrepetition = { occurrence = 1 }",
        3,
        29,
        "1",
        "1 is not a whole number from 2 to 100",
        "from 2 to 100",
    ),
    (
        "[end]\nrepetition = { occurrence = 2.5 }",
        3,
        29,
        "2.5",
        "a fraction is not a whole number",
        "from 2 to 100",
    ),
    (
        "[end]\nrepetition = { result = \"lost\" }",
        3,
        25,
        "\"lost\"",
        "not one of the choices",
        "\"mover-loses-unless-quiet\"",
    ),
    (
        "[end]\nmove_count = { plies = 0 }",
        3,
        24,
        "0",
        "0 is not a whole number from 1 to 10000",
        "from 1 to 10000",
    ),
    (
        "[end]\nmove_count = { plies = 99999999999999999999 }",
        3,
        24,
        "99999999999999999999",
        "a number that is too large is not a whole number",
        "from 1 to 10000",
    ),
    (
        "[end]\nmove_count = { plies = 40, automatic = 39 }",
        3,
        40,
        "39",
        "`automatic` must be at least 40",
        "write automatic = 40",
    ),
    (
        "[end]\nrepetition = { occurrence = 3, result = \"draw\", automatic = 0 }",
        3,
        61,
        "0",
        "0 is not a whole number from 1 to 100",
        "from 1 to 100",
    ),
    (
        "[end]\nmove_count = { promotion_resets = 0 }",
        3,
        35,
        "0",
        "0 is neither true nor false",
        "true or false",
    ),
];

#[test]
fn a_game_ends_in_one_of_the_known_ways() {
    check_cases(END);
}
