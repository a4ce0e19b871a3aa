//! Fitting weights to results: logistic regression with weights pulled towards where they began.

use super::positions::Positions;
use rayon::prelude::*;
use tradewind_engine::evaluation::{Weight, Weights};

/// Rounds of descent.
const ROUNDS: usize = 400;
/// How far a weight moves in a round at most, in hundredths of a pawn.
const STEP: f64 = 2.0;
/// A weight that is this far from where it began costs as much as one position foretold badly.
const PULL: f64 = 30.0;
/// Positions of one task. It is part of the result: sums are added in this order.
const CHUNK: usize = 4_096;

/// Fitted weights and how well they foretell.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights.
    pub weights: Weights,
    /// The mean logarithmic loss of the weights that it began with, and of these.
    pub losses: [f64; 2],
    /// Log-odds for each hundredth of a pawn.
    pub scale: f64,
}

/// Fits weights to positions, beginning with some.
pub fn fit(positions: &Positions, begin: &Weights) -> Fit {
    let first: Vec<f64> = (positions.terms.iter())
        .flat_map(|&term| {
            let Weight { middle, end } = begin.get(term);
            [middle, end]
        })
        .collect();
    let scale = best_scale(positions, &first);
    let mut now = first.clone();
    // Adam (D. P. Kingma and J. Ba, 2014).
    let (mut mean, mut square) = (vec![0.0; now.len()], vec![0.0; now.len()]);
    for round in 1..=ROUNDS {
        let (_, mut slope) = loss(positions, &now, scale);
        let pull = 2.0 / (PULL * PULL * positions.results.len().max(1) as f64);
        let step = STEP * (1.0 - round as f64 / (ROUNDS + 1) as f64);
        for at in 0..now.len() {
            slope[at] += pull * (now[at] - first[at]);
            mean[at] = 0.9 * mean[at] + 0.1 * slope[at];
            square[at] = 0.999 * square[at] + 0.001 * slope[at] * slope[at];
            let mean_now = mean[at] / (1.0 - 0.9_f64.powi(round as i32));
            let square_now = square[at] / (1.0 - 0.999_f64.powi(round as i32));
            now[at] -= step * mean_now / (square_now.sqrt() + 1e-12);
        }
    }
    // Finer than a tenth of a hundredth of a pawn nothing is known.
    let tenths = |weight: f64| (weight * 10.0).round() / 10.0;
    let pairs = now.chunks(2).map(|pair| Weight {
        middle: tenths(pair[0]),
        end: tenths(pair[1]),
    });
    Fit {
        losses: [
            loss(positions, &first, scale).0,
            loss(positions, &now, scale).0,
        ],
        weights: Weights {
            terms: positions.terms.iter().copied().zip(pairs).collect(),
        },
        scale,
    }
}

/// The scale with which the first weights foretell best, by golden-section search.
fn best_scale(positions: &Positions, weights: &[f64]) -> f64 {
    let (mut low, mut high) = (1e-5_f64.ln(), 5e-2_f64.ln());
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    for _ in 0..40 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if loss(positions, weights, a.exp()).0 < loss(positions, weights, b.exp()).0 {
            high = b;
        } else {
            low = a;
        }
    }
    ((low + high) / 2.0).exp()
}

/// The mean logarithmic loss, and its slope in each weight (middlegame and endgame in turn).
fn loss(positions: &Positions, weights: &[f64], scale: f64) -> (f64, Vec<f64>) {
    let number = positions.results.len();
    let chunks: Vec<(f64, Vec<f64>)> = (0..number.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let mut sum = 0.0;
            let mut slope = vec![0.0; weights.len()];
            for at in chunk * CHUNK..((chunk + 1) * CHUNK).min(number) {
                let share = f64::from(positions.shares[at]);
                let result = f64::from(positions.results[at]);
                let score: f64 = (positions.coefficients[at].iter())
                    .map(|&(term, count)| {
                        let [middle, end] = [0, 1].map(|of| weights[2 * usize::from(term) + of]);
                        f64::from(count) * (share * middle + (1.0 - share) * end)
                    })
                    .sum();
                let odds = scale * score;
                // ln(1 + e^x) without overflow.
                let both = odds.max(0.0) + (-odds.abs()).exp().ln_1p();
                sum += both - result * odds;
                let off = scale * (1.0 / (1.0 + (-odds).exp()) - result);
                for &(term, count) in &positions.coefficients[at] {
                    let count = f64::from(count) * off;
                    slope[2 * usize::from(term)] += count * share;
                    slope[2 * usize::from(term) + 1] += count * (1.0 - share);
                }
            }
            (sum, slope)
        })
        .collect();
    let mut total = (0.0, vec![0.0; weights.len()]);
    for (sum, slope) in chunks {
        total.0 += sum;
        for (all, one) in total.1.iter_mut().zip(slope) {
            *all += one;
        }
    }
    let number = number.max(1) as f64;
    total.1.iter_mut().for_each(|slope| *slope /= number);
    (total.0 / number, total.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use tradewind_engine::evaluation::Term;
    use tradewind_engine::rules::{PieceType, load};

    /// Results drawn with known weights give these weights back.
    #[test]
    fn known_weights_are_found() {
        let spec = load("chess", &[]).expect("chess loads");
        let terms: Vec<Term> = (0..4).map(|at| Term::Material(PieceType(at))).collect();
        let truth = [100.0, 300.0, 320.0, 500.0];
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let mut positions = Positions {
            terms: terms.clone(),
            ..Positions::default()
        };
        for _ in 0..60_000 {
            let counts: Vec<f32> = (0..4).map(|_| random.random_range(-2..=2) as f32).collect();
            let score: f64 = (counts.iter().zip(truth))
                .map(|(&count, weight)| f64::from(count) * weight)
                .sum();
            let chance = 1.0 / (1.0 + (-0.004 * score).exp());
            let result = if random.random::<f64>() < chance {
                1.0
            } else {
                0.0
            };
            let coefficients = (0..4).zip(counts).filter(|(_, count)| *count != 0.0);
            positions.coefficients.push(coefficients.collect());
            positions.shares.push(random.random_range(0.2..1.0));
            positions.results.push(result);
        }
        let mut begin = Weights::starting(&spec);
        begin.terms.retain(|(term, _)| terms.contains(term));
        for (_, weight) in &mut begin.terms {
            *weight = Weight {
                middle: 200.0,
                end: 200.0,
            };
        }
        let found = fit(&positions, &begin);
        assert!(found.losses[1] < found.losses[0]);
        // The scale is that of the first weights; ratios are what can be known.
        let pawn = found.weights.get(terms[0]).middle;
        for (term, truth) in terms.iter().zip(truth) {
            let ratio = found.weights.get(*term).middle / pawn;
            assert!((ratio - truth / 100.0).abs() < 0.35, "{term:?}: {ratio}");
        }
    }
}
