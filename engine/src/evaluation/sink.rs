//! What takes the features of a position: the evaluation, and its trace.

use super::term::Term;
use crate::piece::Code;

/// Takes the features of one side.
pub(super) trait FeatureSink {
    /// A piece reaches this many squares.
    fn mobility(&mut self, code: Code, count: i32);
    /// A term that is not about a piece type occurs this many times.
    fn add(&mut self, term: Term, count: i32);
}
