//! Repeated positions in the tree: illegal, lost, or a draw.

use super::board::{after, allows, board, load, over};
use super::solver::{Known, both_find, nodes, searcher, solve, solve_move, to_depth};
use tradewind_engine::Game;
use tradewind_engine::search::Score;

/// Black's king goes to and fro between two squares; White's is free. Nothing else can move.
fn walls(rules: &str) -> Game {
    let (files, ranks) = match rules {
        "typhoon" => (12, 12),
        _ => (10, 10),
    };
    let rank = |rank: usize| {
        let left = if rank == ranks { "k . p" } else { "p p p" };
        let mut middle = vec!["."; files - 6];
        if rank == 5 {
            middle[files - 8] = "K";
        }
        format!("{rank} {left} {} P P P\n", middle.join(" "))
    };
    let drawing: String = (1..=ranks).map(rank).collect();
    board(rules, "w", &drawing)
}

/// Moves after which every piece is where it was.
fn round(rules: &str) -> [&'static str; 4] {
    match rules {
        "typhoon" => ["h5h6", "a12b12", "h6h5", "b12a12"],
        _ => ["f5f6", "a10b10", "f6f5", "b10a10"],
    }
}

#[test]
fn a_side_left_with_illegal_repetitions_has_lost() {
    for rules in ["scirocco-2009", "scirocco-2001", "scirocco-1999"] {
        let round = round(rules);
        let game = after(&walls(rules), &round);
        both_find(rules, &game, Score::Wins(3));
        both_find(rules, &after(&game, &round[..1]), Score::Loses(2));
        let end = after(&game, &round[..3]);
        assert_eq!(over(&end), Some(("w", "repetition")), "{rules}");
    }
}

#[test]
fn a_side_left_with_illegal_repetitions_has_lost_in_typhoon_too() {
    let game = after(&walls("typhoon"), &round("typhoon"));
    let end = after(&game, &round("typhoon")[..3]);
    assert_eq!(over(&end), Some(("w", "repetition")));
    both_find("typhoon", &game, Score::Wins(3));
}

/// All occurrences lie in the tree.
#[test]
fn a_side_that_will_be_left_with_illegal_repetitions_has_lost() {
    let start = walls("scirocco-2009");
    assert_eq!(solve(&start, 7), Known::Wins(7));
    let rules = load("scirocco-2009");
    let info = searcher(&rules).search(&start, &nodes(200_000), |_| {});
    assert!(
        matches!(info.score, Score::Wins(plies) if plies >= 7),
        "{:?}",
        info.score
    );
}

#[test]
fn the_search_makes_no_illegal_third_occurrence() {
    let start = board(
        "scirocco-2009",
        "w",
        "
     9  .  .  .  .  .  .  .  .  K  .
     7  p  .  .  .  .  .  .  .  .  .
     5  .  .  .  .  .  .  .  .  .  P
     1  k  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let round = ["i9i8", "a1b1", "i8i9", "b1a1"];
    let game = after(&after(&start, &round), &round[..3]);
    assert!(!allows(&game, "b1a1"));
    let rules = load("scirocco-2009");
    for limit in [1, 10, 100, 10_000] {
        let info = searcher(&rules).search(&game, &nodes(limit), |_| {});
        assert_ne!(game.move_text(info.pv[0]), "b1a1");
        assert!(game.legal_moves().contains(&info.pv[0]));
    }
}

#[test]
fn the_mover_loses_at_the_third_occurrence_so_it_deviates() {
    let start = board(
        "rococo",
        "w",
        "
     8  .  k  .  .  .  .  .  .  .  .
     5  .  .  .  .  .  .  .  l  .  .
     3  .  .  L  .  .  .  .  .  .  .
     1  .  .  .  .  .  .  .  .  K  .
        x  a  b  c  d  e  f  g  h  y
        ",
    );
    let round = ["h1g1", "a8b8", "g1h1", "b8a8"];
    let game = after(&after(&start, &round), &round[..3]);
    assert_eq!(solve_move(&game, "b8a8", 1), Known::Loses(1));
    for depth in 1..=5 {
        let info = to_depth("rococo", &game, depth);
        let first = game.move_text(info.pv[0]);
        assert_ne!(first, "b8a8", "depth {depth}");
        assert!(!matches!(info.score, Score::Loses(_)), "depth {depth}");
    }
}

/// In the Jocly rules a second occurrence is a draw when nothing was attacked in between.
#[test]
fn a_quiet_repetition_draws() {
    let rules = "scirocco-jocly";
    let game = after(&walls(rules), &round(rules)[..3]);
    let end = after(&game, &["b10a10"]);
    assert_eq!(over(&end), Some(("draw", "repetition")));
    assert_eq!(solve(&game, 1), Known::Draws);
    let info = to_depth(rules, &game, 4);
    assert_eq!(info.score, Score::Cp(0));
    assert_eq!(game.move_text(info.pv[0]), "b10a10");
}

/// In the Jocly rules Black must repeat, and loses by it when White has attacked something.
#[test]
fn a_repetition_after_an_attack_loses() {
    let rules = "scirocco-jocly";
    let text = walls(rules).text();
    let rank = "p,p,p,4,P,P,P";
    let (before, after_it) = text.rsplit_once(&format!("/{rank}/{rank}")).expect("ranks");
    let text = format!("{before}/p,p,p,2,N,1,P,P,P/{rank}{after_it}");
    let game = load(rules).parse(&text).expect("a right position");
    both_find(rules, &game, Score::Wins(4));
}

/// The queen gives check for ever; all else loses.
#[test]
fn a_draw_by_repetition_saves_the_side_that_is_losing() {
    let game = board(
        "chess",
        "w",
        "
     8  .  .  .  .  .  .  k  .
     7  .  .  .  .  .  .  p  .
     5  .  .  .  .  .  .  .  Q
     2  r  r  .  .  .  .  .  .
     1  .  .  .  .  .  .  .  K
        a  b  c  d  e  f  g  h
        ",
    );
    let info = to_depth("chess", &game, 8);
    assert!(info.score.cp() >= 0, "{:?}", info.score);
    assert_eq!(game.move_text(info.pv[0]), "h5e8");
}

#[test]
fn a_win_through_the_second_occurrence_of_a_position_is_found() {
    let start = board(
        "chess",
        "w",
        "
     8  .  .  .  .  .  .  .  k
     6  .  .  .  .  .  K  .  .
     1  R  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    both_find("chess", &start, Score::Wins(3));
    let again = after(&start, &["f6f7", "h8h7", "f7f6", "h7h8"]);
    assert_eq!(again.key(), start.key());
    both_find("chess", &again, Score::Wins(3));
}
