//! Where the weights come from by which each rule set was played: a comparison of rule sets whose players
//! know them unequally well compares the players too.

use super::difference::Compared;
use super::{Comparison, RulesCell};
use crate::row::Warning;
use serde::Serialize;

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
    let is_unlike = |one: &RulesCell, other: &RulesCell| {
        one.origins.iter().any(|(player, origin)| {
            let theirs = other.origins.iter().find(|(name, _)| name == player);
            theirs.is_some_and(|(_, theirs)| !origin.is_like(theirs))
        })
    };
    let mut pairs = rules
        .iter()
        .flat_map(|one| rules.iter().map(move |other| (one, other)));
    let found = pairs.any(|(one, other)| is_unlike(one, other));
    found.then_some(Warning::UnlikeWeights)
}
