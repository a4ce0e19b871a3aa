//! The covariance of a regression's coefficients with the game pair as the unit, without
//! resampling.
//!
//! `A⁻¹·B·A⁻¹`, with `A` the penalised information and `B` the sum over pairs of the products of
//! their gradients, times `P/(P - 1)` for `P` pairs (Liang and Zeger, *Longitudinal data analysis
//! using generalized linear models*, 1986). It and the bootstrap estimate the same thing; where they
//! differ, there is too little data for one of them.

use crate::coefficients::Coefficients;
use crate::logistic::Fit;
use crate::newton::pair_gradient;
use crate::samples::Samples;
use rayon::prelude::*;

/// The coefficients of a fit, the intercept first, with their covariance by pairs. `weights` are
/// those of the fit.
pub fn sandwich(samples: &Samples, fit: &Fit, weights: Option<&[f64]>) -> Coefficients {
    let values = fit.solution();
    let size = values.len();
    let blocks: Vec<(Vec<f64>, f64)> = (samples.blocks().into_par_iter())
        .map(|block| {
            let mut products = vec![0.0; size * size];
            let mut pairs = 0.0;
            for pair in block {
                let weight = weights.map_or(1.0, |weights| weights[pair]);
                if weight == 0.0 {
                    continue;
                }
                pairs += 1.0;
                let gradient = pair_gradient(samples, pair, &values);
                let seen: Vec<usize> = (0..size).filter(|&at| gradient[at] != 0.0).collect();
                for &a in &seen {
                    for &b in &seen {
                        products[a * size + b] += weight * weight * gradient[a] * gradient[b];
                    }
                }
            }
            (products, pairs)
        })
        .collect();
    let mut middle = vec![0.0; size * size];
    let mut pairs = 0.0;
    for (products, count) in blocks {
        middle
            .iter_mut()
            .zip(products)
            .for_each(|(sum, part)| *sum += part);
        pairs += count;
    }
    let correction = if pairs > 1.0 {
        pairs / (pairs - 1.0)
    } else {
        1.0
    };
    let bread = &fit.inverse_information;
    let half = product(bread, &middle, size);
    let mut covariance = product(&half, bread, size);
    covariance.iter_mut().for_each(|value| *value *= correction);
    Coefficients::new(values, covariance)
}

fn product(one: &[f64], other: &[f64], size: usize) -> Vec<f64> {
    let mut result = vec![0.0; size * size];
    for a in 0..size {
        for k in 0..size {
            let factor = one[a * size + k];
            for b in 0..size {
                result[a * size + b] += factor * other[k * size + b];
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logistic::{FitOptions, fit};

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
            sandwich(samples, &fit, None).covariance[3]
        };
        let ratio = variance(&samples) / variance(&apart);
        assert!((ratio - 2.0).abs() < 0.01, "{ratio}");
    }
}
