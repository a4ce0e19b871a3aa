//! Piece values as tables, plots and files.

mod files;
mod tables;
mod theory;

pub use files::{tables, values_plot, write};
pub use tables::{long_table, skill_table, tables as tables_of};
pub use theory::theory_table;
