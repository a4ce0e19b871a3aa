//! The covariance of a regression's coefficients with the game pair as the unit, without
//! resampling.
//!
//! `A⁻¹·B·A⁻¹`, with `A` the penalised information and `B` the sum over pairs of the squares of
//! their slopes, times `P/(P - 1)` for `P` pairs (Liang and Zeger, *Longitudinal data analysis
//! using generalized linear models*, 1986). It and the bootstrap estimate the same thing; where they
//! differ, there is too little data for one of them.

use crate::coefficients::Coefficients;
use crate::regression::{ChosenPairs, RegressionFit, WeightedRows};

/// The coefficients of a fit, the intercept first, with their covariance by pairs. `pairs` are
/// those of the fit.
pub fn sandwich<'s>(pairs: impl Into<ChosenPairs<'s>>, fit: &RegressionFit) -> Coefficients {
    let pairs = pairs.into();
    let values = fit.solution();
    let blocks = pairs.samples().blocks();
    let rows = WeightedRows::new(&pairs, &blocks);
    let (mut scatter, mut count) = rows.scatter(&values);
    if let Some(summary) = pairs.summary() {
        scatter.add(summary.scatter());
        count += summary.pair_count();
    }
    if count > 1 {
        scatter.scale(count as f64 / (count - 1) as f64);
    }
    Coefficients::new(values, fit.information.sandwich(scatter), f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logistic::FitOptions;
    use crate::regression::fit;
    use crate::samples::Samples;

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
            let found = sandwich(samples, &fit);
            found.sums(&[vec![(1, 1.0)]]).1[(0, 0)]
        };
        let ratio = variance(&samples) / variance(&apart);
        assert!((ratio - 2.0).abs() < 0.01, "{ratio}");
    }
}
