//! `tradewind register`: a study is laid down before it is played.

use super::executor::executor;
use super::threads::on_threads;
use super::train::equip;
use crate::Verdict;
use crate::args::RegisterArguments;
use crate::message::say;
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use tradewind_analysis::claims::Claims;
use tradewind_analysis::study::{Registration, StudyError, StudyPlan, changes, check_experiments};
use tradewind_engine::input::text_file;
use tradewind_engine::signature;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::run::Executor;

/// How the name of a registration ends.
const ENDING: &str = ".registered.toml";

/// Registers a study and says what its hash is.
pub fn run(arguments: &RegisterArguments) -> anyhow::Result<Verdict> {
    let executor = executor(&arguments.executor)?;
    on_threads(arguments.threads, || register(arguments, &executor))?
}

fn register(arguments: &RegisterArguments, executor: &Executor) -> anyhow::Result<Verdict> {
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
    // Before players are trained for hours.
    check_experiments(&claims, &experiments, plan.confirmation)?;
    for (_, experiment) in &mut experiments {
        if !equip(experiment, &arguments.recipe, executor)? {
            return Ok(Verdict::Interrupted);
        }
    }
    let registration = Registration::new(&plan, text, &experiments, signature(), amends);
    let out = arguments
        .out
        .clone()
        .unwrap_or_else(|| beside(&arguments.study));
    if out.exists() {
        let known = Registration::load(&out)?;
        if known.hash == registration.hash {
            say(format_args!("{} has it already", out.display()));
            return Ok(Verdict::Passed);
        }
        bail!(
            "{}: a study is registered there with the hash {}; a change of it is an amendment: name another file by --out, \
             and this one by --amends",
            out.display(),
            known.short_hash()
        );
    }
    let changes = changes(&registration)?;
    if registration.amends.is_some() && changes.is_empty() {
        return Err(StudyError::Unchanged.into());
    }
    registration.write(&out)?;
    for line in changes {
        say(format_args!("amended: {line}"));
    }
    say(format_args!(
        "{}: registered, hash {}",
        out.display(),
        registration.hash
    ));
    Ok(Verdict::Passed)
}

/// The file beside a study that its registration is written to.
fn beside(study: &Path) -> PathBuf {
    let stem = study.file_stem().unwrap_or_default().to_string_lossy();
    study.with_file_name(format!("{stem}{ENDING}"))
}
