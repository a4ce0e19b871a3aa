//! Lines of any bytes and of any length.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes; what is longer is cut off.
const LONGEST: usize = 1 << 20;

/// A source of lines.
pub struct Input<R>(R);

impl<R: BufRead> Input<R> {
    /// Lines from here.
    pub fn new(source: R) -> Input<R> {
        Input(source)
    }

    /// The next line without its end; `None` at the end of the input. Bytes that are no text are
    /// replaced.
    pub fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let mut any = false;
        loop {
            let buffer = match self.0.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                break;
            }
            any = true;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            line.extend_from_slice(&part[..part.len().min(LONGEST - line.len())]);
            let used = part.len() + usize::from(end.is_some());
            self.0.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(any.then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_comes_once() {
        let mut input = Input::new(&b"one\n\ntwo \xff\r\nlast"[..]);
        let mut lines = Vec::new();
        while let Some(line) = input.line().expect("bytes in memory can be read") {
            lines.push(line);
        }
        assert_eq!(lines, ["one", "", "two \u{fffd}\r", "last"]);
    }

    #[test]
    fn long_lines_are_cut() {
        let text = [vec![b'x'; LONGEST + 5], b"\nnext\n".to_vec()].concat();
        let mut input = Input::new(text.as_slice());
        let first = input.line().expect("bytes in memory can be read");
        assert_eq!(first.map(|line| line.len()), Some(LONGEST));
        let next = input.line().expect("bytes in memory can be read");
        assert_eq!(next.as_deref(), Some("next"));
    }
}
