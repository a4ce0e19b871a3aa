//! Odds that a design may pick: near balance by what pieces are thought to be worth.

use super::Purpose;
use crate::odds::place::counts;
use crate::odds::{MaterialChange, Odds};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use tradewind_engine::rules::{PieceSpec, PieceType, RuleSpec};

/// What a unit is thought to be worth in log-odds of the result: 5 % of the points.
pub(super) const UNIT_LOG_ODDS: f64 = 0.2;

/// Candidates are not further from balance than this, in log-odds.
pub(super) const MAX_LOPSIDED: f64 = 1.25;

/// The most pieces that odds change.
const MAX_CHANGES: usize = 6;

/// The most units by which odds of nothing but units differ, and that a side gives up in them: five or six pawns together
/// are worth less than so many single ones (0.231 log-odds a pawn in Scirocco against 0.313, p = 0.014), and the unit is one.
const MAX_UNITS: usize = 2;

/// Candidates drawn for each piece type.
const CANDIDATES: usize = 150;

/// Odds that may be picked.
pub(super) struct Candidate {
    pub odds: Odds,
    /// Number among the measured pieces, and how many more the first player has.
    pub entries: Vec<(usize, f64)>,
    /// How far from balance they are thought to be, in log-odds.
    pub balance: f64,
    /// How often they have been picked.
    pub picks: u32,
}

/// Odds near balance, each different.
pub(super) fn candidates(purpose: &Purpose<'_>, measured: &[PieceType]) -> Vec<Candidate> {
    let spec = purpose.game.spec();
    let families = purpose
        .arrays
        .iter()
        .filter_map(|&array| spec.array_family(array));
    let entries: BTreeSet<usize> = families.map(|family| family.entry).collect();
    let entries: Vec<usize> = entries.into_iter().collect();
    let mut random = ChaCha8Rng::seed_from_u64(purpose.seed);
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    let counts: Vec<Vec<usize>> = entries.iter().map(|&entry| counts(spec, entry)).collect();
    let mut sketches: Vec<Sketch> = Vec::new();
    for counts in &counts {
        sketches.extend(Sketch::of_units(purpose, counts));
        sketches.extend(Sketch::of_copies(purpose, counts));
        for &target in measured {
            let drawn = (0..CANDIDATES / entries.len())
                .filter_map(|_| Sketch::draw(purpose, measured, counts, target, &mut random));
            sketches.extend(drawn);
        }
    }
    for sketch in sketches {
        let odds = Odds::new(sketch.changes, spec);
        let difference = odds.difference(spec);
        let entries: Vec<(usize, f64)> = (measured.iter().enumerate())
            .map(|(at, piece)| (at, f64::from(difference[piece.index()])))
            .filter(|(_, often)| *often != 0.0)
            .collect();
        let balance = sketch.balance * UNIT_LOG_ODDS;
        let mirrored = Odds::new([odds.changes[1].clone(), odds.changes[0].clone()], spec);
        let is_new = !seen.contains(&mirrored.text) && seen.insert(odds.text.clone());
        let is_fit = !entries.is_empty() && balance.abs() <= MAX_LOPSIDED;
        if is_new && is_fit {
            all.push(Candidate {
                odds,
                entries,
                balance,
                picks: 0,
            });
        }
    }
    all
}

/// Odds being drawn.
struct Sketch {
    changes: [Vec<MaterialChange>; 2],
    /// What each side has left to change, by piece type.
    left: [Vec<usize>; 2],
    /// By how many pawns the first player is thought to be ahead.
    balance: f64,
}

impl Sketch {
    fn of(counts: &[usize]) -> Sketch {
        Sketch {
            changes: [Vec::new(), Vec::new()],
            left: [counts.to_vec(), counts.to_vec()],
            balance: 0.0,
        }
    }

    /// Odds of nothing but units: the error of the unit is a part of every other value's.
    fn of_units(purpose: &Purpose<'_>, counts: &[usize]) -> Vec<Sketch> {
        let there = counts[purpose.unit.index()].min(MAX_UNITS);
        let mut all = Vec::new();
        for first in 0..there {
            for second in first + 1..=there {
                let mut sketch = Sketch::of(counts);
                let (from, to) = match purpose.puts_on {
                    true => (None, Some(purpose.unit)),
                    false => (Some(purpose.unit), None),
                };
                (0..first).for_each(|_| sketch.change(purpose, 0, from, to));
                (0..second).for_each(|_| sketch.change(purpose, 1, from, to));
                all.push(sketch);
            }
        }
        all
    }

    /// Odds of nothing but non-promoting copies, from one to all of a kind: each lacks but a part of its worth.
    fn of_copies(purpose: &Purpose<'_>, counts: &[usize]) -> Vec<Sketch> {
        let spec = purpose.game.spec();
        let copies =
            (spec.piece_types()).filter_map(|copy| Some((spec.piece(copy).copy_of?, copy)));
        let mut all = Vec::new();
        for (piece, copy) in copies {
            for times in 1..=counts[piece.index()] {
                let mut sketch = Sketch::of(counts);
                for _ in 0..times {
                    if purpose.puts_on {
                        sketch.change(purpose, 0, None, Some(copy));
                        sketch.change(purpose, 1, None, Some(piece));
                    } else {
                        sketch.change(purpose, 0, Some(piece), Some(copy));
                    }
                }
                all.push(sketch);
            }
        }
        all
    }

    /// Odds that give the first player one more of `target`, and then balance what that is worth.
    fn draw(
        purpose: &Purpose<'_>,
        measured: &[PieceType],
        counts: &[usize],
        target: PieceType,
        random: &mut ChaCha8Rng,
    ) -> Option<Sketch> {
        let spec = purpose.game.spec();
        let worth = |piece: PieceType| purpose.guess[piece.index()];
        let mut sketch = Sketch::of(counts);
        let is_there = counts[target.index()] > 0;
        if purpose.puts_on {
            // A royal only stands in place of another.
            if spec.piece(target).royal {
                return None;
            }
            sketch.change(purpose, 0, None, Some(target));
        } else if is_there && random.random_bool(0.7) {
            sketch.change(purpose, 1, Some(target), None);
        } else {
            let carrier = carrier(spec, counts, target, random)?;
            sketch.change(purpose, 0, Some(carrier), Some(target));
            // Often the second player has another piece in the same place.
            if random.random_bool(0.5) {
                let others: Vec<PieceType> = (measured.iter().copied())
                    .filter(|&other| other != target && other != carrier)
                    .filter(|&other| spec.piece(other).royal == spec.piece(carrier).royal)
                    .filter(|&other| spec.piece(other).pawn == spec.piece(carrier).pawn)
                    .filter(|&other| (worth(other) - worth(target)).abs() <= 3.0)
                    .collect();
                if let Some(&other) = others.choose(random) {
                    sketch.change(purpose, 1, Some(carrier), Some(other));
                }
            }
        }
        // Some are left as they are, if not too lopsided; others are balanced to a fraction of that.
        let near = MAX_LOPSIDED * f64::from(random.random_range(1..=8)) / 8.0;
        let is_far = |sketch: &Sketch| sketch.balance.abs() * UNIT_LOG_ODDS > near;
        while is_far(&sketch) && sketch.total() < MAX_CHANGES {
            let ahead = usize::from(sketch.balance < 0.0);
            let max = 2.0 * sketch.balance.abs();
            let is_near = |piece: PieceType| !spec.piece(piece).royal && worth(piece) < max;
            if purpose.puts_on {
                let others = measured.iter().copied();
                let fitting: Vec<PieceType> = others
                    .filter(|&piece| piece != target && is_near(piece))
                    .collect();
                let Some(&piece) = fitting.choose(random) else {
                    break;
                };
                sketch.change(purpose, 1 - ahead, None, Some(piece));
                continue;
            }
            let fitting: Vec<PieceType> = (spec.piece_types())
                .filter(|&piece| sketch.left[ahead][piece.index()] > 0 && is_near(piece))
                .filter(|&piece| piece != target || ahead == 1)
                .collect();
            let Some(&piece) = fitting.choose(random) else {
                break;
            };
            sketch.change(purpose, ahead, Some(piece), None);
        }
        Some(sketch)
    }

    fn change(
        &mut self,
        purpose: &Purpose<'_>,
        side: usize,
        from: Option<PieceType>,
        to: Option<PieceType>,
    ) {
        let worth = |piece: PieceType| {
            if purpose.game.spec().piece(piece).royal {
                0.0
            } else {
                purpose.guess[piece.index()]
            }
        };
        let gain = to.map_or(0.0, worth) - from.map_or(0.0, worth);
        self.balance += if side == 0 { gain } else { -gain };
        if let Some(from) = from {
            self.left[side][from.index()] -= 1;
        }
        self.changes[side].push(MaterialChange { from, to });
    }

    fn total(&self) -> usize {
        self.changes.iter().map(Vec::len).sum()
    }
}

/// In whose place a piece may stand: its own non-promoting copy's; else a pawn in that of a pawn, a royal in that
/// of a royal, and any other piece in that of any other.
fn carrier(
    spec: &RuleSpec,
    counts: &[usize],
    target: PieceType,
    random: &mut ChaCha8Rng,
) -> Option<PieceType> {
    let copy_of = spec.piece(target).copy_of;
    if let Some(own) = copy_of.filter(|own| counts[own.index()] > 0) {
        return Some(own);
    }
    let PieceSpec { royal, pawn, .. } = *spec.piece(target);
    let alike: Vec<PieceType> = (spec.piece_types())
        .filter(|piece| counts[piece.index()] > 0)
        .filter(|&piece| piece != target && spec.piece(piece).royal == royal)
        .filter(|&piece| spec.piece(piece).pawn == pawn)
        .collect();
    alike.choose(random).copied()
}
