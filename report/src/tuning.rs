//! Tables and plots of fits, of loops, of SPSA runs, and of trained players.

use crate::ReportError;
use crate::format::fixed;
use crate::plot::{self, Curve, Floor, Panel, Series};
use crate::table::{Columns, Table};
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

/// The weights of a fit, before and after.
pub(crate) fn fit_table(fit: &TexelFit) -> Table {
    let mut table = Columns::of(&fit.each)
        .text("group", "group", |one| one.name.0)
        .text("key", "weight", |one| &one.name.1)
        .text("board", "board", board)
        .number("before_cp", "before", |one| one.before)
        .estimate("after_cp", "after", |one| one.is_free.then_some(one.after))
        .count("positions", "positions", |one| one.seen)
        .csv_text("free", |one| one.is_free)
        .table("Weights in centipawns, before and after");
    table.note(
        "Positions: those in which the term of the weight counts. A weight without an interval was frozen, or its term counts in no position."
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
pub fn fit_files(fit: &TexelFit, title: &str) -> Result<Files, ReportError> {
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
            Series::new("after, with 95 % interval", after),
            Series::new("before", before),
        ];
        let words = [
            &format!("{title}: {group}"),
            "Middlegame (full board) and endgame (empty board)",
            "Centipawns",
        ];
        let drawn = plot::method_values(&names, &series, words)?;
        plot::add_files(&mut files, &format!("weights-{group}"), &drawn)?;
    }
    Ok(files)
}

/// The files of a trained network: `losses.csv` and its plot.
///
/// # Errors
/// A plot or a table cannot be made.
pub fn network_files(network: &TrainedNetwork, title: &str) -> Result<Files, ReportError> {
    let last = network.epochs.len() - 1;
    let subtitle = format!("Network of epoch {} of {last}", network.best);
    let heading = format!("{title}: training and validation loss");
    // The large decrease in the first epoch would hide the rest.
    let from = last.min(2) as u32;
    loss_files(&network.epochs, from, [&heading, &subtitle])
}

/// The file of the losses so far, `losses.csv`.
///
/// # Errors
/// The table cannot be made.
pub fn epoch_files(epochs: &[Epoch]) -> Result<Files, ReportError> {
    let losses = Columns::of(epochs)
        .count("epoch", "epoch", |one| u64::from(one.epoch))
        .number("loss_fitted", "training set", |one| {
            Some(one.fitted).filter(|loss| loss.is_finite())
        })
        .number("loss_validation", "validation set", |one| one.validation)
        .table("Mean cross-entropy");
    Ok(vec![(
        "losses.csv".to_string(),
        losses.to_csv()?.into_bytes(),
    )])
}

/// The table of losses, and the plot of those from epoch `from` on.
fn loss_files(
    epochs: &[Epoch],
    from: u32,
    [heading, subtitle]: [&str; 2],
) -> Result<Files, ReportError> {
    let mut files = epoch_files(epochs)?;
    let curve = |name: &str, of: fn(&Epoch) -> f64| Curve {
        name: name.to_string(),
        points: (epochs.iter())
            .filter(|one| one.epoch >= from && of(one).is_finite())
            .map(|one| (f64::from(one.epoch), Estimate::exactly(of(one))))
            .collect(),
    };
    let curves = [
        curve("training set", |one| one.fitted),
        curve("validation set", |one| one.validation),
    ];
    let axes = ["Epochs", "Mean cross-entropy"];
    let drawn = plot::curves(&curves, [heading, subtitle], axes, Floor::Lowest)?;
    plot::add_files(&mut files, "losses", &drawn)?;
    Ok(files)
}

/// A generation, `None` for the starting weights, with its name and strength.
type GenerationLine<'h> = (String, Option<&'h Generation>, Estimate);

/// The generations with their strengths above the starting weights.
///
/// # Errors
/// The strengths cannot be estimated.
pub fn history_table(history: &LoopHistory, start: &str) -> Result<Table, ReportError> {
    let lines = generation_lines(history, start)?;
    let mut table = Columns::of(&lines)
        .text("generation", "generation", |(name, ..)| name)
        .text("parent", "from", |(_, one, _)| {
            one.map_or(String::new(), |one| one.parent.to_string())
        })
        .text("verdict", "verdict", |(_, one, _)| {
            one.map_or("", generation_verdict)
        })
        .count("games", "games", |(_, one, _)| one.map(|one| one.games))
        .count("positions", "positions", |(_, one, _)| {
            one.map(|one| one.positions)
        })
        .number("loss_before", "loss before", |(_, one, _)| {
            one.map(|one| one.loss[0])
        })
        .decimals(4)
        .number("loss_after", "after", |(_, one, _)| {
            one.map(|one| one.loss[1])
        })
        .decimals(4)
        .estimate("elo_match", "Elo in its match", |(_, one, _)| {
            one.as_ref()?.tally.elo().estimate()
        })
        .estimate("elo", "Elo above the start", |(.., strength)| *strength)
        .table("Generations");
    table.note(
        "Elo above the start: by a Bradley-Terry model of all matches, with 95 % intervals from game pairs. Sequential tests bias promoted generations slightly upwards and rejected ones slightly downwards."
    );
    if let Some(verification) = &history.verification {
        table.note(format!(
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

fn generation_lines<'h>(
    history: &'h LoopHistory,
    start: &str,
) -> Result<Vec<GenerationLine<'h>>, ReportError> {
    let strengths = history.strengths()?;
    let generations = std::iter::once(None).chain(history.generations.iter().map(Some));
    let name =
        |one: Option<&Generation>| one.map_or(format!("0, {start}"), |one| one.number.to_string());
    let lines = generations.zip(strengths);
    let lines = lines.map(|(generation, strength)| (name(generation), generation, strength));
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
) -> Result<Files, ReportError> {
    let table = history_table(history, start)?;
    let mut files = vec![
        ("ladder.csv".to_string(), table.to_csv()?.into_bytes()),
        ("ladder.md".to_string(), table.to_markdown().into_bytes()),
    ];
    let lines = generation_lines(history, start)?;
    let names: Vec<String> = (lines.iter())
        .map(|(name, generation, _)| match generation {
            Some(one) => format!("{name}, {}", generation_verdict(one)),
            None => name.clone(),
        })
        .collect();
    let series = [("promoted", true), ("rejected", false)].map(|(name, promoted)| {
        let own = lines.iter().map(|(_, generation, strength)| {
            let is_promoted = generation.is_none_or(Generation::is_promoted);
            (is_promoted == promoted).then_some(*strength)
        });
        Series::new(name, own)
    });
    let words = [
        &format!("{title}: generations"),
        "By a Bradley-Terry model of all matches, with 95 % intervals",
        "Elo above the starting weights",
    ];
    let drawn = plot::method_values(&names, &series, words)?;
    plot::add_files(&mut files, "ladder", &drawn)?;
    Ok(files)
}

/// The initial and final parameters.
pub fn parameter_table(path: &Path, tuned: &[Tuned]) -> Table {
    let ends = path.steps.last().map(|last| last.numbers.clone());
    let ends = ends.unwrap_or_else(|| tuned.iter().map(|one| one.start).collect());
    let lines: Vec<(&Tuned, f64)> = tuned.iter().zip(ends).collect();
    let mut table = Columns::of(&lines)
        .text("number", "parameter", |(tuned, _)| &tuned.name)
        .number("start", "start", |(tuned, _)| tuned.start)
        .number("end", "end", |(_, end)| *end)
        .number("rounded", "rounded", |(_, end)| end.round())
        .number("steps", "change in steps", |(tuned, end)| {
            (end - tuned.start) / tuned.step
        })
        .csv_text("meaning", |(tuned, _)| {
            let mut all = SearchParams::ALL.iter();
            let known = all.find(|known| known.name == tuned.name);
            known.map_or("", |known| known.description)
        })
        .table("Parameters");
    let games = path.steps.iter().flat_map(|step| step.games);
    table.note(format!(
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
pub fn path_files(path: &Path, tuned: &[Tuned], title: &str) -> Result<Files, ReportError> {
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
    plot::add_files(&mut files, "path", &plot::panels(&panels, words)?)?;
    Ok(files)
}

/// Trained players and their strengths.
pub fn players_table(players: &[TrainedPlayer]) -> Table {
    let mut table = Columns::of(players)
        .text("player", "player", |one| &one.fingerprint)
        .text("rules", "rules", |one| &one.facts.rules)
        .text("recipe", "recipe", |one| &one.facts.recipe)
        .count("replicate", "training run", |one| {
            u64::from(one.facts.replicate)
        })
        .count("generation", "generation", |one| {
            u64::from(one.facts.generation)
        })
        .count("generations", "of", |one| u64::from(one.facts.generations))
        .estimate("elo_above_untuned", "Elo above untuned", |one| {
            one.facts.strength.above_untuned.map(estimate)
        })
        .estimate("elo_of_last_generation", "last generation", |one| {
            one.facts.strength.of_last_generation.map(estimate)
        })
        .estimate("score_a_pawn_ahead", "score a pawn ahead, %", |one| {
            one.facts.strength.a_pawn_ahead.map(estimate)
        })
        .table("Players");
    table.note(
        "Elo above untuned: against the weights that follow from the rules. Last generation: Elo against its parent; near 0, training has converged. Sequential tests bias both slightly upwards. Score a pawn ahead: against itself with an extra pawn at the start."
    );
    table
}

fn estimate([value, low, high]: [f64; 3]) -> Estimate {
    Estimate { value, low, high }
}
