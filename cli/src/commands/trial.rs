//! `tradewind try`: what a change of the rules comes to, in one command.

mod plan;

pub use plan::{TrialPlan, quoted, unit};

use super::executor::executor;
use super::run::play_missing;
use super::threads::on_threads;
use super::train::{NO_RECIPE, equip, equip_with_known, training_time};
use crate::Verdict;
use crate::args::{PlayerArguments, RecipeArguments, TrialArguments};
use crate::message::{self, say};
use crate::progress::time_text;
use crate::terminal;
use anyhow::{Context, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tradewind_engine::rules::{self, PieceType, RuleSpec};
use tradewind_report::document::PAGE;
use tradewind_report::run::write_all;
use tradewind_report::terminal::Emphasis;
use tradewind_report::trial::{Trial, TrialAnswer};
use tradewind_selfplay::experiment::{Experiment, SNAPSHOT};
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::Executor;

/// The recipe whose players a training begins with, where the rules extend some that come with the program.
const AFTER_RECIPE: &str = "standard";
/// The recipe for when there is not enough time for the one on the command line.
const SHORT_RECIPE: &str = "brief";
/// The share of the time that training may take.
const TRAINING_SHARE: f64 = 0.5;
/// The share of the time after which no games are begun; estimates take the rest.
const GAMES_SHARE: f64 = 0.9;
/// The fewest pairs of each rule set that are played, however short the time.
const MIN_PAIRS: u64 = 20;
/// The maximum growth of the number of pairs between two looks at the clock.
const MAX_GROWTH: u64 = 4;

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
        let begun = Instant::now();
        let contrasts = self.contrasts(arguments);
        let mut experiment = self.experiment(arguments, &contrasts)?;
        if !self.equip(&mut experiment, arguments, executor)? {
            return Ok(Verdict::Interrupted);
        }
        let folder = match &arguments.out {
            Some(out) => out.clone(),
            None => own_folder(&arguments.rules, &experiment),
        };
        let there = played(&experiment, &folder)?;
        let is_played = match (arguments.pairs, there) {
            (Some(pairs), _) => {
                experiment.pairs = pairs;
                play_missing(&Archive::new(&experiment, &folder), executor)?
            }
            (None, there) => {
                let end = begun + arguments.budget.mul_f64(GAMES_SHARE);
                play_until(end, &mut experiment, there, &folder, executor)?
            }
        };
        if !is_played {
            return Ok(Verdict::Interrupted);
        }
        let archive = Archive::new(&experiment, &folder);
        say(format_args!("estimating from {} games", archive.games()));
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

    /// Gives both games players of the recipe on the command line or, if their training takes too much of the time, of a
    /// cheaper one; tells whether that was not stopped.
    fn equip(
        &self,
        experiment: &mut Experiment,
        arguments: &TrialArguments,
        executor: &Executor,
    ) -> anyhow::Result<bool> {
        let is_known = self.before.ancestor.is_some() && self.after.ancestor.is_some();
        let by = |recipe: &str, has_start: bool| RecipeArguments {
            recipe: Some(recipe.to_string()),
            training: PlayerArguments {
                after: (has_start && is_known).then(|| AFTER_RECIPE.to_string()),
                replicates: None,
                players: arguments.players.clone(),
            },
        };
        let is_trained = arguments.recipe != NO_RECIPE;
        let wanted = by(&arguments.recipe, is_trained);
        if !is_trained || arguments.pairs.is_some() {
            return equip(experiment, &wanted, executor);
        }
        let most = arguments.budget.mul_f64(TRAINING_SHARE);
        let longest = training_time(experiment, &wanted, most, executor)?;
        if longest <= most {
            return equip(experiment, &wanted, executor);
        }
        let (there, brief) = (by(AFTER_RECIPE, false), by(SHORT_RECIPE, true));
        let (cheaper, players) = if equip_with_known(&mut experiment.clone(), &there)? {
            (there, "the players of `standard` that are there play")
        } else if training_time(experiment, &brief, most, executor)? <= most {
            (brief, "players are trained by `brief`")
        } else {
            let none = by(NO_RECIPE, false);
            (none, "players know only what follows from the rules")
        };
        if executor.is_stopped() {
            return Ok(false);
        }
        say(format_args!(
            "training by `{}` takes up to {} here, more than half of {}: {players}; --for {:.0}m is enough for `{}`",
            arguments.recipe,
            time_text(longest.as_secs_f64()),
            time_text(arguments.budget.as_secs_f64()),
            (longest.as_secs_f64() / TRAINING_SHARE / 60.0).ceil(),
            arguments.recipe
        ));
        equip(experiment, &cheaper, executor)
    }
}

/// Plays on from the pairs that are there, in steps that grow, until there is no time for another one; what was stopped
/// is played to its end first. Tells whether that was not stopped.
fn play_until(
    end: Instant,
    experiment: &mut Experiment,
    there: Option<(u64, bool)>,
    folder: &Path,
    executor: &Executor,
) -> anyhow::Result<bool> {
    let (mut before, is_whole) = there.unwrap_or((0, true));
    experiment.pairs = if is_whole { before + MIN_PAIRS } else { before };
    loop {
        let begun = Instant::now();
        if !play_missing(&Archive::new(experiment, folder), executor)? {
            return Ok(false);
        }
        let played = (experiment.pairs - before).max(MIN_PAIRS);
        let pace = played as f64 / begun.elapsed().as_secs_f64();
        let left = end.saturating_duration_since(Instant::now());
        let more = (left.as_secs_f64() * pace) as u64;
        if more < played / MAX_GROWTH {
            return Ok(true);
        }
        before = experiment.pairs;
        experiment.pairs += more.min(MAX_GROWTH * played);
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
    if !answer.open.is_empty() {
        writeln!(out, "\nNot told by {games} games:")?;
        for untold in &answer.open {
            writeln!(out, "{}", terminal.wrapped(&format!("- {untold}")))?;
        }
    }
    writeln!(out, "\nEverything else: {}", page.display())?;
    Ok(())
}
