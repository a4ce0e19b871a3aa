//! Having games played by another program, which may have them played by others in turn.

use super::message::{FromExecutor, PROTOCOL, ToExecutor};
use super::unit::{UnitCutter, UnitFiles};
use super::workers::Workers;
use crate::files::FileError;
use crate::lines::{hear, shortened, tell};
use crate::play::offspring::Offspring;
use crate::run::course::RunCourse;
use crate::run::{Event, RunError};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, PipeReader, Read};
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tradewind_engine::notation::quote;
use tradewind_engine::signature;

/// How often a unit is given out before the run gives up.
const MAX_TRIES: u32 = 4;
/// How long a unit is to take, in seconds: far longer than a worker takes to start, and short enough to lose.
const UNIT_SECONDS: f64 = 15.0;
/// The pairs of a unit before anything is known of how long one takes.
const FIRST_PAIRS: u64 = 2;
/// The most pairs of a unit whose games a test may decide: what is played beyond its end is lost.
const MAX_TESTED_PAIRS: u64 = 4;
/// How often a run looks whether it is to stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How often it is told how much each worker has done.
const TELL_EVERY: Duration = Duration::from_secs(60);
/// The time in which a program must end once nothing is wanted any more: one that reads what it is told, and one that does
/// not.
const END_WITHIN: Duration = Duration::from_secs(20);
const READ_WITHIN: Duration = Duration::from_secs(1);
/// The most units that are given out at a time, however many a program has room for.
const MAX_ROOM: u64 = 1 << 16;

/// A program that has games played. It is started for the first games, and ends when this is dropped.
#[derive(Debug)]
pub struct ExecutorProgram {
    /// The program and its arguments.
    command: Vec<String>,
    /// The program that runs `work`.
    worker: PathBuf,
    /// The program as it runs, between two runs.
    idle: Mutex<Option<Dialogue>>,
}

/// Why a program has not had the games played.
#[derive(Debug, thiserror::Error)]
pub enum ExecutorError {
    /// It is no command.
    #[error("the executor has no name; give the program and its arguments, separated by spaces")]
    Empty,
    /// It cannot be started.
    #[error("cannot start the executor `{command}`: {cause}")]
    Start {
        /// Its name.
        command: String,
        /// What the system said.
        cause: io::Error,
    },
    /// It ended before its time.
    #[error(
        "the executor `{command}` ended ({status}) while games were still wanted; what was played before is kept: run the same command again to go on"
    )]
    Ended {
        /// Its name.
        command: String,
        /// How.
        status: String,
    },
    /// It said what nobody understands.
    #[error(
        "the executor `{command}` said {line}, which is no message of protocol {PROTOCOL}: {fault}"
    )]
    Message {
        /// Its name.
        command: String,
        /// Its line, shortened and quoted.
        line: String,
        /// What is wrong with that.
        fault: String,
    },
    /// A unit fails whoever plays it.
    #[error("pairs {} to {} could not be played, {tries} times; the last time: {why}; what was played is kept", .pairs.start, .pairs.end - 1)]
    Unit {
        /// Its pairs.
        pairs: Range<u64>,
        /// How often it was tried.
        tries: u32,
        /// What went wrong the last time.
        why: String,
    },
}

impl ExecutorProgram {
    /// A command with its arguments, and the program that runs `work`, whose search is this one.
    pub fn new(command: Vec<String>, worker: PathBuf) -> ExecutorProgram {
        ExecutorProgram {
            command,
            worker,
            idle: Mutex::default(),
        }
    }

    /// Has everything played that is missing, until the run is stopped.
    pub(super) fn play(
        &self,
        course: &RunCourse<'_, impl Fn(Event<'_>) + Sync>,
        files: &UnitFiles<'_>,
    ) -> Result<(), RunError> {
        files.make()?;
        let games_per_file = course.archive().experiment().record.games_per_file;
        let mut dispatch = Dispatch {
            units: UnitCutter::new(course.missing(), games_per_file / 2),
            again: VecDeque::new(),
            out: BTreeMap::new(),
            pace: Pace::default(),
            workers: Workers::default(),
            told: Instant::now(),
            is_tested: course.archive().experiment().sprt().is_some(),
            files,
            course,
        };
        if let Some(first) = dispatch.give() {
            dispatch.again.push_front(first);
            let mut talk = self.begin(course)?;
            let played = dispatch.run(&mut talk);
            course.tell(Event::Workers(&dispatch.workers));
            if played.is_err() {
                talk.kill();
            } else if !course.control.executor.is_stopped() {
                *self.idle.lock().expect("nothing panics with it") = Some(talk);
            }
            played?;
        }
        Ok(())
    }

    /// Starts the program, if it does not run, and tells it which folder is played into.
    fn begin(
        &self,
        course: &RunCourse<'_, impl Fn(Event<'_>) + Sync>,
    ) -> Result<Dialogue, RunError> {
        let idle = self.idle.lock().expect("nothing panics with it").take();
        let mut talk = match idle {
            Some(talk) => talk,
            None => Dialogue::start(&self.command)?,
        };
        let folder = course.archive().folder();
        let folder = std::path::absolute(folder).map_err(FileError::new("find", folder))?;
        talk.say(&ToExecutor::Begin {
            protocol: PROTOCOL,
            folder,
            program: self.worker.clone(),
            signature: signature().to_string(),
        });
        Ok(talk)
    }
}

/// A unit that is being played somewhere.
#[derive(Clone, Debug)]
struct Given {
    pairs: Range<u64>,
    /// How often it has been given out before.
    failures: u32,
}

/// How long pairs take.
#[derive(Default)]
pub(super) struct Pace {
    pairs: f64,
    seconds: f64,
}

impl Pace {
    /// Older units count less and less: the end of a run may be slower than its beginning.
    pub(super) fn note(&mut self, pairs: u64, seconds: f64) {
        self.pairs = 0.9 * self.pairs + pairs as f64;
        self.seconds = 0.9 * self.seconds + seconds.max(1e-3);
    }

    /// How many pairs fill a unit's time.
    pub(super) fn pairs_per_unit(&self) -> u64 {
        if self.pairs == 0.0 {
            return FIRST_PAIRS;
        }
        (UNIT_SECONDS * self.pairs / self.seconds).max(1.0) as u64
    }
}

/// Which units are where.
struct Dispatch<'r, I: Iterator<Item = u64>, E> {
    units: UnitCutter<I>,
    /// Those that failed and are given out again.
    again: VecDeque<Given>,
    out: BTreeMap<u64, Given>,
    pace: Pace,
    workers: Workers,
    told: Instant,
    is_tested: bool,
    files: &'r UnitFiles<'r>,
    course: &'r RunCourse<'r, E>,
}

impl<I: Iterator<Item = u64>, E: Fn(Event<'_>) + Sync> Dispatch<'_, I, E> {
    fn run(&mut self, talk: &mut Dialogue) -> Result<(), RunError> {
        while !self.course.control.executor.is_stopped() {
            self.withdraw(talk);
            while (self.out.len() as u64) < talk.room && !self.course.control.executor.is_stopped()
            {
                let Some(given) = self.give() else { break };
                let unit = talk.next;
                talk.next += 1;
                talk.say(&ToExecutor::Play {
                    unit,
                    pairs: [given.pairs.start, given.pairs.end],
                    file: self.files.path(&given.pairs),
                });
                self.out.insert(unit, given);
            }
            if talk.room > 0 && self.out.is_empty() {
                break;
            }
            if self.told.elapsed() > TELL_EVERY {
                self.told = Instant::now();
                self.course.tell(Event::Workers(&self.workers));
            }
            match talk.listen()? {
                Some(FromExecutor::Room { units }) => talk.room = units.min(MAX_ROOM),
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

    /// The next unit, if there is one that is still wanted.
    fn give(&mut self) -> Option<Given> {
        let given = self.again.pop_front().or_else(|| {
            let size = self.pace.pairs_per_unit();
            let size = if self.is_tested {
                size.min(MAX_TESTED_PAIRS)
            } else {
                size
            };
            let pairs = self.units.next(size)?;
            Some(Given { pairs, failures: 0 })
        })?;
        self.course.is_wanted(given.pairs.start).then_some(given)
    }

    /// Takes units back that nobody wants any more, since a test has ended before them.
    fn withdraw(&mut self, talk: &mut Dialogue) {
        let is_wanted = |given: &Given| self.course.is_wanted(given.pairs.start);
        let unwanted = self.out.extract_if(.., |_, given| !is_wanted(given));
        for (unit, _) in unwanted {
            talk.say(&ToExecutor::Cancel { unit });
        }
    }

    fn done(&mut self, unit: u64, seconds: f64, worker: &str) -> Result<(), RunError> {
        // One that was taken back may be done all the same.
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
        self.pace.note(pairs, seconds);
        self.workers.done(worker, pairs, seconds);
        games
            .into_iter()
            .try_for_each(|games| self.course.take(games))
    }

    fn failed(&mut self, mut given: Given, why: &str, worker: &str) -> Result<(), RunError> {
        given.failures += 1;
        self.workers.failed(worker, why);
        if given.failures == MAX_TRIES {
            return Err(RunError::Executor(ExecutorError::Unit {
                pairs: given.pairs,
                tries: MAX_TRIES,
                why: format!("{worker}: {why}"),
            }));
        }
        self.course.tell(Event::Failed {
            pairs: &given.pairs,
            worker,
            why,
        });
        self.again.push_back(given);
        Ok(())
    }
}

/// A program that is running, and what it says. It is killed when dropped, with what it has started, if it does not end by
/// itself.
#[derive(Debug)]
struct Dialogue {
    name: String,
    child: Child,
    offspring: Offspring,
    input: Option<Sender<String>>,
    writer: JoinHandle<()>,
    /// The end of its standard input that it reads, too: whether something is left in it.
    unread: PipeReader,
    lines: Receiver<String>,
    /// The number of the next unit: of all runs, since one that was taken back may be done later.
    next: u64,
    /// How many units it wants to have at a time.
    room: u64,
}

impl Dialogue {
    fn start(words: &[String]) -> Result<Dialogue, RunError> {
        let (program, arguments) = words.split_first().ok_or(ExecutorError::Empty)?;
        let name = words.join(" ");
        let failed = |cause| ExecutorError::Start {
            command: name.clone(),
            cause,
        };
        let (unread, input) = io::pipe().map_err(failed)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(unread.try_clone().map_err(failed)?)
            .stdout(Stdio::piped());
        // Ctrl-C is for the run, which then tells the program.
        let offspring = Offspring::of("TRADEWIND_EXECUTOR", &mut command);
        let mut child = command.spawn().map_err(failed)?;
        let lines = hear(child.stdout.take().expect("it is piped"), |_| {}).map_err(failed)?;
        let (input, writer) = tell(input).map_err(failed)?;
        Ok(Dialogue {
            name,
            child,
            offspring,
            input: Some(input),
            writer,
            unread,
            lines,
            next: 0,
            room: 0,
        })
    }

    /// Gives a line to the thread that writes. If the program has ended, its output shows it.
    fn say(&mut self, message: &ToExecutor) {
        let line = serde_json::to_string(message).expect("messages are JSON");
        let input = self.input.as_ref().expect("it is open until the end");
        let _ = input.send(line + "\n");
    }

    /// What it says next; `None` when it has nothing to say for a while.
    fn listen(&mut self) -> Result<Option<FromExecutor>, RunError> {
        let line = match self.lines.recv_timeout(LOOK_EVERY) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
        };
        match serde_json::from_str(&line) {
            Ok(message) => Ok(Some(message)),
            Err(fault) => Err(RunError::Executor(ExecutorError::Message {
                command: self.name.clone(),
                line: quote(&line),
                fault: shortened(&fault.to_string()),
            })),
        }
    }

    /// How it ended; `None` when it does not end though nothing more is wanted.
    fn wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.input = None;
        let begun = Instant::now();
        loop {
            let status = self.child.try_wait()?;
            let waited = begun.elapsed();
            if status.is_some()
                || waited > END_WITHIN
                || (waited > READ_WITHIN && !self.has_read_all())
            {
                return Ok(status);
            }
            thread::sleep(LOOK_EVERY);
        }
    }

    /// Whether it has read all that it was told.
    fn has_read_all(&mut self) -> bool {
        // With nobody left who writes, reading does not block.
        self.writer.is_finished() && self.unread.read(&mut [0]).is_ok_and(|read| read == 0)
    }

    /// Kills it and what it has started.
    fn kill(&mut self) {
        self.offspring.kill(self.child.id());
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn ended(&mut self) -> RunError {
        let status = match self.wait() {
            Ok(Some(status)) => status.to_string(),
            Ok(None) => "it closed its output".to_string(),
            Err(cause) => cause.to_string(),
        };
        RunError::Executor(ExecutorError::Ended {
            command: self.name.clone(),
            status,
        })
    }
}

impl Drop for Dialogue {
    /// Tells that nothing more is wanted, waits until it has ended, and kills it if it does not end.
    fn drop(&mut self) {
        // Nobody is left to hear of a fault.
        if !matches!(self.wait(), Ok(Some(_))) {
            self.kill();
        }
    }
}
