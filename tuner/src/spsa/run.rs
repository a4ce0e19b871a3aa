//! Playing what is missing of an SPSA run.

use super::optimizer::{Optimizer, Perturbation};
use super::path::{Path, SpsaStep};
use super::plan::SpsaPlan;
use std::collections::BTreeMap;
use std::path::{Path as FilePath, PathBuf};
use std::time::{Duration, Instant};
use tradewind_files::{FileError, make_inside};
use tradewind_selfplay::experiment::{Experiment, MatchPlan, PlayerPlan, Schedule, short_name};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{
    Executor, LockError, Observer, RunError, lock_for_plan, play_batch, play_match,
};
use tradewind_stats::Tally;

/// The file of the way so far.
const PATH: &str = "path.csv";
/// The folder of the matches at the end, one for each rule set.
const VERIFICATION: &str = "verification";
/// The folder of the games of an iteration while another program has them played.
const ITERATION: &str = "iteration";
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
        let Some((answered, games)) =
            iteration(plan, &optimizer, (done, folder), executor, observer)?
        else {
            path.write(&file)?;
            return Ok(None);
        };
        optimizer.answer(&answered);
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

/// The experiment with each of some of its players against itself, each time with other parameters.
fn between(
    plan: &SpsaPlan,
    base: &[usize],
    couples: &[[(String, &[i32]); 2]],
    schedule: Schedule,
) -> Experiment {
    let mut experiment = plan.experiment.clone();
    experiment.schedule = schedule;
    experiment.players.clear();
    let mut weights = vec![Vec::new(); experiment.rules.len()];
    for &at in base {
        for (name, numbers) in couples.iter().flatten() {
            let name = match base.len() {
                1 => name.clone(),
                _ => format!("{} {name}", plan.experiment.players[at].name),
            };
            (experiment.players).push(player(plan, &plan.experiment.players[at], &name, numbers));
            for (of_rules, rules) in weights.iter_mut().zip(&plan.experiment.rules) {
                of_rules.push(rules.player_weights[at].clone());
            }
        }
    }
    for (rules, weights) in experiment.rules.iter_mut().zip(weights) {
        rules.player_weights = weights;
    }
    experiment
}

/// What came of an iteration: each question with what its first set has won more than lost, and the games won, drawn
/// and lost by first sets.
type Answered = (Vec<(Perturbation, f64)>, [u64; 3]);

/// Plays an iteration, the one after so many; `None` when it was stopped. An unfinished game counts as drawn.
fn iteration(
    plan: &SpsaPlan,
    optimizer: &Optimizer,
    (done, folder): (u64, &FilePath),
    executor: &Executor,
    observer: &impl SpsaObserver,
) -> Result<Option<Answered>, SpsaError> {
    let pairs = plan.pairs_per_iteration();
    let mut answered: Vec<(Perturbation, f64)> = (0..plan.directions)
        .map(|direction| {
            let played = done * pairs + direction;
            (optimizer.ask(played, plan.experiment.seed), 0.0)
        })
        .collect();
    let couples: Vec<[(String, &[i32]); 2]> = (1..)
        .zip(&answered)
        .map(|(number, (question, _))| {
            let [one, other] = &question.sides;
            [
                (format!("one {number}"), &one[..]),
                (format!("other {number}"), &other[..]),
            ]
        })
        .collect();
    let base: Vec<usize> = (0..plan.experiment.players.len()).collect();
    let mut experiment = between(plan, &base, &couples, Schedule::Couples);
    experiment.pairs *= done + 1;
    let tallies = play_batch(
        &experiment,
        done * pairs..(done + 1) * pairs,
        &folder.join(ITERATION),
        executor,
        &|event| observer.observer().event(&event),
    )?;
    let Some(tallies) = tallies else {
        return Ok(None);
    };
    let mut games = [0; 3];
    // Pairings come by rule set, then by player, then by direction.
    for (place, tally) in tallies.iter().enumerate() {
        let [won, drawn, lost] = tally.games;
        answered[place % plan.directions as usize].1 += won as f64 - lost as f64;
        games = [games[0] + won, games[1] + drawn, games[2] + lost];
    }
    Ok(Some((answered, games)))
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
    let sides = [
        ("tuned".to_string(), &rounded[..]),
        ("before".to_string(), &first[..]),
    ];
    let mut experiment = between(plan, &[0], &[sides], Schedule::EachOther);
    for player in &mut experiment.players {
        test.limit(player);
    }
    experiment.pairs = test.pairs;
    experiment.matched = Some(MatchPlan {
        sprt: Some(test.sprt),
    });
    experiment.name = short_name(&format!("{}, verification", plan.experiment.name));
    // Other openings than those that the numbers were found with.
    experiment.seed = plan.experiment.seed_after(1 << 32);
    experiment.matches()
}
