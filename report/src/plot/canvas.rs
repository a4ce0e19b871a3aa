//! The canvas of plots: fonts, axes, headings, and rendering as SVG and PNG.

use super::colour::{Colour, GREY, GRID, INK, MUTED, PAPER};
use super::{Drawn, PlotError};
use crate::format::{fixed, round_step};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::register_font;
use plotters::style::text_anchor::{Pos, VPos};
use std::sync::OnceLock;
use tradewind_engine::input::control_characters::visible;

/// Width of every plot in its own units, which are pixels of an SVG at its natural size.
pub(super) const WIDTH: f64 = 760.0;

/// The left and right margin.
pub(super) const MARGIN: f64 = 16.0;

/// The width at which lines wrap, with room for wider fonts of readers.
const LINE_WIDTH: f64 = 0.88 * (WIDTH - 2.0 * MARGIN);

/// The horizontal alignment of text.
pub(super) use plotters::style::text_anchor::HPos as Anchor;

/// The text metrics of a backend.
#[derive(Debug, Clone, Copy, PartialEq)]
struct TextMetrics {
    /// Its font size per em.
    size_per_em: f64,
    /// The distance from its top of a text to the baseline.
    baseline_em: f64,
}

/// The SVG backend divides the font size by 1.24, and puts the baseline at 0.76 em.
const SVG_TEXT: TextMetrics = TextMetrics {
    size_per_em: 1.24,
    baseline_em: 0.76,
};

/// For bitmaps the baseline is half a font size below the top.
const BITMAP_TEXT: TextMetrics = TextMetrics {
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
    fn new(area: DrawingArea<DB, Shift>, scale: u32, metrics: TextMetrics) -> Canvas<DB> {
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
    pub(crate) fn rectangle(
        &self,
        corners: [(f64, f64); 2],
        colour: Colour,
    ) -> Result<(), PlotError> {
        let [upper_left, lower_right] = corners.map(|(x, y)| self.place(x, y));
        let rectangle = Rectangle::new([upper_left, lower_right], colour.drawn().filled());
        self.area.draw(&rectangle).map_err(PlotError::drawing)
    }

    /// A horizontal line.
    pub(crate) fn horizontal(
        &self,
        (left, right): (f64, f64),
        y: f64,
        width: f64,
        colour: Colour,
    ) -> Result<(), PlotError> {
        self.rectangle([(left, y - width / 2.0), (right, y + width / 2.0)], colour)
    }

    /// A vertical line.
    pub(crate) fn vertical(
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
    pub(crate) fn arrow_head(
        &self,
        x: f64,
        y: f64,
        length: f64,
        colour: Colour,
    ) -> Result<(), PlotError> {
        let half = length.abs() / 2.0;
        let corners = [(x, y), (x - length, y - half), (x - length, y + half)];
        let triangle = Polygon::new(
            corners.map(|(x, y)| self.place(x, y)),
            colour.drawn().filled(),
        );
        self.area.draw(&triangle).map_err(PlotError::drawing)
    }

    /// A text of one line; `y` is its baseline. Control characters, most of which SVG does not allow, are escaped.
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
    pub(crate) fn upward_text(
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

    /// A vertical grid line from `top` to `bottom` with a label below.
    pub(crate) fn tick_below(
        &self,
        x: f64,
        (top, bottom): (f64, f64),
        label: &str,
    ) -> Result<(), PlotError> {
        self.vertical(x, (top, bottom), 1.0, GRID)?;
        self.text(label, (x, bottom + 17.0), Anchor::Center, LABEL, MUTED)
    }

    /// The label of a number at the left of a field.
    pub(crate) fn label_left(&self, left: f64, y: f64, label: &str) -> Result<(), PlotError> {
        let place = (left - 8.0, y + 0.355 * SMALL.em);
        self.text(label, place, Anchor::Right, SMALL, MUTED)
    }

    /// The titles of the horizontal and the vertical axis of a field.
    pub(crate) fn axis_titles(
        &self,
        (left, right): (f64, f64),
        (top, bottom): (f64, f64),
        titles: [&str; 2],
    ) -> Result<(), PlotError> {
        let below = ((left + right) / 2.0, bottom + 40.0);
        self.text(titles[0], below, Anchor::Center, LABEL, INK)?;
        let side = (MARGIN + 10.0, (top + bottom) / 2.0);
        self.upward_text(titles[1], side, LABEL, INK)
    }

    /// A line from the end of a curve to its label at the right.
    pub fn leader(&self, end: (f64, f64), label: (f64, f64)) -> Result<(), PlotError> {
        self.path(&[end, label], 0.7, GREY)
    }

    /// Lines of text below each other; `y` is the baseline of the first.
    fn lines(&self, lines: &Lines, (x, y): (f64, f64), colour: Colour) -> Result<(), PlotError> {
        for (place, line) in lines.lines.iter().enumerate() {
            let y = y + place as f64 * lines.font.line();
            self.text(line, (x, y), Anchor::Left, lines.font, colour)?;
        }
        Ok(())
    }
}

/// The ascent of Noto Sans (1.069 em) plus its descent (0.293 em), which font libraries here use as font size.
const SIZE_PER_EM: f64 = 1.362;

/// The font family in SVG, which is also the name of the registered fonts.
const FAMILY: &str = "Noto Sans, system-ui, sans-serif";

/// Size and weight of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Font {
    /// The em in units.
    pub em: f64,
    pub bold: bool,
}

const TITLE: Font = Font {
    em: 16.0,
    bold: true,
};
pub(super) const LABEL: Font = Font {
    em: 12.0,
    bold: false,
};
pub(super) const STRONG: Font = Font {
    em: 12.0,
    bold: true,
};
pub(super) const SMALL: Font = Font {
    em: 11.0,
    bold: false,
};

impl Font {
    /// The distance of lines.
    pub fn line(self) -> f64 {
        (1.45 * self.em).round()
    }

    /// Shortens a text to a width with an ellipsis.
    pub fn shortened(self, text: &str, width: f64) -> Result<String, PlotError> {
        if self.width(text)? <= width {
            return Ok(text.to_owned());
        }
        let mut shorter = text.to_owned();
        while shorter.pop().is_some() {
            let candidate = format!("{}…", shorter.trim_end());
            if self.width(&candidate)? <= width {
                return Ok(candidate);
            }
        }
        Ok(String::new())
    }

    /// The font for a backend.
    pub fn description(self, size_per_em: f64, scale: f64) -> FontDesc<'static> {
        let style = if self.bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        };
        FontDesc::new(
            FontFamily::Name(FAMILY),
            self.em * size_per_em * scale,
            style,
        )
    }

    /// The width of a text.
    pub fn width(self, text: &str) -> Result<f64, PlotError> {
        register_fonts()?;
        // The library rounds to integers.
        let finer = 16.0;
        let description = self.description(SIZE_PER_EM, finer);
        let (_, (width, _)) = description.layout_box(text).map_err(PlotError::drawing)?;
        Ok(f64::from(width) / finer)
    }
}

/// Wrapped text.
struct Lines {
    pub lines: Vec<String>,
    pub font: Font,
}

impl Lines {
    /// Wraps paragraphs between words to a width.
    pub fn new(paragraphs: &[String], font: Font, width: f64) -> Result<Lines, PlotError> {
        let mut lines = Vec::new();
        for paragraph in paragraphs {
            let mut line = String::new();
            for word in paragraph.split(' ') {
                let longer = if line.is_empty() {
                    word.to_owned()
                } else {
                    format!("{line} {word}")
                };
                if !line.is_empty() && font.width(&longer)? > width {
                    lines.push(std::mem::replace(&mut line, word.to_owned()));
                } else {
                    line = longer;
                }
            }
            lines.push(line);
        }
        Ok(Lines { lines, font })
    }

    /// The height of all lines.
    pub fn height(&self) -> f64 {
        self.lines.len() as f64 * self.font.line()
    }
}

/// A number with the minus sign U+2212.
pub(super) fn with_minus(number: &str) -> String {
    number.replace('-', "\u{2212}")
}

/// Registers the compiled-in fonts once.
fn register_fonts() -> Result<(), PlotError> {
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    let registered = *REGISTERED.get_or_init(|| {
        register_font(FAMILY, FontStyle::Normal, notosans::REGULAR_TTF).is_ok()
            && register_font(FAMILY, FontStyle::Bold, notosans::BOLD_TTF).is_ok()
    });
    if registered {
        Ok(())
    } else {
        Err(PlotError::Font)
    }
}

/// Sorts labels by height and moves them apart by at least `gap`, above `bottom`.
pub(super) fn spread_labels<T>(labels: &mut [(T, f64)], gap: f64, bottom: f64) {
    labels.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut above = f64::MIN;
    for (_, y) in labels.iter_mut() {
        *y = y.max(above + gap);
        above = *y;
    }
    let mut below = bottom + gap;
    for (_, y) in labels.iter_mut().rev() {
        *y = y.min(below - gap);
        below = *y;
    }
}

/// A linear scale from numbers to places along a horizontal axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    /// The number at the left end.
    pub min: f64,
    /// The number at the right end.
    pub max: f64,
    /// The left end in units.
    pub left: f64,
    /// The right end in units.
    pub right: f64,
}

impl Axis {
    /// The place of a number, which may be outside the ends.
    pub fn at(self, number: f64) -> f64 {
        let share = (number - self.min) / (self.max - self.min);
        self.left + share * (self.right - self.left)
    }

    /// The ends in units.
    pub fn ends(self) -> (f64, f64) {
        (self.left, self.right)
    }

    /// Round numbers at least 45 units apart, with their labels.
    pub(crate) fn ticks(self) -> Vec<(f64, String)> {
        let per_unit = (self.max - self.min) / (self.right - self.left);
        let step = round_step(45.0 * per_unit);
        let decimals = (-libm::log10(step).floor()).clamp(0.0, 6.0) as usize;
        let first = (self.min / step - 1e-9).ceil() as i64;
        let last = (self.max / step + 1e-9).floor() as i64;
        (first..=last)
            .map(|place| {
                let number = place as f64 * step;
                (number, with_minus(&fixed(number, decimals)))
            })
            .collect()
    }
}

/// The title and subtitle of a plot.
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

    /// The height including the space below.
    pub fn height(&self) -> f64 {
        24.0 + self.title.height() + self.subtitle.height()
    }

    pub fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        canvas.lines(&self.title, (MARGIN, 28.0), INK)?;
        let below = 26.0 + self.title.height();
        canvas.lines(&self.subtitle, (MARGIN, below), MUTED)
    }
}

/// Coordinates in SVG per unit.
const SVG_SCALE: u32 = 10;

/// Pixels of a PNG per unit: 326 dots per inch at a width of 7 inches.
const PNG_SCALE: u32 = 3;

/// The supersampling factor of a PNG.
const PNG_FINER: u32 = 2;

/// The resolution of a PNG, for a width of 7 inches.
const PNG_DOTS_PER_METRE: u32 = 12_823;

/// A plot of known size that can be drawn on any canvas.
pub(super) trait Plot {
    /// Height in units; the width is [`WIDTH`].
    fn height(&self) -> f64;

    /// Draws everything.
    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError>;
}

/// Draws a plot as SVG and PNG.
pub(super) fn drawn(plot: &impl Plot) -> Result<Drawn, PlotError> {
    Ok((svg(plot)?, png(plot)?))
}

/// The plot as SVG text.
fn svg(plot: &impl Plot) -> Result<String, PlotError> {
    register_fonts()?;
    let (width, height) = (WIDTH as u32, plot.height().ceil() as u32);
    let size = (width * SVG_SCALE, height * SVG_SCALE);
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
    render(plot, Canvas::new(area, SVG_SCALE, SVG_TEXT))?;
    // The size is that of the plot, not that of the finer coordinates.
    let finer = format!(r#"<svg width="{}" height="{}""#, size.0, size.1);
    Ok(text.replacen(
        &finer,
        &format!(r#"<svg width="{width}" height="{height}""#),
        1,
    ))
}

/// The plot as the bytes of a PNG file.
fn png(plot: &impl Plot) -> Result<Vec<u8>, PlotError> {
    register_fonts()?;
    let (width, height) = (
        WIDTH as u32 * PNG_SCALE,
        plot.height().ceil() as u32 * PNG_SCALE,
    );
    let size = (width * PNG_FINER, height * PNG_FINER);
    let mut pixels = vec![0; 3 * size.0 as usize * size.1 as usize];
    let area = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
    render(plot, Canvas::new(area, PNG_SCALE * PNG_FINER, BITMAP_TEXT))?;
    let pixels = averaged(&pixels, width as usize, height as usize, PNG_FINER as usize);

    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: PNG_DOTS_PER_METRE,
        yppu: PNG_DOTS_PER_METRE,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

fn render<DB: DrawingBackend>(plot: &impl Plot, canvas: Canvas<DB>) -> Result<(), PlotError> {
    canvas.rectangle([(0.0, 0.0), (WIDTH, plot.height().ceil())], PAPER)?;
    plot.draw(&canvas)?;
    canvas.present()
}

/// An RGB image of `width` by `height` from one `finer` times as wide and high.
fn averaged(pixels: &[u8], width: usize, height: usize, finer: usize) -> Vec<u8> {
    let mut smaller = Vec::with_capacity(3 * width * height);
    for y in 0..height {
        for x in 0..width {
            for channel in 0..3 {
                let mut sum = 0;
                for row in finer * y..finer * (y + 1) {
                    for column in finer * x..finer * (x + 1) {
                        sum += usize::from(pixels[3 * (row * finer * width + column) + channel]);
                    }
                }
                smaller.push((sum / (finer * finer)) as u8);
            }
        }
    }
    smaller
}
