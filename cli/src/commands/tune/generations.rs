//! `tradewind tune loop`: tunes weights in generations of self-play, fit and match.

use super::own_folder;
use super::texel::{epoch_text, warn};
use crate::Stopped;
use crate::args::PlayingArguments;
use crate::commands::playing::with_executor;
use crate::message::{print, say};
use crate::progress::Screen;
use crate::terminal;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use tradewind_files::{FileError, Files, write_all};
use tradewind_report::ReportError;
use tradewind_report::tuning::{
    epoch_files, fit_files, history_files, history_table, network_files,
};
use tradewind_selfplay::run::Observer;
use tradewind_stats::estimate::fixed;
use tradewind_tuner::generations::{self, LoopHistory, LoopObserver, LoopPlan};
use tradewind_tuner::network::{Shards, TrainedNetwork};
use tradewind_tuner::texel::{Epoch, Positions, TexelFit, weights_file};

#[derive(Debug, Args)]
pub struct LoopArguments {
    /// The loop file
    pub file: PathBuf,
    /// The folder for generations and results [default: out/loop-NAME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub playing: PlayingArguments,
}

/// Runs missing generations and prints the results.
pub fn run(arguments: &LoopArguments) -> anyhow::Result<()> {
    let plan = LoopPlan::load(&arguments.file)?;
    let default = || own_folder("loop", &arguments.file);
    let folder = arguments.out.clone().unwrap_or_else(default);
    let start = plan.start_name();
    let found = with_executor(&arguments.playing, |executor| {
        let teller = LoopTeller::new(&plan, plan.rules().compiled.spec().title());
        Ok(generations::run(&plan, &folder, executor, &teller)?)
    })?;
    let history = found.ok_or(Stopped::RESUMES)?;
    print(history_table(&history, &start)?.to_text(terminal::output()))?;
    match history.champion() {
        0 => say!("no generation was stronger than {start}: no new weights"),
        champion => say!(
            "the weights of generation {champion} are in {}",
            folder.join(weights_file::NAME).display()
        ),
    }
    Ok(())
}

/// Reports the progress of a loop.
pub struct LoopTeller {
    title: String,
    start: String,
    screen: Screen,
    /// The last generation that was reported.
    reported: AtomicU32,
}

impl LoopTeller {
    /// Reports on a loop for a rule set with this title.
    pub fn new(plan: &LoopPlan, title: String) -> LoopTeller {
        LoopTeller {
            title,
            start: plan.start_name(),
            screen: Screen::default(),
            reported: AtomicU32::new(0),
        }
    }
}

impl LoopObserver for LoopTeller {
    fn observer(&self) -> &impl Observer {
        &self.screen
    }

    fn epoch(&self, generation: u32, epoch: &Epoch) {
        if epoch.epoch.is_multiple_of(10) {
            say!("generation {generation}, {}", epoch_text(epoch));
        }
    }

    fn training(&self, folder: &Path, epochs: &[Epoch]) -> Result<(), FileError> {
        keep(folder, epoch_files(epochs))
    }

    fn fitted(
        &self,
        folder: &Path,
        positions: &Positions,
        fit: &TexelFit,
    ) -> Result<(), FileError> {
        let [fitted, validation] = positions.counts();
        say!(
            "{fitted} positions in the training set, {validation} in the validation set: validation loss {:.6} before, {:.6} after",
            fit.before[1],
            fit.after[1]
        );
        warn(fit);
        keep(folder, fit_files(fit, &self.title))
    }

    fn trained(
        &self,
        folder: &Path,
        shards: &Shards,
        trained: &TrainedNetwork,
    ) -> Result<(), FileError> {
        let [positions, validation] = shards.positions();
        say!(
            "{positions} positions in the training set, {validation} in the validation set: {}",
            epoch_text(trained.epoch(trained.best))
        );
        keep(folder, network_files(trained, &self.title))
    }

    fn done(&self, folder: &Path, history: &LoopHistory) -> Result<(), FileError> {
        if history.verification.is_none()
            && let Some(last) = history.generations.last()
            && self.reported.swap(last.number, Ordering::Relaxed) < last.number
        {
            let verdict = if last.is_promoted() {
                "promoted"
            } else {
                "rejected"
            };
            say!(
                "generation {} is {verdict}: Elo {} in {} pairs, LLR {}",
                last.number,
                last.tally.elo().text(1),
                last.tally.count(),
                fixed(last.llr, 2)
            );
        }
        keep(folder, history_files(history, &self.start, &self.title))
    }
}

/// Writes files, or says why there are none: a plot that cannot be drawn does not end a loop.
pub fn keep(folder: &Path, files: Result<Files, ReportError>) -> Result<(), FileError> {
    match files {
        Ok(files) => write_all(folder, &files).map(|_| ()),
        Err(fault) => {
            say!("no tables and plots in {}: {fault}", folder.display());
            Ok(())
        }
    }
}
