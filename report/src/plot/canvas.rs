//! What plots are drawn on, measured in units whatever the backend.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{Pos, VPos};

use super::PlotError;
use super::colour::Colour;
use super::text::{Font, Lines, SIZE_PER_EM};
use tradewind_engine::input::control_characters::visible;

/// Width of every plot in its own units, which are pixels of an SVG at its natural size.
pub(super) const WIDTH: f64 = 760.0;

/// From the left edge, and from the right edge.
pub(super) const MARGIN: f64 = 16.0;

/// Lines are broken at this width, which leaves room for readers' fonts wider than ours.
pub(super) const LINE_WIDTH: f64 = 0.88 * (WIDTH - 2.0 * MARGIN);

/// Which end of a text is at the given place.
pub(super) use plotters::style::text_anchor::HPos as Anchor;

/// How a backend takes text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TextMetrics {
    /// Its font size of one em.
    size_per_em: f64,
    /// From what it takes for the top of a text to the baseline.
    baseline_em: f64,
}

/// The SVG backend writes the font size divided by 1.24, and puts the baseline at 0.76 em.
pub(super) const SVG_TEXT: TextMetrics = TextMetrics {
    size_per_em: 1.24,
    baseline_em: 0.76,
};

/// For bitmaps the baseline is half a font size below the top.
pub(super) const BITMAP_TEXT: TextMetrics = TextMetrics {
    size_per_em: SIZE_PER_EM,
    baseline_em: SIZE_PER_EM / 2.0,
};

/// A drawing area measured in units from the upper left corner.
pub(super) struct Canvas<DB: DrawingBackend> {
    area: DrawingArea<DB, Shift>,
    /// Backend pixels per unit.
    scale: f64,
    metrics: TextMetrics,
}

impl<DB: DrawingBackend> Canvas<DB> {
    /// A canvas over a whole drawing area with `scale` pixels per unit.
    pub fn new(area: DrawingArea<DB, Shift>, scale: u32, metrics: TextMetrics) -> Canvas<DB> {
        Canvas {
            area,
            scale: f64::from(scale),
            metrics,
        }
    }

    /// Ends the drawing.
    pub fn present(&self) -> Result<(), PlotError> {
        self.area.present().map_err(PlotError::drawing)
    }

    fn place(&self, x: f64, y: f64) -> (i32, i32) {
        (
            (x * self.scale).round() as i32,
            (y * self.scale).round() as i32,
        )
    }

    /// A filled rectangle between two corners, upper left first.
    pub fn rectangle(&self, corners: [(f64, f64); 2], colour: Colour) -> Result<(), PlotError> {
        let [upper_left, lower_right] = corners.map(|(x, y)| self.place(x, y));
        let rectangle = Rectangle::new([upper_left, lower_right], colour.drawn().filled());
        self.area.draw(&rectangle).map_err(PlotError::drawing)
    }

    /// A horizontal line.
    pub fn horizontal(
        &self,
        (left, right): (f64, f64),
        y: f64,
        width: f64,
        colour: Colour,
    ) -> Result<(), PlotError> {
        self.rectangle([(left, y - width / 2.0), (right, y + width / 2.0)], colour)
    }

    /// A vertical line.
    pub fn vertical(
        &self,
        x: f64,
        (top, bottom): (f64, f64),
        width: f64,
        colour: Colour,
    ) -> Result<(), PlotError> {
        self.rectangle([(x - width / 2.0, top), (x + width / 2.0, bottom)], colour)
    }

    /// A line through points.
    pub fn path(&self, points: &[(f64, f64)], width: f64, colour: Colour) -> Result<(), PlotError> {
        let points: Vec<(i32, i32)> = points.iter().map(|&(x, y)| self.place(x, y)).collect();
        let width = (width * self.scale).round() as u32;
        let path = PathElement::new(points, colour.drawn().stroke_width(width));
        self.area.draw(&path).map_err(PlotError::drawing)
    }

    /// A filled circle.
    pub fn dot(&self, x: f64, y: f64, radius: f64, colour: Colour) -> Result<(), PlotError> {
        let radius = (radius * self.scale).round() as i32;
        let circle = Circle::new(self.place(x, y), radius, colour.drawn().filled());
        self.area.draw(&circle).map_err(PlotError::drawing)
    }

    /// A filled triangle whose point is at (`x`, `y`), `length` to the right (or left if negative)
    /// of its base.
    pub fn arrow_head(&self, x: f64, y: f64, length: f64, colour: Colour) -> Result<(), PlotError> {
        let half = length.abs() / 2.0;
        let corners = [(x, y), (x - length, y - half), (x - length, y + half)];
        let triangle = Polygon::new(
            corners.map(|(x, y)| self.place(x, y)),
            colour.drawn().filled(),
        );
        self.area.draw(&triangle).map_err(PlotError::drawing)
    }

    /// A text of one line; `y` is its baseline. Hidden letters, most of which are not allowed in an SVG, are
    /// spelt out.
    pub fn text(
        &self,
        text: &str,
        (x, y): (f64, f64),
        anchor: Anchor,
        font: Font,
        colour: Colour,
    ) -> Result<(), PlotError> {
        let style = font
            .description(self.metrics.size_per_em, self.scale)
            .color(&colour.drawn())
            .pos(Pos::new(anchor, VPos::Top));
        let place = self.place(x, y - self.metrics.baseline_em * font.em);
        self.area
            .draw(&Text::new(visible(text), place, style))
            .map_err(PlotError::drawing)
    }

    /// A text that reads upwards, centred at `y`; `x` is its baseline.
    pub fn upward_text(
        &self,
        text: &str,
        (x, y): (f64, f64),
        font: Font,
        colour: Colour,
    ) -> Result<(), PlotError> {
        let style = font
            .description(self.metrics.size_per_em, self.scale)
            .transform(FontTransform::Rotate270)
            .color(&colour.drawn())
            .pos(Pos::new(Anchor::Center, VPos::Top));
        let place = self.place(x - self.metrics.baseline_em * font.em, y);
        let text = Text::new(visible(text), place, style);
        self.area.draw(&text).map_err(PlotError::drawing)
    }

    /// Lines of text below each other; `y` is the baseline of the first.
    pub fn lines(
        &self,
        lines: &Lines,
        (x, y): (f64, f64),
        colour: Colour,
    ) -> Result<(), PlotError> {
        for (place, line) in lines.lines.iter().enumerate() {
            let y = y + place as f64 * lines.font.line();
            self.text(line, (x, y), Anchor::Left, lines.font, colour)?;
        }
        Ok(())
    }
}
