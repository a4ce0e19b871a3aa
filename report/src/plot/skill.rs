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
/// Values below this, in units, are not told apart.
const FOOT: f64 = 0.02;
/// The numbers along the upright axis.
const TICKS: [f64; 12] = [
    0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0,
];
/// Prediction intervals at one strength stand side by side over so much.
const SPREAD: f64 = 60.0;
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
        let lines = || curves.iter().filter_map(|curve| curve.line.as_ref());
        let drawn = || lines().flat_map(|line| line.ends.iter().copied());
        let ends = || lines().flat_map(|line| line.predicted.iter().map(|(_, e)| *e));
        let greatest = points().map(|(_, e)| e.value).fold(1.0, f64::max);
        let greatest = ends().map(|e| e.high).fold(greatest, f64::max);
        // On a logarithmic scale, on which the lines are straight; what is next to nothing stands at its foot.
        let values = points().map(|(_, e)| e.value).chain(ends().map(|e| e.low));
        let lowest = values.filter(|value| *value >= FOOT).fold(1.0, f64::min);
        let farthest = drawn().map(|(nodes, _)| nodes).fold(most as f64, f64::max);
        let predicted = lines().flat_map(|line| line.predicted.iter().map(|(nodes, _)| *nodes));
        budgets.extend(predicted);
        budgets.sort_unstable();
        budgets.dedup();
        let (min, max) = (libm::log(fewest as f64), libm::log(farthest));
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
            range: (lowest / 1.15, greatest * 1.1),
        })
    }

    fn top(&self) -> f64 {
        self.heading.height() + 4.0
    }

    fn x(&self, nodes: f64) -> f64 {
        self.axis.at(libm::log(nodes))
    }

    /// Where a curve ends.
    fn end(&self, curve: &SkillCurve) -> Option<(f64, f64)> {
        let line = curve.line.as_ref().map(|line| line.ends[1]);
        let point = || {
            curve
                .points
                .last()
                .map(|(nodes, e)| (*nodes as f64, e.value))
        };
        line.or_else(point)
            .map(|(nodes, value)| (self.x(nodes), self.y(value)))
    }

    fn y(&self, value: f64) -> f64 {
        let (low, high) = self.range;
        let share = libm::log(high / value.max(low)) / libm::log(high / low);
        let y = self.top() + share * self.field;
        y.clamp(self.top(), self.top() + self.field)
    }

    /// Places of the labels: by the ends of the lines, moved apart.
    fn labels(&self) -> Vec<(&SkillCurve, f64)> {
        let mut labels: Vec<(&SkillCurve, f64)> = (self.curves.iter())
            .filter_map(|curve| Some((curve, self.end(curve)?.1)))
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
            let x = self.axis.at(libm::log(nodes as f64));
            canvas.vertical(x, (top, bottom), 1.0, GRID)?;
            let label = grouped(nodes);
            canvas.text(&label, (x, bottom + 17.0), Anchor::Center, LABEL, MUTED)?;
        }
        for number in TICKS {
            if !(self.range.0..=self.range.1).contains(&number) {
                continue;
            }
            let (y, label) = (self.y(number), number.to_string());
            canvas.horizontal(self.axis.ends(), y, 1.0, GRID)?;
            let side = (LEFT - 8.0, y + 0.355 * SMALL.em);
            canvas.text(&label, side, Anchor::Right, SMALL, MUTED)?;
        }
        let labels = self.labels();
        let apart = (SPREAD / labels.len() as f64).min(5.0);
        for (at, (curve, label)) in labels.iter().enumerate() {
            let label = *label;
            // Beside each other, since they overlap.
            let aside = apart * (at as f64 - 0.5 * (labels.len() - 1) as f64);
            let colour = if curve.movement().is_some() {
                ORANGE
            } else {
                BLUE
            };
            let points: Vec<(f64, f64)> = (curve.points.iter())
                .map(|(nodes, e)| (self.x(*nodes as f64), self.y(e.value)))
                .collect();
            for (&(x, _), (_, e)) in points.iter().zip(&curve.points) {
                canvas.vertical(x, (self.y(e.high), self.y(e.low)), 1.2, colour)?;
            }
            match &curve.line {
                Some(line) => {
                    let drawn = line.ends.iter();
                    let drawn: Vec<(f64, f64)> = drawn
                        .map(|&(nodes, value)| (self.x(nodes), self.y(value)))
                        .collect();
                    canvas.path(&drawn, 1.4, colour)?;
                    for (nodes, e) in &line.predicted {
                        let ends = (self.y(e.high), self.y(e.low));
                        canvas.vertical(self.x(*nodes as f64) + aside, ends, 0.7, colour)?;
                    }
                }
                None => canvas.path(&points, 1.4, colour)?,
            }
            for &(x, y) in &points {
                canvas.dot(x, y, 2.6, colour)?;
            }
            if let Some((x, y)) = self.end(curve) {
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
