//! The board: squares, their names, and sets of squares.

mod geometry;
mod square_set;

pub use geometry::{Geometry, HOLE, Square};
pub(crate) use geometry::{MAX_SQUARES, runs};
pub(crate) use square_set::SquareSet;
