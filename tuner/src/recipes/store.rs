//! Trained players and their store.

use super::rules::Fingerprint;
use super::shipped;
use crate::texel::weights_file;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Strength, Weights, WeightsError};
use tradewind_engine::rules::RuleSpec;
use tradewind_selfplay::files::{FileError, read_own, sha256};

/// The file with the facts about a player. It is written last, when training is complete.
pub(super) const FACTS: &str = "player.toml";

/// A folder of trained players, each in a folder named after its fingerprint, and the players that come with the program.
#[derive(Clone, Debug)]
pub struct PlayerStore {
    /// `None` if it is unknown; players that come with the program are found nevertheless.
    root: Option<PathBuf>,
}

/// Why a player cannot be looked up.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder is unknown.
    #[error("no folder for trained players: set XDG_CACHE_HOME or HOME, or pass --players DIR")]
    NoFolder,
    /// A file of a player is damaged.
    #[error("{}: {fault}; remove the folder {} to train the player again", .file.display(), .file.parent().unwrap_or(Path::new("")).display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The error.
        fault: String,
    },
    /// A file of a player cannot be read.
    #[error(transparent)]
    File(FileError),
}

impl StoreError {
    fn damaged(file: &Path, fault: String) -> StoreError {
        let file = file.to_path_buf();
        StoreError::Damaged { file, fault }
    }
}

/// Reads a file of a player. Files were written whole, so that errors other than those of the system mean damage.
fn read(file: &Path) -> Result<String, StoreError> {
    use std::io::ErrorKind::{FileTooLarge, InvalidData, InvalidInput, IsADirectory, NotFound};
    read_own(file).map_err(|error| match error.cause.kind() {
        NotFound | InvalidData | InvalidInput | FileTooLarge | IsADirectory => {
            StoreError::damaged(file, error.cause.to_string())
        }
        _ => StoreError::File(error),
    })
}

impl PlayerStore {
    /// The store in a folder.
    pub fn at(root: &Path) -> PlayerStore {
        PlayerStore {
            root: Some(root.to_path_buf()),
        }
    }

    /// The store in the cache of the user: `tradewind/players` in `$XDG_CACHE_HOME`, else in `~/.cache`.
    pub fn of_user() -> PlayerStore {
        let folder = |name: &str| {
            let path = std::env::var_os(name).map(PathBuf::from);
            // The XDG specification says that relative paths are ignored.
            path.filter(|path| path.is_absolute())
        };
        let cache = folder("XDG_CACHE_HOME");
        let cache = cache.or_else(|| folder("HOME").map(|home| home.join(".cache")));
        PlayerStore {
            root: cache.map(|cache| cache.join("tradewind").join("players")),
        }
    }

    /// Its folder.
    ///
    /// # Errors
    /// It is unknown.
    pub fn root(&self) -> Result<&Path, StoreError> {
        self.root.as_deref().ok_or(StoreError::NoFolder)
    }

    /// The folder of a player.
    pub(super) fn folder(&self, fingerprint: &Fingerprint) -> Result<PathBuf, StoreError> {
        Ok(self.root()?.join(&fingerprint.0))
    }

    /// Finds a player; `None` if it is not trained yet.
    ///
    /// # Errors
    /// One of its files cannot be read or is damaged, or the folder is unknown.
    pub fn find(&self, fingerprint: &Fingerprint) -> Result<Option<TrainedPlayer>, StoreError> {
        if let Some(shipped) = shipped::find(fingerprint) {
            return Ok(Some(shipped));
        }
        let folder = self.folder(fingerprint)?;
        let file = folder.join(FACTS);
        if !file.exists() {
            return Ok(None);
        }
        let facts: PlayerFacts = toml::from_str(&read(&file)?)
            .map_err(|fault| StoreError::damaged(&file, fault.to_string()))?;
        let file = folder.join(weights_file::NAME);
        let weights = read(&file)?;
        if sha256([weights.as_bytes()]) != facts.weights_sha256 {
            let fault = "its checksum is not the one recorded by training".to_string();
            return Err(StoreError::damaged(&file, fault));
        }
        Ok(Some(TrainedPlayer {
            fingerprint: fingerprint.clone(),
            folder: Some(folder),
            facts,
            weights,
        }))
    }
}

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
