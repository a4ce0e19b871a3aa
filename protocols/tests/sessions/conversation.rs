//! A conversation with a session that runs on another thread.

use std::io::{self, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tradewind_protocols::{ProtocolError, uci, xboard};

/// The time limit of each answer, long enough for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Sends what is written to it line by line.
pub struct LineSender {
    lines: Sender<String>,
    /// The beginning of a line.
    rest: String,
}

impl Write for LineSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest += str::from_utf8(bytes).expect("the output is UTF-8");
        while let Some((line, rest)) = self.rest.split_once('\n') {
            let sent = self.lines.send(line.to_string());
            sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
            self.rest = rest.to_string();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        assert_eq!(self.rest, "", "only whole lines are flushed");
        Ok(())
    }
}

/// A running session. It must end without an error when it is dropped.
pub struct Conversation {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    session: Option<JoinHandle<Result<(), ProtocolError>>>,
}

impl Conversation {
    fn start(
        session: impl FnOnce(BufReader<PipeReader>, LineSender) -> Result<(), ProtocolError>
        + Send
        + 'static,
    ) -> Conversation {
        let (reader, writer) = pipe().expect("a pipe");
        let (sender, lines) = channel();
        let output = LineSender {
            lines: sender,
            rest: String::new(),
        };
        Conversation {
            input: Some(writer),
            lines,
            session: Some(thread::spawn(|| session(BufReader::new(reader), output))),
        }
    }

    /// A UCI session.
    pub fn uci() -> Conversation {
        Conversation::start(|input, output| uci::run(input, output, &[]))
    }

    /// An XBoard session with rule sets by id or path.
    pub fn xboard(rules: &[&str]) -> Conversation {
        let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
        Conversation::start(move |input, output| xboard::run(input, output, &rules))
    }

    /// Sends bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the session reads");
    }

    /// Sends a line, or several.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Receives lines up to one with a prefix, including that one.
    #[track_caller]
    pub fn until(&mut self, prefix: &str) -> Vec<String> {
        let end = Instant::now() + TIMEOUT;
        let mut received = Vec::new();
        loop {
            match self.lines.recv_timeout(end - Instant::now()) {
                Ok(line) => {
                    let is_last = line.starts_with(prefix);
                    received.push(line);
                    if is_last {
                        return received;
                    }
                }
                Err(error) => panic!("no `{prefix}` ({error}) in {received:#?}"),
            }
        }
    }

    /// Closes the input. Returns the rest of the output and the result of the session.
    #[track_caller]
    pub fn close(mut self) -> (Vec<String>, Result<(), ProtocolError>) {
        self.input = None;
        self.end()
    }

    /// Sends `quit` with the input left open. Returns the rest of the output.
    #[track_caller]
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        let (received, result) = self.end();
        result.expect("the session ends well");
        received
    }

    #[track_caller]
    fn end(&mut self) -> (Vec<String>, Result<(), ProtocolError>) {
        let mut received = Vec::new();
        // The output is closed when the session and its threads have ended.
        let end = Instant::now() + TIMEOUT;
        loop {
            match self.lines.recv_timeout(end - Instant::now()) {
                Ok(line) => received.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("no end of {received:#?}"),
            }
        }
        let session = self.session.take().expect("the session runs");
        (received, session.join().expect("no panic"))
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        if self.session.is_some() && !thread::panicking() {
            self.input = None;
            let (_, result) = self.end();
            result.expect("the session ends well");
        }
    }
}
