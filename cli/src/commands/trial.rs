//! `tradewind try`: what a change of the rules comes to, in one command.

mod plan;

pub use plan::{TrialPlan, quoted, unit};

use super::executor::executor;
use super::run::play_missing;
use super::threads::on_threads;
use super::train::equip;
use crate::Verdict;
use crate::args::{PlayerArguments, RecipeArguments, TrialArguments};
use crate::message::{self, say};
use crate::progress::time_text;
use crate::terminal;
use anyhow::{Context, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tradewind_engine::rules::{self, PieceType, RuleSpec};
use tradewind_report::document::PAGE;
use tradewind_report::run::write_all;
use tradewind_report::terminal::Emphasis;
use tradewind_report::trial::{Trial, TrialAnswer};
use tradewind_selfplay::experiment::{Experiment, SNAPSHOT};
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::{Control, Executor, pilot};

/// The recipe whose players a training begins with, where the rules extend some that come with the program.
const AFTER_RECIPE: &str = "standard";
/// How long the speed of games is measured.
const PILOT: Duration = Duration::from_secs(3);
/// The fewest pairs of each rule set that are played, however short the time.
const MIN_PAIRS: u64 = 20;
/// The most.
const MOST_PAIRS: u64 = 10_000_000;

/// The two rule sets.
struct RulesChange {
    /// The id or path of what is changed.
    from: String,
    before: RuleSpec,
    after: RuleSpec,
    new_pieces: Vec<PieceType>,
}

/// Tells what the change is, plays, and tells what came of it.
pub fn run(arguments: &TrialArguments) -> anyhow::Result<Verdict> {
    let change = RulesChange::of(arguments)?;
    let differences = rules::diff(&change.before, &change.after);
    if change.before.fingerprint_text() == change.after.fingerprint_text() {
        let mut out = message::out();
        writeln!(
            out,
            "{} has the rules of {}: no game differs, so there is nothing to be played.",
            change.after.name, change.before.name
        )?;
        return Ok(Verdict::Passed);
    }
    say(format_args!(
        "{} beside {}:",
        change.after.name, change.before.name
    ));
    for difference in &differences {
        let [from, to] =
            [&difference.from, &difference.to].map(|text| text.as_deref().unwrap_or("–"));
        say(format_args!("  {}: {from} → {to}", difference.what));
    }
    let executor = executor(&arguments.executor)?;
    on_threads(arguments.threads, || change.play(arguments, &executor))?
}

impl RulesChange {
    fn of(arguments: &TrialArguments) -> anyhow::Result<RulesChange> {
        let after = rules::load(&arguments.rules, &[])?;
        let extended = rules::parent(&arguments.rules)?;
        let from = arguments.against.clone().or(extended).with_context(|| {
            format!(
                "{} extends no other rule set, so there is nothing to compare it with: name one with --against ID",
                arguments.rules
            )
        })?;
        let before = rules::load(&from, &[])?;
        Ok(RulesChange {
            new_pieces: rules::new_pieces(&before, &after),
            from,
            before,
            after,
        })
    }

    /// The contrasts with which games can begin.
    fn contrasts(&self, arguments: &TrialArguments) -> Vec<String> {
        let all = plan::contrasts(&self.before, &self.after, &self.new_pieces);
        let can_begin = |one: &String| {
            let found = self.experiment(arguments, std::slice::from_ref(one));
            if found.is_err() {
                say(format_args!(
                    "no game can begin with the contrast {one}: it is left out"
                ));
            }
            found.is_ok()
        };
        // What is wrong with the rest is told where all of it is read.
        let is_right = self.experiment(arguments, &[]).is_ok();
        all.into_iter()
            .filter(|one| is_right && can_begin(one))
            .collect()
    }

    fn experiment(
        &self,
        arguments: &TrialArguments,
        contrasts: &[String],
    ) -> anyhow::Result<Experiment> {
        let name = format!("{} beside {}", self.after.name, self.before.name);
        // Paths are those of the command line: seen from the folder in which it was called.
        let text = TrialPlan {
            name: &name,
            before: &self.from,
            after: &arguments.rules,
            pairs: MIN_PAIRS,
            nodes: arguments.nodes,
            unit: unit(&self.after),
            contrasts,
        };
        Ok(Experiment::parse(
            "the experiment of `try`",
            text.text(),
            Path::new(""),
        )?)
    }

    fn play(&self, arguments: &TrialArguments, executor: &Executor) -> anyhow::Result<Verdict> {
        let contrasts = self.contrasts(arguments);
        let mut experiment = self.experiment(arguments, &contrasts)?;
        let known = self.before.ancestor.is_some() && self.after.ancestor.is_some();
        let is_trained = arguments.recipe != "none";
        let recipe = RecipeArguments {
            recipe: Some(arguments.recipe.clone()),
            training: PlayerArguments {
                after: (known && is_trained).then(|| AFTER_RECIPE.to_string()),
                replicates: None,
                players: arguments.players.clone(),
            },
        };
        if !equip(&mut experiment, &recipe, executor)? {
            return Ok(Verdict::Interrupted);
        }
        let folder = match &arguments.out {
            Some(out) => out.clone(),
            None => own_folder(&arguments.rules, &experiment),
        };
        experiment.pairs = match (arguments.pairs, played(&experiment, &folder)?) {
            (Some(pairs), _) => pairs,
            // What was stopped is played to its end first.
            (None, Some((pairs, false))) => pairs,
            (None, there) => {
                experiment.pairs = MOST_PAIRS;
                let speed = pilot(&experiment, PILOT, &Control::new(executor)).pairs_per_second();
                if executor.is_stopped() {
                    return Ok(Verdict::Interrupted);
                }
                let there = there.map_or(0, |(pairs, _)| pairs);
                let all = speed * arguments.budget.as_secs_f64();
                let more = all as u64 / experiment.pairings().len() as u64;
                (there + more.max(1)).clamp(MIN_PAIRS, MOST_PAIRS)
            }
        };
        let archive = Archive::new(&experiment, &folder);
        if !play_missing(&archive, executor)? {
            return Ok(Verdict::Interrupted);
        }
        let (_, files, games) = write_all(&archive)?;
        let trial = Trial {
            before: &self.before,
            after: &self.after,
            new_pieces: &self.new_pieces,
            contrasts: &contrasts,
            findings: games.findings()?,
        };
        tell(&trial.answer(), archive.games(), &folder.join(PAGE))?;
        say(format_args!(
            "{} files in {}",
            files.len(),
            folder.display()
        ));
        if arguments.pairs.is_none() {
            let time = time_text(arguments.budget.as_secs_f64());
            say(format_args!(
                "the same command plays for another {time} and answers again"
            ));
        }
        Ok(Verdict::Passed)
    }
}

/// The folder of these rules and players: others have another one.
fn own_folder(rules: &str, experiment: &Experiment) -> PathBuf {
    let file = Path::new(rules);
    let name = file.file_stem().unwrap_or(file.as_os_str());
    let name = format!(
        "{}-{}",
        name.to_string_lossy(),
        &experiment.fingerprint()[..8]
    );
    Path::new("out").join("try").join(name)
}

/// The pairs of each rule set that a folder is for, and whether they are all there; `None` where nothing was played.
fn played(planned: &Experiment, folder: &Path) -> anyhow::Result<Option<(u64, bool)>> {
    if !folder.join(SNAPSHOT).exists() {
        return Ok(None);
    }
    let known = experiment_of(folder)?;
    if known.fingerprint() != planned.fingerprint() {
        bail!(
            "{} holds other games than these: {}; name another folder with --out",
            folder.display(),
            planned.difference(&known)
        );
    }
    let archive = Archive::new(&known, folder);
    Ok(Some((known.pairs, archive.count()? == archive.games())))
}

fn tell(answer: &TrialAnswer, games: u64, page: &Path) -> anyhow::Result<()> {
    let mut out = message::out();
    writeln!(out)?;
    let terminal = terminal::output();
    for (place, sentence) in answer.found.iter().enumerate() {
        let sentence = terminal.wrapped(sentence);
        // The answer comes first.
        let sentence = match place {
            0 => terminal.emphasized(&sentence, Emphasis::Strong),
            _ => sentence,
        };
        writeln!(out, "{sentence}")?;
    }
    for table in &answer.tables {
        writeln!(out, "\n{}", table.to_text(terminal).trim_end())?;
    }
    if !answer.untold.is_empty() {
        writeln!(out, "\nNot told by {games} games:")?;
        for untold in &answer.untold {
            writeln!(out, "{}", terminal.wrapped(&format!("- {untold}")))?;
        }
    }
    writeln!(out, "\nEverything else: {}", page.display())?;
    Ok(())
}
