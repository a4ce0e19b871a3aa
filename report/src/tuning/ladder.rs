//! The generations of a loop and their strengths.

use super::TuningError;
use crate::format::fixed;
use crate::plot::{self, Series};
use crate::table::{Column, Table};
use tradewind_selfplay::files::Files;
use tradewind_stats::SprtVerdict;
use tradewind_stats::estimate::Estimate;
use tradewind_tuner::generations::{Generation, LoopHistory};

/// A line of the table.
struct GenerationLine {
    name: String,
    generation: Option<Generation>,
    strength: Estimate,
}

/// The generations with their strengths above the starting weights.
///
/// # Errors
/// The strengths cannot be estimated.
pub fn history_table(history: &LoopHistory, start: &str) -> Result<Table, TuningError> {
    let lines = lines(history, start)?;
    let columns: [Column<GenerationLine>; 9] = [
        Column::text("generation", "generation", |line| line.name.clone()),
        Column::text("parent", "from", |line| {
            line.generation
                .as_ref()
                .map_or(String::new(), |one| one.parent.to_string())
        }),
        Column::text("verdict", "verdict", |line| {
            line.generation
                .as_ref()
                .map_or(String::new(), |one| verdict(one).to_string())
        }),
        Column::count_if("games", "games", |line| {
            line.generation.as_ref().map(|one| one.games)
        }),
        Column::count_if("positions", "positions", |line| {
            line.generation.as_ref().map(|one| one.positions)
        }),
        Column::number("loss_before", "loss before", |line: &GenerationLine| {
            line.generation.as_ref().map(|one| one.loss[0])
        })
        .with_decimals(4),
        Column::number("loss_after", "after", |line: &GenerationLine| {
            line.generation.as_ref().map(|one| one.loss[1])
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

fn verdict(one: &Generation) -> &'static str {
    match one.verdict {
        SprtVerdict::H1 => "promoted",
        SprtVerdict::H0 => "rejected",
        SprtVerdict::Open => "rejected, open",
    }
}

fn lines(history: &LoopHistory, start: &str) -> Result<Vec<GenerationLine>, TuningError> {
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
    let lines = lines(history, start)?;
    let names: Vec<String> = (lines.iter())
        .map(|line| match &line.generation {
            Some(one) => format!("{}, {}", line.name, verdict(one)),
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
