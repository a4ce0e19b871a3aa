//! Doing what is missing of a loop.

use super::error::LoopError;
use super::folder::LoopFolder;
use super::lesson::GenerationLesson;
use super::lineage::{Generation, Lineage, Verification};
use super::matches::{Sides, self_play, weights_match};
use super::observer::LoopObserver;
use super::plan::LoopPlan;
use crate::texel::weights_file::{self, MatchResult, Provenance};
use std::io::Write;
use std::path::Path;
use tradewind_engine::evaluation::Weights;
use tradewind_files::{read_own, write_whole};
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, Executor, Observer, play, play_match};
use tradewind_stats::Tally;

/// Does what is missing of a loop, on the threads of the current rayon pool. Returns its lineage;
/// `None` when it was stopped before its end.
///
/// # Errors
/// A folder or file is wrong, or nothing can be learnt from the games.
pub fn run(
    plan: &LoopPlan,
    root: &Path,
    executor: &Executor,
    observer: &impl LoopObserver,
) -> Result<Option<Lineage>, LoopError> {
    let course = Loop {
        folder: LoopFolder::lock(plan, root)?,
        plan,
        executor,
        observer,
    };
    course.run()
}

/// A loop that is on.
struct Loop<'l, W> {
    folder: LoopFolder,
    plan: &'l LoopPlan,
    executor: &'l Executor,
    observer: &'l W,
}

/// The weights of a generation and where they come from.
struct Made {
    weights: Weights,
    provenance: Provenance,
}

impl<W: LoopObserver> Loop<'_, W> {
    fn run(&self) -> Result<Option<Lineage>, LoopError> {
        let mut lineage = Lineage::default();
        let mut present = self.plan.start().clone();
        for number in 1..=self.plan.generations {
            if lineage.rejected_in_a_row() >= self.plan.patience {
                break;
            }
            let was_there = self.folder.weights(number).exists();
            let Some((generation, weights)) = self.generation(number, &lineage, &present)? else {
                return Ok(None);
            };
            if generation.is_promoted() {
                present = weights;
            }
            lineage.generations.push(generation);
            // What is there already may be of a later generation.
            if !was_there {
                self.keep_present(&lineage)?;
                self.observer.done(&self.folder, &lineage)?;
            }
        }
        if lineage.champion() > 0 {
            lineage.verification = self.verification(&lineage, &present)?;
            if lineage.verification.is_none() {
                return Ok(None);
            }
        }
        self.keep_present(&lineage)?;
        self.observer.done(&self.folder, &lineage)?;
        Ok(Some(lineage))
    }

    /// What a generation is called.
    fn name(&self, number: u32) -> String {
        match number {
            0 => self.plan.start_name(),
            _ => format!("generation {number}"),
        }
    }

    fn generation(
        &self,
        number: u32,
        lineage: &Lineage,
        present: &Weights,
    ) -> Result<Option<(Generation, Weights)>, LoopError> {
        let parent = lineage.champion();
        let games = self_play(self.plan, number, present)?;
        if !self.play(&games, &self.folder.games(number))? {
            return Ok(None);
        }
        let Some(made) = self.weights(number, parent, present)? else {
            return Ok(None);
        };
        let sides = Sides {
            names: [self.name(number), self.name(parent)],
            weights: [&made.weights, present],
        };
        let test = &self.plan.test;
        let matched = weights_match(self.plan, test, &sides, u64::from(number));
        let folder = self.folder.matched(number);
        let Some(tally) = self.play_match(&matched, &folder)? else {
            return Ok(None);
        };
        let generation = Generation {
            number,
            parent,
            games: made.provenance.games,
            positions: made.provenance.positions,
            loss: made.provenance.loss,
            tally,
            llr: test.sprt.llr(&tally),
            verdict: test.sprt.verdict(&tally),
        };
        Ok(Some((generation, made.weights)))
    }

    /// Plays the games of an experiment; whether all are there.
    fn play(&self, experiment: &Experiment, folder: &Path) -> Result<bool, LoopError> {
        self.folder.make(folder)?;
        let observer = self.observer.observer();
        observer.begin(experiment, folder);
        let archive = Archive::new(experiment, folder);
        let control = Control::new(self.executor);
        let pairs = 0..experiment.all_pairs();
        let missing = play(&archive, pairs, &control, &|event| observer.event(&event));
        observer.end();
        Ok(missing? == 0)
    }

    fn play_match(
        &self,
        experiment: &Experiment,
        folder: &Path,
    ) -> Result<Option<Tally>, LoopError> {
        self.folder.make(folder)?;
        let archive = Archive::new(experiment, folder);
        Ok(play_match(
            &archive,
            self.executor,
            self.observer.observer(),
        )?)
    }

    /// The weights of a generation, learnt unless they are there.
    fn weights(
        &self,
        number: u32,
        parent: u32,
        present: &Weights,
    ) -> Result<Option<Made>, LoopError> {
        let path = self.folder.weights(number);
        if !path.exists() && !self.make(number, parent, present, &path)? {
            return Ok(None);
        }
        let game = &self.plan.rules().game;
        let weights = Weights::load(game.spec(), &path)?;
        let text = read_own(&path)?;
        match Provenance::read(&text) {
            Some(provenance) => Ok(Some(Made {
                weights,
                provenance,
            })),
            None => Err(LoopError::NoProvenance(path)),
        }
    }

    /// Learns the weights of a generation and writes them; whether it was not stopped.
    fn make(
        &self,
        number: u32,
        parent: u32,
        present: &Weights,
        path: &Path,
    ) -> Result<bool, LoopError> {
        let lesson = GenerationLesson {
            folder: &self.folder,
            plan: self.plan,
            stop: self.executor.stop(),
            observer: self.observer,
            number,
            present,
            parent: self.name(parent),
        };
        let Some(text) = lesson.learn()? else {
            return Ok(false);
        };
        write_whole(path, |file| file.write_all(text.as_bytes()))?;
        Ok(true)
    }

    /// Plays the promoted weights against those of the beginning, unless that was the match in which
    /// they were promoted; `None` when it was stopped.
    fn verification(
        &self,
        lineage: &Lineage,
        present: &Weights,
    ) -> Result<Option<Verification>, LoopError> {
        let champion = lineage.champion();
        let test = &self.plan.verification;
        let own = &lineage.generations[champion as usize - 1];
        let (other_name, other) = match &self.plan.against {
            Some((name, weights)) => (name.clone(), weights),
            None => (self.name(0), self.plan.start()),
        };
        let is_same = own.parent == 0 && self.plan.test == *test && *other == *self.plan.start();
        let tally = if is_same {
            Some(own.tally)
        } else {
            let sides = Sides {
                names: [self.name(champion), other_name.clone()],
                weights: [present, other],
            };
            let matched = weights_match(self.plan, test, &sides, 0);
            let folder = self.folder.verification(champion);
            self.play_match(&matched, &folder)?
        };
        Ok(tally.map(|tally| Verification {
            champion,
            against: (*other != *self.plan.start()).then_some(other_name),
            is_own_match: is_same,
            tally,
            sprt: test.sprt,
            llr: test.sprt.llr(&tally),
            verdict: test.sprt.verdict(&tally),
        }))
    }

    /// Writes the weights that the loop has come to, with what their matches have shown.
    fn keep_present(&self, lineage: &Lineage) -> Result<(), LoopError> {
        let champion = lineage.champion();
        if champion == 0 {
            return Ok(());
        }
        let path = self.folder.weights(champion);
        let text = read_own(&path)?;
        let own = &lineage.generations[champion as usize - 1];
        let mut results = vec![MatchResult::of(
            &self.name(own.parent),
            &self.plan.test,
            &own.tally,
        )];
        if let Some(verification) = &lineage.verification {
            let other = verification.against.clone().unwrap_or_else(|| self.name(0));
            let shown = MatchResult::of(&other, &self.plan.verification, &verification.tally);
            if results[0] != shown {
                results.push(shown);
            }
        }
        let Some(text) = weights_file::with_matches(&text, &results) else {
            return Err(LoopError::NoProvenance(path));
        };
        let present = self.folder.present();
        Ok(write_whole(&present, |file| {
            file.write_all(text.as_bytes())
        })?)
    }
}
