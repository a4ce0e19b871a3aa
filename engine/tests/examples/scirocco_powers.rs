//! The Genie's igui and the hops of Zig and Zag, and pieces described by other pieces' moves.

use super::board::{after, allows, at, board, destinations, game, moves, over, shows_moves};

#[test]
fn the_genie_moves_as_a_queen_of_three_squares() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
    10  .    k    p    .    .    .    .    .    .    .
     8  .    .    .    .    *    .    .    *    .    .
     7  .    .    p!   .    *    .    *    .    .    .
     6  .    .    .    *    *    *    .    .    .    .
     5  n    *    *    *    (Ge) P    .    .    .    .
     4  .    .    .    *    p!   *    .    .    .    .
     3  .    .    *    .    .    .    *    .    .    .
     2  .    *    .    .    .    .    .    *    .    .
     1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

/// Notation: a capture without moving has the same square twice.
const A_GENIE_AMONG_ENEMIES: &str = "
    10  .  k  p  .  .  .  .  .  .  .
     7  .  .  .  .  .  .  .  .  p  .
     6  .  .  .  .  .  .  P  p  .  .
     5  .  .  .  .  n  .  Ge .  .  .
     4  .  .  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
";

#[test]
fn the_genie_captures_an_adjacent_enemy_by_moving_or_without_moving() {
    let play = board("scirocco-2009", "w", A_GENIE_AMONG_ENEMIES);
    assert!(allows(&play, "g5h6"), "by moving");
    assert!(allows(&play, "g5g5xh6"), "igui");
    assert!(allows(&play, "g5e5"), "two squares away by moving");
    assert!(!allows(&play, "g5g5xe5"), "two squares away");
    assert!(!allows(&play, "g5g5xg6"), "a friend");
    assert!(!allows(&play, "g5g5xi7"), "behind another");
}

#[test]
fn after_igui_the_genie_stands_where_it_stood() {
    let rules = game("scirocco-2009");
    let start = board("scirocco-2009", "w", A_GENIE_AMONG_ENEMIES);
    let play = after(&start, &["g5g5xh6"]);
    assert_eq!(at(&rules, &play, "g5"), "Ge");
    assert_eq!(at(&rules, &play, "h6"), "");
    assert_eq!(at(&rules, &play, "i7"), "p");
}

#[test]
fn igui_reaches_all_eight_adjacent_squares() {
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     6  .  .  .  p  p  p  .  .  .  .
     5  .  .  .  p  Ge p  .  .  .  .
     4  .  .  .  p  p  p  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let expected = [
        "e5d4", "e5d5", "e5d6", "e5e4", "e5e5xd4", "e5e5xd5", "e5e5xd6", "e5e5xe4", "e5e5xe6",
        "e5e5xf4", "e5e5xf5", "e5e5xf6", "e5e6", "e5f4", "e5f5", "e5f6",
    ];
    assert_eq!(moves(&play, "e5"), expected);
}

#[test]
fn a_royal_can_be_captured_without_moving() {
    let start = board(
        "scirocco-2009",
        "w",
        "
    10  .  .  p  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  .  k  .  .
     5  .  .  .  .  .  .  Ge .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(
        over(&after(&start, &["g5g5xh6"])),
        Some(("w", "royal captured"))
    );
}

#[test]
fn the_zag_moves_as_firzan_and_alfil() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
    10  .    k    p    .    .    .    .    .    .    .
     7  .    .    p!   .    .    .    *    .    .    .
     6  .    .    .    p!   .    *    .    .    .    .
     5  .    .    .    .    (Za) .    .    .    .    .
     4  .    .    .    *    .    P    .    .    .    .
     3  .    .    *    .    .    .    *    .    .    .
     1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_zag_captures_orthogonally_by_hopping_to_the_empty_square_beyond() {
    let start = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     7  .  .  .  .  .  .  .  .  .  .
     6  .  .  .  .  p  .  .  .  .  .
     5  .  .  n  p  Za P  .  .  .  .
     4  .  .  .  .  n  .  .  .  .  .
     3  .  .  .  .  P  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let zag = [
        "e5c3", "e5c7", "e5d4", "e5d6", "e5e7xe6", "e5f4", "e5f6", "e5g3", "e5g7",
    ];
    assert_eq!(
        moves(&start, "e5"),
        zag,
        "not over d5, e4 (the squares beyond are taken) or f5 (a friend)"
    );
    let rules = game("scirocco-2009");
    let play = after(&start, &["e5e7xe6"]);
    assert_eq!(at(&rules, &play, "e7"), "Za");
    assert_eq!(at(&rules, &play, "e6"), "");
    assert_eq!(at(&rules, &play, "e5"), "");
}

#[test]
fn the_zig_moves_as_wazir_and_dabbaba() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
    10  .    k    p    .    .    .    .    .    .    .
     7  .    .    .    .    p!   .    .    .    .    .
     6  .    .    .    .    p!   .    .    .    .    .
     5  .    .    *    *    (Zi) P    *    .    .    .
     4  .    .    .    .    *    .    .    .    .    .
     3  .    .    .    .    *    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_zig_captures_diagonally_by_hopping_to_the_empty_square_beyond() {
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     6  .  .  .  p  .  p  .  .  .  .
     5  .  .  .  .  Zi .  .  .  .  .
     4  .  .  .  P  .  n  .  .  .  .
     3  .  .  .  .  .  .  p  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let zig = [
        "e5c5", "e5c7xd6", "e5d5", "e5e3", "e5e4", "e5e6", "e5e7", "e5f5", "e5g5", "e5g7xf6",
    ];
    assert_eq!(moves(&play, "e5"), zig);
}

#[test]
fn there_is_no_hop_over_the_edge_of_the_board() {
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     9  .  .  .  .  Za .  .  .  p  Za
     1  .  K  P  .  p  Za .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(allows(&play, "j9h9xi9"));
    assert!(allows(&play, "f1d1xe1"));
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  p  .  .  .  .  .
     9  .  .  .  .  Za .  .  .  Za p
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(moves(&play, "e9").iter().all(|text| !text.contains('x')));
    assert!(moves(&play, "i9").iter().all(|text| !text.contains('x')));
}

#[test]
fn a_royal_can_be_captured_by_a_hop() {
    let start = board(
        "scirocco-2009",
        "b",
        "
    10  .  k  p  .  .  .  .  .  .  .
     6  .  .  .  .  .  zi .  .  .  .
     5  .  .  .  .  K  .  .  .  .  .
     1  .  .  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let play = after(&start, &["f6d4xe5"]);
    assert_eq!(over(&play), Some(("b", "royal captured")));
}

/// Where one of White's pieces goes from e5 on a board that is all but empty.
fn from_e5(piece: &str) -> Vec<String> {
    let drawing =
        format!("10 . k p . . . . . . .\n 5 . . . . {piece} . . . . .\n 1 . K P . . . . . . .");
    destinations(&board("scirocco-2009", "w", &drawing), "e5")
}

/// Where two pieces go together.
fn together(a: &str, b: &str) -> Vec<String> {
    let mut squares = [from_e5(a), from_e5(b)].concat();
    squares.sort();
    squares.dedup();
    squares
}

#[test]
fn pieces_are_what_the_page_says_in_terms_of_others() {
    for (piece, a, b) in [
        ("Co", "W", "F"),
        ("Pr", "F", "N"),
        ("Ma", "W", "N"),
        ("Sc", "W", "B"),
        ("Wi", "N", "C"),
        ("Du", "N", "Ch"),
        ("Q", "R", "B"),
    ] {
        assert_eq!(from_e5(piece), together(a, b), "{piece} = {a} + {b}");
    }
}

/// Where a piece on e5 goes, as files and ranks from there, the outer ranks and the j file left
/// aside: on a board that is all but empty, and on one crowded with enemies.
fn reach(white: bool, piece: &str) -> Vec<(i32, i32)> {
    let own = |text: &str| match white {
        true => text.to_string(),
        false => text.to_lowercase(),
    };
    let enemy = if white { "p" } else { "P" };
    let royal = ["K", "Em"].contains(&piece);
    let (mine, theirs) = (if royal { "W" } else { "K" }, "K");
    let (high, low) = match white {
        true => (theirs.to_lowercase(), mine.to_string()),
        false => (mine.to_lowercase(), theirs.to_string()),
    };
    let mut offsets = Vec::new();
    for elsewhere in [".", enemy] {
        let mut drawing = format!("10 . {high} p . . . . . . .\n1 . {low} P . . . . . . .\n");
        for rank in 2..=9 {
            let mut tokens = vec![elsewhere.to_string(); 10];
            if rank == 5 {
                tokens[4] = own(piece);
            }
            drawing += &format!("{rank} {}\n", tokens.join(" "));
        }
        let play = board("scirocco-2009", if white { "w" } else { "b" }, &drawing);
        for square in destinations(&play, "e5") {
            let file = i32::from(square.as_bytes()[0]) - i32::from(b'e');
            let rank: i32 = square[1..].parse().expect("a rank");
            if (2..=9).contains(&rank) && file <= 4 {
                offsets.push((file, rank - 5));
            }
        }
    }
    offsets.sort();
    offsets
}

#[test]
fn every_piece_but_the_pawn_moves_the_same_forwards_and_backwards_left_and_right() {
    for piece in &game("scirocco-2009").spec().pieces {
        let piece = piece.text.as_str();
        let (white, black) = (reach(true, piece), reach(false, piece));
        let mut mirrored: Vec<_> = white.iter().map(|&(file, rank)| (-file, rank)).collect();
        mirrored.sort();
        assert_eq!(white, mirrored, "{piece}: left and right");
        assert_eq!(
            white == black,
            piece != "P",
            "{piece}: forwards and backwards"
        );
    }
}
