//! How two players did against each other.

use crate::estimate::Estimate;
use crate::outcomes::GameRow;
use crate::table::{Column, Table};
use tradewind_tuner::experiment::{Experiment, Meeting};
use tradewind_tuner::matches::Tally;
use tradewind_tuner::pair_sums::PairSums;

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

/// Compares the players of a meeting by its games, whose order is that of their numbers; `None` when
/// one player has played itself.
pub fn compare(games: &[GameRow], experiment: &Experiment, meeting: Meeting) -> Option<Players> {
    let [first, second] = experiment.players_of(meeting);
    if meeting.players[0] == meeting.players[1] {
        return None;
    }
    let mut tally = Tally::default();
    for pair in games.chunk_by(|one, other| one.pair == other.pair) {
        let [one, other] = pair else {
            continue;
        };
        // The first player is White in the first game, Black in the second.
        let own = [one.result, other.result.map(|white| 1.0 - white)];
        let [one, other] = own.map(|won| won.map_or(1, |won| (won * 2.0) as usize));
        tally.add(one, other);
        tally.unfinished += own.iter().filter(|won| won.is_none()).count() as u64;
    }
    let names = [first.name.clone(), second.name.clone()];
    Some(Players::of(names, tally))
}

impl Players {
    /// Players with these names.
    pub fn of(names: [String; 2], tally: Tally) -> Players {
        Players { names, tally }
    }

    /// The first one's share of the points in percent, unfinished games as draws; `None` below two
    /// pairs.
    fn percent(&self) -> Option<Estimate> {
        let mut sums = PairSums::default();
        for (points, &pairs) in self.tally.pairs.iter().enumerate() {
            for _ in 0..pairs {
                sums.add(points as f64 / 2.0, 2.0);
            }
        }
        sums.share().map(|share| share.scaled(100.0))
    }

    /// Score and Elo as a table.
    pub fn table(&self) -> Table {
        let elo = self.tally.elo();
        let around = |value: f64, half: f64| Estimate {
            value,
            low: value - half,
            high: value + half,
        };
        let lines = [
            ("score in %", self.percent()),
            ("Elo", Some(around(elo.elo, elo.error))),
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn points_are_those_of_the_player_and_not_of_white() {
        let text = "name = \"x\"\nseed = 1\npairs = 2\nply_cap = 10\n\
                    [rules]\nid = \"chess\"\n[[player]]\nnodes = 1\n[[player]]\nnodes = 2\n\
                    [opening]\nplies = 0\n";
        let experiment = Experiment::parse("x.toml", text.to_string(), Path::new(""));
        let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
        let game = |pair, result| GameRow {
            pair,
            plies: 9,
            result,
            ending: "checkmate",
        };
        // The White wins with both colours, then draws and does not finish.
        let games = [
            game(0, Some(1.0)),
            game(0, Some(0.0)),
            game(1, Some(0.5)),
            game(1, None),
        ];
        let meeting = experiment.meetings()[0];
        let players = compare(&games, &experiment, meeting).expect("two players");
        assert_eq!(players.tally.pairs, [0, 0, 1, 0, 1]);
        assert_eq!(players.tally.unfinished, 1);
        let percent = players.percent().expect("two pairs").value;
        assert!((percent - 75.0).abs() < 1e-9, "{percent}");
        assert_eq!(players.names, ["1 nodes", "2 nodes"]);
    }
}
