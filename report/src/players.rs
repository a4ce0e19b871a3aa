//! How two players did against each other, as a table.

use crate::table::{Column, Table};
use tradewind_analysis::players::Players;
use tradewind_stats::Estimate;

/// A line of the table.
struct PlayersLine {
    measure: String,
    value: Option<Estimate>,
}

/// Score and Elo as a table.
pub fn table(players: &Players) -> Table {
    let elo = players.tally.elo();
    let lines = [
        ("score in %", players.percent()),
        ("Elo", Some(players.elo())),
        (
            "normalized Elo",
            Some(Estimate::around(elo.normalized, elo.normalized_error)),
        ),
    ];
    let lines = lines.map(|(measure, value)| PlayersLine {
        measure: measure.to_string(),
        value,
    });
    let columns: [Column<PlayersLine>; 2] = [
        Column::text("measure", "measure", |line| line.measure.clone()),
        Column::estimate("value", "value", |line| line.value),
    ];
    let [first, second] = &players.names;
    let mut table = Table::new(&format!("{first} against {second}"), &columns, &lines);
    let [a, b, c, d, e] = players.tally.pairs;
    table.notes.push(format!(
        "{} pairs, by points 0, ½, 1, 1½, 2: {a} {b} {c} {d} {e}; {} unfinished games count as drawn.",
        players.tally.count(),
        players.tally.unfinished
    ));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_stats::Tally;

    #[test]
    fn the_first_player_is_named_first() {
        let mut tally = Tally::default();
        tally.add(2, 2);
        let players = Players::of(["a", "b"].map(str::to_string), tally);
        let text = table(&players).to_text();
        assert!(text.starts_with("a against b"), "{text}");
    }
}
