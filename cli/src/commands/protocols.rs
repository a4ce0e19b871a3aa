//! `tradewind uci` and `tradewind xboard`: the engine for other programs, on standard input and output.

use crate::Verdict;
use crate::args::XboardArguments;
use std::io::{BufReader, stdin, stdout};
use tradewind_protocols::{uci, xboard};

/// Answers commands of the Universal Chess Interface.
pub fn uci() -> anyhow::Result<Verdict> {
    uci::run(stdin().lock(), stdout())?;
    Ok(Verdict::Passed)
}

/// Answers commands of XBoard's protocol.
pub fn xboard(arguments: &XboardArguments) -> anyhow::Result<Verdict> {
    xboard::run(BufReader::new(stdin()), stdout(), &arguments.rules)?;
    Ok(Verdict::Passed)
}
