//! The covariance of a regression's coefficients with the game pair as the unit, without
//! resampling.
//!
//! `A⁻¹·B·A⁻¹`, with `A` the penalised information and `B` the sum over pairs of the squares of
//! their slopes, times `P/(P - 1)` for `P` pairs (Liang and Zeger, *Longitudinal data analysis
//! using generalized linear models*, 1986). It and the bootstrap estimate the same thing; where they
//! differ, there is too little data for one of them.

use crate::coefficients::Coefficients;
use crate::logistic::{Observations, residual};
use crate::regression::{RegressionFit, WeightedSamples};
use crate::samples::Samples;
use crate::symmetric::Symmetric;
use rayon::prelude::*;

/// The coefficients of a fit, the intercept first, with their covariance by pairs. `weights` are
/// those of the fit.
pub fn sandwich(samples: &Samples, fit: &RegressionFit, weights: Option<&[f64]>) -> Coefficients {
    let values = fit.solution();
    let size = values.len();
    let blocks = samples.blocks();
    let rows = WeightedSamples::new(samples, &blocks, weights);
    let blocks: Vec<(Symmetric, f64)> = (0..rows.blocks())
        .into_par_iter()
        .map(|block| {
            let mut scatter = Symmetric::zeros(size);
            let mut slope = vec![0.0; size];
            let mut entries = Vec::new();
            let mut pairs = 0.0;
            for pair in rows.pairs(block) {
                pairs += 1.0;
                rows.rows_of(pair, &mut entries, |row| {
                    let residual = residual(&values, &row);
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
    let mut scatter = Symmetric::zeros(size);
    let mut pairs = 0.0;
    for (part, count) in blocks {
        scatter.add(&part);
        pairs += count;
    }
    if pairs > 1.0 {
        scatter.scale(pairs / (pairs - 1.0));
    }
    Coefficients::new(values, fit.information.sandwich(scatter), f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logistic::FitOptions;
    use crate::regression::fit;

    /// Rows that agree within their pair: the variance is twice that of independent rows.
    #[test]
    fn pairs_are_the_unit() {
        let mut samples = Samples::new(vec!["Pawn".into()]).expect("a name");
        let mut apart = samples.clone();
        for pair in 0..400u64 {
            let result = if pair % 3 == 0 { 0.0 } else { 1.0 };
            for row in 0..2 {
                let difference = [if pair % 2 == 0 { 1i8 } else { -1 }];
                samples.push(pair, result, &difference).expect("valid");
                apart
                    .push(2 * pair + row, result, &difference)
                    .expect("valid");
            }
        }
        let options = FitOptions::default();
        let variance = |samples: &Samples| {
            let fit = fit(samples, &options).expect("a fit");
            let found = sandwich(samples, &fit, None);
            found.sums(&[vec![(1, 1.0)]]).1[(0, 0)]
        };
        let ratio = variance(&samples) / variance(&apart);
        assert!((ratio - 2.0).abs() < 0.01, "{ratio}");
    }
}
