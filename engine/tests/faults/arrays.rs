//! Starting arrays.

use super::files::{Case, check_cases, faults};

/// An array; its first key stands in line 3.
macro_rules! array {
    ($($line:literal),*) => {
        concat!("[[array]]" $(, "\n", $line)*)
    };
}

const ROWS: &[Case] = &[
    (
        array!("rows = [\"P P P\", \"R - K R\"]", "black = \"rotated\""),
        3,
        9,
        "\"P P P\"",
        "this rank has 3 squares",
        "the board has 4 files",
    ),
    (
        array!("rows = [\"P P P P P\", \"R - K R\"]", "black = \"rotated\""),
        3,
        9,
        "\"P P P P P\"",
        "this rank has 5 squares",
        "the board has 4 files",
    ),
    (
        array!("rows = [\"P Q P P\", \"R - K R\"]", "black = \"rotated\""),
        3,
        12,
        "Q",
        "there is no piece with the text \"Q\"",
        "write - for an empty square; the pieces are P R K",
    ),
    (
        array!("rows = [\"P p P P\", \"R - K R\"]", "black = \"rotated\""),
        3,
        12,
        "p",
        "there is no piece with the text \"p\"",
        "the pieces are P R K",
    ),
    (
        array!("rows = \"R - K R\"", "black = \"rotated\""),
        3,
        8,
        "\"R - K R\"",
        "`rows` is not a list",
        "write [ … ]",
    ),
    (
        array!("rows = [4]", "black = \"rotated\""),
        3,
        9,
        "4",
        "4 is not a text",
        "in quotes",
    ),
    (
        array!("rows = [\"P P P P\", \"R - R R\"]", "black = \"rotated\""),
        3,
        8,
        "[\"P P P P\", \"R - R R\"]",
        "this array has 0 royal pieces",
        "each side starts with exactly one",
    ),
    (
        array!("rows = [\"P P P P\", \"K - K R\"]", "black = \"rotated\""),
        3,
        8,
        "[\"P P P P\", \"K - K R\"]",
        "this array has 2 royal pieces",
        "each side starts with exactly one",
    ),
    (
        array!(
            "rows = [\"P P P P\", \"- - - -\", \"R - K R\"]",
            "black = \"rotated\""
        ),
        3,
        8,
        "[\"P P P P\", \"- - - -\", \"R - K R\"]",
        "the two sides' arrays overlap",
        "let only one side have a piece on a3",
    ),
    (
        array!(
            "rows = [\"P P P P\", \"- - - -\", \"R - K R\"]",
            "black = \"rotated\"",
            "exchange = [\"a3 a2\"]"
        ),
        3,
        8,
        "[\"P P P P\", \"- - - -\", \"R - K R\"]",
        "the two sides' arrays overlap",
        "let only one side have a piece on",
    ),
];

#[test]
fn the_rows_fit_the_board_and_the_pieces() {
    check_cases(ROWS);
}

const BLACK: &[Case] = &[
    (
        array!("rows = [\"R - K R\"]"),
        2,
        1,
        "[[array]]",
        "not said where Black's pieces stand",
        "black_rows = [ … ]",
    ),
    (
        array!("rows = [\"R - K R\"]", "black = \"turned\""),
        4,
        9,
        "\"turned\"",
        "\"turned\" is not one of the choices here",
        "\"rotated\" or \"mirrored\"",
    ),
    (
        array!(
            "rows = [\"R - K R\"]",
            "black = \"rotated\"",
            "black_rows = [\"R - K R\"]"
        ),
        5,
        14,
        "[\"R - K R\"]",
        "it is said twice where Black's pieces stand",
        "keep either `black` or `black_rows`",
    ),
    (
        array!("rows = [\"R - K R\"]", "black_rows = [\"R - K\"]"),
        4,
        15,
        "\"R - K\"",
        "this rank has 3 squares",
        "the board has 4 files",
    ),
    (
        array!("rows = [\"R - K R\"]", "black_rows = [\"R - R R\"]"),
        4,
        14,
        "[\"R - R R\"]",
        "this array has 0 royal pieces",
        "exactly one",
    ),
];

#[test]
fn black_has_an_array_too() {
    check_cases(BLACK);
}

const NUMBERS: &[Case] = &[
    (
        array!(
            "rows = [\"R - K R\"]",
            "black = \"rotated\"",
            "exchange = [\"a1\"]"
        ),
        5,
        13,
        "\"a1\"",
        "\"a1\" is not a pair of squares of White's array",
        "such as \"a1 h1\"",
    ),
    (
        array!(
            "rows = [\"R - K R\"]",
            "black = \"rotated\"",
            "exchange = [\"a1 a3\"]"
        ),
        5,
        13,
        "\"a1 a3\"",
        "not a pair of squares of White's array",
        "such as \"a1 h1\"",
    ),
    (
        array!(
            "rows = [\"R - K R\"]",
            "black = \"rotated\"",
            "exchange = [\"a1 z1\"]"
        ),
        5,
        13,
        "\"a1 z1\"",
        "not a pair of squares",
        "such as \"a1 h1\"",
    ),
    (
        array!(
            "rows = [\"R - K R\"]",
            "black = \"rotated\"",
            "exchange = [1]"
        ),
        5,
        13,
        "1",
        "1 is not a pair of squares",
        "such as \"a1 h1\"",
    ),
    (
        array!(
            "rows = [\"R - K R\"]",
            "black = \"rotated\"",
            "exchange = \"a1 b1\""
        ),
        5,
        12,
        "\"a1 b1\"",
        "`exchange` is not a list",
        "write [ … ]",
    ),
    (
        array!(
            "rows = [\"R - K R\"]",
            "black = \"rotated\"",
            "symmetry_bit = 1"
        ),
        5,
        16,
        "1",
        "1 is neither true nor false",
        "write true or false",
    ),
    (
        "array_ids = [0, 1]",
        2,
        17,
        "1",
        "1 is not a whole number from 0 to 0",
        "write a number from 0 to 0",
    ),
    (
        "array_ids = 0",
        2,
        13,
        "0",
        "`array_ids` is not a list",
        "write [ … ]",
    ),
    (
        "array_ids = []",
        2,
        13,
        "[]",
        "no array may be played",
        "leave `array_ids` out for all",
    ),
    (
        "array = []",
        2,
        9,
        "[]",
        "there is no starting array",
        "describe it in an [[array]] table",
    ),
];

#[test]
fn the_numbers_of_arrays() {
    check_cases(NUMBERS);
}

#[test]
fn numbers_are_not_checked_while_an_array_is_wrong() {
    let text = "extends = \"tiny.toml\"\narray_ids = [5]\n[[array]]\nrows = [\"R - K\"]\nblack = \"rotated\"\n";
    let faults = faults(&[("case.toml", text)], "case.toml");
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].line, 4);
}
