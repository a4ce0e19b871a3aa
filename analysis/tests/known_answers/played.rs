//! Real games, played for a test.

use std::path::Path;
use tradewind_analysis::dataset::{self, Dataset, Wanted};
use tradewind_selfplay::experiment::{Experiment, Pairing};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, Executor, play};

/// Plays an experiment and looks at its games.
pub fn of_games<T>(
    text: &str,
    wanted: impl Fn(&Experiment, Pairing) -> Wanted,
    look: impl FnOnce(&Dataset<'_>) -> T,
) -> T {
    let experiment = Experiment::parse("x.toml", text.to_string(), Path::new(""));
    let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
    let folder = tempfile::tempdir().expect("a folder");
    let archive = Archive::new(&experiment, folder.path());
    let control = Control::new(&Executor::default());
    play(&archive, 0..experiment.all_pairs(), &control, &|_| {}).expect("it plays");
    let wanted = |pairing| wanted(&experiment, pairing);
    look(&dataset::read(&archive, wanted, |_| Ok(())).expect("games"))
}
