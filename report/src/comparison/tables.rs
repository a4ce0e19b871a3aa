//! A comparison as tables.

use super::weights::weights_table;
use super::words::sentence;
use crate::table::{Column, Filled, Table};
use serde::Serialize;
use tradewind_analysis::compare::{
    Comparison, Difference, Family, HeadToHead, LEVEL, Lengths, Metric,
};
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

/// Every mean of every metric.
pub fn metric_rows(comparison: &Comparison) -> Vec<MetricRow> {
    let mut rows = Vec::new();
    for measurement in &comparison.measurements {
        for (stratum, means) in comparison.strata.iter().zip(&measurement.means) {
            for (rules, mean) in comparison.rules.iter().zip(means) {
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
pub fn difference_rows(comparison: &Comparison) -> Vec<DifferenceRow> {
    let row = |one: &Difference| {
        let metric = &comparison.measurements[one.metric].metric;
        DifferenceRow {
            effect: comparison.differences.effects[one.effect].name.clone(),
            metric: metric.key(),
            unit: metric.unit().of_difference(),
            difference: one.estimate,
            effect_size: one.size,
            p: one.chance,
            p_holm: one.corrected,
            words: sentence(comparison, one),
            warning: comparison.warning(&comparison.differences.effects[one.effect]),
        }
    };
    comparison.differences.all.iter().map(row).collect()
}

/// The means of all metrics as one long table.
pub fn metric_table(comparison: &Comparison) -> Table {
    let columns: [Column<MetricRow>; 7] = [
        Column::text("players", "players", |row| row.players.clone()),
        Column::text("rules", "rules", |row| row.rules.clone()),
        Column::text("metric", "metric", |row| row.metric.clone()),
        Column::text("unit", "unit", |row| row.unit.to_string()),
        Column::estimate("mean", "mean", |row| Some(row.mean)),
        Column::number("spread", "spread", |row| Some(row.spread)),
        Column::count("games", "games", |row| row.games),
    ];
    Table::new("Metrics", &columns, &metric_rows(comparison))
}

/// The differences as one long table.
pub fn difference_table(comparison: &Comparison) -> Table {
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
    Table::new("Differences", &columns, &difference_rows(comparison))
}

/// The metrics of the game as a whole, a column for each rule set of a range.
pub fn overview(comparison: &Comparison, stratum: usize, rules: std::ops::Range<usize>) -> Table {
    let own: Vec<_> = (comparison.measurements.iter())
        .filter(|one| one.metric.family() == Family::Game)
        .filter(|one| one.means[stratum].iter().any(Option::is_some))
        .collect();
    let texts =
        |of: &dyn Fn(&Metric) -> String| own.iter().map(|one| of(&one.metric)).collect::<Vec<_>>();
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
        let name = &comparison.rules[at].name;
        columns.push(Filled::mixed(name, name, cells));
    }
    let title = format!("Games, {}", comparison.strata[stratum].name);
    Table::filled(&title, columns)
}

/// What an effect does to every metric of the game as a whole, or of its pieces. `all` or only
/// what is more than chance.
pub fn effect_table(comparison: &Comparison, effect: usize, family: Family, all: bool) -> Table {
    let every: Vec<&Difference> = comparison
        .differences
        .of(effect, family, &comparison.measurements)
        .collect();
    let shown: Vec<&&Difference> = (every.iter())
        .filter(|one| all || one.corrected < LEVEL)
        .collect();
    let metric = |one: &Difference| &comparison.measurements[one.metric].metric;
    let texts =
        |of: &dyn Fn(&Difference) -> String| shown.iter().map(|one| of(one)).collect::<Vec<_>>();
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
    let warning = comparison.warning(&comparison.differences.effects[effect]);
    if !warning.is_empty() {
        let warnings = vec![warning.to_string(); shown.len()];
        columns.push(Filled::text("warning", "warning", warnings));
    }
    let name = &comparison.differences.effects[effect].name;
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
pub fn length_tables(comparison: &Comparison) -> Vec<Table> {
    let selves = comparison.selves().into_iter().zip(&comparison.lengths);
    let table = |(stratum, lengths): (usize, &Vec<Lengths>)| {
        let names = comparison
            .rules
            .iter()
            .map(|cell| cell.name.clone())
            .collect();
        let mut columns = vec![Filled::text("rules", "rules", names)];
        let quantiles = lengths.first().map_or(&[][..], |first| &first.quantiles);
        for (at, (name, _)) in quantiles.iter().enumerate() {
            let cells = lengths.iter().map(|one| one.quantiles[at].1).collect();
            columns.push(Filled::estimate(name, name, cells));
        }
        let title = format!(
            "Length of games in plies, {}",
            comparison.strata[stratum].name
        );
        Table::filled(&title, columns)
    };
    selves.map(table).collect()
}

/// Piece values in log-odds under each rule set, or only by how much they differ; `None` when there
/// are none.
pub fn value_table(comparison: &Comparison, each: bool) -> Option<Table> {
    let pieces = &comparison.values.pieces;
    if pieces.is_empty() {
        return None;
    }
    let names = pieces.iter().map(|one| one.piece.clone()).collect();
    let mut columns = vec![Filled::text("piece", "piece", names)];
    let shown = if each {
        comparison.rules.as_slice()
    } else {
        &[]
    };
    for (at, cell) in shown.iter().enumerate() {
        let cells = pieces.iter().map(|one| one.log_odds[at]).collect();
        columns.push(Filled::estimate(&cell.name, &cell.name, cells));
    }
    for (at, effect) in comparison.values.effects.iter().enumerate() {
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
        comparison.values.player
    );
    let mut table = Table::filled(&title, columns);
    table.notes.push(
        "By regression on the games of this comparison; only values without a flag.".to_string(),
    );
    Some(table)
}

/// Pieces against pieces; `None` when none met.
pub fn head_to_head_table(comparison: &Comparison) -> Option<Table> {
    if comparison.head_to_head.is_empty() {
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
    let mut table = Table::new("Pieces against pieces", &columns, &comparison.head_to_head);
    table.notes.push(
        "The same player on both sides; the sides exchange the pieces with the colours. \
         Unfinished games count as drawn."
            .to_string(),
    );
    Some(table)
}

/// The tables that are printed: `wide` when as many rule sets as there are fit beside each other.
pub fn tables(comparison: &Comparison, wide: bool) -> Vec<Table> {
    let at_a_time = if wide {
        comparison.rules.len().max(1)
    } else {
        3
    };
    let mut tables = vec![weights_table(comparison)];
    for stratum in 0..comparison.strata.len() {
        for first in (0..comparison.rules.len()).step_by(at_a_time) {
            let last = (first + at_a_time).min(comparison.rules.len());
            tables.push(overview(comparison, stratum, first..last));
        }
    }
    for effect in 0..comparison.differences.effects.len() {
        tables.push(effect_table(comparison, effect, Family::Game, true));
        tables.push(effect_table(comparison, effect, Family::Pieces, false));
    }
    tables.extend(length_tables(comparison));
    tables.extend(value_table(comparison, wide || comparison.rules.len() <= 3));
    tables.extend(head_to_head_table(comparison));
    tables.retain(|table| table.row_count() > 0);
    tables
}

/// A chance as readers see it.
pub(crate) fn chance_text(chance: f64) -> String {
    match chance {
        _ if chance < 0.0005 => "< 0.001".to_string(),
        _ => format!("{chance:.3}"),
    }
}
