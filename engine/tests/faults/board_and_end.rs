//! The board, and how games end.

use super::files::{Case, check_cases, check_edits};

#[test]
fn the_board_is_one_that_can_be_played_on() {
    check_edits(&[
        ("\"abcd\"", "\"abca\"", 2, 19, "\"abca\"", "these are not names of files", "different small letters a-z"),
    ]);
}

const END: &[Case] = &[
    ("[end]\nroyal = \"mate\"", 3, 9, "\"mate\"", "\"mate\" is not one of the choices here", "\"capture\" or \"check\""),
    ("[end]\nbare = \"draw\"", 3, 8, "\"draw\"", "not one of the choices", "\"loses\" or \"loses-unless-rebared\" or \"both-draw\""),
    ("[end]\nstalemate = false", 3, 13, "false", "false is not one of the choices", "\"loses\" or \"draw\""),
    ("[end]\nrepetition = { occurrence = 1 }", 3, 29, "1", "1 is not a whole number from 2 to 100", "from 2 to 100"),
    ("[end]\nrepetition = { occurrence = 2.5 }", 3, 29, "2.5", "a fraction is not a whole number", "from 2 to 100"),
    ("[end]\nrepetition = { result = \"lost\" }", 3, 25, "\"lost\"", "not one of the choices", "\"mover-loses-unless-quiet\""),
    ("[end]\nmove_count = { plies = 0 }", 3, 24, "0", "0 is not a whole number from 1 to 10000", "from 1 to 10000"),
    ("[end]\nmove_count = { plies = 99999999999999999999 }", 3, 24, "99999999999999999999", "a number that is too large is not a whole number", "from 1 to 10000"),
    ("[end]\nmove_count = { promotion_resets = 0 }", 3, 35, "0", "0 is neither true nor false", "true or false"),
];

#[test]
fn a_game_ends_in_one_of_the_known_ways() {
    check_cases(END);
}
