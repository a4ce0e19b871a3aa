//! `tradewind try`: tests a change of the rules in one command.

use super::playing::with_executor;
use super::run::play_missing;
use super::sources::stem;
use super::train::{equip, training_time};
use crate::Stopped;
use crate::args::PlayingArguments;
use crate::args::values::{nodes, time};
use crate::message::{self, say, show};
use crate::progress::time_text;
use crate::terminal;
use anyhow::{Context, ensure};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tradewind_analysis::trial::{TrialPlan, contrasts, unit};
use tradewind_engine::rules::{self, PieceType, RuleSpec};
use tradewind_report::document::{self, Folds, PAGE};
use tradewind_report::run::write_trial;
use tradewind_report::trial::{Card, Trial};
use tradewind_selfplay::experiment::{Experiment, SNAPSHOT};
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::Executor;
use tradewind_tuner::recipes::{self, NO_RECIPE, PlayerChoice, Training};

#[derive(Debug, Args)]
pub struct TrialArguments {
    /// The rule file
    pub rules: String,
    /// The rule set to compare with [default: the one that the rule file extends]
    #[arg(long, value_name = "ID")]
    pub against: Option<String>,
    /// The time, such as 90s, 10m or 2h, for training missing players (at most half of it), games
    /// and estimates. If training by --recipe takes longer, cheaper players are used
    #[arg(long = "for", value_name = "TIME", default_value = "10m", value_parser = time)]
    pub budget: Duration,
    /// Play this number of pairs of each rule set, however long that takes
    #[arg(long, value_name = "N", conflicts_with = "budget", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub pairs: Option<u64>,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = nodes)]
    pub nodes: u64,
    /// The recipe of the players of both rule sets: brief, network, quick, standard, thorough, or
    /// the path of a recipe; `none` uses the weights that follow from the rules
    #[arg(long, value_name = "NAME", default_value = "quick")]
    pub recipe: String,
    /// The folder of trained players [default: tradewind/players in the user's cache]
    #[arg(long, value_name = "DIR")]
    pub players: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The folder for games and results [default: a folder for these rules in out/try]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub playing: PlayingArguments,
}

/// The recipe of the players from which training starts, if the rules extend those of the program.
const AFTER_RECIPE: &str = "standard";
/// The recipe used when there is not enough time for the one on the command line.
const SHORT_RECIPE: &str = "brief";
/// Maximum share of the time for training.
const TRAINING_SHARE: f64 = 0.5;
/// Share of the time after which no game starts; estimates take the rest.
const GAMES_SHARE: f64 = 0.9;
/// Minimum number of pairs of each rule set, however short the time.
const MIN_PAIRS: u64 = 20;
/// Maximum growth of the number of pairs from one round to the next.
const MAX_GROWTH: u64 = 4;

/// Two rule sets.
struct RulesChange<'a> {
    arguments: &'a TrialArguments,
    /// The id or path of the old one.
    from: String,
    before: RuleSpec,
    after: RuleSpec,
    new_pieces: Vec<PieceType>,
}

/// Prints the change, plays, and prints the results.
pub fn run(arguments: &TrialArguments) -> anyhow::Result<()> {
    let change = RulesChange::of(arguments)?;
    let differences = rules::diff(&change.before, &change.after);
    if change.before.fingerprint_text() == change.after.fingerprint_text() {
        show!(
            "{} has the same rules as {}: there is nothing to play.",
            change.after.name,
            change.before.name
        )?;
        return Ok(());
    }
    let [before, after] = [&change.before, &change.after].map(|spec| &spec.name);
    say!("{after} compared with {before}:");
    for difference in &differences {
        let [from, to] =
            [&difference.from, &difference.to].map(|text| text.as_deref().unwrap_or("–"));
        say!("  {}: {from} → {to}", difference.what);
    }
    with_executor(&arguments.playing, |executor| change.play(executor))
}

impl RulesChange<'_> {
    fn of(arguments: &TrialArguments) -> anyhow::Result<RulesChange<'_>> {
        let after = rules::load(&arguments.rules, &[])?;
        let extended = rules::parent(&arguments.rules)?;
        let from = arguments.against.clone().or(extended).with_context(|| {
            format!(
                "{} does not extend another rule set: name one to compare it with, --against ID",
                arguments.rules
            )
        })?;
        let before = rules::load(&from, &[])?;
        Ok(RulesChange {
            arguments,
            new_pieces: rules::new_pieces(&before, &after),
            from,
            before,
            after,
        })
    }

    /// The contrasts with which games can start.
    fn contrasts(&self) -> Vec<String> {
        let all = contrasts(&self.before, &self.after, &self.new_pieces);
        let can_begin = |one: &String| {
            let found = self.experiment(std::slice::from_ref(one));
            if found.is_err() {
                say!("left out: no game can start with the contrast {one}");
            }
            found.is_ok()
        };
        // Other faults are reported when the whole experiment is read.
        let is_right = self.experiment(&[]).is_ok();
        all.into_iter()
            .filter(|one| is_right && can_begin(one))
            .collect()
    }

    fn experiment(&self, contrasts: &[String]) -> anyhow::Result<Experiment> {
        let name = format!("{} beside {}", self.after.name, self.before.name);
        let plan = TrialPlan {
            name: &name,
            before: &self.from,
            after: &self.arguments.rules,
            pairs: MIN_PAIRS,
            nodes: self.arguments.nodes,
            unit: unit(&self.after),
            contrasts,
        };
        // Paths are relative to the current folder.
        let (text, folder) = (plan.text(), Path::new(""));
        Ok(Experiment::parse("the experiment of `try`", text, folder)?)
    }

    fn play(&self, executor: &Executor) -> anyhow::Result<()> {
        let (arguments, begun) = (self.arguments, Instant::now());
        let contrasts = self.contrasts();
        let mut experiment = self.experiment(&contrasts)?;
        self.equip(&mut experiment, executor)?;
        let own = || own_folder(&arguments.rules, &experiment);
        let folder = arguments.out.clone().unwrap_or_else(own);
        let there = played(&experiment, &folder)?;
        let (known, played_in) = (there.0 * experiment.pairings().len() as u64, Instant::now());
        if let Some(pairs) = arguments.pairs {
            experiment.pairs = pairs;
            play_missing(&Archive::new(&experiment, &folder), executor)?;
        } else {
            let end = begun + arguments.budget.mul_f64(GAMES_SHARE);
            play_until(end, &mut experiment, there, &folder, executor)?;
        }
        let archive = Archive::new(&experiment, &folder);
        let played = (archive.games() / 2).saturating_sub(known);
        let pace = played_in.elapsed().as_secs_f64() / played as f64;
        say!("estimating from {} games", archive.games());
        let trial = Trial {
            before: &self.before,
            after: &self.after,
            new_pieces: &self.new_pieces,
            contrasts: &contrasts,
            pairs: archive.games() / 2,
            seconds_per_pair: pace.is_finite().then_some(pace),
        };
        let (files, card) = write_trial(&archive, |findings| trial.card(findings))?;
        tell(&card, arguments.json, &folder.join(PAGE))?;
        say!("{} files in {}", files.len(), folder.display());
        if arguments.pairs.is_none() {
            let time = time_text(arguments.budget.as_secs_f64());
            say!("repeat the command to play for another {time}");
        }
        Ok(())
    }

    /// Gives both rule sets players of the recipe on the command line or, if training takes too
    /// long, of a cheaper one.
    fn equip(&self, experiment: &mut Experiment, executor: &Executor) -> anyhow::Result<()> {
        let arguments = self.arguments;
        let is_known = self.before.ancestor.is_some() && self.after.ancestor.is_some();
        let by = |recipe: &str, has_start: bool| PlayerChoice {
            recipe: Some(recipe.to_string()),
            after: (has_start && is_known).then(|| AFTER_RECIPE.to_string()),
            training_runs: None,
            store: arguments.players.clone(),
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
        let (known, brief) = (by(AFTER_RECIPE, false), by(SHORT_RECIPE, true));
        let mut find = |training: &Training<'_>| training.found();
        let are_trained = recipes::equip(&mut experiment.clone(), &known, &mut find)?;
        let (cheaper, players) = if are_trained {
            (known, "the trained players of `standard` play")
        } else if training_time(experiment, &brief, most, executor)? <= most {
            (brief, "players are trained by `brief`")
        } else {
            let none = by(NO_RECIPE, false);
            (none, "players have the weights that follow from the rules")
        };
        ensure!(!executor.is_stopped(), Stopped(""));
        say!(
            "training by `{}` takes up to {} on this machine, more than half of {}: {players}; --for {:.0}m is enough for `{}`",
            arguments.recipe,
            time_text(longest.as_secs_f64()),
            time_text(arguments.budget.as_secs_f64()),
            (longest.as_secs_f64() / TRAINING_SHARE / 60.0).ceil(),
            arguments.recipe
        );
        equip(experiment, &cheaper, executor)
    }
}

/// Plays rounds of growing size until there is no time for another one, after finishing a round
/// that was stopped.
fn play_until(
    end: Instant,
    experiment: &mut Experiment,
    (mut before, is_whole): (u64, bool),
    folder: &Path,
    executor: &Executor,
) -> anyhow::Result<()> {
    experiment.pairs = if is_whole { before + MIN_PAIRS } else { before };
    loop {
        let begun = Instant::now();
        play_missing(&Archive::new(experiment, folder), executor)?;
        let played = (experiment.pairs - before).max(MIN_PAIRS);
        let pace = played as f64 / begun.elapsed().as_secs_f64();
        let left = end.saturating_duration_since(Instant::now());
        let more = (left.as_secs_f64() * pace) as u64;
        if more < played / MAX_GROWTH {
            return Ok(());
        }
        before = experiment.pairs;
        experiment.pairs += more.min(MAX_GROWTH * played);
    }
}

/// The default folder, different for other rules or players.
fn own_folder(rules: &str, experiment: &Experiment) -> PathBuf {
    let (name, digits) = (stem(Path::new(rules)), &experiment.fingerprint()[..8]);
    Path::new("out")
        .join("try")
        .join(format!("{name}-{digits}"))
}

/// The number of pairs of each rule set in a folder, and whether all were played.
fn played(planned: &Experiment, folder: &Path) -> anyhow::Result<(u64, bool)> {
    if !folder.join(SNAPSHOT).exists() {
        return Ok((0, true));
    }
    let known = experiment_of(folder)?;
    ensure!(
        known.fingerprint() == planned.fingerprint(),
        "{} has the games of another experiment: {}; name another folder with --out",
        folder.display(),
        planned.difference(&known)
    );
    let archive = Archive::new(&known, folder);
    Ok((known.pairs, archive.count()? == archive.games()))
}

/// Prints the card: as JSON, or as text with the place of the page.
fn tell(card: &Card, as_json: bool, page: &Path) -> anyhow::Result<()> {
    if as_json {
        return Ok(show!("{}", card.json()?)?);
    }
    show!("")?;
    let text = document::text(&card.document(), Folds::Printed, terminal::output());
    write!(message::out(), "{text}")?;
    Ok(show!("\nEverything else: {}", page.display())?)
}
