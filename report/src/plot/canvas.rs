//! The canvas of plots: fonts, axes, headings, and rendering as SVG and PNG.

use super::colour::{Colour, GREY, GRID, INK, MUTED, PAPER};
use super::{Drawn, PlotError};
use crate::format::{fixed, round_step};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::register_font;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::sync::OnceLock;
use tradewind_engine::input::control_characters::visible;

/// The width of a plot, and whether it has its title.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    /// In units, which are pixels of an SVG at its natural size.
    pub width: f64,
    is_titled: bool,
}

impl Layout {
    /// A file.
    pub const FILE: Layout = Layout::new(760.0, true);
    /// A part of a page, which has the title above the plot: on wide screens, and on phones.
    pub const PAGES: [Layout; 2] = [Layout::new(760.0, false), Layout::new(360.0, false)];

    /// A drawing of its own width.
    pub const fn new(width: f64, is_titled: bool) -> Layout {
        Layout { width, is_titled }
    }

    /// One of two choices for wide and for narrow plots.
    pub fn choose<T>(self, wide: T, narrow: T) -> T {
        if self.width < 500.0 { narrow } else { wide }
    }

    /// The width at which lines wrap, with room for wider fonts of readers.
    pub fn line_width(self) -> f64 {
        0.88 * (self.width - 2.0 * MARGIN)
    }
}

/// Draws a plot in every layout.
pub(super) fn drawn(
    plot: impl Fn(Layout) -> Result<Canvas, PlotError>,
) -> Result<Drawn, PlotError> {
    let [wide, narrow] = Layout::PAGES.map(&plot);
    Ok(Drawn {
        file: plot(Layout::FILE)?,
        on_page: [wide?, narrow?],
    })
}

/// The left and right margin.
pub(super) const MARGIN: f64 = 16.0;

/// The horizontal alignment of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Anchor {
    Left,
    Center,
    Right,
}

impl Anchor {
    /// The alignment for the drawing library.
    fn across(self) -> HPos {
        match self {
            Anchor::Left => HPos::Left,
            Anchor::Center => HPos::Center,
            Anchor::Right => HPos::Right,
        }
    }
}

/// A place in units from the upper left corner.
type Place = (f64, f64);

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// Two corners, upper left first.
    Rectangle([Place; 2]),
    /// A line of some width through points.
    Path(Vec<Place>, f64),
    /// A centre and a radius.
    Dot(Place, f64),
    Triangle([Place; 3]),
    /// The beginning, middle or end of the baseline.
    Text(String, Place, Anchor, Font),
    /// A text that reads upwards, with the middle of its baseline.
    UpwardText(String, Place, Font),
}

/// A plot: shapes in the order of drawing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Canvas {
    shapes: Vec<(Shape, Colour)>,
    pub layout: Layout,
    /// The lower end of the heading.
    pub top: f64,
    height: f64,
}

/// The part of a plot between its axes.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Canvas {
    /// A canvas with title and subtitle.
    pub fn new(layout: Layout, title: &str, subtitle: &[&str]) -> Result<Canvas, PlotError> {
        let mut canvas = Canvas {
            layout,
            ..Canvas::bare(layout.width)
        };
        let mut y = 16.0;
        if layout.is_titled {
            y = canvas.paragraph(&[title], (MARGIN, 28.0), TITLE, INK)? - 2.0;
        }
        canvas.top = canvas.paragraph(subtitle, (MARGIN, y), LABEL, MUTED)? - 2.0;
        Ok(canvas)
    }

    /// A canvas without heading.
    pub fn bare(width: f64) -> Canvas {
        Canvas {
            shapes: Vec::new(),
            layout: Layout::new(width, false),
            top: 0.0,
            height: 0.0,
        }
    }

    /// Paragraphs; the first baseline begins at a place. Returns the next baseline.
    pub fn paragraph(
        &mut self,
        texts: &[&str],
        (x, mut y): Place,
        font: Font,
        colour: Colour,
    ) -> Result<f64, PlotError> {
        for line in wrapped(texts, font, self.layout.line_width() - (x - MARGIN))? {
            self.text(&line, (x, y), Anchor::Left, font, colour);
            y += font.line();
        }
        Ok(y)
    }

    /// The finished canvas.
    pub fn of_height(self, height: f64) -> Canvas {
        let height = height.ceil();
        Canvas { height, ..self }
    }

    /// A field `below` the heading.
    pub fn field(&self, (left, right): (f64, f64), below: f64, height: f64) -> Field {
        let top = self.top + below;
        Field {
            left,
            right,
            top,
            bottom: top + height,
        }
    }

    /// A filled rectangle between two corners, upper left first.
    pub fn rectangle(&mut self, corners: [Place; 2], colour: Colour) {
        self.shapes.push((Shape::Rectangle(corners), colour));
    }

    /// A horizontal line.
    pub fn horizontal(&mut self, (left, right): (f64, f64), y: f64, width: f64, colour: Colour) {
        self.rectangle([(left, y - width / 2.0), (right, y + width / 2.0)], colour);
    }

    /// A vertical line.
    pub fn vertical(&mut self, x: f64, (top, bottom): (f64, f64), width: f64, colour: Colour) {
        self.rectangle([(x - width / 2.0, top), (x + width / 2.0, bottom)], colour);
    }

    /// A line through points.
    pub fn path(&mut self, points: &[Place], width: f64, colour: Colour) {
        let path = Shape::Path(points.to_vec(), width);
        self.shapes.push((path, colour));
    }

    /// A filled circle.
    pub fn dot(&mut self, centre: Place, radius: f64, colour: Colour) {
        self.shapes.push((Shape::Dot(centre, radius), colour));
    }

    /// A filled triangle whose point is at (`x`, `y`), `length` to the right (or left if negative)
    /// of its base.
    pub fn arrow_head(&mut self, (x, y): Place, length: f64, colour: Colour) {
        let half = length.abs() / 2.0;
        self.triangle(
            [(x, y), (x - length, y - half), (x - length, y + half)],
            colour,
        );
    }

    /// A filled triangle.
    pub fn triangle(&mut self, corners: [Place; 3], colour: Colour) {
        self.shapes.push((Shape::Triangle(corners), colour));
    }

    /// A text of one line; `y` is its baseline. Control characters, most of which SVG does not allow, are escaped.
    pub fn text(&mut self, text: &str, place: Place, anchor: Anchor, font: Font, colour: Colour) {
        let text = Shape::Text(visible(text).into_owned(), place, anchor, font);
        self.shapes.push((text, colour));
    }

    /// A text of one line; `y` is the middle of its digits.
    pub fn label(&mut self, text: &str, (x, y): Place, anchor: Anchor, font: Font, colour: Colour) {
        self.text(text, (x, y + 0.355 * font.em), anchor, font, colour);
    }

    /// The title of a vertical axis, which reads upwards between two heights.
    pub fn upward_title(&mut self, text: &str, (top, bottom): (f64, f64)) -> Result<(), PlotError> {
        let place = (self.layout.choose(MARGIN, 0.0) + 10.0, (top + bottom) / 2.0);
        let (text, font) = LABEL.fitted(&visible(text), bottom - top)?;
        self.shapes
            .push((Shape::UpwardText(text, place, font), INK));
        Ok(())
    }

    /// A vertical grid line with a label below.
    pub fn tick_below(&mut self, field: Field, x: f64, label: &str) {
        self.vertical(x, (field.top, field.bottom), 1.0, GRID);
        let place = (x, field.bottom + 17.0);
        self.text(label, place, Anchor::Center, LABEL, MUTED);
    }

    /// A horizontal line with the label of its number at the left.
    pub fn line_left(&mut self, field: Field, y: f64, label: &str, width: f64, colour: Colour) {
        self.horizontal((field.left, field.right), y, width, colour);
        self.label(label, (field.left - 8.0, y), Anchor::Right, SMALL, MUTED);
    }

    /// The titles of the horizontal and the vertical axis.
    pub fn axis_titles(&mut self, field: Field, titles: [&str; 2]) -> Result<(), PlotError> {
        self.title_below(titles[0], (field.left, field.right), field.bottom + 40.0)?;
        self.upward_title(titles[1], (field.top, field.bottom))
    }

    /// The title of a horizontal axis, centred under it if there is room.
    pub fn title_below(
        &mut self,
        title: &str,
        (left, right): (f64, f64),
        y: f64,
    ) -> Result<(), PlotError> {
        let width = self.layout.width;
        let (title, font) = LABEL.fitted(title, self.layout.line_width())?;
        let half = font.width(&title)? / 2.0;
        let middle = ((left + right) / 2.0).min(width - MARGIN - half);
        self.text(&title, (middle.max(half), y), Anchor::Center, font, INK);
        Ok(())
    }

    /// The name of a curve at the right of its field, at a height, with a line from the end of the curve.
    pub fn name_at_right(
        &mut self,
        name: &str,
        (x, y): (f64, f64),
        end: Option<Place>,
        font: Font,
        colour: Colour,
    ) -> Result<(), PlotError> {
        if let Some(end) = end {
            self.path(&[end, (x - 4.0, y)], 0.7, GREY);
        }
        let margin = self.layout.choose(MARGIN, 4.0);
        let name = font.shortened(name, self.layout.width - margin - x)?;
        self.label(&name, (x, y), Anchor::Left, font, colour);
        Ok(())
    }

    /// The plot as SVG.
    pub fn svg(&self) -> Result<String, PlotError> {
        register_fonts()?;
        let (width, whole) = (self.layout.width as u32, self.height as u32);
        let size = (width * SVG_SCALE, whole * SVG_SCALE);
        let mut text = String::new();
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        self.render(&area, SVG_SCALE, SVG_TEXT)?;
        drop(area);
        // The size is that of the plot, not that of the finer coordinates.
        let finer = format!(r#"<svg width="{}" height="{}""#, size.0, size.1);
        let own = format!(r#"<svg width="{width}" height="{whole}""#);
        Ok(text.replacen(&finer, &own, 1))
    }

    /// The plot as PNG.
    pub fn png(&self) -> Result<Vec<u8>, PlotError> {
        register_fonts()?;
        let lengths = [self.layout.width, self.height];
        let [width, whole] = lengths.map(|length| length as u32 * PNG_SCALE);
        let size = (width * PNG_FINER, whole * PNG_FINER);
        let mut pixels = vec![0; 3 * size.0 as usize * size.1 as usize];
        let area = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
        self.render(&area, PNG_SCALE * PNG_FINER, BITMAP_TEXT)?;
        drop(area);
        let pixels = averaged(&pixels, width as usize, whole as usize, PNG_FINER as usize);

        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, whole);
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

    /// Draws all shapes on paper, with `scale` pixels per unit.
    fn render<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        scale: u32,
        metrics: TextMetrics,
    ) -> Result<(), PlotError> {
        let scale = f64::from(scale);
        let scaled = |length: f64| (length * scale).round();
        let at = |(x, y): Place| (scaled(x) as i32, scaled(y) as i32);
        let style = |font: Font, anchor: Anchor, colour: Colour| {
            let font = font.description(metrics.size_per_em, scale);
            font.color(&colour.drawn())
                .pos(Pos::new(anchor.across(), VPos::Top))
        };
        let whole = [(0.0, 0.0), (self.layout.width, self.height)];
        let paper = (Shape::Rectangle(whole), PAPER);
        for (shape, colour) in std::iter::once(&paper).chain(&self.shapes) {
            let filled = colour.drawn().filled();
            let drawn = match shape {
                Shape::Rectangle(corners) => area.draw(&Rectangle::new(corners.map(at), filled)),
                Shape::Path(points, width) => {
                    let points: Vec<(i32, i32)> = points.iter().copied().map(at).collect();
                    let style = colour.drawn().stroke_width(scaled(*width) as u32);
                    area.draw(&PathElement::new(points, style))
                }
                Shape::Dot(centre, radius) => {
                    let radius = scaled(*radius) as i32;
                    area.draw(&Circle::new(at(*centre), radius, filled))
                }
                Shape::Triangle(corners) => area.draw(&Polygon::new(corners.map(at), filled)),
                Shape::Text(text, (x, y), anchor, font) => {
                    let place = at((*x, y - metrics.baseline_em * font.em));
                    let style = style(*font, *anchor, *colour);
                    area.draw(&Text::new(text.as_str(), place, style))
                }
                Shape::UpwardText(text, (x, y), font) => {
                    let place = at((x - metrics.baseline_em * font.em, *y));
                    let style = style(*font, Anchor::Center, *colour);
                    let style = style.transform(FontTransform::Rotate270);
                    area.draw(&Text::new(text.as_str(), place, style))
                }
            };
            drawn.map_err(PlotError::drawing)?;
        }
        area.present().map_err(PlotError::drawing)
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

/// The text metrics of a backend.
#[derive(Clone, Copy)]
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

const TITLE: Font = Font::new(16.0, true);
pub(super) const LABEL: Font = Font::new(12.0, false);
pub(super) const STRONG: Font = Font::new(12.0, true);
pub(super) const SMALL: Font = Font::new(11.0, false);

impl Font {
    const fn new(em: f64, bold: bool) -> Font {
        Font { em, bold }
    }

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

    /// A text in a font that is small enough for a width, or else shortened.
    fn fitted(self, text: &str, width: f64) -> Result<(String, Font), PlotError> {
        const SMALLEST: f64 = 9.5;
        let needed = self.width(text)?;
        let em = (self.em * width / needed.max(1.0)).clamp(SMALLEST, self.em);
        let font = Font { em, ..self };
        Ok((font.shortened(text, width)?, font))
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

/// Wraps paragraphs between words.
fn wrapped(paragraphs: &[&str], font: Font, width: f64) -> Result<Vec<String>, PlotError> {
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
    Ok(lines)
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

/// The lowest and the highest of some numbers.
pub(super) fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::MAX, f64::MIN), |(low, high), number| {
        (low.min(number), high.max(number))
    })
}

/// A linear scale from numbers to places along an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    /// The numbers at its ends.
    pub min: f64,
    pub max: f64,
    /// The left (or lower) and right (or upper) end in units.
    pub left: f64,
    pub right: f64,
}

impl Axis {
    pub fn new((min, max): (f64, f64), (left, right): (f64, f64)) -> Axis {
        Axis {
            min,
            max,
            left,
            right,
        }
    }

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
    pub fn ticks(self) -> Vec<(f64, String)> {
        let per_unit = (self.max - self.min) / (self.right - self.left).abs();
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
