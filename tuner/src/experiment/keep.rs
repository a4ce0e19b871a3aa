//! A copy of an experiment that needs nothing but the files beside it.

use super::Experiment;
use crate::files::{FileError, make_folder, write_whole};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The name of the copy.
pub const KEPT: &str = "experiment.toml";

/// Folders of the files that the copy names.
const RULES: &str = "rules";
const WEIGHTS: &str = "weights";

impl Experiment {
    /// The experiment as its copy says it: rules and weights have places beside it.
    pub fn kept(&self) -> Experiment {
        let mut copy = self.clone();
        for rules in &mut copy.rules {
            // With slashes on every system.
            rules.id = format!("{RULES}/{}.toml", rules.name);
            rules.weights = Some(PathBuf::from(format!("{WEIGHTS}/{}.toml", rules.name)));
        }
        for (number, player) in (1..).zip(&mut copy.players) {
            if player.weights_text.is_some() {
                player.weights = Some(PathBuf::from(format!("{WEIGHTS}/player-{number}.toml")));
            }
        }
        copy
    }

    /// Writes the experiment into a folder as [`KEPT`], with its rules and weights beside it: what
    /// [`Experiment::load`] reads there has the same fingerprint, whatever becomes of the files
    /// that this one was read from.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn keep(&self, folder: &Path) -> Result<(), FileError> {
        let copy = self.kept();
        let mut files: Vec<(&Path, &str)> = Vec::new();
        for (kept, rules) in copy.rules.iter().zip(&self.rules) {
            files.push((Path::new(&kept.id), &rules.text));
            if let Some(file) = &kept.weights {
                files.push((file, &rules.weights_text));
            }
        }
        for (kept, player) in copy.players.iter().zip(&self.players) {
            if let (Some(file), Some(text)) = (&kept.weights, &player.weights_text) {
                files.push((file, text));
            }
        }
        let text = format!(
            "# What was played into this folder, by tradewind {}.\n{}",
            env!("CARGO_PKG_VERSION"),
            toml::to_string(&copy).expect("a plan is made of texts, numbers and tables")
        );
        files.push((Path::new(KEPT), &text));
        make_folder(&folder.join(RULES))?;
        make_folder(&folder.join(WEIGHTS))?;
        for (file, text) in files {
            write_whole(&folder.join(file), |out| out.write_all(text.as_bytes()))?;
        }
        Ok(())
    }
}
