//! What both plots draw with: colours, text of known size, axes; and the two kinds of file.

use std::fmt::Display;
use std::sync::OnceLock;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::register_font;
use plotters::style::text_anchor::{Pos, VPos};

use super::PlotError;
use crate::format::{fixed, round_step};

pub(super) const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFF);
pub(super) const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
pub(super) const MUTED: RGBColor = RGBColor(0x60, 0x66, 0x6E);
pub(super) const AXIS: RGBColor = RGBColor(0x9A, 0xA0, 0xA6);
pub(super) const GRID: RGBColor = RGBColor(0xE7, 0xE9, 0xEC);
pub(super) const BLUE: RGBColor = RGBColor(0x00, 0x72, 0xB2);
pub(super) const LIGHT_BLUE: RGBColor = RGBColor(0x8F, 0xB8, 0xD2);
pub(super) const ORANGE: RGBColor = RGBColor(0xD5, 0x5E, 0x00);
pub(super) const GREY: RGBColor = RGBColor(0xB0, 0xB5, 0xBB);

/// The colours of plots, as they stand in SVG, each with its replacement on a dark page.
pub const DARK_COLOURS: [(&str, &str); 9] = [
    ("#FFFFFF", "#16191D"),
    ("#222222", "#E6E8EB"),
    ("#60666E", "#A3AAB3"),
    ("#9AA0A6", "#6B727B"),
    ("#E7E9EC", "#2A2F36"),
    ("#0072B2", "#56B4E9"),
    ("#8FB8D2", "#3B6F8F"),
    ("#D55E00", "#F0884A"),
    ("#B0B5BB", "#6F767F"),
];

/// Width of every plot in its own units, which are pixels of an SVG at its natural size.
pub(super) const WIDTH: f64 = 760.0;

/// From the left edge, and from the right edge.
pub(super) const MARGIN: f64 = 16.0;

/// Places in an SVG are whole numbers of this part of a unit.
const SVG_SCALE: u32 = 10;

/// Pixels of the PNG per unit; 7 inches wide this is 326 dots per inch.
const PNG_SCALE: u32 = 3;

/// A PNG is drawn this many times finer in both directions, then averaged.
const PNG_FINER: u32 = 2;

/// Resolution written into the PNG, so that it is 7 inches wide where it is placed.
const PNG_DOTS_PER_METRE: u32 = 12_823;

/// Noto Sans rises 1.069 em and sinks 0.293 em; font libraries here take the sum as font size.
const SIZE_PER_EM: f64 = 1.362;

/// The SVG backend divides the font size by this to get the em.
const SVG_SIZE_PER_EM: f64 = 1.24;

/// The SVG backend puts the baseline this far below the top of a text.
const SVG_BASELINE_EM: f64 = 0.76;

/// A plot of known size that can be drawn on any canvas.
pub(super) trait Plot {
    /// Height in units; the width is [`WIDTH`].
    fn height(&self) -> f64;

    /// Draws everything.
    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError>;
}

/// Size and weight of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Font {
    /// The em in units.
    pub em: f64,
    pub bold: bool,
}

pub(super) const TITLE: Font = Font {
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
    /// Distance of lines in units.
    fn line(self) -> f64 {
        (1.45 * self.em).round()
    }

    /// The text, or as much of its beginning as fits with an ellipsis.
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

    fn description(self, size_per_em: f64, scale: f64) -> FontDesc<'static> {
        let style = if self.bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        };
        FontDesc::new(FontFamily::SansSerif, self.em * size_per_em * scale, style)
    }

    /// Width of a text in units.
    pub fn width(self, text: &str) -> Result<f64, PlotError> {
        register_fonts()?;
        // The library rounds to whole pixels.
        let finer = 16.0;
        let description = self.description(SIZE_PER_EM, finer);
        let (_, (width, _)) = description.layout_box(text).map_err(drawing_error)?;
        Ok(f64::from(width) / finer)
    }
}

/// Which end of a text is at the given place.
pub(super) use plotters::style::text_anchor::HPos as Anchor;

/// A drawing area measured in units from the upper left corner.
pub(super) struct Canvas<DB: DrawingBackend> {
    area: DrawingArea<DB, Shift>,
    scale: f64,
    size_per_em: f64,
    /// From the top of a text, as the backend sees it, to its baseline.
    baseline_em: f64,
}

impl<DB: DrawingBackend> Canvas<DB> {
    fn place(&self, x: f64, y: f64) -> (i32, i32) {
        (
            (x * self.scale).round() as i32,
            (y * self.scale).round() as i32,
        )
    }

    /// A filled rectangle between two corners, upper left first.
    pub fn rectangle(&self, corners: [(f64, f64); 2], colour: RGBColor) -> Result<(), PlotError> {
        let [upper_left, lower_right] = corners.map(|(x, y)| self.place(x, y));
        let rectangle = Rectangle::new([upper_left, lower_right], colour.filled());
        self.area.draw(&rectangle).map_err(drawing_error)
    }

    /// A horizontal line.
    pub fn horizontal(
        &self,
        (left, right): (f64, f64),
        y: f64,
        width: f64,
        colour: RGBColor,
    ) -> Result<(), PlotError> {
        self.rectangle([(left, y - width / 2.0), (right, y + width / 2.0)], colour)
    }

    /// A vertical line.
    pub fn vertical(
        &self,
        x: f64,
        (top, bottom): (f64, f64),
        width: f64,
        colour: RGBColor,
    ) -> Result<(), PlotError> {
        self.rectangle([(x - width / 2.0, top), (x + width / 2.0, bottom)], colour)
    }

    /// A filled circle.
    pub fn dot(&self, x: f64, y: f64, radius: f64, colour: RGBColor) -> Result<(), PlotError> {
        let radius = (radius * self.scale).round() as i32;
        let circle = Circle::new(self.place(x, y), radius, colour.filled());
        self.area.draw(&circle).map_err(drawing_error)
    }

    /// A filled triangle whose point is at (`x`, `y`), `length` to the right (or left if negative)
    /// of its base.
    pub fn arrow_head(
        &self,
        x: f64,
        y: f64,
        length: f64,
        colour: RGBColor,
    ) -> Result<(), PlotError> {
        let half = length.abs() / 2.0;
        let corners = [(x, y), (x - length, y - half), (x - length, y + half)];
        let triangle = Polygon::new(corners.map(|(x, y)| self.place(x, y)), colour.filled());
        self.area.draw(&triangle).map_err(drawing_error)
    }

    /// A text of one line; `y` is its baseline.
    pub fn text(
        &self,
        text: &str,
        (x, y): (f64, f64),
        anchor: Anchor,
        font: Font,
        colour: RGBColor,
    ) -> Result<(), PlotError> {
        let style = font
            .description(self.size_per_em, self.scale)
            .color(&colour)
            .pos(Pos::new(anchor, VPos::Top));
        let place = self.place(x, y - self.baseline_em * font.em);
        self.area
            .draw(&Text::new(text, place, style))
            .map_err(drawing_error)
    }

    /// A text that reads upwards, centred at `y`; `x` is its baseline.
    pub fn upward_text(
        &self,
        text: &str,
        (x, y): (f64, f64),
        font: Font,
        colour: RGBColor,
    ) -> Result<(), PlotError> {
        let style = font
            .description(self.size_per_em, self.scale)
            .transform(FontTransform::Rotate270)
            .color(&colour)
            .pos(Pos::new(Anchor::Center, VPos::Top));
        let place = self.place(x - self.baseline_em * font.em, y);
        let text = Text::new(text, place, style);
        self.area.draw(&text).map_err(drawing_error)
    }

    /// Lines of text below each other; `y` is the baseline of the first.
    pub fn lines(
        &self,
        lines: &Lines,
        (x, y): (f64, f64),
        colour: RGBColor,
    ) -> Result<(), PlotError> {
        for (place, line) in lines.lines.iter().enumerate() {
            let y = y + place as f64 * lines.font.line();
            self.text(line, (x, y), Anchor::Left, lines.font, colour)?;
        }
        Ok(())
    }
}

/// Text broken into lines that fit.
pub(super) struct Lines {
    lines: Vec<String>,
    font: Font,
}

impl Lines {
    /// Breaks paragraphs between words into lines of at most `width` units; a longer word stays
    /// whole.
    pub fn new(paragraphs: &[String], font: Font, width: f64) -> Result<Lines, PlotError> {
        let mut lines = Vec::new();
        for paragraph in paragraphs {
            let mut line = String::new();
            for word in paragraph.split(' ') {
                let longer = match line.is_empty() {
                    true => word.to_owned(),
                    false => format!("{line} {word}"),
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

    /// Height from the first baseline to where one more line would have its own.
    pub fn height(&self) -> f64 {
        self.lines.len() as f64 * self.font.line()
    }
}

/// Title and subtitle in the upper left corner.
pub(super) struct Heading {
    title: Lines,
    subtitle: Lines,
}

impl Heading {
    pub fn new(title: &str, subtitle: &[String]) -> Result<Heading, PlotError> {
        let width = WIDTH - 2.0 * MARGIN;
        Ok(Heading {
            title: Lines::new(&[title.to_owned()], TITLE, width)?,
            subtitle: Lines::new(subtitle, LABEL, width)?,
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
    /// The place of a number, which may lie outside.
    pub fn at(self, number: f64) -> f64 {
        let share = (number - self.min) / (self.max - self.min);
        self.left + share * (self.right - self.left)
    }

    /// The ends in units.
    pub fn ends(self) -> (f64, f64) {
        (self.left, self.right)
    }

    /// Round numbers along the axis, at least 45 units apart, with their labels.
    pub fn ticks(self) -> Vec<(f64, String)> {
        let per_unit = (self.max - self.min) / (self.right - self.left);
        let step = round_step(45.0 * per_unit);
        let decimals = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
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

/// The text of a number with a true minus sign.
pub(super) fn with_minus(number: &str) -> String {
    number.replace('-', "\u{2212}")
}

/// The plot as SVG text.
pub(super) fn svg(plot: &impl Plot) -> Result<String, PlotError> {
    register_fonts()?;
    let (width, height) = (WIDTH as u32, plot.height().ceil() as u32);
    let size = (width * SVG_SCALE, height * SVG_SCALE);
    let mut text = String::new();
    let canvas = Canvas {
        area: SVGBackend::with_string(&mut text, size).into_drawing_area(),
        scale: f64::from(SVG_SCALE),
        size_per_em: SVG_SIZE_PER_EM,
        baseline_em: SVG_BASELINE_EM,
    };
    render(plot, canvas)?;
    // The natural size is that of the plot, not that of the finer grid it is drawn on.
    let finer = format!(r#"<svg width="{}" height="{}""#, size.0, size.1);
    Ok(text.replacen(
        &finer,
        &format!(r#"<svg width="{width}" height="{height}""#),
        1,
    ))
}

/// The plot as the bytes of a PNG file.
pub(super) fn png(plot: &impl Plot) -> Result<Vec<u8>, PlotError> {
    register_fonts()?;
    let (width, height) = (
        WIDTH as u32 * PNG_SCALE,
        plot.height().ceil() as u32 * PNG_SCALE,
    );
    let size = (width * PNG_FINER, height * PNG_FINER);
    let mut pixels = vec![0; 3 * size.0 as usize * size.1 as usize];
    let canvas = Canvas {
        area: BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area(),
        scale: f64::from(PNG_SCALE * PNG_FINER),
        size_per_em: SIZE_PER_EM,
        // The library puts the baseline half a font size below the top.
        baseline_em: SIZE_PER_EM / 2.0,
    };
    render(plot, canvas)?;
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
    canvas.area.fill(&PAPER).map_err(drawing_error)?;
    plot.draw(&canvas)?;
    canvas.area.present().map_err(drawing_error)
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

/// Makes the compiled-in fonts known to the drawing library, once.
fn register_fonts() -> Result<(), PlotError> {
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    let registered = *REGISTERED.get_or_init(|| {
        let family = "sans-serif";
        register_font(family, FontStyle::Normal, notosans::REGULAR_TTF).is_ok()
            && register_font(family, FontStyle::Bold, notosans::BOLD_TTF).is_ok()
    });
    if registered {
        Ok(())
    } else {
        Err(PlotError::Font)
    }
}

fn drawing_error(error: impl Display) -> PlotError {
    PlotError::Drawing(error.to_string())
}
