//! Conversations by the Universal Chess Interface.

#[path = "../../cli/src/commands/uci/clock.rs"]
mod clock;
#[path = "../../cli/src/commands/uci/command.rs"]
mod command;
#[path = "../../cli/src/commands/uci/input.rs"]
mod input;
#[path = "../../cli/src/commands/uci/jobs.rs"]
mod jobs;
#[path = "../../cli/src/commands/uci/options.rs"]
mod options;
#[path = "../../cli/src/commands/uci/output.rs"]
mod output;
#[path = "../../cli/src/commands/uci/position.rs"]
mod position;
#[path = "../../cli/src/commands/uci/session.rs"]
mod session;

use crate::message;
use command::{Go, UciCommand};
use cpu_time::ProcessTime;
use input::Input;
use session::Session;
use std::thread;
use std::time::Duration;

/// The most lines of a conversation.
const LINES: usize = 40;
/// The largest table that is made, in megabytes, and the largest searches that are waited for.
const MEGABYTES: usize = 4;
const NODES: u64 = 300;
/// How much processor time these may take: a busy machine leaves little of the clock's.
const PATIENCE: Duration = Duration::from_secs(20);

/// Answers the lines of a conversation. Every search ends with one best move that is legal, and every
/// question has its answer.
pub fn run(data: &[u8]) -> bool {
    let mut session = Session::new().expect("chess can be played");
    let mut input = Input::new(data);
    // A small table is soon made.
    let small = UciCommand::parse("setoption name Hash value 1");
    session.obey(small).expect("what is said is kept");
    // What was said by a conversation before.
    message::take();
    let mut talk = Talk::default();
    for _ in 0..LINES {
        let line = input.line().expect("bytes in memory can be read");
        let Some(line) = line else {
            break;
        };
        match UciCommand::parse(&line) {
            UciCommand::Quit => break,
            command if is_large(&command) => {}
            command => talk.obey(&mut session, command),
        }
    }
    session.stop();
    talk.listen();
    talk.check();
    talk.complaints == 0
}

/// Whether a command asks for much memory.
fn is_large(command: &UciCommand) -> bool {
    match command {
        UciCommand::Set { name, value } => {
            name.eq_ignore_ascii_case("hash")
                && value.parse().is_ok_and(|size: usize| size > MEGABYTES)
        }
        _ => false,
    }
}

/// What was asked and what was answered.
#[derive(Default)]
struct Talk {
    said: Vec<String>,
    /// How many times `uciok`, `readyok`, and the end of a job must come.
    wanted: [usize; 3],
    /// How many lines were not understood.
    complaints: usize,
}

impl Talk {
    fn obey(&mut self, session: &mut Session, command: UciCommand) {
        let (is_unknown, is_short) = match &command {
            UciCommand::Uci => {
                self.wanted[0] += 1;
                (false, false)
            }
            UciCommand::IsReady => {
                self.wanted[1] += 1;
                (false, false)
            }
            UciCommand::Go(go) => {
                self.wanted[2] += 1;
                (false, is_short(go))
            }
            UciCommand::Bench(_) => {
                self.wanted[2] += 1;
                (false, false)
            }
            UciCommand::Unknown(_) => (true, false),
            _ => (false, false),
        };
        self.complaints += usize::from(is_unknown);
        session.obey(command).expect("what is said is kept");
        if is_short {
            self.wait();
            self.check_best(session);
        }
    }

    fn listen(&mut self) {
        self.said
            .extend(message::take().lines().map(str::to_string));
    }

    /// How often each of the things asked for has come.
    fn answers(&self) -> [usize; 3] {
        let count = |fits: &dyn Fn(&str) -> bool| {
            self.said.iter().filter(|line| fits(line.as_str())).count()
        };
        [
            count(&|line| line == "uciok"),
            count(&|line| line == "readyok"),
            count(&|line| {
                line.starts_with("bestmove ")
                    || line.starts_with("Nodes searched: ")
                    || line.starts_with("info string stopped before ")
            }),
        ]
    }

    fn wait(&mut self) {
        let begin = ProcessTime::now();
        self.listen();
        while self.answers()[2] < self.wanted[2] {
            assert!(begin.elapsed() < PATIENCE, "no end of {:#?}", self.said);
            thread::sleep(Duration::from_micros(50));
            self.listen();
        }
    }

    /// The best move that was just told is among those that are legal.
    fn check_best(&mut self, session: &mut Session) {
        let last = self.said.last().cloned().unwrap_or_default();
        let best = last
            .strip_prefix("bestmove ")
            .expect("a search was waited for");
        let from = self.said.len();
        session
            .obey(UciCommand::Show)
            .expect("what is said is kept");
        self.listen();
        let moves = self.said[from..]
            .iter()
            .find_map(|line| line.strip_prefix("moves: "));
        let moves: Vec<&str> = moves.unwrap_or_default().split(' ').collect();
        match best {
            "(none)" => assert_eq!(moves, [""], "no best move"),
            best => {
                let best = best.split(' ').next().unwrap_or_default();
                assert!(moves.contains(&best), "{best} is none of {moves:?}");
            }
        }
    }

    fn check(&self) {
        assert_eq!(self.answers(), self.wanted, "{:#?}", self.said);
    }
}

/// Whether a search soon ends by itself.
fn is_short(go: &Go) -> bool {
    go.perft.is_none() && !go.infinite && !go.ponder && go.nodes.is_some_and(|nodes| nodes <= NODES)
}
