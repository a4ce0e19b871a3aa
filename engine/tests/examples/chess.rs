//! Orthodox chess: castling, the double step and en passant, promotion.

use super::board::{after, allows, array, at, board, game, moves};

/// All four castling moves are open to the sides that have the rights.
const CASTLES: &str = "
     8  r  .  .  .  k  .  .  r
     7  p  .  .  .  .  .  .  p
     2  P  .  .  .  .  .  .  P
     1  R  .  .  .  K  .  .  R
        a  b  c  d  e  f  g  h
";

#[test]
fn the_king_castles_two_squares_towards_either_rook() {
    let rules = game("chess");
    let start = board("chess", "w castle=KQkq", CASTLES);
    assert!(allows(&start, "e1g1") && allows(&start, "e1c1"));
    let short = after(&start, &["e1g1"]);
    assert_eq!(at(&rules, &short, "g1"), "K");
    assert_eq!(at(&rules, &short, "f1"), "R");
    assert_eq!(at(&rules, &short, "h1"), "");
    let long = after(&start, &["e1c1"]);
    assert_eq!(at(&rules, &long, "c1"), "K");
    assert_eq!(at(&rules, &long, "d1"), "R");
    assert_eq!(at(&rules, &long, "a1"), "");
    let black = after(&short, &["e8c8"]);
    assert_eq!(at(&rules, &black, "c8"), "k");
    assert_eq!(at(&rules, &black, "d8"), "r");
}

#[test]
fn only_with_the_right_to() {
    let play = board("chess", "w castle=Kq", CASTLES);
    assert!(allows(&play, "e1g1") && !allows(&play, "e1c1"));
    let black = after(&play, &["a2a3"]);
    assert!(!allows(&black, "e8g8") && allows(&black, "e8c8"));
}

#[test]
fn not_over_a_piece() {
    let play = board(
        "chess",
        "w castle=KQ",
        "
     8  .  .  .  .  k  .  .  .
     7  .  .  .  .  .  .  .  p
     1  R  n  .  .  K  .  B  R
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(!allows(&play, "e1g1") && !allows(&play, "e1c1"));
}

/// The same with a black rook on one file.
fn with_a_rook_on(file: char) -> tradewind_engine::Play {
    let column = "abcdefgh".find(file).expect("a file");
    let mut rank = [". "; 8];
    rank[column] = "r ";
    let drawing = format!(
        "
     8  .  .  .  .  k  .  .  .
     5  {}
     1  R  .  .  .  K  .  .  R
        ",
        rank.concat()
    );
    board("chess", "w castle=KQ", &drawing)
}

#[test]
fn not_out_of_check() {
    let play = with_a_rook_on('e');
    assert!(!allows(&play, "e1g1") && !allows(&play, "e1c1"));
}

#[test]
fn not_through_check() {
    assert!(!allows(&with_a_rook_on('f'), "e1g1"));
    assert!(!allows(&with_a_rook_on('d'), "e1c1"));
}

#[test]
fn not_into_check() {
    assert!(!allows(&with_a_rook_on('g'), "e1g1"));
    assert!(!allows(&with_a_rook_on('c'), "e1c1"));
}

#[test]
fn but_the_rook_may_stand_on_or_pass_over_an_attacked_square() {
    assert!(allows(&with_a_rook_on('h'), "e1g1"));
    assert!(allows(&with_a_rook_on('a'), "e1c1"));
    assert!(allows(&with_a_rook_on('b'), "e1c1"));
}

#[test]
fn a_king_that_has_moved_may_not_castle_any_more() {
    let start = board("chess", "w castle=KQkq", CASTLES);
    let play = after(&start, &["e1e2", "a7a6", "e2e1", "a6a5"]);
    assert!(!allows(&play, "e1g1") && !allows(&play, "e1c1"));
    assert!(play.text().contains(" w castle=kq 4"), "{}", play.text());
}

#[test]
fn nor_with_a_rook_that_has_moved() {
    let start = board("chess", "w castle=KQkq", CASTLES);
    let play = after(&start, &["h1g1", "a7a6", "g1h1", "a6a5"]);
    assert!(!allows(&play, "e1g1") && allows(&play, "e1c1"));
}

#[test]
fn nor_with_a_rook_that_has_been_captured() {
    let start = board(
        "chess",
        "b castle=KQkq",
        "
     8  r  .  .  .  k  .  .  r
     7  .  b  .  .  .  .  .  .
     1  R  .  .  .  K  .  .  R
        a  b  c  d  e  f  g  h
        ",
    );
    let play = after(&start, &["b7h1", "a1a8"]);
    assert!(play.text().ends_with(" b castle=k 2"), "{}", play.text());
}

#[test]
fn nobody_castles_with_no_castling() {
    let rules = "chess no_castling=true";
    assert_eq!(
        array(rules, 0).text(),
        array("chess", 0).text().replace("castle=KQkq", "-")
    );
    let play = board(rules, "w", CASTLES);
    assert_eq!(moves(&play, "e1"), ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]);
}

#[test]
fn a_pawn_steps_twice_from_its_own_second_rank_only() {
    let start = array("chess", 0);
    assert_eq!(moves(&start, "e2"), ["e2e3", "e2e4"]);
    let play = after(&start, &["e2e3", "d7d5"]);
    assert_eq!(moves(&play, "e3"), ["e3e4"]);
}

#[test]
fn not_over_or_onto_a_piece() {
    let play = board(
        "chess",
        "w",
        "
     8  .  .  .  .  k  .  .  .
     4  .  n  .  .  .  .  .  .
     3  n  .  .  .  .  .  .  .
     2  P  P  .  .  .  .  .  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(moves(&play, "a2").is_empty());
    assert_eq!(moves(&play, "b2"), ["b2a3", "b2b3"]);
}

/// Black's pawn on d4 can take a pawn that steps twice beside it.
const EN_PASSANT: &str = "
     8  .  .  .  .  k  .  .  .
     7  p  .  .  .  .  .  .  .
     4  .  .  .  p  .  .  .  .
     2  .  .  P  .  P  .  .  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
";

#[test]
fn a_pawn_that_has_stepped_twice_is_captured_as_if_once() {
    let rules = game("chess");
    let start = board("chess", "w", EN_PASSANT);
    let stepped = after(&start, &["e2e4"]);
    assert!(stepped.text().contains(" b ep=e3 1"), "{}", stepped.text());
    assert_eq!(moves(&stepped, "d4"), ["d4d3", "d4e3xe4"]);
    let taken = after(&stepped, &["d4e3xe4"]);
    assert_eq!(at(&rules, &taken, "e3"), "p");
    assert_eq!(at(&rules, &taken, "e4"), "");
    assert_eq!(at(&rules, &taken, "d4"), "");
}

#[test]
fn only_at_once() {
    let start = board("chess", "w", EN_PASSANT);
    let play = after(&start, &["e2e4", "a7a6", "e1e2", "a6a5", "e2e1"]);
    assert_eq!(moves(&play, "d4"), ["d4d3"]);
}

#[test]
fn not_after_a_single_step() {
    let start = board(
        "chess",
        "w",
        &EN_PASSANT.replace("4  .  .  .  p", "3  .  .  .  p"),
    );
    assert_eq!(moves(&after(&start, &["c2c3"]), "d3"), ["d3d2", "d3e2"]);
}

#[test]
fn the_text_names_the_square_only_where_a_pawn_could_capture_there() {
    let play = after(&array("chess", 0), &["e2e4"]);
    assert!(play.text().ends_with(" b castle=KQkq 1"), "{}", play.text());
}

#[test]
fn not_where_it_opens_a_rank_to_the_king() {
    // Both pawns leave the fourth rank, and the rook looks along it.
    let play = board(
        "chess",
        "b ep=e3",
        "
     8  .  .  .  .  .  .  .  .
     4  k  .  .  p  P  .  .  R
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(moves(&play, "d4"), ["d4d3"]);
}

#[test]
fn not_where_it_opens_a_diagonal_to_the_king() {
    let play = board(
        "chess",
        "b ep=e3",
        "
     6  .  k  .  .  .  .  .  .
     4  .  .  .  p  P  .  .  .
     2  .  .  .  .  .  B  .  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(moves(&play, "d4"), ["d4e3xe4"], "along the diagonal it may");
    let play = board(
        "chess",
        "b ep=e3",
        "
     7  k  .  .  .  .  .  .  .
     4  .  .  .  p  P  .  .  .
     1  .  .  .  .  K  .  B  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(allows(&play, "d4e3xe4"), "on the line of the pin");
    let play = board(
        "chess",
        "b ep=e3",
        "
     8  .  .  .  k  .  .  .  .
     4  .  .  .  p  P  .  .  .
     1  .  .  .  R  K  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(moves(&play, "d4"), ["d4d3"], "off the file of the pin");
}

#[test]
fn it_may_take_a_pawn_that_gives_check() {
    let play = board(
        "chess",
        "b ep=e3",
        "
     5  .  .  .  k  .  .  .  .
     4  .  .  .  p  P  .  .  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(moves(&play, "d4"), ["d4e3xe4"]);
}

#[test]
fn a_pawn_becomes_queen_rook_bishop_or_knight() {
    let play = board(
        "chess",
        "w",
        "
     8  .  .  .  .  .  n  .  .
     7  .  .  .  .  P  .  .  .
     3  .  .  .  .  .  .  .  k
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let choices = [
        "e7e8=B", "e7e8=N", "e7e8=Q", "e7e8=R", "e7f8=B", "e7f8=N", "e7f8=Q", "e7f8=R",
    ];
    assert_eq!(moves(&play, "e7"), choices);
}

#[test]
fn promotions_are_written_with_capitals_for_black_too() {
    let play = board(
        "chess",
        "b",
        "
     8  .  .  .  .  k  .  .  .
     2  p  .  .  .  .  .  .  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(moves(&play, "a2"), ["a2a1=B", "a2a1=N", "a2a1=Q", "a2a1=R"]);
}
