//! Talking to the program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that listens.
pub struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Conversation {
    pub fn new() -> Conversation {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tradewind"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.expect("the program prints UTF-8");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Conversation {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the program listens");
        input.flush().expect("the program listens");
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The lines up to one that begins with `last`, that one included.
    #[track_caller]
    pub fn until(&mut self, last: &str) -> Vec<String> {
        let end = Instant::now() + PATIENCE;
        let mut heard = Vec::new();
        loop {
            match self.lines.recv_timeout(end - Instant::now()) {
                Ok(line) => {
                    let done = line.starts_with(last);
                    heard.push(line);
                    if done {
                        return heard;
                    }
                }
                Err(fault) => panic!("no `{last}` ({fault}) in {heard:#?}"),
            }
        }
    }

    /// Sends a line and hears all that is said to it at once.
    #[track_caller]
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut heard = self.until("readyok");
        heard.pop();
        heard
    }

    /// Sends a line to which nothing should be said.
    #[track_caller]
    pub fn tell(&mut self, line: &str) {
        assert_eq!(self.ask(line), [""; 0], "{line}");
    }

    /// Sends a line that should be refused with a message.
    #[track_caller]
    pub fn complains(&mut self, line: &str) -> String {
        let heard = self.ask(line);
        assert!(!heard.is_empty(), "nothing is said to {line}");
        for message in &heard {
            assert!(message.starts_with("info string "), "{line}: {message}");
        }
        heard.join("\n")
    }

    /// What `d` says of the position after a word such as `text`.
    #[track_caller]
    pub fn shown(&mut self, word: &str) -> String {
        let start = format!("{word}: ");
        let heard = self.ask("d");
        let found = heard.iter().find_map(|line| line.strip_prefix(&start));
        found
            .unwrap_or_else(|| panic!("no `{word}` in {heard:#?}"))
            .to_string()
    }

    /// Begins a search and hears it to its end; the last line is the best move.
    #[track_caller]
    pub fn search(&mut self, go: &str) -> Vec<String> {
        self.send(go);
        self.until("bestmove ")
    }

    /// Closes the input and waits for the program to end well; returns what it said.
    #[track_caller]
    pub fn close(mut self) -> Vec<String> {
        self.input = None;
        self.end()
    }

    /// As [`Conversation::close`], with `quit` and the input left open.
    #[track_caller]
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.end()
    }

    #[track_caller]
    fn end(mut self) -> Vec<String> {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("the program ends") {
                break status;
            }
            assert!(begin.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(Duration::from_millis(5));
        };
        let mut errors = String::new();
        if let Some(mut pipe) = self.child.stderr.take() {
            std::io::Read::read_to_string(&mut pipe, &mut errors).expect("UTF-8");
        }
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
        let mut heard = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => heard.push(line),
                Err(RecvTimeoutError::Disconnected) => return heard,
                Err(RecvTimeoutError::Timeout) => panic!("the output stays open"),
            }
        }
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // Only for tests that fail: the others have ended it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
