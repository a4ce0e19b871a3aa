//! A conversation with another program: what has been said and what is going on.

use super::command::{Go, UciCommand};
use super::jobs::{Job, SearchedPosition};
use super::options::{Change, Options, affordable};
use super::output::{inform, say};
use super::position;
use crate::piece_worth::piece_lines;
use anyhow::anyhow;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::notation::{Notation, quote};
use tradewind_engine::search::Searcher;
use tradewind_engine::{Game, Play};

/// Room for the deepest search on the largest board, in bytes.
pub const STACK: usize = 64 << 20;

/// The state of the conversation.
pub struct Session {
    options: Options,
    game: Game,
    notation: Notation,
    play: Play,
    /// Made when it is first needed, gone while a job has it.
    searcher: Option<Searcher>,
    job: Option<Running>,
}

/// A job in its thread, which gives the searcher back.
struct Running {
    stop: Arc<AtomicBool>,
    /// Set before the other when its best move is not asked for any more.
    is_given_up: Arc<AtomicBool>,
    /// The search that begins with `ponderhit`.
    ponders: Option<Go>,
    thread: JoinHandle<Searcher>,
}

impl Session {
    /// A conversation at its beginning: the start of a game of chess.
    pub fn new() -> anyhow::Result<Session> {
        let options = Options::default();
        let game = Game::load(&options.variant, &options.settings)?;
        Ok(Session {
            notation: Notation::of(&game),
            play: position::start(&game).map_err(|fault| anyhow!(fault))?,
            options,
            game,
            searcher: None,
            job: None,
        })
    }

    /// Carries out a command. Whatever needs the searcher or changes the game ends a job that is
    /// going on.
    pub fn obey(&mut self, command: UciCommand) -> io::Result<()> {
        match command {
            UciCommand::Nothing | UciCommand::Quit => Ok(()),
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => {
                if self.job.is_none() {
                    self.prepare()?;
                }
                say("readyok")
            }
            UciCommand::NewGame => {
                self.forget();
                Ok(())
            }
            UciCommand::Set { name, value } => self.set(&name, &value),
            UciCommand::Position(words) => {
                match position::read(&self.game, self.notation, &words) {
                    Ok((play, fault)) => {
                        self.play = play;
                        match fault {
                            Some(fault) => {
                                inform(format_args!("{fault}; the position before it is kept"))
                            }
                            None => Ok(()),
                        }
                    }
                    Err(fault) => inform(format_args!("the position stays as it was: {fault}")),
                }
            }
            UciCommand::Go(go) => self.go(go),
            UciCommand::Stop => {
                self.stop();
                Ok(())
            }
            UciCommand::PonderHit => self.ponder_hit(),
            UciCommand::Show => say(position::show(&self.game, self.notation, &self.play)),
            UciCommand::Eval => self.eval(),
            UciCommand::Bench(depth) => self.begin(Job::Bench(depth)),
            UciCommand::Unknown(message) => inform(message),
        }
    }

    /// Says what the position is worth without looking ahead, for the side to move.
    fn eval(&mut self) -> io::Result<()> {
        self.stop();
        self.prepare()?;
        let searcher = self.searcher.as_ref().expect("it was made");
        inform(format_args!(
            "score cp {}",
            searcher.static_eval(&self.play)
        ))?;
        for line in piece_lines(&self.game, searcher, &self.play) {
            inform(line)?;
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        say(format_args!(
            "id name Tradewind {}\nid author the authors of Tradewind",
            env!("CARGO_PKG_VERSION")
        ))?;
        for option in self.options.list(&self.game) {
            say(option)?;
        }
        say("uciok")
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        let mut options = self.options.clone();
        let change = match options.set(&self.game, name, value) {
            Ok(change) => change,
            Err(fault) => return inform(format_args!("option {}: {fault}", quote(name))),
        };
        match change {
            Change::Forget => self.forget(),
            Change::Nothing => self.options = options,
            Change::Searcher => {
                self.stop();
                self.options = options;
                self.searcher = None;
            }
            Change::SearcherOptions => {
                self.stop();
                self.options = options;
                self.set_searcher_options();
            }
            Change::Rules => {
                let loaded = Game::load(&options.variant, &options.settings);
                let loaded = loaded.map_err(|fault| fault.to_string());
                let begun = loaded.and_then(|game| {
                    let play = position::start(&game)?;
                    Ok((game, play))
                });
                match begun {
                    Ok((game, play)) => {
                        self.stop();
                        self.notation = Notation::of(&game);
                        (self.game, self.play) = (game, play);
                        self.options = options;
                        self.searcher = None;
                    }
                    Err(fault) => inform(format_args!("option {}: {fault}", quote(name)))?,
                }
            }
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        for complaint in &go.complaints {
            inform(complaint)?;
        }
        match go.perft {
            Some(depth) => self.begin(Job::Perft(depth)),
            None => self.begin(Job::Search(go)),
        }
    }

    /// The move that was counted on was played: searches anew, by its limits, with what was found meanwhile.
    fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(job) = &mut self.job else {
            return Ok(());
        };
        let Some(go) = job.ponders.take() else {
            return Ok(());
        };
        job.is_given_up.store(true, Ordering::Relaxed);
        self.begin(Job::Search(Go {
            ponder: false,
            ..go
        }))
    }

    /// Begins a job in a thread of its own.
    fn begin(&mut self, job: Job) -> io::Result<()> {
        self.stop();
        self.prepare()?;
        let Some(mut searcher) = self.searcher.take() else {
            return inform("there is no memory to search with; make Hash smaller");
        };
        let [stop, is_given_up] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let place = SearchedPosition {
            game: self.game.clone(),
            notation: self.notation,
            play: self.play.clone(),
            stop: Arc::clone(&stop),
            is_given_up: Arc::clone(&is_given_up),
            tells_answer: self.options.ponder,
        };
        let ponders = match &job {
            Job::Search(go) if go.ponder => Some(go.clone()),
            _ => None,
        };
        let started = Builder::new().stack_size(STACK).spawn(move || {
            // When nobody reads any more, the reading of commands ends the program.
            let _ = place.work(job, &mut searcher);
            searcher
        });
        match started {
            Ok(thread) => {
                self.job = Some(Running {
                    stop,
                    is_given_up,
                    ponders,
                    thread,
                });
            }
            Err(fault) => inform(format_args!("cannot begin: {fault}"))?,
        }
        Ok(())
    }

    /// Ends the job that is going on, if any; it has said its last word then.
    pub fn stop(&mut self) {
        if let Some(job) = self.job.take() {
            job.stop.store(true, Ordering::Release);
            self.searcher = job.thread.join().ok();
        }
    }

    fn forget(&mut self) {
        self.stop();
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }

    /// Tells the searcher how many threads and lines it has.
    fn set_searcher_options(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.set_threads(self.options.threads);
            searcher.set_multi_pv(self.options.multi_pv);
        }
    }

    /// Makes the searcher if there is none.
    fn prepare(&mut self) -> io::Result<()> {
        if self.searcher.is_some() {
            return Ok(());
        }
        let weights = match self.options.load_weights(&self.game) {
            Ok(weights) => weights,
            Err(fault) => {
                inform(format_args!("{fault}\nthe built-in weights are used"))?;
                Weights::of(self.game.spec())
            }
        };
        let affordable = affordable(self.options.hash);
        if affordable < self.options.hash {
            self.options.hash = affordable;
            inform(format_args!("not enough memory; Hash is now {affordable}"))?;
        }
        let megabytes = affordable as f64;
        self.searcher = Some(Searcher::new(&self.game, &weights, megabytes));
        self.set_searcher_options();
        Ok(())
    }
}
