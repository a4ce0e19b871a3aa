//! Messages to standard error, and standard output.

use crate::terminal;
use indicatif::ProgressBar;
use std::fmt::Display;
use std::io::{self, StdoutLock, Write, stderr, stdout};
use std::mem::take;
use std::path::Path;
use std::str::from_utf8;
use std::sync::{Mutex, PoisonError};
use tradewind_engine::input::control_characters::visible_lines;
use tradewind_report::terminal::Emphasis;

/// The bar above which messages are written.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Lets messages be written above a bar, or no longer.
pub fn set_bar(bar: Option<ProgressBar>) {
    *BAR.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// Writes to standard error without the bar.
fn above_bar(write: impl FnOnce()) {
    let bar = BAR.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Writes a message to standard error; a closed pipe is ignored.
pub fn write_message(message: impl Display) {
    let message = message.to_string();
    above_bar(|| {
        let _ = writeln!(stderr().lock(), "{}", visible_lines(&message));
    });
}

/// Writes a message to standard error, formatted as by `format!`.
macro_rules! say {
    ($($part:tt)*) => {
        $crate::message::write_message(format_args!($($part)*))
    };
}
pub(crate) use say;

/// Writes a line or lines to standard output, formatted as by `format!`.
macro_rules! show {
    ($($part:tt)*) => {
        $crate::message::print(format_args!($($part)*))
    };
}
pub(crate) use show;

/// A word as a shell reads it: in quotes, if it has spaces.
pub fn shell_word(word: impl Display) -> String {
    let word = word.to_string();
    if word.contains(' ') {
        format!("\"{word}\"")
    } else {
        word
    }
}

/// Writes the names of the files that were written into a folder to standard error.
pub fn say_files(folder: &Path, files: &[String]) {
    say!("in {}: {}", folder.display(), files.join(", "));
}

/// Writes a text as a line or lines to standard output.
pub fn print(text: impl Display) -> io::Result<()> {
    writeln!(out(), "{text}")
}

/// Writes an error message to standard error.
pub fn fail(message: impl Display) {
    let message = visible_lines(&message.to_string()).into_owned();
    let message = terminal::messages().emphasized(&message, Emphasis::Bad);
    let message = Emphasis::with_codes(&message, str::to_owned);
    let _ = writeln!(stderr().lock(), "{message}");
}

/// Standard output, with control characters from files made visible.
pub fn out() -> Plain<StdoutLock<'static>> {
    Plain {
        out: stdout().lock(),
        is_coloured: terminal::output_is_coloured(),
        held: Vec::new(),
    }
}

/// A writer that makes control characters visible, except line ends and tabs, and emphasis coloured.
pub struct Plain<W> {
    out: W,
    is_coloured: bool,
    /// The bytes of an incomplete character.
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
        let text = if self.is_coloured {
            Emphasis::with_codes(&text, plain)
        } else {
            plain(&text)
        };
        self.out.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Aborts the program when any thread panics, so that other threads cannot produce results after a bug.
pub fn end_at_panics() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        hook(panic);
        say!("this is a bug in the program; the files that it has written are complete");
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
        // A character is split over two writes.
        for part in [&b"a\x1b[1m\n\xc3"[..], b"\xa9\xc2", b"\x9b\t", b"\xff!"] {
            plain.write_all(part).expect("memory takes it");
        }
        let text = String::from_utf8(plain.out).expect("text");
        assert_eq!(text, "a\\u001b[1m\né\\u009b\t\u{fffd}!");
    }

    /// Run by the other test in its own process.
    #[test]
    #[ignore = "ends its process"]
    fn a_thread_that_panics() {
        end_at_panics();
        let caught = std::thread::spawn(|| panic!("on purpose")).join();
        say!("went on: {}", caught.is_err());
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
            said.contains("on purpose") && said.contains("a bug in the program"),
            "{said}"
        );
        assert!(!said.contains("went on"), "{said}");
    }
}
