//! The settings of training a network.

use crate::texel::TexelPlan;
use serde::Serialize;
use std::borrow::Cow;
use std::ops::RangeInclusive;
use tradewind_engine::Move;
use tradewind_engine::evaluation::network::{Network, Role, Shape};
use tradewind_engine::input::{Node, Reader, TableReader, Value};
use tradewind_engine::rules::RuleSpec;
use tradewind_engine::search::Quiet;

/// The quiet positions that are sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum QuietBy {
    /// Positions in which neither side has a threat.
    Both,
    /// Positions in which the move played changes no material, whatever the threats.
    Move,
}

impl QuietBy {
    /// All variants.
    pub const ALL: [QuietBy; 2] = [QuietBy::Both, QuietBy::Move];

    /// Its name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            QuietBy::Both => "both",
            QuietBy::Move => "move",
        }
    }

    /// The variant with a name.
    pub fn named(name: &str) -> Option<QuietBy> {
        QuietBy::ALL.into_iter().find(|quiet| quiet.name() == name)
    }

    /// The criterion for a position in which a move was played.
    pub(super) fn of(self, played: Move) -> Quiet {
        match self {
            QuietBy::Both => Quiet::ForBoth,
            QuietBy::Move => Quiet::Before(played),
        }
    }
}

/// The settings of training a network.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NetworkPlan {
    /// Hidden units per side.
    pub hidden: usize,
    /// Output buckets, chosen by the number of pieces.
    pub buckets: usize,
    /// Input buckets, chosen by the square of the own royal.
    pub royal_buckets: usize,
    /// Whether it is the evaluation or is added to the linear one.
    #[serde(serialize_with = "role_name")]
    pub role: Role,
    /// The number of parts of a game, from each of which at most one position is sampled.
    pub positions: u32,
    /// The criterion of quiet positions.
    pub quiet: QuietBy,
    /// The maximum search score of a sampled position, in centipawns for either side.
    pub max_eval_cp: u32,
    /// The share of game pairs in the validation set.
    pub validation: f64,
    /// The share of the other pairs that is used, for learning curves. Smaller shares are subsets of larger ones, and the
    /// validation set is the same for all.
    pub share: f64,
    /// The share of the game result in the target of a position; the rest is the score of the search for the move played.
    pub lambda: f64,
    /// The maximum number of epochs.
    pub epochs: u32,
    /// The number of reductions of the learning rate: when an epoch has not lowered the validation loss. Training continues
    /// from the epoch with the minimum.
    pub falls: u32,
    /// The initial learning rate.
    pub rate: f64,
    /// Weight decays (AdamW: Loshchilov and Hutter 2019), tried in order until one does not overfit.
    pub decays: Cow<'static, [f64]>,
    /// The batch size.
    pub batch: usize,
    /// The random seed of sampling, of the order of positions and of the initial parameters.
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

    /// The range of [`Self::share`].
    pub const SHARES: RangeInclusive<f64> = 0.001..=1.0;
    /// The range of [`Self::rate`].
    pub const RATES: RangeInclusive<f64> = 1e-6..=1.0;
    /// The range of each of [`Self::decays`].
    pub const DECAYS: RangeInclusive<f64> = 0.0..=10.0;
    /// The range of [`Self::epochs`].
    pub const EPOCHS: RangeInclusive<i64> = 1..=10_000;
    /// The range of [`Self::falls`].
    pub const FALLS: RangeInclusive<i64> = 0..=10;
    /// The range of [`Self::batch`].
    pub const BATCHES: RangeInclusive<i64> = 64..=1_000_000;

    /// The defaults for further training of a network, with its shape and role.
    pub fn continuing(network: &Network) -> NetworkPlan {
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

    /// Whether training for a rule set can continue from a network: one of the same shape and role. A network with one royal
    /// bucket can be extended to several.
    pub fn can_continue_from(&self, spec: &RuleSpec, network: &Network) -> bool {
        let known = network.shape();
        let rows = if known.royal_buckets == 1 {
            1
        } else {
            self.royal_buckets
        };
        let shape = self.shape(spec).with_royal_buckets(rows);
        (known, network.role()) == (&shape, self.role)
    }

    /// Reads a table `[network]`.
    pub fn read(reader: &Reader<'_>, node: &Node) -> NetworkPlan {
        let table = reader.table(node, "`network`", KEYS);
        let default = NetworkPlan::DEFAULT;
        let whole = |key, default: u64, range: RangeInclusive<i64>| {
            table.number_or(key, default, *range.start(), *range.end())
        };
        let small = |key, default: u32, range| whole(key, default.into(), range) as u32;
        let real = |key, default, range: RangeInclusive<f64>| {
            table.fraction_or(key, default, *range.start(), *range.end())
        };
        let size = |key, sizes: &[usize], of| one_of(reader, &table, key, (sizes, of));
        let buckets = *Shape::BUCKETS.start() as i64..=*Shape::BUCKETS.end() as i64;
        let roles = Role::ALL.map(|role| (role.name(), role));
        let quiets = QuietBy::ALL.map(|quiet| (quiet.name(), quiet));
        NetworkPlan {
            hidden: size("hidden", &Shape::HIDDEN, "hidden units").unwrap_or(default.hidden),
            buckets: whole("buckets", default.buckets as u64, buckets) as usize,
            royal_buckets: size("royal_buckets", &Shape::ROYAL_BUCKETS, "royal buckets")
                .unwrap_or(default.royal_buckets),
            role: table.choice_or("role", default.role, &roles),
            positions: small("positions", default.positions, TexelPlan::POSITIONS),
            quiet: table.choice_or("quiet", default.quiet, &quiets),
            max_eval_cp: small("max_eval_cp", default.max_eval_cp, TexelPlan::MAX_EVALS),
            validation: real("validation", default.validation, TexelPlan::VALIDATIONS),
            share: real("share", default.share, Self::SHARES),
            lambda: real("lambda", default.lambda, TexelPlan::LAMBDAS),
            epochs: small("epochs", default.epochs, Self::EPOCHS),
            falls: small("falls", default.falls, Self::FALLS),
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

/// One decay or a list.
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
            "the list of decays is empty",
            "write one or more",
        );
    }
    let read = |one| reader.fraction(one, low, high);
    nodes.iter().filter_map(read).collect()
}

/// One of the supported sizes of a network.
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
