//! Experiments: from a plan of numbered games to the records of the games played.
//!
//! An [`experiment::Experiment`] is a file; its games are numbered, and game `n` is a pure
//! function of the file and `n` ([`self_play`]). A [`runner`] plays them in parallel in parts of
//! a fixed size, each written as one Parquet file, whole or not at all ([`files`]); what is there
//! already is not played again.

pub mod experiment;
pub mod files;
pub mod matches;
pub mod openings;
pub mod player;
mod pool;
pub mod record;
pub mod runner;
pub mod self_play;
pub mod speed;
pub mod texel;
