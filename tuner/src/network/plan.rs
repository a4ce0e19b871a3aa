//! How a network is learnt.

use serde::Serialize;
use std::ops::RangeInclusive;
use tradewind_engine::evaluation::network::Role;

/// How a network is learnt.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NetworkPlan {
    /// Hidden units of each side.
    pub hidden: usize,
    /// Outputs, chosen by the number of pieces.
    pub buckets: usize,
    /// Whether it is the evaluation or is added to the linear one.
    #[serde(serialize_with = "role_name")]
    pub role: Role,
    /// How many positions of a game are looked for, one in each of so many parts of it.
    pub positions: u32,
    /// Positions in which a side is further ahead than this by the search, in centipawns, are left out.
    pub max_eval_cp: u32,
    /// The share of the game pairs that are kept aside, by which learning is judged and ended.
    pub validation: f64,
    /// The share of the game's result in the target of a position; the rest is what the search behind the move
    /// played there expected.
    pub lambda: f64,
    /// The most passes over all positions.
    pub epochs: u32,
    /// How often the rate falls. It does so when a pass has not lowered the loss of the validation set, and learning goes on
    /// from where that was at its minimum.
    pub falls: u32,
    /// The rate of the first passes.
    pub rate: f32,
    /// By how much weights shrink, in units of the rate (AdamW: Loshchilov and Hutter 2019).
    pub decay: f32,
    /// Positions of a step.
    pub batch: usize,
    /// Where the choice of positions, their order and the first numbers come from.
    pub seed: u64,
}

impl NetworkPlan {
    /// The defaults.
    pub const DEFAULT: NetworkPlan = NetworkPlan {
        hidden: 64,
        buckets: 4,
        role: Role::Alone,
        positions: 24,
        max_eval_cp: 3_000,
        validation: 0.1,
        lambda: 0.25,
        epochs: 40,
        falls: 3,
        rate: 1e-3,
        decay: 0.01,
        batch: 4_096,
        seed: 1,
    };

    /// What [`Self::rate`] may be.
    pub const RATES: RangeInclusive<f64> = 1e-6..=1.0;
    /// What [`Self::decay`] may be.
    pub const DECAYS: RangeInclusive<f64> = 0.0..=10.0;
}

fn role_name<S: serde::Serializer>(role: &Role, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(role.name())
}
