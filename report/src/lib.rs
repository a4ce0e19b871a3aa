//! What is shown: tables, plots and pages, of what [`tradewind_analysis`] found and of what
//! [`tradewind_tuner`] leaves.
//!
//! | module | shows |
//! |---|---|
//! | [`run`] | an experiment: a folder of tables, plots and a page for each pairing |
//! | [`comparison`] | rule sets compared |
//! | [`values`] | piece values by several methods |
//! | [`claims`] | claims and verdicts |
//! | [`match_results`], [`tuning`] | matches, fits, generations, searches for parameters |
//! | [`folders`] | one page about several folders |
//!
//! All of them use [`table`], [`plot`] and [`page`]. Nothing here reads the clock or prints.
//!
//! ```
//! use tradewind_report::table::{Column, Table};
//! use tradewind_stats::Estimate;
//!
//! let rows = [("rook", Estimate { value: 4.7, low: 4.52, high: 4.91 })];
//! let columns = [
//!     Column::text("piece", "piece", |row: &(&str, Estimate)| row.0.to_string()),
//!     Column::estimate("value", "value", |row: &(&str, Estimate)| Some(row.1)),
//! ];
//! let table = Table::new("Piece values", &columns, &rows);
//! assert!(table.to_text().contains("4.70 [4.52, 4.91]"));
//! assert!(table.to_csv()?.starts_with("piece,value,value_low,value_high"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod claims;
pub mod comparison;
pub mod folders;
mod format;
pub mod match_results;
pub mod outcomes;
pub mod page;
pub mod piece_values;
pub mod players;
pub mod plot;
pub mod run;
pub mod table;
pub mod tuning;
pub mod values;

pub use page::Report;
pub use table::Table;
