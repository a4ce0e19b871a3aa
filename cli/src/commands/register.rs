//! `tradewind register`: preregisters a study.

use super::playing::with_executor;
use super::sources::stem;
use super::train::equip;
use crate::args::{PlayingArguments, RecipeArguments};
use crate::message::say;
use anyhow::{Context, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use tradewind_analysis::claims::Claims;
use tradewind_analysis::study::{Registration, StudyError, StudyPlan, changes, check_experiments};
use tradewind_engine::input::text_file;
use tradewind_engine::signature;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::run::Executor;

#[derive(Debug, Args)]
pub struct RegisterArguments {
    /// The study; its claims and experiments are in its folder
    pub study: PathBuf,
    /// The registration to write [default: beside the study]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The registration that this one amends
    #[arg(long, value_name = "FILE")]
    pub amends: Option<PathBuf>,
    #[command(flatten)]
    pub recipe: RecipeArguments,
    #[command(flatten)]
    pub playing: PlayingArguments,
}

/// Registers a study and prints its hash.
pub fn run(arguments: &RegisterArguments) -> anyhow::Result<()> {
    with_executor(&arguments.playing, |executor| register(arguments, executor))
}

fn register(arguments: &RegisterArguments, executor: &Executor) -> anyhow::Result<()> {
    let plan = StudyPlan::load(&arguments.study)?;
    let folder = arguments.study.parent().unwrap_or(Path::new(""));
    let path = folder.join(&plan.claims);
    let text = text_file::read(&path, text_file::MAX_BYTES);
    let text = text.with_context(|| path.display().to_string())?;
    let claims = Claims::parse(&path.display().to_string(), text.clone())?;
    let amends = (arguments.amends.as_deref())
        .map(Registration::load)
        .transpose()?;
    let mut experiments = Vec::new();
    for name in claims.experiments() {
        let experiment = Experiment::load(&folder.join(format!("{name}.toml")))?;
        experiments.push((name, experiment));
    }
    // Before training, which may take hours.
    check_experiments(&claims, &experiments, plan.confirmation)?;
    for (_, experiment) in &mut experiments {
        equip(experiment, &arguments.recipe.choice(), executor)?;
    }
    let registration = Registration::new(&plan, text, &experiments, signature(), amends);
    let beside = format!("{}.registered.toml", stem(&arguments.study));
    let out = (arguments.out.clone()).unwrap_or_else(|| arguments.study.with_file_name(beside));
    let shown = out.display();
    if out.exists() {
        let known = Registration::load(&out)?;
        if known.hash == registration.hash {
            say!("{shown} already has this registration");
            return Ok(());
        }
        bail!(
            "{shown}: a study is registered there with the hash {}; to register a change of it, name another file with --out, \
             and this one with --amends",
            known.short_hash()
        );
    }
    let changes = changes(&registration)?;
    if registration.amends.is_some() && changes.is_empty() {
        return Err(StudyError::Unchanged.into());
    }
    registration.write(&out)?;
    for line in changes {
        say!("amended: {line}");
    }
    say!("{shown}: registered, hash {}", registration.hash);
    Ok(())
}
