//! Merging the games of one experiment from several folders.

use super::lock::{LockError, RunLock};
use crate::experiment::Experiment;
use crate::record::archive::{Archive, ArchiveError, experiment_of};
use crate::record::{GameRecord, RecordError};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use tradewind_files::FileError;

/// The reason why folders cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A folder holds no experiment.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// Folders of different experiments.
    #[error("{} and {} hold different experiments: {difference}", .first.display(), .other.display())]
    Different {
        /// The first folder.
        first: PathBuf,
        /// The other.
        other: PathBuf,
        /// The first difference.
        difference: String,
    },
    /// Games of different searches.
    #[error("the games in {} were played by the search with signature {}, those in {} by {}: replay one of them with the other's program", .first.display(), .signatures[0], .other.display(), .signatures[1])]
    Signatures {
        /// The first file.
        first: PathBuf,
        /// The other.
        other: PathBuf,
        /// Their signatures.
        signatures: [String; 2],
    },
    /// Two different records of a game.
    #[error("game {game} of {} differs from that of another folder; one of the two is damaged, or a player had a time limit", .folder.display())]
    Conflict {
        /// The number of the game.
        game: u64,
        /// The folder.
        folder: PathBuf,
    },
    /// The folder for the result cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A file of games cannot be read.
    #[error("{0}; play it again with `tradewind run`, then merge")]
    Record(RecordError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl From<RecordError> for MergeError {
    fn from(error: RecordError) -> MergeError {
        MergeError::Record(error)
    }
}

/// Merges the games of folders into `out` (which may be one of them), on the threads of the current
/// rayon pool, and returns the experiment; `None` if `stop` was set. A merge that was stopped can
/// be repeated.
///
/// # Errors
/// The folders hold different experiments, a file cannot be read, or `out` cannot be locked.
pub fn merge(
    folders: &[PathBuf],
    out: &Path,
    stop: &AtomicBool,
) -> Result<Option<Experiment>, MergeError> {
    let mut experiments = Vec::new();
    for folder in folders {
        experiments.push(experiment_of(folder)?);
    }
    let Some(experiment) = experiments.first() else {
        return Err(ArchiveError::None(out.to_path_buf()).into());
    };
    let fingerprint = experiment.fingerprint();
    for (other, folder) in experiments.iter().zip(folders).skip(1) {
        if other.fingerprint() != fingerprint || !other.is_same_plan(experiment) {
            return Err(MergeError::Different {
                first: folders[0].clone(),
                other: folder.clone(),
                difference: experiment.difference(other),
            });
        }
    }
    let result = Archive::new(experiment, out);
    let _lock = RunLock::new(&result)?;
    let sources: Vec<Archive<'_>> = (folders.iter())
        .map(|folder| Archive::new(experiment, folder))
        .chain([result.clone()])
        .collect();
    // By chunk: the folders that have it.
    let mut chunks: BTreeMap<u64, Vec<&Archive<'_>>> = BTreeMap::new();
    for source in &sources {
        for chunk in source.chunks()? {
            chunks.entry(chunk).or_default().push(source);
        }
    }
    let search = OneSearch::default();
    let is_stopped = || stop.load(Ordering::Relaxed);
    chunks
        .into_par_iter()
        .take_any_while(|_| !is_stopped())
        .try_for_each(|(chunk, sources)| merge_chunk(&sources, &result, &search, chunk))?;
    Ok((!is_stopped()).then(|| experiments.swap_remove(0)))
}

fn merge_chunk(
    sources: &[&Archive<'_>],
    result: &Archive<'_>,
    search: &OneSearch,
    chunk: u64,
) -> Result<(), MergeError> {
    // A complete chunk of a single folder is copied.
    if let [only] = sources
        && let Some((bytes, signature)) = only.read_complete(chunk)?
    {
        search.check(only.chunk_path(chunk), &signature)?;
        if only.folder() != result.folder() {
            result.write_bytes(chunk, &bytes)?;
        }
        return Ok(());
    }
    let mut games: BTreeMap<u64, GameRecord> = BTreeMap::new();
    for source in sources {
        let Some(file) = source.read_file(chunk)? else {
            continue;
        };
        search.check(source.chunk_path(chunk), &file.signature)?;
        for game in file.games {
            match games.get(&game.number) {
                Some(known) if *known != game => {
                    return Err(MergeError::Conflict {
                        game: game.number,
                        folder: source.folder().to_path_buf(),
                    });
                }
                Some(_) => {}
                None => {
                    games.insert(game.number, game);
                }
            }
        }
    }
    if !games.is_empty() {
        let games: Vec<GameRecord> = games.into_values().collect();
        let result = result.clone().with_signature(search.signature());
        result.write(chunk, &games)?;
    }
    Ok(())
}

/// The first file and the signature of its search, which all other files must share.
#[derive(Default)]
struct OneSearch(OnceLock<(PathBuf, Option<String>)>);

impl OneSearch {
    fn check(&self, path: PathBuf, of_file: &Option<String>) -> Result<(), MergeError> {
        let (first, signature) = (self.0).get_or_init(|| (path.clone(), of_file.clone()));
        if signature == of_file {
            return Ok(());
        }
        let name = |one: &Option<String>| one.clone().unwrap_or("unknown".to_string());
        Err(MergeError::Signatures {
            first: first.clone(),
            other: path,
            signatures: [name(signature), name(of_file)],
        })
    }

    fn signature(&self) -> Option<String> {
        self.0.get().and_then(|(_, signature)| signature.clone())
    }
}
