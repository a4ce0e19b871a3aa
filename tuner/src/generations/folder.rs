//! The folder of a loop, with a folder for each generation.

use super::plan::LoopPlan;
use crate::texel::{FitError, sources, weights_file};
use std::fs::File;
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::WeightsError;
use tradewind_files::{FileError, folders_in, make_inside, remove_temporary_files, sha256};
use tradewind_selfplay::record::RecordError;
use tradewind_selfplay::record::archive::{Archive, ArchiveError, experiment_of};
use tradewind_selfplay::run::{LockError, RunError, lock_for_plan};

/// The locked folder of a loop.
#[derive(Debug)]
pub struct LoopFolder {
    root: PathBuf,
    /// Released when dropped.
    _lock: File,
}

/// Why the folder of a loop cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LoopFolderError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another program uses it, or it has other contents.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A folder of additional games has none of the rule set.
    #[error("{}: {fault}", .folder.display())]
    Games {
        /// The folder.
        folder: PathBuf,
        /// The error.
        fault: FitError,
    },
    /// A folder of additional games has no games.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// Additional games cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Why a loop cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum LoopError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] LoopFolderError),
    /// Games cannot be played or recorded.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Weights cannot be fitted.
    #[error(transparent)]
    Texel(#[from] FitError),
    /// A weights file in the folder is wrong.
    #[error("{0}; remove it to make it again")]
    Weights(#[from] WeightsError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A weights file in the folder has no provenance.
    #[error("{} has no [provenance]; remove it to make it again", .0.display())]
    NoProvenance(PathBuf),
}

impl LoopFolder {
    /// Locks a new folder, or one in which the same loop was begun.
    ///
    /// # Errors
    /// Another program uses it, it has another loop, it cannot be written, or a folder of additional games has none of the
    /// rule set.
    pub(super) fn lock(plan: &LoopPlan, root: &Path) -> Result<LoopFolder, LoopFolderError> {
        let lock = lock_for_plan(root, "loop.toml", "loop", &plan_text(plan)?)?;
        folders_in(root).try_for_each(|folder| remove_temporary_files(&folder))?;
        Ok(LoopFolder {
            root: root.to_path_buf(),
            _lock: lock,
        })
    }

    /// Its path.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Creates a folder inside it.
    pub(super) fn create(&self, folder: &Path) -> Result<(), FileError> {
        make_inside(
            &self.root,
            folder.strip_prefix(&self.root).unwrap_or(folder),
        )
    }

    /// The folder of a generation.
    pub(super) fn generation(&self, number: u32) -> PathBuf {
        self.root.join(format!("generation-{number:03}"))
    }

    /// The folder of its self-play.
    pub(super) fn games(&self, number: u32) -> PathBuf {
        self.generation(number).join("self-play")
    }

    /// The folder of its match against its parent.
    pub(super) fn match_folder(&self, number: u32) -> PathBuf {
        self.generation(number).join("match")
    }

    /// Its weights file.
    pub(super) fn weights(&self, number: u32) -> PathBuf {
        self.generation(number).join(weights_file::NAME)
    }

    /// The folder of the match of a generation against the starting weights.
    pub(super) fn verification(&self, champion: u32) -> PathBuf {
        self.root.join(format!("verification-{champion:03}"))
    }

    /// The weights file of the last promoted generation.
    pub(super) fn best_weights(&self) -> PathBuf {
        self.root.join(weights_file::NAME)
    }
}

/// Everything that determines the generations of a loop. The number of generations does not, so that a loop can be
/// extended.
fn plan_text(plan: &LoopPlan) -> Result<String, LoopFolderError> {
    // Unlike an experiment, a generation cannot be extended.
    let self_play = plan.experiment.sized_fingerprint();
    let mut others = Vec::new();
    for folder in &plan.games {
        let experiment = experiment_of(folder)?;
        let archives = [Archive::new(&experiment, folder)];
        sources(&archives, &plan.rules().compiled).map_err(|fault| LoopFolderError::Games {
            folder: folder.clone(),
            fault,
        })?;
        let games = archives[0].count()?;
        others.push(format!("{games} games of {}", experiment.fingerprint()));
    }
    let against = plan.against.as_ref().map_or(String::new(), |(_, weights)| {
        let weights = weights.fingerprint_text(plan.rules().compiled.spec());
        format!("against = \"{}\"\n", sha256([weights.as_bytes()]))
    });
    Ok(format!(
        "# What decides the loop in this folder.\nself_play = \"{self_play}\"\nother_games = {others:?}\n{against}{}",
        toml::to_string(plan).expect("a plan is made of texts, numbers and tables")
    ))
}
