//! The regression of results on material, with intervals from the bootstrap over pairs.
//!
//! A value in pawns is the ratio of two coefficients. It is taken inside each replicate, so that the error of
//! the pawn's own coefficient is part of every interval. A replicate in which the pawn is worth nothing or
//! less counts as an infinite ratio (with the sign of the piece), the limit of a pawn becoming worthless.

use crate::row::Warning;
use tradewind_stats::bootstrap::{Bootstrap, BootstrapError, BootstrapOptions, bootstrap};
use tradewind_stats::estimate::{Estimate, replicate_quantile};
use tradewind_stats::logistic::{FitError, FitOptions};
use tradewind_stats::regression::{ChosenPairs, RegressionFit, fit};

/// A unit is clearly positive when no more than this share of replicates says otherwise.
const MAX_UNIT_DOUBT: f64 = 0.005;

/// What the material in positions tells of their games' results.
#[derive(Debug)]
pub struct MaterialFit {
    /// The fit.
    pub fit: RegressionFit,
    /// Its replicates.
    bootstrap: Bootstrap,
    /// By column: pairs in which the sides differ in the piece.
    pub pairs: Vec<u64>,
    /// By column: what a reader must know of the value.
    pub warnings: Vec<Option<Warning>>,
}

/// Why there is no regression.
#[derive(Debug, thiserror::Error)]
pub enum MaterialError {
    /// The fit has no answer.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// Too many resamplings have no answer.
    #[error(transparent)]
    Bootstrap(#[from] BootstrapError),
}

impl MaterialFit {
    /// Fits samples of material. Pieces in which the sides differ in fewer than `min_pairs` pairs get a
    /// warning.
    ///
    /// # Errors
    /// The fit or too many of its resamplings have no answer.
    pub fn of<'s>(
        pairs: impl Into<ChosenPairs<'s>>,
        resampling: &BootstrapOptions,
        min_pairs: u64,
    ) -> Result<MaterialFit, MaterialError> {
        let (chosen, options) = (pairs.into(), FitOptions::default());
        let support = chosen.support();
        let fit = fit(chosen.clone(), &options)?;
        let bootstrap = bootstrap(chosen, &fit, &options, resampling)?;
        let pairs: Vec<u64> = support.iter().map(|support| support.pairs).collect();
        let both = pairs.iter().zip(&fit.penalty_share);
        Ok(MaterialFit {
            warnings: both
                .map(|(&pairs, &share)| Warning::of_value(pairs, min_pairs, share))
                .collect(),
            pairs,
            fit,
            bootstrap,
        })
    }

    /// The value of a column in log-odds; `None` when it was never seen.
    pub fn log_odds(&self, column: usize) -> Option<Estimate> {
        self.seen(column)?;
        self.bootstrap
            .interval(&self.fit, |values| values[column + 1])
    }

    /// The value of a column in units of another one, exactly 1 in units of itself; `None` when it was never
    /// seen.
    pub fn ratio(&self, column: usize, to: usize) -> Option<Estimate> {
        self.seen(column)?;
        if column == to {
            return Some(Estimate::exactly(1.0));
        }
        let ratio = |values: &[f64]| ratio(values[column + 1], values[to + 1]);
        self.bootstrap.interval(&self.fit, ratio)
    }

    /// The value of the first move in log-odds.
    pub fn first_move(&self) -> Option<Estimate> {
        self.bootstrap.interval(&self.fit, |values| values[0])
    }

    /// The column when others can be counted in it: it has no warning and is positive beyond doubt.
    pub fn clear_unit(&self, column: usize) -> Option<usize> {
        let replicates = self.bootstrap.replicates.iter();
        let mut values: Vec<f64> = replicates.map(|values| values[column + 1]).collect();
        values.sort_by(f64::total_cmp);
        let is_positive = replicate_quantile(&values, MAX_UNIT_DOUBT) > Some(0.0);
        (self.warnings[column].is_none() && is_positive).then_some(column)
    }

    /// How many replicates the intervals come from, and how many had no answer and are left out.
    pub fn replicates(&self) -> (usize, usize) {
        (self.bootstrap.replicates.len(), self.bootstrap.failed)
    }

    fn seen(&self, column: usize) -> Option<()> {
        (self.warnings[column] != Some(Warning::NeverSeen)).then_some(())
    }
}

/// A value in units; infinite where the unit is worth nothing.
fn ratio(value: f64, unit: f64) -> f64 {
    if unit > 0.0 {
        value / unit
    } else {
        f64::INFINITY.copysign(value)
    }
}
