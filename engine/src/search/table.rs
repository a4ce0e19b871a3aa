//! The transposition table: what is known of positions that were searched before.

use super::score::SURE;
use crate::moves::Move;

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Bound {
    /// It is at least as much.
    Lower,
    /// It is at most as much.
    Upper,
    /// It is the same.
    Exact,
}

impl Bound {
    /// What the best score of a node says that was asked for the scores from `alpha` to `beta`.
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

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    key: u64,
    score: i16,
    /// What the position is worth without looking ahead, or [`UNKNOWN`].
    standing: i16,
    /// The best move's [`short_key`], or 0.
    pub best: u16,
    pub depth: i8,
    bound: Bound,
    age: u8,
}

impl Known {
    /// What the position is worth without looking ahead, if that was worked out.
    #[inline(always)]
    pub(super) fn standing(&self) -> Option<i32> {
        (self.standing != UNKNOWN).then_some(i32::from(self.standing))
    }

    /// The score, if it answers what a node so many plies from the root is asked.
    #[inline(always)]
    pub(super) fn answer(&self, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let score = self.score(ply);
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        answers.then_some(score)
    }

    /// The score, seen from a node so many plies from the root.
    fn score(&self, ply: usize) -> i32 {
        let score = i32::from(self.score);
        match score {
            _ if score > SURE => score - ply as i32,
            _ if score < -SURE => score + ply as i32,
            _ => score,
        }
    }
}

/// What a search found of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub score: i32,
    pub standing: Option<i32>,
    pub depth: i32,
    pub bound: Bound,
    pub best: u16,
}

/// Stands for a worth that is not known.
const UNKNOWN: i16 = i16::MIN;

/// Entries that share a place.
const WAYS: usize = 4;

#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Known>,
    /// The number of places less one; their number is a power of two.
    mask: usize,
    age: u8,
}

const EMPTY: Known = Known {
    key: 0,
    score: 0,
    standing: UNKNOWN,
    best: 0,
    depth: -1,
    bound: Bound::Upper,
    age: 0,
};

impl Table {
    pub(super) fn new(megabytes: f64) -> Table {
        let wanted = megabytes.clamp(0.01, 65_536.0) * 1_048_576.0;
        let places = (wanted / (WAYS * size_of::<Known>()) as f64) as usize;
        let places = (places.max(16) + 1).next_power_of_two() / 2;
        Table {
            entries: vec![EMPTY; places * WAYS],
            mask: places - 1,
            age: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(EMPTY);
        self.age = 0;
    }

    /// Begins another search: what is older gives way first.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        (key >> 32) as usize & self.mask
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let at = self.place(key) * WAYS;
        let found = self.entries[at..at + WAYS]
            .iter()
            .find(|known| known.key == key);
        found.filter(|known| known.depth >= 0).copied()
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, ply: usize, found: Found) {
        let Found {
            score,
            standing,
            depth,
            bound,
            best,
        } = found;
        let age = self.age;
        let at = self.place(key) * WAYS;
        let ways = &mut self.entries[at..at + WAYS];
        let same = ways.iter().position(|known| known.key == key);
        let place = same.unwrap_or_else(|| {
            // The shallowest goes, old ones first.
            let worth = |known: &Known| {
                let old = i32::from(age.wrapping_sub(known.age).min(16));
                i32::from(known.depth) - 4 * old
            };
            (0..WAYS).min_by_key(|&way| worth(&ways[way])).unwrap_or(0)
        });
        let old = &mut ways[place];
        let same_position = old.key == key;
        if same_position && bound != Bound::Exact && depth + 3 < i32::from(old.depth) {
            return;
        }
        let best = if best == 0 && same_position {
            old.best
        } else {
            best
        };
        let from_here = match score {
            _ if score > SURE => score + ply as i32,
            _ if score < -SURE => score - ply as i32,
            _ => score,
        };
        *old = Known {
            key,
            score: from_here as i16,
            standing: standing.map_or(UNKNOWN, |standing| standing as i16),
            best,
            depth: depth.clamp(0, 127) as i8,
            bound,
            age,
        };
    }
}

/// A short number for a move, which the moves of one position rarely share; never 0.
#[inline]
pub(super) fn short_key(one: Move) -> u16 {
    let victims = one.victims().iter().fold(0_u32, |sum, victim| {
        sum.wrapping_mul(31).wrapping_add(u32::from(victim.0) + 1)
    });
    let promotion = one.promotion().map_or(0, |piece| u32::from(piece.0) + 1);
    let converted = one.converted().map_or(0, |square| u32::from(square.0) + 1);
    let mut mixed = u32::from(one.from.0);
    for part in [
        u32::from(one.to.0),
        promotion,
        victims,
        converted,
        one.kind as u32,
    ] {
        mixed = mixed.wrapping_mul(0x9e37_79b1).rotate_left(7) ^ part;
    }
    (mixed.wrapping_mul(0x85eb_ca6b) >> 16) as u16 | 1
}
