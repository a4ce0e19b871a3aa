//! Derives the suite of mates in `data/suites/chess-mates.txt`: positions of games between weak
//! players, near their ends, in which a long search announces a mate that a short one does not see,
//! and which is then proven by trying every reply.
//!
//! ```text
//! cargo run --release -p tradewind-engine --example mates > data/suites/chess-mates.txt
//! ```

#[path = "../tests/search/proof.rs"]
mod proof;
#[path = "../tests/search/weak_game.rs"]
mod weak_game;

use proof::Prover;
use tradewind_engine::Rules;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, Score, Searcher};
use weak_game::WeakGame;

/// Lengths of mates in moves, and the number of each.
const WANTED: [(u32, usize); 4] = [(2, 10), (3, 50), (4, 35), (5, 10)];
/// The settings of the games.
const GAME: WeakGame = WeakGame {
    random_plies: 10,
    nodes: 400,
    ply_cap: 200,
};
/// The number of last plies of a game that are searched.
const LAST: usize = 16;
// Nodes of the search that does not see the mate, and of the one that does.
const SHORT: u64 = 1_500;
const LONG: u64 = 400_000;
/// The maximum number of positions of a proof.
const MOST: u32 = 40_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::load("chess", &[])?;
    let mut searcher = Searcher::new(&rules, &Weights::of(rules.spec()), 32.0);
    let mut found: Vec<Vec<String>> = vec![Vec::new(); WANTED.len()];
    let mut seed = 0;
    while found
        .iter()
        .zip(WANTED)
        .any(|(own, (_, wanted))| own.len() < wanted)
    {
        let game = rules.start(0).ok_or("chess has an array")?;
        let positions = GAME.positions(&mut searcher, game, seed);
        seed += 1;
        for game in positions.iter().rev().take(LAST) {
            let mut look = |nodes| {
                searcher.clear();
                searcher.search(game, &limits(nodes), |_| {}).score
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
            if proof.wins(game, plies) == Some(true) {
                found[place].push(game.text());
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

fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}
