//! `tradewind`: the command-line program. It reads arguments, calls the other crates, prints
//! tables to standard output and progress and messages to standard error, and sets the exit code.
//!
#![doc = include_str!("../../docs/architecture.md")]
// `println!` and `eprintln!` panic on a closed pipe.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod args;
mod commands;
mod message;
mod piece_names;
mod progress;
mod stores;
mod terminal;

use clap::Parser;
use std::io;
use std::process::ExitCode;

/// The result of a command without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// Success.
    Passed,
    /// A check failed: exit code 1.
    Failed,
    /// Stopped; the same command resumes. Exit code 75, which batch systems take for “try again”
    /// (EX_TEMPFAIL).
    Interrupted,
}

fn main() -> ExitCode {
    message::end_at_panics();
    if let Err(error) = stores::hand_over() {
        message::say!("{error:#}");
        return ExitCode::from(2);
    }
    let arguments = commands::Arguments::parse();
    terminal::choose(arguments.color);
    match arguments.command.run() {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        Ok(Verdict::Interrupted) => ExitCode::from(75),
        // The reader of the output closed it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            message::fail(format_args!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let of_io = error.chain().filter_map(|cause| {
        let of_table = cause.downcast_ref::<csv::Error>().map(csv::Error::kind);
        match of_table {
            Some(csv::ErrorKind::Io(cause)) => Some(cause),
            _ => cause.downcast_ref::<io::Error>(),
        }
    });
    let mut kinds = of_io.map(io::Error::kind);
    kinds.any(|kind| kind == io::ErrorKind::BrokenPipe)
}
