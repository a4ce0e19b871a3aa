//! Scirocco: moves relayed by the Dervish and the Harpy (S-D1, S-D2, S-D3).

use super::board::{Board, Piece};
use super::moves::Move;
use super::powers::Mode::Both;
use super::powers::{K, N, may_land};
use super::scirocco_pieces::Set;
use super::squares::{Side, Square, at};

/// The pieces of a side that relay, with their squares.
pub fn relayers(board: &Board, side: Side) -> Vec<(Square, Piece)> {
    let mut pieces = board.pieces(side);
    pieces.retain(|(_, piece)| piece.name == "De" || piece.name == "Ha");
    pieces
}

/// The relayed moves of the piece of `side` on `from`. They may capture and never promote (S-D3).
/// Whether the piece has the same move by its own power is not looked at here. `relayers` are the
/// relaying pieces of that side.
pub fn relayed_moves(
    board: &Board,
    side: Side,
    from: Square,
    relayers: &[(Square, Piece)],
    set: Set,
    ring_leaps: bool,
) -> Vec<Move> {
    let mut targets = Vec::new();
    for &(relayer, piece) in relayers {
        match piece.name {
            "De" => targets.extend(dervish_targets(relayer, from, set, ring_leaps)),
            "Ha" if harpy_relays(board, relayer, from, set) => {
                targets.extend(N.iter().map(|step| from.offset(step.0, step.1)));
            }
            _ => {}
        }
    }
    targets.retain(|&to| may_land(board, side, to, Both));
    targets.into_iter().map(|to| Move::to(from, to)).collect()
}

/// S-D1: where a friendly piece on `from` may go by the power of the Dervish, before looking at
/// what stands there.
fn dervish_targets(dervish: Square, from: Square, set: Set, ring_leaps: bool) -> Vec<Square> {
    let files = from.file - dervish.file;
    let ranks = from.rank - dervish.rank;
    let adjacent = files.abs() <= 1 && ranks.abs() <= 1 && (files, ranks) != (0, 0);
    if !adjacent {
        return Vec::new();
    }
    // The leap to the square diametrically opposite.
    let mut targets = vec![dervish.offset(-files, -ranks)];
    let orthogonal = files == 0 || ranks == 0;
    // The diagonal step to either square that is orthogonally adjacent to the Dervish too.
    if orthogonal && matches!(set, Set::Y2009 | Set::Jocly) {
        targets.push(dervish.offset(ranks, files));
        targets.push(dervish.offset(-ranks, -files));
    }
    // Option `dervish_ring_leaps`: sideways along the ring, from corner to corner.
    if !orthogonal && ring_leaps {
        targets.push(dervish.offset(-files, ranks));
        targets.push(dervish.offset(files, -ranks));
    }
    targets
}

/// S-D2: whether the Harpy lets the friendly piece on `from` move as N.
fn harpy_relays(board: &Board, harpy: Square, from: Square, set: Set) -> bool {
    match set {
        Set::Y2001 | Set::Y1999 => N.iter().any(|step| harpy.offset(step.0, step.1) == from),
        Set::Y2009 | Set::Jocly => K
            .iter()
            .any(|step| first_piece_within_3(board, harpy, step.0, step.1) == Some(from)),
    }
}

/// The square of the first piece met on a line, if it is at most three steps away.
fn first_piece_within_3(board: &Board, start: Square, files: i32, ranks: i32) -> Option<Square> {
    (1..=3)
        .map(|steps| at(start.file + steps * files, start.rank + steps * ranks))
        .find(|&square| board.get(square).is_some())
}
