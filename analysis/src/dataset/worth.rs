//! What a network says that the pieces of drawn positions are worth.

use tradewind_engine::Replay;
use tradewind_engine::evaluation::network::NetworkWorth;

/// The phases of which sums are kept: everything, then positions in which about such a share of the starting pieces is on
/// the board.
pub const WORTH_PHASES: [Option<f64>; 4] = [None, Some(0.6), Some(0.8), Some(0.3)];
/// How far a position's share may be from that of its phase.
pub const PHASE_WIDTH: f64 = 0.1;

/// Sums over the positions of each pair of games.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WorthSums {
    /// In the order of the pairs.
    pub pairs: Vec<PairWorth>,
}

/// Those of a pair.
#[derive(Debug, Clone, PartialEq)]
pub struct PairWorth {
    /// The pair's number.
    pub pair: u64,
    /// By phase, then by measured piece.
    pub sums: Vec<WorthSum>,
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
    fn add(&mut self, other: WorthSum, weight: f64) {
        self.log_odds += weight * other.log_odds;
        self.count += weight * other.count;
    }
}

/// What a network says of a position, by measured piece; `column_of` says by piece type which that is.
pub(super) fn worth_of(
    network: &NetworkWorth,
    replay: &Replay,
    column_of: &[Option<usize>],
    columns: usize,
) -> Vec<WorthSum> {
    let mut found = vec![WorthSum::default(); columns];
    for one in network.pieces(replay) {
        if let Some(column) = column_of[one.piece.index()] {
            let own = WorthSum {
                log_odds: one.log_odds,
                count: 1.0,
            };
            found[column].add(own, 1.0);
        }
    }
    found
}

impl WorthSums {
    /// Adds a position of a pair, with such a share of the starting pieces on the board.
    pub(super) fn push(&mut self, pair: u64, weight: f64, share: f64, position: &[WorthSum]) {
        if self.pairs.last().is_none_or(|last| last.pair != pair) {
            let sums = vec![WorthSum::default(); WORTH_PHASES.len() * position.len()];
            self.pairs.push(PairWorth { pair, sums });
        }
        let last = self.pairs.last_mut().expect("it is there now");
        let phases = last.sums.chunks_mut(position.len().max(1));
        for (phase, sums) in WORTH_PHASES.iter().zip(phases) {
            if phase.is_none_or(|phase| (share - phase).abs() <= PHASE_WIDTH) {
                for (sum, own) in sums.iter_mut().zip(position) {
                    sum.add(*own, weight);
                }
            }
        }
    }

    /// Adds later pairs, whose numbers are so much larger.
    pub(super) fn append_renumbered(&mut self, later: &WorthSums, by: u64) {
        let pairs = later.pairs.iter().map(|one| PairWorth {
            pair: one.pair + by,
            sums: one.sums.clone(),
        });
        self.pairs.extend(pairs);
    }
}
