//! Texts of legal moves, and of moves in records.

use crate::rule_sets::{self, first_line};
use tradewind_engine::notation::Notation;
use tradewind_engine::{Game, Replay, Rules};

/// The maximum number of moves of an input.
const MAX_MOVES: usize = 60;

/// An input has a line with a rule set, a line with a position (or `array N`), and moves. A legal move must be read from a
/// record as the same move and lead to the same position. A record may also hold moves that are not legal, which must not
/// panic.
pub fn run(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let (line, text) = first_line(&text);
    let (place, moves) = first_line(text);
    let rules = rule_sets::load(line);
    let Some((game, replay)) = begin(&rules, place) else {
        return false;
    };
    let mut moves = moves.split_ascii_whitespace().take(MAX_MOVES);
    let (followed, mut replay) = follow(&rules, game, replay, &mut moves);
    moves.for_each(|text| try_any(&mut replay, text));
    followed > 0
}

fn begin(rules: &Rules, place: &str) -> Option<(Game, Replay)> {
    if let Some(number) = place.strip_prefix("array ") {
        let number = number.trim().parse().ok()?;
        return rules.start(number).zip(rules.replay(number));
    }
    let game = rules.parse(place).ok()?;
    let replay = rules.replay_from(place);
    Some((game, replay.expect("the position was read")))
}

/// Plays legal moves up to the first text that is not one. Returns their number.
fn follow<'t>(
    rules: &Rules,
    mut game: Game,
    mut replay: Replay,
    moves: &mut impl Iterator<Item = &'t str>,
) -> (usize, Replay) {
    let notation = Notation::of(rules);
    let mut followed = 0;
    for text in moves {
        let found = game.find(text);
        let foreign = notation.find(rules, &game, text);
        if let Some(found) = found {
            assert_eq!(foreign, Some(found), "{}: {text}", game.text());
            assert_eq!(replay.read(text), Ok(found), "{}", game.text());
        }
        let Some(one) = foreign else {
            try_any(&mut replay, text);
            break;
        };
        let written = notation.write(rules, &game, one);
        let again = notation.find(rules, &game, &written);
        assert_eq!(again, Some(one), "{}: {written}", game.text());
        replay.effects(one);
        game.play_unchecked(one);
        replay.play(one);
        assert_eq!(replay.text(), game.text(), "after {text}");
        assert_eq!(replay.side(), game.side());
        followed += 1;
    }
    (followed, replay)
}

/// Plays a move that a record may hold.
fn try_any(replay: &mut Replay, text: &str) {
    let before = replay.text();
    match replay.read(text) {
        Ok(one) => {
            replay.effects(one);
            replay.play(one);
            replay.move_count();
            let mut pieces = 0;
            replay.for_each_piece(|_, _, _| pieces += 1);
            let mut squares = 0;
            replay.for_each_square(|square| squares += u32::from(replay.at(square).is_some()));
            assert_eq!(
                (pieces, squares),
                (replay.pieces(), replay.pieces()),
                "{before}: {text}"
            );
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}
