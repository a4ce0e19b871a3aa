//! How two players did against each other.

use crate::table::{Column, Table};
use tradewind_stats::PairSums;
use tradewind_stats::Tally;
use tradewind_stats::estimate::Estimate;

/// Two players and what they won.
#[derive(Clone, Debug, PartialEq)]
pub struct Players {
    /// Their names.
    pub names: [String; 2],
    /// How the pairs ended for the first one.
    pub tally: Tally,
}

/// A line of the table.
struct Line {
    measure: String,
    value: Option<Estimate>,
}

impl Players {
    /// Players with these names.
    pub fn of(names: [String; 2], tally: Tally) -> Players {
        Players { names, tally }
    }

    /// The first one's share of the points in percent, unfinished games as draws; `None` below two
    /// pairs.
    pub fn percent(&self) -> Option<Estimate> {
        let mut sums = PairSums::default();
        for (points, &pairs) in self.tally.pairs.iter().enumerate() {
            for _ in 0..pairs {
                sums.add(points as f64 / 2.0, 2.0);
            }
        }
        sums.share().map(|share| share.scaled(100.0))
    }

    /// By how many Elo points the first one is stronger.
    pub fn elo(&self) -> Estimate {
        let elo = self.tally.elo();
        around(elo.elo, elo.error)
    }

    /// Score and Elo as a table.
    pub fn table(&self) -> Table {
        let elo = self.tally.elo();
        let lines = [
            ("score in %", self.percent()),
            ("Elo", Some(self.elo())),
            (
                "normalized Elo",
                Some(around(elo.normalized, elo.normalized_error)),
            ),
        ];
        let lines = lines.map(|(measure, value)| Line {
            measure: measure.to_string(),
            value,
        });
        let columns: [Column<Line>; 2] = [
            Column::text("measure", "measure", |line| line.measure.clone()),
            Column::estimate("value", "value", |line| line.value),
        ];
        let [first, second] = &self.names;
        let mut table = Table::new(&format!("{first} against {second}"), &columns, &lines);
        let [a, b, c, d, e] = self.tally.pairs;
        table.notes.push(format!(
            "{} pairs, by points 0, ½, 1, 1½, 2: {a} {b} {c} {d} {e}; {} unfinished games count as drawn.",
            self.tally.count(),
            self.tally.unfinished
        ));
        table
    }
}

fn around(value: f64, half: f64) -> Estimate {
    Estimate {
        value,
        low: value - half,
        high: value + half,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_that_of_the_first_player() {
        let mut tally = Tally::default();
        tally.add(2, 2);
        tally.add(1, 1);
        let players = Players::of(["a", "b"].map(str::to_string), tally);
        let percent = players.percent().expect("two pairs").value;
        assert!((percent - 75.0).abs() < 1e-9, "{percent}");
        let table = players.table().to_text();
        assert!(table.starts_with("a against b"), "{table}");
    }
}
