//! The state of a session.

use super::variant::XboardVariant;
use crate::history::{first_array, write_line};
use crate::search_thread::{MAX_HASH, SearchThread, affordable_hash};
use crate::{GameHistory, Output, ProtocolError};
use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tradewind_engine::board::Square;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::notation::quote;
use tradewind_engine::rules::built_in;
use tradewind_engine::search::{Limits, MAX_THREADS, MOVE_OVERHEAD, Score, SearchInfo, Searcher};
use tradewind_engine::{Color, Game, Outcome};

/// The default size of the transposition table, in megabytes.
const DEFAULT_HASH: usize = 64;
/// The time for a move without clocks and limits, in milliseconds.
const DEFAULT_MOVE_TIME: u64 = 1_000;
/// The score of a mate in no moves.
const MATE: i64 = 100_000;

pub enum XboardEvent {
    Line(String),
    /// The search with a number has ended.
    SearchEnded(u64, Box<SearchInfo>),
    End,
}

#[derive(Clone, Copy, PartialEq)]
enum SearchPurpose {
    /// Its move is played.
    Play,
    /// Its move is shown.
    Hint,
    /// It is shown until the position changes.
    Analysis,
}

struct RunningSearch {
    purpose: SearchPurpose,
    begin: Instant,
    /// The last completed iteration.
    last: Arc<Mutex<Option<SearchInfo>>>,
}

impl RunningSearch {
    fn last_info(&self) -> Option<SearchInfo> {
        self.last.lock().expect("no thread panics").clone()
    }
}

/// The clock of the program, in milliseconds.
#[derive(Clone, Copy, Default)]
struct XboardClock {
    /// The moves of a time control; 0 for the whole game.
    moves: u64,
    increment: u64,
    /// Time left.
    left: Option<u64>,
    move_time: Option<u64>,
    depth: Option<u32>,
}

impl XboardClock {
    /// Parses the arguments of `level`: `MOVES MINUTES[:SECONDS] INCREMENT`.
    fn parse_level(text: &str) -> Option<XboardClock> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [moves, base, increment] = words[..] else {
            return None;
        };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let minutes: u64 = minutes.parse().ok()?;
        let left = minutes
            .checked_mul(60)?
            .checked_add(seconds.parse().ok()?)?;
        let increment: f64 = increment.parse().ok()?;
        Some(XboardClock {
            moves: moves.parse().ok()?,
            increment: (increment.clamp(0.0, 1e6) * 1_000.0) as u64,
            left: Some(left.saturating_mul(1_000)),
            ..XboardClock::default()
        })
    }

    /// The limits of a search after a number of plies.
    fn limits(&self, plies: usize) -> Limits {
        let time = match (self.move_time, self.left) {
            (Some(time), _) => Limits::of_time(time),
            (None, Some(left)) => {
                let played = plies as u64 / 2;
                let to_go = (self.moves > 0).then(|| self.moves - played % self.moves);
                Limits::of_clock(left, self.increment, to_go, MOVE_OVERHEAD)
            }
            (None, None) if self.depth.is_some() => Limits::default(),
            (None, None) => Limits::of_time(DEFAULT_MOVE_TIME),
        };
        Limits {
            depth: self.depth,
            ..time
        }
    }
}

pub struct XboardSession {
    output: Output,
    variants: Vec<XboardVariant>,
    /// Rule sets that are not variants, and the reasons.
    refused: Vec<(String, String)>,
    variant: XboardVariant,
    history: GameHistory,
    /// The squares of the path of the lifted piece.
    lifted: Vec<Square>,
    /// The side of the program; `None` in force mode.
    own: Option<Color>,
    is_analysing: bool,
    clock: XboardClock,
    /// Whether to print the principal variation of each iteration.
    posts: bool,
    hash: usize,
    threads: usize,
    thread: SearchThread,
    /// Whether the next search needs a new searcher.
    is_stale: bool,
    search: Option<RunningSearch>,
    searches: u64,
    events: Sender<XboardEvent>,
}

impl XboardSession {
    /// A new session, in the start position of chess.
    ///
    /// # Errors
    /// One of `files` cannot be loaded, cannot be a variant, or has the name of another one.
    pub fn new(
        files: &[String],
        output: Output,
        events: Sender<XboardEvent>,
    ) -> Result<XboardSession, ProtocolError> {
        let (mut variants, mut refused) = (Vec::<XboardVariant>::new(), Vec::new());
        let others = built_in().into_iter().filter(|id| !files.contains(id));
        for rules in files.iter().cloned().chain(others) {
            match XboardVariant::load(&rules) {
                Ok(variant) => {
                    let same = variants.iter().find(|known| known.name == variant.name);
                    if let Some(same) = same {
                        return Err(ProtocolError::Variant(format!(
                            "{} and {rules} would both be the variant {}; give the file another name",
                            same.rules.spec().id,
                            variant.name
                        )));
                    }
                    variants.push(variant);
                }
                Err(ProtocolError::Variant(reason)) if !files.contains(&rules) => {
                    refused.push((rules, reason));
                }
                Err(error) => return Err(error),
            }
        }
        let chess = variants.iter().find(|variant| variant.name == "normal");
        let variant = chess.expect("chess is a variant").clone();
        let start = first_array(&variant.rules).map_err(ProtocolError::Variant)?;
        Ok(XboardSession {
            output,
            history: GameHistory::new(start),
            variant,
            variants,
            refused,
            lifted: Vec::new(),
            own: Some(Color::Black),
            is_analysing: false,
            clock: XboardClock::default(),
            posts: false,
            hash: DEFAULT_HASH,
            threads: 1,
            thread: SearchThread::default(),
            is_stale: false,
            search: None,
            searches: 0,
            events,
        })
    }

    /// Carries out a command. Returns false at `quit`.
    pub fn obey(&mut self, line: &str) -> io::Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number = || {
            let first = rest.split_whitespace().next();
            first.and_then(|word| word.parse::<u64>().ok())
        };
        match word {
            "quit" => return Ok(false),
            "protover" => self.introduce()?,
            "new" => self.begin("normal")?,
            "variant" => self.begin(rest)?,
            "analyze" => {
                self.set_mode(None, true);
                self.think(SearchPurpose::Analysis)?;
            }
            "exit" if self.is_analysing => {
                self.stop();
                self.is_analysing = false;
            }
            "ping" => self.output.say(format_args!("pong {}", excerpt(rest)))?,
            "result" => {
                self.stop();
                self.own = None;
            }
            "force" => self.set_mode(None, false),
            "go" => {
                self.set_mode(Some(self.history.position().side()), false);
                self.think(SearchPurpose::Play)?;
            }
            "playother" => self.set_mode(Some(self.history.position().side().other()), false),
            "usermove" => self.take_move(rest)?,
            "setboard" => self.set_board(rest)?,
            "undo" => self.undo(1)?,
            "remove" => self.undo(2)?,
            "level" => match XboardClock::parse_level(rest) {
                Some(clock) => self.clock = clock,
                None => self.refuse("three numbers are needed", line)?,
            },
            "st" => {
                self.clock = XboardClock {
                    move_time: number().map(|seconds| seconds.saturating_mul(1_000)),
                    ..XboardClock::default()
                }
            }
            "sd" => self.clock.depth = number().map(|depth| depth.min(1_000) as u32),
            "time" => self.clock.left = number().map(|left| left.saturating_mul(10)),
            "?" if self.is_to_play() => self.thread.request_stop(),
            "." => self.print_progress()?,
            // A hint would show the move before it is played.
            "hint" if self.is_to_play() => {}
            "hint" => self.think(SearchPurpose::Hint)?,
            "draw" => self.answer_draw()?,
            "post" => self.posts = true,
            "nopost" => self.posts = false,
            "memory" => {
                let megabytes = number().map(|size| size.clamp(1, MAX_HASH as u64) as usize);
                match megabytes.filter(|&size| affordable_hash(size) == size) {
                    Some(megabytes) => {
                        (self.hash, self.is_stale) = (megabytes, true);
                        self.analyse()?;
                    }
                    None => self.refuse("the system has not enough memory", line)?,
                }
            }
            "cores" => {
                let cores = number().map(|cores| cores.clamp(1, MAX_THREADS as u64) as usize);
                (self.threads, self.is_stale) = (cores.unwrap_or(1), true);
                self.analyse()?;
            }
            "lift" => self.lift(rest)?,
            "put" => self.put(rest),
            "" | "?" | "exit" | "xboard" | "accepted" | "rejected" | "random" | "hard" | "easy"
            | "otim" | "hover" | "computer" | "name" | "rating" | "ics" | "nps" | "white"
            | "black" => {}
            _ => self.refuse("unknown command", line)?,
        }
        Ok(true)
    }

    fn refuse(&self, reason: &str, line: &str) -> io::Result<()> {
        self.output
            .say(format_args!("Error ({reason}): {}", excerpt(line)))
    }

    fn introduce(&self) -> io::Result<()> {
        let names: Vec<&str> = self.variants.iter().map(|one| one.name.as_str()).collect();
        self.output.say(format_args!(
            "feature done=0\n\
             feature ping=1 setboard=1 usermove=1 playother=1 colors=0 draw=1 highlight=1 memory=1 smp=1 analyze=1 sigint=0 sigterm=0 debug=1\n\
             feature myname=\"Tradewind {}\" variants=\"{}\"\n\
             feature done=1",
            env!("CARGO_PKG_VERSION"),
            names.join(",")
        ))
    }

    fn set_mode(&mut self, own: Option<Color>, is_analysing: bool) {
        self.stop();
        (self.own, self.is_analysing) = (own, is_analysing);
    }

    /// Begins a game of a variant, in which the program plays Black.
    fn begin(&mut self, name: &str) -> io::Result<()> {
        let known = self.variants.iter().find(|one| one.name == name);
        let refused = || {
            let refused = self.refused.iter().find(|(rules, _)| rules == name);
            refused.map_or("there is no such variant".to_string(), |(_, why)| {
                why.clone()
            })
        };
        let begun = known.ok_or_else(refused).and_then(|variant| {
            let start = first_array(&variant.rules)?;
            Ok((variant.clone(), start))
        });
        let (variant, start) = match begun {
            Ok(begun) => begun,
            Err(reason) => return self.refuse(&reason, &format!("variant {name}")),
        };
        self.stop();
        let setup = variant.setup(&start);
        if !setup.is_empty() {
            self.output.say(setup.trim_end())?;
        }
        (self.variant, self.history) = (variant, GameHistory::new(start));
        self.own = (!self.is_analysing).then_some(Color::Black);
        self.clock.depth = None;
        self.is_stale = true;
        self.analyse()
    }

    fn set_board(&mut self, text: &str) -> io::Result<()> {
        match self.variant.parse(text) {
            Ok(position) => {
                self.stop();
                self.history = GameHistory::new(position);
                self.analyse()
            }
            Err(error) => {
                (self.output).say(format_args!("tellusererror Illegal position: {error}"))
            }
        }
    }

    fn take_move(&mut self, text: &str) -> io::Result<()> {
        self.lifted.clear();
        let Some(mv) = self.variant.find(self.history.position(), text) else {
            return (self.output).say(format_args!("Illegal move: {}", excerpt(text)));
        };
        self.stop();
        self.history.play(mv);
        self.print_result()?;
        if self.own == Some(self.history.position().side()) {
            self.think(SearchPurpose::Play)
        } else {
            self.analyse()
        }
    }

    fn undo(&mut self, plies: usize) -> io::Result<()> {
        if self.history.plies() < plies {
            let command = if plies == 1 { "undo" } else { "remove" };
            return self.refuse("no move to take back", command);
        }
        self.stop();
        self.history.undo(plies);
        self.analyse()
    }

    /// Highlights the destinations of the piece on a square, or of its next leg.
    fn lift(&mut self, square: &str) -> io::Result<()> {
        let Some(square) = self.variant.square_of(square) else {
            return Ok(());
        };
        if self.lifted.len() < 2 || self.lifted.last() != Some(&square) {
            self.lifted = vec![square];
        }
        let marks = self.variant.marks(self.history.position(), &self.lifted);
        self.output.say(format_args!("highlight {marks}"))
    }

    /// Keeps the path of the lifted piece if its move can go on from a square.
    fn put(&mut self, square: &str) {
        let square = self.variant.square_of(square);
        self.lifted
            .extend(square.filter(|_| !self.lifted.is_empty()));
        if !(self.variant).goes_on(self.history.position(), &self.lifted) {
            self.lifted.clear();
        }
    }

    fn print_result(&self) -> io::Result<()> {
        let Some((outcome, ending)) = self.history.position().over() else {
            return Ok(());
        };
        let result = match outcome {
            Outcome::Win(Color::White) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
        };
        self.output
            .say(format_args!("{result} {{{}}}", ending.name()))
    }

    /// Accepts a draw unless the program is ahead, by the running search or else by the static evaluation.
    fn answer_draw(&mut self) -> io::Result<()> {
        let Some(own) = self.own else {
            return Ok(());
        };
        let score = match &self.search {
            Some(search) => search.last_info().map(|info| info.score.cp()),
            None => {
                self.prepare();
                let searcher = self.thread.idle.as_ref();
                searcher.map(|searcher| searcher.static_eval(self.history.position()))
            }
        };
        let is_own_move = self.history.position().side() == own;
        match score {
            Some(score) if (is_own_move && score <= 0) || (!is_own_move && score >= 0) => {
                self.output.say("offer draw")
            }
            _ => Ok(()),
        }
    }

    /// Prints the progress of the analysis: time in centiseconds, nodes, depth. The numbers of moves left and of all moves are unknown.
    fn print_progress(&self) -> io::Result<()> {
        let running = self.search.as_ref();
        let Some(search) = running.filter(|search| search.purpose == SearchPurpose::Analysis)
        else {
            return Ok(());
        };
        let (depth, nodes) = (search.last_info()).map_or((0, 0), |info| (info.depth, info.nodes));
        let time = search.begin.elapsed().as_millis() / 10;
        self.output
            .say(format_args!("stat01: {time} {nodes} {depth} 0 0"))
    }

    fn is_to_play(&self) -> bool {
        let running = self.search.as_ref();
        running.is_some_and(|search| search.purpose == SearchPurpose::Play)
    }

    /// Stops the running search and ignores its move.
    pub fn stop(&mut self) {
        self.search = None;
        self.thread.stop();
    }

    /// Makes a searcher unless there is one that fits.
    fn prepare(&mut self) {
        if self.thread.idle.is_none() || self.is_stale {
            // The memory of the old table is needed first.
            self.thread.idle = None;
            let rules = &self.variant.rules;
            let hash = affordable_hash(self.hash) as f64;
            let mut searcher = Searcher::new(rules, &Weights::of(rules.spec()), hash);
            searcher.set_threads(self.threads);
            self.thread.idle = Some(searcher);
            self.is_stale = false;
        }
    }

    /// Searches the position without limits in analysis mode.
    fn analyse(&mut self) -> io::Result<()> {
        if self.is_analysing {
            self.think(SearchPurpose::Analysis)
        } else {
            Ok(())
        }
    }

    fn think(&mut self, purpose: SearchPurpose) -> io::Result<()> {
        self.stop();
        if self.history.position().over().is_some() {
            return Ok(());
        }
        self.prepare();
        let is_analysis = purpose == SearchPurpose::Analysis;
        let limits = if is_analysis {
            Limits::default()
        } else {
            self.clock.limits(self.history.plies())
        };
        self.searches += 1;
        let (number, posts) = (self.searches, self.posts || is_analysis);
        let (variant, game) = (self.variant.clone(), self.history.position().clone());
        let (output, events) = (self.output.clone(), self.events.clone());
        let search = RunningSearch {
            purpose,
            begin: Instant::now(),
            last: Arc::default(),
        };
        let last = Arc::clone(&search.last);
        let started = self.thread.start(move |searcher, stop| {
            let limits = Limits {
                stop: Some(Arc::clone(stop)),
                ..limits
            };
            let info = searcher.search(&game, &limits, |info| {
                *last.lock().expect("no thread panics") = Some(info.clone());
                if posts {
                    // If nobody reads the output, the end of the input ends the session.
                    let _ = output.say(thinking(&variant, &game, info));
                }
            });
            // The session may have ended.
            let _ = events.send(XboardEvent::SearchEnded(number, Box::new(info)));
        });
        match started {
            Ok(()) => {
                self.search = Some(search);
                Ok(())
            }
            Err(error) => (self.output).say(format_args!("Error (cannot start): {error}")),
        }
    }

    /// Plays or shows the move of a search, unless the search was stopped before its end.
    pub(crate) fn end_search(&mut self, number: u64, info: &SearchInfo) -> io::Result<()> {
        if number != self.searches {
            return Ok(());
        }
        let Some(search) = self.search.take() else {
            return Ok(());
        };
        self.thread.stop();
        let Some(best) = info.best_move() else {
            return Ok(());
        };
        let text = self.variant.write(self.history.position(), best);
        match search.purpose {
            SearchPurpose::Analysis => Ok(()),
            SearchPurpose::Hint => {
                self.output.say(format_args!("Hint: {text}"))?;
                self.analyse()
            }
            SearchPurpose::Play => {
                self.history.play(best);
                // Each leg has a line of its own.
                self.output
                    .say(format_args!("move {}", text.replace(',', ",\nmove ")))?;
                self.print_result()
            }
        }
    }
}

/// The beginning of a text of the other program, without control characters.
fn excerpt(text: &str) -> String {
    let quoted = quote(text);
    quoted[1..quoted.len() - 1].to_string()
}

/// `DEPTH SCORE TIME NODES PV`, with the time in centiseconds.
fn thinking(variant: &XboardVariant, game: &Game, info: &SearchInfo) -> String {
    let score = match info.score {
        Score::Cp(cp) => i64::from(cp),
        Score::Wins(plies) => MATE + i64::from(plies.div_ceil(2)),
        Score::Loses(plies) => -MATE - i64::from(plies.div_ceil(2)),
    };
    let time = info.time.as_millis() / 10;
    let pv = write_line(game, &info.pv, |game, mv| variant.write(game, mv)).join(" ");
    format!("{} {score} {time} {} {pv}", info.depth, info.nodes)
}
