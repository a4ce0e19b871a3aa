//! How a network is learnt.

use crate::texel::TexelPlan;
use serde::Serialize;
use std::ops::RangeInclusive;
use tradewind_engine::evaluation::network::{Network, Role, Shape};
use tradewind_engine::rules::RuleSpec;
use tradewind_engine::toml_file::{Node, Reader, TableReader};

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
    /// The share of the other pairs that is learnt from, for a curve of what more games bring. Smaller shares are parts of
    /// larger ones, and what is kept aside is the same for all.
    pub share: f64,
    /// The share of the game's result in the target of a position; the rest is what the search behind the move
    /// played there expected.
    pub lambda: f64,
    /// The most passes over all positions.
    pub epochs: u32,
    /// How often the rate falls. It does so when a pass has not lowered the loss of the validation set, and learning goes on
    /// from where that was at its minimum.
    pub falls: u32,
    /// The rate of the first passes.
    pub rate: f64,
    /// By how much weights shrink, in units of the rate (AdamW: Loshchilov and Hutter 2019).
    pub decay: f64,
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
        share: 1.0,
        lambda: 0.25,
        epochs: 40,
        falls: 3,
        rate: 1e-3,
        decay: 0.01,
        batch: 4_096,
        seed: 1,
    };

    /// What [`Self::share`] may be.
    pub const SHARES: RangeInclusive<f64> = 0.001..=1.0;
    /// What [`Self::rate`] may be.
    pub const RATES: RangeInclusive<f64> = 1e-6..=1.0;
    /// What [`Self::decay`] may be.
    pub const DECAYS: RangeInclusive<f64> = 0.0..=10.0;
    /// What [`Self::epochs`] may be.
    pub const PASSES: RangeInclusive<i64> = 1..=10_000;
    /// What [`Self::falls`] may be.
    pub const FALLS: RangeInclusive<i64> = 0..=10;
    /// What [`Self::batch`] may be.
    pub const BATCHES: RangeInclusive<i64> = 64..=1_000_000;

    /// Whether learning for a rule set may go on with a network: one of the same size and role.
    pub fn goes_on_with(&self, spec: &RuleSpec, network: &Network) -> bool {
        let shape = Shape::of(spec, self.hidden, self.buckets);
        (network.shape(), network.role()) == (&shape, self.role)
    }

    /// Reads a table `[network]`; what is left out has its default.
    pub fn read(reader: &Reader<'_>, node: &Node) -> NetworkPlan {
        let table = reader.table(node, "`network`", KEYS);
        let default = NetworkPlan::DEFAULT;
        let whole = |key, default: u64, range: RangeInclusive<i64>| {
            table.number_or(key, default, *range.start(), *range.end())
        };
        let real = |key, default, range: RangeInclusive<f64>| {
            table.fraction_or(key, default, *range.start(), *range.end())
        };
        let buckets = *Shape::BUCKETS.start() as i64..=*Shape::BUCKETS.end() as i64;
        NetworkPlan {
            hidden: hidden(reader, &table),
            buckets: whole("buckets", default.buckets as u64, buckets) as usize,
            role: role(reader, &table),
            positions: whole("positions", default.positions.into(), TexelPlan::POSITIONS) as u32,
            max_eval_cp: whole(
                "max_eval_cp",
                default.max_eval_cp.into(),
                TexelPlan::MAX_EVALS,
            ) as u32,
            validation: real("validation", default.validation, TexelPlan::VALIDATIONS),
            share: real("share", default.share, Self::SHARES),
            lambda: real("lambda", default.lambda, TexelPlan::LAMBDAS),
            epochs: whole("epochs", default.epochs.into(), Self::PASSES) as u32,
            falls: whole("falls", default.falls.into(), Self::FALLS) as u32,
            rate: real("rate", default.rate, Self::RATES),
            decay: real("decay", default.decay, Self::DECAYS),
            batch: whole("batch", default.batch as u64, Self::BATCHES) as usize,
            seed: whole("seed", default.seed, 0..=i64::MAX),
        }
    }
}

/// The keys of a table `[network]`.
const KEYS: &[&str] = &[
    "hidden",
    "buckets",
    "role",
    "positions",
    "max_eval_cp",
    "validation",
    "share",
    "lambda",
    "epochs",
    "falls",
    "rate",
    "decay",
    "batch",
    "seed",
];

fn hidden(reader: &Reader<'_>, table: &TableReader<'_>) -> usize {
    let Some(node) = table.get("hidden") else {
        return NetworkPlan::DEFAULT.hidden;
    };
    let known = reader.number(node, 1, i64::MAX).and_then(|number| {
        let found = Shape::HIDDEN
            .into_iter()
            .find(|&size| size as i64 == number);
        if found.is_none() {
            let sizes = Shape::HIDDEN.map(|size| size.to_string()).join(", ");
            let message = format!("a network cannot have {number} hidden units");
            reader.fault(&node.place, message, format!("write one of {sizes}"));
        }
        found
    });
    known.unwrap_or(NetworkPlan::DEFAULT.hidden)
}

fn role(reader: &Reader<'_>, table: &TableReader<'_>) -> Role {
    let default = NetworkPlan::DEFAULT.role;
    let Some(node) = table.get("role") else {
        return default;
    };
    let Some(text) = reader.text(node) else {
        return default;
    };
    Role::named(text).unwrap_or_else(|| {
        let message = format!("there is no role {text:?}");
        reader.fault(&node.place, message, "write \"alone\" or \"added\"");
        default
    })
}

fn role_name<S: serde::Serializer>(role: &Role, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(role.name())
}
