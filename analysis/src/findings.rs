//! All findings from the games of a folder, as rows.

use crate::compare::{Comparison, compare, wanted_by_comparison};
use crate::dataset::{Dataset, Wanted};
use crate::outcomes::{pairing_outcomes, pairing_scores};
use crate::row::Row;
use crate::values::{Gathered, gather, wanted_by_values};
use tradewind_selfplay::experiment::{Experiment, Pairing};

pub use crate::error::FindingsError;

/// All findings from the games of a folder.
#[derive(Debug)]
pub struct Findings {
    /// The comparison of its rule sets; `None` when nothing was played.
    pub comparison: Option<Comparison>,
    /// The results of the other pairings: those of two players or armies, and those with odds.
    pub outcomes: Vec<Row>,
    /// Piece values.
    pub values: Gathered,
}

impl Findings {
    /// The data that the findings need from a pairing.
    pub fn wanted(experiment: &Experiment, pairing: Pairing) -> Wanted {
        wanted_by_comparison(experiment, pairing).and(wanted_by_values(experiment, pairing))
    }

    /// The findings from a folder.
    ///
    /// # Errors
    /// The games do not fit together.
    pub fn of(dataset: &Dataset<'_>) -> Result<Findings, FindingsError> {
        let experiment = dataset.experiment();
        let datasets = std::slice::from_ref(dataset);
        let comparison = match compare(datasets, &[]) {
            Ok(comparison) => Some(comparison),
            Err(FindingsError::NoGames) => None,
            Err(cause) => return Err(cause),
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
            // The comparison has the scores of armies against each other.
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
