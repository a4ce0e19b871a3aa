//! Values against the players' nodes a move: a line for each piece.

use plotters::prelude::DrawingBackend;

use super::PlotError;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas, MARGIN, WIDTH};
use super::colour::{BLUE, GREY, GRID, INK, MUTED, ORANGE};
use super::file::Plot;
use super::heading::PlotHeading;
use super::text::{LABEL, SMALL};
use crate::format::grouped;
use tradewind_analysis::values::skill::SkillCurve;

const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 150.0;
/// From the field to the lower edge.
const BELOW: f64 = 60.0;
/// Labels at the right are at least so far apart.
const LABELS: f64 = 13.5;

/// What is drawn, and where.
pub(super) struct SkillPlot<'p> {
    heading: PlotHeading,
    curves: &'p [SkillCurve],
    axis_title: String,
    /// Nodes on a logarithmic scale.
    axis: Axis,
    budgets: Vec<u64>,
    range: (f64, f64),
    field: f64,
}

impl<'p> SkillPlot<'p> {
    pub fn new(
        curves: &'p [SkillCurve],
        [title, subtitle]: [&str; 2],
        axis_title: String,
    ) -> Result<Self, PlotError> {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let mut budgets: Vec<u64> = points().map(|(nodes, _)| *nodes).collect();
        budgets.sort_unstable();
        budgets.dedup();
        let (Some(&fewest), Some(&most)) = (budgets.first(), budgets.last()) else {
            return Err(PlotError::Empty(
                "no value was measured at several strengths",
            ));
        };
        let greatest = points().map(|(_, e)| e.value).fold(0.5, f64::max);
        let lowest = points().map(|(_, e)| e.value).fold(0.0, f64::min);
        let (min, max) = ((fewest as f64).ln(), (most as f64).ln());
        let room = ((max - min) * 0.04).max(0.05);
        Ok(SkillPlot {
            heading: PlotHeading::new(title, &[subtitle.to_string()])?,
            field: (LABELS * curves.len() as f64 * 1.15).max(360.0),
            curves,
            axis_title,
            axis: Axis {
                min: min - room,
                max: max + room,
                left: LEFT,
                right: RIGHT,
            },
            budgets,
            range: (lowest * 1.1, greatest * 1.08),
        })
    }

    fn top(&self) -> f64 {
        self.heading.height() + 4.0
    }

    fn y(&self, value: f64) -> f64 {
        let (low, high) = self.range;
        let y = self.top() + (high - value) / (high - low) * self.field;
        y.clamp(self.top(), self.top() + self.field)
    }

    /// Places of the labels: by the last points, moved apart.
    fn labels(&self) -> Vec<(&SkillCurve, f64)> {
        let mut labels: Vec<(&SkillCurve, f64)> = (self.curves.iter())
            .filter_map(|curve| Some((curve, self.y(curve.points.last()?.1.value))))
            .collect();
        labels.sort_by(|one, other| one.1.total_cmp(&other.1));
        let mut last = f64::MIN;
        for (_, y) in &mut labels {
            *y = y.max(last + LABELS);
            last = *y;
        }
        let bottom = self.top() + self.field + 6.0;
        let mut next = bottom + LABELS;
        for (_, y) in labels.iter_mut().rev() {
            *y = y.min(next - LABELS);
            next = *y;
        }
        labels
    }
}

impl Plot for SkillPlot<'_> {
    fn height(&self) -> f64 {
        self.top() + self.field + BELOW
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        self.heading.draw(canvas)?;
        let (top, bottom) = (self.top(), self.top() + self.field);
        for &nodes in &self.budgets {
            let x = self.axis.at((nodes as f64).ln());
            canvas.vertical(x, (top, bottom), 1.0, GRID)?;
            let label = grouped(nodes);
            canvas.text(&label, (x, bottom + 17.0), Anchor::Center, LABEL, MUTED)?;
        }
        // The same round numbers as along a horizontal axis.
        let upright = Axis {
            min: self.range.0,
            max: self.range.1,
            left: 0.0,
            right: self.field,
        };
        for (number, label) in upright.ticks() {
            let y = self.y(number);
            canvas.horizontal(self.axis.ends(), y, 1.0, GRID)?;
            let side = (LEFT - 8.0, y + 0.355 * SMALL.em);
            canvas.text(&label, side, Anchor::Right, SMALL, MUTED)?;
        }
        for (curve, label) in self.labels() {
            let colour = if curve.movement().is_some() {
                ORANGE
            } else {
                BLUE
            };
            let points: Vec<(f64, f64)> = (curve.points.iter())
                .map(|(nodes, e)| (self.axis.at((*nodes as f64).ln()), self.y(e.value)))
                .collect();
            for ((nodes, e), _) in curve.points.iter().zip(&points) {
                let x = self.axis.at((*nodes as f64).ln());
                canvas.vertical(x, (self.y(e.high), self.y(e.low)), 1.2, colour)?;
            }
            canvas.path(&points, 1.4, colour)?;
            for &(x, y) in &points {
                canvas.dot(x, y, 2.6, colour)?;
            }
            if let Some(&(x, y)) = points.last() {
                canvas.path(&[(x + 5.0, y), (RIGHT + 14.0, label)], 0.7, GREY)?;
            }
            let place = (RIGHT + 18.0, label + 0.355 * SMALL.em);
            let words = match curve.movement() {
                Some(movement) => format!("{} {movement}", curve.name),
                None => curve.name.clone(),
            };
            let words = SMALL.shortened(&words, WIDTH - MARGIN - place.0)?;
            canvas.text(&words, place, Anchor::Left, SMALL, INK)?;
        }
        let below = ((LEFT + RIGHT) / 2.0, bottom + 40.0);
        canvas.text("Nodes a move", below, Anchor::Center, LABEL, INK)?;
        let side = (MARGIN + 10.0, (top + bottom) / 2.0);
        canvas.upward_text(&self.axis_title, side, LABEL, INK)
    }
}
