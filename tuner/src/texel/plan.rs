//! How weights are fitted: what is sampled, how the fit goes, what is frozen.

use serde::Serialize;
use std::ops::RangeInclusive;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::input::{Node, Reader, Renamed, TableReader};

/// How weights are fitted.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TexelPlan {
    /// How many positions of a game are looked for, one in each of so many parts of it.
    pub positions: u32,
    /// Positions in which a side is further ahead than this, in centipawns by the first weights,
    /// are left out: there the result says little about anything but that, and what goes with being far
    /// ahead would be taken for what brings it about.
    pub max_eval_cp: u32,
    /// The share of the game pairs that the fit does not see, by which it is judged.
    pub validation: f64,
    /// The share of the game's result in the target of a position; the rest is what the search behind the
    /// move played there expected.
    pub lambda: f64,
    /// The most passes over all positions.
    pub epochs: u32,
    /// The fit ends when so many passes in a row have left the loss of the validation set clearly
    /// above the minimum.
    pub patience: u32,
    /// How far a weight moves in a step at most, to begin with, in centipawns.
    pub rate: f64,
    /// L2 regularisation towards the first weights: when a term, where it counts at all, comes to so
    /// many centipawns more or less than with the first weights, that costs as much as one
    /// position predicted badly (one unit of loss).
    pub l2: f64,
    /// Weights that are frozen, such as `position.tempo` or `center.*`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frozen: Vec<String>,
    /// Lists of weights that have one value together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tied: Vec<Vec<String>>,
    /// Weights that stay within bounds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<WeightBound>,
    /// Where the choice of positions and their order come from.
    pub seed: u64,
    /// How many megabytes of positions are held in memory; the rest is in a temporary file.
    #[serde(skip)]
    pub memory: u64,
}

/// Weights that stay within bounds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WeightBound {
    /// Which, such as `material.*`.
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

    /// What [`Self::positions`] may be.
    pub const POSITIONS: RangeInclusive<i64> = 1..=1_000;
    /// What [`Self::max_eval_cp`] may be.
    pub const MAX_EVALS: RangeInclusive<i64> = 10..=1_000_000;
    /// What [`Self::validation`] may be.
    pub const VALIDATIONS: RangeInclusive<f64> = 0.01..=0.9;
    /// What [`Self::lambda`] may be.
    pub const LAMBDAS: RangeInclusive<f64> = 0.0..=1.0;
    /// What [`Self::epochs`] and [`Self::patience`] may be.
    pub const PASSES: RangeInclusive<i64> = 1..=100_000;
    /// What [`Self::rate`] may be.
    pub const RATES: RangeInclusive<f64> = 1e-3..=1e3;
    /// What [`Self::l2`] may be.
    pub const L2S: RangeInclusive<f64> = 1e-2..=1e6;
    /// What a bound of a weight may be, and the largest size of a weight where none is said.
    pub const WEIGHTS: RangeInclusive<f64> = -Weights::MAX..=Weights::MAX;
}

impl Default for TexelPlan {
    fn default() -> TexelPlan {
        TexelPlan::DEFAULT
    }
}

/// The keys of a table `[texel]`, and those that had other names before version 0.2.
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
const RENAMED: Renamed<'_> = Renamed(&[
    ("level", "max_eval_cp"),
    ("blend", "lambda"),
    ("pull", "l2"),
    ("fixed", "frozen"),
]);

impl TexelPlan {
    /// Reads a table `[texel]`; what is left out has its default.
    pub fn read(reader: &Reader<'_>, node: &Node) -> TexelPlan {
        let table = reader.table_renamed(node, "`texel`", KEYS, RENAMED);
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
            epochs: whole("epochs", default.epochs, Self::PASSES),
            patience: whole("patience", default.patience, Self::PASSES),
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

/// The ends of a range had other names before version 0.2.
pub(crate) const RENAMED_BOUNDS: Renamed<'_> = Renamed(&[("least", "min"), ("most", "max")]);

fn bounds(reader: &Reader<'_>, table: &TableReader<'_>) -> Vec<WeightBound> {
    let list = table.get("bounds");
    let list = list.map_or(&[][..], |node| reader.list(node, "`bounds`"));
    let read = list.iter().filter_map(|node| {
        let remedy = "write { weights = \"material.*\", min = 0, max = 2000 }";
        let keys = ["weights", "min", "max"];
        let table = reader.table_renamed(node, "a bound", &keys, RENAMED_BOUNDS);
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
