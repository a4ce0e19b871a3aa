//! `tradewind study`: plays a registered study and judges its claims.

use super::playing::with_executor;
use super::run::play_missing;
use super::sources::{Played, judge};
use crate::Stopped;
use crate::args::PlayingArguments;
use crate::message::{self, say, say_files};
use crate::terminal;
use anyhow::ensure;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use tradewind_analysis::claims::LedgerSources;
use tradewind_analysis::dataset;
use tradewind_analysis::study::{OutcomesHash, Phase, Registration, changes, check_games};
use tradewind_engine::signature;
use tradewind_files::{make_inside, sha256_of_texts, write_all};
use tradewind_report::claims::measurement_table;
use tradewind_report::study::{StudyPhase, StudyResult, study_figure, study_table};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::Executor;

#[derive(Debug, Args)]
pub struct StudyArguments {
    /// The registration
    pub registration: PathBuf,
    /// The folder for games and results
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// After the exploration, play the confirmation
    #[arg(long)]
    pub confirm: bool,
    /// Print Markdown
    #[arg(long)]
    pub markdown: bool,
    /// Take the games that a condensed file has, and play the others
    #[arg(long, value_name = "FILE")]
    pub played: Option<PathBuf>,
    #[command(flatten)]
    pub playing: PlayingArguments,
}

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The folder of the registration's experiments.
const PLAN: &str = "plan";

/// Plays missing games and prints the verdicts.
pub fn run(arguments: &StudyArguments) -> anyhow::Result<()> {
    let registration = Registration::load(&arguments.registration)?;
    with_executor(&arguments.playing, |executor| {
        study(arguments, &registration, executor)
    })
}

fn study(
    arguments: &StudyArguments,
    registration: &Registration,
    executor: &Executor,
) -> anyhow::Result<()> {
    ensure!(
        registration.signature == signature() && registration.version == VERSION,
        "{}: it was registered for version {} with the signature {}, but this program is version {VERSION} with the signature {}: \
         use that program, or register an amendment",
        arguments.registration.display(),
        registration.version,
        registration.signature,
        signature()
    );
    let played = arguments.played.as_deref().map(Played::of).transpose()?;
    let mut results = Vec::new();
    // The oldest registration first, each with its own games.
    for one in registration.chain() {
        let is_ours = one.signature == signature() && one.version == registration.version;
        let phases = if is_ours {
            let study = Study {
                arguments,
                registration: one,
                is_amended: one.hash != registration.hash,
                played: played.as_ref(),
                executor,
            };
            study.phases()?
        } else {
            say!(
                "{} was registered for version {} with the signature {}: this program does not play it",
                one.short_hash(),
                one.version,
                one.signature
            );
            Vec::new()
        };
        results.push(StudyResult {
            registration: one,
            changes: changes(one)?,
            phases,
        });
    }
    let table = study_table(&results);
    let page = format!("# {}\n\n{}", registration.name, table.to_markdown());
    let mut files = vec![
        ("study.md", page.into_bytes()),
        ("study.csv", table.to_csv()?.into_bytes()),
    ];
    if let Some(figure) = study_figure(&results)? {
        files.push(("study.svg", figure.drawn.svg()?.into_bytes()));
        files.push(("study.png", figure.drawn.png()?));
    }
    let files = write_all(&arguments.out, &files)?;
    let text = if arguments.markdown {
        table.to_markdown()
    } else {
        table.to_text(terminal::output())
    };
    write!(message::out(), "{text}")?;
    say_files(&arguments.out, &files);
    Ok(())
}

/// A registration whose games are played and judged.
struct Study<'s> {
    arguments: &'s StudyArguments,
    registration: &'s Registration,
    /// Whether a later registration amends it. Its games are judged, but no more of them are played.
    is_amended: bool,
    played: Option<&'s Played>,
    executor: &'s Executor,
}

impl Study<'_> {
    /// Plays and judges the exploration and, with `--confirm`, the confirmation.
    fn phases(&self) -> anyhow::Result<Vec<StudyPhase>> {
        let has_confirmation = self.arguments.confirm && self.registration.confirmation > 0.0;
        let Some(explored) = self.phase(&Phase::Exploration)? else {
            return Ok(Vec::new());
        };
        let confirmation = Phase::Confirmation {
            explored: explored.hash.clone(),
        };
        let confirmed = has_confirmation.then(|| self.phase(&confirmation));
        let confirmed = confirmed.transpose()?.flatten();
        Ok([explored].into_iter().chain(confirmed).collect())
    }

    /// Plays and judges a phase; `None` if it was amended before all of its games were played.
    fn phase(&self, phase: &Phase) -> anyhow::Result<Option<StudyPhase>> {
        let out = &self.arguments.out;
        let own = Path::new(self.registration.short_hash());
        make_inside(out, &own.join(PLAN))?;
        let folder = out.join(own);
        let claims = self.registration.read_claims()?;
        let experiments = self.registration.experiments(&folder.join(PLAN), phase)?;
        let (mut datasets, mut hashes) = (Vec::new(), Vec::new());
        for (name, experiment) in &experiments {
            make_inside(out, &own.join(phase.name()).join(name))?;
            let archive = Archive::new(experiment, &folder.join(phase.name()).join(name));
            if let Some(played) = self.played {
                played.take(&archive)?;
            }
            if !self.is_amended {
                play_missing(&archive, self.executor)?;
            } else if archive.count()? < archive.games() {
                return Ok(None);
            }
            let wanted = |pairing| claims.wanted(name, experiment, pairing);
            let mut outcomes = OutcomesHash::default();
            let dataset = dataset::read(&archive, wanted, |games| {
                outcomes.add(games);
                Ok(())
            })?;
            let hash = outcomes.digits();
            let is_checked = check_games(&archive, &hash, self.executor.stop())?;
            ensure!(is_checked, Stopped(""));
            hashes.push(hash);
            datasets.push((name, dataset));
        }
        let evidence = (datasets.iter()).map(|(name, dataset)| (name.as_str(), dataset));
        let sources = LedgerSources {
            has_reference: false,
            solves_endgames: true,
        };
        let judged = judge(&claims, evidence, sources)?;
        let table = measurement_table(&judged).to_csv()?;
        // The hash is of the outcomes, which are the same on every machine; estimates may differ in their
        // last digits.
        let hash = sha256_of_texts(hashes);
        write_all(
            &folder.join(phase.name()),
            &[("claims.csv", table.into_bytes())],
        )?;
        Ok(Some(StudyPhase { hash, judged }))
    }
}
