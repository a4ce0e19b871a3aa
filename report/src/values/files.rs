//! Values as files: CSV, Markdown and plots.

use super::tables::{self, long_table, skill_table};
use crate::plot::{self, Cross, Drawn, PlotError, Series};
use crate::run::ResultsError;
use crate::table::{Column, Table};
use std::path::Path;
use tradewind_analysis::dataset::column_name;
use tradewind_analysis::odds::FittedOdds;
use tradewind_analysis::values::skill::skill_curves;
use tradewind_analysis::values::{Aspect, Gathered, Method, ValueSet, disagreements, slug};
use tradewind_engine::rules::PieceType;
use tradewind_selfplay::files::{Files, write_all};

/// All tables: of each rule set and player, then of the players' strength. With `others`, what
/// others say stands beside.
pub fn tables(gathered: &Gathered, others: bool) -> Vec<Table> {
    let mut tables = Vec::new();
    for of_rules in gathered.by_rules() {
        tables.extend(of_rules.iter().flat_map(|one| tables::tables(one, others)));
        let skill = Method::ALL.into_iter();
        tables.extend(skill.filter_map(|method| skill_table(&of_rules, method)));
    }
    tables
}

/// Writes for each rule set a CSV of all values and of the odds, a page of Markdown, and plots
/// as SVG and PNG. Returns the names of the files.
///
/// # Errors
/// A plot cannot be drawn or a file cannot be written.
pub fn write(
    gathered: &Gathered,
    folder: &Path,
    others: bool,
) -> Result<Vec<String>, ResultsError> {
    let mut files: Files = Vec::new();
    let mut rule_names = Vec::new();
    for of_rules in gathered.by_rules() {
        let rules = unlike(slug(&of_rules[0].rules), &mut rule_names);
        let mut player_names = Vec::new();
        let table = long_table(&of_rules);
        files.push((format!("values-{rules}.csv"), table.to_csv()?.into_bytes()));
        let mut page = format!("# Piece values in {}\n", of_rules[0].rules);
        for one in &of_rules {
            for table in tables::tables(one, others) {
                page += &format!("\n{}", table.to_markdown());
            }
            let player = unlike(slug(&one.player), &mut player_names);
            if !one.odds.is_empty() {
                let csv = odds_table(&one.odds).to_csv()?;
                files.push((format!("odds-{rules}-{player}.csv"), csv.into_bytes()));
            }
            let name = format!("values-{rules}-{player}");
            if let Some(drawn) = plot::if_any(values_plot(one))? {
                plot::add_files(&mut files, &name, drawn);
            }
            if let Some(drawn) = agreement_plot(one)? {
                plot::add_files(&mut files, &format!("methods-{rules}-{player}"), drawn);
            }
        }
        for method in Method::ALL {
            if let Some(table) = skill_table(&of_rules, method) {
                page += &format!("\n{}", table.to_markdown());
                let drawn = skill_plot(&of_rules, method)?;
                plot::add_files(
                    &mut files,
                    &format!("skill-{rules}-{}", method.name()),
                    drawn,
                );
            }
        }
        files.push((format!("values-{rules}.md"), page.into_bytes()));
    }
    Ok(write_all(folder, &files)?)
}

/// A name that is not among those used before: with a number where it is.
fn unlike(name: String, used: &mut Vec<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    let free = names.find(|name| !used.contains(name));
    let free = free.expect("there are more numbers than names");
    used.push(free.clone());
    free
}

/// All odds of a plan beside what the sum of the pieces says.
fn odds_table(odds: &[FittedOdds]) -> Table {
    let columns: [Column<FittedOdds>; 5] = [
        Column::text("odds", "odds", |odds| odds.text.clone()),
        Column::count("pairs", "pairs", |odds| odds.pairs),
        Column::estimate("score_percent", "score in %", |odds| Some(odds.share)),
        Column::number("expected_percent", "expected", |odds| Some(odds.expected)),
        Column::number("surprise", "surprise", |odds| Some(odds.surprise)),
    ];
    Table::new("Odds", &columns, odds)
}

/// Values by all methods, the most valuable piece first.
pub fn values_plot(measured: &ValueSet) -> Result<Drawn, PlotError> {
    let of = |method: Method, piece: PieceType| {
        let value = measured.find(method, &Aspect::All, piece)?;
        measured.shown(value).filter(|_| value.flag.is_none())
    };
    let mut ranked = measured.ranked();
    ranked.retain(|&piece| {
        Method::ALL
            .into_iter()
            .any(|method| of(method, piece).is_some())
    });
    let names: Vec<String> = (ranked.iter())
        .map(|&piece| column_name(&measured.spec, piece))
        .collect();
    let mut series: Vec<Series> = (measured.methods().into_iter())
        .map(|method| Series {
            name: method.name().to_string(),
            values: (ranked.iter()).map(|&piece| of(method, piece)).collect(),
        })
        .collect();
    let tuned = measured.tuned();
    if !tuned.is_empty() {
        series.push(Series {
            name: "tuned weights".to_string(),
            values: ranked.iter().map(|piece| tuned[piece.index()]).collect(),
        });
    }
    let games: Vec<String> = (measured.methods().into_iter())
        .filter_map(|method| {
            let games = measured.of(method, &Aspect::All).next()?.games;
            Some(format!(
                "{} games for {}",
                crate::format::grouped(games),
                method.name()
            ))
        })
        .collect();
    let title = format!("Piece values in {}", measured.rules);
    let subtitle = format!("Player: {}. {}.", measured.player, games.join(", "));
    let axis = match measured.has_units() {
        true => format!("Value in units of {} (= 1)", measured.unit_name()),
        false => "Value in log-odds of the result (1 = 174 Elo)".to_string(),
    };
    plot::method_values(&names, &series, [&title, &subtitle, &axis])
}

/// The one method against the other; `None` when there is but one.
fn agreement_plot(measured: &ValueSet) -> Result<Option<Drawn>, PlotError> {
    let (apart, _) = disagreements(measured);
    let apart: Vec<PieceType> = apart.iter().map(|one| one.piece).collect();
    let crosses: Vec<Cross> = (measured.ranked().into_iter())
        .filter(|piece| *piece != measured.unit)
        .filter_map(|piece| {
            let of = |method| measured.find(method, &Aspect::All, piece)?.reliable();
            Some(Cross {
                label: measured.spec.piece(piece).text.clone(),
                values: [of(Method::Odds)?, of(Method::Regression)?],
                apart: apart.contains(&piece),
            })
        })
        .collect();
    let title = format!("Do the methods agree in {}?", measured.rules);
    let unit = measured.unit_name().to_lowercase();
    let subtitle = "Bars: 95 % intervals. On the line both say the same; orange pieces differ by \
                    more than their intervals allow.";
    let axes = ["odds games", "regression on games that began level"]
        .map(|method| format!("Value in {unit}s, {method}"));
    plot::if_any(plot::agreement(&crosses, [&title, subtitle], axes))
}

fn skill_plot(measured: &[&ValueSet], method: Method) -> Result<Drawn, PlotError> {
    let curves = skill_curves(measured, method);
    let title = format!("Values by the players' strength in {}", measured[0].rules);
    let subtitle = format!(
        "By {}. Bars: 95 % intervals; orange pieces move by more than these allow.",
        method.name()
    );
    let axis = format!("Value in units of {} (= 1)", measured[0].unit_name());
    plot::skill(&curves, [&title, &subtitle], axis)
}
