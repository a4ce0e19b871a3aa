//! The commands, one file each.

mod bench;
mod match_play;
mod moves;
mod perft;
mod place;
mod play;
mod rules;
mod run;
mod stop;
mod tune;
mod uci;
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
        Command::Uci => uci::run(),
        Command::Play(arguments) => play::run(&arguments),
        Command::Match(arguments) => match_play::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
    }
}
