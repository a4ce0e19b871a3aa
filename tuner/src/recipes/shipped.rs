//! The players that come with the program, of the recipe `standard`. They have the weights of `data/weights`, or weights of
//! their own where the former were tuned for longer.

use super::rules::Fingerprint;
use super::store::{PlayerFacts, TrainedPlayer};
use tradewind_engine::evaluation::Weights;

macro_rules! shipped {
    ($ending:literal: $($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../../../data/players/", $id, $ending)))),*]
    };
}

/// The facts about each player, by the id of its rule set.
const FACTS: &[(&str, &str)] = shipped![
    ".toml":
    "chess",
    "hashishin-any",
    "hashishin-homeward",
    "hashishin-wazir",
    "rococo",
    "rococo-enhanced-withdrawer",
    "rococo-mirror",
    "rococo-pushme-pullyu",
    "scirocco-1999",
    "scirocco-2001",
    "scirocco-2009",
    "scirocco-jocly",
    "shatranj",
    "typhoon",
];

/// The weights of players that do not have those of `data/weights`.
const OWN_WEIGHTS: &[(&str, &str)] = shipped![
    ".weights.toml":
    "chess",
];

/// The player with a fingerprint, if it comes with the program.
pub(super) fn find(fingerprint: &Fingerprint) -> Option<TrainedPlayer> {
    let wanted = Some(fingerprint.to_string());
    let mut players = FACTS.iter();
    let (facts, weights) = players.find_map(|(id, facts)| {
        let weights = weights_of(id).filter(|weights| player_of(weights) == wanted)?;
        Some((facts, weights))
    })?;
    Some(TrainedPlayer {
        fingerprint: fingerprint.clone(),
        folder: None,
        facts: toml::from_str::<PlayerFacts>(facts).unwrap_or_else(|fault| panic!("{fault}")),
        weights: weights.to_string(),
    })
}

/// The weights of the player for a rule set.
fn weights_of(id: &str) -> Option<&'static str> {
    let all = OWN_WEIGHTS.iter().chain(Weights::all_shipped());
    let mut own = all.filter(|(known, _)| *known == id);
    own.next().map(|(_, weights)| *weights)
}

/// The fingerprint of the player in a weights file.
fn player_of(weights: &str) -> Option<String> {
    let table: toml::Table = weights.parse().ok()?;
    Some(table.get("origin")?.get("player")?.as_str()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipes::{Recipe, TrainingRules};
    use tradewind_selfplay::files::sha256;

    /// Their fingerprints and checksums are up to date.
    #[test]
    fn players_that_come_with_the_program_are_found_by_their_rules() {
        let recipe = Recipe::find("standard").expect("a recipe");
        for (id, _) in FACTS {
            let rules = TrainingRules::load(id, &[]).expect("a rule set");
            let found = find(&Fingerprint::of(&rules, &recipe, 1, None));
            let found = found.unwrap_or_else(|| {
                panic!("{id}: the search, the evaluation, the recipe or the rules have changed since it was trained")
            });
            let sum = sha256([found.weights.as_bytes()]);
            assert_eq!(found.facts.weights_sha256, sum, "{id}");
            let weights = found.weights_for(rules.game().spec());
            assert!(weights.is_ok(), "{id}: {weights:?}");
            assert_eq!(
                find(&Fingerprint::of(&rules, &recipe, 2, None)),
                None,
                "{id}"
            );
        }
        // Weights that name a player are those of a listed one.
        for (id, text) in Weights::all_shipped() {
            let is_known = FACTS.iter().any(|(known, _)| known == id);
            assert!(is_known || player_of(text).is_none(), "{id}");
        }
        for (id, text) in OWN_WEIGHTS {
            assert!(player_of(text).is_some(), "{id}");
        }
    }
}
