//! Derives the suite of mates in `data/suites/chess-mates.txt`: positions of games between weak players, near
//! their ends, in which a long search announces a mate that a short one does not see, and which is then proven
//! by trying every reply.
//!
//! ```text
//! cargo run --release -p tradewind-engine --example mates > data/suites/chess-mates.txt
//! ```

#[path = "../tests/search/proof.rs"]
mod proof;

use proof::Prover;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, Score, Searcher};
use tradewind_engine::{Game, Play};

/// So many mates in so many moves.
const WANTED: [(u32, usize); 4] = [(2, 10), (3, 50), (4, 35), (5, 10)];
/// Random plies that begin a game.
const RANDOM_PLIES: u32 = 10;
/// The ply at which a game is given up.
const PLY_CAP: u32 = 200;
/// So many plies from the end of a game are looked at.
const LAST: usize = 16;
// Nodes of the players, of the search that does not see the mate, and of the one that does.
const PLAYER: u64 = 400;
const SHORT: u64 = 1_500;
const LONG: u64 = 400_000;
/// The most positions that a proof looks at.
const MOST: u32 = 40_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::load("chess", &[])?;
    let mut searcher = Searcher::new(&game, &Weights::of(game.spec()), 32.0);
    let mut found: Vec<Vec<String>> = vec![Vec::new(); WANTED.len()];
    let mut seed = 0;
    while found
        .iter()
        .zip(WANTED)
        .any(|(own, (_, wanted))| own.len() < wanted)
    {
        let play = game.start(0).ok_or("chess has an array")?;
        let positions = positions(&mut searcher, play, seed);
        seed += 1;
        for play in positions.iter().rev().take(LAST) {
            let mut look = |nodes| {
                searcher.clear();
                searcher.search(play, &limits(nodes), |_| {}).score
            };
            let Score::Wins(plies) = look(LONG) else {
                continue;
            };
            if matches!(look(SHORT), Score::Wins(_)) {
                continue;
            }
            let mut proof = Prover {
                searcher: &mut searcher,
                left: MOST,
            };
            let place = WANTED.iter().position(|(moves, _)| 2 * moves - 1 == plies);
            let Some(place) = place.filter(|&place| found[place].len() < WANTED[place].1) else {
                continue;
            };
            if proof.wins(play, plies) == Some(true) {
                found[place].push(play.text());
                eprintln!(
                    "game {seed}: {:?}",
                    found.iter().map(Vec::len).collect::<Vec<_>>()
                );
                break;
            }
        }
    }
    println!(
        "# Mates in chess, derived by `cargo run --release -p tradewind-engine --example mates`:"
    );
    println!("# moves to mate, and the position as `tradewind moves chess --fen` takes it.");
    for (own, (moves, _)) in found.iter().zip(WANTED) {
        own.iter().for_each(|text| println!("{moves} {text}"));
    }
    Ok(())
}

/// The positions of a game.
fn positions(searcher: &mut Searcher, mut play: Play, seed: u64) -> Vec<Play> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    searcher.clear();
    while play.over().is_none() && play.ply() < PLY_CAP {
        positions.push(play.clone());
        let drawn = play.legal_moves().choose(&mut random).copied();
        let one = if play.ply() < RANDOM_PLIES {
            drawn
        } else {
            searcher.search(&play, &limits(PLAYER), |_| {}).best_move()
        };
        let Some(one) = one else {
            break;
        };
        play.play(one);
    }
    positions
}

fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}
