//! Values by several methods: a line for each piece, a dot and an interval for each method.

use plotters::prelude::DrawingBackend;

use super::canvas::{Anchor, Axis, Canvas, LABEL, MARGIN, Plot, PlotHeading, SMALL, WIDTH, drawn};
use super::colour::{AXIS, BLUE, Colour, GRID, INK, MUTED, ORANGE, PAPER};
use super::{Drawn, PlotError};
use tradewind_stats::estimate::Estimate;

/// The height of a line with up to two methods, and with more.
const LINE: f64 = 21.0;
const WIDE_LINE: f64 = 29.0;

/// The distance of the methods of a piece.
const APART: f64 = 7.0;

/// The space below the last line.
const BELOW: f64 = 78.0;

/// The colours of methods; the dots of every second one are hollow.
const COLOURS: [Colour; 3] = [BLUE, ORANGE, MUTED];

/// The values of one method.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// The values in the order of pieces.
    pub values: Vec<Option<Estimate>>,
}

struct MethodValuesPlot<'p> {
    heading: PlotHeading,
    axis_title: String,
    names: &'p [String],
    series: &'p [Series],
    axis: Axis,
}

/// Values by several methods with their 95 % intervals. The words are title, subtitle and the title of the axis.
///
/// # Errors
/// [`PlotError::Empty`] if there are no values.
pub fn method_values(
    names: &[String],
    series: &[Series],
    words: [&str; 3],
) -> Result<Drawn, PlotError> {
    distances(names, series, words, f64::INFINITY)
}

/// Values by several methods, as [`method_values`], on an axis of at most ±`reach`; those beyond are arrows.
///
/// # Errors
/// [`PlotError::Empty`] if there are no values.
pub fn distances(
    names: &[String],
    series: &[Series],
    [title, subtitle, axis_title]: [&str; 3],
    reach: f64,
) -> Result<Drawn, PlotError> {
    let values = || series.iter().flat_map(|one| &one.values).flatten();
    if values().next().is_none() {
        return Err(PlotError::Empty("there are no values"));
    }
    let mut width = 0.0_f64;
    for name in names {
        width = width.max(LABEL.width(name)?);
    }
    // Wide intervals are cut, so that the others are visible.
    let sizes = values().map(|e| e.value.abs());
    let greatest = sizes.fold(1e-3, f64::max);
    let lowest = values().map(|e| e.value).fold(0.0, f64::min) - 0.05 * greatest;
    let ends = values().flat_map(|e| [e.low, e.high]);
    let (min, max) = ends
        .filter(|end| end.is_finite())
        .fold((0.0_f64, greatest), |(min, max), end| {
            (min.min(end), max.max(end))
        });
    drawn(&MethodValuesPlot {
        heading: PlotHeading::new(title, &[subtitle.to_string()])?,
        axis_title: axis_title.to_string(),
        names,
        series,
        axis: Axis {
            min: min.max(1.3 * lowest).max(-reach),
            max: (max.min(1.3 * greatest) * 1.02).min(reach),
            left: MARGIN + width + 14.0,
            right: WIDTH - MARGIN - 8.0,
        },
    })
}

impl MethodValuesPlot<'_> {
    fn top(&self) -> f64 {
        self.heading.height() + 22.0
    }

    fn line(&self) -> f64 {
        if self.series.len() > 2 {
            WIDE_LINE
        } else {
            LINE
        }
    }

    fn bottom(&self) -> f64 {
        self.top() + self.line() * self.names.len() as f64
    }

    fn draw_legend<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        let y = self.heading.height() + 4.0;
        let mut x = MARGIN + 6.0;
        for (at, series) in self.series.iter().enumerate() {
            draw_dot(canvas, (x, y), at)?;
            let place = (x + 10.0, y + 0.355 * LABEL.em);
            canvas.text(&series.name, place, Anchor::Left, LABEL, INK)?;
            x += 34.0 + 1.1 * LABEL.width(&series.name)?;
        }
        Ok(())
    }
}

fn draw_dot<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    (x, y): (f64, f64),
    at: usize,
) -> Result<(), PlotError> {
    canvas.dot(x, y, 3.6, COLOURS[at % COLOURS.len()])?;
    if at % 2 == 1 {
        canvas.dot(x, y, 2.0, PAPER)?;
    }
    Ok(())
}

impl Plot for MethodValuesPlot<'_> {
    fn height(&self) -> f64 {
        self.bottom() + BELOW
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        self.heading.draw(canvas)?;
        self.draw_legend(canvas)?;
        let (top, bottom, axis) = (self.top(), self.bottom(), self.axis);
        for (number, label) in axis.ticks() {
            let x = axis.at(number);
            let (width, colour) = if number == 0.0 {
                (1.2, AXIS)
            } else {
                (1.0, GRID)
            };
            canvas.vertical(x, (top, bottom), width, colour)?;
            canvas.text(&label, (x, bottom + 17.0), Anchor::Center, LABEL, MUTED)?;
        }
        canvas.horizontal(axis.ends(), bottom, 1.0, AXIS)?;
        let middle = ((axis.left + axis.right) / 2.0, bottom + 38.0);
        canvas.text(&self.axis_title, middle, Anchor::Center, LABEL, INK)?;
        let methods = self.series.len() as f64;
        for (place, name) in self.names.iter().enumerate() {
            let y = top + self.line() * (place as f64 + 0.5);
            let baseline = y + 0.355 * LABEL.em;
            let label = (axis.left - 14.0, baseline);
            canvas.text(name, label, Anchor::Right, LABEL, INK)?;
            canvas.horizontal(axis.ends(), y, 0.7, GRID)?;
            let known = self.series.iter().filter(|one| one.values[place].is_some());
            let is_alone = known.count() == 1;
            for (at, series) in self.series.iter().enumerate() {
                let Some(estimate) = series.values[place] else {
                    continue;
                };
                let y = if is_alone {
                    y
                } else {
                    y + APART * (at as f64 - (methods - 1.0) / 2.0)
                };
                let colour = COLOURS[at % COLOURS.len()];
                let left = axis.at(estimate.low).max(axis.left);
                let right = axis.at(estimate.high).min(axis.right);
                if left < right {
                    canvas.horizontal((left, right), y, 1.8, colour)?;
                }
                if estimate.low < axis.min {
                    canvas.arrow_head(axis.left - 4.0, y, -7.0, colour)?;
                }
                if estimate.high > axis.max {
                    canvas.arrow_head(axis.right + 5.0, y, 7.0, colour)?;
                }
                if (axis.min..=axis.max).contains(&estimate.value) {
                    draw_dot(canvas, (axis.at(estimate.value), y), at)?;
                }
            }
        }
        let place = (MARGIN, self.bottom() + 62.0);
        let words = "Bars: 95 % intervals with the game pair as the unit; a dot without a bar has none; arrows are beyond the scale.";
        canvas.text(words, place, Anchor::Left, SMALL, MUTED)
    }
}
