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

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;
use tradewind_engine::input::closest;

/// A check failed, which has been said. Exit code 1.
#[derive(Debug, thiserror::Error)]
#[error("a check failed")]
struct CheckFailed;

/// A command was stopped; the same command resumes. Exit code 75, which batch systems take for “try
/// again” (EX_TEMPFAIL). The text is a message, empty where there was one before.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Stopped(&'static str);

impl Stopped {
    const RESUMES: Stopped = Stopped("stopped: run the same command again to resume");
}

fn main() -> ExitCode {
    message::end_at_panics();
    if let Err(error) = stores::hand_over() {
        message::say!("{error:#}");
        return ExitCode::from(2);
    }
    let arguments = if is_started_as_engine() {
        commands::Arguments::parse_from(["tradewind", "uci"])
    } else {
        commands::Arguments::try_parse().unwrap_or_else(|error| with_suggestion(error).exit())
    };
    terminal::choose(arguments.color);
    match arguments.command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<CheckFailed>() => ExitCode::from(1),
        // The reader of the output closed it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if let Some(Stopped(message)) = error.downcast_ref() {
                if !message.is_empty() {
                    message::say!("{message}");
                }
                return ExitCode::from(75);
            }
            message::fail(format_args!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// The error with the subcommand that was probably meant, and without the advice to pass a mistyped option as a value.
fn with_suggestion(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
    }
    let word = error.get(ContextKind::InvalidSubcommand);
    let is_alone = error.get(ContextKind::SuggestedSubcommand).is_none();
    if let Some(ContextValue::String(word)) = word.filter(|_| is_alone) {
        let command = commands::Arguments::command();
        let names = command.get_subcommands().map(clap::Command::get_name);
        if let Some(found) = closest(word, names) {
            let found = ContextValue::Strings(vec![found.to_string()]);
            error.insert(ContextKind::SuggestedSubcommand, found);
        }
    }
    error
}

/// Whether another program has started this one without arguments and talks to it, as GUIs and
/// OpenBench start UCI engines.
fn is_started_as_engine() -> bool {
    let mut input = io::stdin().lock();
    std::env::args_os().len() == 1
        && !input.is_terminal()
        && input.fill_buf().is_ok_and(|begin| !begin.is_empty())
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
