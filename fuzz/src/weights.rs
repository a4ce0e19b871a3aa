//! Weights files.

use crate::invariants;
use crate::rule_sets::{self, first_line};
use std::path::Path;
use tradewind_engine::Rules;
use tradewind_engine::evaluation::{Weights, WeightsError};

/// An input has a line with a rule set, and a weights file. Weights that are accepted must read back and be usable in a search.
pub fn run(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let (line, text) = first_line(&text);
    let game = rule_sets::load(line);
    let file = Path::new("weights.toml");
    let weights = match Weights::parse(game.spec(), file, text) {
        Ok(weights) => weights,
        Err(WeightsError::Faults { faults, .. }) => {
            assert!(!faults.is_empty(), "refused without a reason");
            let has_place = |fault: &String| fault.starts_with("line ");
            assert!(faults.iter().all(has_place), "{faults:?}");
            return false;
        }
        Err(other) => panic!("there is no file, but {other}"),
    };
    let again = read(&game, file, &weights.to_toml(game.spec()));
    assert_eq!((&again.terms, again.lazy), (&weights.terms, weights.lazy));
    let kept = read(&game, file, &weights.to_kept_toml(game.spec()));
    assert_eq!(kept, weights);
    let kept = Weights::kept_text(file, text.to_string());
    assert_eq!(
        read(&game, Path::new("kept.toml"), &kept),
        weights,
        "{kept}"
    );
    plays(&game, &weights, data);
    true
}

fn read(rules: &Rules, file: &Path, text: &str) -> Weights {
    let read = Weights::parse(rules.spec(), file, text);
    read.unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn plays(rules: &Rules, weights: &Weights, data: &[u8]) {
    use rand::seq::IndexedRandom;
    let mut random = invariants::random_of(data);
    let numbers = rules.spec().array_numbers();
    let number = *numbers.choose(&mut random).expect("an array");
    let mut game = rules.start(number).expect("the array is there");
    for _ in 0..4 {
        invariants::search(rules, weights, &game, 30);
        let Some(&one) = game.legal_moves().choose(&mut random) else {
            break;
        };
        game.play_unchecked(one);
    }
}
