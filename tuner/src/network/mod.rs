//! Learning a network: the evaluation that best predicts how games ended and what their players thought.
//!
//! Data flow one way: games of [`Source`](crate::texel::Source)s → a few quiet positions of each (`sampling`), in few bytes
//! (`compact`) → drawers on disk ([`collect`], [`Drawers`]) → a drawer at a time, as inputs (`positions`) → batches through
//! the network and back (`model`, of `layer` and `output`) → Adam, with early stopping and a `checkpoint` of every pass
//! ([`learn`]) → a network in whole numbers beside the linear weights ([`Learnt`]).

mod adam;
mod checkpoint;
mod collect;
mod compact;
mod course;
mod drawers;
mod layer;
mod learn;
mod model;
mod output;
mod plan;
mod positions;
mod provenance;
mod sampling;
mod scale;

pub use collect::collect;
pub use drawers::Drawers;
pub use learn::{LearningPass, Learnt, learn};
pub use plan::{NetworkPlan, QuietBy};
pub use provenance::weights_text;

/// The folder of the positions that are learnt from, where the network is written.
pub const POSITIONS: &str = "positions";
/// The files beside it of the courses so far begin with this; the decay follows.
const CHECKPOINT: &str = "checkpoint";
