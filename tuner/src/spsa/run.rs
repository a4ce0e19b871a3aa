//! Playing what is missing of a search for numbers.

use super::climb::{Climb, Question};
use super::path::{Path, Step};
use super::plan::SpsaPlan;
use crate::experiment::{Experiment, MatchPlan, Meet, PlayerPlan};
use crate::files::{FileError, make_folder, sha256, write_whole};
use crate::play::Table;
use crate::record::GameRecord;
use crate::record::archive::Archive;
use crate::run::{ClaimError, Event, RunError, clean, lock, play_match};
use crate::statistics::{Sprt, Tally};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The file that says which search a folder belongs to.
const PLAN: &str = "spsa.toml";
/// The file of the way so far.
const PATH: &str = "path.csv";
/// The folder of the match at the end.
const PROOF: &str = "proof";
/// How often the way is saved.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// Why a search cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SpsaError {
    /// The folder holds something else.
    #[error("{} holds another search for numbers, or this one by another plan; choose another folder with --out, or move it away", .0.display())]
    Other(PathBuf),
    /// The way so far is damaged.
    #[error("{}: {fault}; remove the file to begin anew, or put a whole copy of it there", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another runner has it.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// The match at the end could not be played.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Hears of what a search for numbers does.
pub trait SpsaWatcher: Sync {
    /// The way so far, after an iteration, or when it begins or goes on.
    fn moved(&self, path: &Path);

    /// The match at the end begins.
    fn proves(&self, experiment: &Experiment, folder: &FilePath);

    /// Something has happened in it.
    fn event(&self, event: &Event<'_>);

    /// Its tally has grown.
    fn stands(&self, tally: &Tally, sprt: &Sprt);

    /// It is played.
    fn proved(&self);
}

/// The way and, at its end, what the match has shown.
pub type Found = (Path, Option<Tally>);

/// Plays what is missing of a search for numbers, on the threads of the current rayon pool; `None`
/// when it was stopped before its end.
///
/// # Errors
/// The folder holds something else, or a file cannot be read or written.
pub fn run(
    plan: &SpsaPlan,
    folder: &FilePath,
    stop: &Arc<AtomicBool>,
    watcher: &impl SpsaWatcher,
) -> Result<Option<Found>, SpsaError> {
    make_folder(folder)?;
    let _lock = lock(folder)?;
    clean(folder)?;
    claim(plan, folder)?;
    let file = folder.join(PATH);
    let mut path = Path::read(&file, &plan.names())?.map_err(|fault| SpsaError::Damaged {
        path: file.clone(),
        fault,
    })?;
    if path.steps.len() as u64 > plan.iterations {
        return Err(SpsaError::Damaged {
            path: file,
            fault: format!("it has more than {} iterations", plan.iterations),
        });
    }
    let first = plan.tuned.iter().map(|one| one.start).collect();
    let scales = plan.tuned.iter().map(|one| one.scale).collect();
    let numbers = path.steps.last().map_or(first, |last| last.numbers.clone());
    let mut climb = Climb::new(plan.gains, scales, numbers);
    watcher.moved(&path);
    let mut saved = Instant::now();
    while (path.steps.len() as u64) < plan.iterations {
        let played = path.steps.len() as u64 * plan.experiment.pairs;
        let question = climb.ask(played, plan.experiment.seed);
        let Some(games) = games(plan, &question, played, stop) else {
            path.write(&file)?;
            return Ok(None);
        };
        let [won, _, lost] = games;
        climb.answer(&question, won as f64 - lost as f64);
        path.steps.push(Step {
            iteration: path.steps.len() as u64 + 1,
            games,
            numbers: climb.numbers.clone(),
        });
        if saved.elapsed() > SAVE_EVERY {
            path.write(&file)?;
            saved = Instant::now();
        }
        watcher.moved(&path);
    }
    path.write(&file)?;
    let Some(test) = &plan.proof else {
        return Ok(Some((path, None)));
    };
    let experiment = proof(plan, &climb.numbers);
    let folder = folder.join(PROOF);
    watcher.proves(&experiment, &folder);
    let tally = play_match(
        &Archive::new(&experiment, &folder),
        stop,
        &|event| watcher.event(&event),
        &|tally| watcher.stands(tally, &test.sprt),
    );
    watcher.proved();
    Ok(tally?.map(|tally| (path, Some(tally))))
}

/// Takes a folder for a search: a new one, or one in which the same search was begun.
fn claim(plan: &SpsaPlan, folder: &FilePath) -> Result<(), SpsaError> {
    let parts = [
        plan.experiment.fingerprint(),
        plan.experiment.pairs.to_string(),
    ];
    let text = format!(
        "# What decides the search for numbers in this folder.\ngames = \"{}\"\n{}",
        sha256(parts.iter().map(String::as_bytes)),
        toml::to_string(plan).expect("a plan is made of texts, numbers and tables")
    );
    let file = folder.join(PLAN);
    if !file.exists() {
        return Ok(write_whole(&file, |out| out.write_all(text.as_bytes()))?);
    }
    let known = fs::read_to_string(&file).map_err(FileError::new("read", &file))?;
    match known == text {
        true => Ok(()),
        false => Err(SpsaError::Other(folder.to_path_buf())),
    }
}

/// The player with some numbers.
fn player(plan: &SpsaPlan, name: &str, numbers: &[i32]) -> PlayerPlan {
    let base = &plan.experiment.players[0];
    let mut search: BTreeMap<String, i32> = base.search.clone();
    search.extend(plan.names().into_iter().zip(numbers.iter().copied()));
    PlayerPlan {
        name: name.to_string(),
        search,
        ..base.clone()
    }
}

/// The experiment with two players instead of one.
fn between(plan: &SpsaPlan, players: [PlayerPlan; 2]) -> Experiment {
    let mut experiment = plan.experiment.clone();
    experiment.meet = Meet::EachOther;
    experiment.players = players.to_vec();
    let own = experiment.rules[0].player_weights[0].clone();
    experiment.rules[0].player_weights = vec![own.clone(), own];
    experiment
}

/// Games won, drawn and lost by the first side of a question; `None` when it was stopped. An
/// unfinished game counts as drawn.
fn games(
    plan: &SpsaPlan,
    question: &Question,
    played: u64,
    stop: &Arc<AtomicBool>,
) -> Option<[u64; 3]> {
    let [one, other] = &question.sides;
    let players = [player(plan, "one", one), player(plan, "other", other)];
    let experiment = between(plan, players);
    let table = Table::new(&experiment, stop);
    let halt = || stop.load(Ordering::Relaxed);
    let pairs: Option<Vec<[GameRecord; 2]>> = (played..played + plan.experiment.pairs)
        .into_par_iter()
        .map(|pair| table.play(pair, &halt))
        .collect();
    let mut games = [0; 3];
    for game in pairs?.iter().flatten() {
        let half_points = game.result.half_points(game.first_side());
        games[2 - half_points.unwrap_or(1)] += 1;
    }
    Some(games)
}

/// The match of the numbers found against those of the beginning.
fn proof(plan: &SpsaPlan, numbers: &[f64]) -> Experiment {
    let rounded: Vec<i32> = numbers.iter().map(|number| number.round() as i32).collect();
    let first: Vec<i32> = plan
        .tuned
        .iter()
        .map(|one| one.start.round() as i32)
        .collect();
    let players = [
        player(plan, "tuned", &rounded),
        player(plan, "before", &first),
    ];
    let mut experiment = between(plan, players);
    if let Some(test) = &plan.proof {
        for player in &mut experiment.players {
            player.nodes = Some(test.nodes);
        }
        experiment.pairs = test.pairs;
        experiment.matched = Some(MatchPlan {
            sprt: Some(test.sprt),
        });
    }
    experiment.name = format!("{}, proof", plan.experiment.name);
    // Other openings than those that the numbers were found with.
    experiment.seed = plan.experiment.seed.wrapping_add(1 << 32) & (i64::MAX as u64);
    experiment
}
