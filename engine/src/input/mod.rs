//! Input that others have written: rule files, experiments, positions, opening books.
//!
//! Such a file may be a device without an end, larger than the memory, in another encoding, or full
//! of control characters that a terminal would obey. [`text_file`] reads files up to a limit and
//! decodes them, and [`control_characters`] escapes what must not reach a terminal. TOML is parsed
//! into [`Node`]s that remember their places ([`Sources::parse`]); a [`Reader`] takes values out of
//! them and collects every [`Fault`] with the line where it is.

pub mod control_characters;
mod document;
mod reader;
pub mod text_file;

pub use document::{Entry, Fault, Node, Place, Sources, Value};
pub(crate) use document::{integer, number};
pub(crate) use reader::listed;
pub use reader::{Reader, TableReader, closest, describe, did_you_mean};
