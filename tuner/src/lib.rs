//! Experiments: from a plan of numbered games to the records of the games played.
//!
//! Data flow one way: an [`experiment::Experiment`] is a file whose games are numbered; [`play`]
//! plays pair `n` as a pure function of the file and `n`; [`run`] does so in parallel into a folder,
//! as [`record`]s in Parquet files, each whole or absent ([`files`]), and never plays again what is
//! there; [`matches`] counts what two players made of it. [`texel`] fits weights to the games.

pub mod estimate;
pub mod experiment;
pub mod files;
pub mod matches;
pub mod pair_sums;
pub mod play;
pub mod record;
pub mod run;
pub mod speed;
pub mod texel;
