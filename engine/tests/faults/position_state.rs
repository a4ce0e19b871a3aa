//! The state of a position text: castling rights, the square passed over, and the clock.

use super::positions::{check, said};

/// A board on which White may castle on the king's side alone, and no pawn has just moved.
const BOARD: &str = "r,3,k,2,r/8/8/8/4,P,3/8/8/1,R,2,K,2,R";

/// What is said of an item of the state on [`BOARD`].
fn state(item: &str) -> String {
    said("chess", &format!("{BOARD} b {item} 9"))
}

#[test]
fn an_item_has_a_key_and_a_value() {
    for item in ["KQkq", "--", "castle"] {
        assert_eq!(
            state(item),
            format!("state `{item}`: write `-`, or key=value items joined by `;`")
        );
    }
    for item in ["check=1", "Castle=K", "=K"] {
        assert_eq!(
            state(item),
            format!("state `{item}`: the keys are swap, castle, ep, clock and left")
        );
    }
}

#[test]
fn items_stand_once_and_in_order() {
    for (state_text, item) in [
        ("clock=1;castle=K", "castle=K"),
        ("clock=1;clock=1", "clock=1"),
    ] {
        let said = state(state_text);
        assert_eq!(
            said,
            format!(
                "state `{item}`: items stand once each, in the order swap, castle, ep, clock, left"
            )
        );
    }
    assert!(state("castle=K;").contains("key=value items joined by `;`"));
}

#[test]
fn castling_rights_are_those_of_kings_at_home() {
    for (value, remedy) in [
        ("", "leave it out when no rights remain"),
        ("X", "write the letters of KQkq whose rights remain"),
        ("kK", "in the order KQkq, each once"),
        ("KK", "in the order KQkq, each once"),
        (
            "KQkq",
            "a king or its partner does not stand where it could castle",
        ),
    ] {
        let said = state(&format!("castle={value}"));
        assert!(said.contains(remedy), "{said}");
    }
    check(
        "shatranj",
        &[(
            "4,k,3/8/8/8/8/8/8/4,K,3 w castle=K 0",
            &["state `castle=K`", "does not stand where it could castle"],
        )],
    );
}

#[test]
fn a_square_passed_over_is_an_empty_one_behind_a_pawn() {
    for value in ["", "e9", "i3", "e4", "d3", "e6", "3e"] {
        let said = state(&format!("ep={value}"));
        assert!(
            said.contains("the empty square that a pawn has just passed over, such as e3"),
            "{said}"
        );
    }
}

#[test]
fn a_clock_counts_plies_where_the_rules_have_one() {
    for value in ["0", "-1", "x", "", "01", "65536"] {
        let said = state(&format!("clock={value}"));
        assert!(
            said.contains("the number of plies without progress; leave it out when it is 0"),
            "{said}"
        );
    }
    let board = "4,k,5/10/10/10/10/10/10/10/10/4,K,5";
    let said = said("scirocco-2009", &format!("{board} w clock=1 0"));
    assert_eq!(
        said,
        "state `clock=1`: this rule set has no move-count draw"
    );
}
