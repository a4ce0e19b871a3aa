//! The log-likelihood ratio of a match, pair by pair, between the bounds of its test.

use plotters::prelude::DrawingBackend;
use tradewind_stats::{Sprt, SprtModel};

use super::PlotError;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas, MARGIN, WIDTH};
use super::colour::{AXIS, BLUE, GRID, INK, MUTED, ORANGE};
use super::file::Plot;
use super::heading::PlotHeading;
use super::text::{LABEL, SMALL};
use crate::format::{fixed, grouped};

const LEFT: f64 = 78.0;
const RIGHT: f64 = WIDTH - 24.0;
/// Height of the field.
const FIELD: f64 = 300.0;
/// From the field to the lower edge.
const BELOW: f64 = 56.0;

/// What is drawn, and where.
pub(super) struct LlrPathPlot {
    heading: PlotHeading,
    path: Vec<(f64, f64)>,
    bounds: (f64, f64),
    axis: Axis,
    /// The lowest and the highest ratio in the field.
    range: (f64, f64),
}

impl LlrPathPlot {
    pub fn new(path: &[(u64, f64)], sprt: &Sprt, title: &str) -> Result<Self, PlotError> {
        let last = path.last().filter(|(pairs, _)| *pairs > 0);
        let &(pairs, ratio) = last.ok_or(PlotError::Empty("no pair was played"))?;
        let bounds = sprt.bounds();
        let scale = match sprt.model {
            SprtModel::Logistic => "Elo",
            SprtModel::Normalized => "normalized Elo",
        };
        let subtitle = vec![
            format!(
                "Is the first player {} or {} {scale} stronger? The ratio is {} after {} pairs.",
                sprt.elo0,
                sprt.elo1,
                fixed(ratio, 2),
                grouped(pairs),
            ),
            format!(
                "At the upper bound H1 ({}) is accepted, in at most {} % of matches falsely; at the lower one H0 ({}), in at most {} %.",
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
        Ok(LlrPathPlot {
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
            canvas.vertical(x, (top, bottom), 1.0, GRID)?;
            canvas.text(&label, (x, bottom + 17.0), Anchor::Center, LABEL, MUTED)?;
        }
        let marks = [
            (self.bounds.0, ORANGE),
            (0.0, AXIS),
            (self.bounds.1, ORANGE),
        ];
        for (ratio, colour) in marks {
            let y = self.y(ratio);
            canvas.horizontal(self.axis.ends(), y, 1.4, colour)?;
            let label = (LEFT - 8.0, y + 0.355 * SMALL.em);
            canvas.text(&fixed(ratio, 2), label, Anchor::Right, SMALL, MUTED)?;
        }
        let points: Vec<(f64, f64)> = (self.path.iter())
            .map(|&(pairs, ratio)| (self.axis.at(pairs), self.y(ratio)))
            .collect();
        canvas.path(&points, 1.6, BLUE)?;
        if let Some(&(x, y)) = points.last() {
            canvas.dot(x, y, 3.5, BLUE)?;
        }
        let side = (MARGIN + 10.0, (top + bottom) / 2.0);
        canvas.upward_text("Log-likelihood ratio", side, LABEL, INK)?;
        let below = ((LEFT + RIGHT) / 2.0, bottom + 40.0);
        canvas.text("Pairs of games", below, Anchor::Center, LABEL, INK)
    }
}
