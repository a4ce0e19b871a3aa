//! A learned evaluation: one hidden layer for each side's view of the board, in whole numbers.
//!
//! Data flow one way: a position → the inputs that are on (`inputs`) → the hidden layer, kept up to date from node to
//! node (`accumulator`) → the output, in centipawns ([`Network`]). `file` keeps it as a table of a weights file; `inherited` makes
//! one for rules that change those it was learnt for.

mod accumulator;
mod file;
mod inherited;
mod inputs;
mod worth;

pub(crate) use accumulator::{Accumulator, NetworkEvaluator};
pub(super) use file::NETWORK;
pub use inputs::{ActiveInputs, Inputs};
pub use worth::{NetworkWorth, PieceWorth};

use crate::rules::RuleSpec;

/// What 1 is in the whole numbers of the hidden layer.
const HIDDEN_ONE: i16 = 255;
/// What 1 is in the whole numbers of the output's weights.
const OUTPUT_ONE: i32 = 64;
/// The maximum of a weight of the hidden layer and of the output, before it is rounded. Products of two whole numbers then
/// fit in 16 bits.
pub const MAX_WEIGHT: f32 = 1.98;
/// The maximum of an output's bias, a log-odds.
const MAX_OUTPUT_BIAS: f32 = 16.0;
/// Hidden units come in groups of so many, each of which sums up in 32 bits.
pub const UNIT_GROUP: usize = 32;

/// Whether a network is the evaluation, or a correction of the linear one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It is the evaluation. The linear weights serve exchanges and move ordering.
    Alone,
    /// It is added to the linear evaluation.
    Added,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 2] = [Role::Alone, Role::Added];

    /// Its name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Role::Alone => "alone",
            Role::Added => "added",
        }
    }

    /// The role with a name.
    pub fn named(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// How large a network is, and for which board and pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Files of the board.
    pub files: usize,
    /// Ranks of the board.
    pub ranks: usize,
    /// The texts of the piece types, in the order of the inputs.
    pub pieces: Vec<String>,
    /// Hidden units of each side: a multiple of [`UNIT_GROUP`].
    pub hidden: usize,
    /// How many outputs there are, chosen by the number of pieces on the board.
    pub buckets: usize,
    /// How many rows each input has, chosen by where the own royal stands: one of [`Shape::ROYAL_BUCKETS`].
    pub royal_buckets: usize,
}

impl Shape {
    /// The numbers of hidden units that a network may have.
    pub const HIDDEN: [usize; 5] = [32, 64, 96, 128, 256];
    /// The numbers of outputs that a network may have.
    pub const BUCKETS: std::ops::RangeInclusive<usize> = 1..=16;
    /// The numbers of rows that an input may have.
    pub const ROYAL_BUCKETS: [usize; 2] = [1, 4];

    /// The shape for a rule set, with a row for each input. Non-promoting copies count as what they are copies of.
    pub fn of(spec: &RuleSpec, hidden: usize, buckets: usize) -> Shape {
        let pieces = spec.pieces.iter().filter(|piece| piece.copy_of.is_none());
        Shape {
            files: spec.files.len(),
            ranks: usize::from(spec.ranks),
            pieces: pieces.map(|piece| piece.text.clone()).collect(),
            hidden,
            buckets,
            royal_buckets: 1,
        }
    }

    /// The same with so many rows for each input.
    pub fn with_royal_buckets(self, royal_buckets: usize) -> Shape {
        Shape {
            royal_buckets,
            ..self
        }
    }

    /// Squares of the board.
    pub fn squares(&self) -> usize {
        self.files * self.ranks
    }

    /// What may stand on the board: own pieces and enemy's, by type and square.
    pub fn placings(&self) -> usize {
        2 * self.pieces.len() * self.squares()
    }

    /// Inputs of each side's view: what may stand on the board, by where the own royal stands.
    pub fn inputs(&self) -> usize {
        self.royal_buckets * self.placings()
    }
}

/// The numbers of a network as they are learnt.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parameters {
    /// By input, then by hidden unit.
    pub rows: Vec<f32>,
    /// By hidden unit.
    pub biases: Vec<f32>,
    /// By bucket, then by hidden unit of the side to move, then of the other one.
    pub output: Vec<f32>,
    /// By bucket.
    pub output_biases: Vec<f32>,
}

/// A network: the hidden units of both views are `clamp(biases + Σ rows, 0, 1)²`, the output is their weighted sum, a
/// log-odds of winning for the side to move, and `scale` times that is the score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    shape: Shape,
    role: Role,
    /// Centipawns of a log-odds of 1.
    scale: i32,
    /// The rule set that it was made for.
    rules: String,
    rows: Vec<i16>,
    biases: Vec<i16>,
    output: Vec<i16>,
    output_biases: Vec<i32>,
}

impl Network {
    /// The largest number of centipawns for a log-odds of 1.
    pub const MAX_SCALE: i32 = 5_000;

    /// A network in whole numbers, for the rule set called `rules`.
    pub fn new(
        shape: Shape,
        role: Role,
        scale: i32,
        rules: String,
        learnt: &Parameters,
    ) -> Network {
        let short = |numbers: &[f32], one: i32| -> Vec<i16> {
            let limited = numbers.iter().map(|x| x.clamp(-MAX_WEIGHT, MAX_WEIGHT));
            limited.map(|x| whole(x, one) as i16).collect()
        };
        let one = i32::from(HIDDEN_ONE);
        Network {
            rows: short(&learnt.rows, one),
            biases: short(&learnt.biases, one),
            output: short(&learnt.output, OUTPUT_ONE),
            output_biases: (learnt.output_biases.iter())
                .map(|x| x.clamp(-MAX_OUTPUT_BIAS, MAX_OUTPUT_BIAS))
                .map(|x| whole(x, one * OUTPUT_ONE))
                .collect(),
            shape,
            role,
            scale: scale.clamp(1, Network::MAX_SCALE),
            rules,
        }
    }

    /// Whether no number is larger than those that [`Network::new`] makes: beyond them sums do not fit.
    fn is_in_range(&self) -> bool {
        let one = i32::from(HIDDEN_ONE);
        let are_within = |numbers: &[i16], one: i32| {
            let max = whole(MAX_WEIGHT, one);
            numbers.iter().all(|&x| i32::from(x).abs() <= max)
        };
        let max_bias = whole(MAX_OUTPUT_BIAS, one * OUTPUT_ONE);
        are_within(&self.rows, one)
            && are_within(&self.biases, one)
            && are_within(&self.output, OUTPUT_ONE)
            && (self.output_biases.iter()).all(|x| (-max_bias..=max_bias).contains(x))
    }

    /// The numbers that it was made of, as far as whole numbers tell.
    pub fn parameters(&self) -> Parameters {
        let of = |numbers: &[i16], one: i32| {
            let one = one as f32;
            numbers.iter().map(|&x| f32::from(x) / one).collect()
        };
        let one = i32::from(HIDDEN_ONE);
        let output_one = (one * OUTPUT_ONE) as f32;
        Parameters {
            rows: of(&self.rows, one),
            biases: of(&self.biases, one),
            output: of(&self.output, OUTPUT_ONE),
            output_biases: (self.output_biases.iter())
                .map(|&x| x as f32 / output_one)
                .collect(),
        }
    }

    /// How large it is.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Whether it is the evaluation, or a correction of the linear one.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Whether a rule set has the board and the pieces that it was made for.
    ///
    /// # Errors
    /// What it was made for, and in what the rule set differs.
    pub fn check(&self, spec: &RuleSpec) -> Result<(), String> {
        let own = Shape::of(spec, self.shape.hidden, self.shape.buckets);
        let size = |shape: &Shape| format!("{} by {} squares", shape.files, shape.ranks);
        let differs = if size(&own) != size(&self.shape) {
            format!("{}; this board has {}", size(&self.shape), size(&own))
        } else if own.pieces != self.shape.pieces {
            format!("the pieces {}", self.shape.pieces.join(" "))
        } else {
            return Ok(());
        };
        Err(format!(
            "the network was made for {}, with {differs}",
            self.rules
        ))
    }

    /// The score of a position in centipawns for the side to move, by its inputs alone.
    pub fn score(&self, active: &ActiveInputs) -> i32 {
        let sums = active.views.each_ref().map(|inputs| {
            let mut sums = self.biases.clone();
            for &input in inputs {
                for (sum, more) in sums.iter_mut().zip(self.row(input)) {
                    *sum = sum.wrapping_add(*more);
                }
            }
            sums
        });
        self.output([&sums[0], &sums[1]], active.bucket)
    }

    /// The row of an input.
    #[inline(always)]
    fn row(&self, input: u32) -> &[i16] {
        let hidden = self.shape.hidden;
        &self.rows[input as usize * hidden..][..hidden]
    }

    /// The score in centipawns, from the hidden layers of the side to move and of the other one.
    #[inline]
    fn output(&self, [ours, theirs]: [&[i16]; 2], bucket: usize) -> i32 {
        let hidden = self.shape.hidden;
        let weights = &self.output[bucket * 2 * hidden..][..2 * hidden];
        let (own_weights, other_weights) = weights.split_at(hidden);
        let sum = weighted(ours, own_weights) + weighted(theirs, other_weights);
        let sum = sum / i64::from(HIDDEN_ONE) + i64::from(self.output_biases[bucket]);
        (sum * i64::from(self.scale) / i64::from(i32::from(HIDDEN_ONE) * OUTPUT_ONE)) as i32
    }
}

/// A number in units of which `one` are 1.
fn whole(number: f32, one: i32) -> i32 {
    (number * one as f32).round() as i32
}

/// The sum of weights times squares of what is clipped, group by group in 32 bits.
#[inline(always)]
fn weighted(sums: &[i16], weights: &[i16]) -> i64 {
    let groups = sums
        .chunks_exact(UNIT_GROUP)
        .zip(weights.chunks_exact(UNIT_GROUP));
    let of_group = |(sums, weights): (&[i16], &[i16])| {
        let mut part = 0_i32;
        for (&sum, &weight) in sums.iter().zip(weights) {
            let unit = sum.clamp(0, HIDDEN_ONE);
            part += i32::from(unit.wrapping_mul(weight)) * i32::from(unit);
        }
        i64::from(part)
    };
    groups.map(of_group).sum()
}
