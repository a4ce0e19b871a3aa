//! `tradewind xboard`: the engine for XBoard, WinBoard and other programs that speak the Chess Engine Communication Protocol.
//!
//! The rule sets of the program are variants of their ids (`normal` is chess), rule files that are named on the command line those
//! of their files' names. For all but chess, `variant` is answered with the board, the types of pieces and how they move, so
//! that a program that never heard of the game shows it; and when a piece is lifted, with the squares that it may go to
//! (`highlight`). What such programs know of legal moves is less than that, so it is to be switched off there. Types of pieces
//! have letters of their own there, with an apostrophe or an exclamation mark where the alphabet does not suffice; on boards of
//! ten ranks the lowest one is 0.
//!
//! A move must be one piece's going from square to square, by legs of which each captures what stands at its end: a Zag that
//! captures in passing goes `e4e5,e5e6`. More cannot be told to such programs: rule sets in which pieces change places, owners or
//! more than that are no variants.

mod answers;
mod castling;
mod clocks;
mod ids;
mod session;
mod variant;

use super::uci::Input;
use crate::Verdict;
use crate::args::XboardArguments;
use session::{XboardEvent, XboardSession};
use std::io::stdin;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Answers commands until `quit` or the end of the input.
pub fn run(arguments: &XboardArguments) -> anyhow::Result<Verdict> {
    let (events, next) = channel();
    let mut session = XboardSession::new(&arguments.rules, events.clone())?;
    let (done, obeyed) = channel();
    std::thread::spawn(move || read(&events, &obeyed));
    for event in next {
        let goes_on = match event {
            XboardEvent::Line(line) => {
                let goes_on = session.obey(line.trim())?;
                // If nobody reads, that is no reason to end.
                let _ = done.send(());
                goes_on
            }
            XboardEvent::Found(found) => session.found(*found)?,
            XboardEvent::End => false,
        };
        if !goes_on {
            break;
        }
    }
    session.stop();
    Ok(Verdict::Passed)
}

/// Sends the lines of the input as they come, each when the one before is obeyed.
fn read(events: &Sender<XboardEvent>, obeyed: &Receiver<()>) {
    let mut input = Input::new(stdin().lock());
    while let Ok(Some(line)) = input.line() {
        if events.send(XboardEvent::Line(line)).is_err() || obeyed.recv().is_err() {
            return;
        }
    }
    // If nobody listens, the program is at its end.
    let _ = events.send(XboardEvent::End);
}
