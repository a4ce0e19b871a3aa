//! The loop: self-play with the present weights → new weights or a network, fitted to its games → a match of the new
//! weights against the present ones → promoted or rejected, generation after generation.
//!
//! [`LoopPlan`] is a file; [`run()`] runs or resumes it in a folder. Every step is a pure function of the plan and of the
//! steps before, and writes its result whole or not at all, so that an interrupted loop resumes to the same bytes.

mod history;
mod plan;
mod run;

pub use history::{Generation, LoopHistory, Verification};
pub use plan::{FitPlan, LoopPlan};
pub use run::run;

use crate::network::{Shards, TrainedNetwork};
use crate::texel::{Epoch, Positions, TexelFit};
use std::path::Path;
use tradewind_files::FileError;
use tradewind_selfplay::run::Observer;

/// Receives the progress of a loop.
pub trait LoopObserver: Sync {
    /// The observer of the games of self-play and matches.
    fn observer(&self) -> &impl Observer;

    /// Called after each epoch of the fit of a generation.
    fn epoch(&self, generation: u32, epoch: &Epoch);

    /// Called after the fit of a generation, to write additional files into its folder before its weights.
    ///
    /// # Errors
    /// A file cannot be written.
    fn fitted(&self, folder: &Path, positions: &Positions, fit: &TexelFit)
    -> Result<(), FileError>;

    /// Called after training the network of a generation, as [`Self::fitted`].
    ///
    /// # Errors
    /// A file cannot be written.
    fn trained(
        &self,
        folder: &Path,
        shards: &Shards,
        network: &TrainedNetwork,
    ) -> Result<(), FileError>;

    /// Called after a generation or the verification match with the folder of the loop.
    ///
    /// # Errors
    /// A file cannot be written.
    fn done(&self, folder: &Path, history: &LoopHistory) -> Result<(), FileError>;
}
