//! The promoted pieces of Scirocco, one diagram each.

use super::board::shows_moves;

#[test]
fn the_tadpole_steps_diagonally_leaps_three_and_captures_as_wazir() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       8  .    .    .    .    p!   .    .    .    .    .
       7  .    .    .    .    p    .    .    .    .    .
       6  .    .    .    p!   .    *    .    .    .    .
       5  .    *    .    P    (Ta) .    .    *    .    .
       4  .    .    .    *    p!   *    .    .    .    .
       2  .    .    .    .    *    .    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_zebra_leaps_three_by_two() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       8  .    .    p!   .    .    .    p!   .    .    .
       7  .    *    .    .    .    p    .    P    .    .
       6  .    .    .    .    p    .    .    .    .    .
       5  .    .    .    .    (Z)  .    .    .    .    .
       3  .    *    .    .    .    .    .    *    .    .
       2  .    .    *    .    .    .    *    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_duke_is_knight_and_short_rook() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       8  .    .    .    .    P    .    .    .    .    .
       7  .    .    .    p!   *    *    .    .    .    .
       6  .    .    *    .    *    .    P    .    .    .
       5  .    p    p!   *    (Du) *    *    *    *    .
       4  .    .    *    .    *    .    *    .    .    .
       3  .    .    .    *    *    *    .    .    .    .
       2  .    .    .    .    *    .    .    .    .    .
       1  .    K    P    .    *    .    .    .    .    .
        ",
    );
}

#[test]
fn the_vulture_rides_to_move_as_bishop_and_to_capture_as_rook() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    *
       9  .    .    .    .    p    .    .    .    *    .
       8  .    p    .    .    p!   .    .    *    .    .
       7  .    .    *    .    .    .    *    .    .    .
       6  .    .    .    *    *    *    .    .    .    .
       5  .    .    .    p!   (Vu) *    .    P    .    .
       4  .    .    .    *    *    P    .    .    .    .
       3  .    .    *    .    .    .    .    .    .    .
       2  .    *    .    .    .    .    .    .    .    .
       1  *    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_wildebeest_is_knight_and_camel() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       8  .    .    .    *    .    p!   .    .    .    .
       7  .    .    .    p!   .    *    .    .    .    .
       6  .    *    *    .    p    .    *    P    .    .
       5  .    .    .    .    (Wi) .    .    .    .    .
       4  .    *    *    .    .    .    *    *    .    .
       3  .    .    .    *    .    *    .    .    .    .
       2  .    .    .    *    .    *    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_abbot_is_knight_and_short_bishop() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       9  .    .    .    .    .    .    .    .    *    .
       8  .    p    .    .    .    .    .    *    .    .
       7  .    .    p!   p!   .    *    *    .    .    .
       6  .    .    *    *    .    *    *    .    .    .
       5  .    .    .    .    (Ab) .    .    .    .    .
       4  .    .    *    *    .    *    *    .    .    .
       3  .    .    *    *    .    *    *    .    .    .
       2  .    *    .    .    .    .    .    P    .    .
       1  *    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_octopus_steps_diagonally_and_goes_on_outwards_as_rook() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    *    .    .    .    .
       9  .    .    .    .    .    *    .    .    .    .
       8  .    .    .    p!   .    *    .    .    .    .
       7  .    .    .    *    .    *    .    .    .    .
       6  .    p!   *    *    .    *    *    *    *    *
       5  .    .    .    .    (Oc) .    .    .    .    .
       4  *    *    *    *    .    *    *    P    .    .
       3  .    .    .    *    .    *    .    .    .    .
       2  .    .    .    *    .    P    .    .    .    .
       1  .    K    P    *    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_octopus_stops_where_its_first_square_is_taken() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       6  .    .    .    p    p    P    .    .    .    .
       5  .    .    .    .    (Oc) .    .    .    .    .
       4  *    *    *    *    .    *    *    *    *    *
       3  .    .    .    *    .    *    .    .    .    .
       2  .    .    .    *    .    *    .    .    .    .
       1  .    K    P    *    .    *    .    .    .    .
        ",
    );
}

#[test]
fn the_bishop_rides_diagonally() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    *
       9  .    .    .    .    .    .    .    .    *    .
       8  .    p    .    .    .    .    .    *    .    .
       7  .    .    p!   .    .    .    *    .    .    .
       6  .    .    .    *    P    *    .    .    .    .
       5  .    .    .    .    (B)  .    .    .    .    .
       4  .    .    .    *    .    *    .    .    .    .
       3  .    .    *    .    .    .    P    .    .    .
       2  .    *    .    .    .    .    .    .    .    .
       1  *    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_queen_rides_in_all_directions() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    *
       9  .    .    .    .    p!   .    .    .    *    .
       8  .    p    .    .    *    .    .    *    .    .
       7  .    .    p!   .    *    .    *    .    .    .
       6  .    .    .    *    *    *    .    .    .    .
       5  .    .    .    P    (Q)  *    *    *    *    *
       4  .    .    .    *    *    *    .    .    .    .
       3  .    .    *    .    *    .    P    .    .    .
       2  .    *    .    .    *    .    .    .    .    .
       1  *    K    P    .    *    .    .    .    .    .
        ",
    );
}

#[test]
fn the_rook_rides_orthogonally() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       8  .    .    .    .    P    .    .    .    .    .
       7  .    .    .    .    *    .    .    .    .    .
       6  .    .    .    .    *    P    .    .    .    .
       5  .    p    p!   *    (R)  *    *    *    *    *
       4  .    .    .    .    *    .    .    .    .    .
       3  .    .    .    .    *    .    .    .    .    .
       2  .    .    .    .    *    .    .    .    .    .
       1  .    K    P    .    *    .    .    .    .    .
        ",
    );
}

#[test]
fn the_squirrel_is_dabbaba_knight_and_alfil() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    *    p!   p!   *    P    .    .    .
       6  .    .    *    p    p    .    *    .    .    .
       5  .    .    *    .    (Sq) .    *    .    .    .
       4  .    .    *    .    .    .    *    .    .    .
       3  .    .    *    *    *    *    *    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_harpy_moves_as_a_queen_of_three_squares_and_captures_nothing() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       8  .    .    .    .    .    .    .    *    .    .
       7  .    .    p    .    .    .    *    .    .    .
       6  .    .    .    *    p    *    .    .    .    .
       5  .    *    *    *    (Ha) *    *    *    .    p
       4  .    .    .    *    *    *    .    .    .    .
       3  .    .    *    .    *    .    *    .    .    .
       2  .    *    .    .    *    .    .    *    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_lioness_leaps_to_every_square_of_two_king_steps() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    *    *    p!   *    P    .    .    .
       6  .    .    *    p!   p!   *    *    .    .    .
       5  .    .    *    *    (Li) P    *    .    .    .
       4  .    .    p!   *    *    *    *    .    .    .
       3  .    .    *    *    *    *    *    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_spider_steps_orthogonally_and_goes_on_outwards_as_bishop() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    *    .
       9  .    .    .    .    .    .    .    *    .    .
       8  *    .    p!   .    .    .    *    .    P    .
       7  .    *    .    *    .    *    p    *    .    .
       6  .    .    *    .    *    .    *    .    .    .
       5  .    .    .    *    (Sp) *    .    .    .    .
       4  .    .    *    .    *    .    *    .    .    .
       3  .    *    P    *    .    *    .    *    .    .
       2  *    .    *    .    .    .    *    .    *    .
       1  .    K    P    .    .    .    .    *    .    *
        ",
    );
}

#[test]
fn the_spider_stops_where_its_first_square_is_taken() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       9  .    .    .    .    .    .    .    .    .    *
       8  .    .    .    .    .    .    .    .    *    .
       7  .    .    .    .    .    .    .    *    .    .
       6  .    .    .    .    p    p    *    .    .    .
       5  .    .    .    P    (Sp) *    .    .    .    .
       4  .    .    .    .    *    .    *    .    .    .
       3  .    .    .    *    .    *    .    *    .    .
       2  .    .    *    .    .    .    *    .    *    .
       1  .    K    P    .    .    .    .    *    .    *
        ",
    );
}

#[test]
fn the_frog_of_1999_is_king_and_three_square_leaper() {
    shows_moves(
        "scirocco-1999",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       8  .    p!   .    .    p!   .    .    *    .    .
       7  .    .    .    .    p    .    .    .    .    .
       6  .    .    .    p!   *    *    .    .    .    .
       5  .    *    .    *    (Fr) *    .    P    .    .
       4  .    .    .    *    *    *    .    .    .    .
       2  .    *    .    .    *    .    .    *    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_harpy_of_2001_moves_as_a_queen_and_captures_nothing() {
    shows_moves(
        "scirocco-2001",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    *
       9  .    .    .    .    .    .    .    .    *    .
       8  .    .    .    .    .    .    .    *    .    .
       7  .    .    p    .    .    .    *    .    .    .
       6  .    .    .    *    p    *    .    .    .    .
       5  *    *    *    *    (Ha) *    *    *    *    p
       4  .    .    .    *    *    *    .    .    .    .
       3  .    .    *    .    *    .    *    .    .    .
       2  .    *    .    .    *    .    .    *    .    .
       1  *    K    P    .    *    .    .    .    *    .
        ",
    );
}

#[test]
fn the_king_steps_in_all_directions() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       6  .    .    .    p!   *    *    .    .    .    .
       5  .    .    .    *    (K)  P    .    .    .    .
       4  .    .    .    *    p!   *    .    .    .    .
       1  .    .    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_emperor_is_wazir_dabbaba_and_alfil() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    *    .    p!   .    *    .    .    .
       6  .    .    .    p    p!   .    .    .    .    .
       5  .    .    *    *    (Em) *    P    .    .    .
       4  .    .    .    .    *    P    .    .    .    .
       3  .    .    *    .    *    .    *    .    .    .
       1  .    .    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_closest_squares_on_which_the_octopus_captures_are_a_knights_move_away() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    p    p!   p    p!   p    .    .    .
       6  .    .    p!   *    .    *    p!   .    .    .
       5  .    .    p    .    (Oc) .    p    .    .    .
       4  .    .    p!   *    .    *    p!   .    .    .
       3  .    .    p    p!   p    p!   p    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_closest_squares_on_which_the_spider_captures_are_a_knights_move_away() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    p    p!   p    p!   p    .    .    .
       6  .    .    p!   .    *    .    p!   .    .    .
       5  .    .    p    *    (Sp) *    p    .    .    .
       4  .    .    p!   .    *    .    p!   .    .    .
       3  .    .    p    p!   p    p!   p    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}
