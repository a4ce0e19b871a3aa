//! `tradewind tune network`: trains an evaluation network on games.

use super::data::{self, TuningData, say_unscored};
use super::generations::keep;
use super::linear_or;
use super::texel::{UNWRITTEN, epoch_text, reading};
use crate::Stopped;
use crate::args::values::within;
use crate::args::{Settings, Threads};
use crate::commands::playing::{on_threads, stop_signal};
use crate::message::{print, say, say_files, show};
use anyhow::{anyhow, bail, ensure};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tradewind_engine::Rules;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::{Network, Role, Shape};
use tradewind_engine::rules::{self, RuleSpec};
use tradewind_files::{FileError, check_output, write_all, write_whole};
use tradewind_report::tuning::{epoch_files, network_files};
use tradewind_tuner::network::{
    self, NetworkPlan, POSITIONS, QuietBy, Shards, TrainedNetwork, collect, weights_text,
};
use tradewind_tuner::texel::weights_file::{self, Provenance};
use tradewind_tuner::texel::{TexelPlan, sources};

#[derive(Debug, Args)]
pub struct NetworkArguments {
    /// Folders of games with `evaluations = true` under `[record]`, PGN files, or EPD files of
    /// positions with results. Positions without scores are trained on the result alone
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,
    /// The rule set of the network: an id or the path of a rule file [default: the one that the
    /// first PGN file names]
    #[arg(long, value_name = "ID")]
    pub rules: Option<String>,
    #[command(flatten)]
    pub settings: Settings,
    /// The folder for the weights file, losses and their plot
    #[arg(long, value_name = "DIR", default_value = "learnt")]
    pub out: PathBuf,
    /// The linear weights beside the network: a file, or `untuned` for those that follow from the
    /// rules [default: the linear ones that come with the rule set]. Training continues with a
    /// network in the file
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Start from the network that comes with another rule set: equal pieces keep their parameters,
    /// others start with those of the most similar piece
    #[arg(long, value_name = "ID", conflicts_with = "from")]
    pub inherit: Option<String>,
    /// Whether the network is the evaluation or is added to the linear one [default: that of the
    /// initial network, or alone]
    #[arg(long, value_name = "alone|added", value_parser = role)]
    pub role: Option<Role>,
    /// Hidden units per side: 32, 64, 96, 128 or 256 [default: those of the initial network, or 64]
    #[arg(long, value_name = "N", value_parser = |text: &str| one_of(text, &Shape::HIDDEN))]
    pub hidden: Option<usize>,
    /// Output buckets, chosen by the number of pieces: 1 to 16 [default: those of the initial
    /// network, or 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    pub buckets: Option<u8>,
    /// King buckets: 1 or 4. With 4, the square of the own royal chooses among four rows of input
    /// weights; the initial network may have one [default: those of the initial network, or 1]
    #[arg(long, value_name = "N", value_parser = |text: &str| one_of(text, &Shape::ROYAL_BUCKETS))]
    pub royal_buckets: Option<usize>,
    /// Maximum number of positions per game
    #[arg(long, value_name = "N", default_value_t = NetworkPlan::DEFAULT.positions, value_parser = clap::value_parser!(u32).range(TexelPlan::POSITIONS))]
    pub positions: u32,
    /// Quiet positions: those in which the move played changes no material (move), or in which
    /// neither side threatens anything (both)
    #[arg(long, value_name = "move|both", default_value = NetworkPlan::DEFAULT.quiet.name(), value_parser = quiet)]
    pub quiet: QuietBy,
    /// Leave out positions in which the search score of a side exceeds this, in centipawns
    #[arg(long, value_name = "CP", default_value_t = NetworkPlan::DEFAULT.max_eval_cp, value_parser = clap::value_parser!(u32).range(TexelPlan::MAX_EVALS))]
    pub max_eval_cp: u32,
    /// Share of the pairs in the validation set
    #[arg(long, value_name = "SHARE", default_value_t = NetworkPlan::DEFAULT.validation, value_parser = |text: &str| within(text, TexelPlan::VALIDATIONS), allow_negative_numbers = true)]
    pub validation: f64,
    /// Share of the other pairs to train on: matches between networks trained on 0.25, 0.5 and 1
    /// show whether more games would help
    #[arg(long, value_name = "SHARE", default_value_t = NetworkPlan::DEFAULT.share, value_parser = |text: &str| within(text, NetworkPlan::SHARES), allow_negative_numbers = true)]
    pub share: f64,
    /// Share of the result in the target; the rest is the recorded search score
    #[arg(long, value_name = "SHARE", default_value_t = NetworkPlan::DEFAULT.lambda, value_parser = |text: &str| within(text, TexelPlan::LAMBDAS), allow_negative_numbers = true)]
    pub lambda: f64,
    /// Maximum number of epochs
    #[arg(long, value_name = "N", default_value_t = NetworkPlan::DEFAULT.epochs, value_parser = clap::value_parser!(u32).range(NetworkPlan::EPOCHS))]
    pub epochs: u32,
    /// Lower the learning rate this number of times, after epochs that do not lower the validation loss
    #[arg(long, value_name = "N", default_value_t = NetworkPlan::DEFAULT.falls, value_parser = clap::value_parser!(u32).range(NetworkPlan::FALLS))]
    pub falls: u32,
    /// Initial learning rate
    #[arg(long, value_name = "RATE", default_value_t = NetworkPlan::DEFAULT.rate, value_parser = |text: &str| within(text, NetworkPlan::RATES), allow_negative_numbers = true)]
    pub rate: f64,
    /// Weight decay (AdamW); several values are tried in turn until one does not overfit
    #[arg(long = "decay", value_name = "DECAY", value_delimiter = ',', default_values_t = NetworkPlan::DEFAULT.decays.to_vec(), value_parser = |text: &str| within(text, NetworkPlan::DECAYS), allow_negative_numbers = true)]
    pub decays: Vec<f64>,
    /// Batch size
    #[arg(long, value_name = "N", default_value_t = NetworkPlan::DEFAULT.batch as u32, value_parser = clap::value_parser!(u32).range(NetworkPlan::BATCHES))]
    pub batch: u32,
    /// The random seed of the sample of positions, of their order and of the initial parameters
    #[arg(long, value_name = "N", default_value_t = NetworkPlan::DEFAULT.seed)]
    pub seed: u64,
    #[command(flatten)]
    pub threads: Threads,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl NetworkArguments {
    /// The training plan; `network` is the initial network.
    fn plan(&self, network: Option<&Network>) -> NetworkPlan {
        let default = network.map_or(NetworkPlan::DEFAULT, NetworkPlan::continuing);
        NetworkPlan {
            hidden: self.hidden.unwrap_or(default.hidden),
            buckets: self.buckets.map_or(default.buckets, usize::from),
            royal_buckets: self.royal_buckets.unwrap_or(default.royal_buckets),
            role: self.role.unwrap_or(default.role),
            positions: self.positions,
            quiet: self.quiet,
            max_eval_cp: self.max_eval_cp,
            validation: self.validation,
            share: self.share,
            lambda: self.lambda,
            epochs: self.epochs,
            falls: self.falls,
            rate: self.rate,
            decays: self.decays.clone().into(),
            batch: self.batch as usize,
            seed: self.seed,
        }
    }
}

fn role(text: &str) -> Result<Role, String> {
    let names = || Role::ALL.map(Role::name).join(" or ");
    Role::named(text).ok_or_else(|| format!("write {}", names()))
}

fn quiet(text: &str) -> Result<QuietBy, String> {
    let names = || QuietBy::ALL.map(QuietBy::name).join(" or ");
    QuietBy::named(text).ok_or_else(|| format!("write {}", names()))
}

fn one_of(text: &str, sizes: &[usize]) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| sizes.contains(number));
    number.ok_or_else(|| {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        format!("write one of {}", sizes.join(", "))
    })
}

/// Trains a network and writes it beside linear weights.
pub fn run(arguments: &NetworkArguments) -> anyhow::Result<()> {
    let rules = data::rules(
        arguments.rules.as_deref(),
        &arguments.games,
        &arguments.settings,
    )?;
    let mut begin = linear_or(&rules, arguments.from.as_deref())?;
    let network = match &arguments.inherit {
        Some(id) => Some(inherited(id, rules.spec())?),
        None => begin.network.take(),
    };
    let plan = arguments.plan(network.as_deref());
    if let Some(network) = network.as_deref()
        && !plan.can_continue_from(rules.spec(), network)
    {
        let shape = network.shape();
        bail!(
            "the initial network has --hidden {} --buckets {} --royal-buckets {} --role {}: omit these options to continue with it, or name linear weights with --from",
            shape.hidden,
            shape.buckets,
            shape.royal_buckets,
            network.role().name()
        );
    }
    let data = on_threads(arguments.threads, || {
        TuningData::read(&arguments.games, &rules)
    })?;
    check_output(&arguments.out.join(weights_file::NAME))?;
    let stop = stop_signal()?;
    let training = NetworkTraining {
        arguments,
        plan,
        data,
        rules,
        begin,
        network,
    };
    on_threads(arguments.threads, || {
        let (shards, learnt) = training.train(&stop)?;
        training.write(&shards, &learnt)?;
        let is_stopped = stop.load(Ordering::Relaxed);
        ensure!(!is_stopped, Stopped("stopped; the same command resumes"));
        Ok(())
    })
}

/// The network that comes with another rule set, adapted to this one.
fn inherited(id: &str, spec: &RuleSpec) -> anyhow::Result<Arc<Network>> {
    let parent = rules::load(id, &[])?;
    let known = Weights::of(&parent);
    if known.network.is_none() {
        let ids: Vec<&str> = Weights::all_networks().iter().map(|(id, _)| *id).collect();
        bail!(
            "no network comes with {id}; one comes with {}",
            ids.join(", ")
        );
    }
    let own = Weights::inherited(spec, &parent, &known).network;
    own.ok_or_else(|| anyhow!("{} has another board than {id}", spec.title()))
}

/// The data and the plan of a training run.
struct NetworkTraining<'a> {
    arguments: &'a NetworkArguments,
    plan: NetworkPlan,
    data: TuningData,
    rules: Rules,
    /// The linear weights.
    begin: Weights,
    /// The initial network.
    network: Option<Arc<Network>>,
}

impl NetworkTraining<'_> {
    /// The positions and the network that was trained on them.
    fn train(&self, stop: &AtomicBool) -> anyhow::Result<(Shards, TrainedNetwork)> {
        let (arguments, plan, spec) = (self.arguments, &self.plan, self.rules.spec());
        let archives = self.data.archives();
        let folder = arguments.out.join(POSITIONS);
        let begun = Instant::now();
        let from = sources(&archives, &self.data.files, &self.rules)?;
        let shards = collect(&from, spec, &self.begin, plan, &folder, reading(stop))?;
        let shards = shards.ok_or(UNWRITTEN)?;
        let [training, validation] = shards.positions();
        say!(
            "{} games: {training} quiet positions in the training set, {validation} in the validation set, {:.0} bytes each ({:.0} s)",
            shards.games(),
            shards.bytes_per_position(),
            begun.elapsed().as_secs_f64()
        );
        say_unscored(shards.unscored(), [training, validation]);
        let mut begun = Instant::now();
        let mut decay = None;
        let network = self.network.as_deref();
        let learnt = network::train(&shards, spec, plan, network, &arguments.out, |done| {
            if plan.decays.len() > 1 && decay.replace(done.decay) != Some(done.decay) {
                say!("with decay {}:", done.decay);
            }
            let speed = training as f64 / begun.elapsed().as_secs_f64();
            say!("{} ({speed:.0} positions/s)", epoch_text(&done.epoch));
            keep(&arguments.out, epoch_files(done.epochs()))?;
            if done.is_best {
                // So that it can be used before training ends.
                self.write_weights(&shards, &done.network())?;
            }
            begun = Instant::now();
            Ok(!stop.load(Ordering::Relaxed))
        })?;
        Ok((shards, learnt))
    }

    /// Writes the weights file of a network; returns its provenance.
    fn write_weights(
        &self,
        shards: &Shards,
        learnt: &TrainedNetwork,
    ) -> Result<Provenance, FileError> {
        let (arguments, spec) = (self.arguments, self.rules.spec());
        let begun_with = match (&arguments.from, &arguments.inherit) {
            (Some(file), _) => weights_file::name_of(file),
            (None, Some(id)) => format!("{}, and the network of {id}", weights_file::BUILT_IN),
            (None, None) => weights_file::BUILT_IN.to_string(),
        };
        let provenance = learnt.provenance(spec, shards, &begun_with, &self.data.name());
        let weights = self.begin.clone();
        let weights = weights.with_network(&learnt.network, learnt.rms_score);
        let text = weights_text(&weights, spec, &provenance);
        let path = arguments.out.join(weights_file::NAME);
        write_whole(&path, |file| file.write_all(text.as_bytes()))?;
        Ok(provenance)
    }

    fn write(&self, shards: &Shards, learnt: &TrainedNetwork) -> anyhow::Result<()> {
        let arguments = self.arguments;
        let heading = self.rules.spec().title();
        let mut files = write_all(&arguments.out, &network_files(learnt, &heading)?)?;
        let provenance = self.write_weights(shards, learnt)?;
        files.push(weights_file::NAME.to_string());
        let path = arguments.out.join(weights_file::NAME);
        if arguments.json {
            print(json!({
                "weights": path,
                "provenance": provenance,
                "plan": self.plan,
                "rounding_cp": learnt.rounding_error,
                "epochs": learnt.epochs,
                "decay": learnt.decay,
                "overfitting": learnt.overfitting(),
                "ran_away": learnt.diverged,
            }))?;
        } else {
            let [before, after] = provenance.loss;
            let role = match learnt.network.role() {
                Role::Alone => "the evaluation",
                Role::Added => "added to the linear evaluation",
            };
            show!(
                "positions: {} in the training set, {} in the validation set, of {} games\n\
             validation loss: {before:.6} before, {after:.6} after epoch {} with decay {}\n\
             network: {} hidden units per side, {role}; {} centipawns per unit of log-odds; quantisation changes scores by {:.1} centipawns (RMS)\n\
             weights: {}",
                provenance.positions,
                provenance.validation_positions,
                provenance.games,
                learnt.best,
                learnt.decay,
                learnt.network.shape().hidden,
                learnt.scale,
                learnt.rounding_error,
                path.display()
            )?;
            if learnt.diverged {
                show!(
                    "training diverged in the next epoch, which was discarded; a smaller --rate helps (it was {})",
                    arguments.rate
                )?;
            }
            if let Some(share) = learnt.overfitting() {
                show!(
                    "overfitting: the training loss is {:.0} % below the validation loss; more games help, or a larger --decay",
                    100.0 * share
                )?;
            }
        }
        say_files(&arguments.out, &files);
        Ok(())
    }
}
