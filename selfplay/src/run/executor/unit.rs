//! Units: a few pairs of an experiment that one worker plays into one file.

use crate::play::GameRunner;
use crate::record::archive::Archive;
use crate::record::{self, GameRecord, RecordError};
use rayon::prelude::*;
use std::iter::Peekable;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use tradewind_files::{FileError, refuse_link};

type PairsOfGames = Vec<[GameRecord; 2]>;

/// The folder of the files of units, which exists during a run.
pub(super) const UNITS: &str = "units";

/// Plays the pairs of a unit on the threads of the current rayon pool and writes their games into a
/// file. Returns false if `halt` returned true earlier.
///
/// # Errors
/// The file cannot be written.
pub fn play_unit(
    archive: &Archive<'_>,
    runner: &GameRunner<'_>,
    pairs: Range<u64>,
    file: &Path,
    halt: &(impl Fn() -> bool + Sync),
) -> Result<bool, FileError> {
    let played = pairs.into_par_iter().map(|pair| runner.play(pair, halt));
    let Some(played) = played.collect::<Option<PairsOfGames>>() else {
        return Ok(false);
    };
    archive.write_unit(file, played.as_flattened())?;
    Ok(true)
}

/// Checks that the pairs of a unit belong to the experiment and to one chunk, and that its file is
/// in the folder of units.
///
/// # Errors
/// The fault of the unit.
pub fn check_unit(archive: &Archive<'_>, pairs: &Range<u64>, file: &Path) -> Result<(), String> {
    let all = archive.experiment().all_pairs();
    let pairs_per_file = archive.experiment().record.games_per_file / 2;
    let is_valid = pairs.start < pairs.end
        && pairs.end <= all
        && pairs.start / pairs_per_file == (pairs.end - 1) / pairs_per_file;
    if !is_valid {
        let Range { start, end } = pairs;
        return Err(format!(
            "pairs {start}..{end} do not belong to one file of games; there are {all} pairs, {pairs_per_file} per file"
        ));
    }
    let folder = archive.folder().join(UNITS);
    refuse_link(&folder).map_err(|error| error.to_string())?;
    let inner = file.strip_prefix(&folder).unwrap_or(Path::new(""));
    let parts: Vec<Component<'_>> = inner.components().collect();
    if matches!(parts.as_slice(), [Component::Normal(_)]) {
        return Ok(());
    }
    let (file, folder) = (file.display(), folder.display());
    Err(format!("{file} is not a file in {folder}"))
}

/// The files of the units of a run.
pub(super) struct UnitFiles<'a> {
    archive: &'a Archive<'a>,
    pub(super) folder: PathBuf,
}

impl<'a> UnitFiles<'a> {
    /// The files of units of an archive. No file is touched yet.
    pub(super) fn new(archive: &'a Archive<'a>) -> Result<UnitFiles<'a>, FileError> {
        let folder = archive.folder().join(UNITS);
        refuse_link(&folder)?;
        // Workers may run in another working folder.
        let folder = std::path::absolute(&folder).map_err(FileError::new("find", &folder))?;
        Ok(UnitFiles { archive, folder })
    }

    /// The file of a unit.
    pub(super) fn path(&self, pairs: &Range<u64>) -> PathBuf {
        let name = format!("pairs-{:08}-{:08}.parquet", pairs.start, pairs.end);
        self.folder.join(name)
    }

    /// The games of a file, by pairs.
    pub(super) fn read(&self, file: &Path) -> Result<PairsOfGames, RecordError> {
        let games = self.archive.read_unit(file)?;
        Ok(record::pairs(&games).cloned().collect())
    }

    /// The games of a unit, by pairs.
    pub(super) fn read_unit(&self, pairs: &Range<u64>) -> Result<PairsOfGames, RecordError> {
        let file = self.path(pairs);
        let games = self.read(&file)?;
        let is_whole = games.iter().map(|pair| pair[0].pair()).eq(pairs.clone());
        let misnamed = || RecordError::misnamed(file);
        is_whole.then_some(games).ok_or_else(misnamed)
    }

    /// Removes a file, if it exists.
    pub(super) fn remove(&self, file: &Path) {
        // A file that stays is harmless: the next run reads it again.
        let _ = std::fs::remove_file(file);
    }
}

/// Divides pairs into units.
pub(super) struct UnitCutter<I: Iterator<Item = u64>> {
    pairs: Peekable<I>,
    pairs_per_file: u64,
}

impl<I: Iterator<Item = u64>> UnitCutter<I> {
    /// Divides ordered pairs; a chunk has `pairs_per_file`.
    pub(super) fn new(pairs: I, pairs_per_file: u64) -> UnitCutter<I> {
        UnitCutter {
            pairs: pairs.peekable(),
            pairs_per_file,
        }
    }

    /// The next unit: at most `size` consecutive pairs of one chunk.
    pub(super) fn next(&mut self, size: u64) -> Option<Range<u64>> {
        let start = self.pairs.next()?;
        let file_end = (start / self.pairs_per_file + 1) * self.pairs_per_file;
        let last = file_end.min(start + size.max(1));
        let mut end = start + 1;
        while end < last && self.pairs.next_if_eq(&end).is_some() {
            end += 1;
        }
        Some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_consecutive_pairs_of_one_file() {
        let missing = (0..30).filter(|pair| ![3, 4, 17].contains(pair));
        let mut units = UnitCutter::new(missing, 10);
        let sizes = [4, 4, 4, 9, 1, 0, 5, 9, 9];
        let found: Vec<Range<u64>> = sizes
            .into_iter()
            .map_while(|size| units.next(size))
            .collect();
        assert_eq!(
            found,
            [0..3, 5..9, 9..10, 10..17, 18..19, 19..20, 20..25, 25..30]
        );
    }
}
