//! Rule files.

use crate::folder::ScratchFolder;
use crate::invariants;
use std::fs;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules::{self, RuleError, RuleSpec};
use tradewind_engine::tables::diagram;
use tradewind_engine::{CheckError, Rules, check};

/// The maximum length of games.
const PLIES: usize = 12;
/// The maximum number of arrays.
const MAX_ARRAYS: usize = 2;

/// An input is a rule file, and files that it may extend. If it is accepted, the rules must be playable with and without other
/// values of its options.
pub fn run(data: &[u8]) -> bool {
    let folder = ScratchFolder::of(data);
    let file = folder.first_text();
    let spec = match check(file) {
        Ok(spec) => spec,
        Err(error) => {
            refused(&error);
            return false;
        }
    };
    flattens(&folder, &spec);
    let option = spec.options.iter().find_map(|option| {
        let mut values = option.values.iter();
        let other = values.find(|value| **value != option.default)?;
        Some((option.name.clone(), other.clone()))
    });
    if let Some(setting) = option {
        let reading = rules::load(file, &[setting]);
        plays(reading.expect("it was checked"), data);
    }
    plays(spec, data);
    true
}

fn refused(error: &CheckError) {
    invariants::plain(&error.to_string(), "\n\t");
    if let CheckError::Rules(RuleError::Faults(faults)) = error {
        invariants::faults(faults);
    }
}

/// Checks that the flattened rule file means the same.
fn flattens(folder: &ScratchFolder, spec: &RuleSpec) {
    let flat = rules::flattened(folder.first_text()).expect("it was checked");
    let path = folder.path("flat.toml");
    fs::write(&path, &flat).expect("the file can be written");
    let again = rules::load(&path.to_string_lossy(), &[]);
    let again = again.unwrap_or_else(|fault| panic!("{fault}\n{flat}"));
    assert_eq!(again.fingerprint_text(), spec.fingerprint_text());
    let differences = rules::diff(spec, &again);
    assert!(differences.is_empty(), "{differences:?}");
}

/// Checks that a rule set can be drawn and played.
pub fn plays(spec: RuleSpec, data: &[u8]) {
    for piece in spec.piece_types() {
        for drawing in diagram(&spec, piece) {
            drawing
                .rows
                .iter()
                .for_each(|row| invariants::plain(row, ""));
        }
    }
    let rules = Rules::new(spec);
    let weights = Weights::of(rules.spec());
    let mut random = invariants::random_of(data);
    let numbers = rules.spec().array_numbers();
    assert!(!numbers.is_empty(), "no array can be played");
    for number in numbers.iter().take(MAX_ARRAYS - 1).chain(numbers.last()) {
        let start = rules.start(*number).expect("a number of the rule set");
        invariants::search(&rules, &weights, &start, 40);
        invariants::game(&rules, start, PLIES, &mut random);
    }
}
