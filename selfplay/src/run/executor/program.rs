//! An executor that is another program: it receives units of pairs and has them played by workers.

use super::unit::{UNITS, UnitCutter, UnitFiles};
use super::{FromExecutor, PROTOCOL, ToExecutor, Workers};
use crate::process::Process;
use crate::run::progress::Progress;
use crate::run::{Event, RunError};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::Mutex;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};
use tradewind_engine::notation::quote;
use tradewind_engine::signature;
use tradewind_files::{FileError, make_inside};

/// The number of attempts at a unit before the run fails.
const MAX_TRIES: u32 = 4;
/// The intended duration of a unit in seconds: far longer than a worker takes to start, and short
/// enough to lose.
const UNIT_SECONDS: f64 = 15.0;
/// The pairs of a unit before the speed of workers is known.
const FIRST_PAIRS: u64 = 2;
/// The maximum number of pairs of a unit in a sequential test: those beyond the test's end are
/// wasted.
const MAX_TESTED_PAIRS: u64 = 4;
/// The interval at which the stop flag is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The interval at which the work of each worker is reported.
const REPORT_INTERVAL: Duration = Duration::from_secs(60);
/// The time in which an executor must end after its input is closed, and in which it must have read
/// all of its input.
const END_WITHIN: Duration = Duration::from_secs(20);
const READ_WITHIN: Duration = Duration::from_secs(1);
/// The maximum number of units given out at a time.
const MAX_ROOM: u64 = 1 << 16;

/// A program that has games played. It is started for the first games and ends when this is
/// dropped.
#[derive(Debug)]
pub struct ExecutorProgram {
    /// The program and its arguments.
    command: Vec<String>,
    /// The executable whose command `work` plays units.
    worker: PathBuf,
    /// The running program, between two runs.
    idle: Mutex<Option<Session>>,
}

/// An executor's failure.
#[derive(Debug, thiserror::Error)]
pub enum ExecutorError {
    /// The command is empty.
    #[error("the executor has no name; give the program and its arguments, separated by spaces")]
    Empty,
    /// The program cannot be started.
    #[error("cannot start the executor `{0}`: {1}")]
    Start(String, io::Error),
    /// The program ended too early, with a status.
    #[error(
        "the executor `{0}` ended ({1}) while games were still wanted; the games played so far are kept: run the same command again to continue"
    )]
    Ended(String, String),
    /// A line is not a message of the protocol: the line, shortened and quoted, and its fault.
    #[error("the executor `{0}` said {1}, which is not a message of protocol {PROTOCOL}: {2}")]
    Message(String, String, String),
    /// Some pairs have failed too often: the number of attempts, and the cause of the last failure.
    #[error("pairs {} to {} could not be played, {} times; the last time: {}; the games played so far are kept", .0.start, .0.end - 1, .1, .2)]
    Unit(Range<u64>, u32, String),
}

impl ExecutorProgram {
    /// A command with its arguments, and the executable whose command `work` plays units with this
    /// program's search.
    pub fn new(command: Vec<String>, worker: PathBuf) -> ExecutorProgram {
        ExecutorProgram {
            command,
            worker,
            idle: Mutex::default(),
        }
    }

    /// Has all missing pairs played, until the run is stopped.
    pub(super) fn play(
        &self,
        progress: &Progress<'_>,
        files: &UnitFiles<'_>,
    ) -> Result<(), RunError> {
        make_inside(progress.archive.folder(), Path::new(UNITS))?;
        let experiment = progress.archive.experiment();
        let pairs_per_file = experiment.record.games_per_file / 2;
        let mut dispatch = Dispatch {
            units: UnitCutter::new(progress.missing(), pairs_per_file),
            again: VecDeque::new(),
            out: BTreeMap::new(),
            pace: Pace::default(),
            workers: Workers::default(),
            reported: Instant::now(),
            max_pairs: experiment.sprt().map_or(u64::MAX, |_| MAX_TESTED_PAIRS),
            files,
            progress,
        };
        if let Some(first) = dispatch.give() {
            dispatch.again.push_front(first);
            let mut session = self.begin(progress)?;
            let played = dispatch.run(&mut session);
            (progress.event)(Event::Workers(&dispatch.workers));
            if played.is_err() {
                session.process.kill();
            } else if !progress.control.executor.is_stopped() {
                *self.idle.lock().expect("nothing panics with it") = Some(session);
            }
            played?;
        }
        Ok(())
    }

    /// Starts the program, unless it is running, and sends it the folder of the run.
    fn begin(&self, progress: &Progress<'_>) -> Result<Session, RunError> {
        let idle = self.idle.lock().expect("nothing panics with it").take();
        let session = idle.map_or_else(|| Session::start(&self.command), Ok)?;
        let folder = progress.archive.folder();
        let folder = std::path::absolute(folder).map_err(FileError::new("find", folder))?;
        session.send(&ToExecutor::Begin {
            protocol: PROTOCOL,
            folder,
            program: self.worker.clone(),
            signature: signature().to_string(),
        });
        Ok(session)
    }
}

/// A unit that is given out.
#[derive(Clone, Debug)]
struct Unit {
    pairs: Range<u64>,
    failures: u32,
}

/// The speed of workers.
#[derive(Default)]
pub(super) struct Pace {
    pairs: f64,
    seconds: f64,
}

impl Pace {
    /// Adds a unit. Older ones count less: the end of a run may be slower than its beginning.
    pub(super) fn add(&mut self, pairs: u64, seconds: f64) {
        self.pairs = 0.9 * self.pairs + pairs as f64;
        self.seconds = 0.9 * self.seconds + seconds.max(1e-3);
    }

    /// The number of pairs of a unit.
    pub(super) fn pairs_per_unit(&self) -> u64 {
        if self.pairs == 0.0 {
            return FIRST_PAIRS;
        }
        (UNIT_SECONDS * self.pairs / self.seconds).max(1.0) as u64
    }
}

/// The distribution of units.
struct Dispatch<'r, I: Iterator<Item = u64>> {
    units: UnitCutter<I>,
    /// Failed units, to be given out again.
    again: VecDeque<Unit>,
    /// The units that are given out, by number.
    out: BTreeMap<u64, Unit>,
    pace: Pace,
    workers: Workers,
    reported: Instant,
    max_pairs: u64,
    files: &'r UnitFiles<'r>,
    progress: &'r Progress<'r>,
}

impl<I: Iterator<Item = u64>> Dispatch<'_, I> {
    fn run(&mut self, session: &mut Session) -> Result<(), RunError> {
        let executor = &self.progress.control.executor;
        while !executor.is_stopped() {
            self.cancel_unwanted(session);
            while (self.out.len() as u64) < session.room && !executor.is_stopped() {
                let Some(given) = self.give() else { break };
                let unit = session.next;
                session.next += 1;
                session.send(&ToExecutor::Play {
                    unit,
                    pairs: [given.pairs.start, given.pairs.end],
                    file: self.files.path(&given.pairs),
                });
                self.out.insert(unit, given);
            }
            if session.room > 0 && self.out.is_empty() {
                break;
            }
            if self.reported.elapsed() > REPORT_INTERVAL {
                self.reported = Instant::now();
                (self.progress.event)(Event::Workers(&self.workers));
            }
            match session.receive()? {
                Some(FromExecutor::Room { units }) => session.room = units.min(MAX_ROOM),
                Some(FromExecutor::Done {
                    unit,
                    seconds,
                    worker,
                }) => {
                    self.done(unit, seconds, &shortened(&worker))?;
                }
                Some(FromExecutor::Failed { unit, why, worker }) => {
                    if let Some(given) = self.out.remove(&unit) {
                        self.failed(given, &shortened(&why), &shortened(&worker))?;
                    }
                }
                None => {}
            }
        }
        Ok(())
    }

    /// The next unit, if it is still wanted.
    fn give(&mut self) -> Option<Unit> {
        let given = self.again.pop_front().or_else(|| {
            let pairs = self
                .units
                .next(self.pace.pairs_per_unit().min(self.max_pairs))?;
            Some(Unit { pairs, failures: 0 })
        })?;
        let is_wanted = self.progress.control.is_wanted(given.pairs.start);
        is_wanted.then_some(given)
    }

    /// Cancels units after the end of a test.
    fn cancel_unwanted(&mut self, session: &mut Session) {
        let is_wanted = |given: &Unit| self.progress.control.is_wanted(given.pairs.start);
        let unwanted = self.out.extract_if(.., |_, given| !is_wanted(given));
        for (unit, _) in unwanted {
            session.send(&ToExecutor::Cancel { unit });
        }
    }

    fn done(&mut self, unit: u64, seconds: f64, worker: &str) -> Result<(), RunError> {
        // A cancelled unit may be done nevertheless.
        let Some(given) = self.out.remove(&unit) else {
            return Ok(());
        };
        let found = self.files.read_unit(&given.pairs);
        self.files.remove(&self.files.path(&given.pairs));
        let games = match found {
            Ok(games) => games,
            Err(error) => return self.failed(given, &error.to_string(), worker),
        };
        let pairs = given.pairs.end - given.pairs.start;
        self.pace.add(pairs, seconds);
        self.workers.done(worker, pairs, seconds);
        (games.into_iter()).try_for_each(|games| self.progress.add(games))
    }

    fn failed(&mut self, mut given: Unit, why: &str, worker: &str) -> Result<(), RunError> {
        given.failures += 1;
        self.workers.failed(worker, why);
        if given.failures == MAX_TRIES {
            let why = format!("{worker}: {why}");
            return Err(ExecutorError::Unit(given.pairs, MAX_TRIES, why).into());
        }
        (self.progress.event)(Event::Failed {
            pairs: &given.pairs,
            worker,
            why,
        });
        self.again.push_back(given);
        Ok(())
    }
}

/// A running executor. When dropped, its input is closed, and it is killed if it does not end.
#[derive(Debug)]
struct Session {
    command: String,
    process: Process,
    /// The number of the next unit: unique over all runs, since a cancelled unit may be done later.
    next: u64,
    /// The number of units that it wants at a time.
    room: u64,
}

impl Session {
    fn start(words: &[String]) -> Result<Session, RunError> {
        let (program, arguments) = words.split_first().ok_or(ExecutorError::Empty)?;
        let name = words.join(" ");
        let mut command = Command::new(program);
        command.args(arguments);
        let process = Process::start("TRADEWIND_EXECUTOR", command, |_| |_: &str| {})
            .map_err(|cause| ExecutorError::Start(name.clone(), cause))?;
        Ok(Session {
            command: name,
            process,
            next: 0,
            room: 0,
        })
    }

    fn send(&self, message: &ToExecutor) {
        let line = serde_json::to_string(message).expect("messages are JSON");
        self.process.write(line + "\n");
    }

    /// The next message; `None` if there is none for [`POLL_INTERVAL`].
    fn receive(&mut self) -> Result<Option<FromExecutor>, RunError> {
        let line = match self.process.output.recv_timeout(POLL_INTERVAL) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
        };
        let message = serde_json::from_str(&line).map_err(|fault| {
            let fault = shortened(&fault.to_string());
            ExecutorError::Message(self.command.clone(), quote(&line), fault)
        })?;
        Ok(Some(message))
    }

    /// Closes its input and waits for its end; `None` if it does not end in time.
    fn wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.process.input = None;
        let started = Instant::now();
        loop {
            let status = self.process.child.try_wait()?;
            let waited = started.elapsed();
            let is_stuck = || waited > READ_WITHIN && !self.process.has_read_all();
            if status.is_some() || waited > END_WITHIN || is_stuck() {
                return Ok(status);
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    fn ended(&mut self) -> RunError {
        let status = match self.wait() {
            Ok(Some(status)) => status.to_string(),
            Ok(None) => "it closed its output".to_string(),
            Err(cause) => cause.to_string(),
        };
        ExecutorError::Ended(self.command.clone(), status).into()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if !matches!(self.wait(), Ok(Some(_))) {
            self.process.kill();
        }
    }
}

/// The beginning of another program's text, for a message.
fn shortened(text: &str) -> String {
    const MAX_CHARACTERS: usize = 300;
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_are_shortened() {
        assert_eq!(shortened(&"é".repeat(1_000)).chars().count(), 301);
    }
}
