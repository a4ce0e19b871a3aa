//! Rule files.

use crate::folder::ScratchFolder;
use crate::hold;
use std::fs;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules::{self, RuleError, RuleSpec};
use tradewind_engine::tables::diagram;
use tradewind_engine::{CheckError, Game, check};

/// How far its games are followed.
const PLIES: usize = 12;
/// How many of its arrays are looked at.
const ARRAYS: usize = 2;

/// Reads a rule file, which may extend others beside it. One that is refused says where and why; by one
/// that is accepted every reading can be described and played.
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
    hold::plain(&error.to_string(), "\n\t");
    if let CheckError::Rules(RuleError::Faults(faults)) = error {
        hold::faults(faults);
    }
}

/// All files as one are the same rule set.
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

fn plays(spec: RuleSpec, data: &[u8]) {
    for piece in spec.piece_types() {
        for drawing in diagram(&spec, piece) {
            drawing.rows.iter().for_each(|row| hold::plain(row, ""));
        }
    }
    let game = Game::new(spec);
    let weights = Weights::of(game.spec());
    let mut random = hold::chance(data);
    let numbers = game.spec().array_numbers();
    assert!(!numbers.is_empty(), "no array can be played");
    for number in numbers.iter().take(ARRAYS - 1).chain(numbers.last()) {
        let start = game.start(*number).expect("a number of the rule set");
        hold::search(&game, &weights, &start, 40);
        hold::game(&game, start, PLIES, &mut random);
    }
}
