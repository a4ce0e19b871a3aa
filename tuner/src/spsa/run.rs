//! Runs SPSA, and keeps the parameters of all iterations in a file from which it resumes.

use super::optimizer::{Optimizer, Perturbation};
use super::plan::SpsaPlan;
use crate::error::TunerError;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path as FilePath;
use std::time::{Duration, Instant};
use tradewind_engine::input::text_file;
use tradewind_files::{FileError, make_inside, write_whole};
use tradewind_selfplay::experiment::{Experiment, Schedule, short_name};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Executor, Observer, lock_for_plan, play_batch, play_match};
use tradewind_stats::Tally;

/// The file of all iterations.
const PATH: &str = "path.csv";
/// The folder of the verification matches, one for each rule set.
const VERIFICATION: &str = "verification";
/// The folder of the games of an iteration while an executor plays them.
const ITERATION: &str = "iteration";
/// The interval between writing the file of iterations.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// The maximum size of the file: enough for millions of iterations.
const MAX_BYTES: u64 = 4 << 30;

/// The result of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaStep {
    /// Its number, from 1.
    pub iteration: u64,
    /// Games won, drawn and lost by the first set.
    pub games: [u64; 3],
    /// The parameters after it.
    pub numbers: Vec<f64>,
}

/// All iterations so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path {
    /// The names of the parameters.
    pub names: Vec<String>,
    /// The iterations in order.
    pub steps: Vec<SpsaStep>,
}

impl Path {
    /// The file in CSV, without loss of precision.
    fn text(&self) -> String {
        let mut text = format!("iteration,won,drawn,lost,{}\n", self.names.join(","));
        for step in &self.steps {
            let [won, drawn, lost] = step.games;
            let _ = write!(text, "{},{won},{drawn},{lost}", step.iteration);
            for number in &step.numbers {
                let _ = write!(text, ",{number}");
            }
            text.push('\n');
        }
        text
    }

    /// Writes the file, whole or not at all.
    fn write(&self, file: &FilePath) -> Result<(), FileError> {
        write_whole(file, |out| out.write_all(self.text().as_bytes()))
    }

    /// Reads the file; an empty path if there is none.
    fn read(file: &FilePath, names: &[String]) -> Result<Path, TunerError> {
        let mut found = Path {
            names: names.to_vec(),
            steps: Vec::new(),
        };
        if !file.exists() {
            return Ok(found);
        }
        let text = text_file::read(file, MAX_BYTES).map_err(FileError::new("read", file))?;
        let mut lines = text.lines();
        if lines.next() != found.text().lines().next() {
            return Err(damaged(file, "line 1: other parameters"));
        }
        for (number, line) in (1..).zip(lines) {
            match SpsaStep::read(line, number, names.len()) {
                Some(step) => found.steps.push(step),
                None => return Err(damaged(file, &format!("line {}: invalid", number + 1))),
            }
        }
        Ok(found)
    }
}

impl SpsaStep {
    fn read(line: &str, iteration: u64, numbers: usize) -> Option<SpsaStep> {
        let cells: Vec<&str> = line.split(',').collect();
        if cells.len() != 4 + numbers || cells[0].parse() != Ok(iteration) {
            return None;
        }
        let count = |cell: &str| cell.parse::<u64>().ok();
        let number = |cell: &&str| cell.parse::<f64>().ok().filter(|number| number.is_finite());
        Some(SpsaStep {
            iteration,
            games: [count(cells[1])?, count(cells[2])?, count(cells[3])?],
            numbers: cells[4..].iter().map(number).collect::<Option<_>>()?,
        })
    }
}

fn damaged(file: &FilePath, fault: &str) -> TunerError {
    let file = file.display();
    TunerError::Wrong(format!(
        "{file}: {fault}; remove the file to start again, or restore a copy of it"
    ))
}

/// Receives the progress of an SPSA run.
pub trait SpsaObserver: Sync {
    /// Called with all iterations at the start and after each iteration.
    fn moved(&self, path: &Path);

    /// The observer of the games of verification matches.
    fn observer(&self) -> &impl Observer;
}

/// All iterations, and the verification matches by the name of the rule set.
pub type SpsaResult = (Path, Vec<(String, Tally)>);

/// Runs or resumes SPSA, on the threads of the current rayon pool. Returns `None` if it was stopped.
///
/// # Errors
/// The folder has other contents, or a file cannot be read or written.
pub fn run(
    plan: &SpsaPlan,
    folder: &FilePath,
    executor: &Executor,
    observer: &impl SpsaObserver,
) -> Result<Option<SpsaResult>, TunerError> {
    if executor.is_program() && plan.experiment.is_timed() {
        return Err(TunerError::Wrong(
            "games of another engine, or with time limits, are played by this process: leave out --executor"
                .to_string(),
        ));
    }
    let _lock = lock_for_plan(folder, "spsa.toml", "SPSA run", &plan_text(plan))?;
    let file = folder.join(PATH);
    let mut path = Path::read(&file, &plan.names())?;
    if path.steps.len() as u64 > plan.iterations {
        let fault = format!("it has more than {} iterations", plan.iterations);
        return Err(damaged(&file, &fault));
    }
    let mut optimizer = Optimizer::new(plan.gains, plan.tuned.clone());
    if let Some(last) = path.steps.last() {
        optimizer.numbers.clone_from(&last.numbers);
    }
    observer.moved(&path);
    let mut saved = Instant::now();
    while (path.steps.len() as u64) < plan.iterations {
        let done = path.steps.len() as u64;
        let Some((results, games)) =
            iteration(plan, &optimizer, (done, folder), executor, observer)?
        else {
            path.write(&file)?;
            return Ok(None);
        };
        optimizer.update(&results);
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

/// Everything that determines an SPSA run.
fn plan_text(plan: &SpsaPlan) -> String {
    format!(
        "# What decides the SPSA run in this folder.\ngames = \"{}\"\n{}",
        plan.experiment.sized_fingerprint(),
        toml::to_string(plan).expect("a plan is made of texts, numbers and tables")
    )
}

/// The experiment in which some of its players play against themselves with different parameters.
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
            let mut player = plan.experiment.players[at].clone();
            player.name = match base.len() {
                1 => name.clone(),
                _ => format!("{} {name}", player.name),
            };
            let values = numbers.iter().copied();
            let values = plan.names().into_iter().zip(values);
            match &mut player.engine {
                None => player.search.extend(values),
                Some(engine) => {
                    let texts = values.map(|(name, value)| (name, value.to_string()));
                    engine.options.extend(texts);
                }
            }
            experiment.players.push(player);
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

/// The perturbations of an iteration, each with the games that its first set won more than lost, and the games won, drawn
/// and lost by all first sets.
type Iteration = (Vec<(Perturbation, f64)>, [u64; 3]);

/// Plays the iteration after the first `done`; `None` if it was stopped. An unfinished game counts as drawn.
fn iteration(
    plan: &SpsaPlan,
    optimizer: &Optimizer,
    (done, folder): (u64, &FilePath),
    executor: &Executor,
    observer: &impl SpsaObserver,
) -> Result<Option<Iteration>, TunerError> {
    let pairs = plan.directions * plan.experiment.all_pairs();
    let mut results: Vec<(Perturbation, f64)> = (0..plan.directions)
        .map(|direction| {
            let played = done * pairs + direction;
            (optimizer.perturb(played, plan.experiment.seed), 0.0)
        })
        .collect();
    let couples: Vec<[(String, &[i32]); 2]> = (1..)
        .zip(&results)
        .map(|(number, (perturbation, _))| {
            let [one, other] = &perturbation.sides;
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
    if tallies.iter().all(|tally| tally.count() == 0) {
        return Err(TunerError::Wrong(format!(
            "an engine forfeited games of all pairs of iteration {}; a log of its input and output shows why: \
             engine = {{ …, log = \"engine.log\" }}",
            done + 1
        )));
    }
    let mut games = [0; 3];
    // Pairings come by rule set, then by player, then by direction.
    for (place, tally) in tallies.iter().enumerate() {
        let [won, drawn, lost] = tally.games;
        results[place % plan.directions as usize].1 += won as f64 - lost as f64;
        games = [games[0] + won, games[1] + drawn, games[2] + lost];
    }
    Ok(Some((results, games)))
}

/// The matches of the final against the initial parameters: of the first player, for each rule set.
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
    test.apply(&mut experiment);
    if plan.has_own_limits {
        let own = &plan.experiment.players[0];
        for player in &mut experiment.players {
            (player.nodes, player.movetime) = (own.nodes, own.movetime);
        }
    }
    experiment.name = short_name(&format!("{}, verification", plan.experiment.name));
    // Other openings than those of the iterations.
    experiment.seed = plan.experiment.seed_after(1 << 32);
    experiment.matches()
}
