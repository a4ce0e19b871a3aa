//! `tradewind study`: a registered study is played and judged.

use super::claims::measured;
use super::executor::executor;
use super::run::play_missing;
use super::threads::on_threads;
use crate::Verdict;
use crate::args::StudyArguments;
use crate::message::{self, say};
use crate::terminal;
use anyhow::ensure;
use std::io::Write;
use std::path::Path;
use tradewind_analysis::claims::{Evidence, Judged};
use tradewind_analysis::dataset;
use tradewind_analysis::study::{Phase, Registration, changes, check_games};
use tradewind_engine::signature;
use tradewind_files::{make_inside, sha256, sha256_of_texts, write_all};
use tradewind_report::claims::measurement_table;
use tradewind_report::study::{StudyPhase, StudyResult, study_table};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::Executor;

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Where the experiments of a registration lie in its folder.
const PLAN: &str = "plan";

/// Plays what is missing and prints the verdicts.
pub fn run(arguments: &StudyArguments) -> anyhow::Result<Verdict> {
    let registration = Registration::load(&arguments.registration)?;
    let executor = executor(&arguments.executor)?;
    on_threads(arguments.threads, || {
        study(arguments, &registration, &executor)
    })?
}

fn study(
    arguments: &StudyArguments,
    registration: &Registration,
    executor: &Executor,
) -> anyhow::Result<Verdict> {
    ensure!(
        registration.signature == signature() && registration.version == VERSION,
        "{}: it was registered for version {} with the signature {}, and this program is version {VERSION} with the signature {}: \
         play it with a program like that, or register an amendment",
        arguments.registration.display(),
        registration.version,
        registration.signature,
        signature()
    );
    let mut results = Vec::new();
    // What was registered first is shown first, with its own games.
    for one in registration.chain() {
        let is_ours = one.signature == signature() && one.version == registration.version;
        let phases = if is_ours {
            phases(arguments, one, executor)?
        } else {
            say(format_args!(
                "{} was registered for version {} with the signature {}: it is not played by this program",
                one.short_hash(),
                one.version,
                one.signature
            ));
            Some(Vec::new())
        };
        let Some(phases) = phases else {
            return Ok(Verdict::Interrupted);
        };
        results.push(StudyResult {
            registration: one,
            changes: changes(one)?,
            phases,
        });
    }
    let table = study_table(&results);
    let page = format!("# {}\n\n{}", registration.name, table.to_markdown());
    let files = [
        ("study.md", page.into_bytes()),
        ("study.csv", table.to_csv()?.into_bytes()),
    ];
    let files = write_all(&arguments.out, &files)?;
    if arguments.markdown {
        write!(message::out(), "{}", table.to_markdown())?;
    } else {
        write!(message::out(), "{}", table.to_text(terminal::output()))?;
    }
    say(format_args!(
        "in {}: {}",
        arguments.out.display(),
        files.join(", ")
    ));
    Ok(Verdict::Passed)
}

/// Plays and judges the exploration, and the confirmation if it is asked for; `None` when it was stopped.
fn phases(
    arguments: &StudyArguments,
    registration: &Registration,
    executor: &Executor,
) -> anyhow::Result<Option<Vec<StudyPhase>>> {
    let mut phases: Vec<StudyPhase> = Vec::new();
    loop {
        let phase = match phases.last() {
            None => Phase::Exploration,
            Some(explored) => Phase::Confirmation {
                explored: explored.hash.clone(),
            },
        };
        let Some(played) = play(arguments, registration, &phase, executor)? else {
            return Ok(None);
        };
        phases.push(played);
        let is_last = !arguments.confirm || registration.confirmation == 0.0 || phases.len() == 2;
        if is_last {
            return Ok(Some(phases));
        }
    }
}

fn play(
    arguments: &StudyArguments,
    registration: &Registration,
    phase: &Phase,
    executor: &Executor,
) -> anyhow::Result<Option<StudyPhase>> {
    let own = Path::new(registration.short_hash());
    make_inside(&arguments.out, &own.join(PLAN))?;
    let folder = arguments.out.join(own);
    let claims = registration.read_claims()?;
    let experiments = registration.experiments(&folder.join(PLAN), phase)?;
    let mut datasets = Vec::new();
    for (name, experiment) in &experiments {
        make_inside(&arguments.out, &own.join(phase.name()).join(name))?;
        let archive = Archive::new(experiment, &folder.join(phase.name()).join(name));
        if !play_missing(&archive, executor)? {
            return Ok(None);
        }
        let wanted = |pairing| claims.wanted(name, experiment, pairing);
        let dataset = dataset::read(&archive, wanted, |_| Ok(()))?;
        let games = dataset.checksums.iter().map(|(_, checksum)| checksum);
        if !check_games(&archive, &sha256_of_texts(games), executor.stop())? {
            return Ok(None);
        }
        datasets.push((name, dataset));
    }
    let evidence: Vec<Evidence<'_>> = (datasets.iter())
        .map(|(name, dataset)| Evidence::new(name, dataset, &claims))
        .collect();
    let judged: Vec<Judged> = measured(&claims, &evidence, false, true)?;
    let table = measurement_table(&judged).to_csv()?;
    // Of the games, which are the same bytes everywhere; estimates may differ in their last digits.
    let played = datasets.iter().flat_map(|(_, dataset)| &dataset.checksums);
    let parts = played.map(|(_, checksum)| checksum.as_bytes());
    let hash = sha256(parts);
    write_all(
        &folder.join(phase.name()),
        &[("claims.csv", table.into_bytes())],
    )?;
    Ok(Some(StudyPhase { hash, judged }))
}
