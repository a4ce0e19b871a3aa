//! Curves with intervals.

use super::canvas::{Axis, Canvas, LABEL, drawn, range, spread_labels};
use super::colour::{AXIS, BLUE, Colour, GREEN, GRID, INK, MUTED, ORANGE, PURPLE};
use super::{Drawn, PlotError};
use tradewind_stats::estimate::Estimate;

/// The space below the field.
const BELOW: f64 = 58.0;
/// The minimum distance of the labels at the right.
const LABELS: f64 = 15.0;

/// The colours of curves, which are also labelled.
const COLOURS: [Colour; 6] = [BLUE, ORANGE, GREEN, PURPLE, INK, MUTED];

#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
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

/// Curves with intervals. The words are title and subtitle; the titles of the axes are the horizontal and the vertical one.
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
    let (left, right) = range(points().map(|point| point.0));
    let (low, high) = range(points().flat_map(|point| [point.1.low, point.1.high]));
    let low = match floor {
        Floor::Zero => low.min(0.0),
        Floor::Lowest => low - (high - low) * 0.04,
    };
    let high = (low + (high - low) * 1.04).max(low + 1e-9);
    let ends = (left, right.max(left + 1e-9));
    drawn(|layout| {
        let (left, right) = (
            layout.choose(74.0, 56.0),
            layout.width - layout.choose(190.0, 112.0),
        );
        let mut canvas = Canvas::new(layout, title, &[subtitle])?;
        let field = canvas.field((left, right), 4.0, layout.choose(320.0, 240.0));
        let across = Axis::new(ends, (left, right));
        let upright = Axis::new((low, high), (field.bottom, field.top));
        for (number, label) in across.ticks() {
            canvas.tick_below(field, across.at(number), &label);
        }
        for (number, label) in upright.ticks() {
            canvas.line_left(field, upright.at(number), &label, 1.0, GRID);
        }
        canvas.horizontal(across.ends(), field.bottom, 1.0, AXIS);
        // The curves by the heights of their labels.
        let last = |curve: &Curve| Some(upright.at(curve.points.last()?.1.value));
        let mut labels: Vec<(usize, f64)> = (curves.iter().enumerate())
            .filter_map(|(at, curve)| Some((at, last(curve)?)))
            .collect();
        spread_labels(&mut labels, LABELS, field.bottom + 4.0);
        let apart = curves.len() as f64;
        for (at, label) in labels {
            let curve = &curves[at];
            let colour = COLOURS[at % COLOURS.len()];
            let points: Vec<(f64, f64)> = (curve.points.iter())
                .map(|(x, e)| (across.at(*x), upright.at(e.value)))
                .collect();
            canvas.path(&points, 1.6, colour);
            for ((x, y), (_, e)) in points.iter().zip(&curve.points) {
                // Intervals are side by side, so that none hides another.
                let x = if e.low < e.high {
                    x + 2.0 * (at as f64 - (apart - 1.0) / 2.0)
                } else {
                    *x
                };
                canvas.vertical(x, (upright.at(e.high), upright.at(e.low)), 1.2, colour);
                canvas.dot((x, *y), 2.0, colour);
            }
            let end = points.last().map(|(x, y)| (x + 6.0, *y));
            canvas.name_at_right(
                &curve.name,
                (right + layout.choose(20.0, 14.0), label),
                end,
                LABEL,
                colour,
            )?;
        }
        canvas.axis_titles(field, axis_titles)?;
        Ok(canvas.of_height(field.bottom + BELOW))
    })
}
