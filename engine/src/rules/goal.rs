//! Goals: squares that win the game for the side whose piece reaches them.

use super::names::PieceNames;
use crate::board::{Geometry, Square};
use crate::input::{Node, Reader};
use crate::piece::{Color, PieceType};
use std::fmt;

/// A goal: a side wins when one of these pieces of its own stands on one of these squares.
#[derive(Clone, PartialEq, Eq)]
pub struct GoalSpec {
    /// The pieces that can win.
    pub pieces: Vec<PieceType>,
    /// By side, White first: the squares, as file and rank, counted from 0.
    pub squares: [Vec<(u8, u8)>; 2],
    /// In words: the pieces and the squares.
    pub text: String,
}

/// The text in words says the same once more.
impl fmt::Debug for GoalSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (&self.pieces, &self.squares).fmt(f)
    }
}

/// Reads a goal.
pub(super) fn read(
    node: &Node,
    reader: &Reader<'_>,
    names: &PieceNames<'_>,
    board: &Geometry,
) -> Option<GoalSpec> {
    let table = reader.table(node, "`goal`", &["pieces", "squares", "ranks"]);
    table.need("pieces", "name the pieces that win there, such as [\"K\"]")?;
    let listed = table.list("pieces");
    let pieces = listed.iter().map(|node| names.piece(reader, node));
    // Faults of all pieces and squares are reported.
    let pieces = pieces.collect::<Vec<_>>();
    let (squares, place) = match (table.get("squares"), table.get("ranks")) {
        (Some(_), None) => {
            let listed = table.list("squares");
            let square = |node| reader.square(node, board, "write squares such as \"d4\"");
            let squares: Vec<_> = listed.iter().map(square).collect();
            let squares: Vec<_> = squares.into_iter().collect::<Option<_>>()?;
            let written: Vec<&str> = listed.iter().filter_map(Node::text).collect();
            ([squares.clone(), squares], written.join(" "))
        }
        (None, Some(node)) => {
            let ranks = reader.number(node, 1, i64::from(board.ranks()))? as i32;
            let far = |color: Color| {
                let is_far =
                    |square: &Square| board.ranks_advanced(color, *square) >= board.ranks() - ranks;
                let squares = board.all().filter(is_far);
                squares
                    .map(|square| (board.file(square) as u8, board.rank(square) as u8))
                    .collect()
            };
            let place = match ranks {
                1 => "the far rank".to_string(),
                ranks => format!("the {ranks} far ranks"),
            };
            (Color::BOTH.map(far), place)
        }
        _ => {
            let remedy = "write either squares = [\"d4\", \"e4\"], or ranks = 1 for the far rank";
            reader.fault(&node.place, "a goal needs `squares` or `ranks`", remedy);
            return None;
        }
    };
    let pieces = pieces.into_iter().collect::<Option<Vec<_>>>()?;
    if pieces.is_empty() || squares[0].is_empty() {
        let remedy = "name at least one piece and one square";
        reader.fault(&node.place, "nothing can reach this goal", remedy);
        return None;
    }
    let texts: Vec<&str> = pieces
        .iter()
        .map(|piece| names.texts[piece.index()])
        .collect();
    Some(GoalSpec {
        text: format!("{} on {place}", texts.join(", ")),
        pieces,
        squares,
    })
}
