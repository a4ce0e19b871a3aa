//! Texts in records that are moves of no game: they are refused, so that no piece is taken twice.

use tradewind_engine::Rules;

#[test]
fn a_recorded_move_takes_each_piece_once() {
    let position = "3,k,4/8/8/3,p,4/3,R,4/8/8/3,K,4 w - 0";
    let rules = Rules::load("chess", &[]).expect("chess");
    let replay = rules.replay_from(position).expect("a position");
    for text in ["d4d5", "d4d4xd5", "d4e4xd5", "d4e4~d5"] {
        let mut replay = replay.clone();
        replay.step(text).expect(text);
        let mut pieces = 0;
        replay.for_each_piece(|_, _, _| pieces += 1);
        assert_eq!(pieces, replay.pieces(), "{text}");
    }
    for text in [
        "d4d5xd5",
        "d4d5~d5",
        "d4e4xd5~d5",
        "d4d5xd5<>",
        "d4d4xd4~d4",
    ] {
        assert!(replay.read(text).is_err(), "{text}");
    }
}
