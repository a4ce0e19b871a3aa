//! Sessions of the Universal Chess Interface.

use cpu_time::ProcessTime;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tradewind_protocols::uci::{Go, UciCommand, UciSession};
use tradewind_protocols::{LineReader, Output};

/// The maximum number of lines of a session.
const MAX_LINES: usize = 40;
/// The maximum size of a transposition table, in megabytes.
const MAX_HASH: usize = 4;
/// The maximum nodes of a search that is waited for.
const MAX_NODES: u64 = 300;
/// The maximum processor time of such a search.
const MAX_TIME: Duration = Duration::from_secs(20);

/// The output of a session, in memory.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Answers the lines of a session. Every search must end with one legal best move, and every
/// command must be answered.
pub fn run(data: &[u8]) -> bool {
    let output = Memory::default();
    let session = UciSession::new(&[], Output::new(output.clone())).expect("chess can be loaded");
    let mut talk = Talk {
        session,
        output,
        wanted: [0; 3],
        errors: 0,
    };
    // A small table is made quickly.
    talk.obey(UciCommand::parse("setoption name Hash value 1"));
    let mut input = LineReader::new(data);
    for _ in 0..MAX_LINES {
        let line = input.line().expect("bytes in memory can be read");
        let Some(line) = line else {
            break;
        };
        match UciCommand::parse(&line) {
            UciCommand::Quit => break,
            command if is_large(&command) => {}
            command => talk.obey(command),
        }
    }
    talk.session.stop();
    assert_eq!(talk.answers(), talk.wanted, "{:#?}", talk.lines());
    talk.errors == 0
}

/// Whether a command needs much memory.
fn is_large(command: &UciCommand) -> bool {
    match command {
        UciCommand::Set { name, value } => {
            name.eq_ignore_ascii_case("hash")
                && value.parse().is_ok_and(|size: usize| size > MAX_HASH)
        }
        _ => false,
    }
}

/// Whether a search soon ends by itself.
fn is_short(go: &Go) -> bool {
    let is_limited = go.nodes.is_some_and(|nodes| nodes <= MAX_NODES);
    is_limited && go.perft.is_none() && !go.infinite && !go.ponder
}

/// A session with the number of answers that it owes.
struct Talk {
    session: UciSession,
    output: Memory,
    /// The expected numbers of `uciok`, of `readyok`, and of jobs that end.
    wanted: [usize; 3],
    /// The number of unknown commands.
    errors: usize,
}

impl Talk {
    fn obey(&mut self, command: UciCommand) {
        match &command {
            UciCommand::Uci => self.wanted[0] += 1,
            UciCommand::IsReady => self.wanted[1] += 1,
            UciCommand::Go(_) | UciCommand::Bench(_) => self.wanted[2] += 1,
            UciCommand::Unknown(_) => self.errors += 1,
            _ => {}
        }
        let is_short = matches!(&command, UciCommand::Go(go) if is_short(go));
        self.session.obey(command).expect("memory can be written");
        if is_short {
            let begin = ProcessTime::now();
            while self.answers()[2] < self.wanted[2] {
                let lines = self.lines();
                assert!(begin.elapsed() < MAX_TIME, "no end of {lines:#?}");
                thread::sleep(Duration::from_micros(50));
            }
            self.check_best_move();
        }
    }

    /// The output so far.
    fn lines(&self) -> Vec<String> {
        let output = self.output.0.lock().expect("no writer panics");
        let text = str::from_utf8(&output).expect("the output is UTF-8");
        text.lines().map(str::to_string).collect()
    }

    /// The numbers of answers so far, as in `wanted`.
    fn answers(&self) -> [usize; 3] {
        let mut answers = [0; 3];
        for line in self.lines() {
            let ends = [
                "bestmove ",
                "Nodes searched: ",
                "info string stopped before ",
            ];
            if line == "uciok" {
                answers[0] += 1;
            } else if line == "readyok" {
                answers[1] += 1;
            } else if ends.iter().any(|end| line.starts_with(end)) {
                answers[2] += 1;
            }
        }
        answers
    }

    /// The best move just printed must be legal.
    fn check_best_move(&mut self) {
        let lines = self.lines();
        let last = lines.last().map_or("", String::as_str);
        let best = last.strip_prefix("bestmove ").expect("a best move");
        let best = best.split(' ').next().unwrap_or_default();
        self.session
            .obey(UciCommand::Show)
            .expect("memory can be written");
        let shown = self.lines().split_off(lines.len());
        let legal = shown.iter().find_map(|line| line.strip_prefix("moves: "));
        let legal: Vec<&str> = legal.unwrap_or_default().split(' ').collect();
        if best == "(none)" {
            assert_eq!(legal, [""], "no best move");
        } else {
            assert!(legal.contains(&best), "{best} is not one of {legal:?}");
        }
    }
}
