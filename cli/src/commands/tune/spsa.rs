//! `tradewind tune spsa`: tunes search parameters, or options of another engine, by SPSA.

use super::own_folder;
use crate::Stopped;
use crate::args::PlayingArguments;
use crate::commands::playing::with_executor;
use crate::message::{print, say, show};
use crate::progress::{Screen, match_score, time_text};
use crate::terminal;
use clap::Args;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tradewind_files::write_all;
use tradewind_report::tuning::{parameter_table, path_files};
use tradewind_selfplay::run::Observer;
use tradewind_stats::estimate::fixed;
use tradewind_tuner::spsa::{self, Path, SpsaObserver, SpsaPlan};

#[derive(Debug, Args)]
pub struct SpsaArguments {
    /// The SPSA file: parameters and games
    pub file: PathBuf,
    /// The folder for games and results [default: out/spsa-NAME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub playing: PlayingArguments,
}

const SAY_EVERY: Duration = Duration::from_secs(15);

/// Plays missing iterations and prints the results.
pub fn run(arguments: &SpsaArguments) -> anyhow::Result<()> {
    let plan = SpsaPlan::load(&arguments.file)?;
    let default = || own_folder("spsa", &arguments.file);
    let folder = arguments.out.clone().unwrap_or_else(default);
    let begun = Instant::now();
    let teller = SpsaTeller {
        plan: &plan,
        found: OnceLock::new(),
        begun,
        said: Mutex::new(begun),
        screen: Screen::default(),
    };
    let found = with_executor(&arguments.playing, |executor| {
        Ok(spsa::run(&plan, &folder, executor, &teller)?)
    })?;
    let (path, tallies) = found.ok_or(Stopped::RESUMES)?;
    let files = write_all(
        &folder,
        &path_files(&path, &plan.tuned, &plan.experiment.name)?,
    )?;
    print(parameter_table(&path, &plan.tuned).to_text(terminal::output()))?;
    let sprt = plan.verification.as_ref().map(|test| test.sprt);
    for (rules, tally) in &tallies {
        let (pairs, text) = (tally.count(), match_score(tally, sprt));
        show!("{rules}, against the initial parameters: {pairs} pairs{text}")?;
    }
    if let Some(last) = path.steps.last() {
        let is_engine = plan.experiment.players[0].engine.is_some();
        let words = words(&plan, &last.numbers, |name, number| {
            let name = if is_engine {
                format!("\"{name}\"")
            } else {
                name.to_string()
            };
            format!("{name} = {}", number.round())
        });
        if is_engine {
            show!("for its engine: options = {{ {words} }}")?;
        } else {
            show!("for a [player]: search = {{ {words} }}")?;
        }
    }
    say!("in {}: path.csv, {}", folder.display(), files.join(", "));
    Ok(())
}

/// The parameters with their numbers.
fn words(plan: &SpsaPlan, numbers: &[f64], text: impl Fn(&str, f64) -> String) -> String {
    let pairs = plan.tuned.iter().zip(numbers);
    let words: Vec<String> = pairs
        .map(|(one, &number)| text(&one.name, number))
        .collect();
    words.join(", ")
}

struct SpsaTeller<'p> {
    plan: &'p SpsaPlan,
    /// Number of iterations at the start.
    found: OnceLock<u64>,
    begun: Instant,
    said: Mutex<Instant>,
    screen: Screen,
}

impl SpsaObserver for SpsaTeller<'_> {
    fn moved(&self, path: &Path) {
        let done = path.steps.len() as u64;
        let all = self.plan.iterations;
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let found = *self.found.get_or_init(|| done);
        if found > 0 && done == found {
            say!("{done} iterations were there already");
        }
        let is_last = done == all && done > found;
        if said.elapsed() < SAY_EVERY && !is_last {
            return;
        }
        *said = Instant::now();
        let seconds = self.begun.elapsed().as_secs_f64() / (done - found).max(1) as f64;
        let left = time_text(seconds * (all - done) as f64);
        let numbers = path.steps.last().map_or(&[][..], |last| &last.numbers);
        let numbers = words(self.plan, numbers, |name, number| {
            format!("{name} {}", fixed(number, 1))
        });
        say!("{done} of {all} iterations, {left} left: {numbers}");
    }

    fn observer(&self) -> &impl Observer {
        &self.screen
    }
}
