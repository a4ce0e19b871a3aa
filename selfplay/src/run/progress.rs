//! The progress of a run: the games that existed before it, and the chunks that it writes.

use super::{Control, Event, RunError};
use crate::record::archive::Archive;
use crate::record::{self, DecodeError, GameRecord, RecordError, RecordFile};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tradewind_files::{FileError, quarantine};

/// The interval at which unfinished chunks are saved.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// The pairs that exist when a run begins: complete chunks, and single pairs of others.
#[derive(Debug, Default)]
pub(super) struct Present {
    chunks: BTreeSet<u64>,
    pairs: BTreeSet<u64>,
    pairs_per_chunk: u64,
    /// The number of pairs.
    count: u64,
    /// The error of a file that another search has played. It matters only if pairs are missing.
    pub(super) by_another_search: Option<RecordError>,
}

impl Present {
    /// Reads and checks the files of the chunks of some pairs. Damaged and foreign files are
    /// quarantined.
    pub(super) fn read(
        archive: &Archive<'_>,
        pairs: Range<u64>,
        stop: &AtomicBool,
        event: &(impl Fn(Event<'_>) + Sync),
    ) -> Result<Present, RunError> {
        let chunks = if pairs.is_empty() {
            0..0
        } else {
            archive.chunk_of(2 * pairs.start)..archive.chunk_of(2 * pairs.end - 1) + 1
        };
        let mut there = archive.chunks()?;
        there.retain(|chunk| chunks.contains(chunk));
        let of_chunk = |chunk: u64| -> Result<Present, RunError> {
            let mut present = Present::default();
            // There may be very many files. The run ends at once afterwards.
            if stop.load(Ordering::Relaxed) {
                return Ok(present);
            }
            let Some(file) = checked(archive, chunk, event)? else {
                return Ok(present);
            };
            present.by_another_search = file.check_signature(&archive.chunk_path(chunk)).err();
            let whole = archive.chunk_games(chunk);
            let is_whole = file.games.len() as u64 == whole.end - whole.start;
            for pair in record::pairs(&file.games) {
                let number = pair[0].pair();
                if pairs.contains(&number) {
                    event(Event::Found(pair));
                    present.count += 1;
                    if !is_whole {
                        present.pairs.insert(number);
                    }
                }
            }
            present.chunks.extend(is_whole.then_some(chunk));
            Ok(present)
        };
        let found: Result<Vec<Present>, RunError> = there.into_par_iter().map(of_chunk).collect();
        let mut all = Present {
            pairs_per_chunk: archive.experiment().record.games_per_file / 2,
            ..Present::default()
        };
        for present in found? {
            all.chunks.extend(present.chunks);
            all.pairs.extend(present.pairs);
            all.count += present.count;
            all.by_another_search = all.by_another_search.or(present.by_another_search);
        }
        Ok(all)
    }

    pub(super) fn has(&self, pair: u64) -> bool {
        self.chunks.contains(&(pair / self.pairs_per_chunk)) || self.pairs.contains(&pair)
    }
}

/// A chunk's file; `None` if it had to be quarantined.
fn checked(
    archive: &Archive<'_>,
    chunk: u64,
    event: &impl Fn(Event<'_>),
) -> Result<Option<RecordFile>, RunError> {
    match archive.read_file(chunk) {
        Ok(file) => Ok(file),
        Err(fault @ RecordError::Content(_, DecodeError::Damaged(_) | DecodeError::Foreign)) => {
            let to = quarantine(&archive.chunk_path(chunk), archive.folder())?;
            event(Event::Quarantined {
                fault: &fault.to_string(),
                to: &to,
            });
            Ok(None)
        }
        Err(RecordError::File(error)) => Err(RunError::File(error)),
        Err(other) => Err(RunError::Record(other)),
    }
}

/// The progress of a run.
pub(super) struct Progress<'r> {
    pub(super) archive: &'r Archive<'r>,
    pub(super) pairs: Range<u64>,
    pub(super) control: &'r Control,
    pub(super) event: &'r (dyn Fn(Event<'_>) + Sync),
    present: Present,
    /// Pairs that workers had finished for an earlier run.
    adopted: BTreeSet<u64>,
    played: AtomicU64,
    open: Mutex<OpenChunks>,
    /// The chunks that have been written.
    written: Mutex<BTreeSet<u64>>,
}

/// The chunks that are not complete.
struct OpenChunks {
    /// By chunk: the games of this run, and the number of pairs that are still missing.
    chunks: BTreeMap<u64, (Vec<GameRecord>, u64)>,
    saved: Instant,
}

impl<'r> Progress<'r> {
    pub(super) fn new(
        archive: &'r Archive<'r>,
        pairs: Range<u64>,
        present: Present,
        control: &'r Control,
        event: &'r (dyn Fn(Event<'_>) + Sync),
    ) -> Progress<'r> {
        Progress {
            archive,
            pairs,
            control,
            event,
            present,
            adopted: BTreeSet::new(),
            played: AtomicU64::new(0),
            open: Mutex::new(OpenChunks {
                chunks: BTreeMap::new(),
                saved: Instant::now(),
            }),
            written: Mutex::default(),
        }
    }

    /// The missing pairs, in order.
    pub(super) fn missing(&self) -> impl Iterator<Item = u64> + Send + '_ {
        let exists = |&pair: &u64| self.present.has(pair) || self.adopted.contains(&pair);
        self.pairs.clone().filter(move |pair| !exists(pair))
    }

    /// The number of pairs that neither existed before nor have been played.
    pub(super) fn missing_count(&self) -> u64 {
        let played = self.played.load(Ordering::Relaxed);
        self.pairs.end - self.pairs.start - self.present.count - played
    }

    /// Adds a pair that was played for an earlier run, if it is missing.
    pub(super) fn adopt(&mut self, games: [GameRecord; 2]) -> Result<(), RunError> {
        let pair = games[0].pair();
        let is_missing = self.pairs.contains(&pair) && !self.present.has(pair);
        if is_missing && self.control.is_wanted(pair) && self.adopted.insert(pair) {
            self.add(games)?;
        }
        Ok(())
    }

    fn locked(&self) -> MutexGuard<'_, OpenChunks> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a pair that was played, and writes its chunk if that is complete.
    pub(super) fn add(&self, games: [GameRecord; 2]) -> Result<(), RunError> {
        (self.event)(Event::Played(&games));
        self.played.fetch_add(1, Ordering::Relaxed);
        let number = self.archive.chunk_of(games[0].number);
        let mut open = self.locked();
        let missing = || (Vec::new(), self.missing_of(number));
        let (held, left) = open.chunks.entry(number).or_insert_with(missing);
        held.extend(games);
        *left -= 1;
        if *left == 0 {
            let done = open.chunks.remove(&number).unwrap_or_default();
            // Other threads continue while this one writes.
            drop(open);
            return self.write(number, done.0);
        }
        if open.saved.elapsed() > SAVE_EVERY {
            for (&number, (games, _)) in &open.chunks {
                self.write(number, games.clone())?;
            }
            open.saved = Instant::now();
        }
        Ok(())
    }

    /// Writes the unfinished chunks.
    pub(super) fn save(&self) -> Result<(), RunError> {
        let chunks = std::mem::take(&mut self.locked().chunks);
        (chunks.into_iter()).try_for_each(|(number, (games, _))| self.write(number, games))
    }

    /// The number of pairs of a chunk that this run has to play.
    fn missing_of(&self, chunk: u64) -> u64 {
        let games = self.archive.chunk_games(chunk);
        let pairs = (games.start / 2).max(self.pairs.start)..(games.end / 2).min(self.pairs.end);
        pairs.filter(|&pair| !self.present.has(pair)).count() as u64
    }

    /// Writes games of a chunk together with those that its file has already.
    fn write(&self, chunk: u64, mut games: Vec<GameRecord>) -> Result<(), RunError> {
        // Its file was checked when the run began. If it is damaged now, it is left alone.
        let there = self.archive.read(chunk).map_err(RunError::Record)?;
        let held: BTreeSet<u64> = there.iter().map(GameRecord::pair).collect();
        let own = self.archive.chunk_games(chunk);
        let mut known = self.present.pairs.range(own.start / 2..own.end / 2);
        if !known.all(|pair| held.contains(pair)) {
            return Err(self.gone(chunk, 0));
        }
        let new: BTreeSet<u64> = games.iter().map(|game| game.number).collect();
        games.extend(there.into_iter().filter(|game| !new.contains(&game.number)));
        games.sort_by_key(|game| game.number);
        self.archive.write(chunk, &games)?;
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.insert(chunk);
        Ok(())
    }

    /// Checks that all files that existed or were written still exist.
    pub(super) fn check_files(&self) -> Result<(), RunError> {
        let there: BTreeSet<u64> = self.archive.chunks()?.into_iter().collect();
        let mut wanted =
            std::mem::take(&mut *self.written.lock().unwrap_or_else(PoisonError::into_inner));
        wanted.extend(&self.present.chunks);
        let pairs = self.present.pairs.iter();
        wanted.extend(pairs.map(|pair| self.archive.chunk_of(2 * pair)));
        let mut gone = wanted.difference(&there);
        match gone.next() {
            Some(&first) => Err(self.gone(first, gone.count())),
            None => Ok(()),
        }
    }

    fn gone(&self, first: u64, others: usize) -> RunError {
        RunError::Gone(self.archive.chunk_path(first), others)
    }
}

/// Removes the games of pairs from `end` on.
pub(super) fn cut(archive: &Archive<'_>, end: u64) -> Result<(), RunError> {
    let first = archive.chunk_of(2 * end);
    for chunk in (archive.chunks()?.into_iter()).filter(|&chunk| chunk >= first) {
        let path = archive.chunk_path(chunk);
        let Some(mut file) = archive.read_file(chunk).map_err(RunError::Record)? else {
            continue;
        };
        let before = file.games.len();
        file.games.retain(|game| game.pair() < end);
        if file.games.is_empty() {
            std::fs::remove_file(&path).map_err(FileError::new("remove", &path))?;
        } else if file.games.len() < before {
            let own = archive.clone().with_signature(file.signature);
            own.write(chunk, &file.games)?;
        }
    }
    Ok(())
}
