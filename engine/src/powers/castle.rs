//! Castling: a king goes towards an unmoved partner, which goes to its other side.

use super::parts::*;
use crate::toml_file::{Node, Value, describe};
use std::slice;

/// Castling: towards an unmoved partner on the same rank, which goes to the square next to the
/// king's new one, on the side that the king comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castle {
    /// The types of its partners.
    pub with: Vec<PieceType>,
    /// Where the king goes.
    pub king: CastlingTarget,
}

impl Facts for Castle {
    fn notation(&self) -> Vec<&Betza> {
        vec![]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Nothing
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson::Nothing
    }

    fn check(&self, checking: &Checking<'_>) {
        let mut before = checking.before.iter().rev();
        if let Some(other) = before.find(|piece| piece.has(PowerKind::Castle)) {
            let message = format!("`{}` castles already", other.text);
            checking.fault(message, "let one piece castle");
        }
    }

    fn describe(&self, setting: &Setting<'_>) -> String {
        let partners: Vec<&str> = self.with.iter().map(|&piece| setting.text(piece)).collect();
        let partners = partners.join(" or ");
        match &self.king {
            CastlingTarget::Steps(2) => format!("castles with {partners}"),
            CastlingTarget::Steps(1) => format!("castles with {partners}, by one square"),
            CastlingTarget::Steps(steps) => {
                format!("castles with {partners}, by {steps} squares")
            }
            CastlingTarget::Squares(squares) => {
                let square = |&(file, rank): &(u8, u8)| {
                    let rank = u16::from(rank) + u16::from(setting.first_rank);
                    format!("{}{rank}", setting.files[usize::from(file)])
                };
                let squares: Vec<String> = squares.iter().map(square).collect();
                format!("castles with {partners}, to {}", squares.join(" or "))
            }
        }
    }

    fn draw(&self, _: &Setting<'_>, _: &Bearer<'_>, _: &mut Picture<'_>) {}

    fn mobility(&self, _: &Bearer<'_>, _: &Crowd<'_>, _: Square) -> f64 {
        0.0
    }

    fn explains(&self, _: Act, _: &Played<'_>) -> bool {
        false
    }
}

impl Ability for Castle {
    const NAME: &'static str = "castle";
    const KEYS: &'static [&'static str] = &["with", "steps", "to"];
    const NATURE: Nature = Nature {
        plural: false,
        makes: Makes::Nothing,
        may_coincide: false,
    };
    type Tables<const W: usize> = bool;

    fn read(reading: &Reading<'_>) -> Option<Self> {
        let (table, reader) = (&reading.table, reading.table.reader);
        let node = table.need(
            "with",
            "the partner's text, such as \"R\", or a list of texts",
        )?;
        let items = match &node.value {
            Value::List(items) if !items.is_empty() => items.as_slice(),
            _ => slice::from_ref(node),
        };
        let with: Option<Vec<_>> = items.iter().map(reading.piece).collect();
        let king = match (table.get("steps"), table.get("to")) {
            (None, None) => CastlingTarget::Steps(2),
            (Some(steps), None) => CastlingTarget::Steps(reader.number(steps, 1, 30)? as u8),
            (None, Some(to)) => {
                let squares = reader.list(to, "`to`").iter();
                let squares: Option<Vec<_>> = squares.map(|node| square(reading, node)).collect();
                CastlingTarget::Squares(squares?)
            }
            (Some(_), Some(to)) => {
                let message = "it is said twice where the king goes";
                reader.fault(&to.place, message, "keep either `steps` or `to`");
                return None;
            }
        };
        Some(Castle { with: with?, king })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut self.with
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, _: &mut Making<'_, W>, tables: &mut Tables<W>) {
        tables.castle = true;
    }

    generates_nothing!();
}

/// The square of White's that a value names, as file and rank.
fn square(reading: &Reading<'_>, node: &Node) -> Option<(u8, u8)> {
    let (board, reader) = (reading.board, reading.table.reader);
    let square = board.parse(reader.text(node)?);
    if square.is_none() {
        let message = format!("{} is no square of the board", describe(node));
        let remedy = "write squares of White's such as \"g1\"";
        reader.fault(&node.place, message, remedy);
    }
    square.map(|square| (board.file(square) as u8, board.rank(square) as u8))
}

/// Where a king goes by castling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CastlingTarget {
    /// So many squares towards its partner.
    Steps(u8),
    /// To that one of these squares (file and rank counted from 0, for White) that lies towards the
    /// partner; Black's are on the same files of the opposite ranks.
    Squares(Vec<(u8, u8)>),
}
