//! Rococo: which moves may end on an edge square (R-D7, R-D8).

use super::board::Board;
use super::moves::Move;
use super::rococo_sets::is_edge;
use super::squares::{Side, Square};

/// The captures of a move. By R-D8, moves of one piece with equal captures count as one.
#[derive(PartialEq, Eq)]
struct Capture {
    /// The squares whose pieces are removed, sorted.
    removed: Vec<Square>,
    /// The square of the piece that is swapped with.
    partner: Option<Square>,
}

impl Capture {
    fn of(mv: &Move, board: &Board, side: Side) -> Capture {
        let mut removed = mv.removed.clone();
        if !mv.swaps && board.holds(mv.to, side.other()) {
            removed.push(mv.to);
        }
        removed.sort();
        Capture {
            removed,
            partner: mv.swaps.then_some(mv.to),
        }
    }

    fn is_nothing(&self) -> bool {
        self.removed.is_empty() && self.partner.is_none()
    }
}

/// The moves that are left of all the moves of one piece of `side`, promotions not yet among them,
/// when those are taken out that may not end where they end.
pub fn without_forbidden_edges(board: &Board, side: Side, moves: &[Move]) -> Vec<Move> {
    let mut left = moves.to_vec();
    left.retain(|mv| may_end(board, side, mv, moves));
    left
}

fn may_end(board: &Board, side: Side, mv: &Move, moves: &[Move]) -> bool {
    // R-D7: mutual destruction ends nowhere.
    let removes_itself = mv.removed.contains(&mv.from);
    if removes_itself || !is_edge(mv.to) {
        return true;
    }
    let capture = Capture::of(mv, board, side);
    if capture.is_nothing() {
        return false;
    }
    // R-D8: no move makes the same capture with a nearer landing square.
    moves
        .iter()
        .all(|other| distance(mv) <= distance(other) || capture != Capture::of(other, board, side))
}

/// The length of a move along a queen line.
fn distance(mv: &Move) -> i32 {
    let files = (mv.to.file - mv.from.file).abs();
    let ranks = (mv.to.rank - mv.from.rank).abs();
    files.max(ranks)
}
