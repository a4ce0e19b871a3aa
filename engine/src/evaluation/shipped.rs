//! The built-in weights and networks, the choice of them for a rule set, and weights combined from those
//! of other rule sets.
//!
//! Weights belong to the content of rules, not to their name: a copy of a rule set has its weights.
//! A rule set that changes another one [inherits](Weights::inherited) them, and games between the
//! armies of two rule sets have those of both.

use super::origin::Origin;
use super::weights::{Term, Weight, Weights};
use super::weights_file::VALUES;
use crate::rules::{self, PieceType, Power, RuleSpec, differing};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The built-in linear weights, by rule set.
const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in_weights.rs"));
/// The built-in weights with networks, by rule set.
const NETWORKS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in_networks.rs"));

impl Weights {
    /// The default weights of a rule set: those with the built-in network for its rules, else the
    /// [linear](Weights::linear) ones.
    ///
    /// # Panics
    /// The built-in weights are wrong, which a test excludes.
    pub fn of(spec: &RuleSpec) -> Weights {
        let own = spec.without_copies();
        let network =
            (tuned_id(&own)).and_then(|id| NETWORKS.iter().find(|(known, _)| *known == id));
        match network {
            Some((id, text)) => {
                let mut weights = read(spec, &format!("data/networks/{id}.toml"), text);
                weights.origin = Origin::Learnt(id.to_string());
                weights
            }
            None => Weights::linear(spec),
        }
    }

    /// The linear weights of a rule set: those tuned for its rules; else
    /// [inherited](Weights::inherited) ones; else those that follow from the rules alone.
    ///
    /// # Panics
    /// As [`Weights::of`].
    pub fn linear(spec: &RuleSpec) -> Weights {
        let own = spec.without_copies();
        let plain = own.without_opposing_army();
        let tuned_for = tuned_id(&plain);
        match tuned_for.or(plain.ancestor.as_deref()) {
            Some(id) if tuned_for.is_some() && own.pieces.len() == plain.pieces.len() => {
                shipped(spec, id)
            }
            Some(id) if SHIPPED.iter().any(|(known, _)| *known == id) => {
                let parent = original(id);
                Weights::inherited(spec, &parent, &shipped(&parent, id))
            }
            _ => Weights::starting(spec),
        }
    }

    /// The ids of the built-in rule sets with linear weights, and the texts of the files.
    pub fn all_shipped() -> &'static [(&'static str, &'static str)] {
        SHIPPED
    }

    /// The ids of the built-in rule sets with networks, and the texts of the files.
    pub fn all_networks() -> &'static [(&'static str, &'static str)] {
        NETWORKS
    }

    /// Piece values by the built-in tuned weights for a rule set: value and both ends of the 95%
    /// CI, in units of the piece whose value is exactly 1. Empty if there are none.
    pub fn tuned_values(spec: &RuleSpec) -> Vec<(PieceType, [f64; 3])> {
        let id = tuned_id(spec);
        let file = SHIPPED.iter().find(|(known, _)| Some(*known) == id);
        let table = file.and_then(|(_, text)| text.parse::<toml::Table>().ok());
        let values = table.and_then(|mut table| table.remove(VALUES));
        let of = |piece: PieceType| {
            let numbers = values.as_ref()?.get(&spec.piece(piece).text)?.as_array()?;
            let number = |at: usize| numbers.get(at)?.as_float();
            Some((piece, [number(0)?, number(1)?, number(2)?]))
        };
        spec.piece_types().filter_map(of).collect()
    }
}

/// The built-in rule set with the same rules and tuned weights.
fn tuned_id(spec: &RuleSpec) -> Option<&'static str> {
    static CONTENTS: OnceLock<Vec<(&str, String)>> = OnceLock::new();
    let contents = CONTENTS.get_or_init(|| {
        let ids = SHIPPED.iter().map(|(id, _)| *id);
        ids.map(|id| (id, original(id).fingerprint_text()))
            .collect()
    });
    let content = spec.fingerprint_text();
    let found = contents.iter().find(|(_, known)| *known == content)?;
    Some(found.0)
}

fn original(id: &str) -> RuleSpec {
    rules::load(id, &[]).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The built-in weights of a rule set, for one with all of its pieces.
fn shipped(spec: &RuleSpec, id: &str) -> Weights {
    let text = SHIPPED.iter().find(|(known, _)| *known == id);
    let (_, text) = text.expect("the id is built in");
    let mut weights = read(spec, &format!("data/weights/{id}.toml"), text);
    if !matches!(weights.origin, Origin::Trained { .. }) {
        weights.origin = Origin::Tuned(id.to_string());
    }
    weights
}

fn read(spec: &RuleSpec, file: &str, text: &str) -> Weights {
    Weights::parse(spec, Path::new(file), text).unwrap_or_else(|fault| panic!("{fault}"))
}

impl Weights {
    /// The weights of another rule set, `parent`, for unchanged pieces, and those of theory for the
    /// others. The latter are scaled, by group of terms and phase, so that the two have equal sums
    /// over the unchanged pieces. A network is adapted too if the board is the same.
    pub fn inherited(spec: &RuleSpec, parent: &RuleSpec, known: &Weights) -> Weights {
        // The right to castle does not count as a change of the king.
        let [own, before] = [&spec.without_copies(), parent].map(without_castling);
        let new = differing(&before, &own);
        let mut weights = Weights::starting(spec);
        (weights.lazy, weights.search) = (known.lazy, known.search);
        let counterpart = |term: Term| match term.piece() {
            Some(piece) if new.contains(&piece) => None,
            _ => known.named(parent, &term.name(spec)),
        };
        weights.put_in(spec, &counterpart, &counterpart);
        let network = known.network.as_deref();
        let network = network.and_then(|network| network.inherited(spec, parent, &new));
        weights.network = network.map(Arc::new);
        weights.origin = Origin::Inherited {
            from: parent.id.clone(),
            by_theory: new
                .iter()
                .map(|&piece| own.piece(piece).text.clone())
                .collect(),
        };
        weights
    }

    /// The weights of a rule set, `spec`, from those of a player that was trained with two armies. `union` is the rule
    /// set [with the opposing army](RuleSpec::with_opposing_army); `is_opposing` says which of the two `spec` has, alone or
    /// as the own one where they meet.
    pub fn of_army(
        spec: &RuleSpec,
        union: &RuleSpec,
        known: &Weights,
        is_opposing: bool,
    ) -> Weights {
        let seen = if is_opposing {
            union.from_other_side(spec)
        } else {
            union.clone()
        };
        let mut known = known.clone();
        let network = known.network.as_deref();
        known.network = network.map(|network| Arc::new(network.renamed(union, &seen)));
        let mut weights = Weights::inherited(spec, &seen, &known);
        weights.origin = known.origin;
        weights
    }

    /// The weight of the term with a name in another rule set.
    fn named(&self, spec: &RuleSpec, name: &(&str, String)) -> Option<Weight> {
        let mut terms = self.terms.iter();
        let found = terms.find(|(term, _)| term.name(spec) == *name);
        found.map(|(_, weight)| *weight)
    }

    /// Replaces weights by known ones, and scales the others, by group of terms and phase, so that
    /// the two have equal sums over the shared terms.
    fn put_in(
        &mut self,
        spec: &RuleSpec,
        known: &impl Fn(Term) -> Option<Weight>,
        shared: &impl Fn(Term) -> Option<Weight>,
    ) {
        let scales: Vec<(&str, Weight)> =
            ["material", "promotion", "center", "advance", "mobility"]
                .map(|group| (group, scale(spec, self, group, shared)))
                .to_vec();
        let unit = scales[0].1;
        for (term, weight) in &mut self.terms {
            if term.as_original(spec) != *term {
                continue;
            }
            let is_royal = term.piece().is_some_and(|piece| spec.piece(piece).royal);
            let scale = scales.iter().find(|(group, _)| *group == term.name(spec).0);
            let scale = scale
                .filter(|_| !is_royal)
                .map_or(unit, |(_, scale)| *scale);
            *weight = known(*term).unwrap_or(Weight {
                middlegame: weight.middlegame * scale.middlegame,
                endgame: weight.endgame * scale.endgame,
            });
        }
        self.copy_to_copies(spec);
    }
}

/// The ratio of the known weights of a group to the others, over the pieces that have both and are
/// not royal; 1 if there are none.
fn scale(
    spec: &RuleSpec,
    others: &Weights,
    group: &str,
    known: &impl Fn(Term) -> Option<Weight>,
) -> Weight {
    let (mut sums, mut known_sums) = (Weight::default(), Weight::default());
    for (term, weight) in &others.terms {
        let is_royal = term.piece().is_some_and(|piece| spec.piece(piece).royal);
        if let Some(known) = known(*term)
            && term.name(spec).0 == group
            && !is_royal
        {
            sums += *weight;
            known_sums += known;
        }
    }
    let ratio = |known: f64, other: f64| if other > 0.0 { known / other } else { 1.0 };
    Weight {
        middlegame: ratio(known_sums.middlegame, sums.middlegame),
        endgame: ratio(known_sums.endgame, sums.endgame),
    }
}

fn without_castling(spec: &RuleSpec) -> RuleSpec {
    let mut spec = spec.clone();
    for piece in &mut spec.pieces {
        piece
            .powers
            .retain(|power| !matches!(power, Power::Castle { .. }));
    }
    spec
}
