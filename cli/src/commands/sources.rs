//! Experiments by file or name, and the folders of their games. Commands that read games take
//! folders, or experiment files as names of the folders in which `run` plays them by default.

use crate::message::{say, shell_word, write_message};
use anyhow::Context;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tradewind_analysis::claims::{Claims, Evidence, Judged, LedgerSources, ledger};
use tradewind_analysis::dataset::{self, Dataset, Wanted};
use tradewind_engine::input::{did_you_mean, text_file};
use tradewind_engine::rules;
use tradewind_selfplay::experiment::{Experiment, Pairing, SNAPSHOT};
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::record::condensed::{Unpacked, is_condensed};
use tradewind_selfplay::run::take_games;

/// The experiment that comes with the program.
const SHIPPED: &str = "quickstart";
const SHIPPED_TEXT: &str = include_str!("../../../data/experiments/quickstart.toml");

/// The folder of the experiments that claims name.
const EXPERIMENTS: &str = "data/experiments";

/// The experiment of a file, or one that comes with the program.
pub fn experiment(file: &Path) -> anyhow::Result<Experiment> {
    let name = file.to_string_lossy();
    if file.exists() || rules::is_path(&name) {
        return Ok(Experiment::load(file)?);
    }
    if file == Path::new(SHIPPED) {
        return Ok(Experiment::parse(
            &name,
            SHIPPED_TEXT.to_string(),
            Path::new(""),
        )?);
    }
    if rules::built_in().iter().any(|id| *id == name) {
        anyhow::bail!(
            "{name} is a rule set, not an experiment: `tradewind new my-game --from {name}` writes an experiment, `tradewind play {name}` \
             plays a game, `tradewind values {name}` estimates its piece values"
        );
    }
    anyhow::bail!(
        "there is no experiment `{name}`{}: name a file that ends in .toml, or one that comes with the program: {SHIPPED}",
        did_you_mean(&name, std::iter::once(SHIPPED)),
    );
}

/// Whether a file is TOML with one of some keys at its top level.
pub fn has_key(file: &Path, keys: &[&str]) -> bool {
    let table = text_file::read(file, text_file::MAX_BYTES).ok();
    let table = table.and_then(|text| text.parse::<toml::Table>().ok());
    table.is_some_and(|table| keys.iter().any(|key| table.contains_key(*key)))
}

/// The name of a file, without its ending.
pub fn stem(file: &Path) -> Cow<'_, str> {
    file.file_stem()
        .unwrap_or(file.as_os_str())
        .to_string_lossy()
}

/// The folder in which `run` plays an experiment file by default.
pub fn default_folder(file: &Path) -> PathBuf {
    let name = file.file_stem().unwrap_or(file.as_os_str());
    Path::new("out").join(name)
}

/// The file of an experiment that claims name.
pub fn claim_file(name: &str) -> PathBuf {
    Path::new(EXPERIMENTS).join(format!("{name}.toml"))
}

/// The folder below `root` with the games of an experiment that claims name: `values/chess`, or
/// `chess` if that has its games.
pub fn claim_folder(root: &Path, name: &str, planned: Option<&Experiment>) -> PathBuf {
    let (whole, last) = (root.join(name), Path::new(name).file_name());
    let short = root.join(last.unwrap_or_default());
    let is_planned =
        |played: Experiment| planned.is_none_or(|planned| difference(planned, &played).is_none());
    let has_games = || experiment_of(&short).is_ok_and(is_planned);
    if !whole.join(SNAPSHOT).exists() && has_games() {
        short
    } else {
        whole
    }
}

/// The first difference between a planned experiment and one that was played, in words; `None` if
/// there is none. Weights that the plan leaves to a recipe are not compared: whichever players
/// played are recorded with the games.
pub fn difference(planned: &Experiment, played: &Experiment) -> Option<String> {
    let mut planned = planned.clone();
    if !planned.names_weights() && planned.players.len() == played.players.len() {
        for (own, recorded) in planned.rules.iter_mut().zip(&played.rules) {
            if own.hash() == recorded.hash() {
                own.player_weights.clone_from(&recorded.player_weights);
                own.further_weights.clone_from(&recorded.further_weights);
            }
        }
    }
    let is_same = planned.fingerprint() == played.fingerprint() && planned.is_same_plan(played);
    (!is_same).then(|| planned.difference(played))
}

/// The games of a folder.
pub struct Games {
    pub folder: PathBuf,
    pub experiment: Experiment,
    /// The condensed file that they are from, with their name in it.
    condensed: Option<(PathBuf, String, Arc<Unpacked>)>,
}

impl Games {
    pub fn in_folder(folder: &Path) -> anyhow::Result<Games> {
        Ok(Games {
            folder: folder.to_path_buf(),
            experiment: experiment_of(folder)?,
            condensed: None,
        })
    }

    /// The games of each experiment in a condensed file.
    fn in_file(file: &Path) -> anyhow::Result<Vec<Games>> {
        let unpacked = Arc::new(Unpacked::of(file)?);
        let games = unpacked.experiments().into_iter().map(|(name, folder)| {
            let from = (file.to_path_buf(), name, Arc::clone(&unpacked));
            Ok(Games {
                condensed: Some(from),
                ..Games::in_folder(&folder)?
            })
        });
        games.collect()
    }

    /// The folder, or the condensed file and the name in it.
    pub fn name(&self) -> String {
        match &self.condensed {
            Some((file, name, _)) => format!("{name} in {}", file.display()),
            None => self.folder.display().to_string(),
        }
    }

    /// The folder for results without `--out`; none for those of a condensed file.
    pub fn results_folder(&self) -> Option<&Path> {
        self.condensed.is_none().then_some(self.folder.as_path())
    }

    pub fn archive(&self) -> Archive<'_> {
        Archive::new(&self.experiment, &self.folder)
    }

    /// The games of a folder or of a condensed file, or those of an experiment file in its default
    /// folder, which must have all of them; `None` when the name is none of these.
    pub fn of(name: &Path) -> anyhow::Result<Option<Vec<Games>>> {
        if name.is_dir() {
            return Ok(Some(vec![Games::in_folder(name)?]));
        }
        if is_condensed(name) {
            return Games::in_file(name).map(Some);
        }
        if !has_key(name, &["pairs", "seed"]) && name != Path::new(SHIPPED) {
            return Ok(None);
        }
        let (planned, folder) = (experiment(name)?, default_folder(name));
        let name = name.display();
        anyhow::ensure!(
            folder.join(SNAPSHOT).exists(),
            "{} has no games of {name}; play them with `tradewind run {}`, or name the folder that has them",
            folder.display(),
            shell_word(&name)
        );
        let games = Games::in_folder(&folder)?;
        if let Some(fault) = games.fault(&planned)? {
            anyhow::bail!(
                "{fault}; play {name} with `tradewind run {}`, or name a folder instead of the file",
                shell_word(&name)
            );
        }
        Ok(Some(vec![games]))
    }

    /// The same for names that must be of these.
    pub fn all_named(names: &[PathBuf]) -> anyhow::Result<Vec<Games>> {
        let mut all = Vec::new();
        for name in names {
            let games = Games::of(name)?.with_context(|| {
                format!(
                    "`{}` is not a folder of games, a condensed file or an experiment file; play an experiment with \
                     `tradewind run FILE.toml` and name its folder",
                    name.display()
                )
            })?;
            all.extend(games);
        }
        Ok(all)
    }

    /// Why these are not all games of an experiment; `None` if they are.
    pub fn fault(&self, planned: &Experiment) -> anyhow::Result<Option<String>> {
        let folder = self.name();
        if let Some(difference) = difference(planned, &self.experiment) {
            return Ok(Some(format!(
                "{folder} has the games of another experiment: {difference}"
            )));
        }
        if self.experiment.matched.is_some() {
            // A test may have ended the match.
            return Ok(None);
        }
        let archive = self.archive();
        let (there, all) = (archive.count()?, archive.games());
        Ok((there < all).then(|| format!("{folder}: {there} of {all} games are there")))
    }

    /// Says so if some games are missing.
    pub fn say_missing(&self, dataset: &Dataset<'_>) {
        if !dataset.is_whole() {
            let (there, all) = (dataset.games(), dataset.archive.games());
            say!("{}: {there} of {all} games are there", self.name());
        }
    }

    /// Reads what is wanted of the games of each pairing, and says so if some games are missing.
    pub fn read(
        &self,
        wanted: impl Fn(&Experiment, Pairing) -> Wanted,
    ) -> anyhow::Result<Dataset<'_>> {
        let wanted = |pairing| wanted(&self.experiment, pairing);
        let dataset = dataset::read(&self.archive(), wanted, |_| Ok(()))?;
        self.say_missing(&dataset);
        Ok(dataset)
    }
}

/// The games of a condensed file that need not be played again.
pub struct Played {
    file: PathBuf,
    /// Removed with it.
    _unpacked: Unpacked,
    /// By fingerprint: the experiment and its folder.
    experiments: BTreeMap<String, (Experiment, PathBuf)>,
}

impl Played {
    pub fn of(file: &Path) -> anyhow::Result<Played> {
        let unpacked = Unpacked::of(file)?;
        let experiments = unpacked.experiments().into_iter().map(|(_, folder)| {
            let experiment = experiment_of(&folder)?;
            Ok((experiment.fingerprint(), (experiment, folder)))
        });
        Ok(Played {
            experiments: experiments.collect::<anyhow::Result<_>>()?,
            file: file.to_path_buf(),
            _unpacked: unpacked,
        })
    }

    /// Takes the games of an experiment. Returns whether there are any.
    pub fn take(&self, archive: &Archive<'_>) -> anyhow::Result<bool> {
        let own = self.experiments.get(&archive.experiment().fingerprint());
        own.map(|(_, folder)| take_games(folder, archive))
            .transpose()?;
        Ok(own.is_some())
    }

    /// The same for a file that must have some.
    pub fn take_all(&self, archive: &Archive<'_>) -> anyhow::Result<()> {
        if self.take(archive)? {
            return Ok(());
        }
        let others = self.experiments.values().next();
        let difference = others.map(|(other, _)| archive.experiment().difference(other));
        anyhow::bail!(
            "{} has no games of this experiment{}",
            self.file.display(),
            difference.map_or(String::new(), |found| format!(
                ", but of another one: {found}"
            ))
        );
    }
}

/// Judges claims by the games of some of their experiments, and says what is doubtful.
pub fn judge<'d>(
    claims: &'d Claims,
    datasets: impl Iterator<Item = (&'d str, &'d Dataset<'d>)>,
    sources: LedgerSources,
) -> anyhow::Result<Vec<Judged>> {
    let evidence = datasets.map(|(name, dataset)| Evidence::new(name, dataset, claims));
    let ledger = ledger(claims, &evidence.collect::<Vec<_>>(), sources)?;
    ledger.warnings.iter().for_each(write_message);
    Ok(ledger.judged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::evaluation::Weights;

    const TEXT: &str = "name = \"x\"\nseed = 5\npairs = 9\nply_cap = 100\n[rules]\nname = \"rules\"\nid = \"chess\"\n\
        [player]\nnodes = 50\n[opening]\nplies = 6\n";

    fn parsed(text: &str) -> Experiment {
        let experiment = Experiment::parse("x.toml", text.to_string(), Path::new(""));
        experiment.unwrap_or_else(|fault| panic!("{fault}"))
    }

    #[test]
    fn weights_of_trained_players_are_not_compared() {
        let planned = parsed(TEXT);
        let mut played = planned.clone();
        let trained = Weights::starting(played.rules[0].compiled.spec());
        played.rules[0]
            .set_weights(&[trained])
            .expect("its weights");
        assert_ne!(planned.fingerprint(), played.fingerprint());
        assert_eq!(difference(&planned, &played), None);
        for (key, other) in [
            ("seed = 5", "seed = 6"),
            ("pairs = 9", "pairs = 10"),
            ("nodes = 50", "nodes = 60"),
            ("\"chess\"", "\"shatranj\""),
            ("nodes = 50", "nodes = 50\nweights = \"linear\""),
        ] {
            let other = parsed(&TEXT.replace(key, other));
            assert!(difference(&other, &played).is_some(), "{key}");
        }
    }
}
