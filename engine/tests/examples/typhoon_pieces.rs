//! Typhoon: the leapers, square by square, as White's and as Black's.
//!
//! Several windows stand side by side, each with its piece in the middle and forward up: `*` is a
//! square that it goes to and captures on, `m` one that it only moves to and `c` one that it only
//! captures on.

use super::board::{allows, board, destinations};

/// Checks the windows of a drawing, on a board that is all but empty and with enemies on every
/// square of the window.
#[track_caller]
fn leaps(rules: &str, drawing: &str) {
    let rows: Vec<Vec<&str>> = (drawing.lines())
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.split('|').collect())
        .collect();
    for column in 0..rows[0].len() {
        let window: Vec<Vec<&str>> = (rows.iter())
            .map(|row| row[column].split_whitespace().collect())
            .collect();
        let piece = window[window.len() / 2][window.len() / 2];
        for white in [true, false] {
            assert_eq!(
                reached(rules, piece, white, window.len(), "."),
                marked(&window, white, "m"),
                "{piece} (white: {white}) moves{drawing}"
            );
            assert_eq!(
                reached(rules, piece, white, window.len(), "p"),
                marked(&window, white, "c"),
                "{piece} (white: {white}) captures{drawing}"
            );
        }
    }
}

/// The square at a place of a window around f6; Black's windows are turned upside down.
fn square(size: usize, row: usize, column: usize, white: bool) -> (usize, usize) {
    let up = size / 2;
    let rank = if white { 6 + up - row } else { 6 + row - up };
    (5 + column - up, rank)
}

/// The squares of a window with `*` or one other mark, sorted by name.
fn marked(window: &[Vec<&str>], white: bool, mark: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (row, tokens) in window.iter().enumerate() {
        for (column, &token) in tokens.iter().enumerate() {
            if token == "*" || token == mark {
                let (file, rank) = square(window.len(), row, column, white);
                names.push(format!("{}{rank}", char::from(b"abcdefghijkl"[file])));
            }
        }
    }
    names.sort();
    names
}

/// Where a piece on f6 goes when the rest of its window is empty (`.`) or full of enemies.
fn reached(rules: &str, piece: &str, white: bool, size: usize, rest: &str) -> Vec<String> {
    let mut ranks = vec![vec![".".to_string(); 12]; 13];
    ranks[12][1..3].clone_from_slice(&["k".to_string(), "p".to_string()]);
    ranks[1][1..3].clone_from_slice(&["K".to_string(), "P".to_string()]);
    for row in 0..size {
        for column in 0..size {
            let (file, rank) = square(size, row, column, white);
            ranks[rank][file] = match white {
                true => rest.to_string(),
                false => rest.to_uppercase(),
            };
        }
    }
    ranks[6][5] = match white {
        true => piece.to_string(),
        false => piece.to_lowercase(),
    };
    let drawing: Vec<String> = (1..=12)
        .map(|rank| format!("{rank} {}", ranks[rank].join(" ")))
        .collect();
    let play = board(rules, if white { "w" } else { "b" }, &drawing.join("\n"));
    destinations(&play, "f6")
}

#[test]
fn the_fat_and_the_animal_pair() {
    leaps(
        "typhoon",
        "
    . * .  * .   |   . * .  * .   |   * . .  . *   |   . . *  . .
    * . *  . *   |   * * .  * *   |   . . c  . .   |   . m .  m .
    . * Ma * .   |   . . Pr . .   |   . c St c .   |   * . Go . *
    * . *  . *   |   * * .  * *   |   . . c  . .   |   . m .  m .
    . * .  * .   |   . * .  * .   |   * . .  . *   |   . . *  . .
        ",
    );
}

#[test]
fn the_generals_and_the_regal_pair() {
    leaps(
        "typhoon",
        "
    . . .  . .   |   . . .  . .   |   . . . . .   |   . . .  . .
    . * *  * .   |   . * *  * .   |   . * * * .   |   . * *  * .
    . * GG * .   |   . . FL . .   |   . * K * .   |   . * Co * .
    . . *  . .   |   . * *  * .   |   . * * * .   |   . * *  * .
    . . .  . .   |   . . .  . .   |   . . . . .   |   . . .  . .
        ",
    );
}

#[test]
fn the_ancient_and_the_short_pair() {
    leaps(
        "typhoon",
        "
    * . . . *   |   . . * . .   |   . . . . .   |   . . . . .
    . . . . .   |   . . . . .   |   . . * . .   |   . * . * .
    . . A . .   |   * . D . *   |   . * W * .   |   . . F . .
    . . . . .   |   . . . . .   |   . . * . .   |   . * . * .
    * . . . *   |   . . * . .   |   . . . . .   |   . . . . .
        ",
    );
}

#[test]
fn the_horse_pair_and_the_metal_pair() {
    leaps(
        "typhoon",
        "
    . * . * .   |   * . *   . *   |   . . .  . .   |   . . .  . .
    * . . . *   |   . . .   . .   |   . * *  * .   |   . * *  * .
    . . N . .   |   * . Der . *   |   . . SG . .   |   . . CG . .
    * . . . *   |   . . .   . .   |   . * .  * .   |   . . *  . .
    . * . * .   |   * . *   . *   |   . . .  . .   |   . . .  . .
        ",
    );
}

#[test]
fn the_princely_and_the_go_between_pair() {
    leaps(
        "typhoon",
        "
    . . .   . .   |   . . .  . .   |   . . .  . .   |   . . .  . .
    . * *   * .   |   . * .  * .   |   . * .  * .   |   . . *  . .
    . * DEl * .   |   . * BT * .   |   . . La . .   |   . * Ba * .
    . * .   * .   |   . * *  * .   |   . . .  . .   |   . . .  . .
    . . .   . .   |   . . .  . .   |   . . .  . .   |   . . .  . .
        ",
    );
}

#[test]
fn the_pawn_row_and_the_cuckoo() {
    leaps(
        "typhoon",
        "
    . . .  . .   |   . . . . .   |   . . .  . .   |   . . *  . .
    . . *  . .   |   . c m c .   |   . c m  c .   |   . . .  . .
    . . Fu . .   |   . . P . .   |   . m Gu m .   |   . * Cu * .
    . . .  . .   |   . . . . .   |   . c m  c .   |   . . *  . .
    . . .  . .   |   . . . . .   |   . . .  . .   |   . . .  . .
        ",
    );
}

#[test]
fn the_camel_and_the_zebra() {
    leaps(
        "typhoon",
        "
    . . * . * . .   |   . * . . . * .
    . . . . . . .   |   * . . . . . *
    * . . . . . *   |   . . . . . . .
    . . . C . . .   |   . . . Z . . .
    * . . . . . *   |   . . . . . . .
    . . . . . . .   |   * . . . . . *
    . . * . * . .   |   . * . . . * .
        ",
    );
}

#[test]
fn promoted_leapers_of_two_squares() {
    leaps(
        "typhoon",
        "
    * * *  * *   |   * * *  * *   |   . * .  * .
    * * *  * *   |   * . .  . *   |   * * *  * *
    * * Li * *   |   * . Sq . *   |   . * Ce * .
    * * *  * *   |   * . .  . *   |   * * *  * *
    * * *  * *   |   * * *  * *   |   . * .  * .
        ",
    );
    leaps(
        "typhoon",
        "
    * . .  . *   |   . . *  . .   |   . . *  . .   |   * . .  . *
    . * .  * .   |   . . *  . .   |   . . *  . .   |   . * .  * .
    . . Za . .   |   * * Zi * *   |   * * Pa * *   |   . . Ra . .
    . * .  * .   |   . . *  . .   |   . . *  . .   |   . * .  * .
    * . .  . *   |   . . *  . .   |   . . *  . .   |   * . .  . *
        ",
    );
}

#[test]
fn the_princes_move_as_a_king_and_capture_farther_away() {
    leaps(
        "typhoon",
        "
    c c .  c c   |   . c c  c .
    c m m  m c   |   c m m  m c
    . m EP m .   |   c m TP m c
    c m m  m c   |   c m m  m c
    c c .  c c   |   . c c  c .
        ",
    );
}

#[test]
fn promoted_leapers_of_three_squares() {
    leaps(
        "typhoon",
        "
    . . * .  * . .   |   . . . *  . . .
    . . * .  * . .   |   . . . .  . . .
    * * . .  . * *   |   . . * c  * . .
    . . . Wi . . .   |   * . c Ta c . *
    * * . .  . * *   |   . . * c  * . .
    . . * .  * . .   |   . . . .  . . .
    . . * .  * . .   |   . . . *  . . .
        ",
    );
}

#[test]
fn the_emperor_of_emperors_leaps_to_every_square_within_three() {
    leaps(
        "typhoon",
        "
    * * * *  * * *
    * * * *  * * *
    * * * *  * * *
    * * * EE * * *
    * * * *  * * *
    * * * *  * * *
    * * * *  * * *
        ",
    );
}

/// T-D13.
#[test]
fn with_the_option_the_tadpole_leaps_three_squares_diagonally_too() {
    leaps(
        "typhoon tadpole_diagonal_leap=true",
        "
    * . . *  . . *
    . . . .  . . .
    . . * c  * . .
    * . c Ta c . *
    . . * c  * . .
    . . . .  . . .
    * . . *  . . *
        ",
    );
}

#[test]
fn leapers_do_not_mind_what_they_leap_over_and_do_not_capture_it() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  .  .  .  n  .  .  .
     8  .  .  .  .  .  n  .  n  .  .  .  .
     7  .  .  .  .  .  n  P  n  .  .  .  .
     6  .  .  .  .  P  EE p  P  n  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    for text in ["f6i9", "f6h8", "f6i6", "f6d6", "f6f8", "f6i7", "f6f9"] {
        assert!(allows(&play, text), "{text}");
    }
    for text in ["f6g7", "f6h6", "f6e6"] {
        assert!(!allows(&play, text), "{text}: a friend is there");
    }
}
