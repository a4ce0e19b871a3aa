//! Merging the games of one experiment from several folders.

use super::lock::{LockError, lock_for_run};
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
    #[error("{} and {} hold different experiments: {}", .0.display(), .1.display(), .2)]
    Different(PathBuf, PathBuf, String),
    /// Games of different searches: two files with their signatures.
    #[error("the games in {} were played by the search with signature {}, those in {} by {}: replay one of them with the other's program", .0.display(), .1, .2.display(), .3)]
    Signatures(PathBuf, String, PathBuf, String),
    /// Two different records of a game in a folder and another one.
    #[error("game {} of {} differs from that of another folder; one of the two is damaged, or a player had a time limit", .0, .1.display())]
    Conflict(u64, PathBuf),
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
    let read = folders.iter().map(|folder| experiment_of(folder));
    let mut experiments = read.collect::<Result<Vec<Experiment>, _>>()?;
    let Some(experiment) = experiments.first() else {
        return Err(ArchiveError::None(out.to_path_buf()).into());
    };
    let fingerprint = experiment.fingerprint();
    for (other, folder) in experiments.iter().zip(folders).skip(1) {
        if other.fingerprint() != fingerprint || !other.is_same_plan(experiment) {
            let difference = experiment.difference(other);
            let (first, folder) = (folders[0].clone(), folder.clone());
            return Err(MergeError::Different(first, folder, difference));
        }
    }
    let result = Archive::new(experiment, out);
    let _lock = lock_for_run(&result)?;
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

/// Takes the games of a folder, of the same experiment whatever its number of pairs, into an archive.
///
/// # Errors
/// As [`merge`].
pub fn take_games(folder: &Path, archive: &Archive<'_>) -> Result<(), MergeError> {
    let _lock = lock_for_run(archive)?;
    let source = Archive::new(archive.experiment(), folder);
    let search = OneSearch::default();
    let chunks = source.chunks()?;
    chunks.into_par_iter().try_for_each(|chunk| {
        let both = [&source, archive];
        let there = if archive.chunk_path(chunk).exists() {
            &both[..]
        } else {
            &both[..1]
        };
        merge_chunk(there, archive, &search, chunk)
    })
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
        check(search, only.chunk_path(chunk), &signature)?;
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
        check(search, source.chunk_path(chunk), &file.signature)?;
        for game in file.games {
            if let Some(known) = games.get(&game.number) {
                if !known.is_same_game(&game, result.experiment()) {
                    let folder = source.folder().to_path_buf();
                    return Err(MergeError::Conflict(game.number, folder));
                }
                if known.has_moves() {
                    continue;
                }
            }
            games.insert(game.number, game);
        }
    }
    if !games.is_empty() {
        let games: Vec<GameRecord> = games.into_values().collect();
        let signature = search.get().and_then(|(_, signature)| signature.clone());
        let result = result.clone().with_signature(signature);
        result.write(chunk, &games)?;
    }
    Ok(())
}

/// The first file and the signature of its search, which all other files must share.
type OneSearch = OnceLock<(PathBuf, Option<String>)>;

fn check(search: &OneSearch, path: PathBuf, of_file: &Option<String>) -> Result<(), MergeError> {
    let (first, signature) = search.get_or_init(|| (path.clone(), of_file.clone()));
    if signature == of_file {
        return Ok(());
    }
    let text = |one: &Option<String>| one.clone().unwrap_or("unknown".to_string());
    let (own, other) = (text(signature), text(of_file));
    Err(MergeError::Signatures(first.clone(), own, path, other))
}
