//! Wins and losses that searches announce in games of weak players, in every rule set, against a proof by all
//! replies.

use super::proof::Prover;
use super::solver::{nodes, searcher};
use crate::random_games::load;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::rules::built_in;
use tradewind_engine::search::Score;

/// So many announcements of every rule set are proven, or with `TRADEWIND_LONG` so many.
const PROVEN: [u32; 2] = [20, 200];
/// The most games in which they are looked for.
const GAMES: u64 = 400;
/// Random plies that begin a game.
const RANDOM_PLIES: u32 = 12;
/// The ply at which a game is given up.
const PLY_CAP: u32 = 300;
/// Nodes of the players.
const PLAYER: u64 = 40;
/// Nodes of the searches that announce.
const ANNOUNCER: u64 = 300;
/// The longest win and loss to be proven, in plies.
const LONGEST: u32 = 5;
/// The most positions that a proof looks at.
const MOST: u32 = 20_000;

#[test]
fn what_is_announced_is_true() {
    let wanted = PROVEN[usize::from(std::env::var_os("TRADEWIND_LONG").is_some())];
    for id in built_in() {
        let game = load(&id, &[]);
        let array = game.spec().array_numbers()[0];
        let [mut player, mut announcer, mut prover] = [(); 3].map(|()| searcher(&game));
        let (mut proven, mut seed) = (0, 0);
        while proven < wanted {
            assert!(seed < GAMES, "{id}: only {proven} were proven");
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            seed += 1;
            let mut play = game.start(array).expect("an array");
            player.clear();
            while play.over().is_none() && play.ply() < PLY_CAP {
                let one = if play.ply() < RANDOM_PLIES {
                    *play.legal_moves().choose(&mut random).expect("a move")
                } else {
                    let found = player.search(&play, &nodes(PLAYER), |_| {});
                    found.best_move().expect("a move")
                };
                play.play(one);
                announcer.clear();
                let found = announcer.search(&play, &nodes(ANNOUNCER), |_| {});
                let mut proof = Prover {
                    searcher: &mut prover,
                    left: MOST,
                };
                let holds = match found.score {
                    _ if play.over().is_some() => None,
                    Score::Wins(plies) if plies <= LONGEST => proof.wins(&play, plies),
                    Score::Loses(plies) if plies <= LONGEST => proof.loses(&play, plies),
                    _ => None,
                };
                let (text, score) = (play.text(), found.score);
                assert_ne!(holds, Some(false), "{id}: {score:?} in {text}");
                proven += u32::from(holds.is_some());
            }
        }
    }
}
