//! A conversation with the other program: the game, the clocks, and a search that is going on.

use super::answers::{brief, thinking};
use super::clocks::XboardClocks;
use super::variant::XboardVariant;
use crate::commands::uci::{MAX_HASH, STACK, affordable, say};
use anyhow::bail;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::Instant;
use tradewind_engine::board::Square;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules::built_in;
use tradewind_engine::search::{Limits, MAX_THREADS, SearchInfo, Searcher};
use tradewind_engine::{Color, Outcome, Play};

/// The default size of the transposition table, in megabytes.
const MEMORY: usize = 64;
/// What the conversation goes by.
pub enum XboardEvent {
    /// The other program said something.
    Line(String),
    /// A search has found something.
    Found(Box<FoundMove>),
    /// The other program says no more.
    End,
}

/// What a search has found.
pub struct FoundMove {
    info: SearchInfo,
    /// The number of the search.
    number: u64,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq)]
enum SearchPurpose {
    /// Its move is to be played.
    Play,
    Hint,
    /// To say what it sees until the position is another one.
    Analysis,
}

/// A search that is going on.
struct RunningSearch {
    stop: Arc<AtomicBool>,
    begin: Instant,
    /// Its last result.
    seen: Arc<Mutex<Option<SearchInfo>>>,
    /// Gives the searcher back.
    thread: JoinHandle<Searcher>,
    purpose: SearchPurpose,
}

impl RunningSearch {
    /// Its last result.
    fn last_seen(&self) -> Option<SearchInfo> {
        self.seen.lock().expect("it is set, no more").clone()
    }
}

/// The state of the conversation.
pub struct XboardSession {
    variants: Vec<XboardVariant>,
    /// Rule sets that are no variants, by id, and why.
    refused: Vec<(String, String)>,
    variant: XboardVariant,
    play: Play,
    past: Vec<Play>,
    /// The squares by which the piece that is lifted has gone.
    lifted: Vec<Square>,
    /// The side that the program plays; none while it only keeps the board.
    own: Option<Color>,
    /// Whether every position is analysed.
    analyses: bool,
    clocks: XboardClocks,
    posts: bool,
    memory: usize,
    threads: usize,
    searcher: Option<Searcher>,
    /// Whether the next search needs another searcher.
    is_stale: bool,
    search: Option<RunningSearch>,
    /// How many searches there were.
    searches: u64,
    events: Sender<XboardEvent>,
}

impl XboardSession {
    /// A conversation at its beginning; the rule files are variants beside those of the program.
    pub fn new(files: &[String], events: Sender<XboardEvent>) -> anyhow::Result<XboardSession> {
        let (mut variants, mut refused) = (Vec::<XboardVariant>::new(), Vec::new());
        let others = built_in().into_iter().filter(|id| !files.contains(id));
        for rules in files.iter().cloned().chain(others) {
            match XboardVariant::load(&rules)? {
                Ok(variant) => {
                    let same = variants.iter().find(|known| known.name == variant.name);
                    if let Some(same) = same {
                        bail!(
                            "{} and {rules} would both be the variant {}; give the file another name",
                            same.game.spec().id,
                            variant.name
                        );
                    }
                    variants.push(variant);
                }
                // What was asked for must be told.
                Err(why) if files.contains(&rules) => bail!(why),
                Err(why) => refused.push((rules, why)),
            }
        }
        let chess = variants.iter().find(|variant| variant.name == "normal");
        let variant = chess.expect("chess can be told").clone();
        Ok(XboardSession {
            play: variant.start().map_err(anyhow::Error::msg)?,
            variant,
            variants,
            refused,
            past: Vec::new(),
            lifted: Vec::new(),
            own: Some(Color::Black),
            analyses: false,
            clocks: XboardClocks::default(),
            posts: false,
            memory: MEMORY,
            threads: 1,
            searcher: None,
            is_stale: false,
            search: None,
            searches: 0,
            events,
        })
    }

    /// Does what a line says; whether the conversation goes on.
    pub fn obey(&mut self, line: &str) -> anyhow::Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number = || {
            rest.split_whitespace()
                .next()
                .and_then(|one| one.parse::<u64>().ok())
        };
        match word {
            "quit" => return Ok(false),
            "protover" => self.introduce()?,
            "new" => self.begin("normal")?,
            "variant" => self.begin(rest)?,
            "analyze" => {
                self.stop();
                (self.own, self.analyses) = (None, true);
                self.think(SearchPurpose::Analysis)?;
            }
            "exit" if self.analyses => {
                self.stop();
                self.analyses = false;
            }
            "ping" => say(format_args!("pong {}", brief(rest)))?,
            "result" => {
                self.stop();
                self.own = None;
            }
            "force" => {
                self.stop();
                (self.own, self.analyses) = (None, false);
            }
            "go" => {
                self.stop();
                (self.own, self.analyses) = (Some(self.play.side()), false);
                self.think(SearchPurpose::Play)?;
            }
            "playother" => {
                self.stop();
                (self.own, self.analyses) = (Some(self.play.side().other()), false);
            }
            "usermove" => self.take_move(rest)?,
            "setboard" => self.set_board(rest)?,
            "undo" => self.undo(1)?,
            "remove" => self.undo(2)?,
            "level" => match XboardClocks::level(rest) {
                Some(clocks) => self.clocks = clocks,
                None => say(format_args!(
                    "Error (three numbers are needed): level {}",
                    brief(rest)
                ))?,
            },
            "st" => self.clocks = number().map(XboardClocks::exactly).unwrap_or_default(),
            "sd" => self.clocks.depth = number().map(|depth| depth.min(1_000) as u32),
            "time" => self.clocks.left = number().map(|left| left.saturating_mul(10)),
            "?" => self.hurry(),
            "." => self.tell_course()?,
            // The move that it looks for is not told before it is played.
            "hint" if self.is_to_play() => {}
            "hint" => self.think(SearchPurpose::Hint)?,
            "draw" => self.answer_draw()?,
            "post" => self.posts = true,
            "nopost" => self.posts = false,
            "memory" => {
                match number().map(|megabytes| megabytes.clamp(1, MAX_HASH as u64) as usize) {
                    Some(megabytes) if affordable(megabytes) == megabytes => {
                        (self.memory, self.is_stale) = (megabytes, true);
                        self.analyse()?;
                    }
                    _ => say(format_args!(
                        "Error (there are no such megabytes): memory {}",
                        brief(rest)
                    ))?,
                }
            }
            "cores" => {
                self.threads =
                    number().map_or(1, |cores| cores.clamp(1, MAX_THREADS as u64) as usize);
                self.is_stale = true;
                self.analyse()?;
            }
            "lift" => self.lift(rest)?,
            "put" => self.put(rest),
            "" | "exit" | "xboard" | "accepted" | "rejected" | "random" | "hard" | "easy"
            | "otim" | "hover" | "computer" | "name" | "rating" | "ics" | "nps" | "white"
            | "black" => {}
            _ => say(format_args!("Error (unknown command): {}", brief(line)))?,
        }
        Ok(true)
    }

    fn introduce(&self) -> io::Result<()> {
        let names: Vec<&str> = self.variants.iter().map(|one| one.name.as_str()).collect();
        say(format_args!(
            "feature done=0\n\
             feature ping=1 setboard=1 usermove=1 playother=1 colors=0 draw=1 highlight=1 memory=1 smp=1 analyze=1 sigint=0 sigterm=0 debug=1\n\
             feature myname=\"Tradewind {}\" variants=\"{}\"\n\
             feature done=1",
            env!("CARGO_PKG_VERSION"),
            names.join(",")
        ))
    }

    /// Begins a game of a variant, in which the program plays Black.
    fn begin(&mut self, name: &str) -> io::Result<()> {
        let shown = brief(name);
        let known = self.variants.iter().find(|one| one.name == name).cloned();
        let Some(variant) = known else {
            let why = self.refused.iter().find(|(rules, _)| rules == name);
            let why = why.map_or("there is no such variant", |(_, why)| why.as_str());
            return say(format_args!("Error ({why}): variant {shown}"));
        };
        let play = match variant.start() {
            Ok(play) => play,
            Err(fault) => return say(format_args!("Error ({fault}): variant {shown}")),
        };
        self.stop();
        let setup = variant.setup(&play);
        if !setup.is_empty() {
            say(setup.trim_end())?;
        }
        (self.variant, self.play) = (variant, play);
        self.past.clear();
        self.own = (!self.analyses).then_some(Color::Black);
        self.clocks.depth = None;
        self.is_stale = true;
        self.analyse()
    }

    fn set_board(&mut self, text: &str) -> io::Result<()> {
        match self.variant.parse(text) {
            Ok(play) => {
                self.stop();
                self.play = play;
                self.past.clear();
                self.analyse()
            }
            Err(fault) => say(format_args!("tellusererror Illegal position: {fault}")),
        }
    }

    fn take_move(&mut self, text: &str) -> io::Result<()> {
        self.lifted.clear();
        let Some(one) = self.variant.find(&self.play, text) else {
            return say(format_args!("Illegal move: {}", brief(text)));
        };
        self.stop();
        self.past.push(self.play.clone());
        self.play.play_unchecked(one);
        self.tell_end()?;
        match self.own == Some(self.play.side()) {
            true => self.think(SearchPurpose::Play),
            false => self.analyse(),
        }
    }

    fn undo(&mut self, plies: usize) -> io::Result<()> {
        let Some(left) = self.past.len().checked_sub(plies) else {
            let word = if plies == 1 { "undo" } else { "remove" };
            return say(format_args!("Error (no move to take back): {word}"));
        };
        self.stop();
        self.play = self.past[left].clone();
        self.past.truncate(left);
        self.analyse()
    }

    /// Shows where the piece on a square may go, or go on.
    fn lift(&mut self, square: &str) -> io::Result<()> {
        let Some(square) = self.variant.square_of(square) else {
            return Ok(());
        };
        if self.lifted.len() < 2 || self.lifted.last() != Some(&square) {
            self.lifted = vec![square];
        }
        say(format_args!(
            "highlight {}",
            self.variant.marks(&self.play, &self.lifted)
        ))
    }

    /// Remembers a square that a piece goes on from.
    fn put(&mut self, square: &str) {
        let square = self.variant.square_of(square);
        self.lifted
            .extend(square.filter(|_| !self.lifted.is_empty()));
        if !self.variant.goes_on(&self.play, &self.lifted) {
            self.lifted.clear();
        }
    }

    /// Says how the game is over, if it is.
    fn tell_end(&self) -> io::Result<()> {
        let Some((outcome, ending)) = self.play.over() else {
            return Ok(());
        };
        let result = match outcome {
            Outcome::Win(Color::White) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
        };
        say(format_args!("{result} {{{}}}", ending.name()))
    }

    /// Takes a draw where it sees itself no better: by the search that is going on, or else without looking ahead.
    fn answer_draw(&mut self) -> io::Result<()> {
        let Some(own) = self.own else {
            return Ok(());
        };
        let value = match &self.search {
            Some(search) => search.last_seen().map(|info| info.score.cp()),
            None => {
                self.prepare();
                let searcher = self.searcher.as_ref().expect("it was made");
                Some(searcher.static_eval(&self.play))
            }
        };
        let is_own_move = self.play.side() == own;
        match value {
            Some(value) if (is_own_move && value <= 0) || (!is_own_move && value >= 0) => {
                say("offer draw")
            }
            _ => Ok(()),
        }
    }

    /// Says how far the analysis has come: hundredths of a second, nodes, depth. How many moves are left at that depth is not known.
    fn tell_course(&self) -> io::Result<()> {
        let running = self.search.as_ref();
        let Some(search) = running.filter(|search| search.purpose == SearchPurpose::Analysis)
        else {
            return Ok(());
        };
        let seen = search.last_seen();
        let (depth, nodes) = seen.map_or((0, 0), |info| (info.depth, info.nodes));
        let time = search.begin.elapsed().as_millis() / 10;
        say(format_args!("stat01: {time} {nodes} {depth} 0 0"))
    }

    /// Whether a search is going on whose move is to be played.
    fn is_to_play(&self) -> bool {
        let running = self.search.as_ref();
        running.is_some_and(|search| search.purpose == SearchPurpose::Play)
    }

    /// Has a search that is to play a move come to its end.
    fn hurry(&self) {
        if let Some(search) = self.search.as_ref().filter(|_| self.is_to_play()) {
            search.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends a search that is going on, whose move is forgotten.
    pub fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.store(true, Ordering::Relaxed);
            self.searcher = search.thread.join().ok();
        }
    }

    /// Makes a searcher unless one fits.
    fn prepare(&mut self) {
        if self.searcher.is_none() || self.is_stale {
            (self.searcher, self.is_stale) = (None, false);
            let game = &self.variant.game;
            let megabytes = affordable(self.memory) as f64;
            let mut searcher = Searcher::new(game, &Weights::of(game.spec()), megabytes);
            searcher.set_threads(self.threads);
            self.searcher = Some(searcher);
        }
    }

    /// Searches the position without end, where every one is analysed.
    fn analyse(&mut self) -> io::Result<()> {
        match self.analyses {
            true => self.think(SearchPurpose::Analysis),
            false => Ok(()),
        }
    }

    /// Searches in a thread of its own.
    fn think(&mut self, purpose: SearchPurpose) -> io::Result<()> {
        self.stop();
        if self.play.over().is_some() {
            return Ok(());
        }
        self.prepare();
        let mut searcher = self.searcher.take().expect("it was made");
        let stop = Arc::new(AtomicBool::new(false));
        let is_endless = purpose == SearchPurpose::Analysis;
        let limits = match is_endless {
            true => Limits::default(),
            false => self.clocks.limits(self.past.len()),
        };
        let limits = Limits {
            stop: Some(Arc::clone(&stop)),
            ..limits
        };
        self.searches += 1;
        let (number, posts) = (self.searches, self.posts || is_endless);
        let (variant, play, events) =
            (self.variant.clone(), self.play.clone(), self.events.clone());
        let seen = Arc::new(Mutex::new(None));
        let sees = Arc::clone(&seen);
        let started = Builder::new().stack_size(STACK).spawn(move || {
            let info = searcher.search(&play, &limits, |info| {
                *sees.lock().expect("it is read, no more") = Some(info.clone());
                if posts {
                    // When nobody reads any more, the end of the input ends the program.
                    let _ = say(thinking(&variant, &play, info));
                }
            });
            let _ = events.send(XboardEvent::Found(Box::new(FoundMove { info, number })));
            searcher
        });
        match started {
            Ok(thread) => {
                self.search = Some(RunningSearch {
                    stop,
                    begin: Instant::now(),
                    seen,
                    thread,
                    purpose,
                });
                Ok(())
            }
            Err(fault) => say(format_args!("Error (cannot begin): {fault}")),
        }
    }

    /// Plays the move that a search has found, unless that was given up.
    pub fn found(&mut self, found: FoundMove) -> anyhow::Result<bool> {
        if found.number != self.searches {
            return Ok(true);
        }
        let Some(search) = self.search.take() else {
            return Ok(true);
        };
        self.searcher = search.thread.join().ok();
        let Some(best) = found.info.best_move() else {
            return Ok(true);
        };
        let text = self.variant.write(&self.play, best);
        match search.purpose {
            SearchPurpose::Analysis => return Ok(true),
            SearchPurpose::Hint => {
                say(format_args!("Hint: {text}"))?;
                self.analyse()?;
                return Ok(true);
            }
            SearchPurpose::Play => {}
        }
        self.past.push(self.play.clone());
        self.play.play_unchecked(best);
        // Each leg has a line of its own.
        say(format_args!("move {}", text.replace(',', ",\nmove ")))?;
        self.tell_end()?;
        Ok(true)
    }
}
