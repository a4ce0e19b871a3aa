//! Castling: a king moves towards an unmoved partner, which moves to its other side.

use super::power::*;
use crate::input::{Node, Value, describe};
use std::slice;

/// A move towards an unmoved partner on the same rank, which goes to the square next to the king's
/// new one, on the side that the king comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castle {
    /// The types of its partners.
    pub with: Vec<PieceType>,
    /// The target of the king.
    pub king: CastlingTarget,
}

impl PowerInfo for Castle {
    fn seen(&self) -> Seen<'_> {
        Seen::Nothing
    }

    fn check(&self, context: &CheckContext<'_>) {
        let mut before = context.before.iter().rev();
        if let Some(other) = before.find(|piece| piece.has(PowerKind::Castle)) {
            let message = format!("`{}` castles already", other.text);
            context.fault(message, "let one piece castle");
        }
    }

    fn describe(&self, rules: &RuleSetView<'_>) -> String {
        let partners: Vec<&str> = self.with.iter().map(|&piece| rules.text(piece)).collect();
        let partners = partners.join(" or ");
        match &self.king {
            CastlingTarget::Steps(2) => format!("castles with {partners}"),
            CastlingTarget::Steps(1) => format!("castles with {partners}, by one square"),
            CastlingTarget::Steps(steps) => {
                format!("castles with {partners}, by {steps} squares")
            }
            CastlingTarget::Squares(squares) => {
                let square = |&(file, rank): &(u8, u8)| {
                    let rank = u16::from(rank) + u16::from(rules.first_rank);
                    format!("{}{rank}", rules.files[usize::from(file)])
                };
                let squares: Vec<String> = squares.iter().map(square).collect();
                format!("castles with {partners}, to {}", squares.join(" or "))
            }
        }
    }
}

impl PowerImpl for Castle {
    const NAME: &'static str = "castle";
    const KEYS: &'static [&'static str] = &["with", "steps", "to"];
    const NATURE: Nature = Nature::of(MoveKinds::Nothing);
    type Tables<const W: usize> = bool;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        let (table, input) = (&reader.table, reader.table.reader);
        let node = table.need(
            "with",
            "the partner's text, such as \"R\", or a list of texts",
        )?;
        let items = match &node.value {
            Value::List(items) if !items.is_empty() => items.as_slice(),
            _ => slice::from_ref(node),
        };
        let with: Option<Vec<_>> = items.iter().map(reader.piece).collect();
        let king = match (table.get("steps"), table.get("to")) {
            (None, None) => CastlingTarget::Steps(2),
            (Some(steps), None) => CastlingTarget::Steps(input.number(steps, 1, 30)? as u8),
            (None, Some(to)) => {
                let squares = input.list(to, "`to`").iter();
                let squares: Option<Vec<_>> = squares.map(|node| square(reader, node)).collect();
                CastlingTarget::Squares(squares?)
            }
            (Some(_), Some(to)) => {
                let message = "castling has both `steps` and `to`";
                input.fault(&to.place, message, "keep one of them");
                return None;
            }
        };
        Some(Castle { with: with?, king })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut self.with
    }

    fn compile<const W: usize>(&self, _: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.castle = true;
    }
}

/// The file and rank of the square that a value names.
fn square(reader: &PowerReader<'_>, node: &Node) -> Option<(u8, u8)> {
    let (board, input) = (reader.board, reader.table.reader);
    let square = board.parse(input.text(node)?);
    if square.is_none() {
        let message = format!("{} is not a square of the board", describe(node));
        let remedy = "write squares for White such as \"g1\"";
        input.fault(&node.place, message, remedy);
    }
    square.map(|square| (board.file(square) as u8, board.rank(square) as u8))
}

/// The target of a castling king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CastlingTarget {
    /// This many squares towards its partner.
    Steps(u8),
    /// To the one of these squares that lies towards the partner, given as file and rank of
    /// White's, counted from 0. Black's are on the same files of the opposite ranks.
    Squares(Vec<(u8, u8)>),
}
