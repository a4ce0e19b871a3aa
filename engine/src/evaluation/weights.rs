//! Weights by term, and the weights that follow from the rules alone.

use super::network::{Network, Role};
use super::origin::Origin;
use super::tapered::Weight;
use super::term::{PositionTerm, Term};
use crate::rules::RuleSpec;
use crate::search_params::SearchParams;
use crate::theory;
use std::sync::Arc;

/// The weights of all terms of a rule set.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// In the order of [`Term::all`].
    pub terms: Vec<(Term, Weight)>,
    /// Margin of lazy evaluation, in centipawns: the search omits the expensive terms where a sum
    /// of this size would not matter. It must grow with their weights.
    pub lazy: i32,
    /// The search parameters; their margins are in the centipawns of these weights.
    pub search: SearchParams,
    /// The network that is added to the linear evaluation or replaces it.
    pub network: Option<Arc<Network>>,
    /// The origin of the weights.
    pub origin: Origin,
}

/// The maximum margin, with which evaluation is never lazy.
pub(super) const MAX_LAZY: i32 = 30_000;

/// [`Weights::lazy`] by default.
pub const DEFAULT_LAZY: i32 = 250;

impl Weights {
    /// The maximum absolute value of a weight, in centipawns.
    pub const MAX: f64 = 100_000.0;

    /// The weights that follow from the rules alone: material by [`theory::in_pawns`], the option
    /// to promote by its gain, and small weights for the rest.
    pub fn starting(spec: &RuleSpec) -> Weights {
        let values: Vec<f64> = (theory::in_pawns(spec).iter())
            .map(|pawns| 100.0 * pawns)
            .collect();
        let tapered = |middlegame, endgame| Weight {
            middlegame,
            endgame,
        };
        let both = |weight| tapered(weight, weight);
        let weight = |term| match term {
            Term::Material(piece) if spec.piece(piece).royal => both(0.0),
            Term::Material(piece) => both(values[piece.index()]),
            Term::Promotion(piece) => {
                let best = spec.piece(piece).promotion.iter().flat_map(|rule| &rule.to);
                let gain = best
                    .map(|choice| values[choice.to.index()] - values[piece.index()])
                    .fold(0.0, f64::max);
                tapered(0.25 * gain, 0.5 * gain)
            }
            Term::Center(piece) if spec.piece(piece).royal => tapered(-4.0, 4.0),
            Term::Center(_) => both(3.0),
            Term::Advance(piece) if spec.piece(piece).royal => tapered(-6.0, 0.0),
            Term::Advance(_) => both(1.5),
            Term::Mobility(piece) if spec.piece(piece).royal => both(0.0),
            Term::Mobility(_) => both(2.0),
            Term::Position(term) => {
                let (_, _, [middlegame, endgame]) = PositionTerm::ALL[term as usize];
                tapered(middlegame, endgame)
            }
        };
        let terms = Term::all(spec);
        Weights {
            terms: terms.into_iter().map(|term| (term, weight(term))).collect(),
            lazy: DEFAULT_LAZY,
            search: SearchParams::default(),
            network: None,
            origin: Origin::Theory,
        }
    }

    /// The same weights with a network whose scores have a root mean square of `spread` centipawns.
    /// If it is added to the linear evaluation, the lazy margin grows.
    pub fn with_network(self, network: &Network, spread: f64) -> Weights {
        let room = match network.role() {
            Role::Alone => 0,
            Role::Added => (2.0 * spread) as i32,
        };
        Weights {
            lazy: self.lazy.saturating_add(room).min(MAX_LAZY),
            network: Some(Arc::new(network.clone())),
            ..self
        }
    }

    /// Gives non-promoting copies the weights of the original pieces.
    pub(super) fn copy_to_copies(&mut self, spec: &RuleSpec) {
        for at in 0..self.terms.len() {
            let original = self.terms[at].0.as_original(spec);
            self.terms[at].1 = self.get(original);
        }
    }

    /// The weight of a term.
    pub fn get(&self, term: Term) -> Weight {
        let found = self.terms.iter().find(|(known, _)| *known == term);
        found.map_or(Weight::default(), |(_, weight)| *weight)
    }
}
