//! The commands, one file each.

mod bench;
mod moves;
mod perft;
mod place;
mod rules;
mod run;
mod verify;

use crate::Verdict;
use crate::args::Command;

/// Carries out a command.
pub fn run(command: Command) -> anyhow::Result<Verdict> {
    match command {
        Command::Rules(arguments) => rules::run(arguments),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
    }
}
