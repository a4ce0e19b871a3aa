//! The games of an experiment, and what they tell as far as claims ask.

use super::Claims;
use crate::compare::{CompareError, Comparison, compare};
use crate::dataset::Dataset;
use crate::estimators::freedom_of;
use crate::metric::Metric;
use crate::row::Warning;
use crate::values::{GatherError, Gathered, gather};
use std::cell::OnceCell;
use tradewind_engine::evaluation::Origin;
use tradewind_selfplay::experiment::RulesPlan;

/// Why games tell nothing.
#[derive(Debug, thiserror::Error)]
pub enum EvidenceError {
    /// Piece values cannot be gathered.
    #[error(transparent)]
    Values(#[from] GatherError),
    /// Rule sets cannot be compared.
    #[error(transparent)]
    Compare(#[from] CompareError),
    /// The reference results cannot be read.
    #[error(transparent)]
    Reference(#[from] csv::Error),
}

/// The games of an experiment.
pub struct Evidence<'e> {
    /// The experiment's name in claims.
    pub name: String,
    dataset: &'e Dataset<'e>,
    /// Shares of games that are measured beside the metrics of all comparisons.
    shares: Vec<Metric>,
    gathered: OnceCell<Gathered>,
    comparison: OnceCell<Comparison>,
}

impl<'e> Evidence<'e> {
    /// The games of a dataset, for some claims.
    pub fn new(name: &str, dataset: &'e Dataset<'e>, claims: &Claims) -> Evidence<'e> {
        Evidence {
            name: name.to_string(),
            dataset,
            shares: claims.shares(name),
            gathered: OnceCell::new(),
            comparison: OnceCell::new(),
        }
    }

    /// With how many degrees of freedom the errors of what they tell are known, at least: one less than there are players
    /// that take turns.
    pub fn freedom(&self) -> f64 {
        let rules = self.dataset.experiment().rules.iter();
        let players = rules
            .map(RulesPlan::training_runs)
            .filter(|count| *count > 1);
        freedom_of(players.min().unwrap_or(1))
    }

    /// What a reader must know of a comparison with other games, if they were played by unlike weights.
    pub fn warning_beside(&self, other: &Evidence<'_>) -> Option<Warning> {
        let origins = |one: &Evidence<'_>| -> Vec<Origin> {
            let rules = one.dataset.experiment().rules.iter();
            let weights = rules.flat_map(|rules| &rules.player_weights);
            weights.map(|weights| weights.origin.clone()).collect()
        };
        let (own, theirs) = (origins(self), origins(other));
        let is_like = |one: &Origin| theirs.iter().all(|other| one.is_like(other));
        (!own.iter().all(is_like)).then_some(Warning::UnlikeWeights)
    }

    /// The piece values that they tell.
    ///
    /// # Errors
    /// A file of games is wrong.
    pub fn values(&self) -> Result<&Gathered, EvidenceError> {
        if self.gathered.get().is_none() {
            let gathered = gather(std::slice::from_ref(self.dataset))?;
            let _ = self.gathered.set(gathered);
        }
        Ok(self.gathered.get().expect("it was just set"))
    }

    /// The comparison of its rule sets.
    ///
    /// # Errors
    /// A file of games is wrong.
    pub fn comparison(&self) -> Result<&Comparison, EvidenceError> {
        if self.comparison.get().is_none() {
            let comparison = compare(std::slice::from_ref(self.dataset), &self.shares)?;
            let _ = self.comparison.set(comparison);
        }
        Ok(self.comparison.get().expect("it was just set"))
    }
}
