//! Typhoon: what a piece does to the pieces near it: the Immobilizer (T-D8), and the relays of the
//! Dervish and the Harpy (T-D12).

use super::board::{Board, Piece};
use super::moves::Move;
use super::powers::Mode::Both;
use super::powers::{K, N, may_land};
use super::squares::{Side, Square};

/// T-D8: whether an enemy Immobilizer, itself immobilized or not, stands next to the piece of
/// `side` on the square.
pub fn is_immobilized(board: &Board, side: Side, square: Square) -> bool {
    K.iter().any(|step| {
        let adjacent = square.offset(step.0, step.1);
        board.holds_piece(adjacent, side.other(), "Im")
    })
}

/// The pieces of a side that relay, with their squares: Dervishes and Harpies that are not
/// immobilized (T-D8).
pub fn relayers(board: &Board, side: Side) -> Vec<(Square, Piece)> {
    let mut pieces = board.pieces(side);
    pieces.retain(|&(square, piece)| {
        (piece.name == "Der" || piece.name == "Ha") && !is_immobilized(board, side, square)
    });
    pieces
}

/// T-D12: the relayed moves of the piece of `side` on `from`. They may capture, and never promote.
/// Whether the piece has the same move by its own power is not looked at here. `relayers` are the
/// relaying pieces of that side.
pub fn relayed_moves(
    board: &Board,
    side: Side,
    from: Square,
    relayers: &[(Square, Piece)],
) -> Vec<Move> {
    let mut targets = Vec::new();
    for &(relayer, piece) in relayers {
        let files = relayer.file - from.file;
        let ranks = relayer.rank - from.rank;
        match piece.name {
            "Der" if K.contains(&(files, ranks)) => {
                targets.push(relayer.offset(files, ranks));
            }
            "Ha" if N.contains(&(files, ranks)) => {
                targets.extend(N.iter().map(|step| from.offset(step.0, step.1)));
            }
            _ => {}
        }
    }
    targets.retain(|&to| may_land(board, side, to, Both));
    targets.into_iter().map(|to| Move::to(from, to)).collect()
}
