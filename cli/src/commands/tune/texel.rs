//! `tradewind tune texel`: fits evaluation weights to games.

use super::data::{self, TuningData, say_unscored};
use super::linear_or;
use crate::Stopped;
use crate::args::values::within;
use crate::args::{Settings, Threads};
use crate::commands::playing::{on_threads, stop_signal};
use crate::message::{print, say, say_files, show};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tradewind_engine::Rules;
use tradewind_files::{check_output, write_all, write_whole};
use tradewind_report::tuning::fit_files;
use tradewind_tuner::texel::weights_file::{self, Provenance};
use tradewind_tuner::texel::{
    Epoch, Positions, TexelFit, TexelPlan, WeightBound, collect, fit, sources,
};

#[derive(Debug, Args)]
pub struct TexelArguments {
    /// Folders of games, PGN files, or EPD files of positions with results
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,
    /// The rule set of the weights: an id or the path of a rule file [default: the one that the
    /// first PGN file names]
    #[arg(long, value_name = "ID")]
    pub rules: Option<String>,
    #[command(flatten)]
    pub settings: Settings,
    /// The folder for the weights file, tables and plots
    #[arg(long, value_name = "DIR", default_value = "tuned")]
    pub out: PathBuf,
    /// The initial weights: a file, or `untuned` for those that follow from the rules [default: the
    /// linear ones that come with the rule set]
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Maximum number of positions per game
    #[arg(long, value_name = "N", default_value_t = TexelPlan::DEFAULT.positions, value_parser = clap::value_parser!(u32).range(TexelPlan::POSITIONS))]
    pub positions: u32,
    /// Leave out positions in which a side is ahead by more than this, in centipawns
    #[arg(long, value_name = "CP", default_value_t = TexelPlan::DEFAULT.max_eval_cp, value_parser = clap::value_parser!(u32).range(TexelPlan::MAX_EVALS))]
    pub max_eval_cp: u32,
    /// Share of the pairs in the validation set
    #[arg(long, value_name = "SHARE", default_value_t = TexelPlan::DEFAULT.validation, value_parser = |text: &str| within(text, TexelPlan::VALIDATIONS), allow_negative_numbers = true)]
    pub validation: f64,
    /// Share of the result in the target; the rest is the recorded search score
    #[arg(long, value_name = "SHARE", default_value_t = TexelPlan::DEFAULT.lambda, value_parser = |text: &str| within(text, TexelPlan::LAMBDAS), allow_negative_numbers = true)]
    pub lambda: f64,
    /// Maximum number of epochs
    #[arg(long, value_name = "N", default_value_t = TexelPlan::DEFAULT.epochs, value_parser = clap::value_parser!(u32).range(TexelPlan::EPOCHS))]
    pub epochs: u32,
    /// Stop after this number of consecutive epochs that are clearly worse than the best
    #[arg(long, value_name = "N", default_value_t = TexelPlan::DEFAULT.patience, value_parser = clap::value_parser!(u32).range(TexelPlan::EPOCHS))]
    pub patience: u32,
    /// Learning rate: maximum step of a weight, in centipawns
    #[arg(long, value_name = "CP", default_value_t = TexelPlan::DEFAULT.rate, value_parser = |text: &str| within(text, TexelPlan::RATES), allow_negative_numbers = true)]
    pub rate: f64,
    /// L2 regularisation towards the initial weights, in centipawns: changing a term by this much
    /// costs as much as one badly predicted position
    #[arg(long, value_name = "CP", default_value_t = TexelPlan::DEFAULT.l2, value_parser = |text: &str| within(text, TexelPlan::L2S), allow_negative_numbers = true)]
    pub l2: f64,
    /// Freeze these weights, such as position.tempo or "center.*"; may be repeated
    #[arg(long, value_name = "WEIGHTS")]
    pub freeze: Vec<String>,
    /// Give these weights one value, such as mobility.N,mobility.B; may be repeated
    #[arg(long, value_name = "WEIGHTS,…")]
    pub tie: Vec<String>,
    /// Keep weights within bounds, such as "material.*=0..2000"; may be repeated
    #[arg(long, value_name = "WEIGHTS=MIN..MAX", value_parser = bound)]
    pub bound: Vec<WeightBound>,
    /// The random seed of the sample of positions and of their order
    #[arg(long, value_name = "N", default_value_t = TexelPlan::DEFAULT.seed)]
    pub seed: u64,
    /// Megabytes of positions in memory; the rest is in a temporary file
    #[arg(long, value_name = "MB", default_value_t = TexelPlan::DEFAULT.memory)]
    pub memory: u64,
    #[command(flatten)]
    pub threads: Threads,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl TexelArguments {
    pub fn plan(&self) -> TexelPlan {
        TexelPlan {
            positions: self.positions,
            max_eval_cp: self.max_eval_cp,
            validation: self.validation,
            lambda: self.lambda,
            epochs: self.epochs,
            patience: self.patience,
            rate: self.rate,
            l2: self.l2,
            frozen: self.freeze.clone(),
            tied: (self.tie.iter())
                .map(|names| names.split(',').map(str::to_string).collect())
                .collect(),
            bounds: self.bound.clone(),
            seed: self.seed,
            memory: self.memory,
        }
    }
}

/// Parses `WEIGHTS=MIN..MAX`.
fn bound(text: &str) -> Result<WeightBound, String> {
    let read = || {
        let (weights, range) = text.split_once('=')?;
        let (min, max) = range.split_once("..")?;
        let number = |text: &str| within(text, TexelPlan::WEIGHTS).ok();
        Some(WeightBound {
            weights: weights.to_string(),
            min: number(min)?,
            max: number(max)?,
        })
    };
    read().ok_or_else(|| {
        format!(
            "write WEIGHTS=MIN..MAX, such as material.*=0..2000, at most {}",
            TexelPlan::WEIGHTS.end()
        )
    })
}

const SAY_EVERY: Duration = Duration::from_secs(5);

/// Why there are no weights.
pub(super) const UNWRITTEN: Stopped = Stopped("stopped; nothing was written");

pub fn run(arguments: &TexelArguments) -> anyhow::Result<()> {
    let rules = data::rules(
        arguments.rules.as_deref(),
        &arguments.games,
        &arguments.settings,
    )?;
    let begin = linear_or(&rules, arguments.from.as_deref())?;
    let data = on_threads(arguments.threads, || {
        TuningData::read(&arguments.games, &rules)
    })?;
    check_output(&arguments.out.join(weights_file::NAME))?;
    let stop = stop_signal()?;
    on_threads(arguments.threads, || {
        let plan = arguments.plan();
        let archives = data.archives();
        let sources = sources(&archives, &data.files, &rules)?;
        let begun = Instant::now();
        let positions = collect(&sources, &begin, &plan, reading(&stop))?.ok_or(UNWRITTEN)?;
        let [fitted, validation] = positions.counts();
        let tally = positions.tally;
        say!(
            "{} games: {fitted} quiet positions in the training set, {validation} in the validation set, {} duplicates ({:.0} s)",
            tally.games,
            tally.repeated,
            begun.elapsed().as_secs_f64()
        );
        if plan.lambda < 1.0 {
            say_unscored(tally.without_score, [fitted, validation]);
        }
        let mut last: Option<Instant> = None;
        let found = fit(&positions, rules.spec(), &begin, &plan, |epoch| {
            if last.is_none_or(|last| last.elapsed() >= SAY_EVERY) {
                last = Some(Instant::now());
                say!("{}", epoch_text(epoch));
            }
            !stop.load(Ordering::Relaxed)
        })?;
        let found = found.ok_or(UNWRITTEN)?;
        write(arguments, &rules, &data.name(), &positions, &found)
    })
}

/// Reports how many games were read; its answer is whether to go on.
pub(super) fn reading(stop: &AtomicBool) -> impl FnMut(u64) -> bool {
    let mut last = Instant::now();
    move |games| {
        if last.elapsed() >= SAY_EVERY {
            last = Instant::now();
            say!("{games} games read");
        }
        !stop.load(Ordering::Relaxed)
    }
}

/// An epoch in words.
pub(super) fn epoch_text(epoch: &Epoch) -> String {
    let Epoch {
        epoch,
        fitted,
        validation,
    } = epoch;
    format!("epoch {epoch}: training loss {fitted:.6}, validation loss {validation:.6}")
}

/// Warns of overfitting, and of weights that occur in no position.
pub(super) fn warn(found: &TexelFit) {
    if let Some(last) = found.overfitted() {
        say!(
            "warning: overfitting: the validation loss is lowest after epoch {} ({:.6}) and rises to {:.6} after epoch {}, the last. \
             The weights are those of epoch {}; more games or a smaller `l2` help",
            found.best,
            found.after[1],
            last.validation,
            last.epoch,
            found.best
        );
    } else if found.after[1] > found.before[1] {
        say!(
            "the validation loss rose from {:.6} to {:.6}, within chance: only more games can tell whether the weights are better",
            found.before[1],
            found.after[1]
        );
    }
    let unseen = found.unseen();
    if !unseen.is_empty() {
        let unseen = unseen.join(", ");
        say!("in no position, and not changed: {unseen}");
    }
}

fn write(
    arguments: &TexelArguments,
    rules: &Rules,
    games_of: &str,
    positions: &Positions,
    found: &TexelFit,
) -> anyhow::Result<()> {
    let spec = rules.spec();
    let begun_with = match &arguments.from {
        Some(file) => weights_file::name_of(file),
        None => weights_file::BUILT_IN.to_string(),
    };
    let provenance = Provenance::of(found, spec, positions, &begun_with, games_of);
    let mut files = write_all(&arguments.out, &fit_files(found, &spec.title())?)?;
    let text = weights_file::text(found, spec, &provenance);
    let path = arguments.out.join(weights_file::NAME);
    write_whole(&path, |file| file.write_all(text.as_bytes()))?;
    files.push(weights_file::NAME.to_string());
    warn(found);
    if arguments.json {
        print(json!({
            "weights": path,
            "provenance": provenance,
            "unseen": found.unseen(),
            "epochs": found.epochs,
        }))?;
    } else {
        let [fitted, validation] = positions.counts();
        let [[fit_before, before], [fit_after, after]] = [found.before, found.after];
        show!(
            "positions: {fitted} in the training set, {validation} in the validation set, of {} games\n\
             training loss: {fit_before:.6} before, {fit_after:.6} after\n\
             validation loss: {before:.6} before, {after:.6} after epoch {}\n\
             weights: {}",
            positions.tally.games,
            found.best,
            path.display()
        )?;
    }
    say_files(&arguments.out, &files);
    Ok(())
}
