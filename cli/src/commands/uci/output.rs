//! Lines to the other program.

use std::fmt::Display;
use std::io::{self, Write, stdout};

/// Writes lines and sees to it that they are read at once.
pub fn say(lines: impl Display) -> io::Result<()> {
    let mut out = stdout().lock();
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

/// What was read, for a message: its beginning, without control characters.
pub fn quote(text: &str) -> String {
    const MOST: usize = 60;
    let plain = |letter: char| if letter.is_control() { '?' } else { letter };
    let mut quoted: String = text.chars().take(MOST).map(plain).collect();
    if text.chars().nth(MOST).is_some() {
        quoted.push('…');
    }
    format!("`{quoted}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_plain() {
        assert_eq!(quote("go\u{1b}[1m"), "`go?[1m`");
        assert_eq!(quote(&"x".repeat(1000)).chars().count(), 63);
    }
}
