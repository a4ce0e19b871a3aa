//! The heading of a plot.

use super::PlotError;
use super::canvas::{Canvas, LINE_WIDTH, MARGIN};
use super::colour::{INK, MUTED};
use super::text::{LABEL, Lines, TITLE};
use plotters::prelude::DrawingBackend;

/// Title and subtitle in the upper left corner.
pub(super) struct PlotHeading {
    title: Lines,
    subtitle: Lines,
}

impl PlotHeading {
    pub fn new(title: &str, subtitle: &[String]) -> Result<PlotHeading, PlotError> {
        Ok(PlotHeading {
            title: Lines::new(&[title.to_owned()], TITLE, LINE_WIDTH)?,
            subtitle: Lines::new(subtitle, LABEL, LINE_WIDTH)?,
        })
    }

    /// From the upper edge to the end of the space below.
    pub fn height(&self) -> f64 {
        24.0 + self.title.height() + self.subtitle.height()
    }

    pub fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        canvas.lines(&self.title, (MARGIN, 28.0), INK)?;
        let below = 26.0 + self.title.height();
        canvas.lines(&self.subtitle, (MARGIN, below), MUTED)
    }
}
