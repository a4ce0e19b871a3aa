//! When and into what pieces promote.

use super::files::{Case, check_cases, check_edits};

const PIECES: &[Case] = &[
    (
        "[[piece]]\ntext = \"P\"\npromotes = [\"R\", \"R\"]",
        4,
        18,
        "\"R\"",
        "this promotion is named twice",
        "name each promotion once",
    ),
    (
        "[[piece]]\ntext = \"P\"\npromotes = \"Q\"",
        4,
        12,
        "\"Q\"",
        "there is no piece with the text \"Q\"",
        "the pieces are P R K",
    ),
    (
        "[[piece]]\ntext = \"P\"\npromotes = [\"R\", \"Q\"]",
        4,
        18,
        "\"Q\"",
        "there is no piece with the text \"Q\"",
        "the pieces are P R K",
    ),
    (
        "[[piece]]\ntext = \"P\"\npromotes = { to = \"Q\" }",
        4,
        19,
        "\"Q\"",
        "there is no piece with the text \"Q\"",
        "the pieces are P R K",
    ),
    (
        "[[piece]]\ntext = \"P\"\npromotes = { to = \"R\", unless = \"Q\" }",
        4,
        33,
        "\"Q\"",
        "there is no piece with the text \"Q\"",
        "the pieces are P R K",
    ),
    (
        "[[piece]]\ntext = \"P\"\npromotes = { after = \"diagonal\" }",
        4,
        12,
        "{ after = \"diagonal\" }",
        "a promotion has no `to`",
        "say what the piece becomes",
    ),
    (
        "[[piece]]\ntext = \"P\"\npromotes = { to = \"R\", after = \"straight\" }",
        4,
        32,
        "\"straight\"",
        "\"straight\" is not one of the choices here",
        "\"orthogonal\" or \"diagonal\"",
    ),
    (
        "[[piece]]\ntext = \"P\"\npromotes = { to = \"R\", when = 1 }",
        4,
        24,
        "when",
        "a promotion has no key `when`",
        "known here: to, after, unless",
    ),
    (
        "[[piece]]\ntext = \"P\"\npromotes = 8",
        4,
        12,
        "8",
        "a promotion is not",
        "",
    ),
    (
        "[[piece]]\ntext = \"R\"\npromotion = { side = \"home\" }",
        4,
        13,
        "{ side = \"home\" }",
        "`promotion` without `promotes`",
        "promotes = \"Q\"",
    ),
];

#[test]
fn what_a_piece_becomes() {
    check_cases(PIECES);
}

const MOMENTS: &[Case] = &[
    (
        "[promotion]\nzone = 0",
        3,
        8,
        "0",
        "0 is not a whole number from 1 to 5",
        "from 1 to 5",
    ),
    (
        "[promotion]\nzone = 6",
        3,
        8,
        "6",
        "6 is not a whole number from 1 to 5",
        "from 1 to 5",
    ),
    (
        "[promotion]\nzone = \"last\"",
        3,
        8,
        "\"last\"",
        "this is no promotion zone",
        "\"last-reachable\"",
    ),
    (
        "[promotion]\nside = \"near\"",
        3,
        8,
        "\"near\"",
        "\"near\" is not one of the choices here",
        "\"far\" or \"home\"",
    ),
    (
        "[promotion]\nwhen = \"start\"",
        3,
        8,
        "\"start\"",
        "not one of the choices",
        "\"start-or-end\", \"end\" or \"enter\"",
    ),
    (
        "[promotion]\nchoice = true",
        3,
        10,
        "true",
        "true is not one of the choices",
        "\"optional\" or \"compulsory\"",
    ),
    (
        "[[piece]]\ntext = \"P\"\npromotion = { zone = 9 }",
        4,
        22,
        "9",
        "9 is not a whole number from 1 to 5",
        "from 1 to 5",
    ),
    (
        "[[piece]]\ntext = \"P\"\npromotion = \"end\"",
        4,
        13,
        "\"end\"",
        "`promotion` is not a table",
        "zone, side, when, choice",
    ),
];

#[test]
fn where_and_when_it_becomes_that() {
    check_cases(MOMENTS);
}

#[test]
fn what_is_not_said_for_a_promotion() {
    check_edits(&[
        (
            "zone   = 1",
            "",
            14,
            12,
            "\"R\"",
            "not said for this promotion: `zone`",
            "zone = 1",
        ),
        (
            "when   = \"end\"",
            "",
            14,
            12,
            "\"R\"",
            "not said for this promotion: `when`",
            "\"start-or-end\"",
        ),
        (
            "choice = \"compulsory\"",
            "",
            14,
            12,
            "\"R\"",
            "not said for this promotion: `choice`",
            "\"optional\"",
        ),
    ]);
}
