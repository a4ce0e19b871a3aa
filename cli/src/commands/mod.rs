//! The commands, one file each.

mod bench;
mod claims;
mod compare;
mod completions;
mod docs;
mod executor;
mod games;
mod match_play;
mod merge;
mod moves;
mod named;
mod new;
mod perft;
mod place;
mod plan;
mod play;
mod protocols;
mod register;
mod report;
mod results;
mod rules;
mod run;
mod solve;
mod sources;
mod stop;
mod study;
mod threads;
mod train;
mod trial;
mod tune;
mod values;
mod verify;
mod work;

use crate::Verdict;
use crate::args::Command;

/// Carries out a command.
pub fn run(command: Command) -> anyhow::Result<Verdict> {
    match command {
        Command::New(arguments) => new::run(&arguments),
        Command::Try(arguments) => trial::run(&arguments),
        Command::Rules(arguments) => rules::run(arguments),
        Command::Docs(arguments) => docs::run(&arguments),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Games(arguments) => games::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::Values(arguments) => values::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Claims(arguments) => claims::run(&arguments),
        Command::Register(arguments) => register::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Uci => protocols::uci(),
        Command::Xboard(arguments) => protocols::xboard(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Match(arguments) => match_play::run(&arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Work(arguments) => work::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => completions::man(&arguments),
    }
}
