//! What a reader must know before using a piece value.

use std::fmt;

use serde::{Deserialize, Serialize};

use tradewind_stats::estimate::Estimate;

/// A value is flagged when more than this share of what is known of it comes from the penalty.
pub const MAX_PENALTY_SHARE: f64 = 0.05;

/// Why a value is not to be relied on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Flag {
    /// The sides never differ in it: there is no value at all.
    NeverSeen,
    /// The sides differ in it in fewer pairs than [`crate::ValueOptions::min_pairs`].
    FewPairs,
    /// The data do not determine it: it goes with another piece or with the result in nearly
    /// every row, and [`tradewind_stats::RegressionFit::penalty_share`] exceeds
    /// [`MAX_PENALTY_SHARE`].
    Undetermined,
}

impl Flag {
    /// The flag of a value, if it deserves one: by the pairs in which the sides differ in the piece,
    /// the fewest that will do, and the share of what is known that comes from the penalty.
    pub(crate) fn of(pairs: u64, min_pairs: u64, penalty_share: f64) -> Option<Flag> {
        match pairs {
            0 => Some(Flag::NeverSeen),
            pairs if pairs < min_pairs => Some(Flag::FewPairs),
            _ => (penalty_share > MAX_PENALTY_SHARE).then_some(Flag::Undetermined),
        }
    }

    /// The flag as it stands in tables.
    pub fn name(self) -> &'static str {
        match self {
            Flag::NeverSeen => "never-seen",
            Flag::FewPairs => "few-pairs",
            Flag::Undetermined => "undetermined",
        }
    }
}

/// What a reader must know before using the values.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Notice {
    /// The unit is flagged or not clearly positive, so there are no values in units of it.
    UnitNotClear {
        /// The unit's name.
        unit_piece: String,
        /// Its value in log-odds, if it was seen.
        log_odds: Option<Estimate>,
    },
    /// Some values carry this flag.
    Flagged {
        /// The flag.
        flag: Flag,
        /// The pieces that carry it.
        pieces: Vec<String>,
        /// [`crate::ValueOptions::min_pairs`].
        min_pairs: u64,
    },
    /// Some replicates could not be fitted and are left out.
    FailedReplicates {
        /// How many.
        failed: usize,
        /// Of how many.
        replicates: usize,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::UnitNotClear {
                unit_piece,
                log_odds: Some(e),
            } => write!(
                f,
                "The value of {unit_piece} is not clearly positive ({:.3} [{:.3}, {:.3}] log-odds); \
                 values stay on the scale of log-odds (one unit is 174 Elo).",
                e.value, e.low, e.high
            ),
            Notice::UnitNotClear { unit_piece, .. } => write!(
                f,
                "The sides never differ in {unit_piece}; values stay on the scale of log-odds (one \
                 unit is 174 Elo)."
            ),
            Notice::Flagged {
                flag,
                pieces,
                min_pairs,
            } => {
                let pieces = pieces.join(", ");
                match flag {
                    Flag::NeverSeen => write!(f, "never-seen: the sides never differ in {pieces}."),
                    Flag::FewPairs => write!(
                        f,
                        "few-pairs: the sides differ in fewer than {min_pairs} game pairs in \
                         {pieces}; do not rely on these values."
                    ),
                    Flag::Undetermined => write!(
                        f,
                        "undetermined: {pieces} nearly always go with another piece or with one \
                         result; the data do not tell their values."
                    ),
                }
            }
            Notice::FailedReplicates { failed, replicates } => write!(
                f,
                "{failed} of {replicates} bootstrap replicates could not be fitted and are left out."
            ),
        }
    }
}
