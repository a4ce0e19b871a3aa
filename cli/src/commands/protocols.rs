//! `tradewind uci` and `tradewind xboard`: the engine for other programs, on standard input and output.

use crate::args::XboardArguments;
use std::io::{BufReader, stdin, stdout};
use tradewind_protocols::{uci, xboard};

/// Answers commands of the Universal Chess Interface.
pub fn uci() -> anyhow::Result<()> {
    uci::run(stdin().lock(), stdout())?;
    Ok(())
}

/// Answers commands of XBoard's protocol.
pub fn xboard(arguments: &XboardArguments) -> anyhow::Result<()> {
    xboard::run(BufReader::new(stdin()), stdout(), &arguments.rules)?;
    Ok(())
}
