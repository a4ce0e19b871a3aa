//! Trains a network to predict game results and search scores.
//!
//! Data flow: games of [`Source`](crate::texel::Source)s → a few quiet positions of each → random shards on disk
//! ([`collect`], [`Shards`]) → one shard at a time in memory (`packed`) → batches through the network and back (`model`,
//! which consists of `layers`) → AdamW with early stopping and checkpoints ([`train`]) → a network with integer
//! weights beside the linear evaluation ([`TrainedNetwork`]).

mod layers;
mod model;
mod packed;
mod plan;
mod scale;
mod shards;
mod train;

pub use plan::{NetworkPlan, QuietBy};
pub use shards::{Shards, collect};
pub use train::{EpochReport, TrainedNetwork, train, weights_text};

/// The name of the folder of shards, beside the network.
pub const POSITIONS: &str = "positions";
