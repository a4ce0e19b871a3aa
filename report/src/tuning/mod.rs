//! What tuning leaves: tables and plots of fits, of generations, and of searches for numbers.

mod fits;
mod ladder;
mod paths;
mod players;

pub use fits::{fit_files, fit_table, network_files};
pub use ladder::{ladder_files, ladder_table};
pub use paths::{numbers_table, path_files};
pub use players::players_table;

use crate::plot::PlotError;
use crate::table::TableError;

/// Why files of a tuning cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A table cannot be written out.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The strengths of generations cannot be told.
    #[error(transparent)]
    Strengths(#[from] tradewind_stats::BradleyTerryError),
}
