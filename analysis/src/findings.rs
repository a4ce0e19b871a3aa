//! Everything that the games of a folder tell, as rows.

use crate::compare::{CompareError, Comparison, compare, wanted_by_comparison};
use crate::dataset::{Dataset, Wanted};
use crate::outcomes::{pairing_outcomes, pairing_scores};
use crate::row::Row;
use crate::values::{GatherError, Gathered, gather, wanted_by_values};
use tradewind_selfplay::experiment::{Experiment, Pairing};

/// Why games tell nothing.
#[derive(Debug, thiserror::Error)]
pub enum FindingsError {
    /// Rule sets cannot be compared.
    #[error(transparent)]
    Compare(#[from] CompareError),
    /// Piece values cannot be gathered.
    #[error(transparent)]
    Values(#[from] GatherError),
}

/// Everything that the games of a folder tell.
#[derive(Debug)]
pub struct Findings {
    /// The metrics of its rule sets, and what differs between them; `None` when nothing was played.
    pub comparison: Option<Comparison>,
    /// How the games of the other pairings ended: those of two players or sides, and those with odds.
    pub outcomes: Vec<Row>,
    /// Piece values.
    pub values: Gathered,
}

impl Findings {
    /// What is asked of the games of a pairing for it.
    pub fn wanted(experiment: &Experiment, pairing: Pairing) -> Wanted {
        wanted_by_comparison(experiment, pairing).and(wanted_by_values(experiment, pairing))
    }

    /// What the games of a folder tell.
    ///
    /// # Errors
    /// Games do not fit together.
    pub fn of(dataset: &Dataset<'_>) -> Result<Findings, FindingsError> {
        let experiment = dataset.experiment();
        let datasets = std::slice::from_ref(dataset);
        let comparison = match compare(datasets, &[]) {
            Ok(comparison) => Some(comparison),
            Err(CompareError::NoGames) => None,
            Err(cause) => return Err(cause.into()),
        };
        let is_compared = |pairing: Pairing| {
            pairing.is_self_play() && experiment.rules_of(pairing).odds.is_empty()
        };
        let mut outcomes = Vec::new();
        for data in &dataset.pairings {
            if is_compared(data.pairing) {
                continue;
            }
            outcomes.extend(pairing_outcomes(dataset, data));
            // What pieces made of each other is told by the comparison.
            if !experiment.is_head_to_head(data.pairing) {
                outcomes.extend(pairing_scores(dataset, data));
            }
        }
        Ok(Findings {
            comparison,
            outcomes,
            values: gather(datasets)?,
        })
    }

    /// All rows.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = self.outcomes.clone();
        if let Some(comparison) = &self.comparison {
            rows.extend_from_slice(&comparison.rows);
        }
        rows.extend(self.values.rows());
        rows
    }
}
