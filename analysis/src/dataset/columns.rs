//! The columns of the regression, and the values of a position in them.

use super::network::{NetworkValue, network_values};
use tradewind_engine::evaluation::network::NetworkWorth;
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_engine::tables::prospect;
use tradewind_engine::{Color, Replay, Rules};
use tradewind_selfplay::odds::counts;
use tradewind_selfplay::odds::design::measured;
use tradewind_selfplay::record::samples::Material;
use tradewind_stats::Total;

/// The columns of the regression: pieces on the board, pieces that promote, pairs of pieces, and pieces in hand.
#[derive(Debug)]
pub(super) struct Columns {
    pub pieces: Vec<PieceType>,
    pub names: Vec<String>,
    column_of: Vec<Option<usize>>,
    pub promoting: Vec<PieceType>,
    prospect_of: Vec<Option<usize>>,
    pub paired: Vec<PieceType>,
    pair_of: Vec<Option<usize>>,
    pub in_hand: Vec<PieceType>,
    hand_of: Vec<Option<usize>>,
}

impl Columns {
    pub fn new(spec: &RuleSpec) -> Columns {
        let (pieces, paired) = (measured(spec), paired(spec));
        let places = |wanted: &[PieceType]| -> Vec<Option<usize>> {
            (0..spec.pieces.len())
                .map(|at| wanted.iter().position(|piece| piece.index() == at))
                .collect()
        };
        let promotes = |piece: &&PieceType| spec.piece(**piece).promotion.is_some();
        let in_hand: Vec<PieceType> = (spec.hand_pieces().into_iter())
            .filter(|piece| pieces.contains(piece))
            .collect();
        let promoting: Vec<PieceType> = pieces.iter().filter(promotes).copied().collect();
        Columns {
            names: pieces
                .iter()
                .map(|&piece| {
                    let piece = spec.piece(piece);
                    format!("{} ({})", piece.name, piece.text)
                })
                .collect(),
            column_of: places(&pieces),
            prospect_of: places(&promoting),
            pair_of: places(&paired),
            hand_of: places(&in_hand),
            pieces,
            promoting,
            paired,
            in_hand,
        }
    }

    /// The names of the columns of some pieces, with a suffix.
    pub(crate) fn names_of(&self, pieces: &[PieceType], what: &str) -> Vec<String> {
        let columns = pieces
            .iter()
            .filter_map(|piece| self.column_of[piece.index()]);
        columns
            .map(|at| format!("{}, {what}", self.names[at]))
            .collect()
    }

    /// The names of the columns of pieces in hand, which come last in every design.
    pub(crate) fn names_in_hand(&self) -> Vec<String> {
        self.names_of(&self.in_hand, "in hand")
    }

    /// The values of a position, with those of its pieces to a network, if any.
    pub fn sample(&self, replay: &Replay, network: Option<&NetworkWorth>) -> SampledPosition {
        SampledPosition {
            network: network.map_or_else(Vec::new, |network| {
                network_values(network, replay, &self.column_of)
            }),
            ..self.of_material(&Material::of(replay))
        }
    }

    /// The values of a position that follow from its material.
    pub fn of_material(&self, material: &Material) -> SampledPosition {
        let mut sample = SampledPosition {
            material: vec![0; self.pieces.len()],
            prospects: vec![0.0; self.promoting.len()],
            counts: vec![Total::default(); self.promoting.len()],
            pairs: vec![0.0; self.paired.len()],
            hands: vec![0; self.in_hand.len()],
            pieces: material.pieces.len() as u32,
            network: Vec::new(),
        };
        let mut of_pairs = vec![[0; 2]; self.paired.len()];
        let sign_of = |color| match color {
            Color::White => 1,
            Color::Black => -1,
        };
        for &(piece, color, ranks) in &material.pieces {
            let sign: i8 = sign_of(color);
            if let Some(column) = self.column_of[piece.index()] {
                sample.material[column] += sign;
            }
            if let (Some(column), Some(ranks)) = (self.prospect_of[piece.index()], ranks) {
                let prospect = prospect(ranks);
                sample.prospects[column] += f32::from(sign) * prospect as f32;
                sample.counts[column].add(prospect, 1.0);
            }
            if let Some(column) = self.pair_of[piece.index()] {
                of_pairs[column][color.index()] += 1;
            }
        }
        for &(piece, color) in &material.hands {
            if let Some(column) = self.hand_of[piece.index()] {
                sample.hands[column] += sign_of(color);
            }
        }
        for (pair, [white, black]) in sample.pairs.iter_mut().zip(of_pairs) {
            *pair = f32::from(i8::from(white >= 2) - i8::from(black >= 2));
        }
        sample
    }
}

/// A sampled position as numbers.
#[derive(Clone, Debug)]
pub(super) struct SampledPosition {
    /// White's count of each piece minus Black's.
    pub material: Vec<i8>,
    /// The same for the prospects of pieces that promote.
    pub prospects: Vec<f32>,
    /// The prospects of both sides' pieces, and their number.
    pub counts: Vec<Total>,
    /// By piece that a side starts with two of: 1 where only White has two or more, -1 where only
    /// Black has.
    pub pairs: Vec<f32>,
    /// White's count of each piece in hand minus Black's.
    hands: Vec<i8>,
    pieces: u32,
    /// The values of its pieces to a network; empty without one, and where only the material is known.
    pub network: Vec<NetworkValue>,
}

impl SampledPosition {
    /// Material times a factor.
    pub fn times(&self, factor: f32) -> impl Iterator<Item = f32> {
        let material = self.material.iter();
        material.map(move |&count| f32::from(count) * factor)
    }

    /// The pieces on the board, further columns, and the pieces in hand.
    pub fn with(&self, further: &[f32]) -> Vec<f32> {
        let on_board = self.times(1.0).chain(further.iter().copied());
        on_board.chain(self.in_hand()).collect()
    }

    /// The share of the starting pieces on the board.
    pub fn share(&self, full_board: u32) -> f32 {
        self.pieces.min(full_board) as f32 / full_board as f32
    }

    /// The pieces on the board times the share of the starting pieces on it, then times the rest; and the pieces in hand.
    pub fn by_phase(&self, full_board: u32) -> Vec<f32> {
        let share = self.share(full_board);
        let both = self.times(share).chain(self.times(1.0 - share));
        both.chain(self.in_hand()).collect()
    }

    fn in_hand(&self) -> impl Iterator<Item = f32> {
        self.hands.iter().map(|&count| f32::from(count))
    }
}

/// The pieces that a side starts with two of in every array.
pub(super) fn paired(spec: &RuleSpec) -> Vec<PieceType> {
    let counts: Vec<Vec<usize>> = (0..spec.arrays.len())
        .map(|entry| counts(spec, entry))
        .collect();
    let in_all = |piece: &PieceType| counts.iter().all(|count| count[piece.index()] == 2);
    measured(spec).into_iter().filter(in_all).collect()
}

/// The number of pieces in the rule set's first array.
pub(super) fn full_board(rules: &Rules) -> u32 {
    let first = rules.spec().array_numbers().first().copied();
    first
        .and_then(|first| rules.replay(first))
        .map_or(0, |replay| replay.pieces())
}
