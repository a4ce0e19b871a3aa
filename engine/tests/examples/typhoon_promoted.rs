//! Typhoon: promoted pieces that move along lines.

use super::board::shows_moves;

#[test]
fn the_abbot() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    .    .    .    p!   .    .    .
     8  .    .    .    *    *    .    P    *    .    .    .    .
     7  .    .    .    *    *    .    *    *    .    .    .    .
     6  .    .    n    .    .    (Ab) .    .    .    P    .    .
     5  .    .    .    *    *    .    *    *    .    .    .    .
     4  .    .    .    *    p!   .    *    w!   .    .    .    .
     3  .    .    *    .    .    n    .    .    .    .    .    .
     2  .    *    .    .    .    .    .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_duke() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p!   .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p    .    .    .
     8  .    .    .    .    *    *    P    .    .    .    .    .
     7  .    .    .    *    .    *    .    *    .    .    .    .
     6  .    .    n!   *    *    (Du) *    *    *    P    .    .
     5  .    .    .    *    .    *    .    *    .    .    .    .
     4  .    .    .    .    p!   *    *    w    .    .    .    .
     3  .    .    .    .    .    n!   .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

/// T-D4.
#[test]
fn the_emperors_queen_move_of_two_squares_can_be_blocked() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    .    .    .    p    .    .    .
     8  .    .    .    .    *    *    P    *    .    .    .    .
     7  .    .    .    *    p!   *    *    *    .    .    .    .
     6  .    .    n    *    *    (Em) P    .    .    P    .    .
     5  .    .    .    *    *    *    *    *    .    .    .    .
     4  .    .    .    *    p!   *    *    w!   .    .    .    .
     3  .    .    .    .    .    n    .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_scirocco() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    .    .    .    p!   .    .    .
     8  .    .    .    *    .    .    .    *    .    .    .    .
     7  .    .    .    .    *    p!   *    .    .    .    .    .
     6  .    .    n    .    *    (Sc) *    .    .    P    .    .
     5  .    .    .    .    *    *    *    .    .    .    .    .
     4  .    .    .    *    .    .    .    w!   .    .    .    .
     3  .    .    *    .    .    n    .    .    .    .    .    .
     2  .    *    .    .    .    .    .    .    .    .    .    .
     1  *    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_dragon_kite() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p!   .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p    .    .    .
     8  .    .    .    .    .    *    .    .    .    .    .    .
     7  .    .    .    .    *    *    *    .    .    .    .    .
     6  .    .    n!   *    *    (DK) *    *    *    P    .    .
     5  .    .    .    .    *    *    p!   .    .    .    .    .
     4  .    .    .    .    .    *    .    w    .    .    .    .
     3  .    .    .    .    .    n!   .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_nightrider() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    P    .    .    .    p!   .    .    .    .
     8  .    p!   .    .    *    .    *    .    .    n!   .    .
     7  .    .    .    *    .    .    P    *    .    .    .    .
     6  .    .    .    .    .    (Nr) .    .    .    .    .    .
     5  .    .    .    P    .    .    .    *    .    .    .    .
     4  .    .    .    .    n!   .    *    .    .    *    .    .
     3  .    .    .    .    .    .    .    .    .    .    .    *
     2  .    .    .    .    .    .    .    *    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_dayrider_rides_on_dabbaba_and_alfil_and_steps_to_empty_squares() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p!   .    .    .    .    .    .
     8  .    .    .    p!   .    *    .    P    .    .    .    .
     7  .    .    .    .    *    p    n    .    .    .    .    .
     6  .    .    .    P    *    (Da) *    n!   .    .    .    .
     5  .    .    .    .    *    *    *    .    .    .    .    .
     4  .    .    .    *    .    *    .    *    .    .    .    .
     2  .    n!   .    .    .    *    .    .    .    *    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_octopus_goes_on_outwards_from_a_diagonal_step() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
     8  .    .    .    .    p!   .    .    .    .    .    .    .
     7  *    *    *    *    *    .    P    .    .    .    .    .
     6  .    .    .    .    .    (Oc) .    .    .    .    .    .
     5  .    .    .    P    *    .    *    n!   .    .    .    .
     4  .    .    .    .    P    .    *    .    .    .    .    .
     3  .    .    .    .    .    .    p!   .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_spider_goes_on_outwards_from_an_orthogonal_step() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
     8  .    .    n!   .    .    .    .    .    .    .    .    .
     7  .    .    .    *    .    P    .    p!   .    .    .    .
     6  .    .    .    .    *    (Sp) *    .    .    .    .    .
     5  .    .    .    *    .    *    .    *    .    .    .    .
     4  .    .    *    P    P    .    *    .    n!   .    .    .
     3  .    *    .    .    .    .    .    *    .    .    .    .
     2  *    .    .    .    .    .    .    .    *    .    .    .
     1  .    K    P    .    .    .    .    .    .    *    .    .
        ",
    );
}

#[test]
fn the_vulture_moves_diagonally_and_captures_orthogonally() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p!   .    .    .    .    .    .
     9  .    .    P    .    .    .    .    .    p    .    .    .
     8  .    .    .    *    .    .    .    *    .    .    .    .
     7  .    .    .    .    *    *    *    .    .    .    .    .
     6  .    .    n!   .    *    (Vu) *    .    .    P    .    .
     5  .    .    .    .    *    *    *    .    .    .    .    .
     4  .    .    .    *    .    .    .    w    .    .    .    .
     3  .    .    *    .    .    n!   .    .    .    .    .    .
     2  .    *    .    .    .    .    .    .    .    .    .    .
     1  *    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_ibis_moves_orthogonally_and_captures_diagonally() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p!   .    .    .
     8  .    .    .    .    .    *    .    .    .    .    .    .
     7  .    .    .    .    *    *    *    .    .    .    .    .
     6  .    .    n    *    *    (Ib) *    *    *    P    .    .
     5  .    .    .    .    *    *    *    .    .    .    .    .
     4  .    .    .    .    .    *    .    w!   .    .    .    .
     3  .    .    .    .    .    n    .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_immobilizer_moves_as_a_queen_and_captures_nothing() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p    .    .    .
     8  .    .    .    *    .    *    .    *    .    .    .    .
     7  .    .    .    .    *    *    *    .    .    .    .    .
     6  .    .    n    *    *    (Im) *    *    *    P    .    .
     5  .    .    .    .    *    *    *    .    .    .    .    .
     4  .    .    .    *    .    *    .    w    .    .    .    .
     3  .    .    *    .    .    n    .    .    .    .    .    .
     2  .    *    .    .    .    .    .    .    .    .    .    .
     1  *    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_harpy_moves_as_a_queen_and_captures_nothing() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p    .    .    .
     8  .    .    .    *    .    *    .    *    .    .    .    .
     7  .    .    .    .    *    *    *    .    .    .    .    .
     6  .    .    n    *    *    (Ha) *    *    *    P    .    .
     5  .    .    .    .    *    *    *    .    .    .    .    .
     4  .    .    .    *    .    *    .    w    .    .    .    .
     3  .    .    *    .    .    n    .    .    .    .    .    .
     2  .    *    .    .    .    .    .    .    .    .    .    .
     1  *    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

/// T-D9: the two steps can be blocked.
#[test]
fn the_missionary_moves_one_step_orthogonally_or_two_diagonally() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
     8  .    .    .    *    .    .    .    .    .    .    .    .
     7  .    .    .    .    *    p    p    .    .    .    .    .
     6  .    .    .    .    *    (Mi) *    .    .    .    .    .
     5  .    .    .    .    *    *    *    .    .    .    .    .
     4  .    .    .    n    .    .    .    *    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

/// T-D10.
#[test]
fn the_sorcerer_moves_as_the_missionary() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
     8  .    .    .    *    .    .    .    .    .    .    .    .
     7  .    .    .    .    *    p    p    .    .    .    .    .
     6  .    .    .    .    *    (So) *    .    .    .    .    .
     5  .    .    .    .    *    *    *    .    .    .    .    .
     4  .    .    .    n    .    .    .    *    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}
