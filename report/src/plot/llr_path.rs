//! The log-likelihood ratio of a match between the bounds of its SPRT.

use plotters::prelude::DrawingBackend;
use tradewind_stats::{Sprt, SprtModel};

use super::canvas::{Axis, Canvas, Plot, PlotHeading, WIDTH, drawn};
use super::colour::{AXIS, BLUE, ORANGE};
use super::{Drawn, PlotError};
use crate::format::{fixed, grouped};

const LEFT: f64 = 78.0;
const RIGHT: f64 = WIDTH - 24.0;
/// The height of the field.
const FIELD: f64 = 300.0;
/// The space below the field.
const BELOW: f64 = 56.0;

struct LlrPathPlot {
    heading: PlotHeading,
    path: Vec<(f64, f64)>,
    bounds: (f64, f64),
    axis: Axis,
    /// The range of ratios.
    range: (f64, f64),
}

/// The path of the log-likelihood ratio of a match between the bounds of its SPRT.
///
/// # Errors
/// [`PlotError::Empty`] if no pair was played.
pub fn llr_path(path: &[(u64, f64)], sprt: &Sprt, title: &str) -> Result<Drawn, PlotError> {
    let last = path.last().filter(|(pairs, _)| *pairs > 0);
    let &(pairs, ratio) = last.ok_or(PlotError::Empty("no pair was played"))?;
    let bounds = sprt.bounds();
    let scale = match sprt.model {
        SprtModel::Logistic => "Elo",
        SprtModel::Normalized => "normalized Elo",
    };
    let subtitle = vec![
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
    drawn(&LlrPathPlot {
        heading: PlotHeading::new(title, &subtitle)?,
        path: path
            .iter()
            .map(|&(pairs, ratio)| (pairs as f64, ratio))
            .collect(),
        bounds,
        axis: Axis {
            min: 0.0,
            max: pairs as f64,
            left: LEFT,
            right: RIGHT,
        },
        range: (lowest - room, highest + room),
    })
}

impl LlrPathPlot {
    fn top(&self) -> f64 {
        self.heading.height() + 8.0
    }

    fn y(&self, ratio: f64) -> f64 {
        let (low, high) = self.range;
        self.top() + (high - ratio) / (high - low) * FIELD
    }
}

impl Plot for LlrPathPlot {
    fn height(&self) -> f64 {
        self.top() + FIELD + BELOW
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        self.heading.draw(canvas)?;
        let (top, bottom) = (self.top(), self.top() + FIELD);
        for (pairs, label) in self.axis.ticks() {
            let x = self.axis.at(pairs);
            canvas.tick_below(x, (top, bottom), &label)?;
        }
        let marks = [
            (self.bounds.0, ORANGE),
            (0.0, AXIS),
            (self.bounds.1, ORANGE),
        ];
        for (ratio, colour) in marks {
            let y = self.y(ratio);
            canvas.horizontal(self.axis.ends(), y, 1.4, colour)?;
            canvas.label_left(LEFT, y, &fixed(ratio, 2))?;
        }
        let points: Vec<(f64, f64)> = (self.path.iter())
            .map(|&(pairs, ratio)| (self.axis.at(pairs), self.y(ratio)))
            .collect();
        canvas.path(&points, 1.6, BLUE)?;
        if let Some(&(x, y)) = points.last() {
            canvas.dot(x, y, 3.5, BLUE)?;
        }
        let titles = ["Game pairs", "Log-likelihood ratio"];
        canvas.axis_titles((LEFT, RIGHT), (top, bottom), titles)
    }
}
