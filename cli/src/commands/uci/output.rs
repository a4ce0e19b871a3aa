//! Lines to the other program.

use crate::message;
use std::fmt::Display;
use std::io::{self, Write};

/// Writes lines and sees to it that they are read at once.
pub fn say(lines: impl Display) -> io::Result<()> {
    let mut out = message::out();
    writeln!(out, "{lines}")?;
    out.flush()
}

/// Writes a message for people, one `info string` for each line of it.
pub fn inform(message: impl Display) -> io::Result<()> {
    for line in message.to_string().lines() {
        say(format_args!("info string {line}"))?;
    }
    Ok(())
}
