//! Perft: counting the sequences of legal moves of a length.

use crate::moves::Move;
use crate::position::Position;
use crate::tables::Rules;
use std::sync::atomic::{AtomicBool, Ordering};

/// The greatest depth that may be asked for: more than anybody can wait for.
pub const MAX_PERFT_DEPTH: u32 = 100;

impl<const W: usize> Rules<W> {
    /// The number of sequences of `depth` legal moves from a position. A position in which a side has lost
    /// has no moves; repetition, move counts and what material draws are not looked at. The last ply is
    /// counted without making its moves.
    pub fn perft(&self, position: &Position<W>, depth: u32) -> u64 {
        let counted = self.perft_until(position, depth, &AtomicBool::new(false));
        counted.expect("nobody stops it")
    }

    /// The same; `None` when `stop` was set before the end.
    pub fn perft_until(
        &self,
        position: &Position<W>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Option<u64> {
        let mut lists: Vec<Vec<Move>> = (0..depth).map(|_| Vec::new()).collect();
        self.perft_with(position, &mut lists, stop)
    }

    /// One list a ply that is still to be played.
    fn perft_with(
        &self,
        position: &Position<W>,
        lists: &mut [Vec<Move>],
        stop: &AtomicBool,
    ) -> Option<u64> {
        let Some((moves, rest)) = lists.split_first_mut() else {
            return Some(1);
        };
        if position.is_decided(self) {
            return Some(0);
        }
        if rest.is_empty() {
            return Some(self.count(position));
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        moves.clear();
        self.generate(position, moves);
        moves
            .iter()
            .map(|&one| self.perft_with(&position.after(self, one), rest, stop))
            .sum()
    }

    /// The legal moves of a position, each with the number of sequences of `depth` moves that
    /// begin with it, in the order of generation; `None` when `stop` was set before the end.
    pub fn divide_until(
        &self,
        position: &Position<W>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Option<Vec<(Move, u64)>> {
        let mut moves = Vec::new();
        if depth > 0 && !position.is_decided(self) {
            self.generate(position, &mut moves);
        }
        moves
            .into_iter()
            .map(|one| {
                let after = position.after(self, one);
                Some((one, self.perft_until(&after, depth - 1, stop)?))
            })
            .collect()
    }
}
