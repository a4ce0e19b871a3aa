//! Lines from the other program and to it.

use std::fmt::Display;
use std::io::{self, BufRead, Read as _, Write};
use std::sync::{Arc, Mutex, PoisonError};
use tradewind_engine::input::control_characters::visible_lines;

/// The maximum length of a line, in bytes. The rest of a longer line is dropped.
const MAX_LINE: usize = 1 << 20;

/// A source of lines of any bytes and any length.
pub struct LineReader<R>(R);

impl<R: BufRead> LineReader<R> {
    /// Reads lines from `source`.
    pub fn new(source: R) -> LineReader<R> {
        LineReader(source)
    }

    /// The next line without its end; `None` at the end of the input. Bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let mut start = self.0.by_ref().take(MAX_LINE as u64);
        if start.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        } else if line.len() == MAX_LINE {
            self.0.skip_until(b'\n')?;
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}

/// The output of a session, shared by its threads.
#[derive(Clone)]
pub struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    /// Writes lines to `target`.
    pub fn new(target: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(target)))
    }

    /// Writes a line, or several, and flushes the output. Control characters are escaped.
    pub(crate) fn say(&self, lines: impl Display) -> io::Result<()> {
        let lines = format!("{lines}\n");
        let mut target = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        target.write_all(visible_lines(&lines).as_bytes())?;
        target.flush()
    }

    /// Writes a message in UCI, one `info string` per line.
    pub(crate) fn inform(&self, message: impl Display) -> io::Result<()> {
        let message = message.to_string();
        let mut lines = message.lines();
        lines.try_for_each(|line| self.say(format_args!("info string {line}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_once() {
        let mut input = LineReader::new(&b"one\n\ntwo \xff\r\nlast"[..]);
        let mut lines = Vec::new();
        while let Some(line) = input.line().expect("bytes in memory can be read") {
            lines.push(line);
        }
        assert_eq!(lines, ["one", "", "two \u{fffd}\r", "last"]);
    }

    #[test]
    fn long_lines_are_cut() {
        let text = [vec![b'x'; MAX_LINE + 5], b"\nnext\n".to_vec()].concat();
        let mut input = LineReader::new(text.as_slice());
        let first = input.line().expect("bytes in memory can be read");
        assert_eq!(first.map(|line| line.len()), Some(MAX_LINE));
        let next = input.line().expect("bytes in memory can be read");
        assert_eq!(next.as_deref(), Some("next"));
    }
}
