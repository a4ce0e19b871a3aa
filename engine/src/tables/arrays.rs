//! The pieces of the numbered starting arrays.

use crate::board::{Geometry, Square};
use crate::piece::{Code, Color};
use crate::rules::{BlackArray, PieceType, RuleSpec};

/// The pieces of array `number`; `None` if the rule set does not have it.
pub(crate) fn pieces(
    spec: &RuleSpec,
    board: &Geometry,
    number: u32,
) -> Option<Vec<(Square, Code)>> {
    // Listing all numbers would take a megabyte in Typhoon.
    let ids = spec.array_ids.as_ref();
    if ids.is_some_and(|ids| !ids.contains(&number)) {
        return None;
    }
    let (entry, bits) = spec.array_bits(number)?;
    let array = &spec.arrays[entry];
    let height = array.rows.len() as i32;
    // White's pieces by file and rank, both counted from 0.
    let mut white: Vec<((i32, i32), PieceType)> = Vec::new();
    for (row, squares) in array.rows.iter().enumerate() {
        for (file, piece) in squares.iter().enumerate() {
            white.extend(piece.map(|piece| ((file as i32, height - 1 - row as i32), piece)));
        }
    }
    for (bit, pair) in array.exchange.iter().enumerate() {
        if bits >> bit & 1 == 1 {
            let [a, b] = pair.map(|(file, rank)| (i32::from(file), i32::from(rank)));
            for (place, _) in &mut white {
                *place = match *place {
                    place if place == a => b,
                    place if place == b => a,
                    place => place,
                };
            }
        }
    }
    let (files, ranks) = (board.files(), board.ranks());
    let mirrored_bit = array.symmetry_bit && bits >> array.exchange.len() & 1 == 1;
    let black: Vec<((i32, i32), PieceType)> = match &array.black {
        BlackArray::Rows(rows) => (rows.iter().enumerate())
            .flat_map(|(row, squares)| {
                squares.iter().enumerate().filter_map(move |(file, piece)| {
                    piece.map(|piece| ((file as i32, ranks - 1 - row as i32), piece))
                })
            })
            .collect(),
        black => {
            let mirrored = mirrored_bit != (*black == BlackArray::Mirrored);
            let turn = |(file, rank): (i32, i32)| {
                if mirrored {
                    (file, ranks - 1 - rank)
                } else {
                    (files - 1 - file, ranks - 1 - rank)
                }
            };
            white
                .iter()
                .map(|&(place, piece)| (turn(place), piece))
                .collect()
        }
    };
    let sides = [(Color::White, white), (Color::Black, black)].into_iter();
    let pieces = sides.flat_map(|(color, pieces)| {
        let codes = pieces.into_iter().filter_map(move |((file, rank), piece)| {
            Some((board.at(file, rank)?, Code::new(color, piece)))
        });
        codes.collect::<Vec<_>>()
    });
    Some(pieces.collect())
}
