//! The games of an experiment in a folder: files of a fixed number of games each, whole or absent.
//!
//! Chunk `p` holds the games from `p · games_per_file` on. A chunk that is not finished has a file
//! too, with the games so far: what is there is never played again.

use super::error::RecordError;
use super::parquet_file::{RecordOrigin, decode, decode_numbers, encode};
use super::record_file::RecordFile;
use super::{GameRecord, Names};
use crate::experiment::{Experiment, ExperimentError, Pairing, SNAPSHOT, version_of};
use crate::files::{FileError, make_inside, quarantine, sha256, write_whole};
use bytes::Bytes;
use rayon::prelude::*;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use tradewind_engine::input::text_file;

/// The folder of the files of games.
pub(crate) const GAMES: &str = "games";

/// The most bytes of a file of games: more than the largest chunks of the longest games take.
const MAX_CHUNK_BYTES: u64 = 4 << 30;

/// The games of an experiment in a folder.
#[derive(Clone, Debug)]
pub struct Archive<'e> {
    experiment: &'e Experiment,
    folder: PathBuf,
    origin: RecordOrigin,
}

/// Why a folder's games cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// Nothing was played into it.
    #[error("there are no games in {}: no {SNAPSHOT} lies there; `tradewind run` or `tradewind match` makes one", .0.display())]
    None(PathBuf),
    /// Another version of the program played into it.
    #[error("{} was played by tradewind {version}, which this version, {}, cannot continue or read; use that version, or another folder", .folder.display(), env!("CARGO_PKG_VERSION"))]
    Version {
        /// The folder.
        folder: PathBuf,
        /// That version.
        version: String,
    },
    /// Its experiment cannot be read.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
}

/// The experiment that was played into a folder.
///
/// # Errors
/// There is none, or it is damaged.
pub fn experiment_of(folder: &Path) -> Result<Experiment, ArchiveError> {
    let path = folder.join(SNAPSHOT);
    if !path.exists() {
        return Err(ArchiveError::None(folder.to_path_buf()));
    }
    // Before its keys, some of which other versions call otherwise.
    let text = text_file::read(&path, text_file::MAX_BYTES).unwrap_or_default();
    match version_of(&text) {
        Some(version) if version != env!("CARGO_PKG_VERSION") => Err(ArchiveError::Version {
            folder: folder.to_path_buf(),
            version: version.to_string(),
        }),
        _ => Ok(Experiment::load(&path)?),
    }
}

impl<'e> Archive<'e> {
    /// The games of an experiment in a folder; nothing is touched yet.
    pub fn new(experiment: &'e Experiment, folder: &Path) -> Archive<'e> {
        Archive {
            experiment,
            folder: folder.to_path_buf(),
            origin: RecordOrigin::of(experiment),
        }
    }

    /// The experiment.
    pub fn experiment(&self) -> &'e Experiment {
        self.experiment
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The names in its records.
    pub fn names(&self) -> Names {
        Names::of(self.experiment)
    }

    /// Number of games of the whole experiment.
    pub fn games(&self) -> u64 {
        self.experiment.all_pairs() * 2
    }

    /// The numbers of the chunks that have a file, in their order. A plan may have far more chunks than were
    /// ever begun, so the folder is asked and not each number.
    ///
    /// # Errors
    /// The folder is there and cannot be read.
    pub fn chunks(&self) -> Result<Vec<u64>, FileError> {
        let games = self.folder.join(GAMES);
        let entries = match fs::read_dir(&games) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(FileError::new("read", &games)(error)),
        };
        let all = self.games().div_ceil(self.experiment.record.games_per_file);
        let mut chunks = Vec::new();
        for entry in entries {
            let entry = entry.map_err(FileError::new("read", &games))?;
            chunks.extend(chunk_of_name(&entry.file_name()).filter(|&chunk| chunk < all));
        }
        chunks.sort_unstable();
        Ok(chunks)
    }

    /// The chunk of a game.
    pub fn chunk_of(&self, game: u64) -> u64 {
        game / self.experiment.record.games_per_file
    }

    /// The games of a chunk.
    pub fn chunk_games(&self, chunk: u64) -> Range<u64> {
        let per_chunk = self.experiment.record.games_per_file;
        let start = chunk * per_chunk;
        start..(start + per_chunk).min(self.games())
    }

    /// The file of a chunk.
    pub fn chunk_path(&self, chunk: u64) -> PathBuf {
        self.folder.join(GAMES).join(chunk_name(chunk))
    }

    /// The games of a chunk that have been played, in their order; none when there is no file.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or belongs to something else.
    pub fn read(&self, chunk: u64) -> Result<Vec<GameRecord>, RecordError> {
        let file = self.read_file(chunk)?;
        Ok(file.map_or(Vec::new(), |file| file.games))
    }

    /// The same with the search that has played them; `None` when there is no file.
    ///
    /// # Errors
    /// As [`Archive::read`].
    pub fn read_file(&self, chunk: u64) -> Result<Option<RecordFile>, RecordError> {
        let bytes = self.bytes_of(chunk)?;
        bytes.map(|bytes| self.decode(chunk, bytes)).transpose()
    }

    /// The same with the SHA-256 of the file, when there is one.
    ///
    /// # Errors
    /// As [`Archive::read`].
    pub fn read_with_checksum(
        &self,
        chunk: u64,
    ) -> Result<(Vec<GameRecord>, Option<String>), RecordError> {
        let Some(bytes) = self.bytes_of(chunk)? else {
            return Ok((Vec::new(), None));
        };
        let checksum = sha256([bytes.as_slice()]);
        Ok((self.decode(chunk, bytes)?.games, Some(checksum)))
    }

    /// The bytes of a chunk's file, and the signature of the search that played its games, where all of these are there.
    ///
    /// # Errors
    /// As [`Archive::read`], as far as it can be known without reading what the games are.
    pub fn read_whole(&self, chunk: u64) -> Result<Option<(Bytes, Option<String>)>, RecordError> {
        let Some(bytes) = self.bytes_of(chunk)?.map(Bytes::from) else {
            return Ok(None);
        };
        let (numbers, signature) = self.numbers_in(chunk, bytes.clone())?;
        let is_whole = numbers.into_iter().eq(self.chunk_games(chunk));
        Ok(is_whole.then_some((bytes, signature)))
    }

    /// The numbers of the games in the bytes of a chunk's file, and the search that played them.
    fn numbers_in(
        &self,
        chunk: u64,
        bytes: Bytes,
    ) -> Result<(Vec<u64>, Option<String>), RecordError> {
        let path = self.chunk_path(chunk);
        let found = decode_numbers(bytes, &self.origin).map_err(|error| error.of(path.clone()))?;
        self.check_numbers(chunk, found.0.iter().copied())?;
        Ok(found)
    }

    /// Refuses numbers of games that are not in order or not those of a chunk.
    fn check_numbers(
        &self,
        chunk: u64,
        numbers: impl Iterator<Item = u64> + Clone,
    ) -> Result<(), RecordError> {
        let per_chunk = self.experiment.record.games_per_file;
        let held = chunk * per_chunk..(chunk + 1) * per_chunk;
        let in_order = numbers.clone().is_sorted_by(|one, next| one < next);
        if in_order && numbers.clone().all(|number| held.contains(&number)) {
            return Ok(());
        }
        Err(RecordError::misnamed(self.chunk_path(chunk)))
    }

    fn bytes_of(&self, chunk: u64) -> Result<Option<Vec<u8>>, FileError> {
        let path = self.chunk_path(chunk);
        match text_file::bytes(&path, MAX_CHUNK_BYTES) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FileError::new("read", &path)(error)),
        }
    }

    fn decode(&self, chunk: u64, bytes: Vec<u8>) -> Result<RecordFile, RecordError> {
        let path = self.chunk_path(chunk);
        let mut file = decode(bytes, &self.origin).map_err(|error| error.of(path))?;
        self.check_numbers(chunk, file.games.iter().map(|game| game.number))?;
        // A plan that was made shorter has fewer games than were played.
        let wanted = self.chunk_games(chunk);
        file.games.retain(|game| wanted.contains(&game.number));
        Ok(file)
    }

    /// How many of its games are there.
    ///
    /// # Errors
    /// A file is wrong, as far as it can be known without reading what the games are.
    pub fn count(&self) -> Result<u64, RecordError> {
        let count = |chunk: u64| -> Result<usize, RecordError> {
            let Some(bytes) = self.bytes_of(chunk)? else {
                return Ok(0);
            };
            let (numbers, _) = self.numbers_in(chunk, bytes.into())?;
            let wanted = self.chunk_games(chunk);
            Ok(numbers
                .iter()
                .filter(|number| wanted.contains(number))
                .count())
        };
        let counts: Result<Vec<usize>, RecordError> =
            (self.chunks()?).into_par_iter().map(count).collect();
        Ok(counts?.into_iter().sum::<usize>() as u64)
    }

    /// Writes the bytes of a chunk's file, whole or not at all.
    ///
    /// # Errors
    /// What the system reports.
    pub fn write_bytes(&self, chunk: u64, bytes: &[u8]) -> Result<(), FileError> {
        make_inside(&self.folder, Path::new(GAMES))?;
        write_whole(&self.chunk_path(chunk), |file| file.write_all(bytes))
    }

    /// Writes the games of a chunk, in their order, whole or not at all.
    ///
    /// # Errors
    /// What the system reports.
    pub fn write(&self, chunk: u64, games: &[GameRecord]) -> Result<(), FileError> {
        self.write_bytes(chunk, &encode(games, &self.origin))
    }

    /// The games in a file that [`Archive::write_unit`] wrote.
    ///
    /// # Errors
    /// It cannot be read, is damaged, belongs to something else, or another search played it.
    pub fn read_unit(&self, path: &Path) -> Result<Vec<GameRecord>, RecordError> {
        let bytes =
            text_file::bytes(path, MAX_CHUNK_BYTES).map_err(FileError::new("read", path))?;
        let file = decode(bytes, &self.origin).map_err(|error| error.of(path.to_path_buf()))?;
        file.check_signature(path)?;
        Ok(file.games)
    }

    /// The same games, played by the search with this signature.
    pub fn with_signature(mut self, signature: Option<String>) -> Archive<'e> {
        self.origin = self.origin.with_signature(signature);
        self
    }

    /// Writes games that are on their way into the files of chunks, whole or not at all.
    ///
    /// # Errors
    /// What the system reports.
    pub fn write_unit(&self, path: &Path, games: &[GameRecord]) -> Result<(), FileError> {
        let bytes = encode(games, &self.origin);
        write_whole(path, |file| file.write_all(&bytes))
    }

    /// Moves the file of a chunk out of the way; returns where it is now.
    ///
    /// # Errors
    /// What the system reports.
    pub fn quarantine(&self, chunk: u64) -> Result<PathBuf, FileError> {
        quarantine(&self.chunk_path(chunk), &self.folder)
    }

    /// Calls `visit` with the games of every chunk in turn, in their order.
    ///
    /// # Errors
    /// A file is wrong, or `visit` fails.
    pub fn for_each_chunk<E: From<RecordError>>(
        &self,
        mut visit: impl FnMut(Vec<GameRecord>) -> Result<(), E>,
    ) -> Result<(), E> {
        let chunks = self.chunks().map_err(RecordError::File)?;
        (chunks.into_iter()).try_for_each(|chunk| visit(self.read(chunk)?))
    }

    /// Whether a game is of a pairing.
    pub fn is_of(&self, game: &GameRecord, pairing: Pairing) -> bool {
        game.rules == pairing.rules && game.first_and_second() == pairing.players
    }
}

/// The name of the file of a chunk.
fn chunk_name(chunk: u64) -> String {
    format!("chunk-{chunk:06}.parquet")
}

/// The chunk whose file is called so, if it is the file of one.
fn chunk_of_name(name: &OsStr) -> Option<u64> {
    let name = name.to_str()?;
    let digits = name.strip_prefix("chunk-")?.strip_suffix(".parquet")?;
    let chunk = digits.parse().ok()?;
    (chunk_name(chunk) == name).then_some(chunk)
}
