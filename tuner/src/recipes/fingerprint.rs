//! What decides a trained player, as one number.

use super::recipe::Recipe;
use super::trainee::Trainee;
use std::fmt;
use tradewind_files::sha256_of_texts;

/// Stands for the content of the rules (not their name), the recipe, the replicate, the player that it began with, and
/// the program with its search: equal ones are the same player, byte by byte.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fingerprint(pub(super) String);

impl Fingerprint {
    /// Of a player to be, and of the one that its training begins with, if it begins with one.
    pub fn of(
        trainee: &Trainee,
        recipe: &Recipe,
        replicate: u32,
        start: Option<&Fingerprint>,
    ) -> Fingerprint {
        let content = trainee.game.spec().fingerprint_text();
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
