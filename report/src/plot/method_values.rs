//! Values by several methods: a line for each piece, a dot and an interval for each method.

use super::canvas::{Anchor, Axis, Canvas, LABEL, MARGIN, SMALL, drawn};
use super::colour::{AXIS, BLUE, Colour, GRID, INK, MUTED, ORANGE, PAPER};
use super::{Drawn, PlotError};
use tradewind_stats::estimate::Estimate;

/// The height of a line with up to two methods, and with more.
const LINE: f64 = 21.0;
const WIDE_LINE: f64 = 29.0;

/// The distance of the methods of a piece.
const APART: f64 = 7.0;

/// The height of a name above its line, in narrow plots.
const NAME: f64 = 15.0;

/// The colours of methods; the dots of every second one are hollow.
const COLOURS: [Colour; 3] = [BLUE, ORANGE, MUTED];

/// The values of one method.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    /// The values in the order of pieces.
    pub values: Vec<Option<Estimate>>,
}

impl Series {
    pub(crate) fn new(name: &str, values: impl Iterator<Item = Option<Estimate>>) -> Series {
        Series {
            name: name.to_string(),
            values: values.collect(),
        }
    }
}

/// Values by several methods with their 95 % intervals. The words are title, subtitle and the title of the axis.
pub fn method_values(
    names: &[String],
    series: &[Series],
    words: [&str; 3],
) -> Result<Drawn, PlotError> {
    distances(names, series, words, f64::INFINITY)
}

/// Values by several methods, as [`method_values`], on an axis of at most ±`reach`; those beyond are arrows.
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
        // The fonts of readers may be wider.
        width = width.max(1.15 * LABEL.width(name)?);
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
    let min = min.max(1.3 * lowest).max(-reach);
    let max = (max.min(1.3 * greatest) * 1.02).min(reach);
    drawn(|layout| {
        let left = layout.choose(MARGIN + width + 14.0, MARGIN + 8.0);
        let axis = Axis::new((min, max), (left, layout.width - MARGIN - 8.0));
        let mut canvas = Canvas::new(layout, title, &[subtitle])?;
        let (mut legend, mut x) = (canvas.top + 4.0, MARGIN + 6.0);
        for (at, one) in series.iter().enumerate() {
            let name = LABEL.shortened(&one.name, layout.line_width())?;
            let width = 1.1 * LABEL.width(&name)?;
            if x + 10.0 + width > layout.width && x > MARGIN + 6.0 {
                (legend, x) = (legend + LABEL.line(), MARGIN + 6.0);
            }
            dot(&mut canvas, (x, legend), at);
            canvas.label(&name, (x + 10.0, legend), Anchor::Left, LABEL, INK);
            x += 34.0 + width;
        }
        // In narrow plots, a name is above its line.
        let above = layout.choose(0.0, NAME);
        let line = above + if series.len() > 2 { WIDE_LINE } else { LINE };
        let top = legend + 18.0;
        let bottom = top + line * names.len() as f64;
        for (number, label) in axis.ticks() {
            let x = axis.at(number);
            let (width, colour) = if number == 0.0 {
                (1.2, AXIS)
            } else {
                (1.0, GRID)
            };
            canvas.vertical(x, (top, bottom), width, colour);
            canvas.text(&label, (x, bottom + 17.0), Anchor::Center, LABEL, MUTED);
        }
        canvas.horizontal(axis.ends(), bottom, 1.0, AXIS);
        canvas.title_below(axis_title, axis.ends(), bottom + 38.0)?;
        for (place, name) in names.iter().enumerate() {
            let y = top + line * place as f64 + (line + above) / 2.0;
            if above > 0.0 {
                let name = LABEL.shortened(name, layout.line_width())?;
                canvas.label(&name, (MARGIN, y - line / 2.0), Anchor::Left, LABEL, INK);
            } else {
                canvas.label(name, (axis.left - 14.0, y), Anchor::Right, LABEL, INK);
            }
            canvas.horizontal(axis.ends(), y, 0.7, GRID);
            let known = series.iter().filter(|one| one.values[place].is_some());
            let is_alone = known.count() == 1;
            for (at, one) in series.iter().enumerate() {
                let Some(estimate) = one.values[place] else {
                    continue;
                };
                let y = if is_alone {
                    y
                } else {
                    y + APART * (at as f64 - (series.len() as f64 - 1.0) / 2.0)
                };
                let colour = COLOURS[at % COLOURS.len()];
                let left = axis.at(estimate.low).max(axis.left);
                let right = axis.at(estimate.high).min(axis.right);
                if left < right {
                    canvas.horizontal((left, right), y, 1.8, colour);
                }
                if estimate.low < min {
                    canvas.arrow_head((axis.left - 4.0, y), -7.0, colour);
                }
                if estimate.high > max {
                    canvas.arrow_head((axis.right + 5.0, y), 7.0, colour);
                }
                if (min..=max).contains(&estimate.value) {
                    dot(&mut canvas, (axis.at(estimate.value), y), at);
                }
            }
        }
        let words =
            "Bars: 95 % intervals; a dot without a bar has none; arrows are beyond the scale.";
        let below = canvas.paragraph(&[words], (MARGIN, bottom + 62.0), SMALL, MUTED)?;
        Ok(canvas.of_height(below))
    })
}

/// The dot of a method.
fn dot(canvas: &mut Canvas, place: (f64, f64), at: usize) {
    canvas.dot(place, 3.6, COLOURS[at % COLOURS.len()]);
    if at % 2 == 1 {
        canvas.dot(place, 2.0, PAPER);
    }
}
