//! How weights are fitted: what is sampled, how the fit goes, what is held.

use serde::Serialize;
use std::ops::RangeInclusive;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::toml_file::{Node, Reader, TableReader};

/// How weights are fitted.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TexelPlan {
    /// How many positions of a game are looked for, one in each of so many parts of it.
    pub positions: u32,
    /// Positions in which a side is further ahead than this, in hundredths of a pawn by the first weights,
    /// are left out: there the result says little about anything but that, and what goes with being far
    /// ahead would be taken for what brings it about.
    pub level: u32,
    /// The share of the game pairs that the fit does not see, by which it is judged.
    pub validation: f64,
    /// What a position is held for: this much of its game's result, the rest of what the search
    /// behind the move played there expected.
    pub blend: f64,
    /// The most passes over all positions.
    pub epochs: u32,
    /// The fit ends when so many passes in a row have left the loss of the positions kept aside clearly
    /// above the least.
    pub patience: u32,
    /// How far a weight moves in a step at most, to begin with, in hundredths of a pawn.
    pub rate: f64,
    /// How freely weights leave where they began: when a term, where it counts at all, comes to so
    /// many hundredths of a pawn more or less than with the first weights, that costs as much as one
    /// position foretold badly (one unit of loss).
    pub pull: f64,
    /// Weights that stay as they are, such as `position.tempo` or `center.*`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<String>,
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
    /// The least, in hundredths of a pawn.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl TexelPlan {
    /// When nothing else is said.
    pub const USUAL: TexelPlan = TexelPlan {
        positions: 8,
        level: 250,
        validation: 0.1,
        blend: 1.0,
        epochs: 100,
        patience: 8,
        rate: 2.0,
        pull: 20.0,
        fixed: Vec::new(),
        tied: Vec::new(),
        bounds: Vec::new(),
        seed: 1,
        memory: 1_024,
    };

    /// What [`Self::positions`] may be.
    pub const POSITIONS: RangeInclusive<i64> = 1..=1_000;
    /// What [`Self::level`] may be.
    pub const LEVELS: RangeInclusive<i64> = 10..=1_000_000;
    /// What [`Self::validation`] may be.
    pub const VALIDATIONS: RangeInclusive<f64> = 0.01..=0.9;
    /// What [`Self::blend`] may be.
    pub const BLENDS: RangeInclusive<f64> = 0.0..=1.0;
    /// What [`Self::epochs`] and [`Self::patience`] may be.
    pub const PASSES: RangeInclusive<i64> = 1..=100_000;
    /// What [`Self::rate`] may be.
    pub const RATES: RangeInclusive<f64> = 1e-3..=1e3;
    /// What [`Self::pull`] may be.
    pub const PULLS: RangeInclusive<f64> = 1e-2..=1e6;
    /// What a bound of a weight may be, and the largest size of a weight where none is said.
    pub const WEIGHTS: RangeInclusive<f64> = -Weights::MAX..=Weights::MAX;
}

impl Default for TexelPlan {
    fn default() -> TexelPlan {
        TexelPlan::USUAL
    }
}

/// The keys of a table `[texel]`.
const KEYS: &[&str] = &[
    "positions",
    "level",
    "validation",
    "blend",
    "epochs",
    "patience",
    "rate",
    "pull",
    "fixed",
    "tied",
    "bounds",
    "seed",
];

impl TexelPlan {
    /// Reads a table `[texel]`; what is left out is as usual.
    pub fn read(reader: &Reader<'_>, node: &Node) -> TexelPlan {
        let table = reader.table(node, "`texel`", KEYS);
        let usual = TexelPlan::USUAL;
        let whole = |key, usual: u32, range: RangeInclusive<i64>| {
            table.number_or(key, usual.into(), *range.start(), *range.end()) as u32
        };
        let real = |key, usual, range: RangeInclusive<f64>| {
            table.fraction_or(key, usual, *range.start(), *range.end())
        };
        TexelPlan {
            positions: whole("positions", usual.positions, Self::POSITIONS),
            level: whole("level", usual.level, Self::LEVELS),
            validation: real("validation", usual.validation, Self::VALIDATIONS),
            blend: real("blend", usual.blend, Self::BLENDS),
            epochs: whole("epochs", usual.epochs, Self::PASSES),
            patience: whole("patience", usual.patience, Self::PASSES),
            rate: real("rate", usual.rate, Self::RATES),
            pull: real("pull", usual.pull, Self::PULLS),
            fixed: table.texts("fixed"),
            tied: lists(reader, &table, "tied"),
            bounds: bounds(reader, &table),
            seed: table.number_or("seed", usual.seed, 0, i64::MAX),
            memory: usual.memory,
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
        let remedy = "write { weights = \"material.*\", least = 0, most = 2000 }";
        let table = reader.table(node, "a bound", &["weights", "least", "most"]);
        let weights = reader.text(table.need("weights", remedy)?)?.to_string();
        let range = TexelPlan::WEIGHTS;
        let number = |key| reader.fraction(table.need(key, remedy)?, *range.start(), *range.end());
        Some(WeightBound {
            weights,
            least: number("least")?,
            most: number("most")?,
        })
    });
    read.collect()
}
