//! Where the games of a command are played.

use super::stop::stop_signal;
use crate::args::ExecutorArguments;
use anyhow::Context;
use tradewind_selfplay::run::{Executor, ExecutorProgram};

/// The executor that the command line names, which Ctrl-C stops.
pub fn executor(arguments: &ExecutorArguments) -> anyhow::Result<Executor> {
    let stop = stop_signal()?;
    let Some(line) = &arguments.executor else {
        return Ok(Executor::threads(stop));
    };
    let program = ExecutorProgram::new(
        line.split_whitespace().map(str::to_string).collect(),
        std::env::current_exe().context("cannot find this program's own file")?,
    );
    Ok(Executor::program(stop, program))
}
