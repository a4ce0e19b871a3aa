//! Experiments, and the plans of training loops and of SPSA, which are experiments with more keys.

use crate::folder::ScratchFolder;
use crate::{invariants, records};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tradewind_selfplay::experiment::{Experiment, ExperimentError, SNAPSHOT};
use tradewind_selfplay::play::GameRunner;
use tradewind_tuner::TunerError;
use tradewind_tuner::generations::LoopPlan;
use tradewind_tuner::spsa::SpsaPlan;

/// The maximum number of arrays of a rule set whose games are played, since setting up more takes long.
const MAX_ARRAYS: usize = 1_000;

/// An input is an experiment, and files that it may refer to. An experiment that is accepted must have a snapshot that reads back,
/// and its games must be playable.
pub fn run(data: &[u8]) -> bool {
    let folder = ScratchFolder::of(data);
    let before = folder.names();
    if let Err(TunerError::Experiment(error)) = LoopPlan::load(&folder.first) {
        refused(&error);
    }
    if let Err(error) = SpsaPlan::load(&folder.first) {
        refused(&error);
    }
    let experiment = match Experiment::load(&folder.first) {
        Ok(experiment) => experiment,
        Err(error) => {
            refused(&error);
            return false;
        }
    };
    let snapshot = snapshot_of(&experiment, &folder.path("snapshot"));
    let again = snapshot_of(&snapshot, &folder.path("snapshot-again"));
    assert_eq!(again.fingerprint(), experiment.fingerprint());
    for file in files(&folder.path("snapshot")) {
        let [one, other] =
            ["snapshot", "snapshot-again"].map(|name| fs::read(folder.path(name).join(&file)));
        assert_eq!(one.expect("a file"), other.expect("a file"), "{file}");
    }
    let mut names = folder.names();
    names.retain(|name| name != "snapshot" && name != "snapshot-again");
    assert_eq!(names, before, "something was written beside the folder");
    plays(experiment);
    true
}

fn refused(error: &ExperimentError) {
    match error {
        ExperimentError::Faults(faults) => invariants::faults(faults),
        other => invariants::plain(&other.to_string(), "\n\t"),
    }
}

/// Writes a snapshot and loads it.
fn snapshot_of(experiment: &Experiment, folder: &Path) -> Experiment {
    experiment
        .write_snapshot(folder)
        .expect("it can be written");
    let snapshot = Experiment::load(&folder.join(SNAPSHOT));
    let snapshot = snapshot.unwrap_or_else(|fault| panic!("its snapshot is refused: {fault}"));
    assert_eq!(snapshot.fingerprint(), experiment.fingerprint());
    assert_eq!(
        snapshot.difference(experiment),
        experiment.difference(experiment)
    );
    assert!(snapshot.is_same_plan(experiment));
    snapshot
}

/// The files of a folder and its subfolders.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(folder.join(&inner)).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = entry.file_name().to_string_lossy().into_owned();
            let name = match inner.as_str() {
                "" => name,
                inner => format!("{inner}/{name}"),
            };
            if entry.path().is_dir() {
                folders.push(name)
            } else {
                found.push(name)
            }
        }
    }
    found
}

/// Plays the first pairs with small limits.
fn plays(mut experiment: Experiment) {
    let has_engine = (experiment.players.iter()).any(|player| player.engine.is_some());
    let arrays = (experiment.rules.iter()).map(|plan| plan.compiled.spec().array_numbers().len());
    if has_engine || arrays.max() > Some(MAX_ARRAYS) {
        return;
    }
    experiment.opening.first.plies = experiment.opening.first.plies.min(4);
    for turn in &mut experiment.opening.further {
        turn.plies = turn.plies.min(4);
    }
    experiment.ply_cap = experiment.ply_cap.clamp(5, 12);
    for player in &mut experiment.players {
        player.nodes = Some(player.nodes.unwrap_or(10).min(10));
        player.movetime = None;
    }
    let runner = GameRunner::new(&experiment, &Arc::default());
    let mut games = Vec::new();
    for pair in 0..experiment.all_pairs().min(2) {
        let played = runner.play(pair, &|| false);
        games.extend(played.expect("nothing stops it"));
    }
    for file in games.chunks(experiment.record.games_per_file as usize) {
        records::round_trip(&experiment, file);
    }
}
