//! From an experiment to the records of its games.
//!
//! An [`experiment::Experiment`] is a file whose games are numbered; [`play`] plays pair `n` as a pure
//! function of the file and `n`; [`run`] does so in parallel into a folder, as [`record`]s in Parquet
//! files, each whole or absent ([`files`]), and never plays again what is there; [`referee`] counts what
//! two players made of it.

pub mod escape;
pub mod experiment;
pub mod files;
pub mod odds;
pub mod play;
pub mod record;
pub mod referee;
pub mod run;
