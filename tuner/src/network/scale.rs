//! The scale of a network: centipawns per unit of log-odds.

use tradewind_stats::logistic;

/// The range of scales, in centipawns per unit of log-odds.
const SCALES: (f64, f64) = (50.0, 5_000.0);
/// The number of bisections that find the scale.
const BISECTIONS: u32 = 30;
/// The maximum number of positions that the scale is fitted to.
pub(super) const MAX_POSITIONS: usize = 200_000;

/// Centipawns per unit of log-odds, by logistic regression of results on scores in centipawns without an intercept.
pub(super) fn scale(scores: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    // The derivative of the loss in the log-odds per centipawn.
    let slope = |scale: f64| -> f64 {
        let scores = scores.clone();
        scores
            .map(|(score, result)| (logistic(score / scale) - result) * score)
            .sum()
    };
    let (mut low, mut high) = SCALES;
    for _ in 0..BISECTIONS {
        let middle = (low * high).sqrt();
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low * high).sqrt()
}
