//! The players of a comparison: pairings that can be compared, and origins of weights. If the players of
//! rule sets were trained or tuned to different degrees, their comparison compares the players too.

use super::design::Compared;
use super::{Comparison, RulesCell};
use crate::row::Warning;
use serde::Serialize;
use tradewind_engine::evaluation::{Origin, Strength};
use tradewind_selfplay::experiment::{Experiment, Pairing, PlayerPlan};

/// The origin of the weights of a player under a rule set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WeightsRow {
    /// The rule set.
    pub rules: String,
    /// The player.
    pub player: String,
    /// The origin of its weights.
    pub weights: String,
    /// The rule sets with unlike weights; empty if there are none.
    pub warning: String,
}

impl Comparison {
    /// The origins of the weights of every player under every rule set.
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

    /// The warning for an effect whose rule sets were played by unlike weights.
    pub fn warning(&self, effect: &Compared) -> Option<Warning> {
        warning_of(&self.rules, effect)
    }

    pub(crate) fn warning_between(&self, rules: &[usize]) -> Option<Warning> {
        warning_among(rules.iter().map(|&at| &self.rules[at]))
    }
}

pub(super) fn warning_of(rules: &[RulesCell], effect: &Compared) -> Option<Warning> {
    let used = rules.iter().zip(&effect.weights);
    let used = used.filter(|(_, weight)| **weight != 0.0);
    warning_among(used.map(|(cell, _)| cell))
}

fn warning_among<'c>(rules: impl Iterator<Item = &'c RulesCell> + Clone) -> Option<Warning> {
    let is_unlike = |one| {
        rules
            .clone()
            .any(|other| unlike_origins(one, other).is_some())
    };
    (rules.clone().any(is_unlike)).then_some(Warning::UnlikeWeights)
}

/// The first unlike origins of two players with one name.
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

/// Notes on trained players: whether they are a sample, and whether training has come equally far with
/// all of them.
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
            "Players are fixed, one of the recipe per rule set: training variance is not included in intervals \
             (`--replicates 3` or more)."
                .to_string(),
        ),
        Some(count) if count > 1 => notes.push(format!(
            "{count} players of the recipe took turns under each rule set: intervals of means and differences include \
             the variance between them."
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
                    "Training has not come equally far with the players of {} and {}: by its last generation only one of \
                     them still became clearly stronger, so differences may be the players'.",
                    one.name, other.name
                ));
            }
        }
    }
    notes
}

/// The players of a pairing under any rules: one against itself, or two that differ only in their limits.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matchup {
    /// The name: the player, or the stronger one against the weaker one.
    pub name: String,
    /// Whether the first player is the weaker one.
    pub is_turned: bool,
    /// The limits of the players, the stronger one first.
    pub limits: [(Option<u64>, Option<u32>); 2],
    /// All other settings of the players.
    pub plan: PlayerPlan,
}

impl Matchup {
    /// The players of a pairing; `None` when they have no order by strength.
    pub fn of(experiment: &Experiment, pairing: Pairing) -> Option<Matchup> {
        let [first, second] = experiment.players_of(pairing);
        let [one, other] = [first, second].map(|player| (player.nodes, player.depth));
        let plan = |player: &PlayerPlan| PlayerPlan {
            name: String::new(),
            nodes: None,
            depth: None,
            weights: None,
            ..player.clone()
        };
        let is_at_most = |one: (Option<u64>, Option<u32>), other: (Option<u64>, Option<u32>)| {
            one.0 <= other.0 && one.1 <= other.1
        };
        let is_ordered = one.0.is_some() == other.0.is_some()
            && one.1.is_some() == other.1.is_some()
            && one != other
            && (is_at_most(one, other) || is_at_most(other, one));
        let is_self_play = pairing.is_self_play();
        if !is_self_play && (!is_ordered || plan(first) != plan(second)) {
            return None;
        }
        let is_turned = one < other;
        let mut sides = [(first, one), (second, other)];
        if is_turned {
            sides.reverse();
        }
        let [(strong, _), (weak, _)] = sides;
        Some(Matchup {
            name: if is_self_play {
                first.name.clone()
            } else {
                format!("{} against {}", strong.name, weak.name)
            },
            is_turned,
            limits: sides.map(|(_, limits)| limits),
            plan: plan(first),
        })
    }
}
