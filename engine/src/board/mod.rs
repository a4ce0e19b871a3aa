//! The board itself: squares, their names, and sets of squares.

mod geometry;
mod square_set;

pub use geometry::{Geometry, MAX_SQUARES, Square};
pub use square_set::{SquareIter, SquareSet};
