//! What a centipawn of a search is worth: the log-odds that best predict how games ended.

use super::positions::LearningSet;
use tradewind_stats::logistic;

/// The scales that are looked for, in centipawns of a log-odds of 1.
const SCALES: (f64, f64) = (50.0, 5_000.0);
/// How often the interval of scales is halved.
const HALVINGS: u32 = 30;
/// As many positions say enough.
const POSITIONS: usize = 200_000;

/// Centipawns of a log-odds of 1, by the logistic regression of results on scores without a constant.
pub(super) fn scale(positions: &LearningSet) -> f64 {
    let step = positions.len().div_ceil(POSITIONS).max(1);
    // The slope of the loss in the log-odds of a centipawn rises with these.
    let slope = |scale: f64| -> f64 {
        let lessons = (0..positions.len())
            .step_by(step)
            .map(|at| positions.lesson(at));
        lessons
            .map(|lesson| (logistic(lesson.score / scale) - lesson.result) * lesson.score)
            .sum()
    };
    let (mut low, mut high) = SCALES;
    for _ in 0..HALVINGS {
        let middle = (low * high).sqrt();
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low * high).sqrt()
}
