//! `tradewind`: the command-line program. It reads arguments, calls the other crates, prints
//! tables to standard output and progress and messages to standard error, and sets the exit code.
//!
#![doc = include_str!("../../docs/architecture.md")]
// `println!` and `eprintln!` panic when nobody reads.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod args;
mod commands;
mod message;
mod observer;
mod piece_names;
mod progress;
mod stores;
mod terminal;

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
    /// Stopped before its end, to be gone on with by the same command: exit code 75, which batch systems take for “try again”.
    Interrupted,
}

fn main() -> ExitCode {
    message::end_at_panics();
    if let Err(error) = stores::hand_over() {
        message::say(format_args!("{error:#}"));
        return ExitCode::from(2);
    }
    let arguments = match args::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let words: Vec<String> = std::env::args_os()
                .map(|word| word.to_string_lossy().into_owned())
                .collect();
            let Some(message) = args::renamed_option(&error, &words) else {
                error.exit();
            };
            message::say(message);
            return ExitCode::from(2);
        }
    };
    terminal::choose(arguments.color);
    match commands::run(arguments.command) {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        Ok(Verdict::Interrupted) => ExitCode::from(75),
        // Whoever reads our output has seen enough of it.
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
