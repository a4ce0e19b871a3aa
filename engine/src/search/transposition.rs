//! The transposition table: results of earlier searches, by position key.

use super::score::MATE_IN_MAX_PLY;
use crate::moves::Move;

/// How a stored score relates to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Bound {
    /// The true score is at least as high (fail high).
    Lower,
    /// The true score is at most as high (fail low).
    Upper,
    /// The score is exact.
    Exact,
}

impl Bound {
    /// The bound that `best` is after a search with the window `alpha..beta`.
    #[inline(always)]
    pub(super) fn of(best: i32, alpha: i32, beta: i32) -> Bound {
        if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct TtEntry {
    key: u64,
    /// Wins and losses are counted from this position, not from the root.
    score: i16,
    /// The static evaluation, or [`NO_EVAL`].
    static_eval: i16,
    /// The [`move_key`] of the best move, or 0.
    pub best: u16,
    pub depth: i8,
    bound: Bound,
    age: u8,
}

impl TtEntry {
    /// The static evaluation, if it is stored.
    #[inline(always)]
    pub(super) fn static_eval(&self) -> Option<i32> {
        (self.static_eval != NO_EVAL).then_some(i32::from(self.static_eval))
    }

    /// The score, if it causes a cutoff at a node `ply` plies from the root.
    #[inline(always)]
    pub(super) fn cutoff(&self, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let score = self.score_at(ply);
        let cuts = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        cuts.then_some(score)
    }

    /// The score, with wins and losses counted from the root.
    fn score_at(&self, ply: usize) -> i32 {
        let score = i32::from(self.score);
        match score {
            _ if score > MATE_IN_MAX_PLY => score - ply as i32,
            _ if score < -MATE_IN_MAX_PLY => score + ply as i32,
            _ => score,
        }
    }
}

/// The result of searching a node, to be stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct TtData {
    pub score: i32,
    pub static_eval: Option<i32>,
    pub depth: i32,
    pub bound: Bound,
    /// The [`move_key`] of the best move, or 0.
    pub best: u16,
}

/// Stands for a static evaluation that is not stored.
const NO_EVAL: i16 = i16::MIN;

/// Entries of a cluster.
const CLUSTER_SIZE: usize = 4;

/// A table of clusters of entries; a key has one cluster.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    entries: Vec<TtEntry>,
    /// The number of clusters, a power of two, less one.
    mask: usize,
    age: u8,
}

const EMPTY: TtEntry = TtEntry {
    key: 0,
    score: 0,
    static_eval: NO_EVAL,
    best: 0,
    depth: -1,
    bound: Bound::Upper,
    age: 0,
};

impl TranspositionTable {
    pub(super) fn new(megabytes: f64) -> TranspositionTable {
        let bytes = megabytes.clamp(0.01, 65_536.0) * 1_048_576.0;
        let clusters = (bytes / (CLUSTER_SIZE * size_of::<TtEntry>()) as f64) as usize;
        let clusters = (clusters.max(16) + 1).next_power_of_two() / 2;
        TranspositionTable {
            entries: vec![EMPTY; clusters * CLUSTER_SIZE],
            mask: clusters - 1,
            age: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(EMPTY);
        self.age = 0;
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub(super) fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The index of the first entry of a key's cluster.
    #[inline(always)]
    fn cluster(&self, key: u64) -> usize {
        ((key >> 32) as usize & self.mask) * CLUSTER_SIZE
    }

    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<TtEntry> {
        let first = self.cluster(key);
        let hit = self.entries[first..first + CLUSTER_SIZE]
            .iter()
            .find(|entry| entry.key == key);
        hit.filter(|entry| entry.depth >= 0).copied()
    }

    /// The [`move_key`] of the best move of a position, or 0.
    pub(super) fn best(&self, key: u64) -> u16 {
        self.probe(key).map_or(0, |entry| entry.best)
    }

    #[inline]
    pub(super) fn store(&mut self, key: u64, ply: usize, data: TtData) {
        let TtData {
            score,
            static_eval,
            depth,
            bound,
            best,
        } = data;
        let age = self.age;
        let first = self.cluster(key);
        let cluster = &mut self.entries[first..first + CLUSTER_SIZE];
        let same = cluster.iter().position(|entry| entry.key == key);
        let place = same.unwrap_or_else(|| {
            // Replaces the entry with the lowest depth; each search of age counts as 4 plies.
            let priority = |entry: &TtEntry| {
                let age = i32::from(age.wrapping_sub(entry.age).min(16));
                i32::from(entry.depth) - 4 * age
            };
            (0..CLUSTER_SIZE)
                .min_by_key(|&at| priority(&cluster[at]))
                .unwrap_or(0)
        });
        let entry = &mut cluster[place];
        let same_position = entry.key == key;
        if same_position && bound != Bound::Exact && depth + 3 < i32::from(entry.depth) {
            return;
        }
        let best = if best == 0 && same_position {
            entry.best
        } else {
            best
        };
        let from_here = match score {
            _ if score > MATE_IN_MAX_PLY => score + ply as i32,
            _ if score < -MATE_IN_MAX_PLY => score - ply as i32,
            _ => score,
        };
        *entry = TtEntry {
            key,
            score: from_here as i16,
            static_eval: static_eval.map_or(NO_EVAL, |eval| eval as i16),
            best,
            depth: depth.clamp(0, 127) as i8,
            bound,
            age,
        };
    }
}

/// A 16-bit hash of a move, which rarely collides within one position; never 0.
#[inline]
pub(super) fn move_key(mv: Move) -> u16 {
    let victims = mv.victims().iter().fold(0_u32, |sum, victim| {
        sum.wrapping_mul(31).wrapping_add(u32::from(victim.0) + 1)
    });
    let promotion = mv.promotion().map_or(0, |piece| u32::from(piece.0) + 1);
    let converted = mv.converted().map_or(0, |square| u32::from(square.0) + 1);
    let mut mixed = u32::from(mv.from.0);
    for part in [
        u32::from(mv.to.0),
        promotion,
        victims,
        converted,
        mv.kind as u32,
    ] {
        mixed = mixed.wrapping_mul(0x9e37_79b1).rotate_left(7) ^ part;
    }
    (mixed.wrapping_mul(0x85eb_ca6b) >> 16) as u16 | 1
}
