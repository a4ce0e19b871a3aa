//! The weights of a generation, learnt from its games.

use super::error::LoopError;
use super::folder::{LoopFolder, LoopFolderError};
use super::learning::Learning;
use super::observer::LoopObserver;
use super::plan::LoopPlan;
use crate::network::{self, NetworkPlan};
use crate::texel::weights_file::{self, Provenance};
use crate::texel::{self, Epoch, Source, TexelPlan};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use tradewind_engine::evaluation::Weights;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::{Archive, ArchiveError, experiment_of};

/// A generation that learns.
pub(super) struct GenerationLesson<'l, W> {
    pub folder: &'l LoopFolder,
    pub plan: &'l LoopPlan,
    pub stop: &'l AtomicBool,
    pub observer: &'l W,
    /// Its number.
    pub number: u32,
    /// The weights that it is to replace, and what they are called.
    pub present: &'l Weights,
    pub parent: String,
}

impl<W: LoopObserver> GenerationLesson<'_, W> {
    /// The text of the weights file that a generation learns from its games and those before; `None` when it was
    /// stopped.
    pub(super) fn learn(&self) -> Result<Option<String>, LoopError> {
        let number = self.number;
        let first = (number + 1).saturating_sub(self.plan.window).max(1);
        let own = (first..=number).map(|number| self.folder.games(number));
        let folders: Vec<PathBuf> = self.plan.games.iter().cloned().chain(own).collect();
        // Each folder holds a copy of its experiment.
        let experiments: Result<Vec<Experiment>, ArchiveError> =
            folders.iter().map(|folder| experiment_of(folder)).collect();
        let experiments = experiments.map_err(LoopFolderError::from)?;
        let archives: Vec<Archive<'_>> = (experiments.iter().zip(&folders))
            .map(|(experiment, folder)| Archive::new(experiment, folder))
            .collect();
        let sources = texel::sources(&archives, &self.plan.rules().game)?;
        let mut games_of = if first == number {
            format!("self-play of generation {number}")
        } else {
            format!("self-play of generations {first} to {number}")
        };
        for experiment in &experiments[..self.plan.games.len()] {
            games_of.push_str("; ");
            games_of.push_str(&experiment.name);
        }
        self.folder.make(&self.folder.generation(number))?;
        match self.plan.learning.reseeded(u64::from(number)) {
            Learning::Texel(plan) => self.fit(&sources, &plan, &games_of),
            Learning::Network(plan) => self.teach(&sources, &plan, &games_of),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn fit(
        &self,
        sources: &[Source<'_, '_>],
        plan: &TexelPlan,
        games_of: &str,
    ) -> Result<Option<String>, LoopError> {
        let spec = self.plan.rules().game.spec();
        let found = texel::collect(sources, self.present, plan, |_| !self.is_stopped())?;
        let Some(positions) = found else {
            return Ok(None);
        };
        let go_on = |epoch: &Epoch| {
            self.observer.fits(self.number, epoch);
            !self.is_stopped()
        };
        let Some(found) = texel::fit(&positions, spec, self.present, plan, go_on)? else {
            return Ok(None);
        };
        let folder = self.folder.generation(self.number);
        self.observer.fitted(&folder, &positions, &found)?;
        let provenance = Provenance::of(&found, spec, &positions, &self.parent, games_of);
        Ok(Some(weights_file::text(&found, spec, &provenance)))
    }

    fn teach(
        &self,
        sources: &[Source<'_, '_>],
        plan: &NetworkPlan,
        games_of: &str,
    ) -> Result<Option<String>, LoopError> {
        let spec = self.plan.rules().game.spec();
        let folder = self.folder.generation(self.number);
        let linear = Weights {
            network: None,
            ..self.plan.start().clone()
        };
        let drawers = network::collect(
            sources,
            spec,
            &linear,
            plan,
            &folder.join(network::POSITIONS),
            |_| !self.is_stopped(),
        )?;
        let Some(drawers) = drawers else {
            return Ok(None);
        };
        // One of another size or role is learnt anew.
        let begin = self.present.network.as_deref();
        let begin = begin.filter(|known| plan.goes_on_with(spec, known));
        let learnt = network::learn(&drawers, spec, plan, begin, &folder, |pass| {
            self.observer.fits(self.number, pass.epoch());
            Ok(!self.is_stopped())
        })?;
        if self.is_stopped() {
            return Ok(None);
        }
        self.observer.learnt(&folder, &drawers, &learnt)?;
        let weights = linear.with_network(&learnt.network, learnt.spread);
        let provenance = learnt.provenance(spec, &drawers, &self.parent, games_of);
        Ok(Some(network::weights_text(&weights, spec, &provenance)))
    }
}
