//! Plots as SVG and PNG from the same drawing code, and laid out anew for phones.
//!
//! The font is Noto Sans, which is compiled in (crate `notosans`, SIL Open Font License); an SVG only names it. Colours are
//! from the colour-blind-safe palette of Okabe and Ito (*Color universal design*, 2008); nothing is distinguished by colour
//! alone. Every plot fails with [`PlotError::Empty`] if there is nothing to draw.

mod agreement;
pub(crate) mod boards;
mod canvas;
pub(crate) mod colour;
mod curves;
mod game_lengths;
mod heat_map;
mod llr_path;
mod method_values;
mod panels;
mod skill;

pub use agreement::{Cross, agreement};
pub use curves::{Curve, Floor, curves};
pub use game_lengths::game_lengths;
pub use heat_map::{BoardNames, HeatBoard, heat_map};
pub use llr_path::llr_path;
pub use method_values::{Series, distances, method_values};
pub use panels::{Bar, Panel, panels};
pub use skill::skill;

use thiserror::Error;
use tradewind_files::Files;

/// Why a plot cannot be drawn.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlotError {
    /// There is nothing to draw.
    #[error("there is nothing to draw: {0}")]
    Empty(&'static str),
    /// The drawing library refused the compiled-in fonts.
    #[error("the compiled-in fonts cannot be read")]
    Font,
    /// The drawing library failed.
    #[error("drawing: {0}")]
    Drawing(String),
    /// The PNG writer failed.
    #[error("writing PNG: {0}")]
    Png(#[from] ::png::EncodingError),
}

impl PlotError {
    /// Wraps an error of the drawing library.
    fn drawing(error: impl std::fmt::Display) -> PlotError {
        PlotError::Drawing(error.to_string())
    }
}

/// A plot in every layout, which is rendered only where it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// With the title.
    file: canvas::Canvas,
    /// Without the title, on wide screens and on phones.
    on_page: [canvas::Canvas; 2],
}

impl Drawn {
    /// The text of an SVG file with its title.
    ///
    /// # Errors
    /// The drawing library fails.
    pub fn svg(&self) -> Result<String, PlotError> {
        self.file.svg()
    }

    /// The same as the bytes of a PNG file.
    ///
    /// # Errors
    /// The drawing library fails.
    pub fn png(&self) -> Result<Vec<u8>, PlotError> {
        self.file.png()
    }

    /// The texts of two SVG without the title, for a page on wide screens and on phones.
    ///
    /// # Errors
    /// The drawing library fails.
    pub fn page_svgs(&self) -> Result<[String; 2], PlotError> {
        let [wide, narrow] = &self.on_page;
        Ok([wide.svg()?, narrow.svg()?])
    }
}

/// Adds a plot to files, as SVG and PNG.
pub(crate) fn add_files(files: &mut Files, name: &str, drawn: &Drawn) -> Result<(), PlotError> {
    files.push((format!("{name}.svg"), drawn.svg()?.into_bytes()));
    files.push((format!("{name}.png"), drawn.png()?));
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests;
