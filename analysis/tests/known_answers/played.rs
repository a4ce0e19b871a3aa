//! Games played for a test.

use std::path::Path;
use tradewind_analysis::dataset::{self, Dataset, Wanted};
use tradewind_selfplay::experiment::{Experiment, Pairing};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, Executor, play};

/// Plays an experiment and reads its archive.
pub fn with_archive<T>(text: &str, read: impl FnOnce(&Archive<'_>) -> T) -> T {
    let experiment = Experiment::parse("x.toml", text.to_string(), Path::new(""));
    let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
    let folder = tempfile::tempdir().expect("a folder");
    let archive = Archive::new(&experiment, folder.path());
    let control = Control::new(&Executor::default());
    play(&archive, 0..experiment.all_pairs(), &control, &|_| {}).expect("it plays");
    read(&archive)
}

/// Plays an experiment and evaluates its games.
pub fn of_games<T>(
    text: &str,
    wanted: impl Fn(&Experiment, Pairing) -> Wanted,
    evaluate: impl FnOnce(&Dataset<'_>) -> T,
) -> T {
    with_archive(text, |archive| {
        let wanted = |pairing| wanted(archive.experiment(), pairing);
        evaluate(&dataset::read(archive, wanted, |_| Ok(())).expect("games"))
    })
}
