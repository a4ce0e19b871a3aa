//! Runs: folders of games below those of the workshop, played by any process. Their games are kept as columns, without
//! moves, and files of games are read again when they change.

use crate::catalog::Compiled;
use crate::folders::{hide, inside, lock, name_in, small_text, walk};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use tradewind_engine::rules::PieceType;
use tradewind_engine::{Color, ReplayError};
use tradewind_selfplay::experiment::{Experiment, SNAPSHOT};
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::record::{GameRecord, GameResult, Termination};

/// Folders within each other that are looked into.
pub const MAX_DEPTH: u32 = 6;
/// Folders that hold no runs.
const NOT_ENTERED: [&str; 6] = [
    "games",
    "rules",
    "weights",
    "quarantine",
    "target",
    "node_modules",
];
/// Maximum number of runs that are listed.
const MAX_RUNS: usize = 2000;
/// Maximum number of runs whose games are kept.
const MAX_KEPT: usize = 8;
/// A run whose games changed within this time is being played: unfinished files are saved more often.
const ACTIVE: Duration = Duration::from_secs(30);

/// A run as a line of a list.
#[derive(Clone, Debug, Serialize)]
pub struct RunEntry {
    /// The id by which requests name it.
    pub id: String,
    /// The name of its experiment.
    pub name: String,
    /// When its games changed, in seconds since 1970; `None` without games.
    pub changed: Option<u64>,
    /// Whether games came in lately.
    pub is_active: bool,
}

/// The folders that are looked into, and the runs that were read.
#[derive(Debug)]
pub struct Runs {
    folders: Vec<PathBuf>,
    kept: Mutex<Vec<(String, SystemTime, Arc<Run>)>>,
}

/// A run.
#[derive(Debug)]
pub struct Run {
    /// Its folder.
    folder: PathBuf,
    /// Its experiment.
    pub experiment: Experiment,
    rules: Vec<Arc<Compiled>>,
    columns: Mutex<Columns>,
    /// The results of a version of the games, as JSON: every watcher gets the same.
    shown: Mutex<(u64, Arc<str>)>,
}

/// The games of a run by file, with the change of it that was read.
#[derive(Debug, Default)]
struct Columns {
    chunks: BTreeMap<u64, (Stamp, Vec<Row>)>,
    log: Stamp,
    version: u64,
}

/// When a file was changed, and its size.
type Stamp = (Option<SystemTime>, u64);

/// A game without its moves.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its number.
    pub number: u64,
    /// The number of its rule set.
    pub rules: usize,
    /// The numbers of the players: White and Black.
    pub players: [usize; 2],
    /// The number of its odds.
    pub odds: Option<usize>,
    /// The number of plies.
    pub plies: u32,
    /// The result.
    pub result: GameResult,
    /// The termination.
    pub end: Termination,
    /// The [bits](bit) of the piece types that pieces promoted to.
    pub promoted: u128,
    /// The powers that its moves used, by name, in alphabetical order.
    pub powers: Vec<&'static str>,
    /// The largest lead in centipawns of a side that did not win; `None` without recorded scores.
    pub lost_lead: Option<i32>,
}

/// The bit of a piece type in a set of them.
pub fn bit(piece: PieceType) -> u128 {
    1 << piece.index().min(127)
}

impl Row {
    fn of(game: &GameRecord, run: &Run) -> Result<Row, String> {
        let rules = &run.rules[game.rules].rules;
        let wrong = |error: &ReplayError| format!("game {}: {error}", game.number);
        let (mut promoted, mut powers) = (0, BTreeSet::new());
        if let Some(mut position) = game.replay(rules) {
            for text in game.moves() {
                let one = position.read(text).map_err(|error| wrong(&error))?;
                let effects = position.effects(one);
                powers.extend(effects.uses.iter().map(|power| power.name()));
                promoted |= effects.becomes.map_or(0, bit);
                position.play(one);
            }
        }
        let scores = game.evaluations.as_ref();
        let leads = scores.map(|scores| {
            let scores = scores.iter().flatten().map(|&score| i32::from(score));
            let most = |sign: i32| scores.clone().map(|score| sign * score).max().unwrap_or(0);
            match game.result {
                GameResult::White => most(-1),
                GameResult::Black => most(1),
                _ => most(1).max(most(-1)),
            }
        });
        Ok(Row {
            number: game.number,
            rules: game.rules,
            players: game.players,
            odds: game.odds,
            plies: game.plies,
            result: game.result,
            end: game.end,
            promoted,
            powers: powers.into_iter().collect(),
            lost_lead: leads.map(|lead| lead.max(0)),
        })
    }

    /// A side's share of the point; `None` for an unfinished game.
    pub fn share(&self, side: Color) -> Option<f64> {
        let points = self.result.half_points(side)?;
        Some(points as f64 / 2.0)
    }
}

impl Runs {
    /// Runs below some folders, whose paths are canonical.
    pub fn new(folders: &[PathBuf]) -> Runs {
        Runs {
            folders: folders.to_vec(),
            kept: Mutex::default(),
        }
    }

    /// The runs, those that changed last first.
    pub fn entries(&self) -> Vec<RunEntry> {
        let mut found = below(&self.folders, MAX_RUNS, entry);
        found.sort_by(|one, other| (other.changed, &one.id).cmp(&(one.changed, &other.id)));
        found
    }

    /// The run with an id.
    ///
    /// # Errors
    /// There is no such run, or its experiment cannot be read; the text says what is wrong.
    pub fn run(&self, id: &str) -> Result<Arc<Run>, String> {
        let missing = || format!("there is no run `{id}`");
        let folder = inside(&self.folders, id, MAX_DEPTH).ok_or_else(missing)?;
        let snapshot = folder.join(SNAPSHOT);
        let is_file = snapshot
            .symlink_metadata()
            .is_ok_and(|found| found.is_file());
        let changed = snapshot.metadata().and_then(|found| found.modified());
        let changed = changed.ok().filter(|_| is_file).ok_or_else(missing)?;
        let mut kept = lock(&self.kept);
        if let Some((_, _, run)) = kept.iter().find(|one| one.0 == id && one.1 == changed) {
            return Ok(Arc::clone(run));
        }
        let experiment =
            experiment_of(&folder).map_err(|error| hide(&error.to_string(), &folder, id))?;
        let rules = experiment.rules.iter();
        let rules = rules.map(|rules| Arc::new(Compiled::new(rules.compiled.clone())));
        let run = Arc::new(Run {
            folder,
            rules: rules.collect(),
            experiment,
            columns: Mutex::default(),
            shown: Mutex::new((0, Arc::from(""))),
        });
        kept.retain(|one| one.0 != id);
        if kept.len() >= MAX_KEPT {
            kept.remove(0);
        }
        kept.push((id.to_string(), changed, Arc::clone(&run)));
        Ok(run)
    }
}

impl Run {
    /// The rules with a number.
    pub fn rules(&self, number: usize) -> Option<Arc<Compiled>> {
        self.rules.get(number).map(Arc::clone)
    }

    fn archive(&self) -> Archive<'_> {
        Archive::new(&self.experiment, &self.folder)
    }

    /// Reads files that changed. Returns a number that grows with each change, from 1.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn refresh(&self) -> Result<u64, String> {
        let archive = self.archive();
        let hidden = |error: String| hide(&error, &self.folder, &self.experiment.name);
        let there = archive
            .chunks()
            .map_err(|error| hidden(error.to_string()))?;
        let mut columns = lock(&self.columns);
        let before = columns.chunks.len();
        columns.chunks.retain(|chunk, _| there.contains(chunk));
        let mut has_changed = columns.chunks.len() != before;
        for chunk in there {
            let stamp = stamp(&archive.chunk_path(chunk));
            if columns
                .chunks
                .get(&chunk)
                .is_some_and(|(known, _)| *known == stamp)
            {
                continue;
            }
            let games = archive
                .read(chunk)
                .map_err(|error| hidden(error.to_string()))?;
            let rows = games.par_iter().map(|game| Row::of(game, self));
            let rows = rows.collect::<Result<_, String>>().map_err(hidden)?;
            columns.chunks.insert(chunk, (stamp, rows));
            has_changed = true;
        }
        let log = stamp(&self.log());
        has_changed |= log != columns.log;
        columns.log = log;
        columns.version += u64::from(has_changed);
        Ok(columns.version + 1)
    }

    /// Calls `read` with all games that were read, in order.
    pub fn with_rows<T>(&self, read: impl FnOnce(&mut dyn Iterator<Item = &Row>) -> T) -> T {
        let columns = lock(&self.columns);
        let mut rows = columns.chunks.values().flat_map(|(_, rows)| rows);
        read(&mut rows)
    }

    /// The game with a number, with its moves.
    ///
    /// # Errors
    /// It was not played, or its file cannot be read.
    pub fn game(&self, number: u64) -> Result<GameRecord, String> {
        let archive = self.archive();
        let missing = || format!("game {number} was not played");
        if number >= archive.games() {
            return Err(missing());
        }
        let games = archive.read(archive.chunk_of(number));
        let games =
            games.map_err(|error| hide(&error.to_string(), &self.folder, &self.experiment.name))?;
        games
            .into_iter()
            .find(|game| game.number == number)
            .ok_or_else(missing)
    }

    /// The results of a version of the games, made once by `make`.
    pub fn shown(&self, version: u64, make: impl FnOnce() -> String) -> Arc<str> {
        let mut shown = lock(&self.shown);
        if shown.0 != version {
            *shown = (version, Arc::from(make()));
        }
        Arc::clone(&shown.1)
    }

    /// When the games changed, in seconds since 1970.
    pub fn changed(&self) -> Option<u64> {
        changed(&self.folder).map(seconds)
    }

    /// The file beside its folder that has what its process printed, if the workshop started it.
    fn log(&self) -> PathBuf {
        let mut name = self.folder.as_os_str().to_owned();
        name.push(".log");
        PathBuf::from(name)
    }

    /// The results that its process printed: what follows the first empty line.
    pub fn printed(&self) -> Option<String> {
        let text = small_text(&self.log())?;
        let (_, results) = text.split_once("\n\n")?;
        Some(results.to_string())
    }

    /// The plots of its folder, by name.
    pub fn plots(&self) -> Vec<String> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            names.extend((is_file && name.ends_with(".svg")).then_some(name));
        }
        names.sort();
        names
    }

    /// The text of a plot of its folder.
    ///
    /// # Errors
    /// There is none with this name.
    pub fn plot(&self, name: &str) -> Result<String, String> {
        let missing = || format!("there is no plot `{name}`");
        let known = self.plots().into_iter().find(|known| known == name);
        let path = self.folder.join(known.ok_or_else(missing)?);
        fs::read_to_string(path).map_err(|_| missing())
    }
}

fn stamp(path: &Path) -> Stamp {
    let found = path.metadata();
    found.map_or((None, 0), |found| (found.modified().ok(), found.len()))
}

/// A time in seconds since 1970.
pub fn seconds(time: SystemTime) -> u64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// When the games of a folder changed.
fn changed(folder: &Path) -> Option<SystemTime> {
    let files = fs::read_dir(folder.join("games")).ok()?.flatten();
    files
        .filter_map(|file| file.metadata().ok()?.modified().ok())
        .max()
}

/// The results of `find` for the ids and paths of some folders and those below them, at most a number.
pub fn below<T>(
    folders: &[PathBuf],
    most: usize,
    find: impl Fn(&str, &Path) -> Option<T>,
) -> Vec<T> {
    let mut found = Vec::new();
    walk(folders, MAX_DEPTH, &mut |id, path, is_folder| {
        let name = id.rsplit_once('/').map(|(_, name)| name);
        let is_entered = is_folder && name.is_none_or(|name| !NOT_ENTERED.contains(&name));
        if is_entered && found.len() < most {
            found.extend(find(id, path));
        }
        is_entered && found.len() < most
    });
    found
}

/// Whether something that changed then is going on.
pub fn is_recent(changed: Option<SystemTime>) -> bool {
    changed.is_some_and(|time| time.elapsed().is_ok_and(|age| age < ACTIVE))
}

/// The run in a folder, if there is one.
fn entry(id: &str, folder: &Path) -> Option<RunEntry> {
    let text = small_text(&folder.join(SNAPSHOT))?;
    if !folder.join("rules").is_dir() {
        return None;
    }
    let changed = changed(folder);
    let reported = folder
        .join("report.html")
        .metadata()
        .and_then(|page| page.modified());
    let is_over = reported.is_ok_and(|time| changed.is_some_and(|changed| changed <= time));
    Some(RunEntry {
        id: id.to_string(),
        name: name_in(&text).unwrap_or(id).to_string(),
        changed: changed.map(seconds),
        is_active: is_recent(changed) && !is_over,
    })
}
