//! `tradewind solve`: positions with their best moves, and what it refuses.

use super::program::Folder;
use serde_json::Value;

#[test]
fn a_position_is_answered_with_its_best_moves() {
    let folder = Folder::new();
    let fen = "k,7/8/1,K,6/8/8/8/8/7,R w - 0";
    let solve = ["solve", "chess", "K R v K", "--fen", fen];
    let text = folder.passes(&solve);
    assert_eq!(text, "White wins in 1 ply: h1h8\n");
    let json = folder.passes(&[&solve[..], &["--json", "--threads", "1"]].concat());
    let answer: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(answer["winner"], "w");
    assert_eq!(answer["plies"], 1);
    let draw = folder.passes(&[
        "solve",
        "chess",
        "K B v K",
        "--fen",
        "k,7/8/8/8/8/8/8/K,6,B b - 0",
    ]);
    assert_eq!(draw, "A draw with best play.\n");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let folder = Folder::new();
    folder.refuses(
        &["solve", "chess", "K Q K"],
        &["`K Q K`", "such as `K Q v K`"],
    );
    folder.refuses(
        &["solve", "chess", "K Y v K"],
        &["the pieces are P N B R Q K"],
    );
    folder.refuses(&["solve", "chess", "Q v K"], &["White has 0 royal pieces"]);
    folder.refuses(
        &["solve", "chess", "K R v K", "--memory", "1"],
        &["MB of memory are needed", "--memory"],
    );
    let other = "7,k/8/8/8/8/8/8/K,Q,6 w - 0";
    folder.refuses(
        &["solve", "chess", "K R v K", "--fen", other],
        &["no position of `K R v K`"],
    );
    folder.refuses(
        &["solve", "typhoon", "K K K v K K K"],
        &["too many positions"],
    );
}
