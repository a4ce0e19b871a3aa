//! Weights combined from those of other rule sets: for a rule set that changes another one, and for
//! games between the armies of two rule sets.

use super::origin::Origin;
use super::tapered::Weight;
use super::weights::{Term, Weights};
use crate::rules::{OPPOSING_MARK, Power, RuleSpec, differing};
use std::sync::Arc;

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

    /// Weights for games against the army of another rule set. Each army has the weights of its
    /// rules; the other's are scaled so that the two have equal sums over the pieces that both rule
    /// sets have. `spec` includes the [opposing army](RuleSpec::with_opposing_army).
    pub fn of_armies(
        spec: &RuleSpec,
        (own_spec, own): (&RuleSpec, &Weights),
        (other_spec, other): (&RuleSpec, &Weights),
    ) -> Weights {
        let mut weights = Weights::starting(spec);
        weights.lazy = own.lazy.max(other.lazy);
        let is_opposing = |term: Term| {
            let piece = term.piece().map(|piece| &spec.piece(piece).text);
            piece.is_some_and(|text| text.ends_with(OPPOSING_MARK))
        };
        for (term, weight) in &mut weights.terms {
            let (group, key) = term.name(spec);
            let key = key.trim_end_matches(OPPOSING_MARK).to_string();
            *weight = other.named(other_spec, &(group, key)).unwrap_or(*weight);
        }
        let counterpart = |term: Term| {
            let name = (!is_opposing(term)).then(|| term.name(spec))?;
            own.named(own_spec, &name)
        };
        let shared = |term: Term| match term.piece() {
            Some(piece) if spec.opposing(piece).is_some() => None,
            Some(piece) => other_spec
                .find(&spec.piece(piece).text)
                .and_then(|_| counterpart(term)),
            None => None,
        };
        weights.put_in(spec, &counterpart, &shared);
        weights.origin = own.origin.beside(&other.origin);
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
