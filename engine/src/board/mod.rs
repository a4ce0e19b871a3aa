//! The board: squares, their names, and sets of squares.

mod geometry;
mod square_set;

pub use geometry::{Geometry, MAX_SQUARES, Square};
pub(crate) use square_set::SquareSet;
