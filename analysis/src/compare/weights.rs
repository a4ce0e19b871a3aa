//! Where the weights come from by which each rule set was played: a comparison of rule sets whose players
//! know them unequally well compares the players too.

use super::difference::Compared;
use super::{Comparison, RulesCell};
use crate::row::Warning;
use serde::Serialize;
use tradewind_engine::evaluation::{Origin, Strength};

/// Where the weights of a player under a rule set come from, for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WeightsRow {
    /// The rule set.
    pub rules: String,
    /// The player.
    pub player: String,
    /// Where its weights come from.
    pub weights: String,
    /// Where they are unlike those of another rule set: which ones.
    pub warning: String,
}

impl Comparison {
    /// Where the weights of every player under every rule set come from.
    pub fn weights_rows(&self) -> Vec<WeightsRow> {
        let mut rows = Vec::new();
        for cell in &self.rules {
            for (player, origin) in &cell.origins {
                let others = self.rules.iter().filter(|other| {
                    let theirs = other.origins.iter().find(|(name, _)| name == player);
                    theirs.is_some_and(|(_, theirs)| !origin.is_like(theirs))
                });
                let names: Vec<&str> = others.map(|other| other.name.as_str()).collect();
                rows.push(WeightsRow {
                    rules: cell.name.clone(),
                    player: player.clone(),
                    weights: origin.to_string(),
                    warning: if names.is_empty() {
                        String::new()
                    } else {
                        format!("unlike those of {}", names.join(", "))
                    },
                });
            }
        }
        rows
    }

    /// What a reader must know of an effect, if rule sets which it compares were played by unlike weights.
    pub fn warning(&self, effect: &Compared) -> Option<Warning> {
        warning_of(&self.rules, effect)
    }

    /// What a reader must know of a comparison of some rule sets.
    pub(crate) fn warning_between(&self, rules: &[usize]) -> Option<Warning> {
        let used: Vec<&RulesCell> = rules.iter().map(|&at| &self.rules[at]).collect();
        warning_among(&used)
    }
}

pub(super) fn warning_of(rules: &[RulesCell], effect: &Compared) -> Option<Warning> {
    let used = rules.iter().zip(&effect.weights);
    let used = used.filter(|(_, weight)| **weight != 0.0);
    warning_among(&used.map(|(cell, _)| cell).collect::<Vec<_>>())
}

fn warning_among(rules: &[&RulesCell]) -> Option<Warning> {
    let mut pairs = rules
        .iter()
        .flat_map(|one| rules.iter().map(move |other| (one, other)));
    let found = pairs.any(|(one, other)| unlike_origins(one, other).is_some());
    found.then_some(Warning::UnlikeWeights)
}

/// The first unlike origins of players that are called alike.
pub(super) fn unlike_origins<'c>(
    one: &'c RulesCell,
    other: &'c RulesCell,
) -> Option<(&'c Origin, &'c Origin)> {
    let mut both = one.origins.iter().filter_map(|(player, origin)| {
        let theirs = other.origins.iter().find(|(name, _)| name == player)?;
        Some((origin, &theirs.1))
    });
    both.find(|(origin, theirs)| !origin.is_like(theirs))
}

/// What a reader must know of trained players: whether they are taken for a sample, and whether training has come
/// equally far with all of them.
pub(super) fn notes_on_players(rules: &[RulesCell]) -> Vec<String> {
    let trained = |cell: &RulesCell| -> Vec<(String, Strength)> {
        let mut known: Vec<(String, Strength)> = Vec::new();
        for (_, origin) in &cell.origins {
            if let Origin::Trained {
                player, strength, ..
            } = origin
                && known.iter().all(|(name, _)| name != player)
            {
                known.push((player.clone(), *strength));
            }
        }
        known
    };
    let players: Vec<Vec<(String, Strength)>> = rules.iter().map(trained).collect();
    let mut notes = Vec::new();
    match players.iter().map(Vec::len).min() {
        Some(1) if rules.len() > 1 => notes.push(
            "Players are taken as given, one of the recipe a rule set: intervals do not have what two trainings differ \
             by (`--replicates 3` or more)."
                .to_string(),
        ),
        Some(count) if count > 1 => notes.push(format!(
            "{count} players of the recipe took turns under each rule set: intervals of means and differences have the \
             variance between them."
        )),
        _ => {}
    }
    for (at, one) in rules.iter().enumerate() {
        for (other, theirs) in rules.iter().zip(&players).skip(at + 1) {
            let mut pairs = players[at]
                .iter()
                .flat_map(|own| theirs.iter().map(move |other| (own, other)));
            if pairs.any(|((_, own), (_, other))| own.is_at_another_stage(other)) {
                notes.push(format!(
                    "Training has not come equally far with the players of {} and {}: by its last generation the one \
                     still became clearly stronger than the other, so differences between them may be the players'.",
                    one.name, other.name
                ));
            }
        }
    }
    notes
}
