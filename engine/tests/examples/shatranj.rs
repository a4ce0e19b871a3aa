//! Shatranj as common engines play it.

use super::board::{
    after, all_moves, allows, array, board, destinations, moves, over, shows_moves,
};

#[test]
fn the_array_has_the_kings_on_the_d_file() {
    assert_eq!(
        array("shatranj", 0).text(),
        "r,n,a,k,f,a,n,r/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/R,N,A,K,F,A,N,R w - 0"
    );
}

#[test]
fn pawns_have_no_double_step() {
    assert_eq!(moves(&array("shatranj", 0), "e2"), ["e2e3"]);
}

#[test]
fn the_alfil_leaps_and_visits_an_eighth_of_the_board() {
    shows_moves(
        "shatranj",
        "w",
        "
     8  k   .   .   .   .   .   .   p
     6  .   *   .   .   .   p!  .   .
     5  .   .   p   .   P   .   .   .
     4  .   .   .  (A)  .   .   .   .
     2  .   *   .   .   .   P   .   .
     1  K   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h
        ",
    );
    let mut reached = vec!["d4".to_string()];
    let mut at = 0;
    while at < reached.len() {
        let from = reached[at].clone();
        let drawing = (1..=8).rev().map(|rank| {
            let token = |file: char| match format!("{file}{rank}") {
                square if square == from => "A",
                square if square == "a1" => "K",
                square if square == "a8" => "k",
                square if square == "a7" => "p",
                _ => ".",
            };
            let tokens: Vec<&str> = ('a'..='h').map(token).collect();
            format!("{rank} {}\n", tokens.join(" "))
        });
        let play = board("shatranj", "w", &drawing.collect::<String>());
        for to in destinations(&play, &from) {
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
        at += 1;
    }
    assert_eq!(reached.len(), 64 / 8);
}

#[test]
fn the_ferz_steps_diagonally() {
    shows_moves(
        "shatranj",
        "w",
        "
     8  k   .   .   .   .   .   .   p
     5  .   .   p!  p   *   .   .   .
     4  .   .   .  (F)  .   .   .   .
     3  .   .   P   .   *   .   .   .
     1  K   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h
        ",
    );
}

#[test]
fn pawns_become_a_ferz_and_cannot_decline() {
    let play = board(
        "shatranj",
        "w",
        "
     8  .  .  .  .  .  n  .  .
     7  .  .  .  .  P  .  .  .
     3  .  .  .  .  .  .  p  k
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(moves(&play, "e7"), ["e7e8=F", "e7f8=F"]);
}

#[test]
fn a_move_may_not_leave_the_king_in_check() {
    let play = board(
        "shatranj",
        "w",
        "
     8  r  .  .  .  .  k  .  .
     2  R  .  .  .  .  .  .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let rook = ["a2a3", "a2a4", "a2a5", "a2a6", "a2a7", "a2a8"];
    assert_eq!(moves(&play, "a2"), rook);
}

#[test]
fn stalemate_loses() {
    let play = board(
        "shatranj",
        "b",
        "
     8  .  .  .  .  .  .  .  k
     7  .  .  .  .  R  .  .  .
     3  p  .  .  .  .  .  .  .
     2  P  .  .  .  .  .  .  .
     1  K  .  .  .  .  .  R  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(over(&play), Some(("w", "stalemate")));
}

#[test]
fn a_bare_king_loses_at_once_unless_it_bares_in_turn() {
    let start = board(
        "shatranj",
        "w",
        "
     6  .  .  .  .  k  .  .  .
     5  .  .  .  n  .  .  .  .
     4  .  .  P  .  .  .  .  .
     1  .  .  .  .  .  .  .  K
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(over(&after(&start, &["c4d5"])), Some(("draw", "bared")));
    let start = board(
        "shatranj",
        "w",
        "
     8  k  .  .  .  .  .  .  .
     5  .  .  .  n  .  .  .  .
     4  .  .  P  .  .  .  .  .
     1  .  .  .  .  .  .  .  K
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(over(&after(&start, &["c4d5"])), Some(("w", "bared")));
}

#[test]
fn a_hundred_plies_without_progress_draw() {
    let start = board(
        "shatranj",
        "w clock=99",
        "
     8  k  .  .  .  .  .  .  r
     7  .  .  .  .  P  .  .  .
     1  K  .  .  .  .  R  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(
        over(&after(&start, &["f1f2"])),
        Some(("draw", "move count"))
    );
    assert_eq!(over(&after(&start, &["e7e8=F"])), None);
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    let round = ["b1c3", "b8c6", "c3b1", "c6b8"];
    let second = after(&array("shatranj", 0), &round);
    assert_eq!(over(&second), None);
    assert!(!all_moves(&second).is_empty() && allows(&second, "b1c3"));
    assert_eq!(over(&after(&second, &round)), Some(("draw", "repetition")));
}
