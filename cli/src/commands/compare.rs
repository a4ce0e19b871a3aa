//! `tradewind compare`: what a change of the rules does to a game.

use super::executor::executor;
use super::sources::Games;
use super::threads::on_threads;
use crate::Verdict;
use crate::args::{CompareArguments, check_texts};
use crate::message::{self, say};
use crate::terminal;
use std::io::Write;
use std::path::Path;
use tradewind_analysis::compare::{compare, wanted_by_comparison};
use tradewind_files::refuse_link;
use tradewind_report::{Document, comparison as shown, document};
use tradewind_selfplay::run::Executor;

/// Plays what is missing, prints the comparison and writes it out.
pub fn run(arguments: &CompareArguments) -> anyhow::Result<Verdict> {
    let sources = arguments.sources.iter().map(|name| games(name));
    let mut sources = sources.collect::<anyhow::Result<Vec<Games>>>()?;
    let rules = sources.iter().flat_map(|games| &games.experiment.rules);
    (arguments.selection).check_pieces(rules.map(|rules| rules.game.spec()))?;
    let executor = executor(&arguments.executor)?;
    on_threads(arguments.threads, || {
        for games in &mut sources {
            if !games.equip(&arguments.recipe, &executor)? {
                return Ok(Verdict::Interrupted);
            }
        }
        compare_all(arguments, &sources, &executor)
    })?
}

fn games(name: &Path) -> anyhow::Result<Games> {
    let games = Games::of(name)?;
    games.ok_or_else(|| {
        anyhow::anyhow!(
            "`{}` is no folder of games and no experiment file; play an experiment with `tradewind run \
             FILE.toml` and name its folder",
            name.display()
        )
    })
}

fn compare_all(
    arguments: &CompareArguments,
    sources: &[Games],
    executor: &Executor,
) -> anyhow::Result<Verdict> {
    let rules = sources.iter().flat_map(|games| &games.experiment.rules);
    let (own, mixed): (Vec<_>, Vec<_>) = rules.partition(|rules| rules.against.is_none());
    let own = own.iter().filter(|rules| rules.odds.is_empty()).count();
    if own < 2 && mixed.is_empty() {
        anyhow::bail!(
            "there is nothing to compare: name two folders, or an experiment with several rule sets \
             without odds"
        );
    }
    let mut datasets = Vec::new();
    for games in sources {
        match games.read(executor, wanted_by_comparison)? {
            Some(dataset) => datasets.push(dataset),
            None => return Ok(Verdict::Interrupted),
        }
    }
    let comparison = compare(&datasets, &[])?;
    let out = match (&arguments.out, sources) {
        (Some(out), _) => out.clone(),
        (None, sources) => {
            let own = sources[0].folder.join("comparison");
            refuse_link(&own)?;
            own
        }
    };
    let shown = shown::document(&comparison)?;
    let files = document::write(&shown, &out)?;
    let selection = &arguments.selection;
    let metrics: Vec<String> = (comparison.measurements.iter())
        .map(|one| one.metric.name())
        .collect();
    check_texts(
        "metric",
        &arguments.metrics,
        metrics.iter().map(String::as_str),
    )?;
    let mut printed = match selection.of_comparison(comparison)? {
        Some(chosen) => shown::document(&chosen)?,
        None => shown,
    };
    selection.of_document(&mut printed, &arguments.metrics);
    print(arguments, &printed)?;
    say(format_args!("in {}: {}", out.display(), files.join(", ")));
    Ok(Verdict::Passed)
}

fn print(arguments: &CompareArguments, shown: &Document) -> anyhow::Result<()> {
    let text = if arguments.json {
        document::json(shown)? + "\n"
    } else if arguments.markdown {
        document::markdown(shown)
    } else {
        document::text(shown, arguments.selection.folds(), terminal::output())
    };
    message::out().write_all(text.as_bytes())?;
    Ok(())
}
