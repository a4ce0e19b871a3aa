//! Rococo's edge squares: a move may end on one only to capture (R-D7), and of the moves that make
//! one capture only the nearest may (R-D8).

use super::board::{allows, board, destinations, moves, shows_moves};

/// The moves of a piece that capture elsewhere than on the square they end on.
fn captures(rules: &str, drawing: &str, from: &str) -> Vec<String> {
    let mut texts = moves(&board(rules, "w", drawing), from);
    texts.retain(|text| text["a1a2".len()..].contains('x'));
    texts
}

/// A board with kings out of the way and one of White's pieces on a square.
fn alone(piece: &str, square: &str) -> String {
    let (file, rank) = square.split_at(1);
    let tokens: Vec<&str> = ("xabcdefghy".chars())
        .map(|name| if file.starts_with(name) { piece } else { "." })
        .collect();
    let kings = match piece {
        "K" => "6 . . . k . . . . . .",
        _ => "6 . . . k . . . . . .\n4 . . . K . . . . . .",
    };
    format!("{rank} {}\n{kings}", tokens.join(" "))
}

#[test]
fn no_piece_comes_to_an_edge_square_without_capturing() {
    for piece in ["K", "A", "W", "L", "S", "I", "C", "P"] {
        for square in ["a1", "h1", "a8", "h8", "e1", "e8"] {
            let play = board("rococo", "w", &alone(piece, square));
            let reached = destinations(&play, square);
            let edge =
                |to: &String| to.starts_with(['x', 'y']) || to.ends_with('0') || to.ends_with('9');
            assert!(!reached.is_empty(), "{piece} on {square}");
            assert!(
                !reached.iter().any(edge),
                "{piece} on {square}: {reached:?}"
            );
        }
    }
}

#[test]
fn nor_when_it_starts_on_one() {
    for piece in ["A", "W", "L", "S", "I", "C"] {
        let play = board("rococo", "w", &alone(piece, "x0"));
        let diagonal = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"];
        assert_eq!(destinations(&play, "x0"), diagonal, "{piece}");
    }
    for piece in ["K", "P"] {
        let play = board("rococo", "w", &alone(piece, "x5"));
        assert_eq!(destinations(&play, "x5"), ["a4", "a5", "a6"], "{piece}");
    }
}

#[test]
fn a_king_enters_the_edge_only_to_capture_there() {
    shows_moves(
        "rococo",
        "w",
        "
         x  a  b  c  d  e   f   g   h    y
     8   .  k  .  .  .  .   .   .   .    .
     3   .  .  .  .  .  .   .   *   p!   .
     2   .  .  .  .  .  .   .   *   (K)  a!
     1   .  .  .  .  .  .   .   *   *    .
        ",
    );
}

/// The page: a Long Leaper on its corner x00 (here x9) may take what stands on x3 by landing on x2,
/// but not on x1 or x0.
#[test]
fn the_pages_long_leaper_lands_on_the_nearest_square_of_the_edge() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     9   L  .  .  .  .  .  .  .  .  .
     7   .  .  .  .  .  .  .  k  .  .
     4   .  .  .  K  .  .  .  .  .  .
     3   p  .  .  .  .  .  .  .  .  .
    ";
    assert_eq!(captures("rococo", drawing, "x9"), ["x9x2xx3"]);
}

/// Moves that capture several pieces may pass over as many edge squares as they need, and there is
/// a choice among captures.
#[test]
fn each_set_of_captured_pieces_has_its_own_nearest_square() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     9   L  .  .  .  .  .  .  .  .  .
     7   p  .  .  .  .  .  .  k  .  .
     4   p  .  .  K  .  .  .  .  .  .
     1   p  .  .  .  .  .  .  .  .  .
    ";
    assert_eq!(
        captures("rococo", drawing, "x9"),
        ["x9x0xx1xx4xx7", "x9x3xx4xx7", "x9x6xx7"]
    );
}

#[test]
fn a_nearer_square_of_the_field_shuts_out_the_edge() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  k  .  .  .  .  .  .
     5   .  .  .  .  .  .  .  L  p  .
     4   .  .  .  .  .  L  p  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
    ";
    assert_eq!(captures("rococo", drawing, "e4"), ["e4g4xf4", "e4h4xf4"]);
    assert_eq!(
        captures("rococo", drawing, "g5"),
        ["g5c1xf4", "g5d2xf4", "g5e3xf4", "g5y5xh5"]
    );
}

#[test]
fn another_capture_on_the_same_line_has_the_edge_to_itself() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  k  .  .  .  .  .  .
     4   .  .  .  .  .  L  p  .  p  .
     1   .  K  .  .  .  .  .  .  .  .
    ";
    assert_eq!(captures("rococo", drawing, "e4"), ["e4g4xf4", "e4y4xf4xh4"]);
}

/// An Advancer may only enter an edge square if swapped there, but once on an edge square it may
/// make capturing moves along the edge.
#[test]
fn an_advancer_on_the_edge_captures_along_it() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     9   .  .  .  .  .  k  .  .  .  .
     6   p  .  .  .  .  .  .  .  .  .
     3   A  .  .  .  .  p  .  .  .  .
     2   .  .  .  .  .  .  .  .  K  .
    ";
    assert_eq!(captures("rococo", drawing, "x3"), ["x3d3xe3", "x3x5xx6"]);
    let play = board("rococo", "w", drawing);
    assert!(!allows(&play, "x3x4"), "captures nothing");
    assert!(!allows(&play, "x3x1"), "captures nothing");
}

#[test]
fn an_advancer_takes_from_the_field_what_stands_on_the_edge() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     9   .  .  .  .  p  .  .  .  .  p
     8   .  k  .  .  .  .  .  .  .  .
     4   p  .  .  .  A  .  .  .  .  .
     1   .  .  .  .  .  .  .  .  K  .
    ";
    let expected = ["d4a4xx4", "d4d8xd9", "d4h8xy9"];
    assert_eq!(captures("rococo", drawing, "d4"), expected);
}

#[test]
fn a_withdrawer_goes_to_the_edge_when_no_nearer_square_does() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     6   .  .  .  .  .  .  .  p  .  .
     5   .  .  .  .  .  .  .  p  W  .
     3   .  .  .  .  .  p  W  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
    ";
    assert_eq!(captures("rococo", drawing, "h5"), ["h5y4xg6", "h5y5xg5"]);
    assert_eq!(
        captures("rococo", drawing, "f3"),
        ["f3g3xe3", "f3h3xe3"],
        "not y3"
    );
}

#[test]
fn a_withdrawer_on_the_edge_goes_one_square_along_it() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     4   W  .  .  .  .  .  .  .  .  .
     3   p  .  .  .  .  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
    ";
    assert_eq!(captures("rococo", drawing, "x4"), ["x4x5xx3"]);
}

/// On the edge a Pushme-Pullyu may move to another edge square to capture by approach or by
/// withdrawal.
#[test]
fn a_pushme_pullyu_on_the_edge_has_a_square_for_each_capture() {
    let rules = "rococo-pushme-pullyu";
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  k  .  .  .  .
     7   p  .  .  .  .  .  .  .  .  .
     2   U  .  .  .  .  .  .  .  .  .
     1   p  .  .  .  .  .  .  .  K  .
    ";
    assert_eq!(captures(rules, drawing, "x2"), ["x2x3xx1", "x2x6xx1xx7"]);
    let in_the_field = "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   .  .  .  .  .  .  .  p  U  .
     1   .  K  .  .  .  .  .  .  .  .
    ";
    assert_eq!(captures(rules, in_the_field, "h5"), ["h5y5xg5"]);
}

#[test]
fn a_chameleon_on_the_edge_has_a_square_for_each_capture() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     9   s  .  .  .  .  .  .  .  .  .
     8   .  .  .  .  .  k  .  .  .  .
     5   l  .  .  .  .  .  .  .  .  .
     2   C  .  .  .  .  .  .  .  .  .
     1   w  .  .  .  .  .  .  .  K  .
    ";
    let up = ["x2x3xx1", "x2x6xx1xx5", "x2x9xx1xx5<>"];
    assert_eq!(captures("rococo", drawing, "x2"), up);
}

#[test]
fn a_chameleon_comes_to_the_edge_by_capturing_only() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     9   .  .  .  .  .  k  .  .  .  p
     8   .  .  .  .  .  .  .  .  C  l
     7   .  .  .  .  .  .  .  l  .  .
     4   .  .  .  .  .  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
    ";
    let play = board("rococo", "w", drawing);
    assert!(allows(&play, "h8f6xg7"));
    assert!(!allows(&play, "h8h9"), "captures nothing");
    assert!(!allows(&play, "h8y9"), "no Cannon Pawn is taken by a step");
    let pawn_and_king = "
         x  a  b  c  d  e  f  g  h  y
     9   .  .  .  p  .  k  .  .  .  .
     8   .  .  .  P  .  C  .  .  .  .
     7   .  .  .  C  .  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
    ";
    let play = board("rococo", "w", pawn_and_king);
    assert!(allows(&play, "c7c9"), "over its own Pawn");
    assert!(allows(&play, "e8e9"), "onto the King");
}

#[test]
fn a_swapper_ends_on_the_edge_by_swapping_and_is_destroyed_there() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   .  .  .  .  .  .  .  .  l  .
     4   .  .  P  .  .  .  .  .  .  S
     3   .  .  .  .  .  .  .  .  .  a
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    for text in ["y4b4<>", "y4y3<>", "y4y4xy3xy4", "y4y4xy4xh5"] {
        assert!(allows(&play, text), "{text}");
    }
    assert!(!allows(&play, "y4y5"));
}

#[test]
fn an_immobilizer_on_the_edge_leaves_it_and_never_goes_along_it() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     6   p  .  .  .  .  .  .  .  .  .
     4   I  P  .  .  .  .  .  .  .  .
     2   .  .  .  .  .  .  .  .  .  .
     1   .  .  .  .  .  .  .  .  K  .
    ";
    let play = board("rococo", "w", drawing);
    let diagonals = ["a3", "a5", "b2", "b6", "c1", "c7", "d8"];
    assert_eq!(destinations(&play, "x4"), diagonals);
}
