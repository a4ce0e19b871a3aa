//! Where trained players are kept.

use super::fingerprint::Fingerprint;
use super::shipped;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_engine::rules::RuleSpec;
use tradewind_selfplay::files::{FileError, read_own, sha256};

/// The file that says what a player is. It is written last: where it is, training is done.
pub(super) const FACTS: &str = "player.toml";
/// The file of its weights.
pub(super) const WEIGHTS: &str = "weights.toml";

/// A folder of trained players, each in a folder named after its fingerprint.
#[derive(Clone, Debug)]
pub struct PlayerStore {
    /// `None` when nobody says where it is; players that come with the program are found all the same.
    root: Option<PathBuf>,
}

/// What a player is, and how strong training has made it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerFacts {
    /// The rule set that it was trained for, as it was called then.
    pub rules: String,
    /// The recipe.
    pub recipe: String,
    /// Which of the players of this recipe and these rules it is, from 1.
    pub replicate: u32,
    /// The signature of the build that trained it.
    pub signature: String,
    /// How many generations were tried.
    pub generations: u32,
    /// The generation whose weights it has; 0 when none was stronger than what follows from the rules.
    pub generation: u32,
    /// By how many Elo it is stronger than the weights that follow from the rules, with the 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo_above_untuned: Option<[f64; 3]>,
    /// The same of the last generation that was tried above its parent: near 0, training has levelled off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo_of_last_generation: Option<[f64; 3]>,
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
        Weights::parse(spec, &folder.join(WEIGHTS), &self.weights)
    }
}

/// Why a player cannot be looked up.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Nobody says where players are kept.
    #[error(
        "there is no folder for players: set XDG_CACHE_HOME or HOME, or name one with --players DIR"
    )]
    NoFolder,
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of a player is not as it was written.
    #[error("{}: {fault}; remove the folder {}, and the player is trained again", .file.display(), .file.parent().unwrap_or(Path::new("")).display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
}

impl PlayerStore {
    /// The players of a folder.
    pub fn at(root: &Path) -> PlayerStore {
        PlayerStore {
            root: Some(root.to_path_buf()),
        }
    }

    /// The players in the user's cache: `tradewind/players` in `$XDG_CACHE_HOME`, else in `~/.cache`.
    pub fn of_user() -> PlayerStore {
        let folder = |name: &str| {
            let path = std::env::var_os(name).map(PathBuf::from);
            // The specification has relative ones ignored.
            path.filter(|path| path.is_absolute())
        };
        let cache = folder("XDG_CACHE_HOME");
        let cache = cache.or_else(|| folder("HOME").map(|home| home.join(".cache")));
        PlayerStore {
            root: cache.map(|cache| cache.join("tradewind").join("players")),
        }
    }

    /// The folder of all players.
    ///
    /// # Errors
    /// Nobody says where it is.
    pub fn root(&self) -> Result<&Path, StoreError> {
        self.root.as_deref().ok_or(StoreError::NoFolder)
    }

    /// The folder of a player.
    pub(super) fn folder(&self, fingerprint: &Fingerprint) -> Result<PathBuf, StoreError> {
        Ok(self.root()?.join(&fingerprint.0))
    }

    /// A player, from those that come with the program or from this folder; `None` when its training has not been
    /// done.
    ///
    /// # Errors
    /// A file of it cannot be read, or is not as it was written, or nobody says where players are.
    pub fn find(&self, fingerprint: &Fingerprint) -> Result<Option<TrainedPlayer>, StoreError> {
        if let Some(shipped) = shipped::find(fingerprint) {
            return Ok(Some(shipped));
        }
        let folder = self.folder(fingerprint)?;
        let file = folder.join(FACTS);
        if !file.exists() {
            return Ok(None);
        }
        let facts: PlayerFacts = match toml::from_str(&read_own(&file)?) {
            Ok(facts) => facts,
            Err(fault) => {
                let fault = fault.to_string();
                return Err(StoreError::Damaged { file, fault });
            }
        };
        let file = folder.join(WEIGHTS);
        let weights = read_own(&file)?;
        if sha256([weights.as_bytes()]) != facts.weights_sha256 {
            let fault = "it is not the file that the training wrote".to_string();
            return Err(StoreError::Damaged { file, fault });
        }
        Ok(Some(TrainedPlayer {
            fingerprint: fingerprint.clone(),
            folder: Some(folder),
            facts,
            weights,
        }))
    }
}
