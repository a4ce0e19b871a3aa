//! Position texts: their parts, their boards and their royals.

use tradewind_engine::Game;

/// What is said of a position of a rule set.
#[track_caller]
pub fn said(rules: &str, text: &str) -> String {
    let game = Game::load(rules, &[]).unwrap_or_else(|fault| panic!("{fault}"));
    match game.parse(text) {
        Ok(play) => panic!("{rules}: `{text}` is read as `{}`", play.text()),
        Err(fault) => fault.to_string(),
    }
}

/// Checks that of every text each part is said.
#[track_caller]
pub fn check(rules: &str, cases: &[(&str, &[&str])]) {
    for (text, parts) in cases {
        let said = said(rules, text);
        for part in *parts {
            assert!(
                said.contains(part),
                "{rules}: `{text}`: {said}\n does not say `{part}`"
            );
        }
    }
}

#[test]
fn a_position_has_four_parts() {
    let parts = "a position has four parts, `<board> <side> <state> <ply>`";
    check(
        "chess",
        &[
            ("", &[parts, "this one has 0"]),
            ("4k3/8", &[parts, "this one has 1"]),
            ("4,k,3/8/8/8/8/8/8/4,K,3 w -", &[parts, "this one has 3"]),
            (
                "4,k,3/8/8/8/8/8/8/4,K,3 w - 0 extra",
                &[parts, "this one has 5"],
            ),
            // A position as chess programs write it.
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[parts, "this one has 6"]),
        ],
    );
}

#[test]
fn the_board_has_its_ranks() {
    check(
        "chess",
        &[
            (
                "4,k,3/8/8/8/8/8/4,K,3 w - 0",
                &["the board has 8 ranks", "this text has 7"],
            ),
            (
                "4,k,3/8/8/8/8/8/8/8/4,K,3 w - 0",
                &["the board has 8 ranks", "this text has 9"],
            ),
        ],
    );
    check(
        "scirocco-2009",
        &[(
            "4,k,3/8/8/8/8/8/8/4,K,3 w - 0",
            &["the board has 10 ranks", "this text has 8"],
        )],
    );
}

#[test]
fn a_rank_has_its_squares() {
    check(
        "chess",
        &[
            (
                "4,k,3/8/7/8/8/8/8/4,K,3 w - 0",
                &["rank 6 (`7`) has 7 squares", "the board has 8 files"],
            ),
            (
                "4,k,3/8/8/8/8/8/P,8/4,K,3 w - 0",
                &["rank 2 (`P,8`) has 9 squares", "the board has 8 files"],
            ),
            (
                "4,k,3/8/8/8/8/8/99999/4,K,3 w - 0",
                &["rank 2 (`99999`) has 99999 squares"],
            ),
        ],
    );
}

#[test]
fn a_square_holds_a_piece_of_the_rule_set() {
    check(
        "chess",
        &[
            (
                "4,k,3/8/8/3,X,4/8/8/8/4,K,3 w - 0",
                &[
                    "rank 5: `X` is not a piece of this rule set",
                    "White's are P N B R Q K",
                    "lower case",
                ],
            ),
            (
                "4,k,3/8/8/8/8/8/PPPPPPPP/4,K,3 w - 0",
                &["rank 2: `PPPPPPPP` is not a piece"],
            ),
            (
                "4k3/8/8/8/8/8/8/4,K,3 w - 0",
                &["rank 8: `4k3` is not a piece"],
            ),
            (
                "4,k,3/8/8/8/8/8/P,,6/4,K,3 w - 0",
                &["rank 2: `` is not a piece"],
            ),
            (
                "4,k,3/8/8/8/8/8/+P,7/4,K,3 w - 0",
                &["rank 2: `+P` is not a piece"],
            ),
            (
                "4,k,3/8/8/8/8/8/É,7/4,K,3 w - 0",
                &["rank 2: `É` is not a piece"],
            ),
        ],
    );
    check(
        "scirocco-2009",
        &[(
            "4,k,5/10/10/10/10/SC,9/10/10/10/4,K,5 w - 0",
            &["`SC` is not a piece", " Sc "],
        )],
    );
}

#[test]
fn a_run_of_empty_squares_is_one_number() {
    for run in ["0,8", "08", "4,4", "00000000008", "99999999999999999999999"] {
        let text = format!("4,k,3/8/8/8/8/8/{run}/4,K,3 w - 0");
        let said = said("chess", &text);
        assert!(said.starts_with("rank 2: `"), "{said}");
        assert!(
            said.contains("one number for each run, without leading zeros"),
            "{said}"
        );
    }
}

#[test]
fn a_side_is_to_move() {
    for side in ["W", "white", "-", "x"] {
        let text = format!("4,k,3/8/8/8/8/8/8/4,K,3 {side} - 0");
        assert_eq!(
            said("chess", &text),
            format!("`{side}` is not a side; write w or b")
        );
    }
}

#[test]
fn each_side_has_its_royal() {
    check(
        "chess",
        &[
            (
                "4,k,3/8/8/8/8/8/8/8 w - 0",
                &["White has 0 royal pieces (K)", "each side must have one"],
            ),
            (
                "8/8/8/8/8/8/8/4,K,3 w - 0",
                &["Black has 0 royal pieces (K)", "each side must have one"],
            ),
            (
                "4,k,3/8/8/8/8/8/8/3,K,K,3 w - 0",
                &["White has 2 royal pieces (K)", "a side has one"],
            ),
        ],
    );
    check(
        "hashishin-wazir",
        &[(
            "4,k,3/8/8/8/8/8/8/3,K,WK,3 w - 0",
            &["White has 2 royal pieces (K WK)"],
        )],
    );
}

#[test]
fn the_side_that_has_moved_does_not_stand_in_check() {
    check(
        "chess",
        &[(
            "4,k,3/4,R,3/8/8/8/8/8/4,K,3 w - 0",
            &[
                "White is to move and could capture the other side's royal",
                "not legal here",
            ],
        )],
    );
}

#[test]
fn plies_are_counted() {
    for ply in ["-", "-1", "x", "01", "1.5", "4294967296"] {
        let text = format!("4,k,3/8/8/8/8/8/8/4,K,3 w - {ply}");
        let said = said("chess", &text);
        assert!(
            said.starts_with(&format!("`{ply}` is not a number of plies played")),
            "{said}"
        );
    }
}
