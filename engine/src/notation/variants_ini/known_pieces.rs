//! The pieces that all versions of Fairy-Stockfish know, those without custom ones included.

use crate::betza::{Betza, Mode, parse};
use crate::rules::PieceSpec;
use std::collections::BTreeSet;

/// Names with the moves that they stand for.
const PIECES: [(&str, &str); 20] = [
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("gold", "WfF"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("bers", "RF"),
    ("dragonHorse", "BW"),
    ("lance", "fR"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
];

/// The name of a piece with these plain moves.
pub(super) fn name(piece: &PieceSpec) -> Option<&'static str> {
    let own = leaps(piece.moves.as_ref()?);
    let known = PIECES.iter().find(|(_, moves)| has_moves(moves, &own))?;
    Some(known.0)
}

/// Whether a piece moves as the kings of chess do.
pub(super) fn is_kings(piece: &PieceSpec) -> bool {
    (piece.moves.as_ref()).is_some_and(|moves| has_moves("K", &leaps(moves)))
}

/// Every single leap, with when and how far it goes and whether it can be blocked.
type Leaps = BTreeSet<(Mode, (i32, i32), u8, bool)>;

fn has_moves(text: &str, leaps_of_piece: &Leaps) -> bool {
    parse(text).is_ok_and(|known| leaps(&known) == *leaps_of_piece)
}

fn leaps(moves: &Betza) -> Leaps {
    moves.meaning().collect()
}
