//! A comparison of rule sets as tables, words, plots and files.

mod files;
mod tables;
mod weights;
mod words;

pub use files::{ComparisonPlot, plots, to_json, to_markdown, write};
pub use tables::{
    DifferenceRow, MetricRow, difference_rows, difference_table, effect_table, head_to_head_table,
    length_tables, metric_rows, metric_table, overview, tables, value_table,
};
pub use weights::weights_table;
pub use words::{in_words, sentence};
