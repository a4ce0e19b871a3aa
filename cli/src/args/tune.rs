//! Arguments of `tune`.

use super::network::NetworkArguments;
use super::values::within;
use super::{ExecutorArguments, Settings, Threads};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use tradewind_tuner::texel::{TexelPlan, WeightBound};

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub struct TuneArguments {
    /// What to tune, and how.
    #[command(subcommand)]
    pub action: TuneAction,
}

/// The ways of tuning.
#[derive(Debug, Subcommand)]
pub enum TuneAction {
    /// Fits evaluation weights to recorded games: those that best predict how the games ended
    #[command(
        after_help = "Example: tradewind tune texel out/my-games --rules scirocco-2009 --out tuned"
    )]
    Texel(Box<TexelArguments>),
    /// Teaches a network by recorded games: an evaluation that predicts how they ended and what their players thought
    #[command(
        after_help = "Example: tradewind tune network out/my-games --rules scirocco-2009 --out learnt"
    )]
    Network(Box<NetworkArguments>),
    /// Tunes search parameters (margins, reductions) by SPSA: games between slightly changed players
    #[command(
        after_help = "Example: tradewind tune spsa data/experiments/tune/search/scirocco-2009.toml"
    )]
    Spsa(SpsaArguments),
    /// Tunes weights hands off: self-play, fit, match, promoted or rejected, generation after generation
    #[command(after_help = "Example: tradewind tune loop data/experiments/tune/scirocco-2009.toml")]
    Loop(LoopArguments),
}

/// Arguments of `tune spsa`.
#[derive(Debug, Args)]
pub struct SpsaArguments {
    /// The file of parameters and games
    pub file: PathBuf,
    /// The folder for its path and results; `out/spsa-` and the name of the file when left out
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub executor: ExecutorArguments,
}

/// Arguments of `tune loop`.
#[derive(Debug, Args)]
pub struct LoopArguments {
    /// The loop
    pub file: PathBuf,
    /// The folder for its generations; `out/loop-` and the name of the file when left out
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub executor: ExecutorArguments,
}

/// Arguments of `tune texel`.
#[derive(Debug, Args)]
pub struct TexelArguments {
    /// Folders that `run`, `match` or `merge` has played into
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// The rule set that weights are wanted for: an id or the path of a rule file
    #[arg(long, value_name = "ID")]
    pub rules: String,
    #[command(flatten)]
    pub settings: Settings,
    /// The folder for the weights file, tables and plots
    #[arg(long, value_name = "DIR", default_value = "tuned")]
    pub out: PathBuf,
    /// The weights to begin with: a file, or `untuned` for those that follow from the rules; the
    /// linear ones that come with the rule set when left out
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// How many positions of a game are looked for
    #[arg(long, value_name = "N", default_value_t = TexelPlan::DEFAULT.positions, value_parser = clap::value_parser!(u32).range(TexelPlan::POSITIONS))]
    pub positions: u32,
    /// Leave positions out in which a side is further ahead than this, in centipawns
    #[arg(long, value_name = "CP", default_value_t = TexelPlan::DEFAULT.max_eval_cp, value_parser = clap::value_parser!(u32).range(TexelPlan::MAX_EVALS))]
    pub max_eval_cp: u32,
    /// The share of the pairs that the fit does not see, by which it is judged
    #[arg(long, value_name = "SHARE", default_value_t = TexelPlan::DEFAULT.validation, value_parser = |text: &str| within(text, TexelPlan::VALIDATIONS), allow_negative_numbers = true)]
    pub validation: f64,
    /// The share of the result in the target; the rest is the score of the recorded search
    #[arg(long, value_name = "SHARE", default_value_t = TexelPlan::DEFAULT.lambda, value_parser = |text: &str| within(text, TexelPlan::LAMBDAS), allow_negative_numbers = true)]
    pub lambda: f64,
    /// The most passes over all positions
    #[arg(long, value_name = "N", default_value_t = TexelPlan::DEFAULT.epochs, value_parser = clap::value_parser!(u32).range(TexelPlan::EPOCHS))]
    pub epochs: u32,
    /// Stop after so many passes in a row that are clearly worse than the best
    #[arg(long, value_name = "N", default_value_t = TexelPlan::DEFAULT.patience, value_parser = clap::value_parser!(u32).range(TexelPlan::EPOCHS))]
    pub patience: u32,
    /// The longest step of a weight, in centipawns
    #[arg(long, value_name = "CP", default_value_t = TexelPlan::DEFAULT.rate, value_parser = |text: &str| within(text, TexelPlan::RATES), allow_negative_numbers = true)]
    pub rate: f64,
    /// L2 regularisation towards the first weights, in centipawns: a term that comes to so much
    /// more than before, where it counts, costs as much as one position predicted badly
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
    /// Where the choice of positions and their order come from
    #[arg(long, value_name = "N", default_value_t = TexelPlan::DEFAULT.seed)]
    pub seed: u64,
    /// How many megabytes of positions are held in memory; the rest is in a temporary file
    #[arg(long, value_name = "MB", default_value_t = TexelPlan::DEFAULT.memory)]
    pub memory: u64,
    #[command(flatten)]
    pub threads: Threads,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl TexelArguments {
    /// What they ask for.
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
