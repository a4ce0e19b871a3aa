//! `tradewind play`: a game in the terminal, against the program or by the program alone.
//!
//! There is one command per line. The prompt is only printed on a terminal.

mod command;
mod session;

use super::place;
use crate::Verdict;
use crate::args::{PlayArguments, PlaySide};
use crate::message;
use command::PlayCommand;
use session::PlaySession;
use std::io::{IsTerminal, Write, stdin};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, Searcher};
use tradewind_protocols::LineReader;

/// The nodes per move if no limit is given.
const DEFAULT_NODES: u64 = 100_000;
/// The size of the transposition table, in megabytes.
const HASH: f64 = 64.0;

/// Plays until `quit`, the end of the input, or the end of a game that is only watched.
pub fn run(arguments: &PlayArguments) -> anyhow::Result<Verdict> {
    let mut out = message::out();
    let (rules, game) = place::load(&arguments.place)?;
    let weights = Weights::chosen(rules.spec(), arguments.weights.as_deref())?;
    let mut searcher = Searcher::new(&rules, &weights, HASH);
    searcher.set_threads(usize::from(arguments.threads));
    let mut session = PlaySession::new(rules, game, arguments, searcher, limits(arguments));
    session.begin(&mut out)?;
    session.play_for_program(&mut out)?;
    if arguments.side == PlaySide::None {
        return Ok(Verdict::Passed);
    }
    let is_terminal = stdin().is_terminal();
    let mut input = LineReader::new(stdin().lock());
    loop {
        if is_terminal {
            write!(out, "{}> ", session.prompt())?;
        }
        out.flush()?;
        let Some(line) = input.line()? else {
            if is_terminal {
                writeln!(out)?;
            }
            return Ok(Verdict::Passed);
        };
        match PlayCommand::parse(line.trim()) {
            PlayCommand::Quit => return Ok(Verdict::Passed),
            command => session.obey(&command, &mut out)?,
        }
        if session.is_abandoned() {
            return Ok(Verdict::Passed);
        }
        session.play_for_program(&mut out)?;
    }
}

fn limits(arguments: &PlayArguments) -> Limits {
    let is_unlimited = (arguments.nodes, arguments.depth, arguments.seconds) == (None, None, None);
    Limits {
        nodes: arguments.nodes.or(is_unlimited.then_some(DEFAULT_NODES)),
        depth: arguments.depth,
        time: arguments.seconds,
        ..Limits::default()
    }
}
