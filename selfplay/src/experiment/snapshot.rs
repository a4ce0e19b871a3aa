//! Snapshots: self-contained copies of experiments.

use super::Experiment;
use crate::GAMES_VERSION;
use std::io::Write;
use std::path::{Path, PathBuf};
use tradewind_files::{FileError, make_inside, write_whole};

/// The file name of a snapshot.
pub const SNAPSHOT: &str = "experiment.toml";

/// The beginning of the first line, before the version of the program.
const WRITTEN_BY: &str = "# What was played into this folder, by tradewind ";

/// The version of the program that wrote a snapshot.
pub(crate) fn version_of(text: &str) -> Option<&str> {
    let line = text.lines().next()?;
    line.strip_prefix(WRITTEN_BY)?.strip_suffix('.')
}

/// Folders of the files that a snapshot names.
pub(crate) const RULES: &str = "rules";
pub(crate) const RULE_WEIGHTS: &str = "weights/rules";
pub(crate) const PLAYER_WEIGHTS: &str = "weights/players";

impl Experiment {
    /// The experiment with the paths of rules and weights in its snapshot.
    pub fn snapshot(&self) -> Experiment {
        let mut copy = self.clone();
        for rules in &mut copy.rules {
            // With slashes on every system.
            rules.id = format!("{RULES}/{}.toml", rules.name);
            rules.weights = Some(PathBuf::from(format!("{RULE_WEIGHTS}/{}.toml", rules.name)));
            for (number, further) in (2..).zip(&mut rules.further_weights) {
                let file = format!("{RULE_WEIGHTS}/{}.{number}.toml", rules.name);
                further.path = PathBuf::from(file);
            }
            if let Some(against) = &mut rules.against {
                against.id = format!("{RULES}/{}.against.toml", rules.name);
                // They are derived from it.
                rules.odds.clear();
            }
        }
        for (number, player) in (1..).zip(&mut copy.players) {
            if player.weights_text.is_some() {
                player.weights = Some(PathBuf::from(format!("{PLAYER_WEIGHTS}/{number}.toml")));
            }
        }
        if let Some(book) = &mut copy.opening.book {
            book.path = PathBuf::from(book.snapshot_name());
        }
        copy
    }

    /// The paths and texts of the files of the snapshot; [`SNAPSHOT`] is the last.
    pub fn snapshot_files(&self) -> Vec<(String, String)> {
        let copy = self.snapshot();
        let mut files: Vec<(String, String)> = Vec::new();
        let path = |path: &Path| path.display().to_string();
        for (snapshot, rules) in copy.rules.iter().zip(&self.rules) {
            files.push((snapshot.id.clone(), rules.text.clone()));
            if let (Some(snapshot), Some(against)) = (&snapshot.against, &rules.against) {
                files.push((snapshot.id.clone(), against.text.clone()));
            }
            if let Some(file) = &snapshot.weights {
                files.push((path(file), rules.weights_text.clone()));
            }
            let further = snapshot.further_weights.iter();
            files.extend(further.map(|further| (path(&further.path), further.text.clone())));
        }
        for (snapshot, player) in copy.players.iter().zip(&self.players) {
            if let (Some(file), Some(text)) = (&snapshot.weights, &player.weights_text) {
                files.push((path(file), text.clone()));
            }
        }
        if let Some(book) = &self.opening.book {
            files.push((book.snapshot_name().to_string(), book.text.to_string()));
        }
        let text = format!(
            "{WRITTEN_BY}{}.\n{}",
            GAMES_VERSION,
            toml::to_string(&copy).expect("a plan can be written as TOML")
        );
        files.push((SNAPSHOT.to_string(), text));
        files
    }

    /// Writes a snapshot with all rules and weights into a folder. [`Experiment::load`] reads it
    /// with the same fingerprint.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write_snapshot(&self, folder: &Path) -> Result<(), FileError> {
        for own in [RULES, RULE_WEIGHTS, PLAYER_WEIGHTS] {
            make_inside(folder, Path::new(own))?;
        }
        for (file, text) in self.snapshot_files() {
            write_whole(&folder.join(file), |out| out.write_all(text.as_bytes()))?;
        }
        Ok(())
    }
}
