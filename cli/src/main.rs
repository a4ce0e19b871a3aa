//! `tradewind`: the command-line program. It reads arguments, calls the other crates, prints
//! tables to standard output and progress and messages to standard error, and sets the exit code.

mod args;
mod board;
mod commands;
mod progress;

use clap::Parser;
use std::io;
use std::process::ExitCode;

/// How a command ended when nothing went wrong on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// All is well.
    Passed,
    /// A check failed: exit code 1.
    Failed,
}

fn main() -> ExitCode {
    let arguments = match args::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    match commands::run(arguments.command) {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        // Whoever reads our output has seen enough of it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
