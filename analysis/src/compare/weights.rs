//! Where the weights come from by which each rule set was played: a comparison of rule sets whose players
//! know them unequally well compares the players too.

use super::Comparison;
use super::difference::Compared;
use serde::Serialize;
use tradewind_engine::evaluation::Origin;
use tradewind_engine::rules::RIVAL_MARK;

/// What stands in tables where players are unlike.
pub(crate) const UNLIKE: &str = "unlike weights";

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
                    warning: match names.is_empty() {
                        true => String::new(),
                        false => format!("unlike those of {}", names.join(", ")),
                    },
                });
            }
        }
        rows
    }

    /// What a reader must know of an effect: empty, or that rule sets which it compares were played by
    /// unlike weights.
    pub fn warning(&self, effect: &Compared) -> &'static str {
        let used: Vec<usize> = (0..self.rules.len())
            .filter(|&at| effect.weights.get(at).is_some_and(|weight| *weight != 0.0))
            .collect();
        self.warning_between(&used)
    }

    /// What a reader must know of a comparison of some rule sets.
    pub(crate) fn warning_between(&self, rules: &[usize]) -> &'static str {
        let origins = |at: usize| &self.rules[at].origins;
        let is_unlike = rules.iter().any(|&one| {
            rules.iter().any(|&other| {
                origins(one).iter().any(|(player, origin)| {
                    let theirs = origins(other).iter().find(|(name, _)| name == player);
                    theirs.is_some_and(|(_, theirs)| !origin.is_like(theirs))
                })
            })
        });
        if is_unlike { UNLIKE } else { "" }
    }
}

/// What a reader must know of pieces that met those of another rule set under weights of an origin: that
/// only one side's pieces have tuned weights.
pub(super) fn head_to_head_warning(origin: &Origin) -> &'static str {
    match origin {
        Origin::Inherited { by_theory, .. }
            if by_theory.iter().any(|text| text.ends_with(RIVAL_MARK)) =>
        {
            UNLIKE
        }
        _ => "",
    }
}
