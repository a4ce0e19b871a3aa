//! Archives: the games of an experiment in a folder, in chunks of `games_per_file` games, one file
//! each.
//!
//! Files are written atomically. Unfinished chunks have a file, too.

use super::parquet_file::{
    RecordFile, RecordOrigin, check_signature, decode, decode_numbers, encode, encode_uncompressed,
};
use super::places::{self, Kept};
use super::{DecodeError, GameRecord, Names, RecordError};
use crate::GAMES_VERSION;
use crate::experiment::{Experiment, ExperimentError, SNAPSHOT, version_of};
use bytes::Bytes;
use rayon::prelude::*;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use tradewind_engine::input::text_file;
use tradewind_files::{FileError, entries_in, make_inside, sha256, write_whole};

/// The folder of the files of games.
pub(crate) const GAMES: &str = "games";

/// The size limit of a file of games, above the largest chunk of the longest games.
const MAX_CHUNK_BYTES: u64 = 4 << 30;

type ChunkNumbers = (Bytes, Vec<u64>, Option<String>);

/// The games of an experiment in a folder.
#[derive(Clone, Debug)]
pub struct Archive<'e> {
    experiment: &'e Experiment,
    folder: PathBuf,
    origin: RecordOrigin,
}

/// The reason why a folder's games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The folder has no experiment.
    #[error("there are no games in {}: {SNAPSHOT} not found; `tradewind run` and `tradewind match` write it", .0.display())]
    None(PathBuf),
    /// The folder of a tournament, whose matches have folders of their own.
    #[error("there are no games in {} itself; name one of its folders of games: {}", .0.display(), .1)]
    Tournament(PathBuf, String),
    /// Another version of the program played into it.
    #[error("{} was played by tradewind {}, whose games this version cannot continue or read; use that version, or another folder", .0.display(), .1)]
    Version(PathBuf, String),
    /// Its experiment cannot be read.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
}

/// The folders of games inside a folder, in order.
fn folders_of_games(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let inside = entries.map(|entry| entry.path());
    let mut found: Vec<String> = inside
        .filter(|path| path.join(SNAPSHOT).exists())
        .map(|path| path.display().to_string())
        .collect();
    found.sort();
    found
}

/// Reads the experiment of a folder.
///
/// # Errors
/// The folder has none, it is damaged, or another version wrote it.
pub fn experiment_of(folder: &Path) -> Result<Experiment, ArchiveError> {
    let path = folder.join(SNAPSHOT);
    if !path.exists() {
        let inside = folders_of_games(folder);
        return Err(if inside.is_empty() {
            ArchiveError::None(folder.to_path_buf())
        } else {
            ArchiveError::Tournament(folder.to_path_buf(), inside.join(", "))
        });
    }
    // Before the keys, which may differ in other versions.
    let text = text_file::read(&path, text_file::MAX_BYTES).unwrap_or_default();
    if let Some(version) = version_of(&text).filter(|version| *version != GAMES_VERSION) {
        let folder = folder.to_path_buf();
        return Err(ArchiveError::Version(folder, version.to_string()));
    }
    Ok(Experiment::load(&path)?)
}

impl<'e> Archive<'e> {
    /// An archive. No file is touched yet.
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

    /// The number of games of the whole experiment.
    pub fn games(&self) -> u64 {
        self.experiment.all_pairs() * 2
    }

    /// The numbers of the chunks that have a file, in order.
    ///
    /// # Errors
    /// The folder exists and cannot be read.
    pub fn chunks(&self) -> Result<Vec<u64>, FileError> {
        let files = entries_in(&self.folder.join(GAMES))?;
        let all = self.games().div_ceil(self.experiment.record.games_per_file);
        let chunks = files
            .iter()
            .filter_map(|file| chunk_of_name(file.file_name()?));
        let mut chunks: Vec<u64> = chunks.filter(|&chunk| chunk < all).collect();
        chunks.sort_unstable();
        Ok(chunks)
    }

    /// The chunk of a game.
    pub fn chunk_of(&self, game: u64) -> u64 {
        game / self.experiment.record.games_per_file
    }

    /// The numbers of the games of a chunk.
    pub fn chunk_games(&self, chunk: u64) -> Range<u64> {
        let per_chunk = self.experiment.record.games_per_file;
        let start = chunk * per_chunk;
        start..(start + per_chunk).min(self.games())
    }

    /// The file of a chunk.
    pub fn chunk_path(&self, chunk: u64) -> PathBuf {
        self.folder.join(GAMES).join(chunk_name(chunk))
    }

    /// Reads the games of a chunk, in order; none if it has no file.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or belongs to another experiment.
    pub fn read(&self, chunk: u64) -> Result<Vec<GameRecord>, RecordError> {
        let file = self.read_file(chunk)?;
        Ok(file.map_or(Vec::new(), |file| file.games))
    }

    /// Reads the file of a chunk; `None` if it does not exist.
    pub(crate) fn read_file(&self, chunk: u64) -> Result<Option<RecordFile>, RecordError> {
        let bytes = self.bytes_of(chunk)?;
        bytes.map(|bytes| self.decode(chunk, bytes)).transpose()
    }

    /// Reads the games of a chunk, and the SHA-256 of its file if it exists.
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

    /// The bytes of a complete chunk, and the signature of its search; `None` if the chunk is
    /// incomplete. Only the numbers of the games are decoded.
    pub(crate) fn read_complete(
        &self,
        chunk: u64,
    ) -> Result<Option<(Bytes, Option<String>)>, RecordError> {
        let Some((bytes, numbers, signature)) = self.read_numbers(chunk)? else {
            return Ok(None);
        };
        let is_complete = numbers.into_iter().eq(self.chunk_games(chunk));
        Ok(is_complete.then_some((bytes, signature)))
    }

    /// A chunk's file: its bytes, the numbers of the games, and the signature of their search.
    fn read_numbers(&self, chunk: u64) -> Result<Option<ChunkNumbers>, RecordError> {
        let Some(bytes) = self.bytes_of(chunk)?.map(Bytes::from) else {
            return Ok(None);
        };
        let found = decode_numbers(bytes.clone(), &self.origin);
        let (numbers, signature) = found.map_err(|error| error.of(self.chunk_path(chunk)))?;
        self.check_numbers(chunk, numbers.iter().copied())?;
        Ok(Some((bytes, numbers, signature)))
    }

    /// Checks that the numbers of games are in order and belong to a chunk.
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
        // The plan may have been shortened since.
        let wanted = self.chunk_games(chunk);
        file.games.retain(|game| wanted.contains(&game.number));
        for game in &mut file.games {
            let rules = &self.experiment.rules[game.rules].compiled;
            let expanded = places::expand(game, rules);
            expanded.map_err(|fault| DecodeError::Damaged(fault).of(self.chunk_path(chunk)))?;
        }
        Ok(file)
    }

    /// The number of recorded games.
    ///
    /// # Errors
    /// A file cannot be read, is damaged, or belongs to another experiment.
    pub fn count(&self) -> Result<u64, RecordError> {
        let count = |chunk: u64| -> Result<u64, RecordError> {
            let numbers = self
                .read_numbers(chunk)?
                .map_or(Vec::new(), |found| found.1);
            let wanted = self.chunk_games(chunk);
            let own = numbers.iter().filter(|number| wanted.contains(number));
            Ok(own.count() as u64)
        };
        let counts = (self.chunks()?).into_par_iter().map(count);
        counts.try_reduce(|| 0, |one, other| Ok(one + other))
    }

    /// The number of the first pair that is not recorded.
    ///
    /// # Errors
    /// As [`Archive::count`].
    pub fn first_missing_pair(&self) -> Result<u64, RecordError> {
        let mut next = 0;
        for chunk in self.chunks()? {
            let games = self.chunk_games(chunk);
            if games.start != next {
                break;
            }
            let there = self.read_numbers(chunk)?;
            let numbers = there.map_or(Vec::new(), |(_, numbers, _)| numbers);
            let is_next = |(game, there): &(u64, &u64)| game == *there;
            next += games.zip(&numbers).take_while(is_next).count() as u64;
        }
        Ok(next / 2)
    }

    /// Writes the file of a chunk.
    pub(crate) fn write_bytes(&self, chunk: u64, bytes: &[u8]) -> Result<(), FileError> {
        make_inside(&self.folder, Path::new(GAMES))?;
        write_whole(&self.chunk_path(chunk), |file| file.write_all(bytes))
    }

    /// Writes the games of a chunk, which must be in order.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, chunk: u64, games: &[GameRecord]) -> Result<(), FileError> {
        self.write_bytes(chunk, &encode(games, &self.origin))
    }

    /// The file of a chunk in a condensed file; `None` if there is none.
    pub(super) fn condensed(&self, chunk: u64, kept: Kept) -> Result<Option<Vec<u8>>, RecordError> {
        let Some(mut file) = self.read_file(chunk)? else {
            return Ok(None);
        };
        for game in &mut file.games {
            places::condense(game, self.experiment, kept);
        }
        let origin = self.clone().with_signature(file.signature).origin;
        Ok(Some(encode_uncompressed(&file.games, &origin)))
    }

    /// Reads the file of a unit, which this program's search must have played.
    pub(crate) fn read_unit(&self, path: &Path) -> Result<Vec<GameRecord>, RecordError> {
        let bytes =
            text_file::bytes(path, MAX_CHUNK_BYTES).map_err(FileError::new("read", path))?;
        let file = decode(bytes, &self.origin).map_err(|error| error.of(path.to_path_buf()))?;
        file.check_signature(path)?;
        Ok(file.games)
    }

    /// The archive for games of the search with this signature.
    pub fn with_signature(mut self, signature: Option<String>) -> Archive<'e> {
        self.origin.signature = signature;
        self
    }

    /// Checks that this program's search has played all games.
    ///
    /// # Errors
    /// Another one has, or a file cannot be read.
    pub fn check_signature(&self) -> Result<(), RecordError> {
        for chunk in self.chunks()? {
            if let Some((_, _, signature)) = self.read_numbers(chunk)? {
                check_signature(signature.as_deref(), &self.chunk_path(chunk))?;
            }
        }
        Ok(())
    }

    /// Writes the file of a unit.
    pub(crate) fn write_unit(&self, path: &Path, games: &[GameRecord]) -> Result<(), FileError> {
        let bytes = encode(games, &self.origin);
        write_whole(path, |file| file.write_all(&bytes))
    }

    /// Calls `visit` with the games of every chunk, in order.
    ///
    /// # Errors
    /// A file cannot be read, or `visit` fails.
    pub fn for_each_chunk<E: From<RecordError>>(
        &self,
        mut visit: impl FnMut(Vec<GameRecord>) -> Result<(), E>,
    ) -> Result<(), E> {
        let chunks = self.chunks().map_err(RecordError::File)?;
        (chunks.into_iter()).try_for_each(|chunk| visit(self.read(chunk)?))
    }
}

/// The name of the file of a chunk.
fn chunk_name(chunk: u64) -> String {
    format!("chunk-{chunk:06}.parquet")
}

/// The chunk with a file of this name.
fn chunk_of_name(name: &OsStr) -> Option<u64> {
    let name = name.to_str()?;
    let digits = name.strip_prefix("chunk-")?.strip_suffix(".parquet")?;
    let chunk = digits.parse().ok()?;
    (chunk_name(chunk) == name).then_some(chunk)
}
