//! Proofs of wins and losses by trying every reply.

use tradewind_engine::search::{Limits, Searcher};
use tradewind_engine::{Game, Move, Outcome};

/// Nodes of the searches that say which move is tried first.
const HINTED: u64 = 300;

/// A proof by exhaustive search, which tries the moves that a search prefers first.
pub struct Prover<'s> {
    /// Says which moves are tried first.
    pub searcher: &'s mut Searcher,
    /// The number of positions that the proof may still use.
    pub left: u32,
}

impl Prover<'_> {
    /// Whether the side to move wins within some plies; `None` when that takes too long to find out.
    pub fn wins(&mut self, game: &Game, plies: u32) -> Option<bool> {
        if let Some((outcome, _)) = game.over() {
            return Some(outcome == Outcome::Win(game.side()));
        }
        if plies == 0 {
            return Some(false);
        }
        let mut moves: Vec<Move> = game.legal_moves().to_vec();
        if plies > 1 {
            let hints = Limits {
                nodes: Some(HINTED),
                ..Limits::default()
            };
            let best = self.searcher.search(game, &hints, |_| {});
            let first = best.best_move();
            moves.sort_by_key(|&one| Some(one) != first);
        }
        for one in moves {
            let next = self.after(game, one)?;
            if self.loses(&next, plies - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the side to move loses within some plies, whatever it does.
    pub fn loses(&mut self, game: &Game, plies: u32) -> Option<bool> {
        if let Some((outcome, _)) = game.over() {
            return Some(outcome == Outcome::Win(game.side().other()));
        }
        if plies == 0 {
            return Some(false);
        }
        for &one in game.legal_moves() {
            let next = self.after(game, one)?;
            if !self.wins(&next, plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn after(&mut self, game: &Game, one: Move) -> Option<Game> {
        self.left = self.left.checked_sub(1)?;
        let mut next = game.clone();
        next.play_unchecked(one);
        Some(next)
    }
}
