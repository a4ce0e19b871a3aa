//! The transposition table: results of earlier searches, by position key.

use super::score::MATE_IN_MAX_PLY;
use crate::moves::{Move, MoveKind};
use std::sync::atomic::{AtomicU64, Ordering};

/// The relation of a stored score to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true score is at least as high (fail high).
    Lower = 1,
    /// The true score is at most as high (fail low).
    Upper = 2,
    Exact = 3,
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

/// The result of searching a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct TtEntry {
    /// In the table, wins and losses are counted from this position, not from the root.
    pub score: i32,
    pub static_eval: Option<i32>,
    /// The [`move_key`] of the best move, or 0.
    pub best: u16,
    pub depth: i32,
    pub bound: Bound,
    /// Whether the position belonged to a principal variation.
    pub is_pv: bool,
}

impl TtEntry {
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
    #[inline(always)]
    pub(super) fn score_at(&self, ply: usize) -> i32 {
        match self.score {
            score if score > MATE_IN_MAX_PLY => score - ply as i32,
            score if score < -MATE_IN_MAX_PLY => score + ply as i32,
            score => score,
        }
    }

    /// The score, if it is a better estimate than a static evaluation.
    #[inline(always)]
    pub(super) fn estimate(&self, ply: usize, static_eval: i32) -> Option<i32> {
        let score = self.score_at(ply);
        let better = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score > static_eval,
            Bound::Upper => score < static_eval,
        };
        (better && score.abs() < MATE_IN_MAX_PLY).then_some(score)
    }
}

/// Marks a static evaluation that is not stored.
const NO_EVAL: i16 = i16::MIN;
/// Entries of a cluster: with 16 bytes each, a cluster is a cache line.
const CLUSTER_SIZE: usize = 4;
/// Ages are counted modulo this.
const AGES: u8 = 32;

/// A slot of the table. An entry is packed into `data`; `check` is the exclusive-or of key and
/// data, so that an entry that two threads wrote at once does not match (R. Hyatt and T. Mann, "A
/// lockless transposition table implementation for parallel search", 2002).
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    #[inline(always)]
    fn read(&self) -> (u64, Packed) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, Packed(data))
    }

    #[inline(always)]
    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// An entry in 64 bits: score, static evaluation and move of 16 bits each, depth (8), bound (2), PV
/// bit, age (5). 0 is an empty slot.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    #[inline(always)]
    fn new(entry: TtEntry, age: u8) -> Packed {
        let static_eval = entry.static_eval.map_or(NO_EVAL, |eval| eval as i16);
        let flags = entry.bound as u64 | u64::from(entry.is_pv) << 2 | u64::from(age) << 3;
        Packed(
            u64::from(entry.score as u16)
                | u64::from(static_eval as u16) << 16
                | u64::from(entry.best) << 32
                | (entry.depth.clamp(0, 255) as u64) << 48
                | flags << 56,
        )
    }

    #[inline(always)]
    fn entry(self) -> Option<TtEntry> {
        let bound = match self.0 >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(TtEntry {
            score: i32::from(self.0 as i16),
            static_eval: match (self.0 >> 16) as i16 {
                NO_EVAL => None,
                eval => Some(i32::from(eval)),
            },
            best: (self.0 >> 32) as u16,
            depth: self.depth(),
            bound,
            is_pv: self.is_pv(),
        })
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 48) as u8)
    }

    fn is_pv(self) -> bool {
        self.0 >> 58 & 1 != 0
    }

    fn age(self) -> u8 {
        (self.0 >> 59) as u8
    }

    /// The replacement priority; the lowest is replaced first. Each search of age counts as −4
    /// plies of depth, the principal variation as 2.
    fn priority(self, age: u8) -> i32 {
        if self.0 == 0 {
            return i32::MIN;
        }
        let searches = i32::from(age.wrapping_sub(self.age()) % AGES);
        self.depth() + 2 * i32::from(self.is_pv()) - 4 * searches
    }
}

/// A table of clusters of entries, shared by threads. Each key has one cluster.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    slots: Vec<Slot>,
    /// The number of clusters, a power of two, less one.
    mask: usize,
    age: u8,
}

impl TranspositionTable {
    pub(super) fn new(megabytes: f64) -> TranspositionTable {
        let bytes = megabytes.clamp(0.01, 65_536.0) * 1_048_576.0;
        let clusters = (bytes / (CLUSTER_SIZE * size_of::<Slot>()) as f64) as usize;
        let clusters = (clusters.max(16) + 1).next_power_of_two() / 2;
        let mut slots = Vec::new();
        slots.resize_with(clusters * CLUSTER_SIZE, Slot::default);
        TranspositionTable {
            slots,
            mask: clusters - 1,
            age: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill_with(Slot::default);
        self.age = 0;
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub(super) fn new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// The share of slots that this search has filled, in permille, from a sample.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(1_000)];
        let is_of_search = |slot: &&Slot| {
            let (_, packed) = slot.read();
            packed.0 != 0 && packed.age() == self.age
        };
        let filled = sample.iter().filter(is_of_search).count();
        (filled * 1_000 / sample.len()) as u32
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &[Slot] {
        let first = ((key >> 32) as usize & self.mask) * CLUSTER_SIZE;
        &self.slots[first..first + CLUSTER_SIZE]
    }

    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<TtEntry> {
        let mut slots = self.cluster(key).iter().map(Slot::read);
        let (_, hit) = slots.find(|(known, _)| *known == key)?;
        hit.entry()
    }

    #[inline]
    pub(super) fn store(&self, key: u64, ply: usize, found: TtEntry) {
        let mut slot = &self.slots[0];
        let mut lowest = i32::MAX;
        let mut old = None;
        for place in self.cluster(key) {
            let (known, packed) = place.read();
            if known == key && packed.0 != 0 {
                slot = place;
                old = packed.entry();
                break;
            }
            let priority = packed.priority(self.age);
            if priority < lowest {
                lowest = priority;
                slot = place;
            }
        }
        if old.is_some_and(|old| found.bound != Bound::Exact && found.depth + 3 < old.depth) {
            return;
        }
        let entry = TtEntry {
            score: match found.score {
                score if score > MATE_IN_MAX_PLY => score + ply as i32,
                score if score < -MATE_IN_MAX_PLY => score - ply as i32,
                score => score,
            },
            best: match (found.best, old) {
                (0, Some(old)) => old.best,
                (best, _) => best,
            },
            ..found
        };
        slot.write(key, Packed::new(entry, self.age).0);
    }
}

/// A 16-bit hash of a move, which rarely collides within one position; never 0. For most moves it
/// is their two squares.
#[inline(always)]
pub(super) fn move_key(mv: Move) -> u16 {
    let squares = u16::from(mv.from.0) | u16::from(mv.to.0) << 8;
    let is_plain = mv.kind == MoveKind::Plain
        && mv.promotion().is_none()
        && mv.victims().is_empty()
        && mv.wall().is_none();
    let key = if is_plain {
        squares
    } else {
        squares ^ effects_key(mv)
    };
    if key == 0 { u16::MAX } else { key }
}

/// A hash of the effects of a move besides start and target.
fn effects_key(mv: Move) -> u16 {
    let victims = mv.victims().iter().fold(0_u32, |sum, victim| {
        sum.wrapping_mul(31).wrapping_add(u32::from(victim.0) + 1)
    });
    let promotion = mv.promotion().map_or(0, |piece| u32::from(piece.0) + 1);
    let converted = mv.converted().map_or(0, |square| u32::from(square.0) + 1);
    let wall = mv.wall().map_or(0, |square| u32::from(square.0) + 1);
    let dropped = mv.dropped().map_or(0, |piece| u32::from(piece.0) + 1);
    let mut mixed = 0_u32;
    for part in [
        promotion,
        victims,
        converted | dropped | wall << 8,
        mv.kind as u32,
    ] {
        mixed = (mixed ^ part).wrapping_mul(0x9e37_79b1).rotate_left(7);
    }
    (mixed.wrapping_mul(0x85eb_ca6b) >> 16) as u16
}
