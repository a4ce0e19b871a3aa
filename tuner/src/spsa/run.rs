//! Playing what is missing of an SPSA run.

use super::optimizer::{Optimizer, Perturbation};
use super::path::{Path, SpsaStep};
use super::plan::SpsaPlan;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path as FilePath, PathBuf};
use std::time::{Duration, Instant};
use tradewind_selfplay::experiment::{Experiment, MatchPlan, PlayerPlan, Schedule};
use tradewind_selfplay::files::{FileError, make_inside};
use tradewind_selfplay::play::GameRunner;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Executor, LockError, Observer, RunError, lock_for_plan, play_match};
use tradewind_selfplay::sprt_tracker::tally;
use tradewind_stats::Tally;

/// The file of the way so far.
const PATH: &str = "path.csv";
/// The folder of the matches at the end, one for each rule set.
const VERIFICATION: &str = "verification";
/// How often the way is saved.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// Why a search cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SpsaError {
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
    /// Another runner has the folder, or it holds something else.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A match at the end could not be played.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Hears of what an SPSA run does.
pub trait SpsaObserver: Sync {
    /// The way so far, after an iteration, or when it begins or goes on.
    fn moved(&self, path: &Path);

    /// Who hears of the games of the matches at the end.
    fn observer(&self) -> &impl Observer;
}

/// The way and, at its end, what the matches have shown: one under each rule set, by its name.
pub type Found = (Path, Vec<(String, Tally)>);

/// Plays what is missing of an SPSA run, on the threads of the current rayon pool; `None`
/// when it was stopped before its end.
///
/// # Errors
/// The folder holds something else, or a file cannot be read or written.
pub fn run(
    plan: &SpsaPlan,
    folder: &FilePath,
    executor: &Executor,
    observer: &impl SpsaObserver,
) -> Result<Option<Found>, SpsaError> {
    let _lock = lock_for_plan(folder, "spsa.toml", "SPSA run", &plan_text(plan))?;
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
    let mut optimizer = Optimizer::new(plan.gains, scales, numbers);
    observer.moved(&path);
    let mut saved = Instant::now();
    while (path.steps.len() as u64) < plan.iterations {
        let done = path.steps.len() as u64;
        let played = done * plan.experiment.all_pairs();
        let question = optimizer.ask(played, plan.experiment.seed);
        let Some(games) = games(plan, &question, done, executor) else {
            path.write(&file)?;
            return Ok(None);
        };
        let [won, _, lost] = games;
        optimizer.answer(&question, won as f64 - lost as f64);
        path.steps.push(SpsaStep {
            iteration: path.steps.len() as u64 + 1,
            games,
            numbers: optimizer.numbers.clone(),
        });
        if saved.elapsed() > SAVE_EVERY {
            path.write(&file)?;
            saved = Instant::now();
        }
        observer.moved(&path);
    }
    path.write(&file)?;
    let mut tallies = Vec::new();
    for experiment in verification(plan, &optimizer.numbers) {
        let rules = &experiment.rules[0].name;
        let own = FilePath::new(VERIFICATION).join(rules);
        make_inside(folder, &own)?;
        let own = folder.join(own);
        let archive = Archive::new(&experiment, &own);
        let Some(tally) = play_match(&archive, executor, observer.observer())? else {
            return Ok(None);
        };
        tallies.push((rules.clone(), tally));
    }
    Ok(Some((path, tallies)))
}

/// What decides a search.
fn plan_text(plan: &SpsaPlan) -> String {
    format!(
        "# What decides the SPSA run in this folder.\ngames = \"{}\"\n{}",
        plan.experiment.sized_fingerprint(),
        toml::to_string(plan).expect("a plan is made of texts, numbers and tables")
    )
}

/// A player with the parameters that are tuned.
fn player(plan: &SpsaPlan, base: &PlayerPlan, name: &str, numbers: &[i32]) -> PlayerPlan {
    let mut search: BTreeMap<String, i32> = base.search.clone();
    search.extend(plan.names().into_iter().zip(numbers.iter().copied()));
    PlayerPlan {
        name: name.to_string(),
        search,
        ..base.clone()
    }
}

/// The experiment with one of its players against itself, each time with other parameters.
fn between(plan: &SpsaPlan, at: usize, sides: [(&str, &[i32]); 2]) -> Experiment {
    let mut experiment = plan.experiment.clone();
    let base = &plan.experiment.players[at];
    experiment.schedule = Schedule::EachOther;
    experiment.players = (sides.iter())
        .map(|(name, numbers)| player(plan, base, name, numbers))
        .collect();
    for rules in &mut experiment.rules {
        rules.player_weights = vec![rules.player_weights[at].clone(); 2];
    }
    experiment
}

/// Games won, drawn and lost by the first side of a question, after so many iterations; `None` when it was
/// stopped. An unfinished game counts as drawn.
fn games(
    plan: &SpsaPlan,
    question: &Perturbation,
    done: u64,
    executor: &Executor,
) -> Option<[u64; 3]> {
    let [one, other] = &question.sides;
    let players = 0..plan.experiment.players.len();
    let experiments: Vec<Experiment> = players
        .map(|at| between(plan, at, [("one", one), ("other", other)]))
        .collect();
    let runners: Vec<GameRunner<'_>> = experiments
        .iter()
        .map(|experiment| GameRunner::new(experiment, executor.stop()))
        .collect();
    let halt = || executor.is_stopped();
    let pairs = plan.experiment.pairs * plan.experiment.rules.len() as u64;
    let all = runners
        .par_iter()
        .flat_map(|runner| {
            let pairs = (done * pairs..(done + 1) * pairs).into_par_iter();
            pairs.map(|pair| runner.play(pair, &halt).map(|games| tally(&games)))
        })
        .try_reduce(Tally::default, |mut all, pairs| {
            all.join(&pairs);
            Some(all)
        })?;
    Some(all.games)
}

/// The matches of the parameters found against the first ones: of the first player, under each rule set.
fn verification(plan: &SpsaPlan, numbers: &[f64]) -> Vec<Experiment> {
    let Some(test) = &plan.verification else {
        return Vec::new();
    };
    let rounded: Vec<i32> = numbers.iter().map(|number| number.round() as i32).collect();
    let first: Vec<i32> = (plan.tuned.iter())
        .map(|one| one.start.round() as i32)
        .collect();
    let mut experiment = between(plan, 0, [("tuned", &rounded), ("before", &first)]);
    for player in &mut experiment.players {
        test.limit(player);
    }
    experiment.pairs = test.pairs;
    experiment.matched = Some(MatchPlan {
        sprt: Some(test.sprt),
    });
    experiment.name = format!("{}, verification", plan.experiment.name);
    // Other openings than those that the numbers were found with.
    experiment.seed = plan.experiment.seed_after(1 << 32);
    experiment.matches()
}
