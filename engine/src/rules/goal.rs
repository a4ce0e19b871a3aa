//! Goals: squares that win the game for the side whose piece reaches them, or draw it.

use super::names::PieceNames;
use crate::board::{Geometry, Square};
use crate::input::{Node, Reader};
use crate::piece::{Color, PieceType};
use std::fmt;

/// The time at which a goal wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GoalTime {
    /// The moment at which it is reached.
    #[default]
    AtOnce,
    /// A moment at which no enemy attacks its pieces; a draw if both sides have reached theirs.
    Safe,
    /// The beginning of the side's next turn.
    NextTurn,
    /// The moment at which it is reached. If White reaches it, Black draws by reaching its own with a royal in the next
    /// move.
    Answered,
}

/// A goal: a side wins, or draws, when enough of these pieces of its own stand on these squares.
#[derive(Clone, PartialEq, Eq)]
pub struct GoalSpec {
    /// The number of them that have to stand there.
    pub count: usize,
    /// The pieces that can win.
    pub pieces: Vec<PieceType>,
    /// By side, White first: the squares, as file and rank, counted from 0. One side may have none.
    pub squares: [Vec<(u8, u8)>; 2],
    /// The time at which it wins.
    pub time: GoalTime,
    /// Whether the game is drawn there instead.
    pub draws: bool,
    /// In words: the pieces and the squares.
    pub text: String,
}

/// The text in words says the same once more, and one piece at once is the rule.
impl fmt::Debug for GoalSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.draws {
            return (&self.pieces, &self.squares, self.count, "draws").fmt(f);
        }
        match (self.count, self.time) {
            (1, GoalTime::AtOnce) => (&self.pieces, &self.squares).fmt(f),
            (count, GoalTime::AtOnce) => (&self.pieces, &self.squares, count).fmt(f),
            (count, time) => (&self.pieces, &self.squares, count, time).fmt(f),
        }
    }
}

/// Reads a goal.
pub(super) fn read(
    node: &Node,
    reader: &Reader<'_>,
    names: &PieceNames<'_>,
    board: &Geometry,
) -> Option<GoalSpec> {
    let keys = [
        "pieces",
        "squares",
        "black_squares",
        "ranks",
        "count",
        "when",
        "result",
    ];
    let table = reader.table(node, "`goal`", &keys);
    table.need("pieces", "name the pieces that win there, such as [\"K\"]")?;
    // Faults of all pieces and squares are reported.
    let pieces = names.list(&table, "pieces");
    let (squares, place) = match (table.get("squares"), table.get("ranks")) {
        (Some(_), None) => {
            let listed = |key| {
                let squares = table.squares(key, board, "write squares such as \"d4\"")?;
                let written: Vec<&str> = table.list(key).iter().filter_map(Node::text).collect();
                Some((squares, written.join(" ")))
            };
            let (white, place) = listed("squares")?;
            if table.get("black_squares").is_none() {
                ([white.clone(), white], place)
            } else {
                let (black, black_place) = listed("black_squares")?;
                let side = |name, place: String| match place.is_empty() {
                    true => format!("nowhere for {name}"),
                    false => format!("{place} for {name}"),
                };
                let [place, black_place] = [side("White", place), side("Black", black_place)];
                ([white, black], format!("{place}, {black_place}"))
            }
        }
        (None, Some(node)) if table.get("black_squares").is_none() => {
            let ranks = reader.number(node, 1, i64::from(board.ranks()))? as i32;
            let far = |color: Color| {
                let is_far =
                    |square: &Square| board.ranks_advanced(color, *square) >= board.ranks() - ranks;
                let squares = board.all().filter(is_far);
                squares.map(|square| board.place(square)).collect()
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
    let pieces = pieces?;
    let count = match table.get("count") {
        Some(node) => reader.number(node, 1, i64::from(board.ranks() * board.files()))? as usize,
        None => 1,
    };
    let times = [
        ("reached", GoalTime::AtOnce),
        ("safe", GoalTime::Safe),
        ("next-turn", GoalTime::NextTurn),
        ("unanswered", GoalTime::Answered),
    ];
    let time = table.choice_or_fault("when", GoalTime::AtOnce, &times)?;
    let results = [("wins", false), ("draws", true)];
    let draws = table.choice_or_fault("result", false, &results)?;
    if let Some(node) = table
        .get("when")
        .filter(|_| draws && time != GoalTime::AtOnce)
    {
        let remedy = "leave out `when` or `result`";
        reader.fault(&node.place, "a goal that draws does so at once", remedy);
    }
    let can_be_reached = |squares: &Vec<_>| squares.len() >= count;
    if pieces.is_empty() || !squares.iter().any(can_be_reached) {
        let remedy = "name at least one piece and `count` squares, without `count` one";
        reader.fault(&node.place, "nothing can reach this goal", remedy);
        return None;
    }
    let texts: Vec<&str> = pieces
        .iter()
        .map(|piece| names.texts[piece.index()])
        .collect();
    let number = match count {
        1 => String::new(),
        count => format!("{count} of "),
    };
    let when = match time {
        GoalTime::AtOnce => "",
        GoalTime::Safe => ", not attacked,",
        GoalTime::NextTurn => " at its side's next turn",
        GoalTime::Answered => ", without an answer by Black's royal,",
    };
    Some(GoalSpec {
        text: format!("{number}{} on {place}{when}", texts.join(", ")),
        time,
        draws,
        count,
        pieces,
        squares,
    })
}
