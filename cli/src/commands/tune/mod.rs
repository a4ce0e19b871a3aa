//! `tradewind tune`: making the program play better.

mod generations;
mod network;
mod spsa;
mod texel;

pub(super) use generations::LoopTeller;

use crate::Verdict;
use crate::args::{TuneAction, TuneArguments};
use std::path::{Path, PathBuf};
use tradewind_engine::Game;
use tradewind_engine::evaluation::{LINEAR, Weights, WeightsError};

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
