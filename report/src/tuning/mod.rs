//! Tables and plots of fits, of loops, of SPSA runs, and of trained players.

mod fits;
mod ladder;
mod paths;
mod players;

pub use fits::{fit_files, fit_table, network_files};
pub use ladder::{history_files, history_table};
pub use paths::{parameter_table, path_files};
pub use players::players_table;

use crate::plot::PlotError;
use crate::table::TableError;

/// Why tables or plots cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A table cannot be written as CSV.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The strengths of generations cannot be estimated.
    #[error(transparent)]
    Strengths(#[from] tradewind_stats::BradleyTerryError),
}
