//! What the rules alone say of the worth of pieces.

use super::{Method, MethodValues, PieceGames};
use crate::dataset::Wanted;
use crate::row::{Row, RowCondition, Subject, TARGETS};
use tradewind_engine::theory::{in_pawns, mobility};

/// The shares of squares with a piece, in percent, that targets are given for: an endgame, a middlegame, a
/// full board.
const CROWDED: [u32; 3] = [10, 30, 50];

/// Values by the law for leapers, from the number of a piece's targets.
pub struct LeaperLaw;

impl Method for LeaperLaw {
    fn name(&self) -> &'static str {
        "theory"
    }

    fn quantity(&self) -> &'static str {
        "theory"
    }

    fn wanted(&self, _: bool) -> Wanted {
        Wanted::default()
    }

    fn estimate(&self, games: &PieceGames<'_>) -> Result<Option<MethodValues>, String> {
        let spec = games.spec;
        let mut rows = Vec::new();
        for (piece, value) in spec.piece_types().zip(in_pawns(spec)) {
            let subject = Subject::piece(spec, piece);
            rows.push(Row {
                value: Some(value),
                ..Row::new(self.name(), subject.clone(), "pawns")
            });
            rows.extend(CROWDED.map(|percent| Row {
                condition: RowCondition::Crowded(percent),
                value: Some(mobility(
                    spec,
                    spec.piece(piece),
                    f64::from(percent) / 100.0,
                )),
                ..Row::new(self.name(), subject.clone(), TARGETS)
            }));
        }
        Ok(Some(MethodValues {
            rows,
            notes: vec![
                "Theory: 1.1 · N · (30 + 5N/8) for N targets on a board that is 30 % full (H. G. Muller's law \
                 for leapers), in pawns: 1.3 times the least that it gives to a pawn, for what a pawn may \
                 become. Targets: how many squares the piece can go to on average; where it can only move it \
                 counts a third, where it can only capture two thirds. A rule of thumb without an interval."
                    .to_string(),
            ],
            ..MethodValues::default()
        }))
    }
}
