//! Rules as data: from the text of a rule file to a checked [`RuleSpec`].
//!
//! `files` parses a rule file and merges it into what it `extends`, `options` merges the changes of
//! the chosen options, and `read` checks everything. Every fault is reported with its place.
//! [`crate::tables`] compiles the spec.

mod added;
mod arrays;
mod connection;
mod explosion;
mod extinction;
mod files;
mod frozen;
mod goal;
mod hand;
mod limits;
mod names;
mod options;
mod promotions;
mod read;
mod shuffle;
mod spec;
mod trade;
mod walls;
mod words;

pub use crate::betza::{Betza, BetzaTerm, Mode};
pub use crate::piece::PieceType;
pub use crate::powers::Power;
pub use connection::ConnectionSpec;
pub use extinction::ExtinctionSpec;
pub use files::{built_in, built_in_text, flattened, is_path, parent, parent_of_draft};
pub use goal::{GoalSpec, GoalTime};
pub(crate) use hand::MAX_HAND_TYPES;
pub use limits::MAX_PIECES;
pub use shuffle::Shuffled;
pub use spec::{
    ArrayChanges, ArrayFamily, ArraySpec, AttackRule, BareRule, BlackArray, CheckRule, DropSpec,
    EndSpec, ExplosionSpec, FrozenSpec, HandSpec, Heading, MoveCountRule, NoTradeSpec, OptionSpec,
    PieceSpec, PromotionChoice, PromotionCondition, PromotionMoment, PromotionSpec,
    RepetitionResult, RepetitionRule, RoyalRule, RuleSpec, StalemateRule, WallSquares, WallsSpec,
    Zone, ZoneDepth, ZoneSide,
};
pub use words::{RuleDifference, diff, new_pieces, warnings};

pub(crate) use added::differing;
pub use added::{COPY_MARK, OPPOSING_MARK, OpposingArmyError};
pub(crate) use read::bare_symbol;
pub(crate) use shuffle::shuffle_rank;

use crate::input::{Fault, Reader, Sources, did_you_mean};

/// An error in loading a rule set.
#[derive(Debug, thiserror::Error)]
pub enum RuleError {
    /// An unknown id.
    #[error("there is no rule set `{id}`; the rule sets are {}{}", .known.join(", "), nearest(.id, .known))]
    Unknown {
        /// The id.
        id: String,
        /// The ids of the built-in rule sets.
        known: Vec<String>,
    },
    /// An unreadable rule file.
    #[error("cannot read the rule file {file}: {cause}")]
    Unreadable {
        /// The file.
        file: String,
        /// The error of the system.
        cause: std::io::Error,
    },
    /// Every fault of the rule files.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<Fault>),
    /// An option that the rule set does not declare, or an unknown value of one.
    #[error("{0}")]
    Option(String),
}

fn nearest(id: &str, known: &[String]) -> String {
    let guess = did_you_mean(id, known.iter().map(String::as_str));
    format!("{guess}; a file is named by its path, ending in .toml")
}

/// Loads a rule set by a built-in id or by the path of a file, with values for some of its options.
///
/// # Errors
/// Every fault of the files, an unknown id, a file that cannot be read, or an option or value
/// that the rule set does not have.
pub fn load(name: &str, settings: &[(String, String)]) -> Result<RuleSpec, RuleError> {
    load_with(name, None, settings)
}

/// Loads the draft of a rule file: what the file at this path would be with another text. The file need not exist.
///
/// # Errors
/// As [`load`].
pub fn load_draft(path: &str, text: &str) -> Result<RuleSpec, RuleError> {
    load_with(path, Some(text), &[])
}

fn load_with(
    name: &str,
    draft: Option<&str>,
    settings: &[(String, String)],
) -> Result<RuleSpec, RuleError> {
    let mut sources = Sources::default();
    let (mut tree, ancestor) = files::load(name, draft, &mut sources)?;
    let reader = Reader::new(&sources);
    let mut declared = options::declared(&tree, &reader);
    options::apply(&mut tree, &mut declared, settings, name)?;
    let mut spec = read::spec(name, &tree, declared, &reader);
    spec.ancestor = ancestor;
    match reader.into_faults() {
        faults if faults.is_empty() => Ok(spec),
        faults => Err(RuleError::Faults(faults)),
    }
}
