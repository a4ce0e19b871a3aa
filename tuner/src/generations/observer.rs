//! Who hears of a loop.

use super::folder::LoopFolder;
use super::lineage::Lineage;
use crate::network::{Drawers, Learnt};
use crate::texel::{Epoch, Positions, TexelFit};
use std::path::Path;
use tradewind_files::FileError;
use tradewind_selfplay::run::Observer;

/// Hears of what a loop does.
pub trait LoopObserver: Sync {
    /// Who hears of the games of self-play and matches.
    fn observer(&self) -> &impl Observer;

    /// A pass over the positions of a generation is done.
    fn fits(&self, generation: u32, epoch: &Epoch);

    /// The weights of a generation are fitted: what is to be kept of that is written into its folder
    /// now, before the weights are.
    ///
    /// # Errors
    /// A file cannot be written.
    fn fitted(&self, folder: &Path, positions: &Positions, fit: &TexelFit)
    -> Result<(), FileError>;

    /// The network of a generation is learnt: as for [`Self::fitted`].
    ///
    /// # Errors
    /// A file cannot be written.
    fn learnt(&self, folder: &Path, drawers: &Drawers, learnt: &Learnt) -> Result<(), FileError>;

    /// A generation or the last match is done.
    ///
    /// # Errors
    /// A file cannot be written.
    fn done(&self, folder: &LoopFolder, lineage: &Lineage) -> Result<(), FileError>;
}
