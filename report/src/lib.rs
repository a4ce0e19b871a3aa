//! Tables, plots and pages of the results of [`tradewind_analysis`] and [`tradewind_tuner`].
//!
//! | module | |
//! |---|---|
//! | [`folder`] | all results of folders of games |
//! | [`comparison`], [`values`], [`claims`] | comparisons of rule sets, piece values, verdicts on claims |
//! | [`match_results`], [`tournament`], [`tuning`] | matches, tournaments, fits, loops, SPSA runs |
//! | [`endgame`] | solved endgames |
//! | [`study`] | registered studies |
//! | [`trial`] | the answer of a trial of changed rules |
//! | [`run`] | the result files of an experiment |
//! | [`diagram`] | drawings of pieces and arrays |
//! | [`document`] | documents in every format |
//! | [`table`] | tables as text, Markdown and CSV |
//! | [`terminal`] | line width and emphasis |
//!
//! Everything shown is a selection of [rows](tradewind_analysis::row::Row); nothing here computes estimates, reads the clock
//! or prints.
//!
//! ```
//! use tradewind_report::table::Columns;
//! use tradewind_report::terminal::Terminal;
//! use tradewind_stats::Estimate;
//!
//! let rows = [("rook", Estimate { value: 4.7, low: 4.52, high: 4.91 })];
//! let table = Columns::of(&rows)
//!     .text("piece", "piece", |row| row.0)
//!     .estimate("value", "value", |row| row.1)
//!     .table("Piece values");
//! assert!(table.to_text(Terminal::default()).contains("4.70 [4.52, 4.91]"));
//! assert!(table.to_csv()?.starts_with("piece,value,value_low,value_high"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod claims;
pub mod comparison;
pub mod diagram;
pub mod document;
pub mod endgame;
mod error;
mod facts;
pub mod folder;
mod format;
pub mod match_results;
pub(crate) mod plot;
pub mod run;
pub mod study;
pub mod table;
pub mod terminal;
pub mod tournament;
pub mod trial;
pub mod tuning;
pub mod values;
pub(crate) mod wide;

pub use document::Document;
pub use error::ReportError;
pub use plot::PlotError;
pub use table::Table;
