//! Values by the nodes per move of the players.

use plotters::prelude::DrawingBackend;

use super::canvas::{
    Anchor, Axis, Canvas, MARGIN, Plot, PlotHeading, SMALL, WIDTH, drawn, spread_labels,
};
use super::colour::{BLUE, GRID, INK, ORANGE};
use super::{Drawn, PlotError};
use crate::format::grouped;
use tradewind_analysis::values::skill::SkillCurve;

const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 150.0;
/// The space below the field.
const BELOW: f64 = 60.0;
/// The minimum value of the axis, in units.
const FOOT: f64 = 0.02;
/// The numbers of the vertical axis.
const TICKS: [f64; 12] = [
    0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0,
];
/// The maximum width of prediction intervals side by side.
const SPREAD: f64 = 60.0;
/// The minimum distance of the labels at the right.
const LABELS: f64 = 13.5;

struct SkillPlot<'p> {
    heading: PlotHeading,
    curves: &'p [SkillCurve],
    axis_title: String,
    /// Nodes on a logarithmic scale.
    axis: Axis,
    budgets: Vec<u64>,
    range: (f64, f64),
    field: f64,
}

/// Values by the nodes per move of the players. The words are title and subtitle.
///
/// # Errors
/// [`PlotError::Empty`] if there are no curves.
pub fn skill(
    curves: &[SkillCurve],
    [title, subtitle]: [&str; 2],
    axis_title: String,
) -> Result<Drawn, PlotError> {
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
    let line_ends = || lines().flat_map(|line| line.ends.iter().copied());
    let ends = || lines().flat_map(|line| line.predicted.iter().map(|(_, e)| *e));
    let greatest = points().map(|(_, e)| e.value).fold(1.0, f64::max);
    let greatest = ends().map(|e| e.high).fold(greatest, f64::max);
    // The scale is logarithmic, so that power laws are straight.
    let values = points().map(|(_, e)| e.value).chain(ends().map(|e| e.low));
    let lowest = values.filter(|value| *value >= FOOT).fold(1.0, f64::min);
    let farthest = line_ends()
        .map(|(nodes, _)| nodes)
        .fold(most as f64, f64::max);
    let predicted = lines().flat_map(|line| line.predicted.iter().map(|(nodes, _)| *nodes));
    budgets.extend(predicted);
    budgets.sort_unstable();
    budgets.dedup();
    let (min, max) = (libm::log(fewest as f64), libm::log(farthest));
    let room = ((max - min) * 0.04).max(0.05);
    drawn(&SkillPlot {
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

impl SkillPlot<'_> {
    fn top(&self) -> f64 {
        self.heading.height() + 4.0
    }

    fn x(&self, nodes: f64) -> f64 {
        self.axis.at(libm::log(nodes))
    }

    /// The end of a curve.
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

    /// The curves by the heights of their labels.
    fn labels(&self) -> Vec<(&SkillCurve, f64)> {
        let mut labels: Vec<(&SkillCurve, f64)> = (self.curves.iter())
            .filter_map(|curve| Some((curve, self.end(curve)?.1)))
            .collect();
        spread_labels(&mut labels, LABELS, self.top() + self.field + 6.0);
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
            canvas.tick_below(x, (top, bottom), &grouped(nodes))?;
        }
        for number in TICKS {
            if !(self.range.0..=self.range.1).contains(&number) {
                continue;
            }
            let (y, label) = (self.y(number), number.to_string());
            canvas.horizontal(self.axis.ends(), y, 1.0, GRID)?;
            canvas.label_left(LEFT, y, &label)?;
        }
        let labels = self.labels();
        let apart = (SPREAD / labels.len() as f64).min(5.0);
        for (at, (curve, label)) in labels.iter().enumerate() {
            let label = *label;
            // Prediction intervals are side by side.
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
                canvas.leader((x + 5.0, y), (RIGHT + 14.0, label))?;
            }
            let place = (RIGHT + 18.0, label + 0.355 * SMALL.em);
            let words = match curve.movement() {
                Some(movement) => format!("{} {movement}", curve.name),
                None => curve.name.clone(),
            };
            let words = SMALL.shortened(&words, WIDTH - MARGIN - place.0)?;
            canvas.text(&words, place, Anchor::Left, SMALL, INK)?;
        }
        let titles = ["Nodes per move", &self.axis_title];
        canvas.axis_titles((LEFT, RIGHT), (top, bottom), titles)
    }
}
