//! The piece values of a regression as a table.

use crate::table::{Column, Table};
use tradewind_analysis::notices::{Flag, Notice};
use tradewind_analysis::{PieceValue, PieceValues};

/// The values as a table, with the notices below.
pub fn table(values: &PieceValues) -> Table {
    let columns: [Column<PieceValue>; 7] = [
        Column::text("piece", "piece", |row| row.piece.clone()),
        Column::csv_text("unit_piece", |row| row.unit_piece.clone()),
        Column::estimate("value", "value", PieceValue::in_units),
        Column::estimate("log_odds", "log-odds", PieceValue::in_log_odds),
        Column::count("rows", "rows", |row| row.rows),
        Column::count("pairs", "pairs", |row| row.pairs),
        Column::text("flag", "flag", |row| {
            row.flag.map_or("", Flag::name).to_owned()
        }),
    ];
    let heading = format!("value ({} = 1)", values.unit_piece);
    let mut table =
        Table::new("Piece values", &columns, &values.pieces).with_heading("value", &heading);
    let first_move = match values.first_move_in_units {
        Some(e) => format!(
            "{:.2} [{:.2}, {:.2}] {}",
            e.value, e.low, e.high, values.unit_piece
        ),
        None => {
            let e = values.first_move;
            format!("{:.3} [{:.3}, {:.3}] log-odds", e.value, e.low, e.high)
        }
    };
    table.notes.push(format!(
        "{} rows of {} game pairs; intervals from {} bootstrap replicates over pairs. The first \
         move is worth {first_move}.",
        values.rows, values.pairs, values.replicates
    ));
    table
        .notes
        .extend(values.notices.iter().map(Notice::to_string));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_stats::Estimate;

    fn value(piece: &str, units: Option<f64>) -> PieceValue {
        PieceValue {
            piece: piece.to_string(),
            unit_piece: "Pawn".to_string(),
            value: units,
            value_low: units.map(|units| units - 0.1),
            value_high: units.map(|units| units + 0.3),
            log_odds: units.map(|units| units / 7.0),
            log_odds_low: units.map(|units| units / 7.5),
            log_odds_high: units.map(|units| units / 6.5),
            rows: 100,
            pairs: 12,
            flag: units.is_none().then_some(Flag::NeverSeen),
        }
    }

    /// The CSV of the table gives the rows back that it was made from, bit for bit.
    #[test]
    fn a_program_reads_from_the_table_what_was_written() {
        let pieces = vec![value("Rook", Some(4.7)), value("Twin", None)];
        let values = PieceValues {
            unit_piece: "Pawn".to_string(),
            has_units: true,
            pieces: pieces.clone(),
            first_move: Estimate::exactly(0.1),
            first_move_in_units: None,
            notices: Vec::new(),
            rows: 200,
            pairs: 12,
            replicates: 40,
        };
        let table = table(&values).to_csv().expect("in memory");
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let read: Result<Vec<PieceValue>, csv::Error> = reader.deserialize().collect();
        assert_eq!(read.expect("the struct's own columns"), pieces);
        let headings = reader.headers().expect("a header");
        let headings: Vec<&str> = headings.iter().collect();
        assert_eq!(headings[..3], ["piece", "unit_piece", "value"]);
        assert_eq!(headings.len(), 11);
    }
}
