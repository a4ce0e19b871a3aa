//! Typhoon: the starting arrays.

use super::board::{Board, Piece};
use super::squares::{Geometry, Side, at};
use super::typhoon_pieces::NAMES;

/// The 12×12 board.
pub const GEOMETRY: Geometry = Geometry {
    files: "abcdefghijkl",
    ranks: 12,
    lowest_rank: 1,
    holes: &[],
};

/// White's ranks 1 to 5 in array 0.
const WHITE: [[&str; 12]; 5] = [
    [
        "FH", "Ma", "St", "Ci", "GG", "K", "Co", "FL", "Sa", "Go", "Pr", "GW",
    ],
    [
        "Cu", "-", "C", "-", "A", "W", "F", "D", "-", "BD", "-", "Hu",
    ],
    [
        "Ot", "Ov", "Ch", "N", "SG", "DEl", "BT", "CG", "Der", "Wa", "Un", "Be",
    ],
    [
        "Fu", "P", "P", "Gu", "P", "P", "P", "P", "Gu", "P", "P", "Fu",
    ],
    ["-", "-", "-", "La", "-", "-", "-", "-", "Ba", "-", "-", "-"],
];

/// Bits 0 to 16: the squares of the pair that the bit exchanges, as in the piece table.
const PAIRS: [(&str, &str); 17] = [
    ("a1", "l1"), // Lance
    ("b1", "k1"), // Fat
    ("c1", "j1"), // Animal
    ("d1", "i1"), // Queenlet
    ("e1", "h1"), // Guardian
    ("f1", "g1"), // Regal
    ("a2", "l2"), // Dagger
    ("c2", "j2"), // Colorbound
    ("e2", "h2"), // Ancient
    ("f2", "g2"), // Short
    ("a3", "l3"), // Side
    ("b3", "k3"), // Odd
    ("c3", "j3"), // Square
    ("d3", "i3"), // Horse
    ("e3", "h3"), // Metal
    ("f3", "g3"), // Princely
    ("d5", "i5"), // Go-Between
];

/// Bit 17: Black's array is White's mirrored top to bottom instead of rotated half a turn.
const MIRROR_BIT: u32 = 17;

/// The array ids.
pub fn arrays() -> Vec<u32> {
    (0..1 << (MIRROR_BIT + 1)).collect()
}

/// The board of a starting array.
pub fn start(array: u32) -> Board {
    assert!(array >> (MIRROR_BIT + 1) == 0, "there is no array {array}");
    let white = white(array);
    let mirrored = array >> MIRROR_BIT & 1 == 1;
    let mut board = white.clone();
    for (square, piece) in white.pieces(Side::White) {
        let file = if mirrored {
            square.file
        } else {
            11 - square.file
        };
        let side = Side::Black;
        board.set(at(file, 11 - square.rank), Some(Piece { side, ..piece }));
    }
    board
}

/// White's pieces alone.
fn white(array: u32) -> Board {
    let mut board = Board::empty(GEOMETRY);
    for (rank, row) in (0..).zip(WHITE) {
        for (file, token) in (0..).zip(row) {
            if let Some(&name) = NAMES.iter().find(|&&name| name == token) {
                let side = Side::White;
                board.set(at(file, rank), Some(Piece { side, name }));
            }
        }
    }
    for (bit, (left, right)) in PAIRS.into_iter().enumerate() {
        if array >> bit & 1 == 1 {
            let left = GEOMETRY.read(left).0;
            let right = GEOMETRY.read(right).0;
            let (first, second) = (board.get(left), board.get(right));
            board.set(left, second);
            board.set(right, first);
        }
    }
    board
}
