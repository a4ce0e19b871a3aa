//! A comparison as tables.

use super::difference::{Difference, LEVEL};
use super::metric::Family;
use super::{Comparison, HeadToHead};
use crate::table::{Column, Filled, Table};
use serde::Serialize;
use tradewind_stats::estimate::Estimate;

/// A mean of a metric, for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetricRow {
    /// Who played.
    pub players: String,
    /// The rule set.
    pub rules: String,
    /// The metric's key.
    pub metric: String,
    /// Its unit.
    pub unit: &'static str,
    /// Games that count.
    pub games: u64,
    /// The mean.
    pub mean: Estimate,
    /// The standard deviation of single games, in the unit.
    pub spread: f64,
}

/// A difference, for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DifferenceRow {
    /// What is compared with what.
    pub effect: String,
    /// The metric's key.
    pub metric: String,
    /// Its unit.
    pub unit: &'static str,
    /// The difference.
    pub difference: Estimate,
    /// Cohen's *h* for shares, or else *d*.
    pub effect_size: Estimate,
    /// The chance of one as large where there is none.
    pub p: f64,
    /// The same after Holm's correction.
    pub p_holm: f64,
    /// In words.
    pub words: String,
    /// What a reader must know; empty when there is nothing.
    pub warning: &'static str,
}

impl Comparison {
    /// Every mean of every metric.
    pub fn metric_rows(&self) -> Vec<MetricRow> {
        let mut rows = Vec::new();
        for measurement in &self.measurements {
            for (stratum, means) in self.strata.iter().zip(&measurement.means) {
                for (rules, mean) in self.rules.iter().zip(means) {
                    let unit = measurement.metric.unit();
                    rows.extend(mean.as_ref().map(|mean| MetricRow {
                        players: stratum.name.clone(),
                        rules: rules.name.clone(),
                        metric: measurement.metric.key(),
                        unit: unit.text(),
                        games: mean.games,
                        mean: mean.estimate.scaled(unit.factor()),
                        spread: mean.spread * unit.factor(),
                    }));
                }
            }
        }
        rows
    }

    /// Every difference.
    pub fn difference_rows(&self) -> Vec<DifferenceRow> {
        let row = |one: &Difference| {
            let metric = &self.measurements[one.metric].metric;
            DifferenceRow {
                effect: self.differences.effects[one.effect].name.clone(),
                metric: metric.key(),
                unit: metric.unit().of_difference(),
                difference: one.estimate,
                effect_size: one.size,
                p: one.chance,
                p_holm: one.corrected,
                words: self.sentence(one),
                warning: self.warning(&self.differences.effects[one.effect]),
            }
        };
        self.differences.all.iter().map(row).collect()
    }

    /// The means of all metrics as one long table.
    pub fn metric_table(&self) -> Table {
        let columns: [Column<MetricRow>; 7] = [
            Column::text("players", "players", |row| row.players.clone()),
            Column::text("rules", "rules", |row| row.rules.clone()),
            Column::text("metric", "metric", |row| row.metric.clone()),
            Column::text("unit", "unit", |row| row.unit.to_string()),
            Column::estimate("mean", "mean", |row| Some(row.mean)),
            Column::number("spread", "spread", |row| Some(row.spread)),
            Column::count("games", "games", |row| row.games),
        ];
        Table::new("Metrics", &columns, &self.metric_rows())
    }

    /// The differences as one long table.
    pub fn difference_table(&self) -> Table {
        let columns: [Column<DifferenceRow>; 9] = [
            Column::text("effect", "effect", |row| row.effect.clone()),
            Column::text("metric", "metric", |row| row.metric.clone()),
            Column::text("unit", "unit", |row| row.unit.to_string()),
            Column::estimate("difference", "difference", |row| Some(row.difference)),
            Column::estimate("effect_size", "effect size", |row| Some(row.effect_size)),
            Column::number("p", "p", |row| Some(row.p)),
            Column::number("p_holm", "p (Holm)", |row| Some(row.p_holm)),
            Column::text("words", "in words", |row| row.words.clone()),
            Column::text("warning", "warning", |row| row.warning.to_string()),
        ];
        Table::new("Differences", &columns, &self.difference_rows())
    }

    /// The metrics of the game as a whole, a column for each rule set of a range.
    pub fn overview(&self, stratum: usize, rules: std::ops::Range<usize>) -> Table {
        let own: Vec<_> = (self.measurements.iter())
            .filter(|one| one.metric.family() == Family::Game)
            .filter(|one| one.means[stratum].iter().any(Option::is_some))
            .collect();
        let texts = |of: &dyn Fn(&super::Metric) -> String| {
            own.iter().map(|one| of(&one.metric)).collect::<Vec<_>>()
        };
        let mut columns = vec![
            Filled::text("metric", "metric", texts(&|metric| metric.name())),
            Filled::text(
                "unit",
                "unit",
                texts(&|metric| metric.unit().text().to_string()),
            ),
        ];
        for at in rules {
            let cells = own.iter().map(|one| one.estimate(stratum, at)).collect();
            let name = &self.rules[at].name;
            columns.push(Filled::mixed(name, name, cells));
        }
        let title = format!("Games, {}", self.strata[stratum].name);
        Table::filled(&title, columns)
    }

    /// What an effect does to every metric of the game as a whole, or of its pieces. `all` or only
    /// what is more than chance.
    pub fn effect_table(&self, effect: usize, family: Family, all: bool) -> Table {
        let every: Vec<&Difference> = self
            .differences
            .of(effect, family, &self.measurements)
            .collect();
        let shown: Vec<&&Difference> = (every.iter())
            .filter(|one| all || one.corrected < LEVEL)
            .collect();
        let metric = |one: &Difference| &self.measurements[one.metric].metric;
        let texts = |of: &dyn Fn(&Difference) -> String| {
            shown.iter().map(|one| of(one)).collect::<Vec<_>>()
        };
        let mut columns = vec![
            Filled::text("metric", "metric", texts(&|one| metric(one).name())),
            Filled::mixed(
                "difference",
                "difference",
                shown.iter().map(|one| Some(one.estimate)).collect(),
            ),
            Filled::text(
                "unit",
                "unit",
                texts(&|one| metric(one).unit().of_difference().to_string()),
            ),
            Filled::estimate(
                "effect_size",
                "effect size",
                shown.iter().map(|one| Some(one.size)).collect(),
            ),
            Filled::text(
                "p_holm",
                "p (Holm)",
                texts(&|one| chance_text(one.corrected)),
            ),
        ];
        let warning = self.warning(&self.differences.effects[effect]);
        if !warning.is_empty() {
            let warnings = vec![warning.to_string(); shown.len()];
            columns.push(Filled::text("warning", "warning", warnings));
        }
        let name = &self.differences.effects[effect].name;
        let title = match family {
            Family::Game => name.clone(),
            Family::Pieces => format!("{name}: the pieces"),
        };
        let mut table = Table::filled(&title, columns);
        if shown.len() < every.len() {
            let rest = every.len() - shown.len();
            table.notes.push(format!(
                "{rest} other metrics show no difference beyond chance."
            ));
        }
        table
    }

    /// Quantiles of the length of games.
    pub fn length_tables(&self) -> Vec<Table> {
        let selves = self.selves().into_iter().zip(&self.lengths);
        let table = |(stratum, lengths): (usize, &Vec<super::Lengths>)| {
            let names = self.rules.iter().map(|cell| cell.name.clone()).collect();
            let mut columns = vec![Filled::text("rules", "rules", names)];
            let quantiles = lengths.first().map_or(&[][..], |first| &first.quantiles);
            for (at, (name, _)) in quantiles.iter().enumerate() {
                let cells = lengths.iter().map(|one| one.quantiles[at].1).collect();
                columns.push(Filled::estimate(name, name, cells));
            }
            let title = format!("Length of games in plies, {}", self.strata[stratum].name);
            Table::filled(&title, columns)
        };
        selves.map(table).collect()
    }

    /// Piece values in log-odds under each rule set, or only by how much they differ; `None` when there
    /// are none.
    pub fn value_table(&self, each: bool) -> Option<Table> {
        let pieces = &self.values.pieces;
        if pieces.is_empty() {
            return None;
        }
        let names = pieces.iter().map(|one| one.piece.clone()).collect();
        let mut columns = vec![Filled::text("piece", "piece", names)];
        let shown = if each { self.rules.as_slice() } else { &[] };
        for (at, cell) in shown.iter().enumerate() {
            let cells = pieces.iter().map(|one| one.log_odds[at]).collect();
            columns.push(Filled::estimate(&cell.name, &cell.name, cells));
        }
        for (at, effect) in self.values.effects.iter().enumerate() {
            let cells = pieces
                .iter()
                .map(|one| one.changes[at].map(|change| change.0));
            columns.push(Filled::estimate(effect, effect, cells.collect()));
            let chances = pieces
                .iter()
                .map(|one| one.changes[at].map_or(String::new(), |change| chance_text(change.1)));
            let key = format!("p_holm: {effect}");
            columns.push(Filled::text(&key, "p (Holm)", chances.collect()));
        }
        let title = format!(
            "What having one more of a piece is worth, in log-odds of the result, {}",
            self.values.player
        );
        let mut table = Table::filled(&title, columns);
        table.notes.push(
            "By regression on the games of this comparison; only values without a flag."
                .to_string(),
        );
        Some(table)
    }

    /// Pieces against pieces; `None` when none met.
    pub fn head_to_head_table(&self) -> Option<Table> {
        if self.head_to_head.is_empty() {
            return None;
        }
        let columns: [Column<HeadToHead>; 8] = [
            Column::text("rules", "experiment", |one| one.rules.clone()),
            Column::text("first", "pieces of", |one| one.players.names[0].clone()),
            Column::text("second", "against those of", |one| {
                one.players.names[1].clone()
            }),
            Column::text("player", "player", |one| one.player.clone()),
            Column::count("pairs", "pairs", |one| one.players.tally.count()),
            Column::estimate("score_percent", "score in %", |one| one.players.percent()),
            Column::estimate("elo", "Elo", |one| Some(one.players.elo())),
            Column::text("warning", "warning", |one| one.warning.to_string()),
        ];
        let mut table = Table::new("Pieces against pieces", &columns, &self.head_to_head);
        table.notes.push(
            "The same player on both sides; the sides exchange the pieces with the colours. \
             Unfinished games count as drawn."
                .to_string(),
        );
        Some(table)
    }

    /// The tables that are printed: `wide` when as many rule sets as there are fit beside each other.
    pub fn tables(&self, wide: bool) -> Vec<Table> {
        let at_a_time = if wide { self.rules.len().max(1) } else { 3 };
        let mut tables = vec![self.weights_table()];
        for stratum in 0..self.strata.len() {
            for first in (0..self.rules.len()).step_by(at_a_time) {
                let last = (first + at_a_time).min(self.rules.len());
                tables.push(self.overview(stratum, first..last));
            }
        }
        for effect in 0..self.differences.effects.len() {
            tables.push(self.effect_table(effect, Family::Game, true));
            tables.push(self.effect_table(effect, Family::Pieces, false));
        }
        tables.extend(self.length_tables());
        tables.extend(self.value_table(wide || self.rules.len() <= 3));
        tables.extend(self.head_to_head_table());
        tables.retain(|table| table.row_count() > 0);
        tables
    }
}

/// A chance as readers see it.
pub(crate) fn chance_text(chance: f64) -> String {
    match chance {
        _ if chance < 0.0005 => "< 0.001".to_string(),
        _ => format!("{chance:.3}"),
    }
}
