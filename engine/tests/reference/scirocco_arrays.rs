//! Scirocco: the starting arrays.

use super::board::{Board, Piece};
use super::scirocco_pieces::{NAMES, Set};
use super::squares::{Geometry, Side, at};

/// The 10×10 board.
pub const GEOMETRY: Geometry = Geometry {
    files: "abcdefghij",
    ranks: 10,
    lowest_rank: 1,
    holes: &[],
};

/// White's ranks 1, 2 and 3 in array 0.
const WHITE: [[&str; 10]; 3] = [
    ["Ch", "A", "St", "-", "N", "C", "De", "Go", "D", "Wa"],
    ["-", "Pr", "Sc", "K", "W", "F", "Co", "Sc", "Ma", "-"],
    ["P", "P", "Gu", "P", "P", "P", "P", "Gu", "P", "P"],
];

/// Bits 0 to 7: the rank and the left file (both from 0) of the pair that the bit exchanges.
const PAIRS: [(usize, usize); 8] = [
    (0, 0),
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 1),
    (1, 3),
    (1, 4),
];

/// The array ids of a rule set.
pub fn arrays(set: Set) -> Vec<u32> {
    match set {
        Set::Y2009 => (0..=511).collect(),
        Set::Y2001 | Set::Y1999 => vec![0, 255, 256, 511],
        Set::Jocly => vec![0],
    }
}

/// The board of a starting array.
pub fn start(set: Set, array: u32) -> Board {
    assert!(
        arrays(set).contains(&array),
        "array {array} is not one of this rule set"
    );
    let mut white = WHITE;
    for (bit, (rank, file)) in PAIRS.into_iter().enumerate() {
        if array >> bit & 1 == 1 {
            white[rank].swap(file, 9 - file);
        }
    }
    if set == Set::Y1999 {
        // The 1999 arrays have neither Alfils nor Dabbabas: b1 and i1 are empty.
        white[0][1] = "-";
        white[0][8] = "-";
    }
    let mirrored = array >> 8 & 1 == 1;
    let mut board = Board::empty(GEOMETRY);
    for (rank, row) in (0..).zip(white) {
        for (file, token) in (0..).zip(row) {
            let Some(&name) = NAMES.iter().find(|&&name| name == token) else {
                continue;
            };
            let black_file = if mirrored { file } else { 9 - file };
            board.set(
                at(file, rank),
                Some(Piece {
                    side: Side::White,
                    name,
                }),
            );
            board.set(
                at(black_file, 9 - rank),
                Some(Piece {
                    side: Side::Black,
                    name,
                }),
            );
        }
    }
    board
}
