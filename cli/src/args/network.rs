//! Arguments of `tune network`.

use super::values::within;
use super::{Settings, Threads};
use clap::Args;
use std::path::PathBuf;
use tradewind_engine::evaluation::network::{Network, Role, Shape};
use tradewind_tuner::network::{NetworkPlan, QuietBy};
use tradewind_tuner::texel::TexelPlan;

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
    #[arg(long, value_name = "N", default_value_t = NetworkPlan::DEFAULT.epochs, value_parser = clap::value_parser!(u32).range(NetworkPlan::EPOCHS))]
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
