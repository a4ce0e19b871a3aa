//! The moves of openings: random ones, and those up to a position with a part of the pieces.

use super::built_in::BuiltInPlayer;
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::Play;

/// For so many plies nothing was taken where a game begins with a part of its pieces.
const CALM_PLIES: u32 = 2;

/// A game that has not come there at this ply never does.
const MAX_LED_PLIES: u32 = 1_000;

/// A game that `judge` plays against itself after some random moves, up to a calm position in which a share of the
/// pieces is left: its moves, and that position. `None` when the game ends before.
pub(super) fn led(
    start: &Play,
    plies: u32,
    left: f64,
    random: &mut ChaCha8Rng,
    judge: &mut BuiltInPlayer,
) -> Option<(Vec<String>, Play)> {
    let few = left * start.occupied().len() as f64;
    let mut games = [start.clone(), start.clone()];
    let mut moves = random_moves(&mut games, plies, true, random);
    let [mut play, _] = games;
    judge.begin_game(random.next_u64());
    let (mut pieces, mut calm) = (play.occupied().len(), 0);
    while calm < CALM_PLIES || pieces as f64 > few {
        if play.over().is_some() || play.ply() >= MAX_LED_PLIES {
            return None;
        }
        let one = judge.choose(&play)?.one;
        moves.push(play.move_text(one));
        play.play_unchecked(one);
        let now = play.occupied().len();
        calm = if now == pieces { calm + 1 } else { 0 };
        pieces = now;
    }
    play.over().is_none().then_some((moves, play))
}

/// Plays so many random moves of an opening, or fewer where the game would end; returns them.
pub(super) fn random_moves(
    games: &mut [Play; 2],
    plies: u32,
    alike: bool,
    random: &mut ChaCha8Rng,
) -> Vec<String> {
    let mut moves = Vec::new();
    while moves.len() < plies as usize {
        let Some((text, next)) = step(games, alike, random) else {
            break;
        };
        moves.push(text);
        *games = next;
    }
    moves
}

/// A random move that is legal in both games and ends neither; `alike` when they are the same.
fn step(games: &[Play; 2], alike: bool, random: &mut ChaCha8Rng) -> Option<(String, [Play; 2])> {
    let [first, second] = games;
    let legal = first.legal_moves().iter();
    let (text, moves) = if alike {
        let &one = legal.as_slice().choose(random)?;
        (first.move_text(one), [one, one])
    } else {
        let shared = legal.filter_map(|&one| {
            let text = first.move_text(one);
            let other = second.find(&text)?;
            Some((text, [one, other]))
        });
        let shared: Vec<_> = shared.collect();
        shared.choose(random)?.clone()
    };
    let mut next = games.clone();
    for (play, one) in next.iter_mut().zip(moves) {
        play.play_unchecked(one);
        if play.over().is_some() {
            return None;
        }
    }
    Some((text, next))
}
