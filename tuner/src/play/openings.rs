//! Openings: an array and a few random legal moves, kept when a search calls them level.

use super::player::Player;
use crate::experiment::{Arrays, OpeningPlan, RulesPlan};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::{Move, Play};

/// How many openings are drawn for a pair before one that is not level is played.
const MOST_DRAWN: u32 = 100;

/// How a pair of games begins.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The number of the array.
    pub array: u32,
    /// The game after the opening.
    pub play: Play,
    /// The opening's moves as text.
    pub moves: Vec<String>,
}

/// The opening of pair `number` of a meeting, which follows from the seed and that number: the
/// first of those drawn that `judge` calls level, or the last. `arrays` are the rule set's
/// [`played_arrays`](RulesPlan::played_arrays).
pub fn opening(
    rules: &RulesPlan,
    arrays: &[u32],
    plan: &OpeningPlan,
    seed: u64,
    number: u64,
    judge: &mut Player,
) -> Opening {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    let mut opening = draw(rules, arrays, plan, number, &mut random);
    if let Some(level) = plan.level {
        for _ in 1..MOST_DRAWN {
            judge.begin_game(seed);
            if judge.worth(&opening.play).unsigned_abs() <= level {
                break;
            }
            opening = draw(rules, arrays, plan, number, &mut random);
        }
    }
    opening
}

/// An array and random legal moves, up to one that would end the game.
fn draw(
    rules: &RulesPlan,
    arrays: &[u32],
    plan: &OpeningPlan,
    number: u64,
    random: &mut ChaCha8Rng,
) -> Opening {
    let array = match rules.arrays {
        Arrays::Drawn => *arrays.choose(random).expect("there are arrays"),
        Arrays::All | Arrays::Listed(_) => arrays[(number % arrays.len() as u64) as usize],
    };
    let play = rules.game.start(array).expect("the array exists");
    let mut opening = Opening {
        array,
        play,
        moves: Vec::new(),
    };
    while opening.play.ply() < plan.plies {
        let Some(&one) = opening.play.legal_moves().choose(random) else {
            break;
        };
        let Some(next) = after(&opening.play, one) else {
            break;
        };
        opening.moves.push(opening.play.move_text(one));
        opening.play = next;
    }
    opening
}

/// The game after a move that does not end it.
fn after(play: &Play, one: Move) -> Option<Play> {
    let mut next = play.clone();
    next.play(one);
    next.over().is_none().then_some(next)
}
