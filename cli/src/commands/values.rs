//! `tradewind values`: what pieces are worth, from games, from the rules alone, and beside what
//! others say.

use super::executor::executor;
use super::run::play_missing;
use super::sources::Games;
use super::threads::on_threads;
use crate::Verdict;
use crate::args::ValuesArguments;
use crate::message::{self, say};
use crate::terminal;
use anyhow::Context;
use std::io::Write;
use std::path::Path;
use tradewind_analysis::dataset;
use tradewind_analysis::row::RowCondition;
use tradewind_analysis::values::{
    ValueSet, gather, moved, of_rules, wanted_by_values, with_measured,
};
use tradewind_engine::Game;
use tradewind_engine::rules::{self, RuleSpec};
use tradewind_files::{make_inside, refuse_link};
use tradewind_report::{Document, document, values as shown};
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::Executor;

/// Where values come from.
enum ValueSource {
    /// The rules alone.
    Rules(Box<Game>),
    /// Games.
    Games(Games),
}

impl ValueSource {
    fn specs(&self) -> Vec<&RuleSpec> {
        match self {
            ValueSource::Rules(game) => vec![game.spec()],
            ValueSource::Games(games) => {
                let rules = games.experiment.rules.iter();
                rules.map(|rules| rules.game.spec()).collect()
            }
        }
    }
}

/// Prints the values of every source, and writes them out.
pub fn run(arguments: &ValuesArguments) -> anyhow::Result<Verdict> {
    let sources = arguments.sources.iter().map(|name| source(name));
    let mut sources = sources.collect::<anyhow::Result<Vec<_>>>()?;
    let specs = sources.iter().flat_map(ValueSource::specs);
    arguments.selection.check_pieces(specs)?;
    let executor = executor(&arguments.executor)?;
    on_threads(arguments.threads, || {
        for source in &mut sources {
            let is_ready = match source {
                ValueSource::Games(games) => games.equip(&arguments.recipe, &executor)?,
                ValueSource::Rules(game) => {
                    anyhow::ensure!(
                        !arguments.recipe.is_asked(),
                        "{}: nothing is played for what the rules alone say; leave --recipe, --after and --replicates out",
                        game.spec().title()
                    );
                    true
                }
            };
            if !is_ready {
                return Ok(Verdict::Interrupted);
            }
        }
        if arguments.iterate {
            iterate(arguments, &sources, &executor)
        } else {
            values(arguments, &sources, &executor)
        }
    })?
}

fn source(name: &Path) -> anyhow::Result<ValueSource> {
    if let Some(games) = Games::of(name)? {
        return Ok(ValueSource::Games(games));
    }
    let text = name.to_string_lossy();
    if !rules::is_path(&text) && !rules::built_in().iter().any(|id| **id == *text) {
        anyhow::bail!(
            "`{text}` is no folder of games, no experiment file and no rule set; play an experiment \
             with `tradewind run FILE.toml` and name its folder, or name one of {}",
            rules::built_in().join(", ")
        );
    }
    Ok(ValueSource::Rules(Box::new(Game::load(&text, &[])?)))
}

fn values(
    arguments: &ValuesArguments,
    sources: &[ValueSource],
    executor: &Executor,
) -> anyhow::Result<Verdict> {
    let mut datasets = Vec::new();
    for source in sources {
        if let ValueSource::Games(games) = source {
            match games.read(executor, wanted_by_values)? {
                Some(dataset) => datasets.push(dataset),
                None => return Ok(Verdict::Interrupted),
            }
        }
    }
    let mut gathered = gather(&datasets)?;
    for reason in &gathered.left_out {
        say(reason);
    }
    let measured = gathered.measured.len();
    gathered
        .measured
        .extend(sources.iter().filter_map(|source| match source {
            ValueSource::Rules(game) => Some(of_rules(game.spec())),
            ValueSource::Games(_) => None,
        }));
    let out = arguments.out.clone().or_else(|| {
        let folder = |source: &ValueSource| match source {
            ValueSource::Games(games) if games.is_plan => Some(games.folder.join("values")),
            _ => None,
        };
        sources.iter().find_map(folder)
    });
    let shown = shown::document(&gathered, arguments.published)?;
    if let Some(out) = out
        && !gathered.measured.is_empty()
    {
        if arguments.out.is_none() {
            refuse_link(&out)?;
        }
        let files = document::write(&shown, &out)?;
        say(format_args!("in {}: {}", out.display(), files.join(", ")));
    }
    let left_out = gathered.left_out.join("; ");
    let printed = match arguments.selection.of_values(gathered)? {
        Some(chosen) => shown::document(&chosen, arguments.published)?,
        None => shown,
    };
    print(arguments, printed)?;
    if measured == 0 && !datasets.is_empty() {
        anyhow::bail!("there are no values: {left_out}");
    }
    Ok(Verdict::Passed)
}

fn print(arguments: &ValuesArguments, mut shown: Document) -> anyhow::Result<()> {
    arguments.selection.of_document(&mut shown, &[]);
    let text = if arguments.json {
        document::json(&shown)? + "\n"
    } else if arguments.markdown {
        document::markdown(&shown)
    } else {
        document::text(&shown, arguments.selection.folds(), terminal::output())
    };
    message::out().write_all(text.as_bytes())?;
    Ok(())
}

/// Plays an experiment over and over, the players with the values that were measured last, until
/// measuring again changes none by more than its interval allows. Prints the last values.
fn iterate(
    arguments: &ValuesArguments,
    sources: &[ValueSource],
    executor: &Executor,
) -> anyhow::Result<Verdict> {
    let [
        ValueSource::Games(Games {
            folder: default,
            experiment,
            is_plan: true,
        }),
    ] = sources
    else {
        anyhow::bail!("--iterate plays one experiment: name its file and nothing else");
    };
    if experiment.players.len() > 1 || experiment.players.iter().any(|p| p.weights.is_some()) {
        anyhow::bail!(
            "--iterate gives the measured values to one player: write one [player] without weights"
        );
    }
    anyhow::ensure!(
        arguments
            .recipe
            .training
            .replicates
            .unwrap_or(experiment.replicates)
            == 1,
        "--iterate gives the measured values to one player: leave --replicates out"
    );
    let folder = arguments.out.as_ref().unwrap_or(default);
    let mut experiment = (**experiment).clone();
    let mut before: Vec<ValueSet> = Vec::new();
    for round in 1..=arguments.rounds {
        let place = folder.join(format!("round-{round}"));
        refuse_link(&place)?;
        say(format_args!("round {round}"));
        let archive = Archive::new(&experiment, &place);
        if !play_missing(&archive, executor)? {
            return Ok(Verdict::Interrupted);
        }
        let wanted = |pairing| wanted_by_values(&experiment, pairing);
        let dataset = dataset::read(&archive, wanted, |_| Ok(()))?;
        let gathered = gather(std::slice::from_ref(&dataset))?;
        make_inside(&place, Path::new("values"))?;
        let shown = shown::document(&gathered, arguments.published)?;
        document::write(&shown, &place.join("values"))?;
        for one in &gathered.measured {
            let mut pieces = one.ranked().into_iter();
            if !pieces
                .any(|piece| piece != one.unit && one.reliable(&RowCondition::All, piece).is_some())
            {
                anyhow::bail!(
                    "round {round} measured no value in {} well enough to play with: more pairs, or \
                     more nodes, tell more; see {}",
                    one.unit_name(),
                    place.join("values").display()
                );
            }
        }
        if gathered.measured.is_empty() {
            anyhow::bail!("there are no values: {}", gathered.left_out.join("; "));
        }
        let changes: Vec<String> = (gathered.measured.iter())
            .filter_map(|after| Some((before.iter().find(|one| one.has_rules_of(after))?, after)))
            .flat_map(|(before, after)| names(after, before))
            .collect();
        let stands_still = !before.is_empty() && changes.is_empty();
        if stands_still || round == arguments.rounds {
            print(arguments, shown)?;
            let (words, verdict) = if stands_still {
                ("the values no longer change after", Verdict::Passed)
            } else {
                ("the values still change after", Verdict::Failed)
            };
            say(format_args!(
                "{words} {round} rounds: in {}",
                place.display()
            ));
            return Ok(verdict);
        }
        if !changes.is_empty() {
            say(format_args!("changed: {}", changes.join(", ")));
        }
        experiment = with_values(&experiment, &gathered.measured)
            .context("the measured values do not fit the rule set")?;
        before = gathered.measured;
    }
    Ok(Verdict::Failed)
}

fn names(after: &ValueSet, before: &ValueSet) -> Vec<String> {
    let pieces = moved(before, after).into_iter();
    pieces
        .map(|piece| after.spec.piece(piece).name.clone())
        .collect()
}

/// The experiment with the measured values as the weights of its rule sets.
fn with_values(experiment: &Experiment, measured: &[ValueSet]) -> anyhow::Result<Experiment> {
    let mut next = experiment.clone();
    for rules in &mut next.rules {
        let own = rules.game.spec().without_copies().fingerprint_text();
        let own = (measured.iter()).find(|one| one.spec.fingerprint_text() == own);
        let Some(own) = own else {
            continue;
        };
        let weights = with_measured(&rules.player_weights[0], own);
        rules.set_weights(&[weights])?;
    }
    Ok(next)
}
