//! The document about folders of games.

use crate::ReportError;
use crate::claims::{judged_figure, judged_table, summary};
use crate::comparison::tables::score_table;
use crate::document::{Document, Figure, Gallery, pieces};
use crate::facts::facts;
use crate::format::{joined, with_interval};
use crate::plot::{self, PlotError};
use crate::table::Table;
use crate::wide::Wide;
use crate::{comparison, values};
use std::cell::OnceCell;
use tradewind_analysis::claims::Judged;
use tradewind_analysis::dataset::{self, Dataset, DatasetError};
use tradewind_analysis::findings::{Findings, FindingsError};
use tradewind_analysis::metric::Metric;
use tradewind_analysis::outcomes::{MATCH, MEAN};
use tradewind_analysis::row::{Row, RowCondition, Subject};
use tradewind_selfplay::experiment::Pairing;
use tradewind_selfplay::record::GameRecord;
use tradewind_selfplay::record::archive::Archive;

/// The guide to intervals, warnings and lengths.
const HOW_TO_READ: &str = "\
Numbers in brackets are 95 % confidence intervals. Their unit is the game pair, two games from one \
opening with colours exchanged; single games or positions as units would make them too narrow. The \
value of a piece is the change of the log-odds of the result by an extra piece, between players of \
equal strength, divided by the same for the unit piece, whose error is part of the interval. Values \
hold for the players, rules and openings of this experiment. A value with a warning is not reliable. \
Unfinished games were stopped at the ply cap; they do not count as draws.";

/// The guide to tests of differences.
const HOW_DIFFERENCES_ARE_TESTED: &str = "\
P-values of differences have Holm's correction for all tests of their kind. An effect size is a \
difference without a unit: Cohen's d is the difference of two means divided by the standard deviation \
of single games, Cohen's h the difference of two shares of games on a scale on which it means the same \
near 0 % and near 50 %. 0.2 is small, 0.5 medium, 0.8 large. The metrics are \
explained in docs/reference/metrics.md. A click on a heading sorts a table; all numbers are in this file as \
JSON, in the element with the id “data”.";

/// The games of a folder.
pub struct Folder<'e> {
    /// The data of its games.
    pub dataset: Dataset<'e>,
    gallery: Gallery<'e>,
    findings: OnceCell<Findings>,
}

impl<'e> Folder<'e> {
    /// Reads the games of a folder and keeps at most `max` of each rule set for replay. `visit` is given all games, chunk by
    /// chunk in order.
    ///
    /// # Errors
    /// A file is wrong, or `visit` fails.
    pub fn read(
        archive: &Archive<'e>,
        max: usize,
        mut visit: impl FnMut(&[GameRecord]) -> Result<(), DatasetError>,
    ) -> Result<Folder<'e>, DatasetError> {
        let experiment = archive.experiment();
        let wanted = |pairing: Pairing| Findings::wanted(experiment, pairing);
        let mut gallery = Gallery::new(archive, max);
        let dataset = dataset::read(archive, wanted, |games| {
            gallery.add(games);
            visit(games)
        })?;
        Ok(Folder {
            dataset,
            gallery,
            findings: OnceCell::new(),
        })
    }

    /// The results of its games, computed once.
    ///
    /// # Errors
    /// The games are inconsistent.
    pub fn findings(&self) -> Result<&Findings, FindingsError> {
        if self.findings.get().is_none() {
            let _ = self.findings.set(Findings::of(&self.dataset)?);
        }
        Ok(self.findings.get().expect("it was just set"))
    }
}

/// The document about some folders of games, with the claims about them.
///
/// # Errors
/// The games are inconsistent, or a plot cannot be drawn.
pub fn document(folders: &[Folder<'_>], ledger: &[Judged]) -> Result<Document, ReportError> {
    let names = folders.iter().map(|one| &one.dataset.experiment().name);
    let program = format!("tradewind {}", env!("CARGO_PKG_VERSION"));
    let mut document = Document::new(&joined(names, "; ").unwrap_or_default());
    let of_all = vec![
        ("Games".to_string(), games_played(folders)),
        ("Program".to_string(), program),
    ];
    if folders.len() > 1 {
        document.facts(of_all.clone());
    }
    for folder in folders {
        let dataset = &folder.dataset;
        if folders.len() > 1 {
            document.heading(&dataset.experiment().name);
        }
        let findings = folder.findings()?;
        let rows = findings.rows();
        document.found(found(dataset, findings, &rows));
        let own = if folders.len() > 1 {
            &[]
        } else {
            of_all.as_slice()
        };
        document.facts([own, &facts(dataset.experiment())].concat());
        add_findings(&mut document, dataset, findings, &rows)?;
        document.rows(rows);
    }
    if ledger.iter().any(|one| one.judgement.is_some()) {
        document.heading("Claims");
        document.paragraph(&summary(ledger));
        document.figures([judged_figure(ledger)?]);
        document.table(judged_table(ledger));
    }
    let mut recorded = Vec::new();
    for folder in folders {
        recorded.extend(folder.gallery.games()?);
    }
    if !recorded.is_empty() {
        document.games(recorded);
    }
    add_pieces(&mut document, folders)?;
    document.guide(HOW_TO_READ);
    document.guide(HOW_DIFFERENCES_ARE_TESTED);
    Ok(document)
}

/// Adds drawings of the moves of the pieces of every rule set, without repetitions.
fn add_pieces(document: &mut Document, folders: &[Folder<'_>]) -> Result<(), ReportError> {
    let mut drawn: Vec<String> = Vec::new();
    for rules in folders
        .iter()
        .flat_map(|folder| &folder.dataset.experiment().rules)
    {
        let spec = rules.compiled.spec();
        let moves = pieces(spec)?;
        if !drawn.contains(&moves) {
            document.pieces(&format!("{} ({})", spec.name, rules.name), moves.clone());
            drawn.push(moves);
        }
    }
    Ok(())
}

/// The number of games played and planned.
fn games_played(folders: &[Folder<'_>]) -> String {
    let there: u64 = folders.iter().map(|one| one.dataset.games()).sum();
    let all: u64 = (folders.iter())
        .map(|one| one.dataset.archive.games())
        .sum();
    if folders.iter().all(|one| one.dataset.is_whole()) {
        there.to_string()
    } else {
        format!("{there} of {all}")
    }
}

/// The main results.
fn found(dataset: &Dataset<'_>, findings: &Findings, rows: &[Row]) -> Vec<String> {
    if dataset.games() == 0 {
        return Vec::new();
    }
    let compared = findings.comparison.as_ref();
    let mut sentences = compared.map_or(Vec::new(), comparison::found);
    sentences.extend(values::found(&findings.values));
    sentences.extend(outcomes_found(rows));
    sentences
}

fn add_findings(
    document: &mut Document,
    dataset: &Dataset<'_>,
    findings: &Findings,
    rows: &[Row],
) -> Result<(), PlotError> {
    if dataset.games() == 0 {
        document.paragraph("Nothing has been played yet.");
        return Ok(());
    }
    let scores = findings.outcomes.iter().filter(|row| row.method == MATCH);
    document.table(score_table(scores, "Match score"));
    if let Some(comparison) = &findings.comparison {
        comparison::add(document, comparison)?;
        for note in &comparison.notes {
            document.paragraph(note);
        }
    }
    document.table(outcome_table(&findings.outcomes));
    document.figures(length_figures(dataset)?);
    document.fold("Terminations by result", |document| {
        document.tables(termination_tables(rows));
    });
    for reason in &findings.values.left_out {
        document.paragraph(&format!("No piece values of {reason}."));
    }
    values::add(document, &findings.values, true)
}

/// The outcomes of games that are in no comparison, a column for each pairing.
fn outcome_table(outcomes: &[Row]) -> Table {
    let is_own = |row: &&Row| row.method == MEAN && row.condition == RowCondition::All;
    let pairing = |row: &Row| format!("{}, {}", row.rules, row.player);
    let wide = Wide::of(
        outcomes.iter().filter(is_own),
        |row| row.subject.name(),
        pairing,
    );
    wide.table_with_units("Outcomes of games", "metric")
}

/// For each rule set and player: the shares of terminations among all games, and among those with each result.
fn termination_tables(rows: &[Row]) -> Vec<Table> {
    let is_own = |row: &&Row| {
        let is_share = matches!(row.condition, RowCondition::All | RowCondition::Result(_));
        let is_termination = matches!(row.subject, Subject::Metric(Metric::Ending(_)));
        row.method == MEAN && is_share && is_termination
    };
    let all: Vec<&Row> = rows.iter().filter(is_own).collect();
    let table = |(rules, player): (&str, &str)| {
        let own = all
            .iter()
            .copied()
            .filter(|row| row.rules == rules && row.player == player);
        let column = |row: &Row| match row.condition {
            RowCondition::All => "% of games".to_string(),
            _ => row.condition.to_string(),
        };
        let wide = Wide::of(own, |row| row.subject.name(), column);
        wide.table(&format!("Terminations, {rules}, {player}"), "termination")
    };
    pairings(all.iter().copied())
        .into_iter()
        .map(table)
        .collect()
}

/// The rule sets and players of rows, in order of first appearance.
fn pairings<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Vec<(&'r str, &'r str)> {
    let mut pairings = Vec::new();
    for row in rows {
        let pairing = (row.rules.as_str(), row.player.as_str());
        if !pairings.contains(&pairing) {
            pairings.push(pairing);
        }
    }
    pairings
}

/// Histograms of the length of games, one for each pairing.
fn length_figures(dataset: &Dataset<'_>) -> Result<Vec<Figure>, PlotError> {
    let experiment = dataset.experiment();
    let mut figures = Vec::new();
    for (number, data) in (1..).zip(&dataset.pairings) {
        let name = experiment.pairing_name(data.pairing);
        let file = if dataset.pairings.len() == 1 {
            "game-lengths".to_string()
        } else {
            format!("game-lengths-{number}")
        };
        let caption = format!("Game lengths by termination, {name}");
        let drawn = plot::game_lengths(&data.games, &caption);
        figures.extend(Figure::if_any(file, caption, drawn)?);
    }
    Ok(figures)
}

/// A sentence about the outcomes for each rule set and player.
fn outcomes_found(rows: &[Row]) -> Vec<String> {
    let sentence = |(rules, player): (&str, &str)| {
        let own = |method: &'static str, unit: &'static str, subject: &Subject| {
            let found = rows.iter().find(|row| {
                (row.rules.as_str(), row.player.as_str()) == (rules, player)
                    && (row.method == method && row.unit == unit && row.subject == *subject)
                    && (method == MATCH || row.condition == RowCondition::All)
            })?;
            Some((with_interval(found.estimate()?), found))
        };
        if let Some((score, row)) = own(MATCH, "%", &Subject::Score) {
            let elo = own(MATCH, "Elo", &Subject::Score).map(|(elo, _)| format!(", {elo} Elo"));
            let elo = elo.unwrap_or_default();
            return Some(format!("{rules}: {}: {score} %{elo}.", row.condition));
        }
        let mean = |metric: Metric| {
            let unit = metric.unit().text();
            own(MEAN, unit, &Subject::Metric(metric)).map(|(text, _)| text)
        };
        let (white, draws) = (mean(Metric::FirstPlayer)?, mean(Metric::Draws)?);
        let length = mean(Metric::Length)?;
        Some(format!(
            "{rules}, {player}: White scores {white} %, {draws} % are drawn, and a game lasts {length} plies."
        ))
    };
    pairings(rows).into_iter().filter_map(sentence).collect()
}
