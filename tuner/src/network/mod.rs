//! Learning a network: the evaluation that best predicts how games ended and what their players thought.
//!
//! Data flow one way: games of [`Source`](crate::texel::Source)s → a few quiet positions of each, as inputs
//! (`positions`) → batches through the network and back (`layer`, `output`) → Adam with early stopping ([`learn`]) → a
//! network in whole numbers beside the linear weights ([`Learnt`]).

mod adam;
mod layer;
mod learn;
mod output;
mod plan;
mod positions;
mod provenance;
mod scale;

pub use learn::{Learnt, learn};
pub use plan::NetworkPlan;
pub use positions::{LearningSet, collect};
pub use provenance::weights_text;
