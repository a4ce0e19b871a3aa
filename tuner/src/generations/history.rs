//! The history of a loop: its generations and their strengths.

use tradewind_stats::{BradleyTerryError, Estimate};
use tradewind_stats::{MatchTally, Sprt, SprtVerdict, Tally, bradley_terry};

/// A generation.
#[derive(Clone, PartialEq, Debug)]
pub struct Generation {
    /// Its number, from 1; 0 stands for the starting weights.
    pub number: u32,
    /// The generation whose weights played its games and were the start of its fit.
    pub parent: u32,
    /// The number of games that its weights were fitted to.
    pub games: u64,
    /// The size of the training set.
    pub positions: u64,
    /// The validation loss before and after.
    pub loss: [f64; 2],
    /// Its match against its parent.
    pub tally: Tally,
    /// The log-likelihood ratio of the SPRT.
    pub llr: f64,
    /// The verdict of the SPRT.
    pub verdict: SprtVerdict,
}

impl Generation {
    /// Whether its weights replaced those of its parent: the SPRT accepted H1.
    pub fn is_promoted(&self) -> bool {
        self.verdict == SprtVerdict::H1
    }
}

/// The match of the last promoted weights against the starting weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Verification {
    /// The last promoted generation.
    pub champion: u32,
    /// The name of the opponent, if it is not the starting weights.
    pub against: Option<String>,
    /// Whether it is the match that promoted them, which is not played twice.
    pub is_own_match: bool,
    /// The result.
    pub tally: Tally,
    /// The SPRT.
    pub sprt: Sprt,
    /// The log-likelihood ratio of the SPRT.
    pub llr: f64,
    /// The verdict of the SPRT.
    pub verdict: SprtVerdict,
}

/// All generations so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LoopHistory {
    /// The generations in order.
    pub generations: Vec<Generation>,
    /// The verification match, when the loop has ended and weights were promoted.
    pub verification: Option<Verification>,
}

impl LoopHistory {
    /// The last promoted generation; 0 if there is none.
    pub fn champion(&self) -> u32 {
        let promoted = self.generations.iter().rev().find(|one| one.is_promoted());
        promoted.map_or(0, |one| one.number)
    }

    /// By generation, from 0 on: its strength in Elo above the starting weights, by a Bradley-Terry model of all matches.
    ///
    /// # Errors
    /// The strengths cannot be estimated.
    pub fn strengths(&self) -> Result<Vec<Estimate>, BradleyTerryError> {
        let mut matches: Vec<MatchTally> = (self.generations.iter())
            .map(|one| MatchTally {
                players: [one.number as usize, one.parent as usize],
                tally: one.tally,
            })
            .collect();
        // Other opponents are not part of the model, and no match counts twice.
        let own = self.verification.as_ref();
        let own = own.filter(|own| own.against.is_none() && !own.is_own_match);
        matches.extend(own.map(|own| MatchTally {
            players: [own.champion as usize, 0],
            tally: own.tally,
        }));
        bradley_terry(self.generations.len() + 1, &matches)
    }
}
