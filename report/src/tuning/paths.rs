//! A search for numbers: where each began, where it came to, and its way there.

use super::TuningError;
use crate::format::fixed;
use crate::plot::{self, Panel};
use crate::table::{Column, Table};
use tradewind_engine::search::SearchParams;
use tradewind_files::Files;
use tradewind_tuner::spsa::{Path, SpsaStep, Tuned};

/// The most points of a way in its plot.
const POINTS: usize = 200;

/// A line of the table.
struct ParameterLine {
    tuned: Tuned,
    end: f64,
}

/// Each number, at the beginning and at the end.
pub fn numbers_table(path: &Path, tuned: &[Tuned]) -> Table {
    let ends = path.steps.last().map(|last| last.numbers.clone());
    let ends = ends.unwrap_or_else(|| tuned.iter().map(|one| one.start).collect());
    let lines: Vec<ParameterLine> = (tuned.iter().zip(ends))
        .map(|(tuned, end)| ParameterLine {
            tuned: tuned.clone(),
            end,
        })
        .collect();
    let columns: [Column<ParameterLine>; 6] = [
        Column::text("number", "number", |line| line.tuned.name.clone()),
        Column::number("start", "start", |line| Some(line.tuned.start)),
        Column::number("end", "end", |line| Some(line.end)),
        Column::number("rounded", "rounded", |line| Some(line.end.round())),
        Column::number("steps", "moved, in steps", |line| {
            Some((line.end - line.tuned.start) / line.tuned.scale.step)
        }),
        Column::csv_text("meaning", |line| {
            let mut all = SearchParams::ALL.iter();
            let known = all.find(|known| known.name == line.tuned.name);
            known.map_or("", |known| known.description).to_string()
        }),
    ];
    let mut table = Table::new("Numbers of the search", &columns, &lines);
    let games = path.steps.iter().flat_map(|step| step.games);
    table.notes.push(format!(
        "After {} iterations of {} games in all. These numbers have no intervals: how far they scatter shows in their ways, and whether they are better says a match.",
        path.steps.len(),
        games.sum::<u64>()
    ));
    table
}

/// The files of a search: `numbers.csv` and the plot of the ways.
///
/// # Errors
/// A plot or a table cannot be made.
pub fn path_files(path: &Path, tuned: &[Tuned], title: &str) -> Result<Files, TuningError> {
    let table = numbers_table(path, tuned);
    let mut files = vec![("numbers.csv".to_string(), table.to_csv()?.into_bytes())];
    let every = path.steps.len().div_ceil(POINTS).max(1);
    let last = path.steps.len();
    let shown: Vec<&SpsaStep> = (path.steps.iter())
        .filter(|step| {
            let iteration = step.iteration as usize;
            iteration.is_multiple_of(every) || iteration == last
        })
        .collect();
    let far = |(one, number): (&Tuned, &f64)| (number - one.start).abs() / one.scale.step;
    let steps = (shown
        .iter()
        .flat_map(|step| tuned.iter().zip(&step.numbers)))
    .map(far)
    .fold(0.0, f64::max);
    // Whole steps, so that what hardly moved does not look as if it had.
    let steps = steps.ceil().max(1.0);
    let panels: Vec<Panel> = (tuned.iter().enumerate())
        .map(|(at, one)| {
            let way = (shown.iter()).map(|step| (step.iteration as f64, step.numbers[at]));
            let points: Vec<(f64, f64)> = std::iter::once((0.0, one.start)).chain(way).collect();
            let end = points.last().map_or(one.start, |point| point.1);
            let reach = steps * one.scale.step;
            let decimals = usize::from(reach < 50.0);
            Panel {
                name: one.name.clone(),
                caption: format!("{} → {}", fixed(one.start, 0), fixed(end, decimals)),
                begin: one.start,
                reach,
                points,
                bars: Vec::new(),
            }
        })
        .collect();
    let heading = format!("{title}: the ways of the numbers");
    let subtitle = match steps {
        1.0 => "One step up and down from where each began".to_string(),
        _ => format!("{steps} steps up and down from where each began"),
    };
    let words = [heading.as_str(), subtitle.as_str(), "Iterations"];
    plot::add_files(&mut files, "path", plot::panels(&panels, words)?);
    Ok(files)
}
