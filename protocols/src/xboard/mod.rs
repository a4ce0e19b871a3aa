//! XBoard's Chess Engine Communication Protocol, version 2.
//!
//! Variants are named by the ids of the built-in rule sets (`normal` is chess), or by the names of the rule files given
//! at the start. For all variants but chess, `variant` is answered with the board, the piece types and their moves, so
//! that the other program can show a game that it does not know. When a piece is lifted, its destinations are sent
//! (`highlight`). Legality tests of the other program must be switched off there, since it does not know all rules. Each
//! piece type has a letter of its own, with an apostrophe or an exclamation mark if the alphabet is too short. On boards of
//! ten ranks the lowest rank is 0.
//!
//! A move must be a path of one piece from square to square, in legs that capture the piece at their end: a pawn of
//! Scirocco that captures in passing goes `e4e5,e5e6`. The origin and the destination alone, as in `e4e6`, are also read
//! where they fit one legal move only. The protocol cannot express other effects, so rule sets in which
//! pieces swap places or change owners are not variants.

mod castling;
mod ids;
mod session;
mod variant;

use crate::{LineReader, Output, ProtocolError};
use session::{XboardEvent, XboardSession};
use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Answers commands until `quit` or the end of the input. `rules` are rule sets by id or path, which are variants beside the
/// built-in ones.
///
/// # Errors
/// One of `rules` cannot be loaded or played by the protocol, or has the name of another variant, or the output cannot be
/// written.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    rules: &[String],
) -> Result<(), ProtocolError> {
    let (events, next) = channel();
    let mut session = XboardSession::new(rules, Output::new(output), events.clone())?;
    let (done, obeyed) = channel();
    thread::spawn(move || read(input, &events, &obeyed));
    for event in next {
        match event {
            XboardEvent::Line(line) => {
                if !session.obey(line.trim())? {
                    break;
                }
                // The reader may have ended.
                let _ = done.send(());
            }
            XboardEvent::SearchEnded(number, info) => session.end_search(number, &info)?,
            XboardEvent::End => break,
        }
    }
    session.stop();
    Ok(())
}

/// Sends the lines of the input, each after the one before was obeyed.
fn read(input: impl BufRead, events: &Sender<XboardEvent>, obeyed: &Receiver<()>) {
    let mut input = LineReader::new(input);
    while let Ok(Some(line)) = input.line() {
        if events.send(XboardEvent::Line(line)).is_err() || obeyed.recv().is_err() {
            return;
        }
    }
    // The session may have ended.
    let _ = events.send(XboardEvent::End);
}
