//! Where trained players are kept.

use super::fingerprint::Fingerprint;
use super::player::{PlayerFacts, TrainedPlayer};
use super::shipped;
use crate::texel::weights_file;
use std::path::{Path, PathBuf};
use tradewind_files::{FileError, read_own, sha256};

/// The file that says what a player is. It is written last: where it is, training is done.
pub(super) const FACTS: &str = "player.toml";

/// A folder of trained players, each in a folder named after its fingerprint.
#[derive(Clone, Debug)]
pub struct PlayerStore {
    /// `None` when nobody says where it is; players that come with the program are found all the same.
    root: Option<PathBuf>,
}

/// Why a player cannot be looked up.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Nobody says where players are kept.
    #[error(
        "there is no folder for players: set XDG_CACHE_HOME or HOME, or name one with --players DIR"
    )]
    NoFolder,
    /// A file of a player is not as it was written.
    #[error("{}: {fault}; remove the folder {}, and the player is trained again", .file.display(), .file.parent().unwrap_or(Path::new("")).display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
    /// A file of a player cannot be read now.
    #[error(transparent)]
    File(FileError),
}

impl StoreError {
    fn damaged(file: &Path, fault: String) -> StoreError {
        let file = file.to_path_buf();
        StoreError::Damaged { file, fault }
    }
}

/// The text of a file of a player, which was written whole when its training was done.
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
        let facts: PlayerFacts = toml::from_str(&read(&file)?)
            .map_err(|fault| StoreError::damaged(&file, fault.to_string()))?;
        let file = folder.join(weights_file::NAME);
        let weights = read(&file)?;
        if sha256([weights.as_bytes()]) != facts.weights_sha256 {
            let fault = "it is not the file that the training wrote".to_string();
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
