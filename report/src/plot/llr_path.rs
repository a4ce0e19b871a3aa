//! The log-likelihood ratio of a match between the bounds of its SPRT.

use super::canvas::{Axis, Canvas, drawn};
use super::colour::{AXIS, BLUE, ORANGE};
use super::{Drawn, PlotError};
use crate::format::{fixed, grouped};
use tradewind_stats::{Sprt, SprtModel};

/// The height of the field.
const FIELD: f64 = 300.0;
/// The space below the field.
const BELOW: f64 = 56.0;

/// The path of the log-likelihood ratio of a match between the bounds of its SPRT.
pub fn llr_path(path: &[(u64, f64)], sprt: &Sprt, title: &str) -> Result<Drawn, PlotError> {
    let last = path.last().filter(|(pairs, _)| *pairs > 0);
    let &(pairs, ratio) = last.ok_or(PlotError::Empty("no pair was played"))?;
    let bounds = sprt.bounds();
    let scale = match sprt.model {
        SprtModel::Logistic => "Elo",
        SprtModel::Normalized => "normalized Elo",
    };
    let subtitle = [
        format!(
            "H0: the first player is {} {scale} stronger; H1: {} {scale}. The ratio is {} after {} pairs.",
            sprt.elo0,
            sprt.elo1,
            fixed(ratio, 2),
            grouped(pairs),
        ),
        format!(
            "The upper bound accepts H1 ({}), with at most {} % false positives; the lower one H0 ({}), with at most {} % false negatives.",
            sprt.elo1,
            sprt.alpha * 100.0,
            sprt.elo0,
            sprt.beta * 100.0
        ),
    ];
    let ratios = path.iter().map(|(_, ratio)| *ratio);
    let lowest = ratios.clone().fold(bounds.0, f64::min);
    let highest = ratios.fold(bounds.1, f64::max);
    let room = (highest - lowest) * 0.06;
    let (low, high) = (lowest - room, highest + room);
    drawn(|layout| {
        let (left, right) = (layout.choose(78.0, 60.0), layout.width - 24.0);
        let mut canvas = Canvas::new(layout, title, &subtitle.each_ref().map(String::as_str))?;
        let field = canvas.field((left, right), 8.0, FIELD);
        let axis = Axis::new((0.0, pairs as f64), (left, right));
        let y = |ratio: f64| field.top + (high - ratio) / (high - low) * FIELD;
        for (pairs, label) in axis.ticks() {
            canvas.tick_below(field, axis.at(pairs), &label);
        }
        for (ratio, colour) in [(bounds.0, ORANGE), (0.0, AXIS), (bounds.1, ORANGE)] {
            canvas.line_left(field, y(ratio), &fixed(ratio, 2), 1.4, colour);
        }
        let points: Vec<(f64, f64)> = (path.iter())
            .map(|&(pairs, ratio)| (axis.at(pairs as f64), y(ratio)))
            .collect();
        canvas.path(&points, 1.6, BLUE);
        canvas.dot((axis.at(pairs as f64), y(ratio)), 3.5, BLUE);
        canvas.axis_titles(field, ["Game pairs", "Log-likelihood ratio"])?;
        Ok(canvas.of_height(field.bottom + BELOW))
    })
}
