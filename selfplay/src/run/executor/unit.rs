//! A unit: a few pairs of an experiment that one worker plays into one file.

use crate::files::{FileError, make_inside, refuse_link, remove_folder};
use crate::play::GameRunner;
use crate::record::archive::Archive;
use crate::record::{self, GameRecord, RecordError};
use rayon::prelude::*;
use std::io;
use std::iter::Peekable;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

/// The folder of the files of units, which is there while a run is on.
const UNITS: &str = "units";

/// Plays the pairs of a unit on the threads of the current rayon pool and writes their games into a file, whole or not
/// at all. Tells whether it did: not when `halt` says that it must stop.
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
    let played: Option<Vec<[GameRecord; 2]>> = pairs
        .into_par_iter()
        .map(|pair| runner.play(pair, halt))
        .collect();
    let Some(played) = played else {
        return Ok(false);
    };
    archive.write_unit(file, played.as_flattened())?;
    Ok(true)
}

/// Refuses what no run gives out: pairs that are not of the experiment and of one file of games, or a file that does not lie
/// in the folder's own for units.
///
/// # Errors
/// What is wrong with the unit.
pub fn check_unit(archive: &Archive<'_>, pairs: &Range<u64>, file: &Path) -> Result<(), String> {
    let all = archive.experiment().all_pairs();
    let pairs_per_file = archive.experiment().record.games_per_file / 2;
    let is_right = pairs.start < pairs.end
        && pairs.end <= all
        && pairs.start / pairs_per_file == (pairs.end - 1) / pairs_per_file;
    if !is_right {
        let Range { start, end } = pairs;
        return Err(format!(
            "pairs {start}..{end} are not of one file of games; there are {all} pairs, {pairs_per_file} a file"
        ));
    }
    let folder = archive.folder().join(UNITS);
    refuse_link(&folder).map_err(|error| error.to_string())?;
    let inner = file.strip_prefix(&folder).map(|inner| inner.components());
    let is_inside = inner.is_ok_and(|mut inner| {
        matches!(
            (inner.next(), inner.next()),
            (Some(Component::Normal(_)), None)
        )
    });
    if is_inside {
        return Ok(());
    }
    Err(format!(
        "{} is not a file in {}",
        file.display(),
        folder.display()
    ))
}

/// The files of the units of a run.
pub(super) struct UnitFiles<'a> {
    archive: &'a Archive<'a>,
    folder: PathBuf,
}

impl<'a> UnitFiles<'a> {
    /// Those of an archive; nothing is touched yet.
    pub(super) fn new(archive: &'a Archive<'a>) -> Result<UnitFiles<'a>, FileError> {
        refuse_link(&archive.folder().join(UNITS))?;
        let folder = archive.folder().join(UNITS);
        // Workers have a working folder of their own.
        let folder = std::path::absolute(&folder).map_err(FileError::new("find", &folder))?;
        Ok(UnitFiles { archive, folder })
    }

    /// Makes their folder, if it is not there.
    pub(super) fn make(&self) -> Result<(), FileError> {
        make_inside(self.archive.folder(), Path::new(UNITS))
    }

    /// The file of some pairs.
    pub(super) fn path(&self, pairs: &Range<u64>) -> PathBuf {
        let name = format!("pairs-{:08}-{:08}.parquet", pairs.start, pairs.end);
        self.folder.join(name)
    }

    /// The files that are there: of workers that went on when a run was killed.
    pub(super) fn there(&self) -> Result<Vec<PathBuf>, FileError> {
        let failed = || FileError::new("read", &self.folder);
        let mut files = Vec::new();
        let entries = match std::fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(files),
            entries => entries.map_err(failed())?,
        };
        for entry in entries {
            files.push(entry.map_err(failed())?.path());
        }
        files.sort();
        Ok(files)
    }

    /// The games of a file, by pairs.
    pub(super) fn read(&self, file: &Path) -> Result<Vec<[GameRecord; 2]>, RecordError> {
        let games = self.archive.read_unit(file)?;
        Ok(record::pairs(&games).cloned().collect())
    }

    /// The games of a unit, by pairs.
    pub(super) fn read_unit(
        &self,
        pairs: &Range<u64>,
    ) -> Result<Vec<[GameRecord; 2]>, RecordError> {
        let file = self.path(pairs);
        let games = self.read(&file)?;
        if games.iter().map(|pair| pair[0].pair()).eq(pairs.clone()) {
            return Ok(games);
        }
        Err(RecordError::misnamed(file))
    }

    /// Removes a file; it may be gone.
    pub(super) fn remove(&self, file: &Path) {
        // What cannot be removed now is read again by the next run, to no harm.
        let _ = std::fs::remove_file(file);
    }

    /// Removes the folder with what is in it; it may be gone. A worker may be just about to write a file that nobody wants
    /// any more: the executor runs on.
    pub(super) fn remove_all(&self) -> Result<(), FileError> {
        remove_folder(&self.folder)
    }
}

/// Cuts pairs into units.
pub(super) struct UnitCutter<I: Iterator<Item = u64>> {
    pairs: Peekable<I>,
    pairs_per_file: u64,
}

impl<I: Iterator<Item = u64>> UnitCutter<I> {
    /// Of pairs in their order, where a file of games holds so many.
    pub(super) fn new(pairs: I, pairs_per_file: u64) -> UnitCutter<I> {
        UnitCutter {
            pairs: pairs.peekable(),
            pairs_per_file,
        }
    }

    /// The next unit: pairs that follow each other and are of one file of games, `size` at most.
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
    fn units_are_of_pairs_that_follow_each_other_within_a_file() {
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
