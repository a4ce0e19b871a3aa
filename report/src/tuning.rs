//! Tables and plots of fits, of loops, of SPSA runs, and of trained players.

use crate::format::fixed;
use crate::plot::{self, Curve, Floor, Panel, PlotError, Series};
use crate::table::{Column, Table, TableError};
use tradewind_engine::search::SearchParams;
use tradewind_files::Files;
use tradewind_stats::SprtVerdict;
use tradewind_stats::estimate::Estimate;
use tradewind_tuner::generations::{Generation, LoopHistory};
use tradewind_tuner::network::TrainedNetwork;
use tradewind_tuner::recipes::TrainedPlayer;
use tradewind_tuner::spsa::{Path, SpsaStep, Tuned};
use tradewind_tuner::texel::{Epoch, FittedWeight, TexelFit};

/// The maximum number of points of a parameter in the plot of an SPSA run.
const MAX_POINTS: usize = 200;

/// Why tables or plots cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A table cannot be written as CSV.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The strengths of generations cannot be estimated.
    #[error(transparent)]
    Strengths(#[from] tradewind_stats::BradleyTerryError),
}

/// The weights of a fit, before and after.
pub(crate) fn fit_table(fit: &TexelFit) -> Table {
    let columns: [Column<FittedWeight>; 7] = [
        Column::text("group", "group", |one| one.name.0.to_string()),
        Column::text("key", "weight", |one| one.name.1.clone()),
        Column::text("board", "board", |one| board(one).to_string()),
        Column::number("before_cp", "before", |one| Some(one.before)),
        Column::estimate("after_cp", "after", |one| one.is_free.then_some(one.after)),
        Column::count("positions", "positions", |one| one.seen),
        Column::csv_text("free", |one| one.is_free.to_string()),
    ];
    let mut table = Table::new(
        "Weights in centipawns, before and after",
        &columns,
        &fit.each,
    );
    table.notes.push(
        "Positions: those in which the term of the weight counts. A weight without an interval was frozen, or its term counts in no position."
            .to_string(),
    );
    table
}

fn board(one: &FittedWeight) -> &'static str {
    if one.is_middle { "full" } else { "empty" }
}

/// The files of a fit: `losses.csv`, `weights.csv`, and plots of both.
///
/// # Errors
/// A plot or a table cannot be made.
pub fn fit_files(fit: &TexelFit, title: &str) -> Result<Files, TuningError> {
    let subtitle = format!("Weights of epoch {} of {}", fit.best, fit.epochs.len() - 1);
    let heading = format!("{title}: training and validation loss");
    let mut files = loss_files(&fit.epochs, 0, [&heading, &subtitle])?;
    let weights = fit_table(fit).to_csv()?.into_bytes();
    files.push(("weights.csv".to_string(), weights));
    let mut groups: Vec<&str> = fit.each.iter().map(|one| one.name.0).collect();
    groups.dedup();
    for group in groups {
        let own: Vec<&FittedWeight> = fit.each.iter().filter(|one| one.name.0 == group).collect();
        let names: Vec<String> = own
            .iter()
            .map(|one| format!("{}, {}", one.name.1, board(one)))
            .collect();
        let before = own.iter().map(|one| Some(Estimate::exactly(one.before)));
        let after = own.iter().map(|one| one.is_free.then_some(one.after));
        let series = [
            Series {
                name: "after, with 95 % interval".to_string(),
                values: after.collect(),
            },
            Series {
                name: "before".to_string(),
                values: before.collect(),
            },
        ];
        let words = [
            &format!("{title}: {group}"),
            "Middlegame (full board) and endgame (empty board)",
            "Centipawns",
        ];
        let drawn = plot::method_values(&names, &series, words)?;
        plot::add_files(&mut files, &format!("weights-{group}"), drawn);
    }
    Ok(files)
}

/// The files of a trained network: `losses.csv` and its plot.
///
/// # Errors
/// A plot or a table cannot be made.
pub fn network_files(network: &TrainedNetwork, title: &str) -> Result<Files, TuningError> {
    let last = network.epochs.len() - 1;
    let subtitle = format!("Network of epoch {} of {last}", network.best);
    let heading = format!("{title}: training and validation loss");
    // The large decrease in the first epoch would hide the rest.
    let from = last.min(2) as u32;
    loss_files(&network.epochs, from, [&heading, &subtitle])
}

/// The table of losses, and the plot of those from epoch `from` on.
fn loss_files(
    epochs: &[Epoch],
    from: u32,
    [heading, subtitle]: [&str; 2],
) -> Result<Files, TuningError> {
    let columns: [Column<Epoch>; 3] = [
        Column::count("epoch", "epoch", |one| u64::from(one.epoch)),
        Column::number("loss_fitted", "training set", |one| {
            Some(one.fitted).filter(|loss| loss.is_finite())
        }),
        Column::number("loss_validation", "validation set", |one| {
            Some(one.validation)
        }),
    ];
    let losses = Table::new("Mean cross-entropy", &columns, epochs);
    let mut files = vec![("losses.csv".to_string(), losses.to_csv()?.into_bytes())];
    let drawn = plot::curves(
        &loss_curves(epochs, from),
        [heading, subtitle],
        ["Epochs", "Mean cross-entropy"],
        Floor::Lowest,
    )?;
    plot::add_files(&mut files, "losses", drawn);
    Ok(files)
}

fn loss_curves(epochs: &[Epoch], from: u32) -> [Curve; 2] {
    let curve = |name: &str, of: fn(&Epoch) -> f64| Curve {
        name: name.to_string(),
        points: (epochs.iter())
            .filter(|one| one.epoch >= from && of(one).is_finite())
            .map(|one| (f64::from(one.epoch), Estimate::exactly(of(one))))
            .collect(),
    };
    [
        curve("training set", |one| one.fitted),
        curve("validation set", |one| one.validation),
    ]
}

/// A line of the table.
struct GenerationLine {
    name: String,
    generation: Option<Generation>,
    strength: Estimate,
}

impl GenerationLine {
    fn of<T>(&self, of: fn(&Generation) -> T) -> Option<T> {
        self.generation.as_ref().map(of)
    }
}

/// The generations with their strengths above the starting weights.
///
/// # Errors
/// The strengths cannot be estimated.
pub fn history_table(history: &LoopHistory, start: &str) -> Result<Table, TuningError> {
    let lines = generation_lines(history, start)?;
    let columns: [Column<GenerationLine>; 9] = [
        Column::text("generation", "generation", |line| line.name.clone()),
        Column::text("parent", "from", |line| {
            line.of(|one| one.parent.to_string()).unwrap_or_default()
        }),
        Column::text("verdict", "verdict", |line| {
            line.of(generation_verdict).unwrap_or_default().to_string()
        }),
        Column::count_if("games", "games", |line| line.of(|one| one.games)),
        Column::count_if("positions", "positions", |line| {
            line.of(|one| one.positions)
        }),
        Column::number("loss_before", "loss before", |line: &GenerationLine| {
            line.of(|one| one.loss[0])
        })
        .with_decimals(4),
        Column::number("loss_after", "after", |line: &GenerationLine| {
            line.of(|one| one.loss[1])
        })
        .with_decimals(4),
        Column::estimate("elo_match", "Elo in its match", |line| {
            line.generation.as_ref()?.tally.elo().estimate()
        }),
        Column::estimate("elo", "Elo above the start", |line| Some(line.strength)),
    ];
    let mut table = Table::new("Generations", &columns, &lines);
    table.notes.push(
        "Elo above the start: by a Bradley-Terry model of all matches, with 95 % intervals from game pairs. Sequential tests bias promoted generations slightly upwards and rejected ones slightly downwards."
            .to_string(),
    );
    if let Some(verification) = &history.verification {
        table.notes.push(format!(
            "Generation {} against {}: {} pairs, Elo {}, LLR {} for [{}, {}]: {}.",
            verification.champion,
            verification.against.as_deref().unwrap_or(start),
            verification.tally.count(),
            verification.tally.elo().text(1),
            fixed(verification.llr, 2),
            verification.sprt.elo0,
            verification.sprt.elo1,
            match verification.verdict {
                SprtVerdict::H1 => "stronger",
                SprtVerdict::H0 => "not stronger",
                SprtVerdict::Open => "open",
            }
        ));
    }
    Ok(table)
}

fn generation_verdict(one: &Generation) -> &'static str {
    match one.verdict {
        SprtVerdict::H1 => "promoted",
        SprtVerdict::H0 => "rejected",
        SprtVerdict::Open => "rejected, open",
    }
}

fn generation_lines(
    history: &LoopHistory,
    start: &str,
) -> Result<Vec<GenerationLine>, TuningError> {
    let strengths = history.strengths()?;
    let generations = std::iter::once(None).chain(history.generations.iter().map(Some));
    let lines = generations
        .zip(strengths)
        .map(|(generation, strength)| GenerationLine {
            name: generation.map_or(format!("0, {start}"), |one| one.number.to_string()),
            generation: generation.cloned(),
            strength,
        });
    Ok(lines.collect())
}

/// The files of a loop: `ladder.csv`, `ladder.md` and the plot of strengths.
///
/// # Errors
/// A plot or a table cannot be made.
pub fn history_files(
    history: &LoopHistory,
    start: &str,
    title: &str,
) -> Result<Files, TuningError> {
    let table = history_table(history, start)?;
    let mut files = vec![
        ("ladder.csv".to_string(), table.to_csv()?.into_bytes()),
        ("ladder.md".to_string(), table.to_markdown().into_bytes()),
    ];
    let lines = generation_lines(history, start)?;
    let names: Vec<String> = (lines.iter())
        .map(|line| match &line.generation {
            Some(one) => format!("{}, {}", line.name, generation_verdict(one)),
            None => line.name.clone(),
        })
        .collect();
    let of = |promoted: bool| {
        let own = lines.iter().map(|line| {
            let is_promoted = line.generation.as_ref().is_none_or(Generation::is_promoted);
            (is_promoted == promoted).then_some(line.strength)
        });
        own.collect()
    };
    let series = [
        Series {
            name: "promoted".to_string(),
            values: of(true),
        },
        Series {
            name: "rejected".to_string(),
            values: of(false),
        },
    ];
    let words = [
        &format!("{title}: generations"),
        "By a Bradley-Terry model of all matches, with 95 % intervals",
        "Elo above the starting weights",
    ];
    plot::add_files(
        &mut files,
        "ladder",
        plot::method_values(&names, &series, words)?,
    );
    Ok(files)
}

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
            Some((line.end - line.tuned.start) / line.tuned.step)
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
    let far = |(one, number): (&Tuned, &f64)| (number - one.start).abs() / one.step;
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
            let reach = steps * one.step;
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

/// Trained players and their strengths.
pub fn players_table(players: &[TrainedPlayer]) -> Table {
    let columns: [Column<TrainedPlayer>; 9] = [
        Column::text("player", "player", |one| one.fingerprint.clone()),
        Column::text("rules", "rules", |one| one.facts.rules.clone()),
        Column::text("recipe", "recipe", |one| one.facts.recipe.clone()),
        Column::count("replicate", "training run", |one| {
            one.facts.replicate.into()
        }),
        Column::count("generation", "generation", |one| {
            one.facts.generation.into()
        }),
        Column::count("generations", "of", |one| one.facts.generations.into()),
        Column::estimate("elo_above_untuned", "Elo above untuned", |one| {
            one.facts.strength.above_untuned.map(estimate)
        }),
        Column::estimate("elo_of_last_generation", "last generation", |one| {
            one.facts.strength.of_last_generation.map(estimate)
        }),
        Column::estimate("score_a_pawn_ahead", "score a pawn ahead, %", |one| {
            one.facts.strength.a_pawn_ahead.map(estimate)
        }),
    ];
    let mut table = Table::new("Players", &columns, players);
    table.notes.push(
        "Elo above untuned: against the weights that follow from the rules. Last generation: Elo against its parent; near 0, training has converged. Sequential tests bias both slightly upwards. Score a pawn ahead: against itself with an extra pawn at the start."
            .to_string(),
    );
    table
}

fn estimate([value, low, high]: [f64; 3]) -> Estimate {
    Estimate { value, low, high }
}
