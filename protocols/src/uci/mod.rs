//! The Universal Chess Interface.
//!
//! Beyond the standard commands:
//! - `setoption name UCI_Variant value RULES` takes the id of a rule set, the name of a rule file
//!   given at the start, or the path of a rule file, and sets up its first array. The options of the rule set are named `Option_NAME`; after a change of
//!   the variant they have their defaults, and `uci` lists them.
//! - `position array N` sets up array `N`, and `position fen` also takes the four-field notation of this program.
//!   If all pieces of the game have single letters, it takes a standard FEN.
//! - Moves are written as everywhere in the program. If all pieces of the game have single letters, moves are
//!   written as other engines write them (`e7e8q`, `e5d6`); both notations are read.
//! - `go perft N` counts, `d` shows the position, `eval` its static evaluation, `bench [DEPTH]` searches some
//!   positions of the variant.
//! - Draws that must be claimed do not end a game. At a move that is not legal, the position before it is kept.
//! - A command that needs the searcher or changes the rules stops a running search, which prints its best move first.
//!   So does the end of the input.
//! - Errors are reported as `info string`.

mod command;
mod jobs;
mod options;
mod position;
mod session;

pub use command::{Go, UciCommand};
pub use session::UciSession;

use crate::{LineReader, Output, ProtocolError};
use std::io::{BufRead, Write};

/// Answers commands until `quit` or the end of the input. `rules` are rule files, which are variants
/// beside the built-in ones; the first is the default.
///
/// # Errors
/// One of `rules` cannot be loaded or has the name of another variant, the input cannot be read, or
/// the output cannot be written.
pub fn run(
    input: impl BufRead,
    output: impl Write + Send + 'static,
    rules: &[String],
) -> Result<(), ProtocolError> {
    let mut session = UciSession::new(rules, Output::new(output))?;
    let mut input = LineReader::new(input);
    while let Some(line) = input.line()? {
        match UciCommand::parse(&line) {
            UciCommand::Quit => {
                session.stop();
                return Ok(());
            }
            command => session.obey(command)?,
        }
    }
    session.finish();
    Ok(())
}
