//! `tradewind uci`: the engine for other programs, by the Universal Chess Interface.
//!
//! Beyond the usual commands:
//! - `setoption name UCI_Variant value RULES` takes the id of a rule set or the path of a rule
//!   file. The options of the chosen rule set are called `Option_NAME`; after a change of the
//!   variant they have their defaults, and another `uci` lists them. A change of the rules sets
//!   up the first array.
//! - `position array N` begins with array `N`, and `position fen` takes a position text of four
//!   parts. Games whose pieces have one letter each also take a standard FEN.
//! - Moves are written as everywhere in the program. In games whose pieces have one letter each they are
//!   written as other engines write them (`e7e8q`, `e5d6`), and both ways are understood.
//! - `go perft N` counts, `d` shows the position, `bench [DEPTH]` searches some positions of the
//!   variant.
//! - Draws that must be claimed end no game; if a move cannot be played, the position before it is kept.
//! - A command that needs the searcher or changes the rules, and the end of the input, end a search
//!   that is going on; it tells its best move first.
//! - What cannot be understood is answered with an `info string`.

mod clock;
mod command;
mod input;
mod jobs;
mod options;
mod output;
mod position;
mod session;

use crate::Verdict;
use command::UciCommand;
pub use input::Input;
pub use options::{MAX_HASH, affordable};
pub use output::say;
pub use position::start;
pub use session::STACK;
use session::Session;
use std::io::stdin;

/// Answers commands until `quit` or the end of the input.
pub fn run() -> anyhow::Result<Verdict> {
    let mut session = Session::new()?;
    let mut input = Input::new(stdin().lock());
    while let Some(line) = input.line()? {
        match UciCommand::parse(&line) {
            UciCommand::Quit => break,
            command => session.obey(command)?,
        }
    }
    session.stop();
    Ok(Verdict::Passed)
}
