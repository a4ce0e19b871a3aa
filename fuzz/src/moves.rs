//! Move texts: those found among the legal moves, and those of recorded games.

use crate::shipped::{self, first_line};
use tradewind_engine::notation::Notation;
use tradewind_engine::{Game, Play, Replay};

/// The most texts of an input that are looked at.
const MAX_MOVES: usize = 60;

/// Behind a line that names a rule set and one with a position (or `array N`) come moves. What is found
/// is read from a record as the same move, and playing it leads to the same position. What no legal move
/// is called may be read from a record all the same; that must do no harm.
pub fn run(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let (line, text) = first_line(&text);
    let (place, moves) = first_line(text);
    let game = shipped::game(line);
    let Some((play, replay)) = begin(&game, place) else {
        return false;
    };
    let mut moves = moves.split_ascii_whitespace().take(MAX_MOVES);
    let (followed, replay) = follow(&game, play, replay, &mut moves);
    stray(replay, moves);
    followed > 0
}

fn begin(game: &Game, place: &str) -> Option<(Play, Replay)> {
    if let Some(number) = place.strip_prefix("array ") {
        let number = number.trim().parse().ok()?;
        return game.start(number).zip(game.replay(number));
    }
    let play = game.parse(place).ok()?;
    let replay = game.replay_from(place);
    Some((play, replay.expect("the position was read")))
}

/// Plays legal moves; tells how many there were up to the first text that is none.
fn follow<'t>(
    game: &Game,
    mut play: Play,
    mut replay: Replay,
    moves: &mut impl Iterator<Item = &'t str>,
) -> (usize, Replay) {
    let notation = Notation::of(game);
    let mut followed = 0;
    for text in moves {
        let found = play.find(text);
        let foreign = notation.find(game, &play, text);
        if let Some(found) = found {
            assert_eq!(foreign, Some(found), "{}: {text}", play.text());
            assert_eq!(replay.read(text), Ok(found), "{}", play.text());
        }
        let Some(one) = foreign else {
            try_stray(&mut replay, text);
            break;
        };
        let written = notation.write(game, &play, one);
        let again = notation.find(game, &play, &written);
        assert_eq!(again, Some(one), "{}: {written}", play.text());
        replay.effects(one);
        play.play_unchecked(one);
        replay.play(one);
        assert_eq!(replay.text(), play.text(), "after {text}");
        assert_eq!(replay.side(), play.side());
        followed += 1;
    }
    (followed, replay)
}

/// Plays what a record may say.
fn stray<'t>(mut replay: Replay, moves: impl Iterator<Item = &'t str>) {
    for text in moves {
        try_stray(&mut replay, text);
    }
}

fn try_stray(replay: &mut Replay, text: &str) {
    let before = replay.text();
    match replay.read(text) {
        Ok(one) => {
            replay.effects(one);
            replay.play(one);
            replay.move_count();
            let mut pieces = 0;
            replay.for_each_piece(|_, _, prospect| {
                assert!(prospect.is_none_or(|near| (0.0..=1.0).contains(&near)));
                pieces += 1;
            });
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
