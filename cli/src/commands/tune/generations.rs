//! `tradewind tune loop`: self-play, fit, match, generation after generation.

use super::own_folder;
use super::texel::{pass, warn};
use crate::Verdict;
use crate::args::LoopArguments;
use crate::commands::executor::executor;
use crate::commands::threads::on_threads;
use crate::message::{self, say};
use crate::observer::Screen;
use crate::terminal;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use tradewind_report::tuning::{
    TuningError, fit_files, history_files, history_table, network_files,
};
use tradewind_selfplay::files::{FileError, Files, write_all};
use tradewind_selfplay::run::Observer;
use tradewind_stats::estimate::fixed;
use tradewind_tuner::generations::{self, LoopFolder, LoopHistory, LoopObserver, LoopPlan};
use tradewind_tuner::network::{Shards, TrainedNetwork};
use tradewind_tuner::texel::{Epoch, Positions, TexelFit, weights_file};

/// Does what is missing of a loop.
pub fn run(arguments: &LoopArguments) -> anyhow::Result<Verdict> {
    let plan = LoopPlan::load(&arguments.file)?;
    let default = || own_folder("loop", &arguments.file);
    let folder = arguments.out.clone().unwrap_or_else(default);
    let executor = executor(&arguments.executor)?;
    let start = plan.start_name();
    let found = on_threads(arguments.threads, || {
        let teller = LoopTeller::new(&plan, plan.rules().game.spec().title());
        generations::run(&plan, &folder, &executor, &teller)
    })??;
    let Some(lineage) = found else {
        say("stopped: run the same command again to go on");
        return Ok(Verdict::Interrupted);
    };
    let mut out = message::out();
    writeln!(
        out,
        "{}",
        history_table(&lineage, &start)?.to_text(terminal::output())
    )?;
    match lineage.champion() {
        0 => say(format_args!(
            "no generation was stronger than {start}: there are no new weights"
        )),
        champion => say(format_args!(
            "the weights of generation {champion} are in {}",
            folder.join(weights_file::NAME).display()
        )),
    }
    Ok(Verdict::Passed)
}

/// Tells the user how the loop goes.
pub struct LoopTeller {
    title: String,
    start: String,
    screen: Screen,
    /// The last generation that was told of.
    told: AtomicU32,
}

impl LoopTeller {
    /// Of a loop whose rule set has this title.
    pub fn new(plan: &LoopPlan, title: String) -> LoopTeller {
        LoopTeller {
            title,
            start: plan.start_name(),
            screen: Screen::default(),
            told: AtomicU32::new(0),
        }
    }
}

impl LoopObserver for LoopTeller {
    fn observer(&self) -> &impl Observer {
        &self.screen
    }

    fn epoch(&self, generation: u32, epoch: &Epoch) {
        if epoch.epoch.is_multiple_of(10) {
            say(format_args!("generation {generation}, {}", pass(epoch)));
        }
    }

    fn fitted(
        &self,
        folder: &Path,
        positions: &Positions,
        fit: &TexelFit,
    ) -> Result<(), FileError> {
        let [fitted, validation] = positions.counts();
        say(format_args!(
            "fitted to {fitted} positions, {validation} in the validation set: loss {:.6} before, {:.6} after",
            fit.before[1], fit.after[1]
        ));
        warn(fit);
        keep(folder, fit_files(fit, &self.title))
    }

    fn trained(
        &self,
        folder: &Path,
        drawers: &Shards,
        learnt: &TrainedNetwork,
    ) -> Result<(), FileError> {
        let [positions, aside] = drawers.positions();
        say(format_args!(
            "learnt from {positions} positions, {aside} in the validation set: {}",
            pass(learnt.epoch(learnt.best))
        ));
        keep(folder, network_files(learnt, &self.title))
    }

    fn done(&self, folder: &LoopFolder, lineage: &LoopHistory) -> Result<(), FileError> {
        if lineage.verification.is_none()
            && let Some(last) = lineage.generations.last()
            && self.told.swap(last.number, Ordering::Relaxed) < last.number
        {
            say(format_args!(
                "generation {} is {}: Elo {} in {} pairs, LLR {}",
                last.number,
                if last.is_promoted() {
                    "promoted"
                } else {
                    "rejected"
                },
                last.tally.elo().text(1),
                last.tally.count(),
                fixed(last.llr, 2)
            ));
        }
        keep(
            folder.root(),
            history_files(lineage, &self.start, &self.title),
        )
    }
}

/// Writes files that could be made; a plot that cannot be drawn is told and does not end a loop.
fn keep(folder: &Path, files: Result<Files, TuningError>) -> Result<(), FileError> {
    match files {
        Ok(files) => write_all(folder, &files).map(|_| ()),
        Err(fault) => {
            say(format_args!(
                "no tables and plots in {}: {fault}",
                folder.display()
            ));
            Ok(())
        }
    }
}
