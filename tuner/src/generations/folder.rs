//! Where a loop keeps what: a folder for each generation, and the plan itself.

use super::plan::LoopPlan;
use crate::texel::{TexelError, sources, weights_file};
use std::fs::File;
use std::path::{Path, PathBuf};
use tradewind_files::{FileError, folders_in, make_inside, remove_temporary_files, sha256};
use tradewind_selfplay::record::RecordError;
use tradewind_selfplay::record::archive::{Archive, ArchiveError, experiment_of};
use tradewind_selfplay::run::{LockError, lock_for_plan};

/// The folder of a loop; it belongs to this one until it is dropped.
#[derive(Debug)]
pub struct LoopFolder {
    root: PathBuf,
    /// The lock goes with it.
    _lock: File,
}

/// Why a folder cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum LoopFolderError {
    /// Something in it cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another runner has it, or it holds something else.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A folder whose games are to be learnt from too has none of the rule set.
    #[error("{}: {fault}", .folder.display())]
    Games {
        /// The folder.
        folder: PathBuf,
        /// What it has.
        fault: TexelError,
    },
    /// The folders whose games are learnt from too hold none.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// Their games cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl LoopFolder {
    /// Takes a folder for a loop: a new one, or one in which the same loop was begun.
    ///
    /// # Errors
    /// Another runner has it, it holds another loop, or cannot be written; or the folders whose games are learnt
    /// from too have none of the rule set.
    pub fn lock(plan: &LoopPlan, root: &Path) -> Result<LoopFolder, LoopFolderError> {
        let lock = lock_for_plan(root, "loop.toml", "loop", &plan_text(plan)?)?;
        folders_in(root).try_for_each(|folder| remove_temporary_files(&folder))?;
        Ok(LoopFolder {
            root: root.to_path_buf(),
            _lock: lock,
        })
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Makes one of its folders, unless that would be outside of it.
    pub fn make(&self, folder: &Path) -> Result<(), FileError> {
        make_inside(
            &self.root,
            folder.strip_prefix(&self.root).unwrap_or(folder),
        )
    }

    /// The folder of a generation.
    pub fn generation(&self, number: u32) -> PathBuf {
        self.root.join(format!("generation-{number:03}"))
    }

    /// Where its games are.
    pub fn games(&self, number: u32) -> PathBuf {
        self.generation(number).join("self-play")
    }

    /// Where its match against its parent is.
    pub fn matched(&self, number: u32) -> PathBuf {
        self.generation(number).join("match")
    }

    /// Its weights.
    pub fn weights(&self, number: u32) -> PathBuf {
        self.generation(number).join(weights_file::NAME)
    }

    /// Where the match of a generation against the weights of the beginning is.
    pub fn verification(&self, champion: u32) -> PathBuf {
        self.root.join(format!("verification-{champion:03}"))
    }

    /// The weights that have come out of the loop so far.
    pub fn present(&self) -> PathBuf {
        self.root.join(weights_file::NAME)
    }
}

/// What decides a loop: how long it goes on does not, so that it can be made longer.
fn plan_text(plan: &LoopPlan) -> Result<String, LoopFolderError> {
    // Unlike an experiment, a generation cannot be made longer.
    let self_play = plan.experiment.sized_fingerprint();
    let mut others = Vec::new();
    for folder in &plan.games {
        let experiment = experiment_of(folder)?;
        let archives = [Archive::new(&experiment, folder)];
        sources(&archives, &plan.rules().game).map_err(|fault| LoopFolderError::Games {
            folder: folder.clone(),
            fault,
        })?;
        let games = archives[0].count()?;
        others.push(format!("{games} games of {}", experiment.fingerprint()));
    }
    let against = plan.against.as_ref().map_or(String::new(), |(_, weights)| {
        let weights = weights.fingerprint_text(plan.rules().game.spec());
        format!("against = \"{}\"\n", sha256([weights.as_bytes()]))
    });
    Ok(format!(
        "# What decides the loop in this folder.\nself_play = \"{self_play}\"\nother_games = {others:?}\n{against}{}",
        toml::to_string(plan).expect("a plan is made of texts, numbers and tables")
    ))
}
