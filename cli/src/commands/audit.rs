//! `tradewind audit`: plays a share of recorded pairs again and compares them.

use super::playing::{on_threads, stop_signal};
use super::sources::Games;
use crate::args::Threads;
use crate::message::show;
use crate::{CheckFailed, Stopped};
use anyhow::Context;
use clap::Args;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use tradewind_analysis::study::audit;

#[derive(Debug, Args)]
pub struct AuditArguments {
    /// Condensed files, folders of games, or experiment files (for the folders in which `run` plays them by default)
    #[arg(required = true, value_name = "FILE|DIR")]
    pub sources: Vec<PathBuf>,
    /// The share of the pairs to play again, such as 1% or 0.01
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = share)]
    pub share: f64,
    /// Another number draws other pairs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub threads: Threads,
}

/// A share of all pairs.
fn share(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(percent) => (percent, 0.01),
        None => (text, 1.0),
    };
    let share = number
        .trim()
        .parse::<f64>()
        .ok()
        .map(|number| number * unit);
    share
        .filter(|share| *share > 0.0 && *share <= 1.0)
        .ok_or_else(|| "write a share above 0 and up to 1, such as 1% or 0.01".to_string())
}

/// Prints how many pairs were played again and which differ.
pub fn run(arguments: &AuditArguments) -> anyhow::Result<()> {
    let stop = stop_signal()?;
    let all = Games::all_named(&arguments.sources)?;
    on_threads(arguments.threads, || {
        let (mut pairs, mut differing) = (0, 0);
        for games in &all {
            let (played, different) =
                audit(&games.archive(), arguments.share, arguments.seed, &stop)
                    .with_context(|| games.name())?;
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped("").into());
            }
            for pair in &different {
                show!("{}: pair {pair} is not what its players play", games.name())?;
            }
            pairs += played;
            differing += different.len();
        }
        show!("{pairs} pairs were played again: {differing} differ")?;
        if differing > 0 {
            return Err(CheckFailed.into());
        }
        Ok(())
    })
}
