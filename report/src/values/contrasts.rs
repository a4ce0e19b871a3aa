//! Direct contrasts: games in which one player has a piece in place of another one.

use crate::table::{Column, Table};
use tradewind_analysis::row::{Row, RowCondition, Subject};
use tradewind_analysis::values::ValueSet;
use tradewind_engine::rules::PieceType;
use tradewind_selfplay::odds::Odds;

/// The minimum number of game pairs of a contrast in the table.
const MIN_CONTRAST_PAIRS: u64 = 30;

/// The direct contrasts that were played: the two pieces (non-promoting copies as their originals), and the score of the
/// first.
pub(crate) fn contrasts(set: &ValueSet) -> Vec<([PieceType; 2], &Row)> {
    let spec = set.spec.with_copies();
    let pieces = |row: &Row| -> Option<[PieceType; 2]> {
        let Subject::Odds(text) = &row.subject else {
            return None;
        };
        let pieces = Odds::parse(text, &spec).ok()?.contrasted()?;
        let [one, other] = pieces.map(|piece| spec.piece(piece).copy_of.unwrap_or(piece));
        (one != other).then_some([one, other])
    };
    let scores = set.rows.iter();
    let scores = scores.filter(|row| row.condition == RowCondition::All && row.unit == "%");
    scores.filter_map(|row| Some((pieces(row)?, row))).collect()
}

/// The scores of direct contrasts, ordered by the lower ends of their intervals; `None` if there are none.
pub(super) fn contrast_table(set: &ValueSet) -> Option<Table> {
    let name = |piece: PieceType| set.spec.piece(piece).name.clone();
    let mut rows: Vec<([String; 2], &Row)> = contrasts(set)
        .into_iter()
        .filter(|(_, row)| row.pairs >= MIN_CONTRAST_PAIRS)
        .map(|(pieces, row)| (pieces.map(name), row))
        .collect();
    if rows.is_empty() {
        return None;
    }
    rows.sort_by(|(_, one), (_, other)| {
        let low = |row: &Row| row.low.unwrap_or(0.0);
        low(other).total_cmp(&low(one))
    });
    let columns: [Column<([String; 2], &Row)>; 4] = [
        Column::text("piece", "piece", |(names, _)| names[0].clone()),
        Column::text("against", "against", |(names, _)| names[1].clone()),
        Column::estimate("score", "score, %", |(_, row)| row.estimate()),
        Column::count("pairs", "pairs", |(_, row)| row.pairs),
    ];
    let title = format!("Piece against piece in {}", set.title());
    let mut table = Table::new(&title, &columns, &rows);
    let note = "One player has the piece in place of the other one; non-promoting copies have the names of their originals. Above \
                50 % the piece is worth more. Intervals are not corrected for the number of contrasts.";
    table.notes.push(note.to_string());
    Some(table)
}
