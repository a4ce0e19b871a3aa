//! SPSA runs: the initial, final and intermediate parameters.

use super::TuningError;
use crate::format::fixed;
use crate::plot::{self, Panel};
use crate::table::{Column, Table};
use tradewind_engine::search::SearchParams;
use tradewind_selfplay::files::Files;
use tradewind_tuner::spsa::{Path, SpsaStep, Tuned};

/// The maximum number of points of a parameter in the plot.
const MAX_POINTS: usize = 200;

/// A line of the table.
struct ParameterLine {
    tuned: Tuned,
    end: f64,
}

/// The initial and final parameters.
pub fn parameter_table(path: &Path, tuned: &[Tuned]) -> Table {
    let ends = path.steps.last().map(|last| last.numbers.clone());
    let ends = ends.unwrap_or_else(|| tuned.iter().map(|one| one.start).collect());
    let lines: Vec<ParameterLine> = (tuned.iter().zip(ends))
        .map(|(tuned, end)| ParameterLine {
            tuned: tuned.clone(),
            end,
        })
        .collect();
    let columns: [Column<ParameterLine>; 6] = [
        Column::text("number", "parameter", |line| line.tuned.name.clone()),
        Column::number("start", "start", |line| Some(line.tuned.start)),
        Column::number("end", "end", |line| Some(line.end)),
        Column::number("rounded", "rounded", |line| Some(line.end.round())),
        Column::number("steps", "change in steps", |line| {
            Some((line.end - line.tuned.start) / line.tuned.scale.step)
        }),
        Column::csv_text("meaning", |line| {
            let mut all = SearchParams::ALL.iter();
            let known = all.find(|known| known.name == line.tuned.name);
            known.map_or("", |known| known.description).to_string()
        }),
    ];
    let mut table = Table::new("Search parameters", &columns, &lines);
    let games = path.steps.iter().flat_map(|step| step.games);
    table.notes.push(format!(
        "After {} iterations with {} games in total. The parameters have no intervals; a verification match shows whether they are better.",
        path.steps.len(),
        games.sum::<u64>()
    ));
    table
}

/// The files of an SPSA run: `numbers.csv` and the plot of parameters by iteration.
///
/// # Errors
/// A plot or a table cannot be made.
pub fn path_files(path: &Path, tuned: &[Tuned], title: &str) -> Result<Files, TuningError> {
    let table = parameter_table(path, tuned);
    let mut files = vec![("numbers.csv".to_string(), table.to_csv()?.into_bytes())];
    let every = path.steps.len().div_ceil(MAX_POINTS).max(1);
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
    // At least a whole step, so that small changes look small.
    let steps = steps.ceil().max(1.0);
    let panels: Vec<Panel> = (tuned.iter().enumerate())
        .map(|(at, one)| {
            let path = (shown.iter()).map(|step| (step.iteration as f64, step.numbers[at]));
            let points: Vec<(f64, f64)> = std::iter::once((0.0, one.start)).chain(path).collect();
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
    let heading = format!("{title}: parameters by iteration");
    let plural = if steps == 1.0 { "" } else { "s" };
    let subtitle = format!("The axes reach {steps} step{plural} up and down from the start");
    let words = [heading.as_str(), subtitle.as_str(), "Iterations"];
    plot::add_files(&mut files, "path", plot::panels(&panels, words)?);
    Ok(files)
}
