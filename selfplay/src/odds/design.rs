//! Design of material odds for estimating the values of all pieces, and direct contrasts, in which
//! the players have different pieces on the same square.
//!
//! Candidates are drawn at random near balance, by prior values: lopsided games carry little
//! information. The design is a greedy A-optimal design for ratios (Fedorov, *Theory of Optimal
//! Experiments*, 1972): it adds the candidate that most reduces the sum of the variances of all
//! values in pawns, each divided by (1 + value)² so that all pieces count alike. Only additions,
//! multiplications and divisions are used, so that the design is the same on every machine.

use super::placement::counts;
use super::{MaterialChange, Odds, can_begin, possible_arrays};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use tradewind_engine::Rules;
use tradewind_engine::rules::{BlackArray, PieceSpec, PieceType, RuleSpec};

/// The assumed variance of odds beyond the sum of their pieces, in squared log-odds per kind of
/// change.
const NON_ADDITIVITY: f64 = 0.02;

/// The prior variance of a value, in squared log-odds.
const PRIOR_VARIANCE: f64 = 25.0;

/// The assumed number of games per pick. It is fixed so that an experiment can be extended without
/// changing its design.
const GAMES_PER_PICK: f64 = 60.0;

/// The maximum number of picks of the same odds. Odds of pawns alone are few, and every value in
/// pawns depends on them.
const MAX_PICKS: u32 = 12;

/// The default number of odds in a design: per piece type, and the minimum.
const ODDS_PER_PIECE: usize = 6;
const MIN_ODDS: usize = 40;

/// The assumed value of the unit in log-odds of the result: 5 % of the points.
const UNIT_LOG_ODDS: f64 = 0.2;

/// The maximum imbalance of candidates, in log-odds.
const MAX_IMBALANCE: f64 = 1.25;

/// The maximum number of pieces that odds change.
const MAX_CHANGES: usize = 6;

/// The maximum number of units that a side gives up in odds of units only. Five or six pawns are
/// worth less per pawn than one (0.231 log-odds in Scirocco against 0.313, p = 0.014).
const MAX_UNITS: usize = 2;

/// The number of candidates drawn per piece type.
const CANDIDATES: usize = 150;

/// The input of a design.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DesignInput<'p> {
    /// The rule set, with [non-promoting copies](RuleSpec::with_copies) if promotion is to be
    /// measured.
    pub rules: &'p Rules,
    /// The arrays that are played.
    pub arrays: &'p [u32],
    /// The prior value of each piece type, in pawns.
    pub prior: &'p [f64],
    /// The piece in which values are expressed.
    pub unit: PieceType,
    /// Whether odds only add pieces.
    pub only_adds: bool,
    /// The seed of the candidates.
    pub seed: u64,
}

/// The piece types whose values odds can measure: all but the royals of the arrays, of which both
/// sides always have the same number.
pub fn measured(spec: &RuleSpec) -> Vec<PieceType> {
    let mut starts: BTreeSet<PieceType> = BTreeSet::new();
    for array in &spec.arrays {
        starts.extend(array.rows.iter().flatten().flatten());
        if let BlackArray::Rows(rows) = &array.black {
            starts.extend(rows.iter().flatten().flatten());
        }
    }
    spec.piece_types()
        .filter(|piece| !(spec.piece(*piece).royal && starts.contains(piece)))
        .collect()
}

/// A design of `number` odds, or of the default number; fewer if there are not enough candidates.
/// Odds may be repeated.
pub(crate) fn design(input: &DesignInput<'_>, number: Option<usize>) -> Vec<Odds> {
    let measured = measured(input.rules.spec());
    let number = number.unwrap_or(MIN_ODDS.max(ODDS_PER_PIECE * measured.len()));
    let mut posterior = Posterior::new(input, &measured);
    let mut candidates = candidates(input, &measured);
    let mut design = Vec::new();
    while design.len() < number {
        let gains = candidates.iter().map(|candidate| posterior.gain(candidate));
        // The first of equal gains.
        let best = gains.enumerate().fold(None, |best, (at, gain)| match best {
            Some((_, max)) if gain <= max => best,
            _ => Some((at, gain)),
        });
        let Some((best, _)) = best else {
            break;
        };
        let chosen = &mut candidates[best];
        let can_begin = |odds: &Odds| {
            let arrays = possible_arrays(input.rules.spec(), odds, input.arrays);
            can_begin(input.rules, odds, &arrays)
        };
        if chosen.picks == 0 && !can_begin(&chosen.odds) {
            candidates.swap_remove(best);
            continue;
        }
        posterior.add(chosen);
        chosen.picks += 1;
        design.push(chosen.odds.clone());
        if chosen.picks == MAX_PICKS {
            candidates.swap_remove(best);
        }
    }
    design
}

/// The posterior after the odds picked so far. Matrices are stored by rows.
struct Posterior {
    size: usize,
    /// The covariance C of the values in log-odds.
    covariance: Vec<f64>,
    /// C·G·C, where tr(G·C) is the sum to be minimized.
    weighted: Vec<f64>,
    /// The matrix G.
    criterion: Vec<f64>,
}

impl Posterior {
    fn new(input: &DesignInput<'_>, measured: &[PieceType]) -> Posterior {
        let size = measured.len();
        let unit = measured.iter().position(|piece| *piece == input.unit);
        let mut criterion = vec![0.0; size * size];
        for (at, piece) in measured.iter().enumerate() {
            let value = input.prior[piece.index()];
            let weight = 1.0 / ((1.0 + value) * (1.0 + value));
            criterion[at * size + at] += weight;
            if let Some(unit) = unit {
                // The gradient of value / unit: this piece minus `value` units.
                criterion[at * size + unit] -= weight * value;
                criterion[unit * size + at] -= weight * value;
                criterion[unit * size + unit] += weight * value * value;
            }
        }
        let mut covariance = vec![0.0; size * size];
        (0..size).for_each(|at| covariance[at * size + at] = PRIOR_VARIANCE);
        let weighted = criterion.iter();
        let weighted = weighted.map(|g| g * PRIOR_VARIANCE * PRIOR_VARIANCE);
        Posterior {
            size,
            weighted: weighted.collect(),
            covariance,
            criterion,
        }
    }

    /// The information of one more pick about the sum of its pieces. The first pick has most: the
    /// deviation of odds from that sum is the same in all their games.
    fn information(candidate: &Candidate) -> f64 {
        let square = candidate.balance * candidate.balance;
        // The variance of a result at these log-odds, 1 / (2 + 2·cosh), as a series.
        let result = 0.25 / (1.0 + square / 4.0 + square * square / 48.0);
        // Odds of many changes deviate more from the sum of their pieces. Equal changes count once.
        let changes: BTreeSet<&MaterialChange> = candidate.odds.changes.iter().flatten().collect();
        let non_additivity = NON_ADDITIVITY * changes.len() as f64;
        let after = |picks: f64| match picks {
            0.0 => 0.0,
            _ => 1.0 / (non_additivity + 1.0 / (picks * GAMES_PER_PICK * result)),
        };
        let picks = f64::from(candidate.picks);
        after(picks + 1.0) - after(picks)
    }

    /// A row of a matrix times a vector.
    fn row(&self, matrix: &[f64], at: usize, entries: &[(usize, f64)]) -> f64 {
        let products = entries.iter();
        products
            .map(|&(other, count)| matrix[at * self.size + other] * count)
            .sum()
    }

    /// The quadratic form of a matrix.
    fn form(&self, matrix: &[f64], entries: &[(usize, f64)]) -> f64 {
        let row = |&(at, count): &(usize, f64)| count * self.row(matrix, at, entries);
        entries.iter().map(row).sum()
    }

    /// The reduction of the sum of variances by a candidate.
    fn gain(&self, candidate: &Candidate) -> f64 {
        let information = Posterior::information(candidate);
        let scale = 1.0 + information * self.form(&self.covariance, &candidate.entries);
        information * self.form(&self.weighted, &candidate.entries) / scale
    }

    /// Adds a pick (Sherman–Morrison).
    fn add(&mut self, candidate: &Candidate) {
        let (size, information) = (self.size, Posterior::information(candidate));
        let scale = 1.0 + information * self.form(&self.covariance, &candidate.entries);
        let share = information / scale;
        let u = (0..size).map(|at| self.row(&self.covariance, at, &candidate.entries));
        let u: Vec<f64> = u.collect();
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let times = |matrix: &[f64], vector: &[f64]| -> Vec<f64> {
            let rows = matrix.chunks(size);
            rows.map(|row| product(row, vector)).collect()
        };
        let gu = times(&self.criterion, &u);
        let cgu = times(&self.covariance, &gu);
        let ugu = product(&u, &gu);
        for a in 0..size {
            for b in 0..size {
                let at = a * size + b;
                self.covariance[at] -= share * u[a] * u[b];
                self.weighted[at] +=
                    share * (share * ugu * u[a] * u[b] - u[a] * cgu[b] - cgu[a] * u[b]);
            }
        }
    }
}

/// Odds that may be picked.
struct Candidate {
    odds: Odds,
    /// Indices among the measured pieces, with the first player's surplus.
    entries: Vec<(usize, f64)>,
    /// The prior balance in log-odds.
    balance: f64,
    /// The number of picks so far.
    picks: u32,
}

/// Draws different odds near balance.
fn candidates(input: &DesignInput<'_>, measured: &[PieceType]) -> Vec<Candidate> {
    let spec = input.rules.spec();
    let arrays = input.arrays.iter();
    let entries: BTreeSet<usize> = arrays
        .filter_map(|&array| Some(spec.array_family(array)?.entry))
        .collect();
    let mut random = ChaCha8Rng::seed_from_u64(input.seed);
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    let mut drafts: Vec<DraftOdds> = Vec::new();
    for counts in entries.iter().map(|&entry| counts(spec, entry)) {
        drafts.extend(DraftOdds::of_units(input, &counts));
        drafts.extend(DraftOdds::of_copies(input, &counts));
        for &target in measured {
            let drawn = (0..CANDIDATES / entries.len())
                .filter_map(|_| DraftOdds::draw(input, measured, &counts, target, &mut random));
            drafts.extend(drawn);
        }
    }
    for draft in drafts {
        let odds = Odds::new(draft.changes, spec);
        let difference = odds.difference(spec);
        let entries: Vec<(usize, f64)> = (measured.iter().enumerate())
            .map(|(at, piece)| (at, f64::from(difference[piece.index()])))
            .filter(|(_, count)| *count != 0.0)
            .collect();
        let balance = draft.balance * UNIT_LOG_ODDS;
        let mirrored = Odds::new([odds.changes[1].clone(), odds.changes[0].clone()], spec);
        let is_new = !seen.contains(&mirrored.text) && seen.insert(odds.text.clone());
        let is_suitable = !entries.is_empty() && balance.abs() <= MAX_IMBALANCE;
        if is_new && is_suitable {
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
struct DraftOdds {
    changes: [Vec<MaterialChange>; 2],
    /// By side and piece type: the number of pieces that can still be changed.
    left: [Vec<usize>; 2],
    /// The first player's advantage in pawns.
    balance: f64,
}

impl DraftOdds {
    fn of(counts: &[usize]) -> DraftOdds {
        DraftOdds {
            changes: [Vec::new(), Vec::new()],
            left: [counts.to_vec(), counts.to_vec()],
            balance: 0.0,
        }
    }

    /// Odds of units only: the error of the unit affects every other value.
    fn of_units(input: &DesignInput<'_>, counts: &[usize]) -> Vec<DraftOdds> {
        let units = counts[input.unit.index()].min(MAX_UNITS);
        let mut all = Vec::new();
        for first in 0..units {
            for second in first + 1..=units {
                let mut draft = DraftOdds::of(counts);
                let unit = Some(input.unit);
                let (from, to) = if input.only_adds {
                    (None, unit)
                } else {
                    (unit, None)
                };
                (0..first).for_each(|_| draft.change(input, 0, from, to));
                (0..second).for_each(|_| draft.change(input, 1, from, to));
                all.push(draft);
            }
        }
        all
    }

    /// Odds of non-promoting copies only, from one to all pieces of a kind.
    fn of_copies(input: &DesignInput<'_>, counts: &[usize]) -> Vec<DraftOdds> {
        let spec = input.rules.spec();
        let copies =
            (spec.piece_types()).filter_map(|copy| Some((spec.piece(copy).copy_of?, copy)));
        let mut all = Vec::new();
        for (piece, copy) in copies {
            for times in 1..=counts[piece.index()] {
                let mut draft = DraftOdds::of(counts);
                for _ in 0..times {
                    if input.only_adds {
                        draft.change(input, 0, None, Some(copy));
                        draft.change(input, 1, None, Some(piece));
                    } else {
                        draft.change(input, 0, Some(piece), Some(copy));
                    }
                }
                all.push(draft);
            }
        }
        all
    }

    /// Odds that give the first player one more of `target`, then balanced.
    fn draw(
        input: &DesignInput<'_>,
        measured: &[PieceType],
        counts: &[usize],
        target: PieceType,
        random: &mut ChaCha8Rng,
    ) -> Option<DraftOdds> {
        let spec = input.rules.spec();
        let value = |piece: PieceType| input.prior[piece.index()];
        let mut draft = DraftOdds::of(counts);
        let is_in_array = counts[target.index()] > 0;
        if input.only_adds {
            // A royal can only replace another one.
            if spec.piece(target).royal {
                return None;
            }
            draft.change(input, 0, None, Some(target));
        } else if is_in_array && random.random_bool(0.7) {
            draft.change(input, 1, Some(target), None);
        } else {
            let replaced = replaceable(spec, counts, target, random)?;
            draft.change(input, 0, Some(replaced), Some(target));
            // Half of the time the second player replaces the same piece by another one.
            if random.random_bool(0.5) {
                let others: Vec<PieceType> = (measured.iter().copied())
                    .filter(|&other| other != target && other != replaced)
                    .filter(|&other| spec.piece(other).royal == spec.piece(replaced).royal)
                    .filter(|&other| spec.piece(other).pawn == spec.piece(replaced).pawn)
                    .filter(|&other| (value(other) - value(target)).abs() <= 3.0)
                    .collect();
                if let Some(&other) = others.choose(random) {
                    draft.change(input, 1, Some(replaced), Some(other));
                }
            }
        }
        // Some keep the maximum imbalance, others are balanced to a fraction of it.
        let max_imbalance = MAX_IMBALANCE * f64::from(random.random_range(1..=8)) / 8.0;
        let is_far = |draft: &DraftOdds| draft.balance.abs() * UNIT_LOG_ODDS > max_imbalance;
        while is_far(&draft) && draft.total() < MAX_CHANGES {
            let ahead = usize::from(draft.balance < 0.0);
            let max = 2.0 * draft.balance.abs();
            let is_near = |piece: PieceType| !spec.piece(piece).royal && value(piece) < max;
            let fitting: Vec<PieceType> = if input.only_adds {
                let others = measured.iter().copied();
                others
                    .filter(|&piece| piece != target && is_near(piece))
                    .collect()
            } else {
                (spec.piece_types())
                    .filter(|&piece| draft.left[ahead][piece.index()] > 0 && is_near(piece))
                    .filter(|&piece| piece != target || ahead == 1)
                    .collect()
            };
            let Some(&piece) = fitting.choose(random) else {
                break;
            };
            if input.only_adds {
                draft.change(input, 1 - ahead, None, Some(piece));
            } else {
                draft.change(input, ahead, Some(piece), None);
            }
        }
        Some(draft)
    }

    fn change(
        &mut self,
        input: &DesignInput<'_>,
        side: usize,
        from: Option<PieceType>,
        to: Option<PieceType>,
    ) {
        let value = |piece: PieceType| {
            let is_royal = input.rules.spec().piece(piece).royal;
            if is_royal {
                0.0
            } else {
                input.prior[piece.index()]
            }
        };
        let gain = to.map_or(0.0, value) - from.map_or(0.0, value);
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

/// A piece that `target` may replace: the one of which it is a non-promoting copy; else a pawn for
/// a pawn, a royal for a royal, and any other piece for any other.
fn replaceable(
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
    let is_like = |one: &PieceSpec| (one.royal, one.pawn) == (royal, pawn);
    let alike: Vec<PieceType> = (spec.piece_types())
        .filter(|&piece| counts[piece.index()] > 0 && piece != target && is_like(spec.piece(piece)))
        .collect();
    alike.choose(random).copied()
}

/// Odds that give the first player one piece and the second another on the same square:
/// non-promoting copies, if the rule set has them, so that promotion does not count.
///
/// They replace the first of these that both sides have: one of the two pieces, else the officer
/// whose value is nearest to their mean. With `only_adds` they are put on empty squares. `prior`
/// has the prior value of each piece type. An error is the fault and a remedy.
pub(crate) fn contrast(
    spec: &RuleSpec,
    pieces: [PieceType; 2],
    prior: &[f64],
    only_adds: bool,
) -> Result<Odds, (String, &'static str)> {
    if pieces[0] == pieces[1] {
        return Err(("a piece is compared with itself".to_string(), "name two"));
    }
    let royal = pieces.iter().find(|&&piece| spec.piece(piece).royal);
    if let Some(&royal) = royal {
        let name = &spec.piece(royal).name;
        let message = format!("{name} is royal, and each side needs one");
        return Err((message, "name other pieces"));
    }
    let from = (!only_adds).then(|| replaced(spec, pieces, prior));
    let side = |piece: PieceType| {
        let to = Some(spec.non_promoting_copy(piece).unwrap_or(piece));
        let change = (to != from).then_some(MaterialChange { from, to });
        change.into_iter().collect()
    };
    Ok(Odds::new(pieces.map(side), spec))
}

/// The piece that both replace.
fn replaced(spec: &RuleSpec, pieces: [PieceType; 2], prior: &[f64]) -> PieceType {
    let is_in_all_arrays = |piece: PieceType| {
        let mut entries = 0..spec.arrays.len();
        entries.all(|entry| counts(spec, entry)[piece.index()] > 0)
    };
    if let Some(own) = pieces.into_iter().find(|&piece| is_in_all_arrays(piece)) {
        return own;
    }
    let [one, other] = pieces.map(|piece| prior[piece.index()]);
    let distance = |piece: PieceType| (prior[piece.index()] - (one + other) / 2.0).abs();
    let officers = spec.piece_types().filter(|&piece| {
        let PieceSpec { royal, pawn, .. } = *spec.piece(piece);
        !royal && !pawn && is_in_all_arrays(piece)
    });
    officers
        .min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
        .unwrap_or(pieces[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::PieceSpec;
    use tradewind_engine::theory;

    fn load(id: &str) -> Rules {
        Rules::load(id, &[]).expect("a rule set")
    }

    fn input<'p>(rules: &'p Rules, prior: &'p [f64]) -> DesignInput<'p> {
        DesignInput {
            rules,
            arrays: &[0],
            prior,
            unit: rules.spec().find("P").unwrap_or(PieceType(0)),
            only_adds: false,
            seed: 1,
        }
    }

    fn designed(rules: &Rules, number: Option<usize>) -> (Vec<Odds>, Vec<f64>) {
        let prior = theory::in_pawns(rules.spec());
        (design(&input(rules, &prior), number), prior)
    }

    /// The variances of all values in log-odds if all odds are played equally often.
    fn variances(spec: &RuleSpec, odds: &[Odds]) -> Vec<f64> {
        let measured = measured(spec);
        let size = measured.len();
        // Gauss–Jordan elimination of the information with a weak prior.
        let mut rows: Vec<Vec<f64>> = (0..size)
            .map(|at| {
                let mut row = vec![0.0; 2 * size];
                row[at] = 1e-6;
                row[size + at] = 1.0;
                row
            })
            .collect();
        for one in odds {
            let difference = one.difference(spec);
            let x: Vec<f64> = (measured.iter())
                .map(|piece| f64::from(difference[piece.index()]))
                .collect();
            for a in 0..size {
                for b in 0..size {
                    rows[a][b] += x[a] * x[b];
                }
            }
        }
        for at in 0..size {
            let pivot = rows[at][at];
            rows[at].iter_mut().for_each(|value| *value /= pivot);
            let pivot_row = rows[at].clone();
            for (other, row) in rows.iter_mut().enumerate() {
                let factor = row[at];
                if other != at {
                    row.iter_mut()
                        .zip(&pivot_row)
                        .for_each(|(value, own)| *value -= factor * own);
                }
            }
        }
        (0..size).map(|at| rows[at][size + at]).collect()
    }

    #[test]
    fn every_piece_of_every_rule_set_is_measured() {
        for id in tradewind_engine::rules::built_in() {
            let rules = load(&id);
            let (odds, _) = designed(&rules, None);
            check_variances(&rules, &odds, false);
        }
    }

    fn check_variances(rules: &Rules, odds: &[Odds], only_adds: bool) {
        let spec = rules.spec();
        for (piece, variance) in measured(spec).iter().zip(variances(spec, odds)) {
            let PieceSpec { name, royal, .. } = spec.piece(*piece);
            let title = spec.title();
            let is_measured = variance < 4.0 || (only_adds && *royal);
            assert!(is_measured, "{title}: {name} has a variance of {variance}");
        }
    }

    #[test]
    fn odds_can_be_restricted_to_additions() {
        for id in ["chess", "scirocco-2009"] {
            let rules = load(id);
            let prior = theory::in_pawns(rules.spec());
            let input = DesignInput {
                only_adds: true,
                ..input(&rules, &prior)
            };
            let odds = design(&input, None);
            check_variances(&rules, &odds, true);
            let mut changes = odds.iter().flat_map(|one| one.changes.iter().flatten());
            assert!(changes.all(|change| change.from.is_none()), "{id}");
        }
    }

    #[test]
    fn copies_are_measured_too() {
        let rules = Rules::new(load("scirocco-2009").spec().with_copies());
        let spec = rules.spec();
        let (odds, _) = designed(&rules, None);
        for (piece, variance) in measured(spec).iter().zip(variances(spec, &odds)) {
            let name = &spec.piece(*piece).name;
            assert!(variance < 4.0, "{name} has a variance of {variance}");
        }
    }

    /// The same number of odds drawn at random from the candidates gives larger variances.
    #[test]
    fn a_design_is_better_than_a_random_one() {
        let rules = load("scirocco-2009");
        let spec = rules.spec();
        let (odds, prior) = designed(&rules, Some(120));
        let all = candidates(&input(&rules, &prior), &measured(spec));
        let step = all.len() / 120;
        let drawn: Vec<Odds> = (all.iter().step_by(step).take(120))
            .map(|candidate| candidate.odds.clone())
            .collect();
        let sum = |odds: &[Odds]| variances(spec, odds).iter().sum::<f64>();
        let (picked, drawn) = (sum(&odds), sum(&drawn));
        assert!(picked < 0.7 * drawn, "{picked} against {drawn}");
    }

    #[test]
    fn designs_are_near_balance() {
        let rules = load("chess");
        let (odds, prior) = designed(&rules, None);
        assert!(odds.len() >= 40, "{}", odds.len());
        let texts: BTreeSet<&String> = odds.iter().map(|one| &one.text).collect();
        assert!(texts.len() > odds.len() / 2, "{} kinds", texts.len());
        for one in &odds {
            let difference = one.difference(rules.spec());
            let balance: f64 = (difference.iter().zip(&prior))
                .map(|(&count, value)| f64::from(count) * value)
                .sum();
            assert!(
                balance.abs() <= MAX_IMBALANCE / UNIT_LOG_ODDS,
                "{}: {balance}",
                one.text
            );
        }
    }

    fn text(spec: &RuleSpec, pieces: [&str; 2], only_adds: bool) -> Result<String, String> {
        let pieces = pieces.map(|text| spec.find(text).expect("a piece"));
        let found = contrast(spec, pieces, &theory::in_pawns(spec), only_adds);
        found.map(|odds| odds.text).map_err(|(message, _)| message)
    }

    #[test]
    fn contrasts_replace_a_piece_of_both_sides() {
        let chess = load("chess");
        let of_chess = |pieces, only_adds| text(chess.spec(), pieces, only_adds);
        assert_eq!(of_chess(["B", "N"], false), Ok(": B>N".to_string()));
        assert_eq!(of_chess(["B", "N"], true), Ok("+B : +N".to_string()));
        let royal = of_chess(["K", "N"], false).expect_err("a royal");
        assert!(royal.starts_with("King is royal"), "{royal}");
        assert!(of_chess(["N", "N"], false).is_err());
        let scirocco = load("scirocco-2009").spec().with_copies();
        let of_scirocco = |pieces| text(&scirocco, pieces, false);
        assert_eq!(of_scirocco(["C", "N"]), Ok("C>C' : C>N'".to_string()));
        assert_eq!(of_scirocco(["Z", "N"]), Ok("N>Z : N>N'".to_string()));
        // Neither is in the arrays: both replace a Scirocco.
        assert_eq!(of_scirocco(["Ge", "Q"]), Ok("Sc>Ge : Sc>Q".to_string()));
    }
}
