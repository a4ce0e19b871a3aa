//! The fingerprint of a trained player.

use super::recipe::Recipe;
use super::rules::TrainingRules;
use std::fmt;
use tradewind_selfplay::files::sha256_of_texts;

/// A hash of everything that determines a trained player: the content of the rules (not their name), the recipe, the
/// training run, the starting player, and the program with its search. Players with the same fingerprint are identical.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fingerprint(pub(super) String);

impl Fingerprint {
    /// The fingerprint of a training run that begins with the player `start`, if given.
    pub fn of(
        rules: &TrainingRules,
        recipe: &Recipe,
        replicate: u32,
        start: Option<&Fingerprint>,
    ) -> Fingerprint {
        let content = rules.game.spec().fingerprint_text();
        let replicate = replicate.to_string();
        let mut parts = vec![
            content.as_str(),
            recipe.settings.as_str(),
            &replicate,
            env!("CARGO_PKG_VERSION"),
            tradewind_engine::signature(),
        ];
        parts.extend(start.map(|start| start.0.as_str()));
        let mut digits = sha256_of_texts(parts);
        digits.truncate(16);
        Fingerprint(digits)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
