//! `tradewind tune`: making the program play better.

mod generations;
mod spsa;
mod texel;

use crate::Verdict;
use crate::args::{TuneAction, TuneArguments};

/// Tunes what is asked for.
pub fn run(arguments: &TuneArguments) -> anyhow::Result<Verdict> {
    match &arguments.action {
        TuneAction::Texel(arguments) => texel::run(arguments),
        TuneAction::Spsa(arguments) => spsa::run(arguments),
        TuneAction::Loop(arguments) => generations::run(arguments),
    }
}
