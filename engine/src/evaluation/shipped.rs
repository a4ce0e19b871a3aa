//! The built-in weights and networks, and the choice of them for a rule set.
//!
//! Weights belong to the content of rules, not to their name: a copy of a rule set has its weights.
//! A rule set that changes another one [inherits](Weights::inherited) them.

use super::origin::Origin;
use super::weights::Weights;
use super::weights_file::VALUES;
use crate::rules::{self, PieceType, RuleSpec};
use std::path::Path;
use std::sync::OnceLock;

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
