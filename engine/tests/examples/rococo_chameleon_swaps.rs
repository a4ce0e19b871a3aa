//! Rococo's Chameleon and Swappers (R-D6): changing places, alone and with other captures, and
//! mutual destruction.

use super::board::{after, allows, at, board, game, moves};

/// The moves of a piece that exchange it with another.
fn swaps(rules: &str, drawing: &str, from: &str) -> Vec<String> {
    let mut texts = moves(&board(rules, "w", drawing), from);
    texts.retain(|text| text.ends_with("<>"));
    texts
}

/// Swappers of both sides and other pieces at the ends of its lines.
const SWAPPERS_AND_OTHERS: &str = "
     x  a  b  c  d  e  f  g  h  y
 8   .  .  .  .  .  .  .  .  k  .
 7   .  .  .  .  s  .  .  .  .  .
 6   .  .  a  .  .  .  .  .  .  .
 4   .  l  .  .  C  .  .  S  .  .
 3   .  .  .  .  .  .  .  .  .  .
 2   .  .  P  .  W  .  .  .  .  .
 1   .  K  .  .  .  .  s  .  .  .
";

#[test]
fn it_changes_places_with_swappers_of_both_sides_and_with_nothing_else() {
    assert_eq!(
        swaps("rococo", SWAPPERS_AND_OTHERS, "d4"),
        ["d4d7<>", "d4g4<>"]
    );
}

#[test]
fn an_option_forbids_changing_places_with_its_own_swapper() {
    let option = "rococo chameleon_swaps_own_swapper=false";
    assert_eq!(swaps(option, SWAPPERS_AND_OTHERS, "d4"), ["d4d7<>"]);
}

#[test]
fn the_swap_exchanges_the_two() {
    let rules = game("rococo");
    let start = board("rococo", "w", SWAPPERS_AND_OTHERS);
    let play = after(&start, &["d4d7<>"]);
    assert_eq!(at(&rules, &play, "d7"), "C");
    assert_eq!(at(&rules, &play, "d4"), "s");
    let play = after(&start, &["d4g4<>"]);
    assert_eq!(at(&rules, &play, "g4"), "C");
    assert_eq!(at(&rules, &play, "d4"), "S");
    assert!(play.text().ends_with(" b clock=1 1"), "both are White's");
}

#[test]
fn an_enemy_swapper_may_change_places_with_it() {
    let play = board("rococo", "b", SWAPPERS_AND_OTHERS);
    assert!(allows(&play, "d7d4<>"));
}

#[test]
fn it_passes_over_long_leapers_on_the_way_to_a_swapper() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  s  .  .  .  .  .  k  .  .
     6   .  l  .  .  .  .  .  .  .  .
     4   .  C  .  l  .  s  .  .  .  .
     2   .  .  .  .  .  .  .  .  .  .
     1   .  .  .  .  K  .  .  .  .  .
    ";
    assert_eq!(swaps("rococo", drawing, "a4"), ["a4a8xa6<>", "a4e4xc4<>"]);
    let rules = game("rococo");
    let play = after(&board("rococo", "w", drawing), &["a4e4xc4<>"]);
    assert_eq!(at(&rules, &play, "e4"), "C");
    assert_eq!(at(&rules, &play, "c4"), "");
    assert_eq!(at(&rules, &play, "a4"), "s");
    let text = play.text();
    assert!(
        text.ends_with(" b swap=a4e4 1"),
        "the Leaper's loss: {text}"
    );
}

#[test]
fn it_passes_over_them_to_its_own_swapper_too() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  k  .  .
     4   .  C  .  l  .  S  .  .  .  .
     1   .  .  .  .  K  .  .  .  .  .
    ";
    assert_eq!(swaps("rococo", drawing, "a4"), ["a4e4xc4<>"]);
}

#[test]
fn an_empty_square_must_follow_the_long_leaper_there_too() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  s  .  .  .  .  .  k  .  .
     7   .  l  .  .  .  .  .  .  .  .
     4   .  C  .  a  .  s  .  .  .  .
     3   .  .  L  .  .  .  .  .  .  .
     2   .  .  .  .  .  .  .  .  .  .
     1   .  .  .  .  s  .  .  .  K  .
    ";
    let none: [&str; 0] = [];
    assert_eq!(
        swaps("rococo", drawing, "a4"),
        none,
        "nor does it pass over an Advancer, nor over its own Long Leaper"
    );
}

#[test]
fn swaps_are_combined_with_withdrawal_and_approach() {
    let rules = game("rococo");
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  .  k  .
     7   .  .  .  .  a  .  .  .  .  .
     6   .  .  .  .  s  .  .  .  .  .
     4   .  .  .  .  C  .  .  .  .  .
     3   .  .  .  .  w  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(!allows(&start, "d4d6<>"), "it is not optional");
    let play = after(&start, &["d4d6xd3xd7<>"]);
    assert_eq!(at(&rules, &play, "d6"), "C");
    assert_eq!(at(&rules, &play, "d4"), "s");
    assert_eq!(at(&rules, &play, "d3"), "");
    assert_eq!(at(&rules, &play, "d7"), "");
}

#[test]
fn a_swap_with_its_own_swapper_captures_by_the_way_too() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  .  k  .
     4   .  .  .  w  C  .  S  a  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(allows(&play, "d4f4xc4xg4<>"));
    assert!(!allows(&play, "d4f4<>"));
}

/// Swappers and others next to the Chameleon, a Withdrawer directly opposite to one of them.
const NEXT_TO_SWAPPERS: &str = "
     x  a  b  c  d  e  f  g  h  y
 8   .  .  .  .  .  .  .  .  k  .
 5   .  .  .  l  a  s  .  .  .  .
 4   .  .  .  S  C  p  .  .  .  .
 3   .  .  .  w  .  .  .  .  .  .
 1   .  K  .  .  .  .  .  .  .  .
";

#[test]
fn it_destroys_itself_with_an_adjacent_enemy_swapper_and_captures_nothing_else_so() {
    let rules = game("rococo");
    let start = board("rococo", "w", NEXT_TO_SWAPPERS);
    let mut removals = moves(&start, "d4");
    removals.retain(|text| text.starts_with("d4d4"));
    assert_eq!(removals, ["d4d4xd4xe5"]);
    let play = after(&start, &["d4d4xd4xe5"]);
    assert_eq!(at(&rules, &play, "d4"), "");
    assert_eq!(at(&rules, &play, "e5"), "");
    assert_eq!(at(&rules, &play, "c3"), "w");
}

#[test]
fn it_may_change_places_with_the_adjacent_swapper_instead() {
    let play = board("rococo", "w", NEXT_TO_SWAPPERS);
    assert!(allows(&play, "d4e5xc3<>"), "withdrawing from c3");
    assert!(allows(&play, "d4c4<>"), "its own");
}

#[test]
fn a_swapper_two_squares_away_is_not_destroyed() {
    let play = board("rococo", "w", SWAPPERS_AND_OTHERS);
    let removes_itself = |text: &String| text.contains("xd4");
    assert!(!moves(&play, "d4").iter().any(removes_itself));
}

#[test]
fn an_immobilized_chameleon_neither_swaps_nor_destroys() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  .  k  .
     5   .  .  .  .  i  s  .  .  .  .
     4   .  .  .  S  C  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert_eq!(moves(&play, "d4"), ["d4d4xd4"]);
}

#[test]
fn both_options_hold_together() {
    let both = "rococo chameleon_swaps_own_swapper=false chameleon_takes_leapt_leaper=false";
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  .  k  .
     6   .  .  .  .  p  .  .  .  .  .
     5   .  .  .  .  l  .  .  .  .  .
     4   .  .  .  S  C  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
    ";
    let play = board(both, "w", drawing);
    assert!(!allows(&play, "d4c4<>"));
    assert!(allows(&play, "d4d6"));
    assert!(!allows(&play, "d4d6xd5"));
    let play = board("rococo", "w", drawing);
    assert!(allows(&play, "d4c4<>"));
    assert!(allows(&play, "d4d6xd5"));
}

#[test]
fn the_options_hold_in_the_other_rule_sets_too() {
    for rules in [
        "rococo-pushme-pullyu",
        "rococo-mirror",
        "rococo-enhanced-withdrawer",
    ] {
        let drawing = "8 . . . . . . . . k .\n4 . . . S C . . . . .\n1 . K . . . . . . . .";
        assert_eq!(swaps(rules, drawing, "d4"), ["d4c4<>"], "{rules}");
        let option = format!("{rules} chameleon_swaps_own_swapper=false");
        assert!(swaps(&option, drawing, "d4").is_empty(), "{rules}");
    }
}
