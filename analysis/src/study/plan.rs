//! A study as its author writes it down.

use crate::claims::{Claims, ClaimsError, missing};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use tradewind_engine::input::text_file;
use tradewind_files::FileError;
use tradewind_selfplay::experiment::{Experiment, ExperimentError};
use tradewind_selfplay::record::RecordError;

/// What is to be registered. Its file is TOML:
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
    /// What it is called.
    pub name: String,
    /// The file of its claims, seen from its own folder. The experiments that they name lie there too.
    pub claims: PathBuf,
    /// What decides how many games are played, in words.
    pub stopping: String,
    /// What is left out of the estimates, in words.
    #[serde(default)]
    pub exclusions: Vec<String>,
    /// The share of the pairs of each experiment that is kept for confirmation.
    #[serde(default = "half")]
    pub confirmation: f64,
}

fn half() -> f64 {
    0.5
}

/// Why a study cannot be registered or played.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of games cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Games were played otherwise, whatever their files say.
    #[error(
        "{}: pair {pair} is not what the registered experiment plays with its seed; move the folder away, and the games are played \
         again", .folder.display()
    )]
    OtherGames {
        /// The folder of the games.
        folder: PathBuf,
        /// The first such pair found.
        pair: u64,
    },
    /// The plan or the registration is no such file.
    #[error("{}: {cause}", .path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the place.
        cause: toml::de::Error,
    },
    /// A number is out of range.
    #[error("{}: `confirmation` is {found}; write the share of the pairs that is kept, from 0 to 0.9", .path.display())]
    Confirmation {
        /// The file.
        path: PathBuf,
        /// What it says.
        found: f64,
    },
    /// The claims are wrong.
    #[error(transparent)]
    Claims(#[from] ClaimsError),
    /// An experiment is wrong.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// An experiment has too few pairs to be split.
    #[error(
        "{experiment}: {pairs} pairs are too few to be split into exploration and confirmation, of at least 2 each; write more \
         pairs, or another `confirmation`"
    )]
    Pairs {
        /// Its name.
        experiment: String,
        /// How many it has.
        pairs: u64,
    },
    /// An experiment is a match.
    #[error("{experiment}: a match is not played as a part of a study; leave [match] out")]
    Match {
        /// Its name.
        experiment: String,
    },
    /// A claim asks for what its experiment does not tell.
    #[error("claim {claim}: {experiment} has no {lacking}")]
    Missing {
        /// The claim.
        claim: String,
        /// Its experiment.
        experiment: String,
        /// What is missing, and what there is.
        lacking: String,
    },
    /// An amendment changes nothing.
    #[error("the study is as it was registered: there is nothing to amend")]
    Unchanged,
    /// What an experiment reads is not what was registered.
    #[error(
        "{experiment}: its rules or weights are not those of the registration, which it must hold whole"
    )]
    Unlike {
        /// Its name.
        experiment: String,
    },
    /// A path of the registration leads out of its folder.
    #[error("{}: `{inner}` under [files] leads out of the folder that it is written to; it was not written by `tradewind register`", .path.display())]
    Outside {
        /// The file.
        path: PathBuf,
        /// What it says.
        inner: String,
    },
    /// The registration is not what was registered.
    #[error(
        "{}: its hash is {hash}, but what it holds has {found}: it was changed after it was registered; register the change with --amends", .path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// The hash that it says.
        hash: String,
        /// The hash of what it holds.
        found: String,
    },
}

impl StudyPlan {
    /// Reads a study.
    ///
    /// # Errors
    /// It cannot be read, or is not a study.
    pub fn load(path: &Path) -> Result<StudyPlan, StudyError> {
        let text =
            text_file::read(path, text_file::MAX_BYTES).map_err(FileError::new("read", path))?;
        let plan: StudyPlan = toml::from_str(&text).map_err(|cause| StudyError::Format {
            path: path.to_path_buf(),
            cause,
        })?;
        check_confirmation(path, plan.confirmation)?;
        Ok(plan)
    }
}

/// Refuses a share of the pairs that leaves too few for exploration.
pub(super) fn check_confirmation(path: &Path, found: f64) -> Result<(), StudyError> {
    if (0.0..=0.9).contains(&found) {
        return Ok(());
    }
    Err(StudyError::Confirmation {
        path: path.to_path_buf(),
        found,
    })
}

/// So many pairs for exploration, and the share for confirmation.
pub(super) fn split(pairs: u64, confirmation: f64) -> [u64; 2] {
    let kept = (pairs as f64 * confirmation).round() as u64;
    [pairs.saturating_sub(kept), kept]
}

/// Refuses experiments that cannot be a part of a study, or do not have what claims ask of them.
///
/// # Errors
/// See [`StudyError`].
pub fn check_experiments(
    claims: &Claims,
    experiments: &[(String, Experiment)],
    confirmation: f64,
) -> Result<(), StudyError> {
    for (name, experiment) in experiments {
        // An experiment has at least 2.
        let [explored, kept] = split(experiment.pairs, confirmation);
        if explored < 2 || (confirmation > 0.0 && kept < 2) {
            return Err(StudyError::Pairs {
                experiment: name.clone(),
                pairs: experiment.pairs,
            });
        }
        if experiment.matched.is_some() {
            return Err(StudyError::Match {
                experiment: name.clone(),
            });
        }
        let mut own = claims.claims.iter().filter(|one| one.experiment == *name);
        let lacking = own.find_map(|claim| Some((claim, missing(&claim.statistic, experiment)?)));
        if let Some((claim, lacking)) = lacking {
            return Err(StudyError::Missing {
                claim: claim.id.clone(),
                experiment: name.clone(),
                lacking,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Studies that come with the program have the experiments that their claims name, and what these ask of them.
    #[test]
    fn studies_that_come_with_the_program_are_right() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/studies");
        let folders = std::fs::read_dir(root).expect("studies");
        for folder in folders.flatten().map(|entry| entry.path()) {
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
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/studies/scirocco-contrasts");
        let camel = Experiment::load(&folder.join("camel.toml"));
        let camel = camel.unwrap_or_else(|fault| panic!("{fault}"));
        let none = Claims {
            claims: Vec::new(),
            dropped: Vec::new(),
        };
        let checked = |pairs, confirmation| {
            let experiment = Experiment {
                pairs,
                ..camel.clone()
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
}
