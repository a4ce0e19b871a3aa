//! TOML files whose values remember their places, so that every fault found in a file can be shown
//! where it stands: [`Sources`] parses a file into a tree of [`Node`]s, a [`Reader`] takes values
//! out of it and collects what is wrong as [`Fault`]s.

mod parse;
mod reader;
mod renamed;
mod source;
mod tree;

pub use parse::{integer, number};
pub use reader::{Reader, TableReader, closest, describe, did_you_mean};
pub use renamed::Renamed;
pub use source::{Fault, Place, Sources};
pub use tree::{Entry, Node, Value};
