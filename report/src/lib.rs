//! What is shown: tables, plots and pages, of what [`tradewind_analysis`] found and of what
//! [`tradewind_tuner`] leaves.
//!
//! | module | |
//! |---|---|
//! | [`folder`] | folders of games: everything that they tell |
//! | [`comparison`], [`values`], [`claims`] | parts of it: rule sets compared, piece values, verdicts |
//! | [`match_results`], [`tuning`] | matches, fits, generations, searches for parameters |
//! | [`endgame`] | endgames solved |
//! | [`study`] | registered studies |
//! | [`trial`] | a change of the rules, tried: the answer in sentences |
//! | [`run`] | the folder that an experiment leaves |
//! | [`document`] | what is shown, in every format |
//! | [`wide`], [`table`], [`plot`] | rows beside each other, tables, plots |
//! | [`terminal`] | how wide text is, and what stands out in it |
//!
//! What is shown are selections of [rows](tradewind_analysis::row::Row); nothing here knows a method, reads the
//! clock or prints.
//!
//! ```
//! use tradewind_report::table::{Column, Table};
//! use tradewind_report::terminal::Terminal;
//! use tradewind_stats::Estimate;
//!
//! let rows = [("rook", Estimate { value: 4.7, low: 4.52, high: 4.91 })];
//! let columns = [
//!     Column::text("piece", "piece", |row: &(&str, Estimate)| row.0.to_string()),
//!     Column::estimate("value", "value", |row: &(&str, Estimate)| Some(row.1)),
//! ];
//! let table = Table::new("Piece values", &columns, &rows);
//! assert!(table.to_text(Terminal::default()).contains("4.70 [4.52, 4.91]"));
//! assert!(table.to_csv()?.starts_with("piece,value,value_low,value_high"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod claims;
pub mod comparison;
pub mod document;
pub mod endgame;
mod facts;
pub mod folder;
mod format;
pub mod match_results;
mod outcomes;
pub mod plot;
pub mod run;
pub mod study;
pub mod table;
pub mod terminal;
pub mod trial;
pub mod tuning;
pub mod values;
pub mod wide;

pub use document::Document;
pub use table::Table;
