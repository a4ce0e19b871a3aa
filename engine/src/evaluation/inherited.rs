//! The weights of a rule set that changes another one.

use super::origin::Origin;
use super::term::Term;
use super::weights::{Weight, Weights};
use crate::rules::{Power, RuleSpec, differing};

impl Weights {
    /// The weights of another rule set for the pieces that are as there, and those of theory for
    /// the others, scaled so that for the pieces that both have the sums of the two are the same: by group
    /// of terms and phase.
    pub fn inherited(spec: &RuleSpec, parent: &RuleSpec, known: &Weights) -> Weights {
        // A king that may castle stands where a king should that may not.
        let [own, before] = [&spec.without_copies(), parent].map(without_castling);
        let new = differing(&before, &own);
        let mut weights = Weights::starting(spec);
        weights.lazy = known.lazy;
        let counterpart = |term: Term| -> Option<Weight> {
            let name = match term.piece() {
                Some(piece) if new.contains(&piece) => return None,
                _ => term.name(spec),
            };
            let mut terms = known.terms.iter();
            terms
                .find(|(other, _)| other.name(parent) == name)
                .map(|(_, weight)| *weight)
        };
        let scales: Vec<(&str, Weight)> =
            ["material", "promotion", "center", "advance", "mobility"]
                .map(|group| (group, scale(spec, &weights, group, &counterpart)))
                .to_vec();
        let unit = scales[0].1;
        for (term, weight) in &mut weights.terms {
            if term.as_original(spec) != *term {
                continue;
            }
            let is_royal = term.piece().is_some_and(|piece| spec.piece(piece).royal);
            let scale = scales.iter().find(|(group, _)| *group == term.name(spec).0);
            let scale = scale
                .filter(|_| !is_royal)
                .map_or(unit, |(_, scale)| *scale);
            *weight = counterpart(*term).unwrap_or(Weight {
                middlegame: weight.middlegame * scale.middlegame,
                endgame: weight.endgame * scale.endgame,
            });
        }
        weights.copy_to_copies(spec);
        weights.origin = Origin::Inherited {
            from: parent.id.clone(),
            by_theory: new
                .iter()
                .map(|&piece| own.piece(piece).text.clone())
                .collect(),
        };
        weights
    }
}

/// How much larger the known weights of a group are than those of theory, for the pieces that have both
/// and are not royal; 1 where there are none.
fn scale(
    spec: &RuleSpec,
    theory: &Weights,
    group: &str,
    known: &impl Fn(Term) -> Option<Weight>,
) -> Weight {
    let (mut sums, mut known_sums) = (Weight::default(), Weight::default());
    for (term, weight) in &theory.terms {
        let is_royal = term.piece().is_some_and(|piece| spec.piece(piece).royal);
        if let Some(known) = known(*term)
            && term.name(spec).0 == group
            && !is_royal
        {
            sums.middlegame += weight.middlegame;
            sums.endgame += weight.endgame;
            known_sums.middlegame += known.middlegame;
            known_sums.endgame += known.endgame;
        }
    }
    let ratio = |known: f64, theory: f64| if theory > 0.0 { known / theory } else { 1.0 };
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
