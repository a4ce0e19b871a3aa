//! Text of known size: fonts, and lines that fit.

use std::sync::OnceLock;

use plotters::prelude::*;
use plotters::style::register_font;

use super::PlotError;

/// Noto Sans rises 1.069 em and sinks 0.293 em; font libraries here take the sum as font size.
pub(super) const SIZE_PER_EM: f64 = 1.362;

/// The fonts as an SVG names them, which is also the name they are registered under.
const FAMILY: &str = "Noto Sans, system-ui, sans-serif";

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
    pub fn line(self) -> f64 {
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

    /// For a backend that wants its font sizes `size_per_em` times the em.
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

    /// Width of a text in units.
    pub fn width(self, text: &str) -> Result<f64, PlotError> {
        register_fonts()?;
        // The library rounds to whole pixels.
        let finer = 16.0;
        let description = self.description(SIZE_PER_EM, finer);
        let (_, (width, _)) = description.layout_box(text).map_err(PlotError::drawing)?;
        Ok(f64::from(width) / finer)
    }
}

/// Text broken into lines that fit.
pub(super) struct Lines {
    pub lines: Vec<String>,
    pub font: Font,
}

impl Lines {
    /// Breaks paragraphs between words into lines of at most `width` units; a longer word stays
    /// whole.
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

    /// Height from the first baseline to where one more line would have its own.
    pub fn height(&self) -> f64 {
        self.lines.len() as f64 * self.font.line()
    }
}

/// The text of a number with a true minus sign.
pub(super) fn with_minus(number: &str) -> String {
    number.replace('-', "\u{2212}")
}

/// Makes the compiled-in fonts known to the drawing library, once.
pub(super) fn register_fonts() -> Result<(), PlotError> {
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
