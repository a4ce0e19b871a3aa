//! A plot as the text of an SVG file and as the bytes of a PNG file.

use plotters::prelude::*;

use super::PlotError;
use super::canvas::{BITMAP_TEXT, Canvas, SVG_TEXT, WIDTH};
use super::colour::PAPER;
use super::text::register_fonts;

/// Places in an SVG are whole numbers of this part of a unit.
const SVG_SCALE: u32 = 10;

/// Pixels of the PNG per unit; 7 inches wide this is 326 dots per inch.
const PNG_SCALE: u32 = 3;

/// A PNG is drawn this many times finer in both directions, then averaged.
const PNG_FINER: u32 = 2;

/// Resolution written into the PNG, so that it is 7 inches wide where it is placed.
const PNG_DOTS_PER_METRE: u32 = 12_823;

/// A plot of known size that can be drawn on any canvas.
pub(super) trait Plot {
    /// Height in units; the width is [`WIDTH`].
    fn height(&self) -> f64;

    /// Draws everything.
    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError>;
}

/// The plot as SVG text.
pub(super) fn svg(plot: &impl Plot) -> Result<String, PlotError> {
    register_fonts()?;
    let (width, height) = (WIDTH as u32, plot.height().ceil() as u32);
    let size = (width * SVG_SCALE, height * SVG_SCALE);
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
    render(plot, Canvas::new(area, SVG_SCALE, SVG_TEXT))?;
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
