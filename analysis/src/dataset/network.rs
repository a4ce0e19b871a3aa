//! The values of pieces to a network, in sampled positions.

use super::{ENDGAME, MIDDLEGAME, STANDARD_PHASE};
use nalgebra::DMatrix;
use tradewind_engine::Replay;
use tradewind_engine::evaluation::network::NetworkWorth;
use tradewind_stats::{PairSums, Total};

/// The phases whose sums are kept, as shares of the starting pieces on the board; `None` is everything.
pub(crate) const NETWORK_PHASES: [Option<f64>; 4] =
    [None, Some(STANDARD_PHASE), Some(MIDDLEGAME), Some(ENDGAME)];
/// The maximum distance of a position's share from that of its phase.
const PHASE_WIDTH: f64 = 0.1;

/// Sums over pairs of games, with the sums of products that give the covariance of means.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkSums {
    /// Number of measured pieces.
    pieces: usize,
    /// By network: one for each player that takes turns, or one for all.
    pub(crate) networks: Vec<NetworkPairSums>,
    /// By measured piece and then by square as its side sees it.
    pub(crate) by_square: Vec<PairSums>,
    /// The last pair of a file, which may be incomplete; it counts when files are joined.
    last: Option<LastPair>,
}

/// Sums over pairs evaluated by one network, by phase and measured piece.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkPairSums {
    /// Number of pairs.
    pub count: u64,
    /// Sums of log-odds, each from its owner's point of view, with the number of pieces as weight.
    pub sums: Vec<Total>,
    /// Number of pairs with such a piece.
    pub pairs: Vec<u64>,
    /// Products of a pair's log-odds, of its log-odds (rows) and counts (columns), and of its counts.
    pub products: [DMatrix<f64>; 3],
}

#[derive(Debug, Clone, PartialEq)]
struct LastPair {
    pair: u64,
    network: usize,
    /// By phase, then by measured piece.
    sums: Vec<Total>,
    by_square: Vec<Total>,
}

/// The value of a piece of a position to a network.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NetworkValue {
    column: usize,
    /// The square as its side sees it.
    square: usize,
    log_odds: f64,
}

/// The values of the measured pieces of a position to a network; `column_of` is by piece type.
pub(super) fn network_values(
    network: &NetworkWorth,
    replay: &Replay,
    column_of: &[Option<usize>],
) -> Vec<NetworkValue> {
    let measured = network.pieces(replay).into_iter().filter_map(|one| {
        Some(NetworkValue {
            column: column_of[one.piece.index()]?,
            square: one.seen.index(),
            log_odds: one.log_odds,
        })
    });
    measured.collect()
}

impl NetworkPairSums {
    /// No pairs yet, for a number of phases times pieces.
    pub fn new(size: usize) -> NetworkPairSums {
        NetworkPairSums {
            count: 0,
            sums: vec![Total::default(); size],
            pairs: vec![0; size],
            products: [(); 3].map(|()| DMatrix::zeros(size, size)),
        }
    }

    fn add(&mut self, pair: &[Total]) {
        self.count += 1;
        let seen = pair.iter().enumerate().filter(|(_, sum)| sum.weight > 0.0);
        let seen: Vec<(usize, &Total)> = seen.collect();
        let [odds, both, counts] = &mut self.products;
        for &(row, one) in &seen {
            self.sums[row].join(one);
            self.pairs[row] += 1;
            for &(column, other) in &seen {
                odds[(row, column)] += one.sum * other.sum;
                both[(row, column)] += one.sum * other.weight;
                counts[(row, column)] += one.weight * other.weight;
            }
        }
    }

    /// Adds other pairs.
    pub fn join(&mut self, other: &NetworkPairSums) {
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

impl NetworkSums {
    /// No pairs yet, for a number of measured pieces and of squares.
    pub fn new(pieces: usize, squares: usize) -> NetworkSums {
        NetworkSums {
            pieces,
            networks: Vec::new(),
            by_square: vec![PairSums::default(); pieces * squares],
            last: None,
        }
    }

    /// Whether any position had values.
    pub(crate) fn has_values(&self) -> bool {
        let all = self.networks.iter().map(|network| &network.sums);
        let mut all = all.chain(self.last.iter().map(|last| &last.sums));
        all.any(|sums| sums.iter().any(|sum| sum.weight > 0.0))
    }

    /// Adds a position of a pair, evaluated by a network, with its weight and the share of the starting
    /// pieces on the board.
    pub(super) fn push(
        &mut self,
        (pair, network): (u64, usize),
        weight: f64,
        share: f64,
        position: &[NetworkValue],
    ) {
        let pieces = self.pieces.max(1);
        let squares = self.by_square.len() / pieces;
        let last = self.last(pair, network);
        let phases = last.sums.chunks_mut(pieces);
        for (phase, sums) in NETWORK_PHASES.iter().zip(phases) {
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

    /// Adds the sums of a pair, by phase and measured piece.
    #[cfg(test)]
    pub(crate) fn add_pair(&mut self, pair: u64, network: usize, sums: &[Total]) {
        self.last(pair, network).sums.copy_from_slice(sums);
    }

    /// The sums of a pair; closes the pair before it.
    fn last(&mut self, pair: u64, network: usize) -> &mut LastPair {
        if self.last.as_ref().is_none_or(|last| last.pair != pair) {
            self.close_last();
            self.last = Some(LastPair {
                pair,
                network,
                sums: vec![Total::default(); NETWORK_PHASES.len() * self.pieces],
                by_square: vec![Total::default(); self.by_square.len()],
            });
        }
        self.last.as_mut().expect("it is there now")
    }

    pub(super) fn join(&mut self, other: &NetworkSums) {
        self.close_last();
        for (network, theirs) in other.networks.iter().enumerate() {
            self.network_at(network).join(theirs);
        }
        for (own, theirs) in self.by_square.iter_mut().zip(&other.by_square) {
            own.join(theirs);
        }
        self.last.clone_from(&other.last);
        self.close_last();
    }

    /// Adds the last pair, which is complete, to the sums.
    pub(crate) fn close_last(&mut self) {
        if let Some(last) = self.last.take() {
            self.network_at(last.network).add(&last.sums);
            for (sums, one) in self.by_square.iter_mut().zip(&last.by_square) {
                sums.add(one.sum, one.weight);
            }
        }
    }

    fn network_at(&mut self, number: usize) -> &mut NetworkPairSums {
        while self.networks.len() <= number {
            let size = NETWORK_PHASES.len() * self.pieces;
            self.networks.push(NetworkPairSums::new(size));
        }
        &mut self.networks[number]
    }
}
