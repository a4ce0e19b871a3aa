//! What a change of the rules does to a game: rule sets played by the same players from the same
//! openings, measured and compared.
//!
//! | from | through | to |
//! |---|---|---|
//! | game records | [`dataset`](crate::dataset) | outcomes and features of each game |
//! | games, evaluations | `evaluated`: [`calibration`](crate::calibration), [`leads`](crate::leads), [`metric`](crate::metric) | a number for each game |
//! | numbers of games | `measure`: sums, [`Mean`] | means with intervals |
//! | rule sets with levels | `design` | effects: what is compared with what |
//! | effects | `changed` | the pieces and powers that their rule sets differ in |
//! | means, effects | `difference` | differences, tested together |
//! | players | `weights` | where their weights come from, and whether they are alike |
//!
//! All that it finds are rows. `docs/metrics.md` has the formulas of the metrics and their sources.

mod changed;
mod design;
mod difference;
mod evaluated;
mod further;
mod gather;
mod matchup;
mod measure;
mod values;
mod weights;

pub use changed::Changed;
pub use design::{Design, Effect, Factor};
pub use difference::{CHECK, Compared, DIFFERENCE, EFFECT_SIZE};
pub use gather::{CompareError, compare, wanted_by_comparison};
pub use weights::WeightsRow;

use crate::metric::Metric;
use crate::row::Row;
use std::collections::BTreeMap;
use tradewind_engine::evaluation::Origin;
use tradewind_engine::rules::RuleSpec;
use tradewind_stats::Mean;

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

/// A metric under every rule set, for sums and differences that no row has.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The metric.
    pub metric: Metric,
    /// Its means, not yet in its unit.
    pub means: MeansByStratum,
    /// The same by the way to begin, where several take turns: of their games alone.
    pub by_opening: Vec<MeansByStratum>,
}

/// Means of a metric, by stratum and rule set.
pub type MeansByStratum = Vec<Vec<Option<Mean>>>;

impl Measurement {
    /// Whether there is anything to say: some games count, and what is counted in them was seen.
    fn is_about_something(&self) -> bool {
        let mut means = self.means.iter().flatten().flatten();
        means.any(|mean| self.metric.is_share() || mean.estimate.value != 0.0)
    }
}

/// The pieces of one rule set against those of another, the players otherwise the same.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadToHead {
    /// The positions that the player on both sides looks at for a move.
    pub nodes: Option<u64>,
    /// What the pieces made of each other.
    pub rows: Vec<Row>,
}

/// Rule sets compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What the experiments are called.
    pub name: String,
    /// The rule sets.
    pub rules: Vec<RulesCell>,
    /// The players.
    pub strata: Vec<Stratum>,
    /// The ways to begin, by name, where several take turns in all games; else none.
    pub openings: Vec<String>,
    /// The effects of the rules, in the order in which they are told.
    pub effects: Vec<Compared>,
    /// Every metric under every rule set.
    pub measurements: Vec<Measurement>,
    /// Pieces against pieces.
    pub head_to_head: Vec<HeadToHead>,
    /// All numbers: means and quantiles under every rule set, differences, piece values, pieces against
    /// pieces.
    pub rows: Vec<Row>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

impl Comparison {
    /// The place of a rule set by its name.
    pub fn rules_called(&self, name: &str) -> Option<usize> {
        self.rules.iter().position(|cell| cell.name == name)
    }

    /// The names of the players that meet themselves.
    pub fn selves(&self) -> Vec<&str> {
        let selves = self.strata.iter().filter(|stratum| !stratum.is_gap);
        selves.map(|stratum| stratum.name.as_str()).collect()
    }
}
