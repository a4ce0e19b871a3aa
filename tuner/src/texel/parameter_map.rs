//! The parameters of a fit: which weights are free, which are tied, and their bounds.

use super::plan::TexelPlan;
use crate::error::TunerError;
use tradewind_engine::evaluation::{Origin, Term, Weight, Weights};
use tradewind_engine::input::closest;
use tradewind_engine::rules::RuleSpec;

/// The map from parameters to weights. Slot `2t` is the middlegame weight of term `t`, slot `2t + 1` its endgame weight.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ParameterMap {
    /// By slot: the number of its parameter; none if it is frozen.
    pub(super) places: Vec<Option<usize>>,
    /// By parameter: minimum and maximum.
    pub(super) bounds: Vec<(f64, f64)>,
    /// By slot: the starting weight.
    pub(super) begin: Vec<f64>,
}

impl ParameterMap {
    /// The map of a plan. Terms that are never `seen` are frozen.
    ///
    /// # Errors
    /// The plan names unknown weights, contradicts itself, or leaves no weight free.
    pub fn new(
        spec: &RuleSpec,
        begin: &Weights,
        plan: &TexelPlan,
        seen: &[u64],
    ) -> Result<ParameterMap, TunerError> {
        let terms: Vec<Term> = begin.terms.iter().map(|(term, _)| *term).collect();
        let find = |name: &String| find_terms(spec, &terms, name);
        let mut is_frozen: Vec<bool> = seen.iter().map(|&rows| rows == 0).collect();
        let mut named_frozen = vec![false; terms.len()];
        for name in &plan.frozen {
            for at in find(name)? {
                (is_frozen[at], named_frozen[at]) = (true, true);
            }
        }
        // By term: the first of those that it is tied to.
        let mut leader: Vec<usize> = (0..terms.len()).collect();
        let mut is_tied = vec![false; terms.len()];
        for names in &plan.tied {
            let mut together = Vec::new();
            for name in names {
                together.extend(find(name)?);
            }
            for &at in &together {
                if is_tied[at] || named_frozen[at] {
                    let (group, key) = terms[at].name(spec);
                    let twice = if named_frozen[at] {
                        "frozen too"
                    } else {
                        "tied twice"
                    };
                    return Err(TunerError::Wrong(format!(
                        "`{group}.{key}` is tied and {twice}; keep one of them"
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
        // Exchange evaluation needs material values of at least 0, whatever the bounds.
        let limit = |term: &Term, (min, max): (f64, f64)| match term {
            Term::Material(_) => (f64::max(min, 0.0), max),
            _ => (min, max),
        };
        let widest = TexelPlan::WEIGHTS.into_inner();
        let mut limits: Vec<_> = terms.iter().map(|term| limit(term, widest)).collect();
        for bound in &plan.bounds {
            for at in find(&bound.weights)? {
                limits[at] = limit(&terms[at], (bound.min, bound.max));
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
            return Err(TunerError::Wrong(format!(
                "a weight has the minimum {min} and the maximum {max}; write the bounds the other way round"
            )));
        }
        if bounds.is_empty() {
            return Err(TunerError::Wrong(
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

    /// The starting parameters: the means of tied weights, within the bounds.
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

    /// Clamps parameters to their bounds.
    pub(super) fn clamp(&self, parameters: &mut [f64]) {
        for (parameter, (min, max)) in parameters.iter_mut().zip(&self.bounds) {
            *parameter = parameter.clamp(*min, *max);
        }
    }

    /// The weights of all slots.
    pub(super) fn slots(&self, parameters: &[f64]) -> Vec<f64> {
        let places = self.places.iter().zip(&self.begin);
        places
            .map(|(place, begin)| place.map_or(*begin, |place| parameters[place]))
            .collect()
    }

    /// Converts a gradient by slot to one by parameter.
    pub(super) fn gather(&self, slots: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.bounds.len()];
        for (place, derivative) in self.places.iter().zip(slots) {
            if let Some(place) = *place {
                sums[place] += derivative;
            }
        }
        sums
    }
}

/// The weights of all slots, rounded to 0.1 centipawns.
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

/// The numbers of the terms that match `group.key`, in which `*` matches all groups or keys.
fn find_terms(spec: &RuleSpec, terms: &[Term], name: &str) -> Result<Vec<usize>, TunerError> {
    let names: Vec<(&str, String)> = terms.iter().map(|term| term.name(spec)).collect();
    let (group, key) = name.split_once('.').unwrap_or((name, "*"));
    let fits = |wanted: &str, known: &str| wanted == "*" || wanted == known;
    let found: Vec<usize> = (names.iter().enumerate())
        .filter(|(_, known)| fits(group, known.0) && fits(key, &known.1))
        .map(|(at, _)| at)
        .collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let known: Vec<String> = (names.iter())
        .map(|(group, key)| format!("{group}.{key}"))
        .collect();
    let remedy = match closest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "write group.key, such as material.N, center.* or position.tempo".to_string(),
    };
    Err(TunerError::Wrong(format!(
        "{} has no weight `{name}`; {remedy}",
        spec.title()
    )))
}
