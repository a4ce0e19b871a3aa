//! A comparison as files: CSV, Markdown, JSON and plots.

use super::tables::*;
use super::weights_table;
use super::words::in_words;
use crate::plot::{self, Curve, Drawn, Floor, PlotError, Series};
use crate::run::ResultsError;
use crate::table::{Filled, Table};
use std::path::Path;
use tradewind_analysis::compare::{Compared, Comparison, Family, Lengths, Metric, RulesCell};
use tradewind_selfplay::files::{Files, write_all};
use tradewind_stats::estimate::Estimate;

/// How many effects a plot shows beside each other.
const EFFECTS_A_PLOT: usize = 3;

/// A plot of a comparison.
#[derive(Clone, Debug)]
pub struct ComparisonPlot {
    /// The name of its files, without an ending.
    pub file: String,
    /// What it shows.
    pub caption: String,
    /// The numbers behind it.
    pub numbers: Table,
    /// SVG and PNG.
    pub drawn: Drawn,
}

/// Every plot: what the rules change, how long games last, how the board empties, how much more
/// nodes win.
///
/// # Errors
/// A plot cannot be drawn.
pub fn plots(comparison: &Comparison) -> Result<Vec<ComparisonPlot>, PlotError> {
    let mut plots = Vec::new();
    let main: Vec<(usize, &Compared)> = (comparison.differences.effects.iter().enumerate())
        .filter(|(_, effect)| effect.order == 1)
        .collect();
    for (number, effects) in (1..).zip(main.chunks(EFFECTS_A_PLOT)) {
        let (names, series) = sizes(comparison, effects);
        if series
            .iter()
            .any(|one| one.values.iter().any(Option::is_some))
        {
            plots.push(ComparisonPlot {
                file: format!("effects-{number}"),
                caption: "What the rules change: effect sizes with 95 % intervals".to_string(),
                numbers: series_table("Effect sizes", "metric", &names, &series),
                drawn: plot::method_values(
                    &names,
                    &series,
                    [
                        "What the rules change",
                        &comparison.name,
                        "Effect size: Cohen's h of shares of games, d of other metrics",
                    ],
                )?,
            });
        }
    }
    for (place, stratum) in comparison.selves().into_iter().enumerate() {
        let player = &comparison.strata[stratum].name;
        for (file, title, axes, curves) in [
            (
                "lengths",
                "Games still going on",
                ["Plies", "Games still going on, %"],
                running_curves(comparison, place),
            ),
            (
                "pieces-left",
                "Pieces left on the board",
                ["Part of the game played, %", "Pieces left, %"],
                left_curves(comparison, place),
            ),
        ] {
            let caption = format!("{title}, {player}");
            if let Some(drawn) = plot::if_any(plot::curves(
                &curves,
                [&caption, &comparison.name],
                axes,
                Floor::Zero,
            ))? {
                plots.push(ComparisonPlot {
                    file: format!("{file}-{}", place + 1),
                    numbers: curve_table(&caption, axes[0], &curves),
                    caption,
                    drawn,
                });
            }
        }
    }
    plots.extend(gap_plot(comparison)?);
    Ok(plots)
}

/// By rule set: which share of the games of a player is still going on.
fn running_curves(comparison: &Comparison, place: usize) -> Vec<Curve> {
    let both = comparison.rules.iter().zip(&comparison.lengths[place]);
    let curve = |(rules, lengths): (&RulesCell, &Lengths)| Curve {
        name: rules.name.clone(),
        points: (lengths.running.iter())
            .map(|(ply, share)| (f64::from(*ply), share.scaled(100.0)))
            .collect(),
    };
    both.map(curve).collect()
}

/// By rule set: which share of the pieces is left after each tenth of a player's games.
fn left_curves(comparison: &Comparison, place: usize) -> Vec<Curve> {
    let both = comparison.rules.iter().zip(&comparison.left[place]);
    let curve = |(rules, tenths): (&RulesCell, &Vec<Option<Estimate>>)| Curve {
        name: rules.name.clone(),
        points: (tenths.iter().enumerate())
            .filter_map(|(at, share)| Some((10.0 * at as f64, share.as_ref()?.scaled(100.0))))
            .collect(),
    };
    both.map(curve).collect()
}

/// The effect sizes of some effects, by metric.
fn sizes(comparison: &Comparison, effects: &[(usize, &Compared)]) -> (Vec<String>, Vec<Series>) {
    let own: Vec<usize> = (0..comparison.measurements.len())
        .filter(|&at| comparison.measurements[at].metric.family() == Family::Game)
        .collect();
    let names = own
        .iter()
        .map(|&at| comparison.measurements[at].metric.name());
    let series = effects.iter().map(|(place, effect)| {
        let size = |&metric: &usize| {
            let mut all = comparison.differences.all.iter();
            let found = all.find(|one| one.effect == *place && one.metric == metric);
            found.map(|one| one.size)
        };
        Series {
            name: effect.name.clone(),
            values: own.iter().map(size).collect(),
        }
    });
    (names.collect(), series.collect())
}

/// What the stronger player scores against the weaker one, by rule set.
fn gap_plot(comparison: &Comparison) -> Result<Option<ComparisonPlot>, PlotError> {
    let Some(measurement) = comparison.find(&Metric::SkillGap) else {
        return Ok(None);
    };
    let names: Vec<String> = comparison
        .rules
        .iter()
        .map(|cell| cell.name.clone())
        .collect();
    let series = (comparison.strata.iter().enumerate()).filter(|(_, stratum)| stratum.is_gap);
    let series: Vec<Series> = series
        .map(|(at, stratum)| Series {
            name: stratum.name.clone(),
            values: (0..names.len())
                .map(|rules| measurement.estimate(at, rules))
                .collect(),
        })
        .collect();
    let words = [
        "Skill gap",
        &comparison.name,
        "The stronger player's score, %",
    ];
    let drawn = plot::if_any(plot::method_values(&names, &series, words))?;
    Ok(drawn.map(|drawn| ComparisonPlot {
        file: "skill-gap".to_string(),
        caption: "Skill gap: what more nodes score, with 95 % intervals".to_string(),
        numbers: series_table("Skill gap", "rules", &names, &series),
        drawn,
    }))
}

/// All tables as one page of Markdown, with the differences in words.
pub fn to_markdown(comparison: &Comparison) -> String {
    let mut page = format!("# {}\n", comparison.name);
    for note in &comparison.notes {
        page += &format!("\n{note}\n");
    }
    for (place, effect) in comparison.differences.effects.iter().enumerate() {
        page += &format!("\n## {}\n\n", effect.name);
        if !comparison.warning(effect).is_empty() {
            page += &format!("Warning: {}.\n\n", comparison.warning(effect));
        }
        for line in in_words(comparison, place) {
            page += &format!("- {line}\n");
        }
    }
    for table in tables(comparison, true) {
        page += &format!("\n{}", table.to_markdown());
    }
    page
}

/// Everything as JSON.
///
/// # Errors
/// Serialisation fails, which numbers and texts give no reason to expect.
pub fn to_json(comparison: &Comparison) -> serde_json::Result<String> {
    serde_json::to_string_pretty(&serde_json::json!({
        "name": comparison.name,
        "rules": comparison.rules.iter().map(|cell| &cell.name).collect::<Vec<_>>(),
        "weights": comparison.weights_rows(),
        "metrics": metric_rows(comparison),
        "differences": difference_rows(comparison),
        "head_to_head": comparison.head_to_head.iter().map(|one| serde_json::json!({
            "rules": one.rules,
            "pieces_of": one.players.names[0],
            "against_those_of": one.players.names[1],
            "player": one.player,
            "pairs": one.players.tally.count(),
            "score_percent": one.players.percent(),
            "elo": one.players.elo(),
            "warning": one.warning,
        })).collect::<Vec<_>>(),
        "notes": comparison.notes,
    }))
}

/// Writes every table as CSV, a page of Markdown, JSON, and every plot as SVG and PNG into a
/// folder, each whole or not at all. Returns the names of the files.
///
/// # Errors
/// A plot cannot be drawn or a file cannot be written.
pub fn write(comparison: &Comparison, folder: &Path) -> Result<Vec<String>, ResultsError> {
    let mut files: Files = Vec::new();
    let mut csv = |name: &str, table: Option<Table>| -> Result<(), ResultsError> {
        if let Some(table) = table.filter(|table| table.row_count() > 0) {
            files.push((format!("{name}.csv"), table.to_csv()?.into_bytes()));
        }
        Ok(())
    };
    csv("weights", Some(weights_table(comparison)))?;
    csv("metrics", Some(metric_table(comparison)))?;
    csv("differences", Some(difference_table(comparison)))?;
    for (number, table) in (1..).zip(length_tables(comparison)) {
        csv(&format!("quantiles-{number}"), Some(table))?;
    }
    csv("values", value_table(comparison, true))?;
    csv("head-to-head", head_to_head_table(comparison))?;
    files.push((
        "comparison.md".to_string(),
        to_markdown(comparison).into_bytes(),
    ));
    files.push((
        "comparison.json".to_string(),
        to_json(comparison)?.into_bytes(),
    ));
    for plot in plots(comparison)? {
        let numbers = plot.numbers.to_csv()?;
        files.push((format!("{}.csv", plot.file), numbers.into_bytes()));
        plot::add_files(&mut files, &plot.file, plot.drawn);
    }
    Ok(write_all(folder, &files)?)
}

/// The numbers of a plot of a few series.
fn series_table(title: &str, what: &str, names: &[String], series: &[Series]) -> Table {
    let mut columns = vec![Filled::text(what, what, names.to_vec())];
    let of = |one: &Series| Filled::estimate(&one.name, &one.name, one.values.clone());
    columns.extend(series.iter().map(of));
    Table::filled(title, columns)
}

/// The numbers of a plot of lines.
fn curve_table(title: &str, across: &str, curves: &[Curve]) -> Table {
    let points = curves.iter().flat_map(|curve| &curve.points);
    let mut places: Vec<f64> = points.map(|(place, _)| *place).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let words = places.iter().map(f64::to_string).collect();
    let mut columns = vec![Filled::text(across, across, words)];
    let of = |curve: &Curve| {
        let at = |place: &f64| curve.points.iter().find(|(own, _)| own == place);
        let values = places.iter().map(|place| Some(at(place)?.1));
        Filled::estimate(&curve.name, &curve.name, values.collect())
    };
    columns.extend(curves.iter().map(of));
    Table::filled(title, columns)
}
