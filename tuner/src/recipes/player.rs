//! Trained players.

use super::fingerprint::Fingerprint;
use crate::texel::weights_file;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Strength, Weights, WeightsError};
use tradewind_engine::rules::RuleSpec;

/// The facts about a trained player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerFacts {
    /// The name of the rule set when it was trained.
    pub rules: String,
    /// The recipe, and that of the starting player if there was one.
    pub recipe: String,
    /// The number of the training run, from 1.
    pub replicate: u32,
    /// The signature of the build that trained it.
    pub signature: String,
    /// The number of generations.
    pub generations: u32,
    /// The generation whose weights it has; 0 for the starting weights.
    pub generation: u32,
    /// Its strength.
    #[serde(flatten)]
    pub strength: Strength,
    /// The SHA-256 of its weights file.
    pub weights_sha256: String,
}

/// A trained player.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainedPlayer {
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
    /// Its folder; `None` if it comes with the program.
    pub folder: Option<PathBuf>,
    /// The facts about it.
    pub facts: PlayerFacts,
    /// The text of its weights file.
    pub weights: String,
}

impl TrainedPlayer {
    /// Its weights for its rules, or for its rules with non-promoting copies of pieces.
    ///
    /// # Errors
    /// They are not weights of this rule set.
    pub fn weights_for(&self, spec: &RuleSpec) -> Result<Weights, WeightsError> {
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        Weights::parse(spec, &folder.join(weights_file::NAME), &self.weights)
    }
}
