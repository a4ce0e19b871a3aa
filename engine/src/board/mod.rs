//! The board: squares, their names, and sets of squares.

mod geometry;
mod square_set;

pub(crate) use geometry::MAX_SQUARES;
pub use geometry::{Geometry, Square};
pub(crate) use square_set::SquareSet;
