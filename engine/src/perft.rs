//! Perft: counts of the sequences of legal moves of a given length.

use crate::moves::Move;
use crate::position::Position;
use crate::tables::RuleTables;
use std::sync::atomic::{AtomicBool, Ordering};

/// The maximum depth of perft: more than anybody can wait for.
pub const MAX_PERFT_DEPTH: u32 = 100;

impl<const W: usize> RuleTables<W> {
    /// The number of sequences of `depth` legal moves from a position; `None` if `stop` was set
    /// before the end. The moves of the last ply are counted without being made.
    pub(crate) fn perft(
        &self,
        position: &Position<W>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Option<u64> {
        let mut lists: Vec<Vec<Move>> = (0..depth).map(|_| Vec::new()).collect();
        self.perft_with(position, &mut lists, stop)
    }

    /// As [`RuleTables::perft`], with one list for each ply to be played.
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
            .map(|&mv| self.perft_with(&position.after(self, mv), rest, stop))
            .sum()
    }

    /// The legal moves of a position, in the order of generation, each with the number of sequences
    /// of `depth` moves that begin with it; `None` if `stop` was set before the end.
    pub(crate) fn divide(
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
            .map(|mv| {
                let after = position.after(self, mv);
                Some((mv, self.perft(&after, depth - 1, stop)?))
            })
            .collect()
    }
}
