//! The pieces of Scirocco that stand on the board at the start, one diagram each.

use super::board::shows_moves;

#[test]
fn the_pawn_steps_straight_ahead_and_captures_diagonally_ahead() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       6  .    .    .    .    *    n!   .    .    .    .
       5  .    .    .    .    (P)  .    .    .    .    .
       4  .    .    .    n    n    .    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_pawn_has_no_first_double_step() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       4  .    .    .    .    *    .    .    .    .    .
       3  .    .    .    .    (P)  .    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_pawn_is_stopped_by_a_piece_in_front() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       6  .    .    .    p!   p    .    .    .    .    .
       5  .    .    .    .    (P)  .    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_guard_is_a_pawn_in_all_directions() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       6  .    .    .    p!   p    .    .    .    .    .
       5  .    .    .    P    (Gu) *    .    .    .    .
       4  .    .    .    .    *    p!   .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_priest_is_firzan_and_knight() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    .    p!   .    *    .    .    .    .
       6  .    .    *    *    p    *    P    .    .    .
       5  .    .    .    .    (Pr) .    .    .    .    .
       4  .    .    *    P    .    p!   *    .    .    .
       3  .    .    .    *    .    *    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_scirocco_steps_orthogonally_and_rides_diagonally() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    *
       9  .    .    .    .    .    .    .    .    *    .
       8  .    p    .    .    .    .    .    *    .    .
       7  .    .    p!   .    .    .    *    .    .    .
       6  .    .    .    *    p!   *    .    .    .    .
       5  .    .    .    P    (Sc) *    .    .    .    .
       4  .    .    .    *    *    *    .    .    .    .
       3  .    .    *    .    .    .    P    .    .    .
       2  .    *    .    .    .    .    .    .    .    .
       1  *    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_wazir_steps_orthogonally() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       6  .    .    .    p    p!   .    .    .    .    .
       5  .    .    .    P    (W)  *    .    .    .    .
       4  .    .    .    .    *    .    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_firzan_steps_diagonally() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       6  .    .    .    p!   p    *    .    .    .    .
       5  .    .    .    .    (F)  .    .    .    .    .
       4  .    .    .    *    .    P    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_commoner_moves_exactly_like_a_king() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       6  .    .    .    p!   *    *    .    .    .    .
       5  .    .    .    *    (Co) P    .    .    .    .
       4  .    .    .    *    p!   *    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_marquis_is_wazir_and_knight() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    .    p!   .    *    .    .    .    .
       6  .    .    *    p    *    .    P    .    .    .
       5  .    .    .    P    (Ma) *    .    .    .    .
       4  .    .    *    .    p!   .    *    .    .    .
       3  .    .    .    *    .    *    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_chariot_rides_at_most_four_squares_orthogonally() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    p    .    .    .    .    .
       9  .    .    .    .    *    .    .    .    .    .
       8  .    .    .    .    *    .    .    .    .    .
       7  .    .    .    .    *    .    .    .    .    .
       6  .    .    .    .    *    .    .    .    .    .
       5  .    p    p!   *    (Ch) *    *    *    *    .
       4  .    .    .    .    *    .    .    .    .    .
       3  .    .    .    .    P    .    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_alfil_leaps_two_squares_diagonally() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    p!   .    .    .    *    .    .    .
       6  .    .    .    p    .    P    .    .    .    .
       5  .    .    .    .    (A)  .    .    .    .    .
       4  .    .    .    .    .    p    .    .    .    .
       3  .    .    P    .    .    .    *    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_stork_leaps_as_alfil_and_captures_as_wazir() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    *    .    .    .    *    .    .    .
       6  .    .    .    .    p!   P    .    .    .    .
       5  .    .    .    .    (St) P    .    .    .    .
       4  .    .    .    p    .    .    .    .    .    .
       3  .    .    p!   .    .    .    *    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_knight_leaps_over_anything() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    .    p!   .    *    .    .    .    .
       6  .    .    *    p    p    p    *    .    .    .
       5  .    .    .    P    (N)  P    .    .    .    .
       4  .    .    *    .    .    .    P    .    .    .
       3  .    .    .    *    .    *    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_camel_leaps_three_by_one() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       8  .    .    .    p!   p    *    .    .    .    .
       7  .    .    .    .    p    .    .    .    .    .
       6  .    *    .    .    p    P    .    P    .    .
       5  .    .    .    .    (C)  .    .    .    .    .
       4  .    *    .    .    .    .    .    *    .    .
       2  .    .    .    *    .    *    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_dervish_leaps_two_squares_in_all_directions() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    *    p    p!   .    *    .    .    .
       6  .    .    .    .    p    .    .    .    .    .
       5  .    .    *    .    (De) .    P    .    .    .
       3  .    .    p!   .    *    .    *    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_goat_leaps_two_squares_orthogonally_or_steps_diagonally_without_capturing() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    .    .    p!   .    .    .    .    .
       6  .    .    .    p    p    *    .    .    .    .
       5  .    .    *    P    (Go) .    *    .    .    .
       4  .    .    .    *    .    P    .    .    .    .
       3  .    .    .    .    *    .    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_dabbaba_leaps_two_squares_orthogonally() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       7  .    .    .    .    p!   .    .    .    .    .
       6  .    .    .    .    p    .    .    .    .    .
       5  .    .    *    P    (D)  .    P    .    .    .
       3  .    .    .    .    *    .    .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_wagon_rides_orthogonally_but_never_stops_on_the_adjacent_square() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       8  .    .    .    .    P    .    .    .    .    .
       7  .    .    .    .    *    .    .    .    .    .
       5  .    p    p!   .    (Wa) .    *    *    *    *
       3  .    .    .    .    *    .    .    .    .    .
       2  .    .    .    .    *    .    .    .    .    .
       1  .    K    P    .    *    .    .    .    .    .
        ",
    );
}

#[test]
fn the_wagon_is_blocked_by_pieces_next_to_it_and_cannot_capture_them() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
      10  .    k    p    .    .    .    .    .    .    .
       6  .    .    .    .    p    .    .    .    .    .
       5  .    .    .    P    (Wa) .    *    *    *    *
       3  .    .    .    .    *    .    .    .    .    .
       2  .    .    .    .    *    .    .    .    .    .
       1  .    K    P    .    *    .    .    .    .    .
        ",
    );
}

#[test]
fn blacks_pawn_goes_down_the_board() {
    shows_moves(
        "scirocco-2009",
        "b",
        "
      10  .    k    p    .    .    .    .    .    .    .
       6  .    .    .    N    .    N    .    .    .    .
       5  .    .    .    .    (p)  .    .    .    .    .
       4  .    .    .    N!   *    N!   .    .    .    .
       1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}
