//! Openings: an array and a few random legal moves, kept when a search calls them level.

use crate::player::Player;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::{Game, Move, Play};

/// How many openings are drawn for a pair before one that is not level is played.
const MOST_DRAWN: u32 = 100;

/// Where the openings of pairs come from.
#[derive(Clone, Debug)]
pub struct Openings<'g> {
    /// The game.
    pub game: &'g Game,
    /// The arrays that are drawn from.
    pub arrays: Vec<u32>,
    /// How many random legal moves begin a game.
    pub plies: u32,
    /// An opening is drawn again when a side is ahead by more, in hundredths of a pawn; any will
    /// do without.
    pub level: Option<u32>,
    /// Where the randomness comes from.
    pub seed: u64,
}

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

impl Openings<'_> {
    /// The opening of a pair, which follows from its number: the first of those drawn that `judge`
    /// calls level, or the last.
    pub fn of_pair(&self, judge: &mut Player, pair: u64) -> Opening {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(pair);
        let mut opening = self.draw(&mut random);
        if let Some(level) = self.level {
            for _ in 1..MOST_DRAWN {
                judge.begin_game(self.seed);
                if judge.worth(&opening.play).unsigned_abs() <= level {
                    break;
                }
                opening = self.draw(&mut random);
            }
        }
        opening
    }

    /// An array and random legal moves, up to one that would end the game.
    fn draw(&self, random: &mut ChaCha8Rng) -> Opening {
        let array = *self.arrays.choose(random).expect("there are arrays");
        let play = self.game.start(array).expect("the array exists");
        let mut opening = Opening {
            array,
            play,
            moves: Vec::new(),
        };
        while opening.play.ply() < self.plies {
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
}

/// The game after a move that does not end it.
fn after(play: &Play, one: Move) -> Option<Play> {
    let mut next = play.clone();
    next.play(one);
    next.over().is_none().then_some(next)
}
