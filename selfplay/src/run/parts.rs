//! The parts of a run: which games are there, and which are on their way into a file.

use super::{Event, RunError};
use crate::files::FileError;
use crate::record::archive::Archive;
use crate::record::{self, GameRecord, RecordError};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often parts that are not finished are saved.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The pairs that are there when a run begins: whole parts, and single pairs of others.
#[derive(Debug, Default)]
pub(super) struct Present {
    parts: BTreeSet<u64>,
    pairs: BTreeSet<u64>,
    pairs_per_part: u64,
    count: u64,
}

impl Present {
    /// Reads and checks the files of the parts that some pairs belong to. A file that is damaged or
    /// belongs elsewhere is set aside.
    pub(super) fn look(
        archive: &Archive<'_>,
        pairs: Range<u64>,
        stop: &AtomicBool,
        event: &(impl Fn(Event<'_>) + Sync),
    ) -> Result<Present, RunError> {
        let parts = if pairs.is_empty() {
            0..0
        } else {
            archive.part_of(2 * pairs.start)..archive.part_of(2 * pairs.end - 1) + 1
        };
        let mut there = archive.parts()?;
        there.retain(|part| parts.contains(part));
        let pairs_per_part = archive.experiment().record.games_per_file / 2;
        let found: Result<Vec<Present>, RunError> = there
            .into_par_iter()
            .map(|part| {
                // There may be very many files, and what follows ends at once then.
                if stop.load(Ordering::Relaxed) {
                    return Ok(Present::default());
                }
                let games = checked(archive, part, event)?;
                let whole = archive.part_games(part);
                let is_whole = games.len() as u64 == whole.end - whole.start;
                let mut present = Present::default();
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
                    present.parts.insert(part);
                }
                Ok(present)
            })
            .collect();
        let mut all = Present {
            pairs_per_part,
            ..Present::default()
        };
        for mut present in found? {
            all.parts.append(&mut present.parts);
            all.pairs.append(&mut present.pairs);
            all.count += present.count;
        }
        Ok(all)
    }

    pub(super) fn has(&self, pair: u64) -> bool {
        self.parts.contains(&(pair / self.pairs_per_part)) || self.pairs.contains(&pair)
    }

    /// How many pairs are there.
    pub(super) fn count(&self) -> u64 {
        self.count
    }
}

/// The games of a part's file; none, when the file had to be set aside.
fn checked(
    archive: &Archive<'_>,
    part: u64,
    event: &impl Fn(Event<'_>),
) -> Result<Vec<GameRecord>, RunError> {
    match archive.read(part) {
        Ok(games) => Ok(games),
        Err(fault @ (RecordError::Damaged { .. } | RecordError::Foreign { .. })) => {
            let to = archive.set_aside(part)?;
            event(Event::SetAside {
                fault: &fault.to_string(),
                to: &to,
            });
            Ok(Vec::new())
        }
        Err(RecordError::File(error)) => Err(RunError::File(error)),
        Err(other) => Err(RunError::Record(other)),
    }
}

/// Parts that are being played.
pub(super) struct OpenParts<'a, 'e> {
    archive: &'a Archive<'e>,
    present: &'a Present,
    pairs: Range<u64>,
    open: Mutex<Open>,
    /// Parts that have been written.
    written: Mutex<BTreeSet<u64>>,
}

struct Open {
    parts: BTreeMap<u64, Part>,
    saved: Instant,
}

/// A part that is being played.
#[derive(Default)]
struct Part {
    /// The games of this run.
    games: Vec<GameRecord>,
    /// How many pairs are still to come.
    left: u64,
}

impl<'a, 'e> OpenParts<'a, 'e> {
    pub(super) fn new(
        archive: &'a Archive<'e>,
        present: &'a Present,
        pairs: Range<u64>,
    ) -> OpenParts<'a, 'e> {
        OpenParts {
            archive,
            present,
            pairs,
            open: Mutex::new(Open {
                parts: BTreeMap::new(),
                saved: Instant::now(),
            }),
            written: Mutex::default(),
        }
    }

    fn locked(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a pair; its part is written when it was the last one missing.
    pub(super) fn add(&self, games: [GameRecord; 2]) -> Result<(), RunError> {
        let number = self.archive.part_of(games[0].number);
        let mut open = self.locked();
        let part = open.parts.entry(number).or_insert_with(|| Part {
            games: Vec::new(),
            left: self.missing(number),
        });
        part.games.extend(games);
        part.left -= 1;
        if part.left == 0 {
            let done = open.parts.remove(&number).unwrap_or_default();
            // The other threads go on while this one writes.
            drop(open);
            return self.write(number, done.games);
        }
        if open.saved.elapsed() > SAVE_EVERY {
            for (&number, part) in &open.parts {
                self.write(number, part.games.clone())?;
            }
            open.saved = Instant::now();
        }
        Ok(())
    }

    /// Writes what there is of the parts that are not finished.
    pub(super) fn save(&self) -> Result<(), RunError> {
        let parts = std::mem::take(&mut self.locked().parts);
        (parts.into_iter()).try_for_each(|(number, part)| self.write(number, part.games))
    }

    /// How many pairs of a part this run has to play.
    fn missing(&self, part: u64) -> u64 {
        let games = self.archive.part_games(part);
        let pairs = (games.start / 2).max(self.pairs.start)..(games.end / 2).min(self.pairs.end);
        pairs.filter(|&pair| !self.present.has(pair)).count() as u64
    }

    /// Writes games of a part, and with them those that its file has already.
    fn write(&self, part: u64, mut games: Vec<GameRecord>) -> Result<(), RunError> {
        // Its file has been checked when the run began; if it is wrong now, it is left as it is.
        let there = self.archive.read(part).map_err(RunError::Record)?;
        let held: BTreeSet<u64> = there.iter().map(GameRecord::pair).collect();
        let own = self.archive.part_games(part);
        let mut known = self.present.pairs.range(own.start / 2..own.end / 2);
        if !known.all(|pair| held.contains(pair)) {
            return Err(self.gone(part, 0));
        }
        let new: BTreeSet<u64> = games.iter().map(|game| game.number).collect();
        games.extend(there.into_iter().filter(|game| !new.contains(&game.number)));
        games.sort_by_key(|game| game.number);
        self.archive.write(part, &games)?;
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.insert(part);
        Ok(())
    }

    /// Looks whether all files are there still that were there or have been written.
    pub(super) fn check(&self) -> Result<(), RunError> {
        let there: BTreeSet<u64> = self.archive.parts()?.into_iter().collect();
        let mut wanted =
            std::mem::take(&mut *self.written.lock().unwrap_or_else(PoisonError::into_inner));
        wanted.extend(&self.present.parts);
        let pairs = self.present.pairs.iter();
        wanted.extend(pairs.map(|pair| self.archive.part_of(2 * pair)));
        let mut gone = wanted.difference(&there);
        match gone.next() {
            Some(&first) => Err(self.gone(first, gone.count())),
            None => Ok(()),
        }
    }

    fn gone(&self, first: u64, others: usize) -> RunError {
        RunError::Gone {
            first: self.archive.part_path(first),
            others,
        }
    }
}

/// Removes the games of pairs from `end` on.
pub(super) fn cut(archive: &Archive<'_>, end: u64) -> Result<(), RunError> {
    let first = archive.part_of(2 * end);
    for part in archive.parts()?.into_iter().filter(|&part| part >= first) {
        let path = archive.part_path(part);
        let mut games = archive.read(part).map_err(RunError::Record)?;
        let before = games.len();
        games.retain(|game| game.pair() < end);
        if games.is_empty() {
            std::fs::remove_file(&path).map_err(FileError::new("remove", &path))?;
        } else if games.len() < before {
            archive.write(part, &games)?;
        }
    }
    Ok(())
}
