//! History: statistics of moves that caused cutoffs, used to order, prune and reduce moves.
//!
//! Correction history: the mean error of the static evaluation in positions with the same pawns,
//! material or last move, by which later evaluations are corrected.

use super::score::bounded;
use crate::evaluation::PieceSums;
use crate::moves::{Move, MoveKind};
use crate::piece::{Code, Color};
use crate::position::Position;
use crate::tables::RuleTables;

pub(super) const MAX_HISTORY: i32 = 16_384;
/// Plies for which killers are kept.
const KILLER_PLIES: usize = 256;
/// Counters of a hashed table: on large boards there are too many pairs of moves for one counter
/// each.
const HASHED: usize = 1 << 16;

/// A piece and its target square: the index of a move in tables.
pub(super) type PieceTo = u32;

/// The moves one and two plies before a node; `None` before the root and for a null move.
pub(super) type PrevMoves = [Option<PieceTo>; 2];

#[derive(Debug)]
pub(super) struct MoveHistory {
    /// By [`PieceTo`].
    quiets: Vec<i16>,
    /// By the move one or two plies before, and the move.
    continuations: [Vec<i16>; 2],
    /// By the captor's [`PieceTo`] and its victim.
    captures: Vec<i16>,
    /// By ply.
    killers: Vec<[Option<Move>; 2]>,
    /// By the [`PieceTo`] of the previous move.
    countermoves: Vec<Option<Move>>,
}

impl MoveHistory {
    /// `piece_tos` is the number of piece codes times the number of squares.
    pub(super) fn new(piece_tos: usize) -> MoveHistory {
        MoveHistory {
            quiets: vec![0; piece_tos],
            continuations: [vec![0; HASHED], vec![0; HASHED]],
            captures: vec![0; HASHED],
            killers: vec![[None; 2]; KILLER_PLIES],
            countermoves: vec![None; piece_tos],
        }
    }

    pub(super) fn new_search(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// The index of a move's piece and target square.
    #[inline(always)]
    pub(super) fn piece_to<const W: usize>(
        rules: &RuleTables<W>,
        position: &Position<W>,
        mv: Move,
    ) -> PieceTo {
        match mv.kind {
            MoveKind::Pass => 0,
            _ => rules.slot(position.mover(mv), mv.to) as PieceTo,
        }
    }

    #[inline(always)]
    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply.min(KILLER_PLIES - 1)]
    }

    #[inline(always)]
    pub(super) fn countermove(&self, prev: Option<PieceTo>) -> Option<Move> {
        self.countermoves[prev? as usize]
    }

    /// The statistics of a quiet move: from −3 to 3 times [`MAX_HISTORY`].
    #[inline(always)]
    pub(super) fn quiet(&self, prev: PrevMoves, piece_to: PieceTo) -> i32 {
        let mut sum = i32::from(self.quiets[piece_to as usize]);
        for (table, prev) in self.continuations.iter().zip(prev) {
            if let Some(prev) = prev {
                sum += i32::from(table[hashed(prev, piece_to)]);
            }
        }
        sum
    }

    /// The statistics of a capture: from −[`MAX_HISTORY`] to [`MAX_HISTORY`].
    #[inline(always)]
    pub(super) fn capture(&self, piece_to: PieceTo, victim: Code) -> i32 {
        i32::from(self.captures[hashed(victim.index() as PieceTo, piece_to)])
    }

    pub(super) fn update_quiet(&mut self, prev: PrevMoves, piece_to: PieceTo, bonus: i32) {
        update(&mut self.quiets[piece_to as usize], bonus);
        for (table, prev) in self.continuations.iter_mut().zip(prev) {
            if let Some(prev) = prev {
                update(&mut table[hashed(prev, piece_to)], bonus);
            }
        }
    }

    pub(super) fn update_capture(&mut self, piece_to: PieceTo, victim: Code, bonus: i32) {
        let place = hashed(victim.index() as PieceTo, piece_to);
        update(&mut self.captures[place], bonus);
    }

    /// Remembers the quiet move that caused a cutoff.
    pub(super) fn remember(&mut self, ply: usize, prev: Option<PieceTo>, mv: Move) {
        let killers = &mut self.killers[ply.min(KILLER_PLIES - 1)];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(prev) = prev {
            self.countermoves[prev as usize] = Some(mv);
        }
    }
}

/// Adds a bonus to a counter, with gravity towards 0.
#[inline(always)]
fn update(counter: &mut i16, bonus: i32) {
    let value = i32::from(*counter);
    *counter = (value + bonus - value * bonus.abs() / MAX_HISTORY) as i16;
}

/// The index of a pair in a hashed table.
#[inline(always)]
fn hashed(first: PieceTo, second: PieceTo) -> usize {
    let mixed = first
        .wrapping_mul(0x9e37_79b1)
        .wrapping_add(second)
        .wrapping_mul(0x85eb_ca6b);
    mixed as usize >> (u32::BITS - HASHED.ilog2())
}

/// The bonus of a move that caused a cutoff at a depth.
pub(super) fn cutoff_bonus(depth: i32) -> i32 {
    (160 * depth - 60).clamp(60, 1_800)
}

/// Counters per table and side to move.
const CORRECTIONS: usize = 1 << 12;
/// Units of a counter per centipawn.
const GRAIN: i32 = 256;
/// The maximum of a counter, and the maximum correction by all tables.
const MAX_CORRECTION: i32 = 64 * GRAIN;
/// The depth from which an error counts in full.
const FULL_DEPTH: i32 = 16;

#[derive(Debug)]
pub(super) struct Corrections {
    /// By pawns, material and last move, each for White and Black to move.
    tables: [Vec<i32>; 3],
}

/// The indices of a node in the tables of corrections.
#[inline(always)]
pub(super) fn correction_keys(side: Color, sums: &PieceSums, prev: Option<PieceTo>) -> [usize; 3] {
    let place = |key: u64| {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        side.index() * CORRECTIONS + hash as usize % CORRECTIONS
    };
    [
        place(sums.pawn_key),
        place(sums.material_key),
        place(prev.map_or(0, |prev| u64::from(prev) + 1)),
    ]
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections {
            tables: [(); 3].map(|()| vec![0; 2 * CORRECTIONS]),
        }
    }

    /// A corrected static evaluation, in centipawns. `weight` scales the correction, in 128ths.
    #[inline(always)]
    pub(super) fn corrected(&self, keys: [usize; 3], static_eval: i32, weight: i32) -> i32 {
        let tables = self.tables.iter().zip(keys);
        let sum: i32 = tables.map(|(table, key)| table[key]).sum();
        bounded(static_eval + sum * weight / (128 * GRAIN))
    }

    /// Updates the counters with the error of a static evaluation, found by a search to a depth.
    pub(super) fn update(&mut self, keys: [usize; 3], depth: i32, error: i32) {
        let weight = depth.min(FULL_DEPTH);
        let target = (error * GRAIN).clamp(-MAX_CORRECTION, MAX_CORRECTION);
        for (table, key) in self.tables.iter_mut().zip(keys) {
            table[key] += (target - table[key]) * weight / (8 * FULL_DEPTH);
        }
    }
}
