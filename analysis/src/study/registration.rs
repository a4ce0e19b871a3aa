//! A study as it was registered: everything that decides its games and its verdicts.

use super::plan::{StudyError, StudyPlan, check_confirmation, check_experiments, split};
use crate::claims::Claims;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Component, Path};
use tradewind_files::{FileError, make_inside, read_own, sha256, write_output, write_whole};
use tradewind_selfplay::experiment::{Experiment, SNAPSHOT, short_name};

/// The most bytes of a registration: weights of many players are in it.
const MAX_BYTES: u64 = 1 << 28;

/// How its file begins.
const HEADER: &str = "# A registered study. It is not to be changed: `tradewind study` plays it, and `tradewind register \
                      --amends` registers a change.\n";

/// A registered study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// What it is called.
    pub name: String,
    /// Stands for all else.
    pub hash: String,
    /// The version of the program.
    pub version: String,
    /// The signature of its search (`tradewind bench --signature`).
    pub signature: String,
    /// What decides how many games are played.
    pub stopping: String,
    /// What is left out of the estimates.
    pub exclusions: Vec<String>,
    /// The share of the pairs that is kept for confirmation.
    pub confirmation: f64,
    /// The file of its claims.
    pub claims: String,
    /// The experiments with their rules and weights: texts by their paths, which begin with the experiment's name.
    pub files: BTreeMap<String, String>,
    /// What it amends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amends: Option<Box<Registration>>,
}

/// A part of a study's games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Those that may be looked at.
    Exploration,
    /// Those that are played when the exploration is over, by seeds that follow from its games, too.
    Confirmation {
        /// The hash of those games.
        explored: String,
    },
}

impl Phase {
    /// Its name, which its folder has too.
    pub fn name(&self) -> &'static str {
        match self {
            Phase::Exploration => "exploration",
            Phase::Confirmation { .. } => "confirmation",
        }
    }
}

impl Registration {
    /// Registers a study with its claims and experiments, which were checked
    /// ([`check_experiments`](super::check_experiments)) and whose players are known.
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
            for (path, text) in plain.snapshot_files() {
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
    /// It cannot be read, is no registration, or was changed.
    pub fn load(path: &Path) -> Result<Registration, StudyError> {
        let text = tradewind_engine::input::text_file::read(path, MAX_BYTES)
            .map_err(FileError::new("read", path))?;
        let found: Registration = toml::from_str(&text).map_err(|cause| StudyError::Format {
            path: path.to_path_buf(),
            cause,
        })?;
        for one in found.chain() {
            check_confirmation(path, one.confirmation)?;
            let own = one.own_hash();
            if own != one.hash {
                return Err(StudyError::Changed {
                    path: path.to_path_buf(),
                    hash: one.hash.clone(),
                    found: own,
                });
            }
            let is_inside = |inner: &str| {
                let mut parts = Path::new(inner).components();
                parts.all(|part| matches!(part, Component::Normal(_)))
            };
            if let Some(inner) = one.files.keys().find(|inner| !is_inside(inner)) {
                return Err(StudyError::Outside {
                    path: path.to_path_buf(),
                    inner: inner.clone(),
                });
            }
        }
        Ok(found)
    }

    /// Writes it.
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

    /// The registrations that it amends, the first one first, and itself.
    pub fn chain(&self) -> Vec<&Registration> {
        let mut chain = vec![self];
        while let Some(earlier) = &chain[chain.len() - 1].amends {
            chain.push(earlier);
        }
        chain.reverse();
        chain
    }

    /// The first digits of its hash, which name its folder.
    pub fn short_hash(&self) -> &str {
        &self.hash[..12.min(self.hash.len())]
    }

    /// Its claims.
    ///
    /// # Errors
    /// They are wrong.
    pub fn read_claims(&self) -> Result<Claims, StudyError> {
        Ok(Claims::parse("the claims registered", self.claims.clone())?)
    }

    /// Its experiments as a phase plays them. Their files are written into a folder.
    ///
    /// # Errors
    /// A file cannot be written, or an experiment is wrong.
    pub fn experiments(
        &self,
        folder: &Path,
        phase: &Phase,
    ) -> Result<Vec<(String, Experiment)>, StudyError> {
        for (path, text) in &self.files {
            let path = Path::new(path);
            if let Some(inner) = path.parent() {
                make_inside(folder, inner)?;
            }
            let place = folder.join(path);
            let is_there = place.exists() && read_own(&place)? == *text;
            if !is_there {
                write_whole(&place, |file| file.write_all(text.as_bytes()))?;
            }
        }
        let claims = self.read_claims()?;
        let mut experiments = Vec::new();
        for name in claims.experiments() {
            let experiment = Experiment::load(&folder.join(&name).join(SNAPSHOT))?;
            let own = format!("{name}/");
            let registered = self.files.iter();
            let registered =
                registered.filter_map(|(path, text)| Some((path.strip_prefix(&own)?, text)));
            let read: BTreeMap<String, String> = experiment.snapshot_files().into_iter().collect();
            if !registered.eq(read.iter().map(|(path, text)| (path.as_str(), text))) {
                return Err(StudyError::Unlike { experiment: name });
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
            let digits = sha256([&self.hash, phase.name(), sealed, name].map(str::as_bytes));
            let seed = u64::from_str_radix(&digits[..15], 16);
            experiment.seed = seed.expect("digits of a hash");
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

#[cfg(test)]
mod tests {
    use super::*;

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
            files: BTreeMap::from([(path.to_string(), "text".to_string())]),
            amends: None,
        };
        one.hash = one.own_hash();
        one
    }

    /// A registration may come from anybody: what it names is written into the folder given, and nowhere else.
    #[test]
    fn paths_that_lead_out_are_refused() {
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
