//! The settings of a fit.

use serde::Serialize;
use std::ops::RangeInclusive;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::input::{Node, Reader, TableReader};

/// The settings of a fit.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TexelPlan {
    /// The number of parts of a game, from each of which at most one position is sampled.
    pub positions: u32,
    /// The maximum evaluation of a sampled position by the starting weights, in centipawns for either side. In decided
    /// positions other features would be credited with what a large lead explains.
    pub max_eval_cp: u32,
    /// The share of game pairs in the validation set.
    pub validation: f64,
    /// The share of the game result in the target of a position; the rest is the score of the search for the move played.
    pub lambda: f64,
    /// The maximum number of epochs.
    pub epochs: u32,
    /// The number of epochs without a validation loss near the minimum after which the fit ends.
    pub patience: u32,
    /// The initial learning rate: about the maximum change of a weight in a step, in centipawns.
    pub rate: f64,
    /// L2 regularisation towards the starting weights: the change of a term's root mean square contribution, in
    /// centipawns, that costs one unit of the summed loss.
    pub l2: f64,
    /// Frozen weights, such as `position.tempo` or `center.*`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frozen: Vec<String>,
    /// Lists of tied weights.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tied: Vec<Vec<String>>,
    /// Bounds of weights.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<WeightBound>,
    /// The random seed of sampling and of the order of batches.
    pub seed: u64,
    /// The maximum memory for positions, in megabytes; the rest is in a temporary file.
    #[serde(skip)]
    pub memory: u64,
}

/// Bounds of some weights.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WeightBound {
    /// Their names, such as `material.*`.
    pub weights: String,
    /// The minimum, in centipawns.
    pub min: f64,
    /// The maximum.
    pub max: f64,
}

impl TexelPlan {
    /// The defaults.
    pub const DEFAULT: TexelPlan = TexelPlan {
        positions: 8,
        max_eval_cp: 250,
        validation: 0.1,
        lambda: 1.0,
        epochs: 100,
        patience: 8,
        rate: 2.0,
        l2: 20.0,
        frozen: Vec::new(),
        tied: Vec::new(),
        bounds: Vec::new(),
        seed: 1,
        memory: 1_024,
    };

    /// The range of [`Self::positions`].
    pub const POSITIONS: RangeInclusive<i64> = 1..=1_000;
    /// The range of [`Self::max_eval_cp`].
    pub const MAX_EVALS: RangeInclusive<i64> = 10..=1_000_000;
    /// The range of [`Self::validation`].
    pub const VALIDATIONS: RangeInclusive<f64> = 0.01..=0.9;
    /// The range of [`Self::lambda`].
    pub const LAMBDAS: RangeInclusive<f64> = 0.0..=1.0;
    /// The range of [`Self::epochs`] and [`Self::patience`].
    pub const EPOCHS: RangeInclusive<i64> = 1..=100_000;
    /// The range of [`Self::rate`].
    pub const RATES: RangeInclusive<f64> = 1e-3..=1e3;
    /// The range of [`Self::l2`].
    pub const L2S: RangeInclusive<f64> = 1e-2..=1e6;
    /// The range of a bound, which is also the default bound.
    pub const WEIGHTS: RangeInclusive<f64> = -Weights::MAX..=Weights::MAX;
}

impl Default for TexelPlan {
    fn default() -> TexelPlan {
        TexelPlan::DEFAULT
    }
}

/// The keys of a table `[texel]`, and those renamed in version 0.2.
const KEYS: &[&str] = &[
    "positions",
    "max_eval_cp",
    "validation",
    "lambda",
    "epochs",
    "patience",
    "rate",
    "l2",
    "frozen",
    "tied",
    "bounds",
    "seed",
];

impl TexelPlan {
    /// Reads a table `[texel]`.
    pub fn read(reader: &Reader<'_>, node: &Node) -> TexelPlan {
        let table = reader.table(node, "`texel`", KEYS);
        let default = TexelPlan::DEFAULT;
        let whole = |key, default: u32, range: RangeInclusive<i64>| {
            table.number_or(key, default.into(), *range.start(), *range.end()) as u32
        };
        let real = |key, default, range: RangeInclusive<f64>| {
            table.fraction_or(key, default, *range.start(), *range.end())
        };
        TexelPlan {
            positions: whole("positions", default.positions, Self::POSITIONS),
            max_eval_cp: whole("max_eval_cp", default.max_eval_cp, Self::MAX_EVALS),
            validation: real("validation", default.validation, Self::VALIDATIONS),
            lambda: real("lambda", default.lambda, Self::LAMBDAS),
            epochs: whole("epochs", default.epochs, Self::EPOCHS),
            patience: whole("patience", default.patience, Self::EPOCHS),
            rate: real("rate", default.rate, Self::RATES),
            l2: real("l2", default.l2, Self::L2S),
            frozen: table.texts("frozen"),
            tied: lists(reader, &table, "tied"),
            bounds: bounds(reader, &table),
            seed: table.number_or("seed", default.seed, 0, i64::MAX),
            memory: default.memory,
        }
    }
}

fn lists(reader: &Reader<'_>, table: &TableReader<'_>, key: &str) -> Vec<Vec<String>> {
    let lists = table
        .get(key)
        .map_or(&[][..], |node| reader.list(node, key));
    let of = |node| reader.texts(node, "what is tied");
    lists.iter().map(of).collect()
}

fn bounds(reader: &Reader<'_>, table: &TableReader<'_>) -> Vec<WeightBound> {
    let list = table.get("bounds");
    let list = list.map_or(&[][..], |node| reader.list(node, "`bounds`"));
    let read = list.iter().filter_map(|node| {
        let remedy = "write { weights = \"material.*\", min = 0, max = 2000 }";
        let keys = ["weights", "min", "max"];
        let table = reader.table(node, "a bound", &keys);
        let weights = reader.text(table.need("weights", remedy)?)?.to_string();
        let range = TexelPlan::WEIGHTS;
        let number = |key| reader.fraction(table.need(key, remedy)?, *range.start(), *range.end());
        Some(WeightBound {
            weights,
            min: number("min")?,
            max: number("max")?,
        })
    });
    read.collect()
}
