//! Games between weak players, near whose ends wins and losses are found.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::Game;
use tradewind_engine::search::{Limits, Searcher};

/// The settings of such games.
pub struct WeakGame {
    /// Random plies that begin a game.
    pub random_plies: u32,
    /// Nodes of the players.
    pub nodes: u64,
    /// The ply at which a game is given up.
    pub ply_cap: u32,
}

impl WeakGame {
    /// The positions of a game before its end.
    pub fn positions(&self, searcher: &mut Searcher, mut game: Game, seed: u64) -> Vec<Game> {
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut positions = Vec::new();
        searcher.clear();
        while game.over().is_none() && game.ply() < self.ply_cap {
            positions.push(game.clone());
            let one = if game.ply() < self.random_plies {
                game.legal_moves().choose(&mut random).copied()
            } else {
                searcher.search(&game, &limits, |_| {}).best_move()
            };
            game.play_unchecked(one.expect("the game goes on"));
        }
        positions
    }
}
