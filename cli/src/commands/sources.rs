//! Where games come from: folders of games, and experiments that are played first.

use super::named::{experiment, shipped};
use super::run::{default_folder, play_missing};
use super::train::{equip, folder_for};
use crate::args::RecipeArguments;
use crate::message::say;
use std::path::{Path, PathBuf};
use tradewind_analysis::dataset::{self, Dataset, Wanted};
use tradewind_engine::input::text_file;
use tradewind_selfplay::experiment::{Experiment, Pairing};
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::Executor;

/// Games, there or to be played.
pub struct Games {
    /// Where they are, or will be.
    pub folder: PathBuf,
    /// What they are games of.
    pub experiment: Box<Experiment>,
    /// Whether what is missing is to be played.
    pub is_plan: bool,
}

impl Games {
    /// The games of a folder or of an experiment file; `None` when the name is neither.
    pub fn of(name: &Path) -> anyhow::Result<Option<Games>> {
        if name.is_dir() {
            return Ok(Some(Games {
                folder: name.to_path_buf(),
                experiment: Box::new(experiment_of(name)?),
                is_plan: false,
            }));
        }
        if !is_experiment(name) && shipped(name).is_none() {
            return Ok(None);
        }
        Ok(Some(Games {
            folder: default_folder(name),
            experiment: Box::new(experiment(name)?),
            is_plan: true,
        }))
    }

    /// Has an experiment played with players of one recipe; tells whether their training was not stopped.
    pub fn equip(
        &mut self,
        arguments: &RecipeArguments,
        executor: &Executor,
    ) -> anyhow::Result<bool> {
        if !self.is_plan {
            anyhow::ensure!(
                !arguments.is_asked(),
                "{}: these games are played already; name an experiment file, or leave --recipe, --after and --replicates out",
                self.folder.display()
            );
            return Ok(true);
        }
        self.folder = folder_for(std::mem::take(&mut self.folder), arguments);
        equip(&mut self.experiment, arguments, executor)
    }

    /// What is asked of the games of each pairing as they lie in their folder, after what is missing has
    /// been played; `None` when that was stopped.
    pub fn read(
        &self,
        executor: &Executor,
        wanted: impl Fn(&Experiment, Pairing) -> Wanted,
    ) -> anyhow::Result<Option<Dataset<'_>>> {
        let archive = Archive::new(&self.experiment, &self.folder);
        if self.is_plan && !play_missing(&archive, executor)? {
            return Ok(None);
        }
        let wanted = |pairing| wanted(&self.experiment, pairing);
        let dataset = dataset::read(&archive, wanted, |_| Ok(()))?;
        if !self.is_plan {
            tell_missing(&dataset);
        }
        Ok(Some(dataset))
    }
}

/// Says so when some games are not there.
pub fn tell_missing(dataset: &Dataset<'_>) {
    if !dataset.is_whole() {
        let (there, all) = (dataset.games(), dataset.archive.games());
        let folder = dataset.archive.folder().display();
        say(format_args!("{folder}: {there} of {all} games are there"));
    }
}

/// Whether a file says what is played, and not how a game is played.
fn is_experiment(file: &Path) -> bool {
    let table = text_file::read(file, text_file::MAX_BYTES).ok();
    let table = table.and_then(|text| text.parse::<toml::Table>().ok());
    table.is_some_and(|table| table.contains_key("pairs") || table.contains_key("seed"))
}
