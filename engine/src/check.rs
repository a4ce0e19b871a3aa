//! A check of a whole rule set, with every value of its options and the starts of its games.

use crate::Rules;
use crate::input::Fault;
use crate::position::PositionError;
use crate::rules::{self, RoyalRule, RuleError, RuleSpec};

/// The error of a rule set.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The rule set cannot be loaded.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// A game cannot start from one of its arrays.
    #[error(
        "{rules}: array {array}{} is no position: {cause}",
        if .options.is_empty() { String::new() } else { format!(" with {}", .options.join(", ")) }
    )]
    Start {
        /// The rule set.
        rules: String,
        /// The array.
        array: u32,
        /// The options with another value than the default.
        options: Vec<String>,
        /// The error of the position.
        cause: PositionError,
    },
}

/// Loads a rule set with its defaults and again with every value of every option, and checks the
/// starts of its games.
///
/// # Errors
/// As [`rules::load`], with the faults of all values, each once; or in a start the side to move
/// could capture a royal that may not be left attacked, a piece stands on a goal, pieces are connected
/// or extinct.
pub fn check(name: &str) -> Result<RuleSpec, CheckError> {
    let spec = rules::load(name, &[])?;
    let mut faults: Vec<Fault> = Vec::new();
    let mut readings = vec![spec.clone()];
    for option in &spec.options {
        let others = option.values.iter();
        for value in others.filter(|value| **value != option.default) {
            match rules::load(name, &[(option.name.clone(), value.clone())]) {
                Ok(reading) => readings.push(reading),
                Err(RuleError::Faults(mut new)) => {
                    new.retain(|fault| !faults.contains(fault));
                    faults.append(&mut new);
                }
                Err(other) => return Err(other.into()),
            }
        }
    }
    if !faults.is_empty() {
        return Err(RuleError::Faults(faults).into());
    }
    for reading in readings {
        check_starts(reading)?;
    }
    Ok(spec)
}

/// Checks that games can start from every array.
fn check_starts(spec: RuleSpec) -> Result<(), CheckError> {
    let end = &spec.end;
    let may_be_over = end.goal.is_some() || end.extinction.is_some() || end.connection.is_some();
    if spec.end.royal != RoyalRule::Check && !may_be_over {
        return Ok(());
    }
    let (id, options) = (spec.id.clone(), spec.chosen_options());
    let rules = Rules::new(spec);
    for array in rules.spec().array_numbers() {
        if let Some(Err(cause)) = rules.check_start(array) {
            return Err(CheckError::Start {
                rules: id,
                array,
                options,
                cause,
            });
        }
    }
    Ok(())
}
