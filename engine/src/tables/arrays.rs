//! The pieces of the numbered starting arrays.

use crate::board::{Geometry, Square};
use crate::piece::{Code, Color};
use crate::rules::{BlackArray, PieceType, RuleSpec};

/// The pieces of array `number`; `None` if the rule set does not have it.
pub(crate) fn array_pieces(
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
    // Pieces by file and rank, both counted from 0.
    let placed = |rows: &[Vec<Option<PieceType>>], height: i32| -> Vec<((i32, i32), PieceType)> {
        let ranks = (0..height).rev().zip(rows);
        let pieces = ranks.flat_map(|(rank, row)| {
            let files = (0..).zip(row);
            files.filter_map(move |(file, piece)| Some(((file, rank), (*piece)?)))
        });
        pieces.collect()
    };
    let mut white = placed(&array.rows, array.rows.len() as i32);
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
    let black = match &array.black {
        BlackArray::Rows(rows) => placed(rows, ranks),
        black => {
            let mirrored = mirrored_bit != (*black == BlackArray::Mirrored);
            let turn = |((file, rank), piece)| {
                let file = if mirrored { file } else { files - 1 - file };
                ((file, ranks - 1 - rank), piece)
            };
            white.iter().copied().map(turn).collect()
        }
    };
    let codes = |color: Color, pieces: Vec<((i32, i32), PieceType)>| {
        let pieces = pieces.into_iter();
        pieces.filter_map(move |((file, rank), piece)| {
            Some((board.at(file, rank)?, Code::new(color, piece)))
        })
    };
    let white = codes(Color::White, white);
    Some(white.chain(codes(Color::Black, black)).collect())
}
