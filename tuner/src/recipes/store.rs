//! Trained players and their store.

use crate::error::TunerError;
use crate::texel::weights_file;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Strength, Weights, WeightsError};
use tradewind_engine::rules::RuleSpec;
use tradewind_files::{read_own, sha256};

/// The file with the facts about a player. It is written last, when training is complete.
pub(super) const FACTS: &str = "player.toml";

/// A folder of trained players, each in a folder named after its fingerprint, and the players that come with the program.
#[derive(Clone, Debug)]
pub struct PlayerStore {
    /// `None` if it is unknown; players that come with the program are found nevertheless.
    root: Option<PathBuf>,
}

fn damaged(file: &Path, fault: &str) -> TunerError {
    let folder = file.parent().unwrap_or(Path::new(""));
    TunerError::Wrong(format!(
        "{}: {fault}; remove the folder {} to train the player again",
        file.display(),
        folder.display()
    ))
}

/// Reads a file of a player. Files were written whole, so that errors other than those of the system mean damage.
fn read(file: &Path) -> Result<String, TunerError> {
    use std::io::ErrorKind::{FileTooLarge, InvalidData, InvalidInput, IsADirectory, NotFound};
    read_own(file).map_err(|error| match error.cause.kind() {
        NotFound | InvalidData | InvalidInput | FileTooLarge | IsADirectory => {
            damaged(file, &error.cause.to_string())
        }
        _ => TunerError::File(error),
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
    pub(crate) fn of_user() -> PlayerStore {
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
    pub fn root(&self) -> Result<&Path, TunerError> {
        self.root.as_deref().ok_or_else(|| {
            let fault =
                "no folder for trained players: set XDG_CACHE_HOME or HOME, or pass --players DIR";
            TunerError::Wrong(fault.to_string())
        })
    }

    /// Finds a player; `None` if it is not trained yet.
    ///
    /// # Errors
    /// One of its files cannot be read or is damaged, or the folder is unknown.
    pub fn find(&self, fingerprint: &str) -> Result<Option<TrainedPlayer>, TunerError> {
        if let Some(shipped) = find_shipped(fingerprint) {
            return Ok(Some(shipped));
        }
        let folder = self.root()?.join(fingerprint);
        let file = folder.join(FACTS);
        if !file.exists() {
            return Ok(None);
        }
        let facts: PlayerFacts =
            toml::from_str(&read(&file)?).map_err(|fault| damaged(&file, &fault.to_string()))?;
        let file = folder.join(weights_file::NAME);
        let weights = read(&file)?;
        if sha256([weights.as_bytes()]) != facts.weights_sha256 {
            let fault = "its checksum is not the one recorded by training";
            return Err(damaged(&file, fault));
        }
        Ok(Some(TrainedPlayer {
            fingerprint: fingerprint.to_string(),
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
    /// Its fingerprint, see [`fingerprint`](super::fingerprint).
    pub fingerprint: String,
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

/// The players that come with the program, of the recipe `standard`, by the id of their rule set.
const SHIPPED_FACTS: &[(&str, &str)] = shipped![
    "players/", ".toml":
    "chess",
    "hashishin-any",
    "hashishin-homeward",
    "hashishin-wazir",
    "rococo",
    "rococo-enhanced-withdrawer",
    "rococo-mirror",
    "rococo-pushme-pullyu",
    "scirocco-1999",
    "scirocco-2001",
    "scirocco-2009",
    "scirocco-jocly",
    "shatranj",
    "typhoon",
];

/// Their weights, if they are not those of `data/weights`.
const SHIPPED_WEIGHTS: &[(&str, &str)] = shipped!["players/", ".weights.toml": "chess"];

/// The player with a fingerprint, if it comes with the program.
fn find_shipped(fingerprint: &str) -> Option<TrainedPlayer> {
    let wanted = Some(fingerprint.to_string());
    let mut players = SHIPPED_FACTS.iter();
    let (facts, weights) = players.find_map(|(id, facts)| {
        let weights = weights_of(id).filter(|weights| player_of(weights) == wanted)?;
        Some((facts, weights))
    })?;
    Some(TrainedPlayer {
        fingerprint: fingerprint.to_string(),
        folder: None,
        facts: toml::from_str::<PlayerFacts>(facts).unwrap_or_else(|fault| panic!("{fault}")),
        weights: weights.to_string(),
    })
}

/// The weights of the player for a rule set.
fn weights_of(id: &str) -> Option<&'static str> {
    let all = SHIPPED_WEIGHTS.iter().chain(Weights::all_shipped());
    let mut own = all.filter(|(known, _)| *known == id);
    own.next().map(|(_, weights)| *weights)
}

/// The fingerprint of the player in a weights file.
fn player_of(weights: &str) -> Option<String> {
    let table: toml::Table = weights.parse().ok()?;
    Some(table.get("origin")?.get("player")?.as_str()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipes::{Recipe, TrainingRules, fingerprint};

    /// Their fingerprints and checksums are up to date.
    #[test]
    fn players_that_come_with_the_program_are_found_by_their_rules() {
        let recipe = Recipe::find("standard").expect("a recipe");
        for (id, _) in SHIPPED_FACTS {
            let rules = TrainingRules::load(id, &[]).expect("a rule set");
            let found = find_shipped(&fingerprint(&rules, &recipe, 1, None));
            let found = found.unwrap_or_else(|| {
                panic!("{id}: the search, the evaluation, the recipe or the rules have changed since it was trained")
            });
            let sum = sha256([found.weights.as_bytes()]);
            assert_eq!(found.facts.weights_sha256, sum, "{id}");
            let weights = found.weights_for(rules.rules.spec());
            assert!(weights.is_ok(), "{id}: {weights:?}");
            assert_eq!(
                find_shipped(&fingerprint(&rules, &recipe, 2, None)),
                None,
                "{id}"
            );
        }
        // Weights that name a player are those of a listed one.
        for (id, text) in Weights::all_shipped() {
            let is_known = SHIPPED_FACTS.iter().any(|(known, _)| known == id);
            assert!(is_known || player_of(text).is_none(), "{id}");
        }
        for (id, text) in SHIPPED_WEIGHTS {
            assert!(player_of(text).is_some(), "{id}");
        }
    }
}
