//! Preregistered studies.
//!
//! A [`StudyPlan`] names claims and how they are decided. A [`Registration`] holds all of it with a
//! hash: claims, experiments, rules, weights, stopping rule, exclusions. The seeds of its games follow
//! from the hash. Some of the games are kept for confirmation: their seeds also follow from the games of
//! the exploration, so that they cannot be played before. [`check_games`] compares the games of a folder
//! with their seeds, whatever the files say.

use crate::claims::{Claim, Claims, ClaimsError, missing};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tradewind_engine::input::text_file;
use tradewind_files::{
    FileError, make_inside, read_own, sha256, sha256_of_texts, write_output, write_whole,
};
use tradewind_selfplay::experiment::stored_text::{StoredText, rules_of};
use tradewind_selfplay::experiment::{Experiment, ExperimentError, SNAPSHOT, short_name};
use tradewind_selfplay::play::GameRunner;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{self, GameRecord, RecordError};

/// The maximum size of a registration in bytes: it includes the weights of many players.
const MAX_BYTES: u64 = 1 << 28;

const HEADER: &str = "# A registered study. It is not to be changed: `tradewind study` plays it, and `tradewind register \
                      --amends` registers a change.\n";

/// The number of pairs of an experiment that are replayed.
const REPLAYED: u64 = 4;

/// Where openings are positions of games that are played for them, one pair of this many has its opening drawn again.
const DRAWN_AGAIN: u64 = 10;

/// A study before registration. Its file is TOML:
///
/// ```toml
/// name         = "Camels and Knights"
/// claims       = "camel-claims.toml"
/// stopping     = "all pairs are played"
/// exclusions   = ["pairs with a game that a fault ended"]
/// confirmation = 0.5
/// ```
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyPlan {
    /// The name.
    pub name: String,
    /// The file of its claims, relative to its own folder, which also has the experiments that they name.
    pub claims: PathBuf,
    /// The stopping rule, in words.
    pub stopping: String,
    /// The exclusions from the estimates, in words.
    #[serde(default)]
    pub exclusions: Vec<String>,
    /// The share of the pairs of each experiment kept for confirmation.
    #[serde(default = "half")]
    pub confirmation: f64,
}

fn half() -> f64 {
    0.5
}

/// Errors of a study.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of games cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A pair of a folder is not that of the registration.
    #[error(
        "{path}: pair {1} is not what the registered experiment plays with its seed; move the folder away, and the games are played \
         again", path = .0.display()
    )]
    OtherGames(PathBuf, u64),
    /// A plan or a registration is malformed.
    #[error("{path}: {1}", path = .0.display())]
    Format(PathBuf, toml::de::Error),
    /// A number is out of range.
    #[error("{path}: `confirmation` is {1}; write the share of the pairs that is kept, from 0 to 0.9", path = .0.display())]
    Confirmation(PathBuf, f64),
    /// The claims are malformed.
    #[error(transparent)]
    Claims(#[from] ClaimsError),
    /// An experiment is malformed.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// An experiment has too few pairs to be split.
    #[error(
        "{0}: {1} pairs are too few to be split into exploration and confirmation, of at least 2 each; write more \
         pairs, or another `confirmation`"
    )]
    Pairs(String, u64),
    /// An experiment is a match.
    #[error("{0}: a match is not played as a part of a study; leave [match] out")]
    Match(String),
    /// A claim cannot be measured by its experiment: what that lacks, and what it has.
    #[error("claim {0}: {1} has no {2}")]
    Missing(String, String, String),
    /// An amendment changes nothing.
    #[error("the study is as it was registered: there is nothing to amend")]
    Unchanged,
    /// The rules or weights of an experiment are not those of the registration.
    #[error(
        "{0}: its rules or weights are not those of the registration, which it must hold whole"
    )]
    Unlike(String),
    /// A path of the registration leads out of its folder.
    #[error("{path}: `{1}` under [files] leads out of the folder that it is written to; it was not written by `tradewind register`", path = .0.display())]
    Outside(PathBuf, String),
    /// The built-in weights of this program are not those of the registration.
    #[error(
        "{0}: the built-in weights of this version are not those of the registration; use the version that registered the study"
    )]
    BuiltIn(String),
    /// The registration, whose stated hash and own hash differ, was changed.
    #[error(
        "{path}: its hash is {1}, but what it holds has {2}: it was changed after it was registered; register the change with --amends", path = .0.display()
    )]
    Changed(PathBuf, String, String),
}

impl StudyPlan {
    /// Reads the plan of a study.
    ///
    /// # Errors
    /// It cannot be read, or is not a study.
    pub fn load(path: &Path) -> Result<StudyPlan, StudyError> {
        let plan: StudyPlan = read(path, text_file::MAX_BYTES)?;
        check_confirmation(path, plan.confirmation)?;
        Ok(plan)
    }
}

fn read<T: DeserializeOwned>(path: &Path, max_bytes: u64) -> Result<T, StudyError> {
    let text = text_file::read(path, max_bytes).map_err(FileError::new("read", path))?;
    toml::from_str(&text).map_err(|cause| StudyError::Format(path.into(), cause))
}

/// The number in the first digits of the hash of some texts.
fn hashed_number(texts: &[&str]) -> u64 {
    let digits = sha256(texts.iter().map(|text| text.as_bytes()));
    u64::from_str_radix(&digits[..15], 16).expect("digits of a hash")
}

/// The number of values of [`hashed_number`].
const HASHED_NUMBERS: u64 = 1 << 60;

/// Rejects a share of the pairs that leaves too few for exploration.
fn check_confirmation(path: &Path, found: f64) -> Result<(), StudyError> {
    if (0.0..=0.9).contains(&found) {
        return Ok(());
    }
    Err(StudyError::Confirmation(path.into(), found))
}

/// The numbers of pairs for exploration and for confirmation.
fn split(pairs: u64, confirmation: f64) -> [u64; 2] {
    let kept = (pairs as f64 * confirmation).round() as u64;
    [pairs.saturating_sub(kept), kept]
}

/// Rejects experiments that cannot be part of a study, or cannot measure their claims.
///
/// # Errors
/// See [`StudyError`].
pub fn check_experiments(
    claims: &Claims,
    experiments: &[(String, Experiment)],
    confirmation: f64,
) -> Result<(), StudyError> {
    for (name, experiment) in experiments {
        // An experiment has at least 2 pairs.
        let [explored, kept] = split(experiment.pairs, confirmation);
        if explored < 2 || (confirmation > 0.0 && kept < 2) {
            return Err(StudyError::Pairs(name.clone(), experiment.pairs));
        }
        if experiment.matched.is_some() {
            return Err(StudyError::Match(name.clone()));
        }
        let mut own = claims.claims.iter().filter(|one| one.experiment == *name);
        let lacking = own.find_map(|claim| Some((claim, missing(&claim.statistic, experiment)?)));
        if let Some((claim, lacking)) = lacking {
            let (claim, experiment) = (claim.id.clone(), name.clone());
            return Err(StudyError::Missing(claim, experiment, lacking));
        }
    }
    Ok(())
}

/// A registered study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// The name.
    pub name: String,
    /// The hash of all else.
    pub hash: String,
    /// The version of the program.
    pub version: String,
    /// The signature of its search (`tradewind bench --signature`).
    pub signature: String,
    /// The stopping rule.
    pub stopping: String,
    /// The exclusions from the estimates.
    pub exclusions: Vec<String>,
    /// The share of the pairs kept for confirmation.
    pub confirmation: f64,
    /// The text of the file of its claims.
    pub claims: String,
    /// The experiments with their rules and weights: texts by path, which begins with the
    /// experiment's name.
    pub files: BTreeMap<String, StoredText>,
    /// The registration that it amends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amends: Option<Box<Registration>>,
}

/// A phase of a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The games that may be analysed.
    Exploration,
    /// The games after the exploration, whose seeds follow from the games of the exploration, too.
    Confirmation {
        /// The hash of the games of the exploration.
        explored: String,
    },
}

impl Phase {
    /// The name, which is also that of its folder.
    pub fn name(&self) -> &'static str {
        match self {
            Phase::Exploration => "exploration",
            Phase::Confirmation { .. } => "confirmation",
        }
    }
}

impl Registration {
    /// Registers a study with its claims and experiments, which [`check_experiments`] accepts and whose
    /// players are known.
    pub fn new(
        plan: &StudyPlan,
        claims: String,
        experiments: &[(String, Experiment)],
        signature: &str,
        amends: Option<Registration>,
    ) -> Registration {
        let mut files = BTreeMap::new();
        for (name, experiment) in experiments {
            let mut plain = experiment.clone();
            // The hash decides the seeds.
            plain.seed = 0;
            let texts: BTreeMap<String, String> = plain.snapshot_files().into_iter().collect();
            for (path, text) in &texts {
                let rules = rules_of(path).and_then(|rules| texts.get(&rules));
                let text = StoredText::new(text.clone(), rules);
                files.insert(format!("{name}/{path}"), text);
            }
        }
        let mut registration = Registration {
            name: plan.name.clone(),
            hash: String::new(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            signature: signature.to_string(),
            stopping: plan.stopping.clone(),
            exclusions: plan.exclusions.clone(),
            confirmation: plan.confirmation,
            claims,
            files,
            amends: amends.map(Box::new),
        };
        registration.hash = registration.own_hash();
        registration
    }

    /// Reads a registration.
    ///
    /// # Errors
    /// It cannot be read, is malformed, or was changed.
    pub fn load(path: &Path) -> Result<Registration, StudyError> {
        let found: Registration = read(path, MAX_BYTES)?;
        for one in found.chain() {
            check_confirmation(path, one.confirmation)?;
            let own = one.own_hash();
            if own != one.hash {
                return Err(StudyError::Changed(path.into(), one.hash.clone(), own));
            }
            let is_inside = |inner: &str| {
                let mut parts = Path::new(inner).components();
                parts.all(|part| matches!(part, Component::Normal(_)))
            };
            if let Some(inner) = one.files.keys().find(|inner| !is_inside(inner)) {
                return Err(StudyError::Outside(path.into(), inner.clone()));
            }
        }
        Ok(found)
    }

    /// Writes the registration.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), StudyError> {
        let text = toml::to_string(self).expect("it is made of texts and numbers");
        Ok(write_output(path, |file| {
            file.write_all(HEADER.as_bytes())?;
            file.write_all(text.as_bytes())
        })?)
    }

    fn own_hash(&self) -> String {
        let plain = Registration {
            hash: String::new(),
            ..self.clone()
        };
        let text = serde_json::to_string(&plain).expect("it is made of texts and numbers");
        sha256([text.as_bytes()])
    }

    /// The registrations that it amends, the first one first, and the registration itself.
    pub fn chain(&self) -> Vec<&Registration> {
        let mut chain = vec![self];
        while let Some(earlier) = &chain[chain.len() - 1].amends {
            chain.push(earlier);
        }
        chain.reverse();
        chain
    }

    /// The first digits of the hash, which name the folder.
    pub fn short_hash(&self) -> &str {
        &self.hash[..12.min(self.hash.len())]
    }

    /// The claims.
    ///
    /// # Errors
    /// They are malformed.
    pub fn read_claims(&self) -> Result<Claims, StudyError> {
        Ok(Claims::parse("the claims registered", self.claims.clone())?)
    }

    /// The experiments of a phase. Their files are written into a folder.
    ///
    /// # Errors
    /// A file cannot be written, or an experiment is malformed.
    pub fn experiments(
        &self,
        folder: &Path,
        phase: &Phase,
    ) -> Result<Vec<(String, Experiment)>, StudyError> {
        let mut texts = BTreeMap::new();
        for (path, text) in &self.files {
            let rules = rules_of(path).and_then(|rules| self.files.get(&rules));
            let text = text.text(rules);
            let text = text.ok_or_else(|| StudyError::BuiltIn(path.clone()))?;
            texts.insert(path, text);
        }
        for (path, text) in &texts {
            let path = Path::new(path);
            if let Some(inner) = path.parent() {
                make_inside(folder, inner)?;
            }
            let place = folder.join(path);
            let is_there = place.exists() && read_own(&place)? == **text;
            if !is_there {
                write_whole(&place, |file| file.write_all(text.as_bytes()))?;
            }
        }
        let claims = self.read_claims()?;
        let mut experiments = Vec::new();
        for name in claims.experiments() {
            let experiment = Experiment::load(&folder.join(&name).join(SNAPSHOT))?;
            let own = format!("{name}/");
            let registered = texts.iter();
            let registered = registered
                .filter_map(|(path, text)| Some((path.strip_prefix(&own)?, text.as_ref())));
            let read: BTreeMap<String, String> = experiment.snapshot_files().into_iter().collect();
            let read = (read.iter()).map(|(path, text)| (path.as_str(), text.as_str()));
            if !registered.eq(read) {
                return Err(StudyError::Unlike(name));
            }
            experiments.push((name, experiment));
        }
        check_experiments(&claims, &experiments, self.confirmation)?;
        for (name, experiment) in &mut experiments {
            let [explored, kept] = split(experiment.pairs, self.confirmation);
            let (pairs, sealed) = match phase {
                Phase::Exploration => (explored, ""),
                Phase::Confirmation { explored } => (kept, explored.as_str()),
            };
            experiment.seed = hashed_number(&[&self.hash, phase.name(), sealed, name]);
            experiment.pairs = pairs;
            experiment.name = short_name(&format!(
                "{}, {}, registered {}",
                experiment.name,
                phase.name(),
                self.short_hash()
            ));
        }
        Ok(experiments)
    }
}

/// The changes of an amendment, a line each; none for a registration that amends none.
///
/// # Errors
/// The claims of one of them are malformed.
pub fn changes(registration: &Registration) -> Result<Vec<String>, StudyError> {
    let Some(earlier) = &registration.amends else {
        return Ok(Vec::new());
    };
    let settings = |one: &Registration| {
        [
            ("name", one.name.clone()),
            ("stopping", one.stopping.clone()),
            ("exclusions", one.exclusions.join("; ")),
            ("confirmation", one.confirmation.to_string()),
            (
                "program",
                format!("{}, signature {}", one.version, one.signature),
            ),
        ]
    };
    let mut lines = changed(settings(earlier), settings(registration));
    let (before, after) = (earlier.read_claims()?, registration.read_claims()?);
    for claim in &after.claims {
        match before.claims.iter().find(|known| known.id == claim.id) {
            None => lines.push(format!("claim {}: new", claim.id)),
            Some(known) => lines.extend(changes_of(known, claim)),
        }
    }
    for claim in &before.claims {
        if !after.claims.iter().any(|known| known.id == claim.id) {
            lines.push(format!("claim {}: left out", claim.id));
        }
    }
    let paths: BTreeSet<&String> = earlier
        .files
        .keys()
        .chain(registration.files.keys())
        .collect();
    for path in paths {
        let change = match (earlier.files.get(path), registration.files.get(path)) {
            (None, _) => "new".to_string(),
            (_, None) => "left out".to_string(),
            (Some(before), Some(after)) if before != after => {
                change_of_line(before, after).unwrap_or("changed".to_string())
            }
            _ => continue,
        };
        lines.push(format!("{path}: {change}"));
    }
    Ok(lines)
}

/// The line of a text that was changed; `None` if it is not the only one.
fn change_of_line(before: &StoredText, after: &StoredText) -> Option<String> {
    let (StoredText::Whole(before), StoredText::Whole(after)) = (before, after) else {
        return None;
    };
    let is_as_long = before.lines().count() == after.lines().count();
    let both = before.lines().zip(after.lines());
    let mut changed = both.filter(|(before, after)| before != after);
    let (before, after) = changed.next().filter(|_| is_as_long)?;
    let is_only_one = changed.next().is_none();
    is_only_one.then(|| format!("{before} → {after}"))
}

/// A line for each text that differs.
fn changed<const N: usize>(before: [(&str, String); N], after: [(&str, String); N]) -> Vec<String> {
    let both = before.into_iter().zip(after);
    let changed = both.filter(|((_, before), (_, after))| before != after);
    changed
        .map(|((what, before), (_, after))| format!("{what}: {before} → {after}"))
        .collect()
}

/// The changes of a claim that affect its verdict.
fn changes_of(before: &Claim, after: &Claim) -> Vec<String> {
    let bound = |bound: Option<f64>| bound.map_or("none".to_string(), |bound| bound.to_string());
    let texts = |claim: &Claim| {
        [
            ("claim", claim.claim.clone()),
            ("experiment", claim.experiment.clone()),
            ("open", claim.open.clone().unwrap_or("no".to_string())),
            ("above", bound(claim.above)),
            ("below", bound(claim.below)),
        ]
    };
    let is_other = before.statistic != after.statistic;
    let statistic = is_other.then(|| "statistic: changed".to_string());
    let lines = changed(texts(before), texts(after)).into_iter();
    lines
        .chain(statistic)
        .map(|line| format!("claim {}, {line}", after.id))
        .collect()
}

/// A hash of the outcomes of games in order, the same with and without their moves.
#[derive(Debug, Default)]
pub struct OutcomesHash {
    texts: Vec<String>,
}

impl OutcomesHash {
    /// Adds games that follow.
    pub fn add(&mut self, games: &[GameRecord]) {
        let line = |game: &GameRecord| {
            let (result, end) = (game.result.text(), game.end.text());
            format!(
                "{} {} {} {result} {end}\n",
                game.number, game.array, game.plies
            )
        };
        let text: String = games.iter().map(line).collect();
        self.texts.push(sha256([text.as_bytes()]));
    }

    /// The hash.
    pub fn digits(&self) -> String {
        sha256_of_texts(&self.texts)
    }
}

fn is_same_pair(experiment: &Experiment, one: &[GameRecord; 2], other: &[GameRecord; 2]) -> bool {
    one.iter()
        .zip(other)
        .all(|(one, other)| one.is_same_game(other, experiment))
}

/// Plays some pairs of an archive again, drawn by their numbers and `seed`, on the threads of the current rayon pool: the
/// number of pairs that were played, and the numbers of those that differ. It ends early if `stop` is set.
///
/// # Errors
/// A file of games is wrong, or another search has played its games.
pub fn audit(
    archive: &Archive<'_>,
    share: f64,
    seed: u64,
    stop: &Arc<AtomicBool>,
) -> Result<(u64, Vec<u64>), StudyError> {
    archive.check_signature()?;
    let runner = GameRunner::new(archive.experiment(), stop);
    let is_stopped = || stop.load(Ordering::Relaxed);
    let fingerprint = archive.experiment().fingerprint();
    let limit = (share * HASHED_NUMBERS as f64) as u64;
    let is_drawn = |pair: u64| {
        let texts = [&fingerprint, &seed.to_string(), &pair.to_string()];
        hashed_number(&texts.map(String::as_str)) < limit
    };
    let (mut played, mut different) = (0, Vec::new());
    archive.for_each_chunk(|games| -> Result<(), StudyError> {
        let drawn: Vec<&[GameRecord; 2]> = record::pairs(&games)
            .filter(|pair| is_drawn(pair[0].pair()))
            .collect();
        let again: Vec<Option<bool>> = (drawn.par_iter())
            .map(|games| {
                let again = runner.play(games[0].pair(), &is_stopped)?;
                Some(is_same_pair(archive.experiment(), &again, games))
            })
            .collect();
        for (games, is_same) in drawn.iter().zip(again) {
            played += u64::from(is_same.is_some());
            if is_same == Some(false) {
                different.push(games[0].pair());
            }
        }
        Ok(())
    })?;
    Ok((played, different))
}

/// Checks the games of an experiment on the threads of the current rayon pool. Each pair must begin as
/// its seed says (of openings from other games, a tenth is checked), and a few pairs, selected by
/// `hash`, must be what the players play. Returns `false` if `stop` was set before the end.
///
/// # Errors
/// Games cannot be read, or are not those of the experiment.
pub fn check_games(
    archive: &Archive<'_>,
    hash: &str,
    stop: &Arc<AtomicBool>,
) -> Result<bool, StudyError> {
    let runner = GameRunner::new(archive.experiment(), stop);
    let is_stopped = || stop.load(Ordering::Relaxed);
    let pairs = archive.experiment().all_pairs();
    let drawn = |number: u64| hashed_number(&[hash, &number.to_string()]) % pairs.max(1);
    let replayed: Vec<u64> = (0..REPLAYED).map(drawn).collect();
    let plays = |pair, games: &[GameRecord; 2]| {
        let again = runner.play(pair, &is_stopped);
        again.is_none_or(|again| is_same_pair(archive.experiment(), &again, games))
    };
    // To draw such an opening takes as long as its games.
    let is_led = archive.experiment().opening.left.is_some();
    let check = |games: &[GameRecord; 2]| {
        let pair = games[0].pair();
        // Without its moves, a pair is checked by playing it again only.
        let turn = || hashed_number(&[hash, "opening", &pair.to_string()]);
        let is_trusted = games.iter().any(|game| !game.has_moves())
            || (is_led && !turn().is_multiple_of(DRAWN_AGAIN));
        let is_drawn = is_trusted || runner.has_drawn(games);
        let is_right = is_drawn && (!replayed.contains(&pair) || plays(pair, games));
        // A game that is stopped is not complete.
        if is_right || is_stopped() {
            return Ok(());
        }
        Err(StudyError::OtherGames(archive.folder().into(), pair))
    };
    archive.for_each_chunk(|games| {
        let pairs: Vec<&[GameRecord; 2]> = record::pairs(&games).collect();
        pairs.into_par_iter().try_for_each(check)
    })?;
    Ok(!is_stopped())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The experiments of studies that come with the program can measure their claims.
    #[test]
    fn studies_that_come_with_the_program_are_right() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/studies");
        let folders = std::fs::read_dir(root).expect("studies");
        let folders = folders.flatten().map(|entry| entry.path());
        for folder in folders.filter(|path| path.is_dir()) {
            let plan = StudyPlan::load(&folder.join("study.toml"));
            let plan = plan.unwrap_or_else(|fault| panic!("{fault}"));
            let claims = Claims::load(&folder.join(&plan.claims));
            let claims = claims.unwrap_or_else(|fault| panic!("{fault}"));
            let experiments = claims.experiments().into_iter().map(|name| {
                let file = folder.join(format!("{name}.toml"));
                let experiment = Experiment::load(&file).unwrap_or_else(|fault| panic!("{fault}"));
                (name, experiment)
            });
            let experiments: Vec<(String, Experiment)> = experiments.collect();
            check_experiments(&claims, &experiments, plan.confirmation)
                .unwrap_or_else(|fault| panic!("{fault}"));
        }
    }

    #[test]
    fn pairs_are_split_whole_and_not_too_small() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/studies/contrasts");
        let one = Experiment::load(&folder.join("shatranj.toml"));
        let one = one.unwrap_or_else(|fault| panic!("{fault}"));
        let none = Claims {
            claims: Vec::new(),
            dropped: Vec::new(),
        };
        let checked = |pairs, confirmation| {
            let experiment = Experiment {
                pairs,
                ..one.clone()
            };
            let found = check_experiments(&none, &[("x".to_string(), experiment)], confirmation);
            found.is_ok().then(|| split(pairs, confirmation))
        };
        assert_eq!(checked(120, 0.5), Some([60, 60]));
        assert_eq!(checked(5, 0.5), Some([2, 3]));
        assert_eq!(checked(100, 0.0), Some([100, 0]));
        assert_eq!(checked(3, 0.5), None);
        assert_eq!(checked(2, 0.9), None);
    }

    fn registration(path: &str) -> Registration {
        let mut one = Registration {
            name: "a study".to_string(),
            hash: String::new(),
            version: "0".to_string(),
            signature: "1".to_string(),
            stopping: "all pairs are played".to_string(),
            exclusions: Vec::new(),
            confirmation: 0.5,
            claims: String::new(),
            files: BTreeMap::from([(path.to_string(), StoredText::Whole("text".to_string()))]),
            amends: None,
        };
        one.hash = one.own_hash();
        one
    }

    /// Registrations are untrusted: their files are written into the given folder only.
    #[test]
    fn paths_that_leave_the_folder_are_rejected() {
        let folder = tempfile::tempdir().expect("a folder");
        let load = |number: usize, path: &str| {
            let file = folder.path().join(format!("{number}.registered.toml"));
            registration(path).write(&file).expect("a file");
            Registration::load(&file)
        };
        load(0, "plan/rules/rules.toml").expect("it is right");
        for (number, path) in (1..).zip(["../x", "/tmp/x", "plan/../../x", "./x"]) {
            let refused = load(number, path).expect_err("it leads out");
            assert!(refused.to_string().contains(path), "{refused}");
        }
    }
}
