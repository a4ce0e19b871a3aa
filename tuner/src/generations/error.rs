//! Why a loop cannot go on.

use super::folder::LoopFolderError;
use crate::texel::TexelError;
use std::path::PathBuf;
use tradewind_engine::evaluation::WeightsError;
use tradewind_files::FileError;
use tradewind_selfplay::run::RunError;

/// Why a loop cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum LoopError {
    /// The folder cannot be taken.
    #[error(transparent)]
    Folder(#[from] LoopFolderError),
    /// Games could not be played or kept.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Weights could not be learnt.
    #[error(transparent)]
    Texel(#[from] TexelError),
    /// A weights file in the folder is wrong.
    #[error("{0}; remove it, and it is made again")]
    Weights(#[from] WeightsError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A weights file in the folder does not say where it comes from.
    #[error("{} does not say where its weights come from; remove it, and it is made again", .0.display())]
    NoProvenance(PathBuf),
}
