//! What a network says that the pieces of drawn positions are worth.

use super::phases::{ENDGAME, MIDDLEGAME, STANDARD};
use tradewind_engine::Replay;
use tradewind_engine::evaluation::network::NetworkWorth;
use tradewind_stats::PairSums;

/// The phases of which sums are kept: everything, then positions in which about such a share of the starting pieces is on
/// the board.
pub const WORTH_PHASES: [Option<f64>; 4] = [None, Some(STANDARD), Some(MIDDLEGAME), Some(ENDGAME)];
/// How far a position's share may be from that of its phase.
const PHASE_WIDTH: f64 = 0.1;

/// Sums over the positions of each pair of games.
#[derive(Debug, Clone, PartialEq)]
pub struct WorthSums {
    /// How many pieces are measured.
    pieces: usize,
    /// In the order of the pairs.
    pub pairs: Vec<PairWorth>,
    /// By measured piece and square: sums over all pairs but the last,
    by_square: Vec<PairSums>,
    /// and that of the last.
    of_last: Vec<WorthSum>,
}

/// Those of a pair.
#[derive(Debug, Clone, PartialEq)]
pub struct PairWorth {
    /// The pair's number.
    pub pair: u64,
    /// Which of several networks was asked: that of the player who played it, counted from 0.
    pub network: usize,
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
    fn add(&mut self, log_odds: f64, weight: f64) {
        self.log_odds += weight * log_odds;
        self.count += weight;
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

impl WorthSums {
    /// None yet, of so many measured pieces on a board of so many squares.
    pub fn new(pieces: usize, squares: usize) -> WorthSums {
        WorthSums {
            pieces,
            pairs: Vec::new(),
            by_square: vec![PairSums::default(); pieces * squares],
            of_last: vec![WorthSum::default(); pieces * squares],
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
        if self.pairs.last().is_none_or(|last| last.pair != pair) {
            self.close_last();
            let sums = vec![WorthSum::default(); WORTH_PHASES.len() * self.pieces];
            self.pairs.push(PairWorth {
                pair,
                network,
                sums,
            });
        }
        let last = self.pairs.last_mut().expect("it is there now");
        let phases = last.sums.chunks_mut(self.pieces.max(1));
        for (phase, sums) in WORTH_PHASES.iter().zip(phases) {
            if phase.is_none_or(|phase| (share - phase).abs() <= PHASE_WIDTH) {
                for one in position {
                    sums[one.column].add(one.log_odds, weight);
                }
            }
        }
        let squares = self.of_last.len() / self.pieces.max(1);
        for one in position {
            self.of_last[one.column * squares + one.square].add(one.log_odds, weight);
        }
    }

    /// Adds later pairs, whose numbers are so much larger.
    pub(super) fn append_renumbered(&mut self, later: &WorthSums, by: u64) {
        self.close_last();
        let pairs = later.pairs.iter().map(|one| PairWorth {
            pair: one.pair + by,
            network: one.network,
            sums: one.sums.clone(),
        });
        self.pairs.extend(pairs);
        for (own, later) in self.by_square.iter_mut().zip(later.by_square()) {
            own.join(&later);
        }
    }

    /// Of how many networks they are: those of several players, or one.
    pub fn networks(&self) -> usize {
        let networks = self.pairs.iter().map(|one| one.network + 1);
        networks.max().unwrap_or(1)
    }

    /// The last pair is whole.
    fn close_last(&mut self) {
        add_pair(&mut self.by_square, &self.of_last);
        self.of_last.fill(WorthSum::default());
    }

    /// By measured piece, then by square as its side sees it: sums over pairs.
    pub fn by_square(&self) -> Vec<PairSums> {
        let mut all = self.by_square.clone();
        add_pair(&mut all, &self.of_last);
        all
    }
}

fn add_pair(all: &mut [PairSums], pair: &[WorthSum]) {
    for (sums, one) in all.iter_mut().zip(pair) {
        sums.add(one.log_odds, one.count);
    }
}
