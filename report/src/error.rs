//! Why results cannot be shown.

use crate::plot::PlotError;
use tradewind_analysis::dataset::DatasetError;
use tradewind_analysis::findings::FindingsError;
use tradewind_files::FileError;
use tradewind_selfplay::record::RecordError;
use tradewind_stats::BradleyTerryError;

/// Why tables, plots, documents or files cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The games cannot be analysed.
    #[error(transparent)]
    Findings(#[from] FindingsError),
    /// Games cannot be read.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A file of games cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The strengths of generations cannot be estimated.
    #[error(transparent)]
    Strengths(#[from] BradleyTerryError),
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A table cannot be written as CSV.
    #[error("writing CSV: {0}")]
    Csv(#[from] csv::Error),
    /// Rows cannot be written as JSON.
    #[error("cannot write JSON: {0}")]
    Json(#[source] serde_json::Error),
    /// The manifest cannot be serialized.
    #[error("cannot write the manifest: {0}")]
    Manifest(#[source] serde_json::Error),
}
