//! Piece values: what a fit and its bootstrap say, with intervals and warnings.
//!
//! A value in pawns is the ratio of two coefficients. It is taken inside each replicate, so that
//! the error of the pawn's own coefficient is part of every interval. A replicate in which the
//! pawn is worth nothing or less counts as an infinite ratio (with the sign of the piece), the
//! limit of a pawn becoming worthless.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::notices::{Flag, Notice};
use tradewind_stats::bootstrap::Bootstrap;
use tradewind_stats::estimate::{Estimate, replicate_quantile};
use tradewind_stats::regression::RegressionFit;
use tradewind_stats::samples::Samples;

/// Elo points of one unit of log-odds: 400 / ln 10.
pub const ELO_PER_LOG_ODDS: f64 = 173.717_792_761_247_58;

/// A piece in which the sides differ in fewer game pairs is usually flagged: percentile intervals from
/// fewer are known to be too narrow.
pub(crate) const MIN_PAIRS: u64 = 50;

/// The unit is clearly positive when no more than this share of replicates says otherwise.
pub const MAX_UNIT_DOUBT: f64 = 0.005;

/// How values are reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueOptions {
    /// Name of the piece whose value is 1, usually the pawn.
    pub unit_piece: String,
    /// A piece in which the sides differ in fewer game pairs than this is flagged.
    pub min_pairs: u64,
}

impl ValueOptions {
    /// Values in units of this piece, flagged below 50 pairs.
    pub fn new(unit_piece: &str) -> ValueOptions {
        ValueOptions {
            unit_piece: unit_piece.to_owned(),
            min_pairs: MIN_PAIRS,
        }
    }
}

/// Why there are no values.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The unit is none of the features.
    #[error("there is no piece `{unit_piece}` to count in; there are: {known}")]
    UnknownUnit {
        /// The name asked for.
        unit_piece: String,
        /// The names there are.
        known: String,
    },
    /// Samples, fit and bootstrap are not of the same design.
    #[error("samples, fit and bootstrap have different features")]
    DifferentFeatures,
    /// The bootstrap has no replicates.
    #[error("the bootstrap has no replicates")]
    NoReplicates,
}

/// The value of one piece type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PieceValue {
    /// The piece type.
    pub piece: String,
    /// The piece whose value is 1 in `value`.
    pub unit_piece: String,
    /// Value in units of `unit_piece`; `None` if the value of that is not clear or this piece was
    /// never seen. The unit itself has 1 without an error.
    pub value: Option<f64>,
    /// Lower end of its 95 % interval.
    pub value_low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub value_high: Option<f64>,
    /// Value in log-odds of the expected result; `None` if the piece was never seen.
    pub log_odds: Option<f64>,
    /// Lower end of its 95 % interval.
    pub log_odds_low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub log_odds_high: Option<f64>,
    /// Rows in which the sides differ in this piece.
    pub rows: u64,
    /// Game pairs with such a row.
    pub pairs: u64,
    /// Why the value is not to be relied on.
    pub flag: Option<Flag>,
}

impl PieceValue {
    /// The value in units with its interval.
    pub fn in_units(&self) -> Option<Estimate> {
        Some(Estimate {
            value: self.value?,
            low: self.value_low?,
            high: self.value_high?,
        })
    }

    /// The value in log-odds with its interval.
    pub fn in_log_odds(&self) -> Option<Estimate> {
        Some(Estimate {
            value: self.log_odds?,
            low: self.log_odds_low?,
            high: self.log_odds_high?,
        })
    }
}

/// The values of all piece types.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceValues {
    /// The piece whose value is 1.
    pub unit_piece: String,
    /// True if values in units are given, false if only log-odds are.
    pub has_units: bool,
    /// The pieces, the most valuable first, those never seen last.
    pub pieces: Vec<PieceValue>,
    /// Value of the first move in log-odds.
    pub first_move: Estimate,
    /// Value of the first move in units, if values in units are given.
    pub first_move_in_units: Option<Estimate>,
    /// What a reader must know.
    pub notices: Vec<Notice>,
    /// Rows of the samples.
    pub rows: u64,
    /// Game pairs of the samples.
    pub pairs: u64,
    /// Replicates behind the intervals.
    pub replicates: u64,
}

/// Turns a fit and its bootstrap into values.
///
/// # Errors
/// See [`ValueError`].
pub fn piece_values(
    samples: &Samples,
    fit: &RegressionFit,
    bootstrap: &Bootstrap,
    options: &ValueOptions,
) -> Result<PieceValues, ValueError> {
    let size = fit.coefficients.len() + 1;
    let same_size = bootstrap
        .replicates
        .iter()
        .all(|values| values.len() == size);
    let complete = fit.names.len() + 1 == size && fit.penalty_share.len() + 1 == size;
    if fit.names != samples.names() || !complete || !same_size {
        return Err(ValueError::DifferentFeatures);
    }
    let unit = fit
        .names
        .iter()
        .position(|name| *name == options.unit_piece);
    let unit = unit.ok_or_else(|| ValueError::UnknownUnit {
        unit_piece: options.unit_piece.clone(),
        known: fit.names.join(", "),
    })?;
    let flags: Vec<Option<Flag>> = (samples.support(None).iter())
        .zip(&fit.penalty_share)
        .map(|(support, &share)| Flag::of(support.pairs, options.min_pairs, share))
        .collect();
    let has_units = flags[unit].is_none() && is_clearly_positive(bootstrap, unit + 1);
    let estimate = |statistic: &dyn Fn(&[f64]) -> f64| {
        let estimate = bootstrap.interval(fit, statistic);
        estimate.ok_or(ValueError::NoReplicates)
    };
    let estimate_in_units = |index: usize| match (has_units, index == unit + 1) {
        (false, _) => Ok(None),
        (true, true) => Ok(Some(Estimate::exactly(1.0))),
        (true, false) => estimate(&|values| ratio(values[index], values[unit + 1])).map(Some),
    };
    let mut pieces = Vec::with_capacity(fit.names.len());
    for (feature, (name, support)) in fit.names.iter().zip(samples.support(None)).enumerate() {
        let index = feature + 1;
        let seen = flags[feature] != Some(Flag::NeverSeen);
        let (log_odds, in_units) = if seen {
            let log_odds = estimate(&|values| values[index])?;
            (Some(log_odds), estimate_in_units(index)?)
        } else {
            (None, None)
        };
        pieces.push(PieceValue {
            piece: name.clone(),
            unit_piece: options.unit_piece.clone(),
            value: in_units.map(|e| e.value),
            value_low: in_units.map(|e| e.low),
            value_high: in_units.map(|e| e.high),
            log_odds: log_odds.map(|e| e.value),
            log_odds_low: log_odds.map(|e| e.low),
            log_odds_high: log_odds.map(|e| e.high),
            rows: support.rows,
            pairs: support.pairs,
            flag: flags[feature],
        });
    }
    let notices = notices(&pieces, unit, has_units, bootstrap, options);
    // None sorts below every value, so those never seen come last.
    pieces.sort_by(|one, other| {
        other
            .log_odds
            .partial_cmp(&one.log_odds)
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    Ok(PieceValues {
        unit_piece: options.unit_piece.clone(),
        has_units,
        pieces,
        first_move: estimate(&|values| values[0])?,
        first_move_in_units: estimate_in_units(0)?,
        notices,
        rows: samples.row_count(),
        pairs: samples.pair_count() as u64,
        replicates: bootstrap.replicates.len() as u64,
    })
}

/// Whether a coefficient is positive beyond doubt, so that others can be counted in it.
pub(crate) fn is_clearly_positive(bootstrap: &Bootstrap, index: usize) -> bool {
    let mut values: Vec<f64> = bootstrap.replicates.iter().map(|v| v[index]).collect();
    values.sort_by(f64::total_cmp);
    replicate_quantile(&values, MAX_UNIT_DOUBT) > Some(0.0)
}

/// A value in units; infinite where the unit is worth nothing.
pub(crate) fn ratio(value: f64, unit: f64) -> f64 {
    if unit > 0.0 {
        value / unit
    } else {
        f64::INFINITY.copysign(value)
    }
}

fn notices(
    pieces: &[PieceValue],
    unit: usize,
    has_units: bool,
    bootstrap: &Bootstrap,
    options: &ValueOptions,
) -> Vec<Notice> {
    let mut notices = Vec::new();
    if !has_units {
        notices.push(Notice::UnitNotClear {
            unit_piece: options.unit_piece.clone(),
            log_odds: pieces[unit].in_log_odds(),
        });
    }
    for flag in [Flag::FewPairs, Flag::Undetermined, Flag::NeverSeen] {
        let flagged = pieces.iter().filter(|piece| piece.flag == Some(flag));
        let names: Vec<String> = flagged.map(|piece| piece.piece.clone()).collect();
        if !names.is_empty() {
            notices.push(Notice::Flagged {
                flag,
                pieces: names,
                min_pairs: options.min_pairs,
            });
        }
    }
    if bootstrap.failed > 0 {
        notices.push(Notice::FailedReplicates {
            failed: bootstrap.failed,
            replicates: bootstrap.failed + bootstrap.replicates.len(),
        });
    }
    notices
}
