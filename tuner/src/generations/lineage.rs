//! What became of each generation, and how strong they are beside each other.

use tradewind_stats::{BradleyTerryError, Estimate};
use tradewind_stats::{MatchTally, Sprt, SprtVerdict, Tally, bradley_terry};

/// One generation.
#[derive(Clone, PartialEq, Debug)]
pub struct Generation {
    /// Its number, from 1; 0 are the weights that the loop began with.
    pub number: u32,
    /// The generation whose weights played its games, and which its own were fitted from.
    pub parent: u32,
    /// How many games its weights were fitted to.
    pub games: u64,
    /// How many positions.
    pub positions: u64,
    /// The mean logarithmic loss of the validation set, before and after.
    pub loss: [f64; 2],
    /// Its match against its parent.
    pub tally: Tally,
    /// The log-likelihood ratio of its test.
    pub llr: f64,
    /// What the test says.
    pub verdict: SprtVerdict,
}

impl Generation {
    /// Whether its weights took the place of their parent's: the test must have said so.
    pub fn is_promoted(&self) -> bool {
        self.verdict == SprtVerdict::H1
    }
}

/// The match of the last promoted weights against those that the loop began with.
#[derive(Clone, PartialEq, Debug)]
pub struct Verification {
    /// The generation whose weights they are.
    pub champion: u32,
    /// The weights that they met, where those are not the ones that the loop began with.
    pub against: Option<String>,
    /// Whether it is the match in which they were promoted: it is not played twice.
    pub is_own_match: bool,
    /// What it came to.
    pub tally: Tally,
    /// Its test.
    pub sprt: Sprt,
    /// The log-likelihood ratio of its test.
    pub llr: f64,
    /// What the test says.
    pub verdict: SprtVerdict,
}

/// All generations so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lineage {
    /// In their order.
    pub generations: Vec<Generation>,
    /// When the loop is at its end, and weights were promoted.
    pub verification: Option<Verification>,
}

impl Lineage {
    /// The generation whose weights are the present ones.
    pub fn champion(&self) -> u32 {
        let promoted = self.generations.iter().rev().find(|one| one.is_promoted());
        promoted.map_or(0, |one| one.number)
    }

    /// How many of the last generations were rejected in a row.
    pub fn rejected_in_a_row(&self) -> u32 {
        let last = self.generations.iter().rev();
        last.take_while(|one| !one.is_promoted()).count() as u32
    }

    /// By generation, from 0 on: its strength in Elo above the weights that the loop began with,
    /// from all matches together.
    ///
    /// # Errors
    /// The strengths cannot be told.
    pub fn ladder(&self) -> Result<Vec<Estimate>, BradleyTerryError> {
        let mut matches: Vec<MatchTally> = (self.generations.iter())
            .map(|one| MatchTally {
                players: [one.number as usize, one.parent as usize],
                tally: one.tally,
            })
            .collect();
        // Weights from elsewhere have no place on the ladder, and no match counts twice.
        let own = self.verification.iter();
        let own =
            own.filter(|verification| verification.against.is_none() && !verification.is_own_match);
        matches.extend(own.map(|verification| MatchTally {
            players: [verification.champion as usize, 0],
            tally: verification.tally,
        }));
        bradley_terry(self.generations.len() + 1, &matches)
    }
}
