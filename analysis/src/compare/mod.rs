//! What a change of the rules does to a game: rule sets played by the same players from the same
//! openings, measured and compared.
//!
//! | from | through | to |
//! |---|---|---|
//! | game records | [`dataset`](crate::dataset) | the features of each game |
//! | games, evaluations | `leads`, `metric` | a number for each game |
//! | numbers of games | `mean` | means with intervals |
//! | rule sets with levels | `design` | effects: what is compared with what |
//! | means, effects | `difference` | differences, tested together |
//! | players | `weights` | where their weights come from, and whether they are alike |
//!
//! `docs/metrics.md` has the formulas of the metrics and their sources.

mod design;
mod difference;
mod gather;
mod leads;
mod mean;
mod metric;
mod pairing;
mod values;
mod weights;

pub use design::{Design, Effect, Factor};
pub use difference::{Compared, Difference, Differences, LEVEL};
pub use gather::{CompareError, compare, wanted_by_comparison};
pub use leads::{LEAST_LEAD, Leads, decided, scale};
pub use mean::{Contrast, FEWEST_PAIRS, Mean};
pub use metric::{Family, GameSample, Metric, Unit};
pub use values::{PieceChange, PieceChanges};
pub(crate) use weights::UNLIKE;
pub use weights::WeightsRow;

use crate::players::Players;
use std::collections::BTreeMap;
use tradewind_engine::evaluation::Origin;
use tradewind_engine::rules::RuleSpec;
use tradewind_stats::estimate::Estimate;

/// A rule set of a comparison.
#[derive(Clone, Debug)]
pub struct RulesCell {
    /// Its name.
    pub name: String,
    /// Its level of every factor.
    pub levels: BTreeMap<String, String>,
    /// The rules.
    pub spec: RuleSpec,
    /// The players, and where their weights come from.
    pub origins: Vec<(String, Origin)>,
}

/// The players whose games are looked at together: one against itself, or a strong one against a weak
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stratum {
    /// What it is called.
    pub name: String,
    /// Whether two players meet, the stronger one first.
    pub is_gap: bool,
}

/// A metric under every rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The metric.
    pub metric: Metric,
    /// By stratum and rule set: its mean, not yet in its unit.
    pub means: Vec<Vec<Option<Mean>>>,
}

impl Measurement {
    /// Whether there is anything to say: some games count, and what is counted in them was seen.
    fn is_about_something(&self) -> bool {
        let mut means = self.means.iter().flatten().flatten();
        means.any(|mean| self.metric.is_share() || mean.estimate.value != 0.0)
    }

    /// The mean in the metric's unit.
    pub fn estimate(&self, stratum: usize, rules: usize) -> Option<Estimate> {
        let mean = self.means[stratum][rules].as_ref()?;
        Some(mean.estimate.scaled(self.metric.unit().factor()))
    }
}

/// How long the games of one rule set last.
#[derive(Clone, Debug, PartialEq)]
pub struct Lengths {
    /// Quantiles in plies, by name.
    pub quantiles: Vec<(&'static str, Option<Estimate>)>,
    /// The share of games that is still going on after so many plies.
    pub running: Vec<(u32, Estimate)>,
}

/// The pieces of one rule set against those of another, the players otherwise the same.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadToHead {
    /// The name in the experiment.
    pub rules: String,
    /// The player on both sides.
    pub player: String,
    /// The positions that it looks at for a move.
    pub nodes: Option<u64>,
    /// The rule sets whose pieces met, and the result.
    pub players: Players,
    /// What a reader must know; empty when there is nothing.
    pub warning: &'static str,
}

/// Rule sets compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What the experiments are called.
    pub name: String,
    /// The rule sets.
    pub rules: Vec<RulesCell>,
    /// What is compared with what.
    pub design: Design,
    /// The players.
    pub strata: Vec<Stratum>,
    /// Every metric under every rule set.
    pub measurements: Vec<Measurement>,
    /// What the rules change.
    pub differences: Differences,
    /// By player that meets itself, and rule set.
    pub lengths: Vec<Vec<Lengths>>,
    /// By player that meets itself, rule set and tenth of the game: the share of the pieces left.
    pub left: Vec<Vec<Vec<Option<Estimate>>>>,
    /// Piece values under every rule set.
    pub values: PieceChanges,
    /// Pieces against pieces.
    pub head_to_head: Vec<HeadToHead>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

impl Comparison {
    /// The measurement of a metric.
    pub fn find(&self, metric: &Metric) -> Option<&Measurement> {
        self.measurements.iter().find(|one| one.metric == *metric)
    }

    /// The place of a rule set by its name.
    pub fn rules_called(&self, name: &str) -> Option<usize> {
        self.rules.iter().position(|cell| cell.name == name)
    }

    /// The players that meet themselves, by their places among the strata.
    pub fn selves(&self) -> Vec<usize> {
        (0..self.strata.len())
            .filter(|&at| !self.strata[at].is_gap)
            .collect()
    }
}
