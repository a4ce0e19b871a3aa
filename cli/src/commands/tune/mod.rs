//! `tradewind tune`: making the program play better.

mod generations;
mod network;
mod spsa;
mod texel;

pub(super) use generations::LoopTeller;

use crate::Verdict;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use tradewind_engine::Game;
use tradewind_engine::evaluation::{LINEAR, Weights, WeightsError};

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
    Texel(Box<texel::TexelArguments>),
    /// Teaches a network by recorded games: an evaluation that predicts how they ended and what their players thought
    #[command(
        after_help = "Example: tradewind tune network out/my-games --rules scirocco-2009 --out learnt"
    )]
    Network(Box<network::NetworkArguments>),
    /// Tunes search parameters (margins, reductions) by SPSA: games between slightly changed players
    #[command(
        after_help = "Example: tradewind tune spsa data/experiments/tune/search/scirocco-2009.toml"
    )]
    Spsa(spsa::SpsaArguments),
    /// Tunes weights hands off: self-play, fit, match, promoted or rejected, generation after generation
    #[command(after_help = "Example: tradewind tune loop data/experiments/tune/scirocco-2009.toml")]
    Loop(generations::LoopArguments),
}

/// Tunes what is asked for.
pub fn run(arguments: &TuneArguments) -> anyhow::Result<Verdict> {
    match &arguments.action {
        TuneAction::Texel(arguments) => texel::run(arguments),
        TuneAction::Network(arguments) => network::run(arguments),
        TuneAction::Spsa(arguments) => spsa::run(arguments),
        TuneAction::Loop(arguments) => generations::run(arguments),
    }
}

/// The weights of a file or, where none is named, the linear ones: what is tuned begins without a network.
fn linear_or(game: &Game, file: Option<&Path>) -> Result<Weights, WeightsError> {
    Weights::load(game.spec(), file.unwrap_or(Path::new(LINEAR)))
}

/// `out/`, what is done, and the name of the file: the games of an experiment of the same name lie
/// elsewhere.
fn own_folder(what: &str, file: &Path) -> PathBuf {
    let name = file.file_stem().unwrap_or(file.as_os_str());
    Path::new("out").join(format!("{what}-{}", name.to_string_lossy()))
}
