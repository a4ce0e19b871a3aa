//! The columns of the regression, and the values of a position in them.

use super::network::{NetworkValue, network_values};
use tradewind_engine::evaluation::network::NetworkWorth;
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_engine::{Color, Replay, Rules};
use tradewind_selfplay::odds::counts;
use tradewind_selfplay::odds::design::measured;
use tradewind_selfplay::record::samples::Material;
use tradewind_stats::Total;

/// The columns of the regression: pieces, pieces that promote, and pairs of pieces.
#[derive(Debug)]
pub(super) struct Columns {
    pub pieces: Vec<PieceType>,
    pub names: Vec<String>,
    column_of: Vec<Option<usize>>,
    pub promoting: Vec<PieceType>,
    prospect_of: Vec<Option<usize>>,
    pub paired: Vec<PieceType>,
    pair_of: Vec<Option<usize>>,
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
            pieces,
            promoting,
            paired,
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

    /// The values of a position of which the material is known.
    pub fn of_material(&self, material: &Material) -> SampledPosition {
        let mut balance = vec![0; self.pieces.len()];
        for &(piece, difference) in &material.differences {
            if let Some(column) = self.column_of[piece.index()] {
                balance[column] = difference;
            }
        }
        SampledPosition {
            material: balance,
            pieces: material.pieces,
            placed: None,
        }
    }

    /// The values of a position, with those of its pieces to a network, if any.
    pub fn sample(&self, replay: &Replay, network: Option<&NetworkWorth>) -> SampledPosition {
        let mut placed = PlacedPieces {
            prospects: vec![0.0; self.promoting.len()],
            counts: vec![Total::default(); self.promoting.len()],
            pairs: vec![0.0; self.paired.len()],
            network: network.map_or_else(Vec::new, |network| {
                network_values(network, replay, &self.column_of)
            }),
        };
        let mut of_pairs = vec![[0; 2]; self.paired.len()];
        replay.for_each_piece(|color, piece, prospect| {
            let sign = match color {
                Color::White => 1.0,
                Color::Black => -1.0,
            };
            if let (Some(column), Some(prospect)) = (self.prospect_of[piece.index()], prospect) {
                placed.prospects[column] += sign * prospect as f32;
                placed.counts[column].add(prospect, 1.0);
            }
            if let Some(column) = self.pair_of[piece.index()] {
                of_pairs[column][color.index()] += 1;
            }
        });
        for (pair, [white, black]) in placed.pairs.iter_mut().zip(of_pairs) {
            *pair = f32::from(i8::from(white >= 2) - i8::from(black >= 2));
        }
        SampledPosition {
            placed: Some(placed),
            ..self.of_material(&Material::of(replay))
        }
    }
}

/// A sampled position as numbers.
#[derive(Clone, Debug)]
pub(super) struct SampledPosition {
    /// White's count of each piece minus Black's.
    pub material: Vec<i8>,
    pieces: u32,
    /// What depends on more than material; `None` if only that is known.
    pub placed: Option<PlacedPieces>,
}

/// The values of a position that depend on where its pieces are, and on how many each side has.
#[derive(Clone, Debug)]
pub(super) struct PlacedPieces {
    /// The prospects of White's pieces that promote minus those of Black's, by piece.
    pub prospects: Vec<f32>,
    /// The prospects of both sides' pieces, and their number.
    pub counts: Vec<Total>,
    /// By piece that a side starts with two of: 1 where only White has two or more, -1 where only
    /// Black has.
    pub pairs: Vec<f32>,
    /// The values of its pieces to a network; empty without one.
    pub network: Vec<NetworkValue>,
}

impl SampledPosition {
    /// Material times a factor.
    pub fn times(&self, factor: f32) -> impl Iterator<Item = f32> {
        let material = self.material.iter();
        material.map(move |&count| f32::from(count) * factor)
    }

    /// The share of the starting pieces on the board.
    pub fn share(&self, full_board: u32) -> f32 {
        self.pieces.min(full_board) as f32 / full_board as f32
    }

    /// Material times the share of the starting pieces on the board, then material times the rest.
    pub fn by_phase(&self, full_board: u32) -> Vec<f32> {
        let share = self.share(full_board);
        self.times(share).chain(self.times(1.0 - share)).collect()
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
