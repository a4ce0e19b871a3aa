//! How a network is learnt.

use crate::texel::TexelPlan;
use serde::Serialize;
use std::borrow::Cow;
use std::ops::RangeInclusive;
use tradewind_engine::Move;
use tradewind_engine::evaluation::network::{Network, Role, Shape};
use tradewind_engine::input::{Node, Reader, TableReader, Value};
use tradewind_engine::rules::RuleSpec;
use tradewind_engine::search::Quiet;

/// Which positions are quiet, and learnt from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuietBy {
    /// Those in which neither side threatens anything.
    Both,
    /// Those in which the move that was played changes no material, whatever is threatened.
    Move,
}

impl QuietBy {
    /// All of them.
    pub const ALL: [QuietBy; 2] = [QuietBy::Both, QuietBy::Move];

    /// Its name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            QuietBy::Both => "both",
            QuietBy::Move => "move",
        }
    }

    /// That with a name.
    pub fn named(name: &str) -> Option<QuietBy> {
        QuietBy::ALL.into_iter().find(|quiet| quiet.name() == name)
    }

    /// The same of a position in which a move was played.
    pub(super) fn of(self, played: Move) -> Quiet {
        match self {
            QuietBy::Both => Quiet::ForBoth,
            QuietBy::Move => Quiet::Before(played),
        }
    }
}

/// How a network is learnt.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NetworkPlan {
    /// Hidden units of each side.
    pub hidden: usize,
    /// Outputs, chosen by the number of pieces.
    pub buckets: usize,
    /// Rows of each input, chosen by where the own royal stands.
    pub royal_buckets: usize,
    /// Whether it is the evaluation or is added to the linear one.
    #[serde(serialize_with = "role_name")]
    pub role: Role,
    /// How many positions of a game are looked for, one in each of so many parts of it.
    pub positions: u32,
    /// Which positions are quiet.
    #[serde(serialize_with = "quiet_name")]
    pub quiet: QuietBy,
    /// Positions in which a side is further ahead than this by the search, in centipawns, are left out.
    pub max_eval_cp: u32,
    /// The share of the game pairs that are the validation set, by which learning is judged and ended.
    pub validation: f64,
    /// The share of the other pairs that is learnt from, for a curve of what more games bring. Smaller shares are parts of
    /// larger ones, and the validation set is the same for all.
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
    /// By how much weights shrink, in units of the rate (AdamW: Loshchilov and Hutter 2019): each is tried until one does
    /// not overfit.
    pub decays: Cow<'static, [f64]>,
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
        royal_buckets: 1,
        role: Role::Alone,
        positions: 40,
        quiet: QuietBy::Move,
        max_eval_cp: 3_000,
        validation: 0.1,
        share: 1.0,
        lambda: 0.1,
        epochs: 40,
        falls: 3,
        rate: 1e-3,
        decays: Cow::Borrowed(&[0.1, 0.8, 2.5, 6.0]),
        batch: 4_096,
        seed: 1,
    };

    /// What [`Self::share`] may be.
    pub const SHARES: RangeInclusive<f64> = 0.001..=1.0;
    /// What [`Self::rate`] may be.
    pub const RATES: RangeInclusive<f64> = 1e-6..=1.0;
    /// What each of [`Self::decays`] may be.
    pub const DECAYS: RangeInclusive<f64> = 0.0..=10.0;
    /// What [`Self::epochs`] may be.
    pub const PASSES: RangeInclusive<i64> = 1..=10_000;
    /// What [`Self::falls`] may be.
    pub const FALLS: RangeInclusive<i64> = 0..=10;
    /// What [`Self::batch`] may be.
    pub const BATCHES: RangeInclusive<i64> = 64..=1_000_000;

    /// The defaults of learning on with a network: its size and its role.
    pub fn on_with(network: &Network) -> NetworkPlan {
        let shape = network.shape();
        NetworkPlan {
            hidden: shape.hidden,
            buckets: shape.buckets,
            royal_buckets: shape.royal_buckets,
            role: network.role(),
            ..NetworkPlan::DEFAULT
        }
    }

    /// The shape of the network for a rule set.
    pub fn shape(&self, spec: &RuleSpec) -> Shape {
        Shape::of(spec, self.hidden, self.buckets).with_royal_buckets(self.royal_buckets)
    }

    /// Whether learning for a rule set may go on with a network: one of the same size and role. It may have a single row for
    /// each input, from which several begin.
    pub fn goes_on_with(&self, spec: &RuleSpec, network: &Network) -> bool {
        let known = network.shape();
        let rows = match known.royal_buckets {
            1 => 1,
            _ => self.royal_buckets,
        };
        let shape = self.shape(spec).with_royal_buckets(rows);
        (known, network.role()) == (&shape, self.role)
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
        let roles = Role::ALL.map(|role| (role.name(), role));
        let quiets = QuietBy::ALL.map(|quiet| (quiet.name(), quiet));
        NetworkPlan {
            hidden: hidden(reader, &table),
            buckets: whole("buckets", default.buckets as u64, buckets) as usize,
            royal_buckets: royal_buckets(reader, &table),
            role: table.choice_or("role", default.role, &roles),
            positions: whole("positions", default.positions.into(), TexelPlan::POSITIONS) as u32,
            quiet: table.choice_or("quiet", default.quiet, &quiets),
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
            decays: decays(reader, &table),
            batch: whole("batch", default.batch as u64, Self::BATCHES) as usize,
            seed: whole("seed", default.seed, 0..=i64::MAX),
        }
    }
}

/// The keys of a table `[network]`.
const KEYS: &[&str] = &[
    "hidden",
    "buckets",
    "royal_buckets",
    "role",
    "positions",
    "quiet",
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

/// One decay or a list of them.
fn decays(reader: &Reader<'_>, table: &TableReader<'_>) -> Cow<'static, [f64]> {
    let Some(node) = table.get("decay") else {
        return NetworkPlan::DEFAULT.decays;
    };
    let (low, high) = NetworkPlan::DECAYS.into_inner();
    let nodes = match &node.value {
        Value::List(nodes) => nodes,
        _ => std::slice::from_ref(node),
    };
    if nodes.is_empty() {
        reader.fault(
            &node.place,
            "there is no decay in the list",
            "write one or more",
        );
    }
    let read = nodes
        .iter()
        .filter_map(|one| reader.fraction(one, low, high));
    read.collect()
}

fn hidden(reader: &Reader<'_>, table: &TableReader<'_>) -> usize {
    let sizes = (&Shape::HIDDEN[..], "hidden units");
    one_of(reader, table, "hidden", sizes).unwrap_or(NetworkPlan::DEFAULT.hidden)
}

fn royal_buckets(reader: &Reader<'_>, table: &TableReader<'_>) -> usize {
    let sizes = (&Shape::ROYAL_BUCKETS[..], "rows for each input");
    one_of(reader, table, "royal_buckets", sizes).unwrap_or(NetworkPlan::DEFAULT.royal_buckets)
}

/// One of the sizes that a network may have of something.
fn one_of(
    reader: &Reader<'_>,
    table: &TableReader<'_>,
    key: &str,
    (sizes, of): (&[usize], &str),
) -> Option<usize> {
    let node = table.get(key)?;
    let number = reader.number(node, 1, i64::MAX)?;
    let found = sizes.iter().copied().find(|&size| size as i64 == number);
    if found.is_none() {
        let known: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let message = format!("a network cannot have {number} {of}");
        reader.fault(
            &node.place,
            message,
            format!("write one of {}", known.join(", ")),
        );
    }
    found
}

fn role_name<S: serde::Serializer>(role: &Role, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(role.name())
}

fn quiet_name<S: serde::Serializer>(quiet: &QuietBy, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(quiet.name())
}
