//! What game pairs say of the coefficients of a regression, without their rows.
//!
//! Near coefficients that are known well, the loss of many pairs is a quadratic. A [`PairSummary`] keeps that quadratic,
//! found at a *centre*, and the sum of the squares of the pairs' slopes there: as much for a million pairs as for one, and
//! summaries add up whatever their centres were. A fit to kept rows and a summary of more pairs is, for those, one step of
//! Newton's method from the centre (the one-step estimator: L. Le Cam, 1956; A. W. van der Vaart, *Asymptotic statistics*,
//! 1998, section 5.7). Its error is of the order of the square of the centre's own.

use crate::logistic::{LogisticSums, residual};
use crate::regression::{ChosenPairs, WeightedRows};
use crate::samples::Support;
use crate::symmetric::Symmetric;
use rayon::prelude::*;

/// What game pairs say of the coefficients of a regression, the intercept first.
#[derive(Debug, Clone)]
pub struct PairSummary {
    /// The sums of weights, and of weights times results.
    pub(crate) weight: f64,
    pub(crate) score: f64,
    rows: u64,
    pairs: u64,
    support: Vec<Support>,
    /// The loss at coefficients `b` is `constant + linear · b + ½ b · information · b`.
    constant: f64,
    linear: Vec<f64>,
    information: Symmetric,
    /// The sum over pairs of the squares of their slopes.
    scatter: Symmetric,
}

impl PairSummary {
    /// Of no pairs, for so many features.
    pub fn new(features: usize) -> PairSummary {
        PairSummary {
            weight: 0.0,
            score: 0.0,
            rows: 0,
            pairs: 0,
            support: vec![Support::default(); features],
            constant: 0.0,
            linear: vec![0.0; features + 1],
            information: Symmetric::zeros(features + 1),
            scatter: Symmetric::zeros(features + 1),
        }
    }

    /// Adds the rows of pairs; `centre` are coefficients near those that all pairs together will come to, the intercept
    /// first.
    ///
    /// # Panics
    /// The pairs are summed up already, or have other features.
    pub fn add(&mut self, pairs: &ChosenPairs<'_>, centre: &[f64]) {
        assert!(pairs.summary().is_none(), "rows are added, not summaries");
        let blocks = pairs.samples().blocks();
        let rows = WeightedRows::new(pairs, &blocks);
        let sums = LogisticSums::of(&rows, centre, true);
        let (scatter, count) = scatter(&rows, centre);
        let curved = sums.information.times(centre);
        let dot = |one: &[f64], other: &[f64]| -> f64 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        self.constant += sums.loss - dot(&sums.gradient, centre) + dot(&curved, centre) / 2.0;
        let slopes = sums.gradient.iter().zip(curved);
        for (own, (slope, curved)) in self.linear.iter_mut().zip(slopes) {
            *own += slope - curved;
        }
        self.information.add(&sums.information);
        self.scatter.add(&scatter);
        self.weight += sums.weight;
        self.score += sums.score;
        self.rows += pairs.row_count();
        self.pairs += count;
        for (own, support) in self.support.iter_mut().zip(pairs.support()) {
            own.rows += support.rows;
            own.pairs += support.pairs;
        }
    }

    /// Adds another summary of the same features.
    pub fn join(&mut self, other: &PairSummary) {
        self.weight += other.weight;
        self.score += other.score;
        self.rows += other.rows;
        self.pairs += other.pairs;
        for (own, support) in self.support.iter_mut().zip(&other.support) {
            own.rows += support.rows;
            own.pairs += support.pairs;
        }
        self.constant += other.constant;
        let both = self.linear.iter_mut().zip(&other.linear);
        both.for_each(|(own, other)| *own += other);
        self.information.add(&other.information);
        self.scatter.add(&other.scatter);
    }

    /// How many rows.
    pub fn row_count(&self) -> u64 {
        self.rows
    }

    /// How many pairs with rows.
    pub fn pair_count(&self) -> u64 {
        self.pairs
    }

    /// For each feature, in how many rows and pairs the sides differ in it.
    pub fn support(&self) -> &[Support] {
        &self.support
    }

    pub(crate) fn scatter(&self) -> &Symmetric {
        &self.scatter
    }

    /// The same pairs drawn again, as often as there are: their slopes are moved by a vector.
    pub(crate) fn moved(&self, by: &[f64]) -> PairSummary {
        let linear = self.linear.iter().zip(by).map(|(own, by)| own + by);
        PairSummary {
            linear: linear.collect(),
            ..self.clone()
        }
    }

    /// Adds what the pairs come to at some coefficients.
    pub(crate) fn add_to(&self, sums: &mut LogisticSums, values: &[f64]) {
        let curved = self.information.times(values);
        sums.weight += self.weight;
        sums.score += self.score;
        sums.loss += self.constant;
        let parts = self.linear.iter().zip(curved).zip(values);
        for (slope, ((linear, curved), value)) in sums.gradient.iter_mut().zip(parts) {
            *slope += linear + curved;
            sums.loss += (linear + curved / 2.0) * value;
        }
        sums.information.add(&self.information);
    }
}

/// The sum over pairs of the squares of their slopes at some coefficients, and how many pairs.
pub(crate) fn scatter(rows: &WeightedRows<'_>, values: &[f64]) -> (Symmetric, u64) {
    let size = values.len();
    let blocks: Vec<(Symmetric, u64)> = (0..rows.block_count())
        .into_par_iter()
        .map(|block| {
            let mut scatter = Symmetric::zeros(size);
            let mut slope = vec![0.0; size];
            let mut entries = Vec::new();
            let mut pairs = 0;
            for pair in rows.pairs(block) {
                pairs += 1;
                rows.rows_of(pair, &mut entries, |row| {
                    let residual = residual(values, &row);
                    for &(index, times) in row.entries {
                        slope[index] += residual * times;
                    }
                });
                let sparse: Vec<(usize, f64)> = (slope.iter().copied().enumerate())
                    .filter(|(_, one)| *one != 0.0)
                    .collect();
                scatter.add_square(&sparse, 1.0);
                slope.fill(0.0);
            }
            (scatter, pairs)
        })
        .collect();
    let mut all = (Symmetric::zeros(size), 0);
    for (part, count) in blocks {
        all.0.add(&part);
        all.1 += count;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bootstrap::{BootstrapOptions, bootstrap};
    use crate::logistic::{FitOptions, logistic};
    use crate::regression::fit;
    use crate::samples::Samples;
    use crate::sandwich::sandwich;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Pairs of games whose positions share what the pair likes: a pawn is worth 0.3, a rook 1.5, a queen is rare.
    fn played(pairs: std::ops::Range<u64>, seed: u64) -> Samples {
        let names = ["Pawn", "Rook", "Queen"].map(str::to_string);
        let mut samples = Samples::new(names.to_vec()).expect("names");
        for pair in pairs {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(pair);
            let liking: f64 = random.random_range(-1.0..1.0);
            for _ in 0..2 {
                let queen = i8::from(random.random_range(0..10) == 0);
                let counts: [i8; 3] = [
                    random.random_range(-2..=2),
                    random.random_range(-1..=1),
                    queen,
                ];
                let log_odds = 0.1
                    + liking
                    + 0.3 * f64::from(counts[0])
                    + 1.5 * f64::from(counts[1])
                    + 2.5 * f64::from(counts[2]);
                let wins = random.random::<f64>() < logistic(log_odds);
                let result = f32::from(u8::from(wins));
                for _ in 0..4 {
                    let mut now = counts;
                    now[0] += random.random_range(-1..=1);
                    samples
                        .push_weighted(pair, result, 0.25, &now)
                        .expect("a row");
                }
            }
        }
        samples
    }

    /// The rows of the first pairs, and a summary of the others, divided into parts of which each has the fit to all
    /// before it as its centre.
    fn summed_up(pairs: u64, kept: u64, seed: u64) -> (Samples, PairSummary) {
        let first = played(0..kept, seed);
        let mut summary = PairSummary::new(3);
        let mut from = kept;
        while from < pairs {
            let to = (2 * from).min(pairs);
            let chosen = ChosenPairs::from(&first).with_summary(Some(&summary));
            let centre = fit(chosen, &FitOptions::default())
                .expect("a fit")
                .solution();
            let part = played(from..to, seed);
            // In two summaries that are joined, as files of games are.
            let mut own = PairSummary::new(3);
            own.add(&ChosenPairs::from(&part), &centre);
            summary.join(&own);
            from = to;
        }
        (first, summary)
    }

    /// A fit to kept rows and a summary says what one to all rows says: far within the error of either.
    #[test]
    fn a_summary_says_what_its_rows_say() {
        let options = FitOptions::default();
        for seed in 0..5 {
            let all = played(0..24_000, seed);
            let whole = fit(&all, &options).expect("a fit");
            let by_rows = sandwich(&all, &whole);
            let (first, summary) = summed_up(24_000, 1_500, seed);
            let chosen = ChosenPairs::from(&first).with_summary(Some(&summary));
            assert_eq!(chosen.pair_count(), 24_000);
            assert_eq!(chosen.row_count(), all.row_count());
            assert_eq!(chosen.support(), all.support(None));
            let short = fit(chosen.clone(), &options).expect("a fit");
            let by_summary = sandwich(chosen.clone(), &short);
            let replicates = BootstrapOptions {
                replicates: 200,
                seed: 1,
            };
            let resampled = bootstrap(chosen, &short, &options, &replicates).expect("replicates");
            for at in 0..4 {
                let [one, other] = [&by_rows, &by_summary].map(|known| known.sum(&[(at, 1.0)]));
                let width = one.high - one.low;
                assert!(
                    (one.value - other.value).abs() < 0.02 * width,
                    "{at}: {one:?} {other:?}"
                );
                let ratio = (other.high - other.low) / width;
                assert!((0.97..1.03).contains(&ratio), "{at}: {ratio}");
                let drawn = resampled
                    .interval(&short, |values| values[at])
                    .expect("an interval");
                let ratio = (drawn.high - drawn.low) / width;
                assert!((0.8..1.25).contains(&ratio), "{at}: {ratio}");
            }
        }
    }

    /// Which coefficients the summary is found at matters little; that it is found near them does.
    #[test]
    fn a_far_centre_is_worse() {
        let options = FitOptions::default();
        let all = played(0..8_000, 9);
        let whole = fit(&all, &options).expect("a fit").solution();
        let short = |centre: &[f64]| {
            let mut summary = PairSummary::new(3);
            let later = played(500..8_000, 9);
            summary.add(&ChosenPairs::from(&later), centre);
            let first = played(0..500, 9);
            let chosen = ChosenPairs::from(&first).with_summary(Some(&summary));
            let found = fit(chosen, &options).expect("a fit").solution();
            (found[2] - whole[2]).abs()
        };
        let near: Vec<f64> = whole.iter().map(|value| value + 0.05).collect();
        assert!(short(&near) < 0.01, "{}", short(&near));
        assert!(short(&[0.0; 4]) > 5.0 * short(&near));
    }
}
