//! Locking a folder for a run: one run at a time, and always the same experiment or plan.

use crate::experiment::{Experiment, PLAYER_WEIGHTS, RULE_WEIGHTS, RULES, SNAPSHOT};
use crate::record::archive::{Archive, ArchiveError, GAMES, experiment_of};
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tradewind_files::{
    FileError, folders_in, make_folder, quarantine, read_own, refuse_link, refuse_special,
    remove_temporary_files, write_whole,
};

/// The lock file. The system unlocks it when the process ends.
const LOCK: &str = ".tradewind.lock";

/// The fault of an experiment's snapshot and its new path, if it was quarantined.
pub(super) type Quarantined = Option<(String, PathBuf)>;

/// The reason why a folder cannot be locked.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another run has locked it.
    #[error("another run is playing into {}; wait until it ends, or choose another folder with --out (a player in training: with --players)", .0.display())]
    Taken(PathBuf),
    /// It holds another experiment: its name, and the first difference.
    #[error("{} holds the games of another experiment, “{}”: {}; choose another folder with --out, or move it away", .0.display(), .1, .2)]
    Other(PathBuf, String, String),
    /// It holds results of another plan: their kind, such as `player`.
    #[error("{} holds another {}, or this one by another plan; choose another folder with --out, or move it away", .0.display(), .1)]
    OtherPlan(PathBuf, &'static str),
    /// Another version of the program played into it.
    #[error(transparent)]
    Version(ArchiveError),
    /// A file in it cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Locks the folder of an archive until the file is dropped, removes temporary files of a killed
/// run, and writes a snapshot of the experiment.
pub(super) fn lock_for_run(archive: &Archive<'_>) -> Result<(File, Quarantined), LockError> {
    let folder = archive.folder();
    make_folder(folder)?;
    let lock = lock(folder)?;
    remove_leftovers(folder)?;
    Ok((lock, write_snapshot(archive.experiment(), folder)?))
}

/// Locks a folder for a plan: a new one, or one in which the same plan was begun. The text of the
/// plan is kept in the file `name`; `what` names the kind of results in errors. The folder is
/// unlocked when the file is dropped.
///
/// # Errors
/// Another process has locked it, it holds another plan, or it cannot be written.
pub fn lock_for_plan(
    folder: &Path,
    name: &str,
    what: &'static str,
    text: &str,
) -> Result<File, LockError> {
    make_folder(folder)?;
    let lock = lock(folder)?;
    remove_temporary_files(folder)?;
    let path = folder.join(name);
    if !path.exists() {
        write_whole(&path, |file| file.write_all(text.as_bytes()))?;
    } else if read_own(&path)? != text {
        return Err(LockError::OtherPlan(folder.to_path_buf(), what));
    }
    Ok(lock)
}

fn lock(folder: &Path) -> Result<File, LockError> {
    let path = folder.join(LOCK);
    // Opening a pipe blocks.
    refuse_special(&path)?;
    let open = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path);
    let file = open.map_err(FileError::new("write", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(LockError::Taken(folder.to_path_buf())),
        // Some cluster file systems have no locks; there the user must take care.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(FileError::new("lock", &path)(error).into()),
    }
}

/// The parent folder of weights.
const WEIGHTS: &str = "weights";

/// Removes temporary files from the folders into which runs write.
fn remove_leftovers(folder: &Path) -> Result<(), FileError> {
    let pairings = folder.join("pairings");
    let own = [GAMES, RULES, WEIGHTS, RULE_WEIGHTS, PLAYER_WEIGHTS];
    let mut folders: Vec<PathBuf> = own.iter().map(|own| folder.join(own)).collect();
    folders.push(pairings.clone());
    folders.iter().try_for_each(|own| refuse_link(own))?;
    folders.extend(folders_in(&pairings));
    remove_temporary_files(folder)?;
    (folders.iter()).try_for_each(|folder| remove_temporary_files(folder))
}

/// Writes the snapshot of the experiment, unless it exists. A damaged one is quarantined.
fn write_snapshot(experiment: &Experiment, folder: &Path) -> Result<Quarantined, LockError> {
    let mut quarantined = None;
    match experiment_of(folder) {
        Ok(known) if known.fingerprint() != experiment.fingerprint() => {
            let difference = known.difference(experiment);
            let folder = folder.to_path_buf();
            return Err(LockError::Other(folder, known.name, difference));
        }
        Ok(known) if known.is_same_plan(experiment) => return Ok(None),
        Ok(_) | Err(ArchiveError::None(_) | ArchiveError::Tournament(..)) => {}
        Err(version @ ArchiveError::Version(..)) => return Err(LockError::Version(version)),
        Err(ArchiveError::Experiment(fault)) => {
            // The files beside it may be the damaged ones.
            for name in [SNAPSHOT, RULES, WEIGHTS] {
                let path = folder.join(name);
                if path.exists() {
                    let to = quarantine(&path, folder)?;
                    quarantined.get_or_insert((fault.to_string(), to));
                }
            }
        }
    }
    experiment.write_snapshot(folder)?;
    Ok(quarantined)
}
