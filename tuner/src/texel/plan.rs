//! How weights are fitted: what is sampled, how the fit goes, what is held.

use serde::Serialize;
use tradewind_engine::toml_file::{Node, Reader, Table};

/// How weights are fitted.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(default)]
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
    pub bounds: Vec<Bound>,
    /// Where the choice of positions and their order come from.
    pub seed: u64,
    /// How many megabytes of positions are held in memory; the rest is in a temporary file.
    #[serde(skip)]
    pub memory: u64,
}

/// Weights that stay within bounds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Bound {
    /// Which, such as `material.*`.
    pub weights: String,
    /// The least, in hundredths of a pawn.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Default for TexelPlan {
    fn default() -> TexelPlan {
        TexelPlan {
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
        }
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

/// The largest weight that a bound may name, in hundredths of a pawn.
const LARGEST: f64 = 100_000.0;

impl TexelPlan {
    /// Reads a table `[texel]`; what is left out is as usual.
    pub fn read(reader: &Reader<'_>, node: &Node) -> TexelPlan {
        let table = reader.table(node, "`texel`", KEYS);
        let usual = TexelPlan::default();
        let whole = |key: &str, usual: u32, low: i64, high: i64| {
            let found = table.get(key);
            let found = found.and_then(|node| reader.number(node, low, high));
            found.map_or(usual, |number| number as u32)
        };
        let real = |key: &str, usual: f64, low: f64, high: f64| {
            let found = table.get(key);
            let found = found.and_then(|node| reader.fraction(node, low, high));
            found.unwrap_or(usual)
        };
        let seed = table.get("seed");
        let seed = seed.and_then(|node| reader.number(node, 0, i64::MAX));
        TexelPlan {
            positions: whole("positions", usual.positions, 1, 1_000),
            level: whole("level", usual.level, 10, 1_000_000),
            validation: real("validation", usual.validation, 0.01, 0.9),
            blend: real("blend", usual.blend, 0.0, 1.0),
            epochs: whole("epochs", usual.epochs, 1, 100_000),
            patience: whole("patience", usual.patience, 1, 100_000),
            rate: real("rate", usual.rate, 1e-3, 1e3),
            pull: real("pull", usual.pull, 1e-2, 1e6),
            fixed: texts(reader, &table, "fixed"),
            tied: lists(reader, &table, "tied"),
            bounds: bounds(reader, &table),
            seed: seed.map_or(usual.seed, |seed| seed as u64),
            memory: usual.memory,
        }
    }
}

fn texts(reader: &Reader<'_>, table: &Table<'_>, key: &str) -> Vec<String> {
    let list = table
        .get(key)
        .map_or(&[][..], |node| reader.list(node, key));
    let texts = list.iter().filter_map(|node| reader.text(node));
    texts.map(str::to_string).collect()
}

fn lists(reader: &Reader<'_>, table: &Table<'_>, key: &str) -> Vec<Vec<String>> {
    let lists = table
        .get(key)
        .map_or(&[][..], |node| reader.list(node, key));
    let of = |node| {
        let texts = reader.list(node, "what is tied").iter();
        let texts = texts.filter_map(|node| reader.text(node));
        texts.map(str::to_string).collect()
    };
    lists.iter().map(of).collect()
}

fn bounds(reader: &Reader<'_>, table: &Table<'_>) -> Vec<Bound> {
    let list = table.get("bounds");
    let list = list.map_or(&[][..], |node| reader.list(node, "`bounds`"));
    let read = list.iter().filter_map(|node| {
        let remedy = "write { weights = \"material.*\", least = 0, most = 2000 }";
        let table = reader.table(node, "a bound", &["weights", "least", "most"]);
        let weights = reader.text(table.need("weights", remedy)?)?.to_string();
        let number = |key| reader.fraction(table.need(key, remedy)?, -LARGEST, LARGEST);
        Some(Bound {
            weights,
            least: number("least")?,
            most: number("most")?,
        })
    });
    read.collect()
}
