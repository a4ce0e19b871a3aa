//! The parameters of a fit: which weights are free, which move together, and how far.

use super::TexelError;
use super::names::find_terms;
use super::plan::TexelPlan;
use tradewind_engine::evaluation::{Origin, Term, Weight, Weights};
use tradewind_engine::rules::RuleSpec;

/// How the two weights of each term, with a full and with an empty board, follow from the numbers
/// that are fitted. Slot `2t` is term `t` with a full board, slot `2t + 1` with an empty one.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterMap {
    /// By slot: the number of its parameter; none when it stays as it is.
    pub(super) places: Vec<Option<usize>>,
    /// By parameter: minimum and maximum.
    pub(super) bounds: Vec<(f64, f64)>,
    /// By slot: where it began.
    pub(super) begin: Vec<f64>,
}

impl ParameterMap {
    /// What a plan leaves free of some weights. Terms that are never `seen` stay as they are.
    ///
    /// # Errors
    /// The plan names weights that are not there, or asks for what cannot be.
    pub fn new(
        spec: &RuleSpec,
        begin: &Weights,
        plan: &TexelPlan,
        seen: &[u64],
    ) -> Result<ParameterMap, TexelError> {
        let terms: Vec<Term> = begin.terms.iter().map(|(term, _)| *term).collect();
        let find = |name: &String| find_terms(spec, &terms, name);
        let mut is_frozen: Vec<bool> = seen.iter().map(|&rows| rows == 0).collect();
        let mut said_frozen = vec![false; terms.len()];
        for name in &plan.frozen {
            for at in find(name)? {
                (is_frozen[at], said_frozen[at]) = (true, true);
            }
        }
        // By term: the first of those that it moves with.
        let mut leader: Vec<usize> = (0..terms.len()).collect();
        let mut is_tied = vec![false; terms.len()];
        for names in &plan.tied {
            let mut together = Vec::new();
            for name in names {
                together.extend(find(name)?);
            }
            for &at in &together {
                if is_tied[at] || said_frozen[at] {
                    let (group, key) = terms[at].name(spec);
                    let twice = if said_frozen[at] {
                        "frozen too"
                    } else {
                        "tied twice"
                    };
                    return Err(TexelError::Plan(format!(
                        "`{group}.{key}` is tied and {twice}; say one of them"
                    )));
                }
            }
            for &at in &together {
                is_tied[at] = true;
            }
            let free: Vec<usize> = together.into_iter().filter(|&at| !is_frozen[at]).collect();
            for &at in &free {
                leader[at] = free[0];
            }
        }
        let (min, max) = TexelPlan::WEIGHTS.into_inner();
        let mut limits: Vec<(f64, f64)> = (terms.iter())
            .map(|term| match term {
                // Exchanges are reckoned with what pieces are worth: less than nothing means nothing, whatever
                // bounds are asked for.
                Term::Material(_) => (0.0, max),
                _ => (min, max),
            })
            .collect();
        for bound in &plan.bounds {
            for at in find(&bound.weights)? {
                let min = match terms[at] {
                    Term::Material(_) => bound.min.max(0.0),
                    _ => bound.min,
                };
                limits[at] = (min, bound.max);
            }
        }
        let mut places = vec![None; 2 * terms.len()];
        let mut bounds = Vec::new();
        for at in (0..terms.len()).filter(|&at| !is_frozen[at]) {
            if leader[at] == at {
                for slot in [2 * at, 2 * at + 1] {
                    places[slot] = Some(bounds.len());
                    bounds.push(limits[at]);
                }
            }
        }
        for at in (0..terms.len()).filter(|&at| !is_frozen[at] && leader[at] != at) {
            for phase in [0, 1] {
                let place = places[2 * leader[at] + phase];
                places[2 * at + phase] = place;
                if let Some(place) = place {
                    let (min, max) = bounds[place];
                    bounds[place] = (min.max(limits[at].0), max.min(limits[at].1));
                }
            }
        }
        if let Some((min, max)) = bounds.iter().find(|(min, max)| min > max) {
            return Err(TexelError::Plan(format!(
                "a weight is to be at least {min} and at most {max}; write the bounds the other way round"
            )));
        }
        if bounds.is_empty() {
            return Err(TexelError::Plan(
                "every weight is frozen; leave some of them free".to_string(),
            ));
        }
        let begin = begin.terms.iter();
        Ok(ParameterMap {
            places,
            bounds,
            begin: begin
                .flat_map(|(_, weight)| [weight.middlegame, weight.endgame])
                .collect(),
        })
    }

    /// Where the parameters begin: the mean of the weights that move together, within the bounds.
    pub(super) fn first(&self) -> Vec<f64> {
        let mut sums = vec![(0.0, 0.0); self.bounds.len()];
        for (place, begin) in self.places.iter().zip(&self.begin) {
            if let Some(place) = *place {
                sums[place].0 += begin;
                sums[place].1 += 1.0;
            }
        }
        let mut first: Vec<f64> = sums.iter().map(|(sum, number)| sum / number).collect();
        self.clamp(&mut first);
        first
    }

    /// Brings parameters within their bounds.
    pub(super) fn clamp(&self, parameters: &mut [f64]) {
        for (parameter, (min, max)) in parameters.iter_mut().zip(&self.bounds) {
            *parameter = parameter.clamp(*min, *max);
        }
    }

    /// By slot: the weights that parameters stand for.
    pub(super) fn slots(&self, parameters: &[f64]) -> Vec<f64> {
        let places = self.places.iter().zip(&self.begin);
        places
            .map(|(place, begin)| place.map_or(*begin, |place| parameters[place]))
            .collect()
    }

    /// The slope in the parameters, from that in the slots.
    pub(super) fn gather(&self, slots: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.bounds.len()];
        for (place, slope) in self.places.iter().zip(slots) {
            if let Some(place) = *place {
                sums[place] += slope;
            }
        }
        sums
    }
}

/// The weights of slots, rounded to a tenth of a centipawn: finer nothing is known. They are searched with as those that
/// they began with.
pub(super) fn weights_of(begin: &Weights, slots: &[f64], lazy: i32) -> Weights {
    let tenths = |weight: f64| (weight * 10.0).round() / 10.0;
    let pairs = slots.chunks(2).map(|pair| Weight {
        middlegame: tenths(pair[0]),
        endgame: tenths(pair[1]),
    });
    Weights {
        terms: (begin.terms.iter().zip(pairs))
            .map(|(&(term, _), weight)| (term, weight))
            .collect(),
        lazy,
        search: begin.search,
        network: None,
        origin: Origin::File("fitted weights".to_string()),
    }
}
