//! `tradewind tune network`: a learned evaluation from games.

use super::linear_or;
use super::texel::{last_part, pass};
use crate::Verdict;
use crate::args::values::within;
use crate::args::{Settings, Threads};
use crate::commands::playing::{on_threads, stop_signal};
use crate::message::{self, say};
use anyhow::{anyhow, bail};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::{Network, Role, Shape};
use tradewind_engine::rules::{self, RuleSpec};
use tradewind_report::tuning::network_files;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::files::{FileError, check_output, write_all, write_whole};
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_tuner::network::{
    Drawers, Learnt, NetworkPlan, POSITIONS, QuietBy, collect, learn, weights_text,
};
use tradewind_tuner::texel::weights_file::{self, Provenance};
use tradewind_tuner::texel::{TexelPlan, sources};

/// Arguments of `tune network`.
#[derive(Debug, Args)]
pub struct NetworkArguments {
    /// Folders that `run`, `match` or `merge` has played into, with `evaluations = true` under `[record]`
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// The rule set that a network is wanted for: an id or the path of a rule file
    #[arg(long, value_name = "ID")]
    pub rules: String,
    #[command(flatten)]
    pub settings: Settings,
    /// The folder for the weights file, its losses and their plot
    #[arg(long, value_name = "DIR", default_value = "learnt")]
    pub out: PathBuf,
    /// The linear weights beside the network: a file, or `untuned` for those that follow from the rules; the
    /// linear ones that come with the rule set when left out. A network in the file is learnt further
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Begin with the network that comes with another rule set: pieces that are as there keep what was learnt of them, the
    /// others begin as those nearest to them
    #[arg(long, value_name = "ID", conflicts_with = "from")]
    pub inherit: Option<String>,
    /// Whether the network is the evaluation, or is added to the linear one [default: as the network to begin with, or alone]
    #[arg(long, value_name = "alone|added", value_parser = role)]
    pub role: Option<Role>,
    /// Hidden units of each side: 32, 64, 96, 128 or 256 [default: as the network to begin with, or 64]
    #[arg(long, value_name = "N", value_parser = hidden)]
    pub hidden: Option<usize>,
    /// Outputs, chosen by the number of pieces, from 1 to 16 [default: as the network to begin with, or 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    pub buckets: Option<u8>,
    /// Rows for each piece on a square, 1 or 4: with 4, where the own royal stands chooses among them (king buckets). Learning
    /// may begin with a network of a single row [default: as the network to begin with, or 1]
    #[arg(long, value_name = "N", value_parser = royal_buckets)]
    pub royal_buckets: Option<usize>,
    /// How many positions of a game are looked for
    #[arg(long, value_name = "N", default_value_t = NetworkPlan::DEFAULT.positions, value_parser = clap::value_parser!(u32).range(TexelPlan::POSITIONS))]
    pub positions: u32,
    /// Which positions are quiet: those in which the move that was played changes no material, whatever is threatened, or
    /// those in which neither side threatens anything
    #[arg(long, value_name = "move|both", default_value = NetworkPlan::DEFAULT.quiet.name(), value_parser = quiet)]
    pub quiet: QuietBy,
    /// Leave positions out in which the search saw a side further ahead than this, in centipawns
    #[arg(long, value_name = "CP", default_value_t = NetworkPlan::DEFAULT.max_eval_cp, value_parser = clap::value_parser!(u32).range(TexelPlan::MAX_EVALS))]
    pub max_eval_cp: u32,
    /// The share of the pairs that are the validation set, by which learning is judged
    #[arg(long, value_name = "SHARE", default_value_t = NetworkPlan::DEFAULT.validation, value_parser = |text: &str| within(text, TexelPlan::VALIDATIONS), allow_negative_numbers = true)]
    pub validation: f64,
    /// Learn from this share of the other pairs alone: what a quarter and a half of the games bring in
    /// matches says whether more games would bring more
    #[arg(long, value_name = "SHARE", default_value_t = NetworkPlan::DEFAULT.share, value_parser = |text: &str| within(text, NetworkPlan::SHARES), allow_negative_numbers = true)]
    pub share: f64,
    /// The share of the result in the target; the rest is the score of the recorded search
    #[arg(long, value_name = "SHARE", default_value_t = NetworkPlan::DEFAULT.lambda, value_parser = |text: &str| within(text, TexelPlan::LAMBDAS), allow_negative_numbers = true)]
    pub lambda: f64,
    /// The most passes over all positions
    #[arg(long, value_name = "N", default_value_t = NetworkPlan::DEFAULT.epochs, value_parser = clap::value_parser!(u32).range(NetworkPlan::PASSES))]
    pub epochs: u32,
    /// Lower the rate so often, each time that a pass has not lowered the loss of the validation set
    #[arg(long, value_name = "N", default_value_t = NetworkPlan::DEFAULT.falls, value_parser = clap::value_parser!(u32).range(NetworkPlan::FALLS))]
    pub falls: u32,
    /// The rate of the first passes
    #[arg(long, value_name = "RATE", default_value_t = NetworkPlan::DEFAULT.rate, value_parser = |text: &str| within(text, NetworkPlan::RATES), allow_negative_numbers = true)]
    pub rate: f64,
    /// By how much weights shrink, in units of the rate; several are tried in turn until one does not overfit, as each pass
    /// tells
    #[arg(long = "decay", value_name = "DECAY", value_delimiter = ',', default_values_t = NetworkPlan::DEFAULT.decays.to_vec(), value_parser = |text: &str| within(text, NetworkPlan::DECAYS), allow_negative_numbers = true)]
    pub decays: Vec<f64>,
    /// Positions of a step
    #[arg(long, value_name = "N", default_value_t = NetworkPlan::DEFAULT.batch as u32, value_parser = clap::value_parser!(u32).range(NetworkPlan::BATCHES))]
    pub batch: u32,
    /// Where the choice of positions, their order and the first numbers come from
    #[arg(long, value_name = "N", default_value_t = NetworkPlan::DEFAULT.seed)]
    pub seed: u64,
    #[command(flatten)]
    pub threads: Threads,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl NetworkArguments {
    /// What they ask for, where learning begins with a network or with none.
    pub fn plan(&self, network: Option<&Network>) -> NetworkPlan {
        let default = network.map_or(NetworkPlan::DEFAULT, NetworkPlan::on_with);
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
    Role::named(text).ok_or_else(|| {
        let names = Role::ALL.map(Role::name).join(" or ");
        format!("write {names}")
    })
}

fn quiet(text: &str) -> Result<QuietBy, String> {
    QuietBy::named(text).ok_or_else(|| {
        let names = QuietBy::ALL.map(QuietBy::name).join(" or ");
        format!("write {names}")
    })
}

fn hidden(text: &str) -> Result<usize, String> {
    one_of(text, &Shape::HIDDEN)
}

fn royal_buckets(text: &str) -> Result<usize, String> {
    one_of(text, &Shape::ROYAL_BUCKETS)
}

fn one_of(text: &str, sizes: &[usize]) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| sizes.contains(number));
    number.ok_or_else(|| {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        format!("write one of {}", sizes.join(", "))
    })
}

/// How often a line tells how far it has come.
const SAY_EVERY: Duration = Duration::from_secs(5);

/// What was learnt, and from what.
struct Lessons {
    drawers: Drawers,
    learnt: Learnt,
}

/// Teaches a network by the games in some folders and writes it beside linear weights.
pub fn run(arguments: &NetworkArguments) -> anyhow::Result<Verdict> {
    let game = Game::load(&arguments.rules, &arguments.settings.settings)?;
    let mut begin = linear_or(&game, arguments.from.as_deref())?;
    let network = match &arguments.inherit {
        Some(id) => Some(inherited(id, game.spec())?),
        None => begin.network.take(),
    };
    let plan = arguments.plan(network.as_deref());
    check_network(&plan, game.spec(), network.as_deref())?;
    let experiments: Result<Vec<Experiment>, _> = arguments
        .folders
        .iter()
        .map(|folder| experiment_of(folder))
        .collect();
    let experiments = experiments?;
    check_output(&arguments.out.join(weights_file::NAME))?;
    let stop = stop_signal()?;
    on_threads(arguments.threads, || {
        match teach(
            arguments,
            &plan,
            &game,
            &begin,
            network.as_deref(),
            &experiments,
            &stop,
        )? {
            Some(lessons) => {
                write(arguments, &plan, &game, &begin, &lessons)?;
                if stop.load(Ordering::Relaxed) {
                    say("stopped; the same command goes on from there");
                    return Ok(Verdict::Interrupted);
                }
                Ok(Verdict::Passed)
            }
            None => {
                say("stopped; nothing was written");
                Ok(Verdict::Interrupted)
            }
        }
    })?
}

/// The network of another rule set, for this one.
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

/// Learning goes on with a network of its own size and role alone.
fn check_network(
    plan: &NetworkPlan,
    spec: &RuleSpec,
    network: Option<&Network>,
) -> anyhow::Result<()> {
    let Some(network) = network else {
        return Ok(());
    };
    if !plan.goes_on_with(spec, network) {
        let shape = network.shape();
        bail!(
            "the network to begin with has --hidden {} --buckets {} --royal-buckets {} --role {}: leave these out to learn on with it, or name linear weights with --from",
            shape.hidden,
            shape.buckets,
            shape.royal_buckets,
            network.role().name()
        );
    }
    Ok(())
}

fn teach(
    arguments: &NetworkArguments,
    plan: &NetworkPlan,
    game: &Game,
    begin: &Weights,
    network: Option<&Network>,
    experiments: &[Experiment],
    stop: &AtomicBool,
) -> anyhow::Result<Option<Lessons>> {
    let archives: Vec<Archive<'_>> = (experiments.iter().zip(&arguments.folders))
        .map(|(experiment, folder)| Archive::new(experiment, folder))
        .collect();
    let folder = arguments.out.join(POSITIONS);
    let (begun, spec) = (Instant::now(), game.spec());
    let (mut last, mut games) = (begun, 0);
    let from = sources(&archives, game)?;
    let drawers = collect(&from, spec, begin, plan, &folder, |looked_at| {
        games = looked_at;
        if last.elapsed() >= SAY_EVERY {
            last = Instant::now();
            say(format_args!("{games} games looked at"));
        }
        !stop.load(Ordering::Relaxed)
    })?;
    let Some(drawers) = drawers else {
        return Ok(None);
    };
    let [learnt_from, aside] = drawers.positions();
    say(format_args!(
        "{} games: {learnt_from} quiet positions to learn from, {aside} in the validation set, {:.0} bytes each ({:.0} s)",
        drawers.games(),
        drawers.bytes_a_position(),
        begun.elapsed().as_secs_f64()
    ));
    let mut begun = Instant::now();
    let mut decay = None;
    let learnt = learn(&drawers, spec, plan, network, &arguments.out, |done| {
        if plan.decays.len() > 1 && decay.replace(done.decay()) != Some(done.decay()) {
            say(format_args!("with decay {}:", done.decay()));
        }
        let speed = learnt_from as f64 / begun.elapsed().as_secs_f64();
        say(format_args!(
            "{} ({speed:.0} positions/s)",
            pass(done.epoch())
        ));
        if done.is_best {
            // It can be played at once.
            write_weights(arguments, game, begin, &drawers, &done.learnt())?;
        }
        begun = Instant::now();
        Ok(!stop.load(Ordering::Relaxed))
    })?;
    Ok(Some(Lessons { drawers, learnt }))
}

/// Writes the weights file of a network, and returns where its numbers come from.
fn write_weights(
    arguments: &NetworkArguments,
    game: &Game,
    begin: &Weights,
    drawers: &Drawers,
    learnt: &Learnt,
) -> Result<Provenance, FileError> {
    let spec = game.spec();
    let begun_with = match (&arguments.from, &arguments.inherit) {
        (Some(file), _) => weights_file::name_of(file),
        (None, Some(id)) => format!("{}, and the network of {id}", weights_file::BUILT_IN),
        (None, None) => weights_file::BUILT_IN.to_string(),
    };
    let names = arguments.folders.iter().map(|folder| last_part(folder));
    let games_of = names.collect::<Vec<_>>().join(", ");
    let provenance = learnt.provenance(spec, drawers, &begun_with, &games_of);
    let weights = begin.clone().with_network(&learnt.network, learnt.spread);
    let text = weights_text(&weights, spec, &provenance);
    let path = arguments.out.join(weights_file::NAME);
    write_whole(&path, |file| file.write_all(text.as_bytes()))?;
    Ok(provenance)
}

fn write(
    arguments: &NetworkArguments,
    plan: &NetworkPlan,
    game: &Game,
    begin: &Weights,
    lessons: &Lessons,
) -> anyhow::Result<()> {
    let learnt = &lessons.learnt;
    let heading = game.spec().title();
    let mut files = write_all(&arguments.out, &network_files(learnt, &heading)?)?;
    let provenance = write_weights(arguments, game, begin, &lessons.drawers, learnt)?;
    files.push(weights_file::NAME.to_string());
    let path = arguments.out.join(weights_file::NAME);
    let mut out = message::out();
    if arguments.json {
        let told = json!({
            "weights": path,
            "provenance": provenance,
            "plan": plan,
            "rounding_cp": learnt.rounding,
            "epochs": learnt.epochs,
            "decay": learnt.decay,
            "overfitting": learnt.overfitting(),
            "ran_away": learnt.ran_away,
        });
        writeln!(out, "{told}")?;
    } else {
        let [before, after] = provenance.loss;
        let role = match learnt.network.role() {
            Role::Alone => "the evaluation",
            Role::Added => "added to the linear evaluation",
        };
        writeln!(
            out,
            "positions: {} and {} in the validation set, of {} games\n\
             loss of the validation set: {before:.6} before, {after:.6} after pass {} with decay {}\n\
             network: {} units a side, {role}; a log-odds of 1 is {} centipawns; rounding to whole numbers changes scores by {:.1}\n\
             weights: {}",
            provenance.positions,
            provenance.validation_positions,
            provenance.games,
            learnt.best,
            learnt.decay,
            learnt.network.shape().hidden,
            learnt.scale,
            learnt.rounding,
            path.display()
        )?;
        if learnt.ran_away {
            writeln!(
                out,
                "numbers ran away in the pass after: the network is that of before; a smaller --rate helps (it was {})",
                arguments.rate
            )?;
        }
        if let Some(share) = learnt.overfitting() {
            writeln!(
                out,
                "it overfits: the loss of the positions learnt from is {:.0} % smaller than that of the validation set; more games help, or a larger --decay",
                100.0 * share
            )?;
        }
    }
    let folder = arguments.out.display();
    say(format_args!("in {folder}: {}", files.join(", ")));
    Ok(())
}
