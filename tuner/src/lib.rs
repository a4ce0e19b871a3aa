//! Experiments: from a plan of numbered games to the records of the games played.
//!
//! Data flow one way: an [`experiment::Experiment`] is a file whose games are numbered; [`play`]
//! plays pair `n` as a pure function of the file and `n`; [`run`] does so in parallel into a folder,
//! as [`record`]s in Parquet files, each whole or absent ([`files`]), and never plays again what is
//! there; [`referee`] counts what two players made of it, by [`statistics`] of pairs. [`texel`] fits weights to the games.

pub mod escape;
pub mod experiment;
pub mod files;
pub mod generations;
pub mod odds;
pub mod play;
pub mod record;
pub mod referee;
pub mod run;
pub mod speed;
pub mod spsa;
pub mod statistics;
pub mod texel;
