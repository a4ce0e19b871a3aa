//! Taking a folder for a run: one runner at a time, one experiment or plan for ever.

use crate::experiment::{Experiment, PLAYER_WEIGHTS, RULE_WEIGHTS, RULES, SNAPSHOT};
use crate::files::{
    FileError, is_leftover, make_folder, quarantine, read_own, refuse_link, refuse_special,
    write_whole,
};
use crate::record::archive::{Archive, ArchiveError, GAMES, experiment_of};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file that a runner holds locked. The system lets go of it when the runner ends, however that
/// comes about.
const LOCK: &str = ".tradewind.lock";

/// A folder that belongs to this run until it is dropped.
#[derive(Debug)]
pub struct RunLock {
    /// Its lock goes with it.
    _lock: File,
    /// What was wrong with the snapshot of the experiment and where it is now, if it was quarantined.
    pub quarantined: Option<(String, PathBuf)>,
}

/// Why a folder cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another run has it.
    #[error("another run is playing into {}; wait for its end, or choose another folder with --out (a player in training: with --players)", .0.display())]
    Taken(PathBuf),
    /// It holds something else.
    #[error("{} holds the games of another experiment, “{name}”: {difference}; choose another folder with --out, or move it away", .folder.display())]
    Other {
        /// The folder.
        folder: PathBuf,
        /// The name of its experiment.
        name: String,
        /// In what they differ.
        difference: String,
    },
    /// It holds something that another plan decides.
    #[error("{} holds another {what}, or this one by another plan; choose another folder with --out, or move it away", .folder.display())]
    OtherPlan {
        /// The folder.
        folder: PathBuf,
        /// What it was a plan of.
        what: &'static str,
    },
    /// Another version of the program played into it.
    #[error(transparent)]
    Version(ArchiveError),
    /// Something in it cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl RunLock {
    /// Takes the folder of an archive and writes a snapshot of the experiment into it. What a run that was
    /// killed has left half-written is removed.
    ///
    /// # Errors
    /// Another run has it, or it holds another experiment's games.
    pub fn new(archive: &Archive<'_>) -> Result<RunLock, LockError> {
        let folder = archive.folder();
        make_folder(folder)?;
        let lock = lock(folder)?;
        remove_leftovers(folder)?;
        let quarantined = write_snapshot(archive.experiment(), folder)?;
        Ok(RunLock {
            _lock: lock,
            quarantined,
        })
    }
}

/// Takes a folder for what the text of a plan decides: a new one, or one in which the same was begun. The
/// text is kept in a file of this name; `what` is what it is a plan of. The folder is given back when the
/// lock is dropped.
///
/// # Errors
/// Another runner has it, it holds something else, or cannot be written.
pub fn lock_for_plan(
    folder: &Path,
    name: &str,
    what: &'static str,
    text: &str,
) -> Result<File, LockError> {
    make_folder(folder)?;
    let lock = lock(folder)?;
    clean(folder)?;
    let path = folder.join(name);
    if !path.exists() {
        write_whole(&path, |file| file.write_all(text.as_bytes()))?;
        return Ok(lock);
    }
    let known = read_own(&path)?;
    if known == text {
        Ok(lock)
    } else {
        Err(LockError::OtherPlan {
            folder: folder.to_path_buf(),
            what,
        })
    }
}

/// Takes a folder for one runner; it is given back when the file is dropped.
///
/// # Errors
/// Another runner has it.
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
        // Some file systems of clusters know no locks; there it is the user who must take care.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(FileError::new("lock", &path)(error).into()),
    }
}

/// Folders into which runs write, seen from the folder of results, and those that hold such.
const OWN: [&str; 6] = [
    GAMES,
    RULES,
    WEIGHTS,
    RULE_WEIGHTS,
    PLAYER_WEIGHTS,
    "pairings",
];
/// The folder of those of weights.
const WEIGHTS: &str = "weights";

fn remove_leftovers(folder: &Path) -> Result<(), FileError> {
    let mut folders = vec![folder.to_path_buf()];
    for own in OWN {
        refuse_link(&folder.join(own))?;
        folders.push(folder.join(own));
    }
    folders.extend(folders_in(&folder.join("pairings")));
    folders.iter().try_for_each(|folder| clean(folder))
}

/// The folders in a folder, links to folders left out; none when it cannot be read or is not there.
pub fn folders_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.map(|entry| entry.path())
}

/// Removes what a killed runner has left half-written in a folder.
///
/// # Errors
/// It cannot be removed.
pub fn clean(folder: &Path) -> Result<(), FileError> {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if is_leftover(&path) {
            fs::remove_file(&path).map_err(FileError::new("remove", &path))?;
        }
    }
    Ok(())
}

/// Writes the snapshot of the experiment, unless it is there; one that is damaged is quarantined.
fn write_snapshot(
    experiment: &Experiment,
    folder: &Path,
) -> Result<Option<(String, PathBuf)>, LockError> {
    let mut quarantined = None;
    match experiment_of(folder) {
        Ok(known) if known.fingerprint() != experiment.fingerprint() => {
            return Err(LockError::Other {
                folder: folder.to_path_buf(),
                name: known.name.clone(),
                difference: known.difference(experiment),
            });
        }
        Ok(known) if known.is_same_plan(experiment) => return Ok(None),
        Ok(_) | Err(ArchiveError::None(_)) => {}
        Err(version @ ArchiveError::Version { .. }) => return Err(LockError::Version(version)),
        Err(ArchiveError::Experiment(fault)) => {
            // It may be the files beside it that are damaged.
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
