//! Numbers along an axis, a line for each of a few series, with intervals.

use plotters::prelude::DrawingBackend;

use super::PlotError;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas, MARGIN, WIDTH};
use super::colour::{AXIS, BLUE, Colour, GREEN, GREY, GRID, INK, MUTED, ORANGE, PURPLE};
use super::file::Plot;
use super::heading::PlotHeading;
use super::text::{LABEL, SMALL};
use tradewind_stats::estimate::Estimate;

const LEFT: f64 = 74.0;
const RIGHT: f64 = WIDTH - 190.0;
const FIELD: f64 = 320.0;
/// From the field to the lower edge.
const BELOW: f64 = 58.0;
/// Labels at the right are at least so far apart.
const LABELS: f64 = 15.0;

/// The lines are labelled too, so that they can be told apart without colour.
const COLOURS: [Colour; 6] = [BLUE, ORANGE, GREEN, PURPLE, INK, MUTED];

/// A line of the plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it is called.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<(f64, Estimate)>,
}

/// Where the upright axis begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Floor {
    /// At zero, or below it where numbers are.
    Zero,
    /// Just below the lowest number.
    Lowest,
}

/// What is drawn, and where.
pub(super) struct CurvesPlot<'p> {
    heading: PlotHeading,
    axis_titles: [&'p str; 2],
    curves: &'p [Curve],
    across: Axis,
    upright: Axis,
}

impl<'p> CurvesPlot<'p> {
    pub fn new(
        curves: &'p [Curve],
        [title, subtitle]: [&str; 2],
        axis_titles: [&'p str; 2],
        floor: Floor,
    ) -> Result<Self, PlotError> {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        if points().next().is_none() {
            return Err(PlotError::Empty("no line has a point"));
        }
        let bounds = |numbers: &mut dyn Iterator<Item = f64>| {
            numbers.fold((f64::MAX, f64::MIN), |(low, high), number| {
                (low.min(number), high.max(number))
            })
        };
        let (left, right) = bounds(&mut points().map(|point| point.0));
        let (low, high) = bounds(&mut points().flat_map(|point| [point.1.low, point.1.high]));
        let low = match floor {
            Floor::Zero => low.min(0.0),
            Floor::Lowest => low - (high - low) * 0.04,
        };
        Ok(CurvesPlot {
            heading: PlotHeading::new(title, &[subtitle.to_string()])?,
            axis_titles,
            curves,
            across: Axis {
                min: left,
                max: right.max(left + 1e-9),
                left: LEFT,
                right: RIGHT,
            },
            upright: Axis {
                min: low,
                max: (low + (high - low) * 1.04).max(low + 1e-9),
                left: 0.0,
                right: FIELD,
            },
        })
    }

    fn top(&self) -> f64 {
        self.heading.height() + 4.0
    }

    fn y(&self, value: f64) -> f64 {
        self.top() + FIELD - self.upright.at(value)
    }

    /// By curve: the place of its label, by its last point, moved apart.
    fn labels(&self) -> Vec<(usize, f64)> {
        let last = |curve: &Curve| Some(self.y(curve.points.last()?.1.value));
        let mut labels: Vec<(usize, f64)> = (self.curves.iter().enumerate())
            .filter_map(|(at, curve)| Some((at, last(curve)?)))
            .collect();
        labels.sort_by(|one, other| one.1.total_cmp(&other.1));
        let mut above = f64::MIN;
        for (_, y) in &mut labels {
            *y = y.max(above + LABELS);
            above = *y;
        }
        let mut below = self.top() + FIELD + LABELS + 4.0;
        for (_, y) in labels.iter_mut().rev() {
            *y = y.min(below - LABELS);
            below = *y;
        }
        labels
    }
}

impl Plot for CurvesPlot<'_> {
    fn height(&self) -> f64 {
        self.top() + FIELD + BELOW
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        self.heading.draw(canvas)?;
        let (top, bottom) = (self.top(), self.top() + FIELD);
        for (number, label) in self.across.ticks() {
            let x = self.across.at(number);
            canvas.vertical(x, (top, bottom), 1.0, GRID)?;
            canvas.text(&label, (x, bottom + 17.0), Anchor::Center, LABEL, MUTED)?;
        }
        for (number, label) in self.upright.ticks() {
            let y = self.y(number);
            canvas.horizontal(self.across.ends(), y, 1.0, GRID)?;
            let side = (LEFT - 8.0, y + 0.355 * SMALL.em);
            canvas.text(&label, side, Anchor::Right, SMALL, MUTED)?;
        }
        canvas.horizontal(self.across.ends(), bottom, 1.0, AXIS)?;
        let apart = self.curves.len() as f64;
        for (at, label) in self.labels() {
            let curve = &self.curves[at];
            let colour = COLOURS[at % COLOURS.len()];
            let points: Vec<(f64, f64)> = (curve.points.iter())
                .map(|(x, e)| (self.across.at(*x), self.y(e.value)))
                .collect();
            canvas.path(&points, 1.6, colour)?;
            for ((x, y), (_, e)) in points.iter().zip(&curve.points) {
                // Intervals beside each other, so that none hides another.
                let x = if e.low < e.high {
                    x + 2.0 * (at as f64 - (apart - 1.0) / 2.0)
                } else {
                    *x
                };
                canvas.vertical(x, (self.y(e.high), self.y(e.low)), 1.2, colour)?;
                canvas.dot(x, *y, 2.0, colour)?;
            }
            if let Some(&(x, y)) = points.last() {
                canvas.path(&[(x + 6.0, y), (RIGHT + 16.0, label)], 0.7, GREY)?;
            }
            let place = (RIGHT + 20.0, label + 0.355 * LABEL.em);
            let words = LABEL.shortened(&curve.name, WIDTH - MARGIN - place.0)?;
            canvas.text(&words, place, Anchor::Left, LABEL, colour)?;
        }
        let below = ((LEFT + RIGHT) / 2.0, bottom + 40.0);
        canvas.text(self.axis_titles[0], below, Anchor::Center, LABEL, INK)?;
        let side = (MARGIN + 10.0, (top + bottom) / 2.0);
        canvas.upward_text(self.axis_titles[1], side, LABEL, INK)
    }
}
