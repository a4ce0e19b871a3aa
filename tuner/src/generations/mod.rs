//! The loop: self-play with the present weights → new weights or a network, fitted to its games → a match of the new
//! weights against the present ones → promoted or rejected, generation after generation.
//!
//! [`LoopPlan`] is a file; [`run()`] runs or resumes it in a folder. Every step is a pure function of the plan and of the
//! steps before, and writes its result whole or not at all, so that an interrupted loop resumes to the same bytes.

mod plan;
mod run;

pub use plan::{FitPlan, LoopPlan};
pub use run::run;

use crate::network::{Shards, TrainedNetwork};
use crate::texel::{Epoch, Positions, TexelFit};
use std::path::Path;
use tradewind_files::FileError;
use tradewind_selfplay::run::Observer;
use tradewind_stats::{
    Anchor, BradleyTerryError, Estimate, MatchTally, Sprt, SprtVerdict, Tally, bradley_terry,
};

/// Receives the progress of a loop. A file that cannot be written ends it.
pub trait LoopObserver: Sync {
    /// The observer of the games of self-play and matches.
    fn observer(&self) -> &impl Observer;

    /// Called after each epoch of the fit of a generation.
    fn epoch(&self, generation: u32, epoch: &Epoch);

    /// Called after each epoch of training a network with all epochs so far, to write them into the folder of the generation.
    fn training(&self, folder: &Path, epochs: &[Epoch]) -> Result<(), FileError>;

    /// Called after the fit of a generation, to write additional files into its folder before its weights.
    fn fitted(&self, folder: &Path, positions: &Positions, fit: &TexelFit)
    -> Result<(), FileError>;

    /// Called after training the network of a generation, as [`Self::fitted`].
    fn trained(
        &self,
        folder: &Path,
        shards: &Shards,
        network: &TrainedNetwork,
    ) -> Result<(), FileError>;

    /// Called after a generation or the verification match with the folder of the loop.
    fn done(&self, folder: &Path, history: &LoopHistory) -> Result<(), FileError>;
}

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
        bradley_terry(self.generations.len() + 1, &matches, Anchor::First)
    }
}
