//! Typhoon: the pieces that move along lines before they promote, and what the Fire Horse, the Guard
//! and others become.

use super::board::{board, destinations, shows_moves};

/// T-D19: all four knight leaps to the rear.
#[test]
fn the_fire_horse_goes_straight_ahead_and_back_as_a_knight() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p!   .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p    .    .    .
     8  .    .    .    .    .    *    .    .    .    .    .    .
     7  .    .    .    .    .    *    .    .    .    .    .    .
     6  .    .    n    .    .    (FH) .    .    .    P    .    .
     5  .    .    .    *    .    .    .    P    .    .    .    .
     4  .    .    .    .    p!   .    *    w    .    .    .    .
     3  .    .    .    .    .    n    .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_ghost_warrior_goes_straight_ahead_and_diagonally_back() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p!   .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p    .    .    .
     8  .    .    .    .    .    *    .    .    .    .    .    .
     7  .    .    .    .    .    *    .    .    .    .    .    .
     6  .    .    n    .    .    (GW) .    .    .    P    .    .
     5  .    .    .    .    p!   .    *    .    .    .    .    .
     4  .    .    .    .    .    .    .    w    .    .    .    .
     3  .    .    .    .    .    n    .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_flying_ox() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p!   .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p!   .    .    .
     8  .    .    .    *    .    *    .    *    .    .    .    .
     7  .    .    .    .    *    *    *    .    .    .    .    .
     6  .    .    n    .    .    (FO) .    .    .    P    .    .
     5  .    .    .    .    *    *    *    .    .    .    .    .
     4  .    .    .    *    .    *    .    w!   .    .    .    .
     3  .    .    *    .    .    n!   .    .    .    .    .    .
     2  .    *    .    .    .    .    .    .    .    .    .    .
     1  *    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_free_boar() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    .    .    .    p!   .    .    .
     8  .    .    .    *    .    .    .    *    .    .    .    .
     7  .    .    .    .    *    .    *    .    .    .    .    .
     6  .    .    n!   *    *    (FB) *    *    *    P    .    .
     5  .    .    .    .    *    .    *    .    .    .    .    .
     4  .    .    .    *    .    .    .    w!   .    .    .    .
     3  .    .    *    .    .    n    .    .    .    .    .    .
     2  .    *    .    .    .    .    .    .    .    .    .    .
     1  *    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

/// T-D3.
#[test]
fn the_salamander_moves_three_squares_and_captures_next_to_it() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p    .    .    .
     8  .    .    .    *    .    *    .    *    .    .    .    .
     7  .    .    .    .    *    *    *    .    .    .    .    .
     6  .    .    n    .    p!   (Sa) *    *    *    P    .    .
     5  .    .    .    .    *    *    p!   .    .    .    .    .
     4  .    .    .    *    .    *    .    w    .    .    .    .
     3  .    .    *    .    .    n    .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_bishops_dog() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    .    .    .    p!   .    .    .
     8  .    .    .    *    .    .    .    *    .    .    .    .
     7  .    .    .    .    *    .    *    .    .    .    .    .
     6  .    .    n    .    .    (BD) .    .    .    P    .    .
     5  .    .    .    .    *    .    *    .    .    .    .    .
     4  .    .    .    *    .    .    .    w!   .    .    .    .
     3  .    .    *    .    .    n    .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_otter() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    .    .    .    p    .    .    .
     7  .    .    .    .    *    *    p!   .    .    .    .    .
     6  .    .    n!   *    *    (Ot) *    *    *    P    .    .
     5  .    .    .    .    *    .    *    .    .    .    .    .
     4  .    .    .    .    .    .    .    w    .    .    .    .
     3  .    .    .    .    .    n    .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_beaver() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    .    .    .    p    .    .    .
     7  .    .    .    .    *    *    p!   .    .    .    .    .
     6  .    .    n!   *    *    (Be) *    *    *    P    .    .
     5  .    .    .    .    .    *    .    .    .    .    .    .
     4  .    .    .    .    .    *    .    w    .    .    .    .
     3  .    .    .    .    .    n!   .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_chariot() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p!   .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p    .    .    .
     8  .    .    .    .    .    *    .    .    .    .    .    .
     7  .    .    .    .    .    *    .    .    .    .    .    .
     6  .    .    n!   *    *    (Ch) *    *    *    P    .    .
     5  .    .    .    .    .    *    .    .    .    .    .    .
     4  .    .    .    .    .    *    .    w    .    .    .    .
     3  .    .    .    .    .    n!   .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_wagon_passes_over_the_adjacent_square() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p!   .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p    .    .    .
     8  .    .    .    .    .    *    .    .    .    .    .    .
     6  .    .    n!   *    .    (Wa) .    *    *    P    .    .
     5  .    .    .    .    .    p    .    .    .    .    .    .
     4  .    .    .    .    .    .    .    w    .    .    .    .
     3  .    .    .    .    .    n    .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_rook() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p!   .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p    .    .    .
     8  .    .    .    .    .    *    .    .    .    .    .    .
     7  .    .    .    .    .    *    .    .    .    .    .    .
     6  .    .    n!   *    *    (R)  *    *    *    P    .    .
     5  .    .    .    .    .    *    .    .    .    .    .    .
     4  .    .    .    .    .    *    .    w    .    .    .    .
     3  .    .    .    .    .    n!   .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_bishop() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    .    .    .    p!   .    .    .
     8  .    .    .    *    .    .    .    *    .    .    .    .
     7  .    .    .    .    *    .    *    .    .    .    .    .
     6  .    .    n    .    .    (B)  .    .    .    P    .    .
     5  .    .    .    .    *    .    *    .    .    .    .    .
     4  .    .    .    *    .    .    .    w!   .    .    .    .
     3  .    .    *    .    .    n    .    .    .    .    .    .
     2  .    *    .    .    .    .    .    .    .    .    .    .
     1  *    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_queen() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p!   .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p!   .    .    .
     8  .    .    .    *    .    *    .    *    .    .    .    .
     7  .    .    .    .    *    *    *    .    .    .    .    .
     6  .    .    n!   *    *    (Q)  *    *    *    P    .    .
     5  .    .    .    .    *    *    *    .    .    .    .    .
     4  .    .    .    *    .    *    .    w!   .    .    .    .
     3  .    .    *    .    .    n!   .    .    .    .    .    .
     2  .    *    .    .    .    .    .    .    .    .    .    .
     1  *    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

/// T-D3: the page's table says three steps, its prose four.
#[test]
fn with_the_option_the_salamander_moves_four_squares() {
    shows_moves(
        "typhoon salamander_range=4",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p    .    .    .    .    .    .
     9  .    .    P    .    .    *    .    .    p    .    .    .
     8  .    .    .    *    .    *    .    *    .    .    .    .
     7  .    .    .    .    *    *    *    .    .    .    .    .
     6  .    .    n    .    p!   (Sa) *    *    *    P    .    .
     5  .    .    .    .    *    *    p!   .    .    .    .    .
     4  .    .    .    *    .    *    .    w    .    .    .    .
     3  .    .    *    .    .    n    .    .    .    .    .    .
     2  .    *    .    .    .    .    .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

/// The page: a Wagon on a1 with enemies on a2 and a3 cannot go along the file nor capture either.
#[test]
fn the_wagon_is_blocked_on_the_adjacent_square() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     3  n  .  .  .  .  .  .  .  .  .  .  .
     2  n  .  .  .  .  .  .  .  .  .  .  .
     1  Wa .  .  P  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(destinations(&play, "a1"), ["c1"]);
}
