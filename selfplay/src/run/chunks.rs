//! The chunks of a run: which games are there, and which are on their way into a file.

use super::{Event, RunError};
use crate::files::FileError;
use crate::record::archive::Archive;
use crate::record::{self, GameRecord, RecordError, RecordFile};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often chunks that are not finished are saved.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The pairs that are there when a run begins: whole chunks, and single pairs of others.
#[derive(Debug, Default)]
pub(super) struct Present {
    chunks: BTreeSet<u64>,
    pairs: BTreeSet<u64>,
    pairs_per_chunk: u64,
    count: u64,
    /// That another search has played some of them, which is no matter where nothing is missing.
    pub(super) by_another_search: Option<RecordError>,
}

impl Present {
    /// Reads and checks the files of the chunks that some pairs belong to. A file that is damaged or
    /// belongs elsewhere is quarantined.
    pub(super) fn look(
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
        let pairs_per_chunk = archive.experiment().record.games_per_file / 2;
        let found: Result<Vec<Present>, RunError> = there
            .into_par_iter()
            .map(|chunk| {
                // There may be very many files, and what follows ends at once then.
                if stop.load(Ordering::Relaxed) {
                    return Ok(Present::default());
                }
                let Some(file) = checked(archive, chunk, event)? else {
                    return Ok(Present::default());
                };
                let by_another_search = file.check_signature(&archive.chunk_path(chunk)).err();
                let games = file.games;
                let whole = archive.chunk_games(chunk);
                let is_whole = games.len() as u64 == whole.end - whole.start;
                let mut present = Present {
                    by_another_search,
                    ..Present::default()
                };
                for pair in record::pairs(&games) {
                    let number = pair[0].pair();
                    if pairs.contains(&number) {
                        event(Event::Found(pair));
                        present.count += 1;
                        if !is_whole {
                            present.pairs.insert(number);
                        }
                    }
                }
                if is_whole {
                    present.chunks.insert(chunk);
                }
                Ok(present)
            })
            .collect();
        let mut all = Present {
            pairs_per_chunk,
            ..Present::default()
        };
        for mut present in found? {
            all.chunks.append(&mut present.chunks);
            all.pairs.append(&mut present.pairs);
            all.count += present.count;
            all.by_another_search = all.by_another_search.or(present.by_another_search);
        }
        Ok(all)
    }

    pub(super) fn has(&self, pair: u64) -> bool {
        self.chunks.contains(&(pair / self.pairs_per_chunk)) || self.pairs.contains(&pair)
    }

    /// How many pairs are there.
    pub(super) fn count(&self) -> u64 {
        self.count
    }
}

/// A chunk's file; `None` when it had to be quarantined.
fn checked(
    archive: &Archive<'_>,
    chunk: u64,
    event: &impl Fn(Event<'_>),
) -> Result<Option<RecordFile>, RunError> {
    match archive.read_file(chunk) {
        Ok(file) => Ok(file),
        Err(fault @ (RecordError::Damaged { .. } | RecordError::Foreign { .. })) => {
            let to = archive.quarantine(chunk)?;
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

/// Chunks that are being played.
pub(super) struct OpenChunks<'a, 'e> {
    archive: &'a Archive<'e>,
    present: &'a Present,
    pairs: Range<u64>,
    open: Mutex<Open>,
    /// Chunks that have been written.
    written: Mutex<BTreeSet<u64>>,
}

struct Open {
    chunks: BTreeMap<u64, Chunk>,
    saved: Instant,
}

/// A chunk that is being played.
#[derive(Default)]
struct Chunk {
    /// The games of this run.
    games: Vec<GameRecord>,
    /// How many pairs are still to come.
    left: u64,
}

impl<'a, 'e> OpenChunks<'a, 'e> {
    pub(super) fn new(
        archive: &'a Archive<'e>,
        present: &'a Present,
        pairs: Range<u64>,
    ) -> OpenChunks<'a, 'e> {
        OpenChunks {
            archive,
            present,
            pairs,
            open: Mutex::new(Open {
                chunks: BTreeMap::new(),
                saved: Instant::now(),
            }),
            written: Mutex::default(),
        }
    }

    /// The folder that they go to.
    pub(super) fn archive(&self) -> &'a Archive<'e> {
        self.archive
    }

    fn locked(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a pair; its chunk is written when it was the last one missing.
    pub(super) fn add(&self, games: [GameRecord; 2]) -> Result<(), RunError> {
        let number = self.archive.chunk_of(games[0].number);
        let mut open = self.locked();
        let chunk = open.chunks.entry(number).or_insert_with(|| Chunk {
            games: Vec::new(),
            left: self.missing(number),
        });
        chunk.games.extend(games);
        chunk.left -= 1;
        if chunk.left == 0 {
            let done = open.chunks.remove(&number).unwrap_or_default();
            // The other threads go on while this one writes.
            drop(open);
            return self.write(number, done.games);
        }
        if open.saved.elapsed() > SAVE_EVERY {
            for (&number, chunk) in &open.chunks {
                self.write(number, chunk.games.clone())?;
            }
            open.saved = Instant::now();
        }
        Ok(())
    }

    /// Writes what there is of the chunks that are not finished.
    pub(super) fn save(&self) -> Result<(), RunError> {
        let chunks = std::mem::take(&mut self.locked().chunks);
        (chunks.into_iter()).try_for_each(|(number, chunk)| self.write(number, chunk.games))
    }

    /// How many pairs of a chunk this run has to play.
    fn missing(&self, chunk: u64) -> u64 {
        let games = self.archive.chunk_games(chunk);
        let pairs = (games.start / 2).max(self.pairs.start)..(games.end / 2).min(self.pairs.end);
        pairs.filter(|&pair| !self.present.has(pair)).count() as u64
    }

    /// Writes games of a chunk, and with them those that its file has already.
    fn write(&self, chunk: u64, mut games: Vec<GameRecord>) -> Result<(), RunError> {
        // Its file has been checked when the run began; if it is wrong now, it is left as it is.
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

    /// Looks whether all files are there still that were there or have been written.
    pub(super) fn check(&self) -> Result<(), RunError> {
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
        RunError::Gone {
            first: self.archive.chunk_path(first),
            others,
        }
    }
}

/// Removes the games of pairs from `end` on.
pub(super) fn cut(archive: &Archive<'_>, end: u64) -> Result<(), RunError> {
    let first = archive.chunk_of(2 * end);
    for chunk in archive
        .chunks()?
        .into_iter()
        .filter(|&chunk| chunk >= first)
    {
        let path = archive.chunk_path(chunk);
        let Some(RecordFile {
            mut games,
            signature,
        }) = archive.read_file(chunk).map_err(RunError::Record)?
        else {
            continue;
        };
        let before = games.len();
        games.retain(|game| game.pair() < end);
        if games.is_empty() {
            std::fs::remove_file(&path).map_err(FileError::new("remove", &path))?;
        } else if games.len() < before {
            let own = archive.clone().with_signature(signature);
            own.write(chunk, &games)?;
        }
    }
    Ok(())
}
