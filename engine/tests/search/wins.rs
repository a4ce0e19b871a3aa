//! Wins and losses by mate, by capture of a royal and by baring.

use super::board::{after, board, over};
use super::solver::{Known, both_find, solve, solve_move, to_depth};
use crate::reference::{BREAKTHROUGH, KING_OF_THE_HILL};
use tradewind_engine::search::Score;

/// Two rooks against a king on the last rank, a pawn of each side that cannot move.
const ROOKS: &str = "
     8  .  .  .  .  .  .  .  k
     6  R  .  .  .  .  .  .  .
     5  .  R  .  .  .  .  .  .
     4  .  .  .  p  .  .  .  .
     3  .  .  .  P  .  .  .  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
";

const CHECK_GAMES: [&str; 5] = [
    "chess",
    "shatranj",
    "hashishin-wazir",
    "hashishin-any",
    "hashishin-homeward",
];

const SCIROCCO: [&str; 3] = ["scirocco-2009", "scirocco-2001", "scirocco-1999"];
const SCIROCCO_ROOKS: &str = "
    10  .  .  .  .  .  .  .  .  .  k
     9  R  .  .  .  .  .  .  .  .  .
     5  .  .  .  p  .  .  .  .  .  .
     4  .  .  .  P  .  .  .  .  .  .
     1  .  R  .  .  K  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
";
const TYPHOON_ROOKS: &str = "
    12  .  .  .  .  .  .  .  .  .  .  .  k
    11  R  .  .  .  .  .  .  .  .  .  .  .
     5  .  .  .  p  .  .  .  .  .  .  .  .
     4  .  .  .  P  .  .  .  .  .  .  .  .
     1  .  R  .  .  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
";
const QUEEN: &str = "
    10  .  k  p  .  .  .  .  .  .  .
     5  .  Q  .  .  .  .  .  .  .  .
     2  .  .  p  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
";
const ADVANCER: &str = "
     8  .  .  .  .  k  .  .  .  .  .
     6  .  .  .  .  .  .  .  .  p  .
     3  .  .  .  .  A  .  .  .  .  .
     1  .  K  .  .  .  .  .  .  .  .
        x  a  b  c  d  e  f  g  h  y
";
/// The immobilizer holds the king where it stands.
const IMMOBILIZER: &str = "
     8  .  .  .  .  k  .  .  .  .  .
     7  .  .  .  I  .  .  .  .  .  .
     5  .  p  .  .  .  .  .  .  p  .
     3  .  .  .  .  .  A  .  .  .  .
     1  .  K  .  .  .  .  .  .  .  .
        x  a  b  c  d  e  f  g  h  y
";
/// Two queens do not keep the king from the centre.
const HILL: &str = "
     8  .  .  .  .  .  .  .  k
     7  q  .  .  .  .  .  .  .
     6  .  .  .  .  .  q  .  .
     3  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
";
/// A pawn is through to the far rank before that of Black.
const BREAKING: &str = "
     7  .  p  .  .  .  .  .  .
     6  P  .  .  .  .  .  .  .
     3  .  .  .  .  .  p  .  .
     1  .  .  .  .  P  .  .  P
        a  b  c  d  e  f  g  h
";
/// A pawn that cannot move is Black's last piece.
const LAST_PAWN: &str = "
     6  .  .  .  .  .  k  .  .
     5  .  .  .  p  .  .  .  .
     4  .  K  .  R  .  .  .  .
        a  b  c  d  e  f  g  h
";

/// Mates, captures of royals, and the capture of the last piece when the king cannot take back:
/// rule sets, a drawn board with White to move, moves that were played, the score, and the best
/// move if there is only one.
#[test]
fn forced_wins_are_found() {
    type Row<'r> = (
        &'r [&'r str],
        &'r str,
        &'r [&'r str],
        Score,
        Option<&'r str>,
    );
    let rococo = ["rococo", "rococo-mirror", "rococo-enhanced-withdrawer"];
    let baring = ["shatranj", "hashishin-wazir", "hashishin-any"];
    let rows: [Row<'_>; 13] = [
        (&CHECK_GAMES, ROOKS, &[], Score::Wins(3), None),
        (&CHECK_GAMES, ROOKS, &["a6a7"], Score::Loses(2), None),
        (
            &CHECK_GAMES,
            ROOKS,
            &["a6a7", "h8g8"],
            Score::Wins(1),
            Some("b5b8"),
        ),
        (
            &SCIROCCO,
            SCIROCCO_ROOKS,
            &[],
            Score::Wins(3),
            Some("b1b10"),
        ),
        (&SCIROCCO, SCIROCCO_ROOKS, &["b1b10"], Score::Loses(2), None),
        (
            &["typhoon"],
            TYPHOON_ROOKS,
            &[],
            Score::Wins(3),
            Some("b1b12"),
        ),
        (
            &["typhoon"],
            TYPHOON_ROOKS,
            &["b1b12"],
            Score::Loses(2),
            None,
        ),
        (&SCIROCCO[..1], QUEEN, &[], Score::Wins(1), Some("b5b10")),
        (&rococo[..1], ADVANCER, &[], Score::Wins(1), Some("d3d7xd8")),
        (&rococo, IMMOBILIZER, &[], Score::Wins(3), None),
        (&baring, LAST_PAWN, &[], Score::Wins(1), Some("d4d5")),
        (&[KING_OF_THE_HILL], HILL, &[], Score::Wins(1), None),
        (&[BREAKTHROUGH], BREAKING, &[], Score::Wins(3), None),
    ];
    for (rule_sets, drawing, moves, expected, best) in rows {
        for rules in rule_sets {
            let game = after(&board(rules, "w", drawing), moves);
            let first = both_find(rules, &game, expected);
            if let Some(best) = best {
                assert_eq!(first, best, "{rules} {moves:?}");
            }
        }
    }
}

#[test]
fn mate_by_giving_up_the_queen() {
    let game = board(
        "chess",
        "w",
        "
     8  .  .  .  .  .  r  .  k
     7  .  .  .  .  .  .  p  p
     6  .  .  .  .  .  .  .  N
     5  .  .  .  .  .  .  .  .
     2  .  Q  .  .  .  .  .  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let start = after(&game, &["b2b3", "f8d8"]);
    assert_eq!(solve(&start, 3), Known::Wins(3));
    let info = to_depth("chess", &start, 9);
    assert_eq!(info.score, Score::Wins(3));
    assert_eq!(start.move_text(info.pv[0]), "b3g8");
}

#[test]
fn the_last_piece_is_captured() {
    for rules in ["scirocco-2009", "scirocco-jocly", "typhoon"] {
        let files = if rules == "typhoon" { 12 } else { 10 };
        let more = " .".repeat(files - 8);
        let drawing = format!(
            "
             8  . . . . . . . k{more}
             5  . . p . . . . .{more}
             4  . . P . . . . .{more}
             1  R . . . K . . .{more}
            "
        );
        let game = board(rules, "w", &drawing);
        let first = both_find(rules, &game, Score::Wins(3));
        both_find(rules, &after(&game, &[&first]), Score::Loses(2));
    }
}

/// As [`LAST_PAWN`], but the king could take back, which would leave White bare too.
const GUARDED_PAWN: &str = "
     6  .  .  .  .  k  .  .  .
     5  .  .  .  p  .  .  .  .
     4  .  K  .  R  .  .  .  .
        a  b  c  d  e  f  g  h
";

#[test]
fn the_last_piece_is_protected_from_being_taken_back_before_it_is_captured() {
    for rules in ["shatranj", "hashishin-wazir", "hashishin-any"] {
        let game = board(rules, "w", GUARDED_PAWN);
        let taken = after(&game, &["d4d5"]);
        assert_eq!(over(&taken), Some(("draw", "bared")), "{rules}");
        assert_eq!(solve_move(&game, "d4d5", 1), Known::Draws, "{rules}");
        assert_eq!(both_find(rules, &game, Score::Wins(3)), "b4c5", "{rules}");
    }
}

/// Taking the rook leaves Black bare, and its king takes back: a draw. All else loses.
#[test]
fn a_draw_by_baring_in_turn_is_better_than_losing() {
    for rules in ["shatranj", "hashishin-wazir"] {
        let game = board(
            rules,
            "w",
            "
     8  .  .  .  .  .  .  .  .
     6  .  .  k  .  .  .  .  .
     5  .  .  .  r  .  .  .  .
     4  .  .  .  .  P  .  .  .
     1  .  .  .  .  .  .  .  K
        a  b  c  d  e  f  g  h
            ",
        );
        assert_eq!(solve_move(&game, "e4d5", 1), Known::Draws, "{rules}");
        assert_eq!(solve(&game, 4), Known::Open, "{rules}");
        let info = to_depth(rules, &game, 6);
        assert_eq!(game.move_text(info.pv[0]), "e4d5", "{rules}");
        assert_eq!(info.score, Score::Cp(0), "{rules}");
        assert_eq!(info.pv.len(), 1, "{rules}: the game is over");
    }
}
