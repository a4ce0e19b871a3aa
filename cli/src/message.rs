//! Messages to whoever called the program.

use std::fmt::Display;
use std::io::{Write, stderr};

/// Writes a message to standard error. If nobody reads it, that is no reason to end.
pub fn say(message: impl Display) {
    let _ = writeln!(stderr().lock(), "{message}");
}
