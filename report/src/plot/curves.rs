//! Curves with intervals.

use plotters::prelude::DrawingBackend;

use super::canvas::{
    Anchor, Axis, Canvas, LABEL, MARGIN, Plot, PlotHeading, WIDTH, drawn, spread_labels,
};
use super::colour::{AXIS, BLUE, Colour, GREEN, GRID, INK, MUTED, ORANGE, PURPLE};
use super::{Drawn, PlotError};
use tradewind_stats::estimate::Estimate;

const LEFT: f64 = 74.0;
const RIGHT: f64 = WIDTH - 190.0;
const FIELD: f64 = 320.0;
/// The space below the field.
const BELOW: f64 = 58.0;
/// The minimum distance of the labels at the right.
const LABELS: f64 = 15.0;

/// The colours of curves, which are also labelled.
const COLOURS: [Colour; 6] = [BLUE, ORANGE, GREEN, PURPLE, INK, MUTED];

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<(f64, Estimate)>,
}

/// The beginning of the vertical axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Floor {
    /// At 0, or at the lowest number below 0.
    Zero,
    /// Just below the lowest number.
    Lowest,
}

struct CurvesPlot<'p> {
    heading: PlotHeading,
    axis_titles: [&'p str; 2],
    curves: &'p [Curve],
    across: Axis,
    upright: Axis,
}

/// Curves with intervals. The words are title and subtitle; the titles of the axes are the horizontal and the vertical one.
///
/// # Errors
/// [`PlotError::Empty`] if no curve has a point.
pub fn curves(
    curves: &[Curve],
    [title, subtitle]: [&str; 2],
    axis_titles: [&str; 2],
    floor: Floor,
) -> Result<Drawn, PlotError> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    if points().next().is_none() {
        return Err(PlotError::Empty("no curve has a point"));
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
    drawn(&CurvesPlot {
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

impl CurvesPlot<'_> {
    fn top(&self) -> f64 {
        self.heading.height() + 4.0
    }

    fn y(&self, value: f64) -> f64 {
        self.top() + FIELD - self.upright.at(value)
    }

    /// The curves by the heights of their labels.
    fn labels(&self) -> Vec<(usize, f64)> {
        let last = |curve: &Curve| Some(self.y(curve.points.last()?.1.value));
        let mut labels: Vec<(usize, f64)> = (self.curves.iter().enumerate())
            .filter_map(|(at, curve)| Some((at, last(curve)?)))
            .collect();
        spread_labels(&mut labels, LABELS, self.top() + FIELD + 4.0);
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
            canvas.tick_below(x, (top, bottom), &label)?;
        }
        for (number, label) in self.upright.ticks() {
            let y = self.y(number);
            canvas.horizontal(self.across.ends(), y, 1.0, GRID)?;
            canvas.label_left(LEFT, y, &label)?;
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
                // Intervals are side by side, so that none hides another.
                let x = if e.low < e.high {
                    x + 2.0 * (at as f64 - (apart - 1.0) / 2.0)
                } else {
                    *x
                };
                canvas.vertical(x, (self.y(e.high), self.y(e.low)), 1.2, colour)?;
                canvas.dot(x, *y, 2.0, colour)?;
            }
            if let Some(&(x, y)) = points.last() {
                canvas.leader((x + 6.0, y), (RIGHT + 16.0, label))?;
            }
            let place = (RIGHT + 20.0, label + 0.355 * LABEL.em);
            let words = LABEL.shortened(&curve.name, WIDTH - MARGIN - place.0)?;
            canvas.text(&words, place, Anchor::Left, LABEL, colour)?;
        }
        canvas.axis_titles((LEFT, RIGHT), (top, bottom), self.axis_titles)
    }
}
