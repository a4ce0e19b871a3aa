//! Why a rule set cannot be had.

use crate::toml_file::{Fault, did_you_mean};

/// Why a rule set could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum RuleError {
    /// There is no rule set of this name.
    #[error("there is no rule set `{id}`; the rule sets are {}{}", .known.join(", "), nearest(.id, .known))]
    Unknown {
        /// What was asked for.
        id: String,
        /// The rule sets that exist.
        known: Vec<String>,
    },
    /// A rule file could not be read.
    #[error("cannot read the rule file {file}: {cause}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The rule files are wrong; every fault found.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<Fault>),
    /// An option was asked for that the rule set does not declare, or with a value it does not have.
    #[error("{0}")]
    Option(String),
}

fn nearest(id: &str, known: &[String]) -> String {
    let guess = did_you_mean(id, known.iter().map(String::as_str));
    format!("{guess}; a file is named by its path, ending in .toml")
}
