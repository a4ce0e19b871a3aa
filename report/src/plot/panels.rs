//! Paths or values with intervals, a panel for each.

use super::canvas::{Anchor, Axis, Canvas, MARGIN, SMALL, STRONG, drawn, range, with_minus};
use super::colour::{AXIS, BLUE, GREY, GRID, INK, MUTED, ORANGE};
use super::{Drawn, PlotError};
use crate::format::fixed;
use tradewind_stats::Estimate;

/// The space for the labels of the vertical axis.
const LEFT: f64 = 46.0;
/// The space between panels.
const GAP: f64 = 16.0;
/// The height of the field of a panel, and the space above and below.
const FIELD: f64 = 96.0;
const ABOVE: f64 = 24.0;
const BELOW: f64 = 30.0;

#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    pub name: String,
    pub caption: String,
    /// The middle of the vertical axis.
    pub begin: f64,
    /// Half the range of the vertical axis, more than 0.
    pub reach: f64,
    /// The path from left to right.
    pub points: Vec<(f64, f64)>,
    /// Values with intervals, in place of a path.
    pub bars: Vec<Bar>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Its horizontal place.
    pub at: f64,
    pub estimate: Estimate,
    /// Whether it is highlighted.
    pub is_marked: bool,
}

/// Paths or values with intervals, a panel for each. The words are title, subtitle and the title of the horizontal axis.
pub fn panels(all: &[Panel], [title, subtitle, axis_title]: [&str; 3]) -> Result<Drawn, PlotError> {
    let bars = || all.iter().flat_map(|panel| &panel.bars);
    let points = all.iter().flat_map(|panel| &panel.points);
    let places = points.map(|point| point.0).chain(bars().map(|bar| bar.at));
    let (left, right) = range(places);
    if left > right {
        return Err(PlotError::Empty("no panel has a point"));
    }
    // Space beside bars.
    let room = if bars().next().is_some() { 0.5 } else { 0.0 };
    let (left, right) = (left - room, right + room);
    let across = (left, right.max(left + 1e-9));
    drawn(|layout| {
        let columns = layout.choose(3, 2);
        let mut canvas = Canvas::new(layout, title, &[subtitle])?;
        let width = (layout.width - 2.0 * MARGIN - (columns as f64 - 1.0) * GAP) / columns as f64;
        for (at, panel) in all.iter().enumerate() {
            let left = MARGIN + (at % columns) as f64 * (width + GAP);
            let row = (at / columns) as f64;
            let top = canvas.top + row * (ABOVE + FIELD + BELOW) + ABOVE;
            let across = Axis::new(across, (left + LEFT, left + width));
            draw(&mut canvas, panel, across, top)?;
        }
        let rows = all.len().div_ceil(columns) as f64;
        let height = canvas.top + rows * (ABOVE + FIELD + BELOW) + 26.0;
        canvas.title_below(axis_title, (0.0, layout.width), height - 14.0)?;
        Ok(canvas.of_height(height))
    })
}

fn draw(canvas: &mut Canvas, panel: &Panel, across: Axis, top: f64) -> Result<(), PlotError> {
    let bottom = top + FIELD;
    let (left, right) = across.ends();
    // The fonts of readers may be wider.
    let caption_width = 1.15 * SMALL.width(&panel.caption)? + 4.0;
    let name_left = canvas.layout.choose(left, left - LEFT + 8.0);
    let name = STRONG.shortened(&panel.name, right - name_left - caption_width)?;
    canvas.text(&name, (name_left, top - 8.0), Anchor::Left, STRONG, INK);
    let caption = (right, top - 8.0);
    canvas.text(&panel.caption, caption, Anchor::Right, SMALL, MUTED);
    let ends = (panel.begin - panel.reach, panel.begin + panel.reach);
    let upright = Axis::new(ends, (bottom, top));
    for (number, label) in across.ticks() {
        let x = across.at(number);
        canvas.vertical(x, (top, bottom), 1.0, GRID);
        canvas.text(&label, (x, bottom + 14.0), Anchor::Center, SMALL, MUTED);
    }
    let levels = [upright.min, panel.begin, upright.max];
    let decimals = usize::from(levels.iter().any(|level| level.fract() != 0.0));
    for (level, colour) in levels.into_iter().zip([AXIS, GREY, GRID]) {
        let y = upright.at(level);
        canvas.horizontal((left, right), y, 1.0, colour);
        let label = with_minus(&fixed(level, decimals));
        canvas.label(&label, (left - 6.0, y), Anchor::Right, SMALL, MUTED);
    }
    for bar in &panel.bars {
        let colour = if bar.is_marked { ORANGE } else { BLUE };
        let y = |value: f64| upright.at(value.clamp(upright.min, upright.max));
        let (x, e) = (across.at(bar.at), bar.estimate);
        canvas.vertical(x, (y(e.high), y(e.low)), 1.2, colour);
        canvas.dot((x, y(e.value)), 2.2, colour);
    }
    let points: Vec<(f64, f64)> = (panel.points.iter())
        .map(|(x, y)| (across.at(*x), upright.at(*y)))
        .collect();
    canvas.path(&points, 1.6, BLUE);
    if let Some(&last) = points.last() {
        canvas.dot(last, 2.5, BLUE);
    }
    Ok(())
}
