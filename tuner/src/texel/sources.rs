//! Where games come from: the rule sets of folders that are the one that weights are fitted for.

use super::TexelError;
use std::collections::BTreeSet;
use tradewind_engine::Game;
use tradewind_engine::evaluation::{Term, Weights};
use tradewind_selfplay::experiment::RulesPlan;
use tradewind_selfplay::record::archive::Archive;

/// The games of a folder under one of its rule sets.
#[derive(Clone, Debug)]
pub struct Source<'a, 'e> {
    /// The folder.
    pub archive: &'a Archive<'e>,
    /// The number of the rule set in its experiment.
    pub rules: usize,
    /// By the number of a term of that rule set: its number among the terms of the one that weights
    /// are fitted for. Copies count as the pieces that they are non-promoting copies of.
    pub(super) terms: Vec<(Term, usize)>,
}

impl Source<'_, '_> {
    /// Weights of the rule set that weights are fitted for, as weights of this one.
    pub(crate) fn own_weights(&self, weights: &Weights) -> Weights {
        let own = self.terms.iter();
        Weights {
            terms: own.map(|&(term, at)| (term, weights.terms[at].1)).collect(),
            lazy: weights.lazy,
            search: weights.search,
            network: None,
            origin: weights.origin.clone(),
        }
    }

    /// The rule set as its experiment has it.
    pub(crate) fn plan(&self) -> &RulesPlan {
        &self.archive.experiment().rules[self.rules]
    }
}

/// The parts of some folders that were played by the rules of `game`.
///
/// # Errors
/// None was.
pub fn sources<'a, 'e>(
    archives: &'a [Archive<'e>],
    game: &Game,
) -> Result<Vec<Source<'a, 'e>>, TexelError> {
    let spec = game.spec();
    let wanted = [
        spec.fingerprint_text(),
        spec.with_copies().fingerprint_text(),
    ];
    let known: Vec<(&str, String)> = (Term::all(spec).into_iter())
        .map(|term| term.name(spec))
        .collect();
    let mut found = Vec::new();
    let mut there = BTreeSet::new();
    for archive in archives {
        for (number, plan) in archive.experiment().rules.iter().enumerate() {
            there.insert(plan.name.clone());
            let own = plan.game.spec();
            if !wanted.contains(&own.fingerprint_text()) {
                continue;
            }
            let place = |term: &Term| {
                let name = term.as_original(own).name(own);
                let at = known.iter().position(|known| *known == name);
                at.map(|at| (*term, at))
            };
            found.push(Source {
                archive,
                rules: number,
                terms: Term::all(own).iter().filter_map(place).collect(),
            });
        }
    }
    if found.is_empty() {
        Err(TexelError::NoRules {
            wanted: spec.title(),
            there: if there.is_empty() {
                "none".to_string()
            } else {
                there.into_iter().collect::<Vec<_>>().join(", ")
            },
        })
    } else {
        Ok(found)
    }
}
