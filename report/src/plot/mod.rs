//! Plots as SVG and PNG from the same drawing code.
//!
//! Text is drawn in Noto Sans, which is compiled in (crate `notosans`, SIL Open Font License);
//! nothing is needed of the system. An SVG only names its fonts, so a reader without Noto Sans sees
//! another sans-serif. Colours are from the palette of Okabe and Ito (*Color universal design*, 2008),
//! which readers with any colour vision can tell apart; nothing is told by colour alone.

mod agreement;
mod axis;
mod canvas;
pub(crate) mod colour;
mod curves;
mod file;
mod game_lengths;
mod heading;
mod heat_map;
mod llr_path;
mod method_values;
mod panels;
mod skill;
mod text;

pub use agreement::Cross;
pub use curves::{Curve, Floor};
pub use heat_map::{BoardNames, HeatBoard};
pub use method_values::Series;
pub use panels::{Bar, Panel};

use thiserror::Error;

use agreement::AgreementPlot;
use curves::CurvesPlot;
use file::{Plot, png, svg};
use game_lengths::GameLengthsPlot;
use heat_map::HeatMapPlot;
use llr_path::LlrPathPlot;
use method_values::MethodValuesPlot;
use panels::PanelsPlot;
use skill::SkillPlot;
use tradewind_analysis::dataset::GameOutcome;
use tradewind_analysis::values::skill::SkillCurve;
use tradewind_files::Files;
use tradewind_stats::Sprt;

/// Why a plot could not be drawn.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlotError {
    /// There is nothing to draw.
    #[error("there is nothing to draw: {0}")]
    Empty(&'static str),
    /// The compiled-in fonts were refused by the drawing library.
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
    /// What the drawing library reports.
    fn drawing(error: impl std::fmt::Display) -> PlotError {
        PlotError::Drawing(error.to_string())
    }
}

/// Histograms of the length of games, one panel for each termination over a common axis.
///
/// Terminations beyond the seven most frequent share a panel. Unfinished games are grey.
///
/// # Errors
/// [`PlotError::Empty`] if the games belong to fewer than two pairs.
pub fn game_lengths(games: &[GameOutcome], title: &str) -> Result<Drawn, PlotError> {
    drawn(&GameLengthsPlot::new(games, title)?)
}

/// Boards with a number on each square, the darker the larger. `words` are title, subtitle and what the numbers are.
///
/// # Errors
/// [`PlotError::Empty`] if there are no boards.
pub fn heat_map(
    boards: &[HeatBoard],
    names: &BoardNames,
    words: [&str; 3],
) -> Result<Drawn, PlotError> {
    drawn(&HeatMapPlot::new(boards, names, words)?)
}

/// The path of a match's log-likelihood ratio between the bounds of its test.
///
/// # Errors
/// [`PlotError::Empty`] if no pair was played.
pub fn llr_path(path: &[(u64, f64)], sprt: &Sprt, title: &str) -> Result<Drawn, PlotError> {
    drawn(&LlrPathPlot::new(path, sprt, title)?)
}

/// A plot as SVG text and as the bytes of a PNG file.
pub type Drawn = (String, Vec<u8>);

fn drawn(plot: &impl Plot) -> Result<Drawn, PlotError> {
    Ok((svg(plot)?, png(plot)?))
}

/// Adds a plot to files, as SVG and PNG.
pub(crate) fn add_files(files: &mut Files, name: &str, (svg, png): Drawn) {
    files.push((format!("{name}.svg"), svg.into_bytes()));
    files.push((format!("{name}.png"), png));
}

/// A plot; `None` when there is nothing to draw.
///
/// # Errors
/// It cannot be drawn.
pub(crate) fn if_any(plot: Result<Drawn, PlotError>) -> Result<Option<Drawn>, PlotError> {
    match plot {
        Err(PlotError::Empty(_)) => Ok(None),
        plot => plot.map(Some),
    }
}

/// Values of pieces by several methods with their 95 % intervals. `words` are title, subtitle and
/// the title of the axis.
///
/// # Errors
/// [`PlotError::Empty`] if there are no values.
pub fn method_values(
    names: &[String],
    series: &[Series],
    words: [&str; 3],
) -> Result<Drawn, PlotError> {
    drawn(&MethodValuesPlot::new(names, series, words, f64::INFINITY)?)
}

/// The same of distances; those beyond `reach` are arrows.
///
/// # Errors
/// [`PlotError::Empty`] if there are no values.
pub fn distances(
    names: &[String],
    series: &[Series],
    words: [&str; 3],
    reach: f64,
) -> Result<Drawn, PlotError> {
    drawn(&MethodValuesPlot::new(names, series, words, reach)?)
}

/// Values by one method against those by another. `words` are title and subtitle.
///
/// # Errors
/// [`PlotError::Empty`] if no piece has a value by both methods.
pub fn agreement(
    crosses: &[Cross],
    words: [&str; 2],
    axis_titles: [String; 2],
) -> Result<Drawn, PlotError> {
    drawn(&AgreementPlot::new(crosses, words, axis_titles)?)
}

/// Values against the players' nodes a move. `words` are title and subtitle.
///
/// # Errors
/// [`PlotError::Empty`] if there are no curves.
pub fn skill(
    curves: &[SkillCurve],
    words: [&str; 2],
    axis_title: String,
) -> Result<Drawn, PlotError> {
    drawn(&SkillPlot::new(curves, words, axis_title)?)
}

/// Numbers along an axis, a line for each series. `words` are title and subtitle; the titles of the
/// axes are the one across and the upright one.
///
/// # Errors
/// [`PlotError::Empty`] if no line has a point.
pub fn curves(
    curves: &[Curve],
    words: [&str; 2],
    axis_titles: [&str; 2],
    floor: Floor,
) -> Result<Drawn, PlotError> {
    drawn(&CurvesPlot::new(curves, words, axis_titles, floor)?)
}

/// Numbers that go their ways, a panel for each. `words` are title, subtitle and the title of the axis
/// across.
///
/// # Errors
/// [`PlotError::Empty`] if no panel has a point.
pub fn panels(panels: &[Panel], words: [&str; 3]) -> Result<Drawn, PlotError> {
    drawn(&PanelsPlot::new(panels, words)?)
}

#[cfg(test)]
mod tests;
