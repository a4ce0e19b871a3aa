//! The state of a session.

use super::command::{Go, UciCommand};
use super::jobs::{Job, JobContext};
use super::options::{Change, Options};
use super::position::{set_up, show};
use crate::history::first_array;
use crate::search_thread::{SearchThread, affordable_hash};
use crate::{Output, ProtocolError, piece_values};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::notation::{Notation, quote};
use tradewind_engine::search::Searcher;
use tradewind_engine::{Game, Rules};

/// A session with another program.
pub struct UciSession {
    output: Output,
    options: Options,
    rules: Rules,
    notation: Notation,
    game: Game,
    thread: SearchThread,
    /// The arguments of the running `go ponder`, until `ponderhit`.
    ponders: Option<Go>,
    /// Whether the running job ends only by a further command.
    is_endless: bool,
    /// Whether the running search ends without `bestmove`.
    is_silent: Arc<AtomicBool>,
}

impl UciSession {
    /// A new session, in the start position of the first of some rule files, which are variants
    /// beside the built-in rule sets; without any, in that of chess.
    ///
    /// # Errors
    /// A file cannot be loaded, or has the name of another variant.
    pub fn new(files: &[String], output: Output) -> Result<UciSession, ProtocolError> {
        let options = Options::with_files(files).map_err(ProtocolError::Variant)?;
        for file in files.iter().skip(1) {
            Rules::load(file, &[])?;
        }
        let rules = Rules::load(options.rules(), &options.settings)?;
        Ok(UciSession {
            output,
            notation: Notation::of(&rules),
            game: first_array(&rules).map_err(ProtocolError::Variant)?,
            options,
            rules,
            thread: SearchThread::default(),
            ponders: None,
            is_endless: false,
            is_silent: Arc::default(),
        })
    }

    /// Carries out a command. `quit` is left to the caller.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn obey(&mut self, command: UciCommand) -> io::Result<()> {
        match command {
            UciCommand::Nothing | UciCommand::Quit => Ok(()),
            UciCommand::Uci => {
                self.output.say(format_args!(
                    "id name Tradewind {}\nid author the authors of Tradewind",
                    env!("CARGO_PKG_VERSION")
                ))?;
                for declaration in self.options.declarations(&self.rules) {
                    self.output.say(declaration)?;
                }
                self.output.say("uciok")
            }
            UciCommand::IsReady => {
                if !self.thread.is_busy() {
                    self.prepare()?;
                }
                self.output.say("readyok")
            }
            UciCommand::NewGame => {
                self.clear_hash();
                Ok(())
            }
            UciCommand::Set { name, value } => match self.set_option(&name, &value) {
                Ok(()) => Ok(()),
                Err(error) => {
                    (self.output).inform(format_args!("option {}: {error}", quote(&name)))
                }
            },
            UciCommand::Position(arguments) => {
                match set_up(&self.rules, self.notation, &arguments) {
                    Ok((game, error)) => {
                        self.game = game;
                        error.map_or(Ok(()), |error| {
                            let kept = "the position before it is kept";
                            self.output.inform(format_args!("{error}; {kept}"))
                        })
                    }
                    Err(error) => {
                        (self.output).inform(format_args!("the position is not changed: {error}"))
                    }
                }
            }
            UciCommand::Go(go) => {
                for error in &go.errors {
                    self.output.inform(error)?;
                }
                self.start(match go.perft {
                    Some(depth) => Job::Perft(depth),
                    None => Job::Search(go),
                })
            }
            UciCommand::Stop => {
                self.stop();
                Ok(())
            }
            UciCommand::PonderHit => self.ponder_hit(),
            UciCommand::Show => (self.output).say(show(&self.rules, self.notation, &self.game)),
            UciCommand::Eval => self.evaluate(),
            UciCommand::Bench(depth) => self.start(Job::Bench(depth)),
            UciCommand::Unknown(message) => self.output.inform(message),
        }
    }

    /// Prints the static evaluation for the side to move.
    fn evaluate(&mut self) -> io::Result<()> {
        self.stop();
        self.prepare()?;
        if let Some(searcher) = &mut self.thread.idle {
            let score = searcher.static_eval(&self.game);
            self.output.inform(format_args!("score cp {score}"))?;
            for line in piece_values(&self.rules, searcher, &self.game) {
                self.output.inform(line)?;
            }
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut options = self.options.clone();
        let change = options.set(&self.rules, name, value)?;
        if change == Change::Rules {
            let rules = Rules::load(options.rules(), &options.settings);
            let rules = rules.map_err(|error| error.to_string())?;
            self.game = first_array(&rules)?;
            self.notation = Notation::of(&rules);
            self.rules = rules;
        }
        if change != Change::Nothing {
            self.stop();
        }
        self.options = options;
        match change {
            Change::Rules | Change::Searcher => self.thread.idle = None,
            Change::SearcherSettings => self.apply_searcher_settings(),
            Change::ClearHash => self.clear_hash(),
            Change::Nothing => {}
        }
        Ok(())
    }

    /// Searches again with the limits of `go ponder`, and with the hash table of the search until now.
    fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(go) = self.ponders.take() else {
            return Ok(());
        };
        self.is_silent.store(true, Ordering::Relaxed);
        self.start(Job::Search(Go {
            ponder: false,
            ..go
        }))
    }

    fn start(&mut self, job: Job) -> io::Result<()> {
        self.stop();
        self.prepare()?;
        self.ponders = match &job {
            Job::Search(go) if go.ponder => Some(go.clone()),
            _ => None,
        };
        self.is_endless = matches!(&job, Job::Search(go) if go.is_endless());
        self.is_silent = Arc::default();
        let mut context = JobContext {
            rules: self.rules.clone(),
            notation: self.notation,
            game: self.game.clone(),
            output: self.output.clone(),
            stop: Arc::default(),
            is_silent: Arc::clone(&self.is_silent),
            overhead: self.options.overhead,
        };
        let started = self.thread.start(move |searcher, stop| {
            context.stop = Arc::clone(stop);
            // If nobody reads the output, the end of the input ends the session.
            let _ = context.run(job, searcher);
        });
        started.or_else(|error| self.output.inform(format_args!("cannot start: {error}")))
    }

    /// Stops the running job. It prints its last line first.
    pub fn stop(&mut self) {
        self.thread.stop();
        self.ponders = None;
    }

    /// Ends the session when there is no more input: the running job is finished, so that a script may end with `go`.
    pub fn finish(&mut self) {
        if !self.is_endless {
            self.thread.wait();
        }
        self.stop();
    }

    fn clear_hash(&mut self) {
        self.stop();
        if let Some(searcher) = &mut self.thread.idle {
            searcher.clear();
        }
    }

    fn apply_searcher_settings(&mut self) {
        if let Some(searcher) = &mut self.thread.idle {
            searcher.set_threads(self.options.threads);
            searcher.set_multi_pv(self.options.multi_pv);
        }
    }

    fn prepare(&mut self) -> io::Result<()> {
        if self.thread.idle.is_some() {
            return Ok(());
        }
        let weights = match self.options.load_weights(&self.rules) {
            Ok(weights) => weights,
            Err(error) => {
                self.output
                    .inform(format_args!("{error}\nthe built-in weights are used"))?;
                Weights::of(self.rules.spec())
            }
        };
        let hash = affordable_hash(self.options.hash);
        if hash < self.options.hash {
            self.options.hash = hash;
            self.output
                .inform(format_args!("not enough memory; Hash is now {hash}"))?;
        }
        let searcher = Searcher::new(&self.rules, &weights, hash as f64);
        self.thread.idle = Some(searcher);
        self.apply_searcher_settings();
        Ok(())
    }
}
