//! Checking a rule set as a whole: every value of its options, and the starts of its games.

use crate::Game;
use crate::input::Fault;
use crate::position::PositionError;
use crate::rules::{self, RoyalRule, RuleError, RuleSpec};

/// Why a rule set is not right.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// Its files are wrong.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// A game cannot begin from one of its arrays.
    #[error(
        "{rules}: array {array}{} is no position: {cause}",
        if .options.is_empty() { String::new() } else { format!(" with {}", .options.join(", ")) }
    )]
    Start {
        /// The rule set.
        rules: String,
        /// The array.
        array: u32,
        /// The options whose value is not the default.
        options: Vec<String>,
        /// Why not.
        cause: PositionError,
    },
}

/// Reads a rule set with its defaults and again with every value of every option, so that the
/// faults of all of them come to light, and looks at the starts of its games.
///
/// # Errors
/// As [`rules::load`]; the faults of all readings, each once. A start in which the side to move could
/// capture the other side's royal, where that may not be.
pub fn check(name: &str) -> Result<RuleSpec, CheckError> {
    let spec = rules::load(name, &[])?;
    let mut faults: Vec<Fault> = Vec::new();
    let mut readings = vec![spec.clone()];
    for option in &spec.options {
        for value in option
            .values
            .iter()
            .filter(|value| **value != option.default)
        {
            match rules::load(name, &[(option.name.clone(), value.clone())]) {
                Ok(reading) => readings.push(reading),
                Err(RuleError::Faults(new)) => {
                    let new: Vec<Fault> = (new.into_iter())
                        .filter(|fault| !faults.contains(fault))
                        .collect();
                    faults.extend(new);
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

/// Whether every array can be played from.
fn check_starts(spec: RuleSpec) -> Result<(), CheckError> {
    if spec.end.royal == RoyalRule::Capture {
        return Ok(());
    }
    let (rules, options) = (spec.id.clone(), spec.chosen_options());
    let game = Game::new(spec);
    for array in game.spec().array_numbers() {
        if let Some(Err(cause)) = game.check_start(array) {
            return Err(CheckError::Start {
                rules,
                array,
                options,
                cause,
            });
        }
    }
    Ok(())
}
