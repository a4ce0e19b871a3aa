//! What a loop learns from its games: linear weights or a network.

use crate::network::NetworkPlan;
use crate::texel::{ParameterMap, TexelPlan};
use serde::Serialize;
use tradewind_engine::input::{Node, Place, Reader, TableReader};
use tradewind_selfplay::experiment::Experiment;

/// What is learnt from the games of a loop, and how.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Learning {
    /// Linear weights, by Texel's method.
    Texel(TexelPlan),
    /// A network beside the linear weights that the loop began with; each generation goes on with the network of the last
    /// one promoted.
    Network(NetworkPlan),
}

/// The key of `[loop]` that says which, and what it may be.
pub(super) const EVALUATION: &str = "evaluation";
const LINEAR: &str = "linear";
const NETWORK: &str = "network";

impl Learning {
    /// Reads which evaluation `[loop]` names, and the table of how it is learnt.
    pub(super) fn read(
        reader: &Reader<'_>,
        top: &TableReader<'_>,
        course: Option<&TableReader<'_>>,
    ) -> Learning {
        let evaluation = course.and_then(|table| table.get(EVALUATION));
        let named = evaluation.and_then(|node| reader.text(node));
        if let (Some(node), Some(other)) = (evaluation, named)
            && ![LINEAR, NETWORK].contains(&other)
        {
            let message = format!("there is no evaluation {other:?}");
            reader.fault(&node.place, message, "write \"linear\" or \"network\"");
        }
        let is_network = named == Some(NETWORK);
        let [texel, network] = ["texel", "network"].map(|key| top.get(key));
        let (other, remedy) = match is_network {
            true => (
                texel,
                "leave it out, or write evaluation = \"linear\" under [loop]",
            ),
            false => (network, "add evaluation = \"network\" under [loop]"),
        };
        if let Some(node) = other {
            let message = "this table is for another evaluation than the loop learns";
            reader.fault(&node.place, message, remedy);
        }
        let read = |node: &Node| NetworkPlan::read(reader, node);
        match is_network {
            true => Learning::Network(network.map_or(NetworkPlan::DEFAULT, read)),
            false => Learning::Texel(
                texel.map_or(TexelPlan::DEFAULT, |node| TexelPlan::read(reader, node)),
            ),
        }
    }

    /// Finds before anything is played what learning would refuse after.
    pub(super) fn check(&self, reader: &Reader<'_>, place: &Place, experiment: &Experiment) {
        let rules = &experiment.rules[0];
        let (spec, begin) = (rules.game.spec(), &rules.player_weights[0]);
        if let Learning::Texel(plan) = self {
            let seen = vec![1; begin.terms.len()];
            if let Err(fault) = ParameterMap::new(spec, begin, plan, &seen) {
                reader.fault(place, fault.to_string(), "");
            }
            if begin.network.is_some() && experiment.names_weights() {
                let message = "linear weights cannot be fitted to games that a network plays";
                let remedy =
                    "name weights without one, or add evaluation = \"network\" under [loop]";
                reader.fault(place, message, remedy);
            }
        }
        let message = match self {
            Learning::Texel(plan) if plan.lambda == 1.0 => return,
            Learning::Texel(_) => "a lambda below 1 needs scores that are not recorded",
            Learning::Network(_) => "a network needs scores that are not recorded",
        };
        if !experiment.record.evaluations {
            reader.fault(place, message, "add [record] with evaluations = true");
        }
    }

    /// The same with another choice of positions.
    pub(crate) fn reseeded(&self, by: u64) -> Learning {
        let mut own = self.clone();
        let seed = match &mut own {
            Learning::Texel(plan) => &mut plan.seed,
            Learning::Network(plan) => &mut plan.seed,
        };
        *seed = seed.wrapping_add(by);
        own
    }
}
