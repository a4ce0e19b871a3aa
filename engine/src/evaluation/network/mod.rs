//! Neural network evaluation (NNUE): one hidden layer for each side's view of the board, in integers.
//!
//! Data flows in one direction: a position → the active inputs (`inputs`) → the hidden layer,
//! updated from node to node (`accumulator`) → the output, in centipawns ([`Network`]). `file`
//! stores it as a table of a weights file; `inherited` adapts it to changed rules.

mod accumulator;
mod file;
mod inherited;
mod inputs;
mod worth;

use accumulator::add;
pub(crate) use accumulator::{Accumulator, NetworkEvaluator};
pub(super) use file::NETWORK;
pub use inputs::{ActiveInputs, Inputs};
pub use worth::{NetworkWorth, PieceWorth};

use crate::rules::{PieceType, RuleSpec};

/// The integer that stands for 1 in the hidden layer.
const HIDDEN_ONE: i16 = 255;
/// The integer that stands for 1 in the output weights.
const OUTPUT_ONE: i32 = 64;
/// The maximum absolute value of a weight before quantization, so that products of two integers fit
/// in 16 bits.
pub const MAX_WEIGHT: f32 = 1.98;
/// The maximum absolute value of an output bias, in log-odds.
const MAX_OUTPUT_BIAS: f32 = 16.0;
/// The size of a group of hidden units, whose sum fits in 32 bits.
pub const UNIT_GROUP: usize = 32;

/// The last character of the symbol of a piece in hand.
const HAND_MARK: char = '@';

fn hand_symbol(spec: &RuleSpec, piece: PieceType) -> String {
    format!("{}{HAND_MARK}", spec.piece(piece).text)
}

/// The role of a network in the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The network is the evaluation. The linear weights serve exchanges and move ordering.
    Alone,
    /// The network is added to the linear evaluation.
    Added,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 2] = [Role::Alone, Role::Added];

    /// The name in files and on the command line.
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

/// The shape of a network: board, pieces and size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Files of the board.
    pub files: usize,
    /// Ranks of the board.
    pub ranks: usize,
    /// The symbols of the piece types, in the order of the inputs; then those that can be in hand, with
    /// an `@` behind.
    pub pieces: Vec<String>,
    /// Hidden units of each side: a multiple of [`UNIT_GROUP`].
    pub hidden: usize,
    /// Output buckets, chosen by the number of pieces on the board.
    pub buckets: usize,
    /// Buckets of inputs, chosen by the square of the own royal: one of [`Shape::ROYAL_BUCKETS`].
    pub royal_buckets: usize,
}

impl Shape {
    /// Possible numbers of hidden units.
    pub const HIDDEN: [usize; 5] = [32, 64, 96, 128, 256];
    /// Possible numbers of output buckets.
    pub const BUCKETS: std::ops::RangeInclusive<usize> = 1..=16;
    /// Possible numbers of royal buckets.
    pub const ROYAL_BUCKETS: [usize; 2] = [1, 4];

    /// The shape for a rule set, with one royal bucket. Non-promoting copies count as the original
    /// piece.
    pub fn of(spec: &RuleSpec, hidden: usize, buckets: usize) -> Shape {
        let pieces = spec.pieces.iter().filter(|piece| piece.copy_of.is_none());
        let in_hand = spec
            .hand_pieces()
            .into_iter()
            .map(|piece| hand_symbol(spec, piece));
        Shape {
            files: spec.files.len(),
            ranks: usize::from(spec.ranks),
            pieces: pieces
                .map(|piece| piece.text.clone())
                .chain(in_hand)
                .collect(),
            hidden,
            buckets,
            royal_buckets: 1,
        }
    }

    /// The same with another number of royal buckets.
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

    /// The number of piece types on the board; those in hand follow.
    pub fn board_pieces(&self) -> usize {
        let is_on_board = |text: &&String| !text.ends_with(HAND_MARK);
        self.pieces.iter().filter(is_on_board).count()
    }

    /// The square of the input of a piece in hand, as its owner's side or the other one sees it, by its
    /// number among those of its type, counted from 0.
    pub fn hand_square(&self, is_own: bool, number: usize) -> usize {
        let (rank, file) = (number / self.files, number % self.files);
        let rank = if is_own { rank } else { self.ranks - 1 - rank };
        rank * self.files + file
    }

    /// The number of triples (own or enemy, piece type, square).
    pub fn placings(&self) -> usize {
        2 * self.pieces.len() * self.squares()
    }

    /// The number of inputs of each view: [`Shape::placings`] times royal buckets.
    pub fn inputs(&self) -> usize {
        self.royal_buckets * self.placings()
    }
}

/// The parameters of a network before quantization.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parameters {
    /// By input, then by hidden unit.
    pub rows: Vec<f32>,
    /// By hidden unit.
    pub biases: Vec<f32>,
    /// By bucket, then by hidden unit of the side to move and of its opponent.
    pub output: Vec<f32>,
    /// By bucket.
    pub output_biases: Vec<f32>,
}

/// A quantized network. The hidden units of both views are `clamp(biases + Σ rows, 0, 1)²`. The
/// output is their weighted sum, the log-odds of winning for the side to move; the score is `scale`
/// times the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    shape: Shape,
    role: Role,
    /// Centipawns per unit of log-odds.
    scale: i32,
    /// The title of the rule set that it was trained for.
    rules: String,
    rows: Vec<i16>,
    biases: Vec<i16>,
    output: Vec<i16>,
    output_biases: Vec<i32>,
}

impl Network {
    /// The maximum of centipawns per unit of log-odds.
    pub const MAX_SCALE: i32 = 5_000;

    /// Quantizes a network for the rule set with the title `rules`.
    pub fn new(
        shape: Shape,
        role: Role,
        scale: i32,
        rules: String,
        learned: &Parameters,
    ) -> Network {
        let short = |numbers: &[f32], one: i32| -> Vec<i16> {
            let limited = numbers.iter().map(|x| x.clamp(-MAX_WEIGHT, MAX_WEIGHT));
            limited.map(|x| whole(x, one) as i16).collect()
        };
        let one = i32::from(HIDDEN_ONE);
        Network {
            rows: short(&learned.rows, one),
            biases: short(&learned.biases, one),
            output: short(&learned.output, OUTPUT_ONE),
            output_biases: (learned.output_biases.iter())
                .map(|x| x.clamp(-MAX_OUTPUT_BIAS, MAX_OUTPUT_BIAS))
                .map(|x| whole(x, one * OUTPUT_ONE))
                .collect(),
            shape,
            role,
            scale: scale.clamp(1, Network::MAX_SCALE),
            rules,
        }
    }

    /// Whether all parameters are within the bounds of [`Network::new`]: beyond them, sums would
    /// overflow.
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

    /// The parameters before quantization, up to rounding.
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

    /// The shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The role in the evaluation.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Checks that a rule set has the board and pieces that the network was made for.
    ///
    /// # Errors
    /// The rule set differs.
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

    /// The score of a position in centipawns for the side to move.
    pub fn score(&self, active: &ActiveInputs) -> i32 {
        let sums = active.views.each_ref().map(|inputs| {
            let mut sums = self.biases.clone();
            inputs
                .iter()
                .for_each(|&input| add(&mut sums, self.row(input)));
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

    /// The score in centipawns, from the accumulators of the side to move and of its opponent.
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

/// The nearest integer, where `one` stands for 1.
fn whole(number: f32, one: i32) -> i32 {
    (number * one as f32).round() as i32
}

/// The sum of weights times squared clipped units, group by group in 32 bits.
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
