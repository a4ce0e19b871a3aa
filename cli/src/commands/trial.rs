//! `tradewind try`: tests a change of the rules in one command.

use super::playing::with_executor;
use super::rules::warnings;
use super::run::{play_missing, play_some};
use super::sources::stem;
use super::train::{equip, equip_in_time, training_time};
use crate::Stopped;
use crate::args::PlayingArguments;
use crate::args::values::{nodes, points, time};
use crate::message::{self, say, show};
use crate::progress::{TimeBar, begin_stage, time_text};
use crate::terminal;
use anyhow::{Context, ensure};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tradewind_analysis::rounds::{ESTIMATES_SHARE, Round, first_round, next_round};
use tradewind_analysis::trial::{TrialPlan, contrasts, questions};
use tradewind_engine::rules::{self, PieceType, RuleSpec};
use tradewind_report::document::{self, Folds, PAGE};
use tradewind_report::run::write_trial;
use tradewind_report::trial::{Card, Trial};
use tradewind_selfplay::experiment::{Experiment, SNAPSHOT};
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::{self, Control, Executor};
use tradewind_tuner::recipes::{self, NO_RECIPE, PlayerChoice, Training, TrainingTimes};

#[derive(Debug, Args)]
pub struct TrialArguments {
    /// The rule file
    pub rules: String,
    /// The rule set to compare with [default: the one that the rule file extends]
    #[arg(long, value_name = "ID")]
    pub against: Option<String>,
    /// The time of the whole command, such as 90s, 10m or 2h: training of missing players (at most
    /// half of it), games and estimates. If training by --recipe takes longer, cheaper players are
    /// used
    #[arg(long = "for", value_name = "TIME", default_value = "10m", value_parser = time)]
    pub budget: Duration,
    /// Play this number of pairs of each rule set, and those that --within needs, however long that
    /// takes
    #[arg(long, value_name = "N", conflicts_with = "budget", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub pairs: Option<u64>,
    /// Every second pair compares a new piece with the one that it replaced, until the score is
    /// known within this number of percentage points
    #[arg(long, value_name = "POINTS", default_value_t = 1.0, value_parser = points)]
    pub within: f64,
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
/// The players of the recipe `none`.
const FROM_RULES: &str = "players with the weights that follow from the rules";
/// Number of pairs of each rule set in the first round.
const FIRST_PAIRS: u64 = 20;

/// Two rule sets.
struct RulesChange<'a> {
    arguments: &'a TrialArguments,
    /// The id or path of the old one.
    from: String,
    before: RuleSpec,
    after: RuleSpec,
    new_pieces: Vec<PieceType>,
    begun: Instant,
}

/// The number of pairs and the time of the games that a command has played.
type Played = (u64, Duration);

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
    for warning in warnings(&arguments.rules, &change.after)? {
        say!("warning: {warning}");
    }
    with_executor(&arguments.playing, |executor| change.play(executor))
}

impl RulesChange<'_> {
    fn of(arguments: &TrialArguments) -> anyhow::Result<RulesChange<'_>> {
        let begun = Instant::now();
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
            begun,
        })
    }

    /// The experiment, and its contrasts: those with which games can start.
    fn experiment_and_contrasts(&self) -> anyhow::Result<(Experiment, Vec<String>)> {
        let mut all = contrasts(&self.before, &self.after, &self.new_pieces);
        let mut planned = self.experiment(&all);
        // Other faults are those of the whole experiment.
        if planned.is_err() && self.experiment(&[]).is_ok() {
            all.retain(|one| {
                let found = self.experiment(std::slice::from_ref(one));
                if found.is_err() {
                    say!("left out: no game can start with the contrast {one}");
                }
                found.is_ok()
            });
            planned = self.experiment(&all);
        }
        Ok((planned?, all))
    }

    fn experiment(&self, contrasts: &[String]) -> anyhow::Result<Experiment> {
        let name = format!("{} beside {}", self.after.name, self.before.name);
        let plan = TrialPlan {
            name: &name,
            before: &self.from,
            after: &self.arguments.rules,
            pairs: FIRST_PAIRS,
            nodes: self.arguments.nodes,
            unit: &self.after.piece(self.after.default_unit()).text,
            contrasts,
            questions: questions(&self.before, &self.after, &self.new_pieces, contrasts),
            within: self.arguments.within,
        };
        // Paths are relative to the current folder.
        let (text, folder) = (plan.text(), Path::new(""));
        Ok(Experiment::parse("the experiment of `try`", text, folder)?)
    }

    fn play(&self, executor: &Executor) -> anyhow::Result<()> {
        let arguments = self.arguments;
        let bar = (arguments.pairs.is_none()).then(|| TimeBar::begin(self.begun, arguments.budget));
        let (mut experiment, contrasts) = self.experiment_and_contrasts()?;
        self.equip(&mut experiment, executor)?;
        let own = || own_folder(&arguments.rules, &experiment);
        let folder = arguments.out.clone().unwrap_or_else(own);
        let (files, card) = match arguments.pairs {
            Some(pairs) => {
                let known = played(&experiment, &folder)?;
                experiment.pairs = pairs;
                let begun = Instant::now();
                play_missing(&Archive::new(&experiment, &folder), executor)?;
                let new = experiment.all_pairs().saturating_sub(known);
                self.estimate(&experiment, &contrasts, &folder, (new, begun.elapsed()))?
            }
            None => self.play_in_time(&mut experiment, &contrasts, &folder, executor)?,
        };
        drop(bar);
        tell(&card, arguments.json, &folder.join(PAGE))?;
        say!("{} files in {}", files.len(), folder.display());
        if arguments.pairs.is_none() {
            let time = time_text(arguments.budget.as_secs_f64());
            say!("repeat the command to play for another {time}");
        }
        Ok(())
    }

    /// Plays rounds of growing size, each followed by estimates, until the time is over.
    fn play_in_time(
        &self,
        experiment: &mut Experiment,
        contrasts: &[String],
        folder: &Path,
        executor: &Executor,
    ) -> anyhow::Result<(Vec<String>, Card)> {
        let end = self.begun + self.arguments.budget;
        let left = || end.saturating_duration_since(Instant::now());
        let mut there = played(experiment, folder)?;
        let first = experiment.all_pairs();
        let (mut rounds, mut new) = (Vec::new(), (0, Duration::ZERO));
        let mut round = first_round(first, left());
        loop {
            let begun = Instant::now();
            let whole = experiment.pairs_within(there);
            let wanted = experiment.pairs_within(there + round.pairs);
            experiment.pairs = wanted.max(whole + 1);
            let archive = Archive::new(experiment, folder);
            let missing = play_some(
                &archive,
                0..experiment.all_pairs(),
                &executor.until(begun + round.games),
            )?;
            ensure!(!executor.is_stopped(), Stopped::RESUMES);
            if missing > 0 {
                experiment.pairs = experiment.pairs_within(archive.first_missing_pair()?);
                ensure!(
                    experiment.pairs > 0,
                    "not one pair of games of each kind was finished in {}: use a longer --for, or fewer --nodes",
                    time_text(self.arguments.budget.as_secs_f64())
                );
                // The folder's experiment becomes as short; no game is played.
                let archive = Archive::new(experiment, folder);
                let control = Control::new(executor);
                run::play(&archive, 0..experiment.all_pairs(), &control, &|_| {})?;
            }
            let games = begun.elapsed();
            let estimated = experiment.all_pairs();
            let played = estimated.saturating_sub(there);
            there = estimated;
            new = (new.0 + played, new.1 + games);
            let begun = Instant::now();
            let answer = self.estimate(experiment, contrasts, folder, new)?;
            rounds.push(Round {
                played,
                games,
                estimated,
                estimates: begun.elapsed(),
            });
            match next_round(&rounds, left()) {
                Some(next) => round = next,
                None => return Ok(answer),
            }
        }
    }

    /// Writes the results of all games, and returns the names of the files and the answer.
    fn estimate(
        &self,
        experiment: &Experiment,
        contrasts: &[String],
        folder: &Path,
        (new, time): Played,
    ) -> anyhow::Result<(Vec<String>, Card)> {
        let archive = Archive::new(experiment, folder);
        begin_stage(format!("estimating from {} games", archive.games()));
        let trial = Trial {
            before: &self.before,
            after: &self.after,
            new_pieces: &self.new_pieces,
            contrasts,
            pairs: archive.games() / 2,
            seconds_per_pair: (new > 0).then(|| time.as_secs_f64() / new as f64),
        };
        Ok(write_trial(&archive, |findings| trial.card(findings))?)
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
        if arguments.pairs.is_some() {
            return equip(experiment, &wanted, executor);
        }
        let (budget, none) = (arguments.budget, by(NO_RECIPE, false));
        let most = budget.mul_f64(TRAINING_SHARE);
        let mut times = TrainingTimes::default();
        let mut longest =
            |choice: &PlayerChoice| training_time(&mut times, experiment, choice, budget, executor);
        let is_short = |time: Duration| self.begun.elapsed() + time <= most;
        let mut choice = wanted;
        let mut time = if is_trained {
            longest(&choice)?
        } else {
            Duration::ZERO
        };
        if time > Duration::ZERO && !is_short(time) {
            let (known, brief) = (by(AFTER_RECIPE, false), by(SHORT_RECIPE, true));
            let mut find = |training: &Training<'_>| training.found();
            let are_trained = recipes::equip(&mut experiment.clone(), &known, &mut find)?;
            say!(
                "training by `{}` takes up to {} on this machine, too long for {}: a cheaper player is used; --for {:.0}m is enough for `{}`",
                arguments.recipe,
                time_text(time.as_secs_f64()),
                time_text(budget.as_secs_f64()),
                (time.as_secs_f64() / TRAINING_SHARE / 60.0).ceil(),
                arguments.recipe
            );
            (choice, time) = if are_trained {
                (known, Duration::ZERO)
            } else {
                let time = longest(&brief)?;
                if is_short(time) {
                    (brief, time)
                } else {
                    (none.clone(), Duration::ZERO)
                }
            };
        }
        ensure!(!executor.is_stopped(), Stopped::RESUMES);
        say!("{}", self.plan(&choice, time));
        let mut equipped = experiment.clone();
        if equip_in_time(&mut equipped, &choice, &executor.until(self.begun + most))? {
            *experiment = equipped;
            return Ok(());
        }
        ensure!(!executor.is_stopped(), Stopped::RESUMES);
        say!(
            "training is slower than expected and was stopped: {FROM_RULES} play; the same command resumes the training"
        );
        equip(experiment, &none, executor)
    }

    /// The plan in words, given the maximum time of training.
    fn plan(&self, choice: &PlayerChoice, training: Duration) -> String {
        let budget = self.arguments.budget;
        let seconds = |time: Duration| time_text(time.as_secs_f64());
        let recipe = choice.recipe.as_deref().unwrap_or(NO_RECIPE);
        let players = match recipe {
            NO_RECIPE => format!("no training, {FROM_RULES}"),
            _ if training.is_zero() => format!("players by `{recipe}`, which are trained already"),
            _ => format!(
                "training of players by `{recipe}`, up to {}",
                seconds(training)
            ),
        };
        let rest = budget.saturating_sub(self.begun.elapsed() + training);
        format!(
            "plan for {}: {players}; games, about {}; estimates, about {}",
            seconds(budget),
            seconds(rest.mul_f64(1.0 - ESTIMATES_SHARE)),
            seconds(rest.mul_f64(ESTIMATES_SHARE)),
        )
    }
}

/// The default folder, different for other rules or players.
fn own_folder(rules: &str, experiment: &Experiment) -> PathBuf {
    let (name, digits) = (stem(Path::new(rules)), &experiment.fingerprint()[..8]);
    Path::new("out")
        .join("try")
        .join(format!("{name}-{digits}"))
}

/// The number of pairs in a folder before the first that is missing.
fn played(planned: &Experiment, folder: &Path) -> anyhow::Result<u64> {
    if !folder.join(SNAPSHOT).exists() {
        return Ok(0);
    }
    let known = experiment_of(folder)?;
    ensure!(
        known.fingerprint() == planned.fingerprint(),
        "{} has the games of another experiment: {}; name another folder with --out",
        folder.display(),
        planned.difference(&known)
    );
    Ok(Archive::new(&known, folder).first_missing_pair()?)
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
