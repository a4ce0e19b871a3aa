//! Trained players: what they are, and their weights.

use super::fingerprint::Fingerprint;
use crate::texel::weights_file;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Strength, Weights, WeightsError};
use tradewind_engine::rules::RuleSpec;

/// What a player is, and how strong training has made it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerFacts {
    /// The rule set that it was trained for, as it was called then.
    pub rules: String,
    /// The recipe, and that of the player which it began with, if it began with one.
    pub recipe: String,
    /// Which of the players of this recipe and these rules it is, from 1.
    pub replicate: u32,
    /// The signature of the build that trained it.
    pub signature: String,
    /// How many generations were tried.
    pub generations: u32,
    /// The generation whose weights it has; 0 when none was stronger than what follows from the rules.
    pub generation: u32,
    /// How strong it is.
    #[serde(flatten)]
    pub strength: Strength,
    /// The SHA-256 of its weights file.
    pub weights_sha256: String,
}

/// A player that is there.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainedPlayer {
    /// What it is found by.
    pub fingerprint: Fingerprint,
    /// Where it lies; `None` when it comes with the program.
    pub folder: Option<PathBuf>,
    /// What it is.
    pub facts: PlayerFacts,
    /// Its weights file.
    pub weights: String,
}

impl TrainedPlayer {
    /// Its weights for the rules that it was trained for, or for these with non-promoting copies of pieces.
    ///
    /// # Errors
    /// They are not weights of this rule set.
    pub fn weights_for(&self, spec: &RuleSpec) -> Result<Weights, WeightsError> {
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        Weights::parse(spec, &folder.join(weights_file::NAME), &self.weights)
    }
}
