//! `tradewind tune`: tunes weights and search parameters.

mod data;
mod generations;
mod network;
mod spsa;
mod texel;

pub(super) use generations::LoopTeller;

use crate::commands::sources::stem;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use tradewind_engine::Rules;
use tradewind_engine::evaluation::{LINEAR, Weights, WeightsError};

#[derive(Debug, Args)]
pub struct TuneArguments {
    #[command(subcommand)]
    pub action: TuneAction,
}

/// The tuning methods.
#[derive(Debug, Subcommand)]
pub enum TuneAction {
    /// Fits evaluation weights to games: those that best predict the results
    #[command(
        after_help = "Example: tradewind tune texel out/my-games --rules scirocco-2009 --out tuned"
    )]
    Texel(Box<texel::TexelArguments>),
    /// Trains an evaluation network on games, to predict results and search scores
    #[command(
        after_help = "Example: tradewind tune network out/my-games --rules scirocco-2009 --out trained"
    )]
    Network(Box<network::NetworkArguments>),
    /// Tunes search parameters (margins, reductions), or options of another UCI engine, by SPSA:
    /// games between slightly perturbed players
    #[command(
        after_help = "Example: tradewind tune spsa data/experiments/tune/search/scirocco-2009.toml"
    )]
    Spsa(spsa::SpsaArguments),
    /// Tunes weights in generations: self-play, fit, match; each generation is promoted or rejected
    #[command(after_help = "Example: tradewind tune loop data/experiments/tune/scirocco-2009.toml")]
    Loop(generations::LoopArguments),
}

pub fn run(arguments: &TuneArguments) -> anyhow::Result<()> {
    match &arguments.action {
        TuneAction::Texel(arguments) => texel::run(arguments),
        TuneAction::Network(arguments) => network::run(arguments),
        TuneAction::Spsa(arguments) => spsa::run(arguments),
        TuneAction::Loop(arguments) => generations::run(arguments),
    }
}

/// The weights of a file; by default the linear ones, without a network.
fn linear_or(rules: &Rules, file: Option<&Path>) -> Result<Weights, WeightsError> {
    Weights::load(rules.spec(), file.unwrap_or(Path::new(LINEAR)))
}

/// The default folder, other than that of an experiment of the same name.
fn own_folder(what: &str, file: &Path) -> PathBuf {
    Path::new("out").join(format!("{what}-{}", stem(file)))
}
