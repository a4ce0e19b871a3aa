//! Paths or values with intervals, a panel for each.

use plotters::prelude::DrawingBackend;

use super::canvas::{
    Anchor, Axis, Canvas, LABEL, MARGIN, Plot, PlotHeading, SMALL, STRONG, WIDTH, drawn, with_minus,
};
use super::colour::{AXIS, BLUE, GREY, GRID, INK, MUTED, ORANGE};
use super::{Drawn, PlotError};
use crate::format::fixed;
use tradewind_stats::Estimate;

/// The number of panels in a row.
const COLUMNS: usize = 3;
/// The space for the labels of the vertical axis.
const LEFT: f64 = 46.0;
/// The space between panels.
const GAP: f64 = 16.0;
/// The height of the field of a panel, and the space above and below.
const FIELD: f64 = 96.0;
const ABOVE: f64 = 24.0;
const BELOW: f64 = 30.0;

/// A panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Its title.
    pub name: String,
    /// Its caption.
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

/// A value with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Its horizontal place.
    pub at: f64,
    /// The value.
    pub estimate: Estimate,
    /// Whether it is highlighted.
    pub is_marked: bool,
}

struct PanelsPlot<'p> {
    heading: PlotHeading,
    axis_title: &'p str,
    panels: &'p [Panel],
    /// The range of the horizontal axes.
    across: (f64, f64),
}

/// Paths or values with intervals, a panel for each. The words are title, subtitle and the title of the horizontal axis.
///
/// # Errors
/// [`PlotError::Empty`] if no panel has a point.
pub fn panels(
    panels: &[Panel],
    [title, subtitle, axis_title]: [&str; 3],
) -> Result<Drawn, PlotError> {
    let bars = || panels.iter().flat_map(|panel| &panel.bars);
    let places = || {
        let points = panels.iter().flat_map(|panel| &panel.points);
        points.map(|p| p.0).chain(bars().map(|bar| bar.at))
    };
    let (left, right) = (
        places().fold(f64::MAX, f64::min),
        places().fold(f64::MIN, f64::max),
    );
    if left > right {
        return Err(PlotError::Empty("no panel has a point"));
    }
    // Space beside bars.
    let room = if bars().next().is_some() { 0.5 } else { 0.0 };
    let (left, right) = (left - room, right + room);
    drawn(&PanelsPlot {
        heading: PlotHeading::new(title, &[subtitle.to_string()])?,
        axis_title,
        panels,
        across: (left, right.max(left + 1e-9)),
    })
}

impl PanelsPlot<'_> {
    fn rows(&self) -> usize {
        self.panels.len().div_ceil(COLUMNS)
    }

    fn draw_panel<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        panel: &Panel,
        (left, right): (f64, f64),
        top: f64,
    ) -> Result<(), PlotError> {
        let bottom = top + FIELD;
        let name = (left, top - 8.0);
        canvas.text(&panel.name, name, Anchor::Left, STRONG, INK)?;
        let caption = (right, top - 8.0);
        canvas.text(&panel.caption, caption, Anchor::Right, SMALL, MUTED)?;
        let across = Axis {
            min: self.across.0,
            max: self.across.1,
            left,
            right,
        };
        let upright = Axis {
            min: panel.begin - panel.reach,
            max: panel.begin + panel.reach,
            left: bottom,
            right: top,
        };
        for (number, label) in across.ticks() {
            let x = across.at(number);
            canvas.vertical(x, (top, bottom), 1.0, GRID)?;
            let below = (x, bottom + 14.0);
            canvas.text(&label, below, Anchor::Center, SMALL, MUTED)?;
        }
        let levels = [upright.min, panel.begin, upright.max];
        let decimals = usize::from(levels.iter().any(|level| level.fract() != 0.0));
        for (level, colour) in levels.into_iter().zip([AXIS, GREY, GRID]) {
            let y = upright.at(level);
            canvas.horizontal((left, right), y, 1.0, colour)?;
            let side = (left - 6.0, y + 0.355 * SMALL.em);
            let label = with_minus(&fixed(level, decimals));
            canvas.text(&label, side, Anchor::Right, SMALL, MUTED)?;
        }
        for bar in &panel.bars {
            let colour = if bar.is_marked { ORANGE } else { BLUE };
            let y = |value: f64| upright.at(value.clamp(upright.min, upright.max));
            let (x, e) = (across.at(bar.at), bar.estimate);
            canvas.vertical(x, (y(e.high), y(e.low)), 1.2, colour)?;
            canvas.dot(x, y(e.value), 2.2, colour)?;
        }
        let points: Vec<(f64, f64)> = (panel.points.iter())
            .map(|(x, y)| (across.at(*x), upright.at(*y)))
            .collect();
        canvas.path(&points, 1.6, BLUE)?;
        match points.last() {
            Some(&(x, y)) => canvas.dot(x, y, 2.5, BLUE),
            None => Ok(()),
        }
    }
}

impl Plot for PanelsPlot<'_> {
    fn height(&self) -> f64 {
        self.heading.height() + self.rows() as f64 * (ABOVE + FIELD + BELOW) + 26.0
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        self.heading.draw(canvas)?;
        let width = (WIDTH - 2.0 * MARGIN - (COLUMNS as f64 - 1.0) * GAP) / COLUMNS as f64;
        for (at, panel) in self.panels.iter().enumerate() {
            let left = MARGIN + (at % COLUMNS) as f64 * (width + GAP);
            let row = (at / COLUMNS) as f64;
            let top = self.heading.height() + row * (ABOVE + FIELD + BELOW) + ABOVE;
            self.draw_panel(canvas, panel, (left + LEFT, left + width), top)?;
        }
        let below = (WIDTH / 2.0, self.height() - 14.0);
        canvas.text(self.axis_title, below, Anchor::Center, LABEL, INK)
    }
}
