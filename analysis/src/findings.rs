//! Everything that the games of a folder tell, as rows.

use crate::compare::{CompareError, Comparison, compare, wanted_by_comparison};
use crate::dataset::{Dataset, Wanted};
use crate::outcomes::{MATCH, pairing_rows};
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
        let comparison = match compare(datasets) {
            Ok(comparison) => Some(comparison),
            Err(CompareError::NoGames) => None,
            Err(cause) => return Err(cause.into()),
        };
        let is_compared = |pairing: Pairing| {
            pairing.players[0] == pairing.players[1] && experiment.rules_of(pairing).odds.is_empty()
        };
        // What pieces made of each other is told by the comparison.
        let is_told = |pairing: Pairing, row: &Row| {
            let is_mixed = experiment.rules_of(pairing).against.is_some();
            is_mixed && pairing.players[0] == pairing.players[1] && row.method == MATCH
        };
        let others = dataset
            .pairings
            .iter()
            .filter(|data| !is_compared(data.pairing));
        let outcomes = others.flat_map(|data| {
            let mut rows = pairing_rows(dataset, data);
            rows.retain(|row| !is_told(data.pairing, row));
            rows
        });
        Ok(Findings {
            comparison,
            outcomes: outcomes.collect(),
            values: gather(datasets)?,
        })
    }

    /// All rows.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = self.outcomes.clone();
        rows.extend(
            self.comparison
                .iter()
                .flat_map(|comparison| comparison.rows.clone()),
        );
        rows.extend(self.values.rows());
        rows
    }
}
