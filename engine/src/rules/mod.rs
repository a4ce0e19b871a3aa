//! Rules as data: from the text of a rule file to a checked [`RuleSpec`].
//!
//! The way of a rule file: `files` parses it and lays it over what it `extends`, options are laid
//! on top, and `read` checks everything and makes a [`RuleSpec`]. Every fault found on the way
//! is reported with its place. Tables are made from the spec in [`crate::tables`].

mod arrays;
mod coherence;
mod copies;
mod diff;
mod end;
mod error;
mod files;
mod limits;
mod merge;
mod names;
mod opposing;
mod options;
mod promotions;
mod read;
mod spec;
mod words;

pub use crate::betza::{Betza, BetzaTerm, Mode};
pub use crate::piece::PieceType;
pub use crate::powers::Power;
pub use diff::{RuleDifference, diff, new_pieces};
pub use error::RuleError;
pub use files::{built_in, built_in_text, flattened, is_path, parent};
pub use limits::MAX_PIECES;
pub use spec::{
    ArrayChanges, ArrayFamily, ArraySpec, AttackRule, BareRule, BlackArray, EndSpec, Heading,
    MoveCountRule, OptionSpec, PieceSpec, PromotionChoice, PromotionCondition, PromotionMoment,
    PromotionSpec, RepetitionResult, RepetitionRule, RoyalRule, RuleSpec, StalemateRule, Zone,
    ZoneDepth, ZoneSide,
};

pub use copies::COPY_MARK;
pub(crate) use opposing::differing;
pub use opposing::{OPPOSING_MARK, OpposingArmyError};

use crate::toml_file::{Reader, Sources};

/// Reads a rule set by the id of one that comes with the program or by the path of a file, with
/// some of its declared options set.
///
/// # Errors
/// Every fault of the files, an unknown id, a file that cannot be read, or an option or value
/// that the rule set does not have.
pub fn load(name: &str, settings: &[(String, String)]) -> Result<RuleSpec, RuleError> {
    let mut sources = Sources::default();
    let files::RuleFiles { mut tree, ancestor } = files::load(name, &mut sources)?;
    let reader = Reader::new(&sources);
    let mut declared = options::declared(&tree, &reader);
    options::apply(&mut tree, &mut declared, settings, name)?;
    let mut spec = read::spec(name, &tree, declared, &reader);
    spec.ancestor = ancestor;
    let faults = reader.into_faults();
    if faults.is_empty() {
        Ok(spec)
    } else {
        Err(RuleError::Faults(faults))
    }
}
