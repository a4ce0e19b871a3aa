//! What is shown: tables, plots and pages, of what [`tradewind_analysis`] found and of what
//! [`tradewind_tuner`] leaves.
//!
//! | module | shows |
//! |---|---|
//! | [`run`] | an experiment: a folder of tables, plots and a page for each meeting |
//! | [`comparison`] | rule sets compared |
//! | [`values`] | piece values by several methods |
//! | [`claims`] | claims and verdicts |
//! | [`match_results`], [`tuning`] | matches, fits, generations, searches for parameters |
//! | [`folders`] | one page about several folders |
//!
//! All of them use [`table`], [`plot`] and [`page`]. Nothing here reads the clock or prints.

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
