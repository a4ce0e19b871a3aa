//! The settings of a fit, and its parameters: which weights are free, which are tied, and their bounds.

use crate::error::TunerError;
use serde::Serialize;
use std::ops::RangeInclusive;
use tradewind_engine::evaluation::{Origin, Term, Weight, Weights};
use tradewind_engine::input::{Node, Reader, TableReader, closest};
use tradewind_engine::rules::RuleSpec;

/// The settings of a fit.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TexelPlan {
    /// The number of parts of a game, from each of which at most one position is sampled.
    pub positions: u32,
    /// The maximum evaluation of a sampled position by the starting weights, in centipawns for either side. In decided
    /// positions other features would be credited with what a large lead explains.
    pub max_eval_cp: u32,
    /// The share of game pairs in the validation set.
    pub validation: f64,
    /// The share of the game result in the target of a position; the rest is the score of the search for the move played.
    pub lambda: f64,
    /// The maximum number of epochs.
    pub epochs: u32,
    /// The number of epochs without a validation loss near the minimum after which the fit ends.
    pub patience: u32,
    /// The initial learning rate: about the maximum change of a weight in a step, in centipawns.
    pub rate: f64,
    /// L2 regularisation towards the starting weights: the change of a term's root mean square contribution, in
    /// centipawns, that costs one unit of the summed loss.
    pub l2: f64,
    /// Frozen weights, such as `position.tempo` or `center.*`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frozen: Vec<String>,
    /// Lists of tied weights.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tied: Vec<Vec<String>>,
    /// Bounds of weights.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<WeightBound>,
    /// The random seed of sampling and of the order of batches.
    pub seed: u64,
    /// The maximum memory for positions, in megabytes; the rest is in a temporary file.
    #[serde(skip)]
    pub memory: u64,
}

/// Bounds of some weights.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WeightBound {
    /// Their names, such as `material.*`.
    pub weights: String,
    /// The minimum, in centipawns.
    pub min: f64,
    /// The maximum.
    pub max: f64,
}

impl TexelPlan {
    /// The defaults.
    pub const DEFAULT: TexelPlan = TexelPlan {
        positions: 8,
        max_eval_cp: 250,
        validation: 0.1,
        lambda: 1.0,
        epochs: 100,
        patience: 8,
        rate: 2.0,
        l2: 20.0,
        frozen: Vec::new(),
        tied: Vec::new(),
        bounds: Vec::new(),
        seed: 1,
        memory: 1_024,
    };

    /// The range of [`Self::positions`].
    pub const POSITIONS: RangeInclusive<i64> = 1..=1_000;
    /// The range of [`Self::max_eval_cp`].
    pub const MAX_EVALS: RangeInclusive<i64> = 10..=1_000_000;
    /// The range of [`Self::validation`].
    pub const VALIDATIONS: RangeInclusive<f64> = 0.01..=0.9;
    /// The range of [`Self::lambda`].
    pub const LAMBDAS: RangeInclusive<f64> = 0.0..=1.0;
    /// The range of [`Self::epochs`] and [`Self::patience`].
    pub const EPOCHS: RangeInclusive<i64> = 1..=100_000;
    /// The range of [`Self::rate`].
    pub const RATES: RangeInclusive<f64> = 1e-3..=1e3;
    /// The range of [`Self::l2`].
    pub const L2S: RangeInclusive<f64> = 1e-2..=1e6;
    /// The range of a bound, which is also the default bound.
    pub const WEIGHTS: RangeInclusive<f64> = -Weights::MAX..=Weights::MAX;
}

/// The keys of a table `[texel]`.
const KEYS: &[&str] = &[
    "positions",
    "max_eval_cp",
    "validation",
    "lambda",
    "epochs",
    "patience",
    "rate",
    "l2",
    "frozen",
    "tied",
    "bounds",
    "seed",
];

impl TexelPlan {
    /// Reads a table `[texel]`.
    pub fn read(reader: &Reader<'_>, node: &Node) -> TexelPlan {
        let table = reader.table(node, "`texel`", KEYS);
        let default = TexelPlan::DEFAULT;
        let whole = |key, default: u32, range: RangeInclusive<i64>| {
            table.number_or(key, default.into(), *range.start(), *range.end()) as u32
        };
        let real = |key, default, range: RangeInclusive<f64>| {
            table.fraction_or(key, default, *range.start(), *range.end())
        };
        TexelPlan {
            positions: whole("positions", default.positions, Self::POSITIONS),
            max_eval_cp: whole("max_eval_cp", default.max_eval_cp, Self::MAX_EVALS),
            validation: real("validation", default.validation, Self::VALIDATIONS),
            lambda: real("lambda", default.lambda, Self::LAMBDAS),
            epochs: whole("epochs", default.epochs, Self::EPOCHS),
            patience: whole("patience", default.patience, Self::EPOCHS),
            rate: real("rate", default.rate, Self::RATES),
            l2: real("l2", default.l2, Self::L2S),
            frozen: table.texts("frozen"),
            tied: (table.get("tied").into_iter())
                .flat_map(|node| reader.list(node, "tied"))
                .map(|node| reader.texts(node, "what is tied"))
                .collect(),
            bounds: bounds(reader, &table),
            seed: table.number_or("seed", default.seed, 0, i64::MAX),
            memory: default.memory,
        }
    }
}

fn bounds(reader: &Reader<'_>, table: &TableReader<'_>) -> Vec<WeightBound> {
    let list = table.get("bounds");
    let list = list.map_or(&[][..], |node| reader.list(node, "`bounds`"));
    let read = list.iter().filter_map(|node| {
        let remedy = "write { weights = \"material.*\", min = 0, max = 2000 }";
        let keys = ["weights", "min", "max"];
        let table = reader.table(node, "a bound", &keys);
        let weights = reader.text(table.need("weights", remedy)?)?.to_string();
        let range = TexelPlan::WEIGHTS;
        let number = |key| reader.fraction(table.need(key, remedy)?, *range.start(), *range.end());
        Some(WeightBound {
            weights,
            min: number("min")?,
            max: number("max")?,
        })
    });
    read.collect()
}

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
