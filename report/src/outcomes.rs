//! Results, terminations and lengths of games as tables.

use crate::table::{Column, Table};
use tradewind_analysis::Outcomes;
use tradewind_analysis::outcomes::{EndingRow, LengthRow, ShareRow};
use tradewind_stats::Estimate;

/// The shares as a table.
pub fn share_table(outcomes: &Outcomes) -> Table {
    let columns: [Column<ShareRow>; 3] = [
        Column::text("measure", "measure", |row| row.measure.clone()),
        Column::count("games", "games", |row| row.games),
        Column::estimate("percent", "%", |row| {
            Some(Estimate {
                value: row.percent?,
                low: row.percent_low?,
                high: row.percent_high?,
            })
        }),
    ];
    let mut table = Table::new("Results", &columns, &outcomes.shares);
    table.notes.push(interval_note(outcomes));
    table
}

/// The endings as a table.
pub fn ending_table(outcomes: &Outcomes) -> Table {
    let columns: [Column<EndingRow>; 6] = [
        Column::text("ending", "ending", |row| row.ending.clone()),
        Column::count("games", "games", |row| row.games),
        Column::count("white_wins", "White wins", |row| row.white_wins),
        Column::count("draws", "draws", |row| row.draws),
        Column::count("black_wins", "Black wins", |row| row.black_wins),
        Column::estimate("percent", "% of games", |row| {
            Some(Estimate {
                value: row.percent,
                low: row.percent_low,
                high: row.percent_high,
            })
        }),
    ];
    let mut table = Table::new("Endings", &columns, &outcomes.endings);
    table.notes.push(interval_note(outcomes));
    table
}

/// The lengths as a table.
pub fn length_table(outcomes: &Outcomes) -> Table {
    let columns: [Column<LengthRow>; 2] = [
        Column::text("statistic", "length", |row| row.statistic.clone()),
        Column::estimate("plies", "plies", |row| {
            Some(Estimate {
                value: row.plies,
                low: row.plies_low,
                high: row.plies_high,
            })
        }),
    ];
    let mut table = Table::new("Length of games", &columns, &outcomes.lengths);
    table.notes.push(interval_note(outcomes));
    let unfinished = outcomes
        .shares
        .iter()
        .find(|row| row.measure == "unfinished");
    if unfinished.and_then(|row| row.percent) > Some(0.0) {
        table
            .notes
            .push("Unfinished games count with the length at which they were stopped.".to_owned());
    }
    table
}

fn interval_note(outcomes: &Outcomes) -> String {
    format!(
        "{} games in {} pairs; intervals take the pair as the unit.",
        outcomes.games, outcomes.pairs
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;
    use tradewind_analysis::GameRow;
    use tradewind_analysis::outcomes::summarise;

    fn game(pair: u64, result: Option<f32>) -> GameRow {
        GameRow {
            pair,
            plies: 80,
            result,
            ending: "royal captured",
        }
    }

    #[test]
    fn structs_and_tables_have_the_same_columns() {
        let games = [(1, Some(1.0)), (1, Some(0.0)), (2, Some(0.5)), (2, None)];
        let outcomes = summarise(&games.map(|(pair, result)| game(pair, result)));
        let outcomes = outcomes.expect("two pairs");
        fn written<R: Serialize>(rows: &[R]) -> String {
            let mut writer = csv::Writer::from_writer(Vec::new());
            rows.iter()
                .for_each(|row| writer.serialize(row).expect("in memory"));
            String::from_utf8(writer.into_inner().expect("in memory")).expect("text")
        }
        fn header(csv: &str) -> Option<&str> {
            csv.lines().next()
        }
        let shares = share_table(&outcomes).to_csv().expect("in memory");
        assert_eq!(header(&shares), header(&written(&outcomes.shares)));
        let endings = ending_table(&outcomes).to_csv().expect("in memory");
        assert_eq!(header(&endings), header(&written(&outcomes.endings)));
        let lengths = length_table(&outcomes).to_csv().expect("in memory");
        assert_eq!(header(&lengths), header(&written(&outcomes.lengths)));
    }

    #[test]
    fn what_is_not_known_is_a_dash() {
        let outcomes = summarise(&[game(1, None), game(2, None)]).expect("two pairs");
        let text = share_table(&outcomes).to_text();
        let line = text.lines().find(|line| line.starts_with("White's score"));
        let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
        assert_eq!(words, ["White's", "score", "0", "-"], "{text}");
    }
}
