//! `tradewind play`: a game in the terminal, against the program or by the program alone.
//!
//! One command a line. With a terminal there is a prompt; from a pipe only the answers are printed,
//! and the end of the input ends the program.

mod arrangement;
mod closest;
mod command;
mod session;
mod words;

use super::place;
use crate::Verdict;
use crate::args::{PlayArguments, PlaySide};
use crate::message;
use anyhow::Context;
use arrangement::Arrangement;
use command::PlayCommand;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use session::PlaySession;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, IsTerminal, Write, stdin};
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, Searcher};

/// How many positions are looked at for a move when nothing else is said.
const NODES: u64 = 100_000;
/// The array that players choose.
const CHOOSE: &str = "choose";
/// How much the searcher may remember, in megabytes.
const MEMORY: f64 = 64.0;

/// Plays until the input ends or `quit`; a watched game, until it is over.
pub fn run(arguments: &PlayArguments) -> anyhow::Result<Verdict> {
    let mut out = message::out();
    let mut input = stdin().lock();
    let (game, play) = match arguments.place.array.as_deref() {
        Some(CHOOSE) => {
            let game = Game::load(&arguments.place.rules, &arguments.place.settings.settings)?;
            let seed = arguments.seed.unwrap_or_else(chance);
            let mut arrangement = Arrangement {
                game: &game,
                human: arguments.side.color(),
                random: ChaCha8Rng::seed_from_u64(seed),
            };
            let Some(number) = arrangement.choose(&mut input, &mut out)? else {
                return Ok(Verdict::Passed);
            };
            let play = game.start(number).context("the array that was chosen")?;
            writeln!(out, "array {number}\n")?;
            (game, play)
        }
        _ => place::load(&arguments.place)?,
    };
    let weights = Weights::chosen(game.spec(), arguments.weights.as_deref())?;
    let mut searcher = Searcher::new(&game, &weights, MEMORY);
    searcher.set_threads(usize::from(arguments.threads));
    let mut session = PlaySession::new(game, play, arguments, searcher, limits(arguments));
    session.begin(&mut out)?;
    if arguments.side == PlaySide::None {
        session.watch(&mut out)?;
        return Ok(Verdict::Passed);
    }
    let prompts = stdin().is_terminal();
    let mut line = Vec::new();
    loop {
        session.answer_moves(&mut out)?;
        if prompts {
            write!(out, "{}> ", session.prompt())?;
        }
        out.flush()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            if prompts {
                writeln!(out)?;
            }
            return Ok(Verdict::Passed);
        }
        match PlayCommand::parse(String::from_utf8_lossy(&line).trim()) {
            PlayCommand::Quit => return Ok(Verdict::Passed),
            command => {
                session.obey(&command, &mut out)?;
                if session.is_given_up() {
                    return Ok(Verdict::Passed);
                }
            }
        }
    }
}

/// A number that is another one every time: the keys of the standard library's hashes are.
fn chance() -> u64 {
    RandomState::new().build_hasher().finish()
}

fn limits(arguments: &PlayArguments) -> Limits {
    let none = (arguments.nodes, arguments.depth, arguments.seconds) == (None, None, None);
    Limits {
        nodes: arguments.nodes.or(none.then_some(NODES)),
        depth: arguments.depth,
        time: arguments.seconds,
        soft_time: None,
        stop: None,
        root_moves: Vec::new(),
    }
}
