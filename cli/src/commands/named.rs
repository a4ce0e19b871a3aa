//! Experiments by file or name.

use std::path::Path;
use tradewind_engine::input::did_you_mean;
use tradewind_engine::rules;
use tradewind_selfplay::experiment::Experiment;

/// The experiments that come with the program.
const SHIPPED: &[(&str, &str)] = &[(
    "quickstart",
    include_str!("../../../data/experiments/quickstart.toml"),
)];

/// An experiment of a file, or one that comes with the program.
pub fn experiment(file: &Path) -> anyhow::Result<Experiment> {
    let name = file.to_string_lossy();
    if file.exists() || rules::is_path(&name) {
        return Ok(Experiment::load(file)?);
    }
    if let Some(text) = shipped(file) {
        return Ok(Experiment::parse(&name, text.to_string(), Path::new(""))?);
    }
    if rules::built_in().iter().any(|id| *id == name) {
        anyhow::bail!(
            "{name} is a rule set, and no experiment: `tradewind new my-game --from {name}` writes one, `tradewind play {name}` plays \
             a game, `tradewind values {name}` says what its pieces are worth"
        );
    }
    let known = || SHIPPED.iter().map(|(name, _)| *name);
    anyhow::bail!(
        "there is no experiment `{name}`{}: name a file that ends in .toml, or one that comes with the program: {}",
        did_you_mean(&name, known()),
        known().collect::<Vec<_>>().join(", ")
    );
}

/// The text of an experiment that comes with the program.
pub fn shipped(name: &Path) -> Option<&'static str> {
    let found = SHIPPED.iter().find(|(known, _)| Path::new(known) == name);
    found.map(|(_, text)| *text)
}
