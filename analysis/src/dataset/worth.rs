//! What a network says that the pieces of drawn positions are worth.

use super::phases::{ENDGAME, MIDDLEGAME, STANDARD};
use nalgebra::DMatrix;
use tradewind_engine::Replay;
use tradewind_engine::evaluation::network::NetworkWorth;
use tradewind_stats::PairSums;

/// The phases of which sums are kept: everything, then positions in which about such a share of the starting pieces is on
/// the board.
pub const WORTH_PHASES: [Option<f64>; 4] = [None, Some(STANDARD), Some(MIDDLEGAME), Some(ENDGAME)];
/// How far a position's share may be from that of its phase.
const PHASE_WIDTH: f64 = 0.1;

/// Sums over pairs of games, and over the products of their sums, of which means have their covariance.
#[derive(Debug, Clone, PartialEq)]
pub struct WorthSums {
    /// How many pieces are measured.
    pieces: usize,
    /// By network: that of each player that takes turns, or one.
    networks: Vec<PairWorths>,
    /// By measured piece and square: sums over all pairs but the last.
    by_square: Vec<PairSums>,
    /// The last pair, which may not be whole.
    last: Option<LastPair>,
}

/// Sums over pairs in which the same network was asked, by phase and measured piece.
#[derive(Debug, Clone, PartialEq)]
pub struct PairWorths {
    /// How many pairs.
    pub count: u64,
    /// The sums,
    pub sums: Vec<WorthSum>,
    /// and in how many pairs there was such a piece.
    pub pairs: Vec<u64>,
    /// The products of a pair's log-odds, of its log-odds (rows) with its counts (columns), and of its counts.
    pub products: [DMatrix<f64>; 3],
}

/// The sums of a pair.
#[derive(Debug, Clone, PartialEq)]
struct LastPair {
    pair: u64,
    network: usize,
    /// By phase, then by measured piece.
    sums: Vec<WorthSum>,
    /// By measured piece and square.
    by_square: Vec<WorthSum>,
}

/// What the pieces of a type are worth together.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WorthSum {
    /// The sum of their log-odds, each in its owner's eyes.
    pub log_odds: f64,
    /// How many they are.
    pub count: f64,
}

impl WorthSum {
    fn add(&mut self, log_odds: f64, weight: f64) {
        self.log_odds += weight * log_odds;
        self.count += weight;
    }

    fn join(&mut self, other: &WorthSum) {
        self.log_odds += other.log_odds;
        self.count += other.count;
    }
}

/// What a network says of a piece of a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ColumnWorth {
    /// Its column among the measured pieces.
    column: usize,
    /// Where it stands as its side sees it.
    square: usize,
    log_odds: f64,
}

/// What a network says of the measured pieces of a position; `column_of` says by piece type which they are.
pub(super) fn worth_of(
    network: &NetworkWorth,
    replay: &Replay,
    column_of: &[Option<usize>],
) -> Vec<ColumnWorth> {
    let measured = network.pieces(replay).into_iter().filter_map(|one| {
        Some(ColumnWorth {
            column: column_of[one.piece.index()]?,
            square: one.seen.index(),
            log_odds: one.log_odds,
        })
    });
    measured.collect()
}

impl PairWorths {
    /// Of no pairs, for so many phases and pieces.
    pub fn new(size: usize) -> PairWorths {
        PairWorths {
            count: 0,
            sums: vec![WorthSum::default(); size],
            pairs: vec![0; size],
            products: [(); 3].map(|()| DMatrix::zeros(size, size)),
        }
    }

    fn add(&mut self, pair: &[WorthSum]) {
        self.count += 1;
        let seen = pair.iter().enumerate().filter(|(_, sum)| sum.count > 0.0);
        let seen: Vec<(usize, &WorthSum)> = seen.collect();
        let [odds, both, counts] = &mut self.products;
        for &(row, one) in &seen {
            self.sums[row].join(one);
            self.pairs[row] += 1;
            for &(column, other) in &seen {
                odds[(row, column)] += one.log_odds * other.log_odds;
                both[(row, column)] += one.log_odds * other.count;
                counts[(row, column)] += one.count * other.count;
            }
        }
    }

    /// Adds those of other pairs.
    pub fn join(&mut self, other: &PairWorths) {
        self.count += other.count;
        for (own, other) in self.sums.iter_mut().zip(&other.sums) {
            own.join(other);
        }
        for (own, other) in self.pairs.iter_mut().zip(&other.pairs) {
            *own += other;
        }
        for (own, other) in self.products.iter_mut().zip(&other.products) {
            *own += other;
        }
    }
}

impl WorthSums {
    /// None yet, of so many measured pieces on a board of so many squares.
    pub fn new(pieces: usize, squares: usize) -> WorthSums {
        WorthSums {
            pieces,
            networks: Vec::new(),
            by_square: vec![PairSums::default(); pieces * squares],
            last: None,
        }
    }

    /// Adds a position of a pair, of which a network with a number was asked, with such a share of the starting pieces on
    /// the board.
    pub(super) fn push(
        &mut self,
        (pair, network): (u64, usize),
        weight: f64,
        share: f64,
        position: &[ColumnWorth],
    ) {
        let pieces = self.pieces.max(1);
        let squares = self.by_square.len() / pieces;
        let last = self.last(pair, network);
        let phases = last.sums.chunks_mut(pieces);
        for (phase, sums) in WORTH_PHASES.iter().zip(phases) {
            if phase.is_none_or(|phase| (share - phase).abs() <= PHASE_WIDTH) {
                for one in position {
                    sums[one.column].add(one.log_odds, weight);
                }
            }
        }
        for one in position {
            last.by_square[one.column * squares + one.square].add(one.log_odds, weight);
        }
    }

    /// Adds what the pieces of a pair are worth to a network, by phase and measured piece.
    pub fn add_pair(&mut self, pair: u64, network: usize, sums: &[WorthSum]) {
        self.last(pair, network).sums.copy_from_slice(sums);
    }

    /// The sums of a pair: those of the one before are whole.
    fn last(&mut self, pair: u64, network: usize) -> &mut LastPair {
        if self.last.as_ref().is_none_or(|last| last.pair != pair) {
            self.close_last();
            self.last = Some(LastPair {
                pair,
                network,
                sums: vec![WorthSum::default(); WORTH_PHASES.len() * self.pieces],
                by_square: vec![WorthSum::default(); self.by_square.len()],
            });
        }
        self.last.as_mut().expect("it is there now")
    }

    /// Adds those of other pairs.
    pub(super) fn join(&mut self, other: &WorthSums) {
        self.close_last();
        for (network, theirs) in other.networks.iter().enumerate() {
            network_at(&mut self.networks, network, self.pieces).join(theirs);
        }
        for (own, theirs) in self.by_square.iter_mut().zip(&other.by_square) {
            own.join(theirs);
        }
        self.last.clone_from(&other.last);
        self.close_last();
    }

    /// By network: sums over all pairs.
    pub fn networks(&self) -> Vec<PairWorths> {
        let mut all = self.networks.clone();
        if let Some(last) = &self.last {
            network_at(&mut all, last.network, self.pieces).add(&last.sums);
        }
        all
    }

    /// By measured piece, then by square as its side sees it: sums over pairs.
    pub fn by_square(&self) -> Vec<PairSums> {
        let mut all = self.by_square.clone();
        if let Some(last) = &self.last {
            add_pair(&mut all, &last.by_square);
        }
        all
    }

    /// The last pair is whole.
    fn close_last(&mut self) {
        if let Some(last) = self.last.take() {
            network_at(&mut self.networks, last.network, self.pieces).add(&last.sums);
            add_pair(&mut self.by_square, &last.by_square);
        }
    }
}

/// The sums of a network by its number; of no pairs where there were none.
fn network_at(networks: &mut Vec<PairWorths>, number: usize, pieces: usize) -> &mut PairWorths {
    while networks.len() <= number {
        networks.push(PairWorths::new(WORTH_PHASES.len() * pieces));
    }
    &mut networks[number]
}

fn add_pair(all: &mut [PairSums], pair: &[WorthSum]) {
    for (sums, one) in all.iter_mut().zip(pair) {
        sums.add(one.log_odds, one.count);
    }
}
