//! Powers: their names, their parameters, and notation that a parameter cannot have.

use super::files::{Case, check_cases};

/// A rook with a power; the text of the power begins in column 11 of line 4.
macro_rules! power {
    ($power:literal) => {
        concat!("[[piece]]\ntext = \"R\"\npowers = [", $power, "]")
    };
}

const NAMES: &[Case] = &[
    (
        power!("{ power = \"hopp\", over = \"W\" }"),
        4,
        21,
        "\"hopp\"",
        "there is no power \"hopp\"",
        "did you mean \"hop\"? the powers are hop, igui, relay",
    ),
    (
        power!("{ power = \"hurdle\", along = \"Q2\" }"),
        4,
        21,
        "\"hurdle\"",
        "`hurdle` is called `hopper` now",
        "write hopper",
    ),
    (
        power!("{ power = \"overtake\", along = \"Q\" }"),
        4,
        21,
        "\"overtake\"",
        "`overtake` is called `long-leap` now",
        "write long-leap",
    ),
    (
        power!("{ power = \"?\" }"),
        4,
        21,
        "\"?\"",
        "there is no power \"?\"",
        "the powers are hop",
    ),
    (
        power!("{ over = \"W\" }"),
        4,
        11,
        "{ over = \"W\" }",
        "a power without its name",
        "with one of hop, igui",
    ),
    (
        power!("{ power = 1 }"),
        4,
        21,
        "1",
        "1 is not a text",
        "in quotes",
    ),
    (
        power!("\"hop\""),
        4,
        11,
        "\"hop\"",
        "a power without its name",
        "{ power = \"…\" }",
    ),
];

#[test]
fn a_power_is_known_by_its_name() {
    check_cases(NAMES);
}

const PARAMETERS: &[Case] = &[
    (
        power!("{ power = \"hop\", overr = \"W\", over = \"W\" }"),
        4,
        28,
        "overr",
        "power \"hop\" has no key `overr`",
        "did you mean `over`?",
    ),
    (
        power!("{ power = \"hop\" }"),
        4,
        11,
        "{ power = \"hop\" }",
        "power \"hop\" has no `over`",
        "such as \"W\" or \"F\"",
    ),
    (
        power!("{ power = \"igui\" }"),
        4,
        11,
        "{ power = \"igui\" }",
        "power \"igui\" has no `targets`",
        "such as \"K\"",
    ),
    (
        power!("{ power = \"relay\", to = \"K\" }"),
        4,
        11,
        "{ power = \"relay\", to = \"K\" }",
        "power \"relay\" has no `moves`",
        "such as \"N\"",
    ),
    (
        power!("{ power = \"relay\", moves = \"N\" }"),
        4,
        11,
        "{ power = \"relay\", moves = \"N\" }",
        "power \"relay\" has no `to`",
        "such as \"K\"",
    ),
    (
        power!("{ power = \"skip-slide\" }"),
        4,
        11,
        "{ power = \"skip-slide\" }",
        "has no `along`",
        "such as \"R\"",
    ),
    (
        power!("{ power = \"bent\", first = \"F\" }"),
        4,
        11,
        "{ power = \"bent\", first = \"F\" }",
        "has no `then`",
        "such as \"R\"",
    ),
    (
        power!("{ power = \"double-step\" }"),
        4,
        11,
        "{ power = \"double-step\" }",
        "has no `rank`",
        "counted from the owner's side",
    ),
    (
        power!("{ power = \"castle\" }"),
        4,
        11,
        "{ power = \"castle\" }",
        "has no `with`",
        "such as \"R\"",
    ),
    (
        power!("{ power = \"regent\" }"),
        4,
        11,
        "{ power = \"regent\" }",
        "has no `becomes`",
        "the royal that it becomes",
    ),
];

#[test]
fn a_power_has_its_parameters() {
    check_cases(PARAMETERS);
}

const VALUES: &[Case] = &[
    (
        power!("{ power = \"hop\", over = \"D\" }"),
        4,
        35,
        "\"D\"",
        "`over` is not over adjacent squares",
        "use W, F, K",
    ),
    (
        power!("{ power = \"hop\", over = \"cK\" }"),
        4,
        35,
        "\"cK\"",
        "`over` says where, not when",
        "leave out the letters m and c",
    ),
    (
        power!("{ power = \"igui\", targets = [\"K\"] }"),
        4,
        39,
        "[\"K\"]",
        "moves are not a text",
        "Betza notation in quotes",
    ),
    (
        power!("{ power = \"skip-slide\", along = \"W\" }"),
        4,
        43,
        "\"W\"",
        "`along` is not a slide",
        "use R, B, Q",
    ),
    (
        power!("{ power = \"skip-slide\", along = \"R\", skip = 0 }"),
        4,
        55,
        "0",
        "0 is not a whole number from 1 to 10",
        "write a number from 1 to 10",
    ),
    (
        power!("{ power = \"bent\", first = \"F\", then = \"W\" }"),
        4,
        49,
        "\"W\"",
        "`then` is not a slide",
        "a doubled letter",
    ),
    (
        power!("{ power = \"double-step\", rank = 4 }"),
        4,
        43,
        "4",
        "4 is not a whole number from 1 to 3",
        "write a number from 1 to 3",
    ),
    (
        power!("{ power = \"double-step\", rank = \"2\" }"),
        4,
        43,
        "\"2\"",
        "\"2\" is not a whole number",
        "write a number",
    ),
    (
        power!("{ power = \"castle\", with = \"T\" }"),
        4,
        38,
        "\"T\"",
        "there is no piece with the text \"T\"",
        "the pieces are P R K",
    ),
    (
        power!("{ power = \"regent\", becomes = \"k\" }"),
        4,
        41,
        "\"k\"",
        "there is no piece with the text \"k\"",
        "the pieces are P R K",
    ),
];

#[test]
fn a_parameter_has_a_value_that_makes_sense() {
    check_cases(VALUES);
}
