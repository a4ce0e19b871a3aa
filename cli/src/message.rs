//! What the program says and prints to whoever called it.

use crate::terminal;
use std::fmt::Display;
use std::io::{self, StdoutLock, Write, stderr, stdout};
use std::mem::take;
use std::str::from_utf8;
use tradewind_files::escape::visible_lines;
use tradewind_report::terminal::Emphasis;

/// Writes a message to standard error. If nobody reads it, that is no reason to end.
pub fn say(message: impl Display) {
    let message = message.to_string();
    let _ = writeln!(stderr().lock(), "{}", visible_lines(&message));
}

/// The same of what went wrong.
pub fn fail(message: impl Display) {
    let message = visible_lines(&message.to_string()).into_owned();
    let message = terminal::messages().emphasized(&message, Emphasis::Bad);
    let _ = writeln!(
        stderr().lock(),
        "{}",
        Emphasis::with_codes(&message, str::to_owned)
    );
}

/// Standard output, on which names from files do nothing but be read.
pub fn out() -> Plain<StdoutLock<'static>> {
    Plain {
        out: stdout().lock(),
        is_coloured: terminal::output_is_coloured(),
        held: Vec::new(),
    }
}

/// Passes text on with hidden letters spelt out, ends of lines and tabs aside; what stands out may have a colour.
pub struct Plain<W> {
    out: W,
    is_coloured: bool,
    /// The beginning of a letter whose end is still to come.
    held: Vec<u8>,
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        let whole = match from_utf8(&self.held) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.held.len(),
        };
        let rest = self.held.split_off(whole);
        let text = take(&mut self.held);
        self.held = rest;
        let text = String::from_utf8_lossy(&text);
        let plain = |text: &str| visible_lines(text).into_owned();
        let text = match self.is_coloured {
            true => Emphasis::with_codes(&text, plain),
            false => plain(&text),
        };
        self.out.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Ends the program when any of its threads panics, after saying so: a fault of the program must not be
/// taken for a result because another thread went on.
pub fn end_at_panics() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        hook(panic);
        say("this is a fault of the program; files that it has written are whole");
        std::process::abort();
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn what_is_printed_does_nothing_to_a_terminal() {
        let mut plain = Plain {
            out: Vec::new(),
            is_coloured: false,
            held: Vec::new(),
        };
        // A letter comes in two parts.
        for part in [&b"a\x1b[1m\n\xc3"[..], b"\xa9\xc2", b"\x9b\t", b"\xff!"] {
            plain.write_all(part).expect("memory takes it");
        }
        let text = String::from_utf8(plain.out).expect("text");
        assert_eq!(text, "a\\u001b[1m\né\\u009b\t\u{fffd}!");
    }

    /// Called by the other test in a process of its own.
    #[test]
    #[ignore = "ends its process"]
    fn a_thread_that_panics() {
        end_at_panics();
        let caught = std::thread::spawn(|| panic!("on purpose")).join();
        say(format_args!("went on: {}", caught.is_err()));
    }

    #[test]
    fn a_panic_of_any_thread_ends_the_program() {
        let name = "message::tests::a_thread_that_panics";
        let output = Command::new(std::env::current_exe().expect("this program"))
            .args(["--ignored", "--exact", "--nocapture", name])
            .output()
            .expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success());
        assert!(
            said.contains("on purpose") && said.contains("a fault of the program"),
            "{said}"
        );
        assert!(!said.contains("went on"), "{said}");
    }
}
