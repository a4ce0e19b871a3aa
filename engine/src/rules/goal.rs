//! Goals: squares that win the game for the side whose piece reaches them.

use super::names::PieceNames;
use crate::board::{Geometry, Square};
use crate::input::{Node, Reader, describe};
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
    let listed = table.list("pieces").iter();
    let found: Vec<Option<PieceType>> = listed.map(|node| names.piece(reader, node)).collect();
    let pieces: Vec<PieceType> = found.iter().flatten().copied().collect();
    let texts: Vec<&str> = pieces
        .iter()
        .map(|piece| names.texts[piece.index()])
        .collect();
    let texts = texts.join(", ");
    let (squares, text) = match (table.get("squares"), table.get("ranks")) {
        (Some(_), None) => {
            let squares = table.list("squares").iter();
            let squares: Vec<Option<(u8, u8)>> = squares
                .map(|node| {
                    let text = reader.text(node)?;
                    let square = board.parse(text);
                    if square.is_none() {
                        let message = format!("{} is not a square of the board", describe(node));
                        reader.fault(&node.place, message, "write squares such as \"d4\"");
                    }
                    square.map(|one| (board.file(one) as u8, board.rank(one) as u8))
                })
                .collect();
            let squares = squares.into_iter().collect::<Option<Vec<_>>>()?;
            let written = table.list("squares").iter().filter_map(Node::text);
            let text = format!("{texts} on {}", written.collect::<Vec<_>>().join(" "));
            ([squares.clone(), squares], text)
        }
        (None, Some(node)) => {
            let ranks = reader.number(node, 1, i64::from(board.ranks()))? as i32;
            let of = |color: Color| {
                let is_far = |one: &Square| match color {
                    Color::White => board.rank(*one) >= board.ranks() - ranks,
                    Color::Black => board.rank(*one) < ranks,
                };
                let far = board.all().filter(is_far);
                far.map(|one| (board.file(one) as u8, board.rank(one) as u8))
                    .collect()
            };
            let far = match ranks {
                1 => "the far rank".to_string(),
                ranks => format!("the {ranks} far ranks"),
            };
            (
                [of(Color::White), of(Color::Black)],
                format!("{texts} on {far}"),
            )
        }
        _ => {
            let remedy = "write either squares = [\"d4\", \"e4\"], or ranks = 1 for the far rank";
            reader.fault(&node.place, "a goal needs `squares` or `ranks`", remedy);
            return None;
        }
    };
    if pieces.is_empty() || squares[0].is_empty() {
        if found.is_empty() || squares[0].is_empty() {
            let remedy = "name at least one piece and one square";
            reader.fault(&node.place, "nothing can reach this goal", remedy);
        }
        return None;
    }
    Some(GoalSpec {
        pieces,
        squares,
        text,
    })
}
