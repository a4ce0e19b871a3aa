//! Another engine as a player, by the Universal Chess Interface.
//!
//! What an engine does wrong (it cannot be started, ends, is silent, plays what is not legal) costs
//! it the game, and it is started again for the next one.

use super::built_in::Choice;
use super::clocks::{ClockTime, Clocks};
use super::offspring::Offspring;
use crate::experiment::{EnginePlan, PlayerPlan};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};
use tradewind_engine::notation::{self, Notation, quote};
use tradewind_engine::{Color, Game, Move, Play};

/// How many lines of an engine wait to be read; an engine that writes more has to wait.
const LINES: usize = 1_000;
/// The longest line of an engine, in bytes; a longer one is taken for several.
const LINE: u64 = 1 << 16;
/// How many times its time margin an engine may take in all, if it is not silent meanwhile.
const TIME_MARGIN_IN_ALL: u32 = 60;
/// The option by which engines are told which rules are played.
const VARIANT: &str = "UCI_Variant";
/// How often the flag to stop is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// What a win in `n` moves is worth, less the plies to it, as the search of this program has it.
const WIN: i32 = 30_000;

/// An engine and the game that it plays.
#[derive(Debug)]
pub struct ExternalEngine {
    game: Game,
    notation: Notation,
    plan: EnginePlan,
    limits: String,
    time: Duration,
    stop: Arc<AtomicBool>,
    process: Option<Process>,
    /// The game so far, as the engine is told: the position at its start, and the moves.
    origin: String,
    moves: String,
}

impl ExternalEngine {
    /// An engine; it is started for its first game. Once `stop` is set, nothing is waited for.
    pub fn new(
        game: &Game,
        player: &PlayerPlan,
        plan: &EnginePlan,
        stop: &Arc<AtomicBool>,
    ) -> ExternalEngine {
        let limits = [
            player.nodes.map(|nodes| format!(" nodes {nodes}")),
            player.depth.map(|depth| format!(" depth {depth}")),
            player.movetime.map(|time| format!(" movetime {time}")),
        ];
        ExternalEngine {
            game: game.clone(),
            notation: Notation::of(game),
            plan: plan.clone(),
            limits: limits.into_iter().flatten().collect(),
            time: player.time().unwrap_or_default(),
            stop: Arc::clone(stop),
            process: None,
            origin: String::new(),
            moves: String::new(),
        }
    }

    /// Begins a game from a position.
    ///
    /// # Errors
    /// Why the engine cannot play.
    pub fn begin_game(&mut self, start: &Play) -> Result<(), String> {
        self.origin = format!("position fen {}", notation::text(&self.game, start));
        self.moves.clear();
        self.start()?;
        self.ask("ucinewgame\nisready", Duration::ZERO, |line| {
            (line == "readyok").then_some(())
        })
    }

    /// Starts the engine, unless it is running.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn start(&mut self) -> Result<(), String> {
        if self.process.is_none() {
            let variant = &self.game.spec().id;
            self.process = Some(Process::start(&self.plan, variant, &self.stop)?);
        }
        Ok(())
    }

    /// Notes a move of the game.
    pub fn hear(&mut self, play: &Play, one: Move) {
        if self.moves.is_empty() {
            self.moves.push_str(" moves");
        }
        self.moves.push(' ');
        self.moves
            .push_str(&self.notation.write(&self.game, play, one));
    }

    /// The move that it plays.
    ///
    /// # Errors
    /// Why it plays none.
    pub fn choose(&mut self, play: &Play, clocks: &Clocks) -> Result<Choice, String> {
        let Self {
            origin,
            moves,
            limits,
            ..
        } = self;
        let question = format!("{origin}{moves}\ngo{limits}{}", told(clocks));
        let own = clocks.of_side(play.side());
        let time = own.map_or(self.time, |clock| clock.left.max(self.time));
        let mut score = None;
        let answer = self.ask(&question, time, |line| {
            score = score_of(line).or(score);
            line.strip_prefix("bestmove ").map(str::to_string)
        })?;
        let text = answer.split_ascii_whitespace().next().unwrap_or_default();
        match self.notation.find(&self.game, play, text) {
            Some(one) => Ok(Choice { one, score }),
            None => {
                self.process = None;
                Err(format!("played {}, which is not legal there", quote(text)))
            }
        }
    }

    /// Writes lines and waits, for this time and the margin, for the line that `wanted` takes.
    fn ask<T>(
        &mut self,
        lines: &str,
        time: Duration,
        wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        let Some(process) = &mut self.process else {
            return Err("is not running".to_string());
        };
        let answer = process.ask(lines, time, wanted);
        if answer.is_err() {
            self.process = None;
        }
        answer
    }
}

/// The clocks as an engine is told.
fn told(clocks: &Clocks) -> String {
    let sides = [(Color::White, 'w'), (Color::Black, 'b')];
    let told = sides.into_iter().filter_map(|(side, letter)| {
        let ClockTime { left, increment } = clocks.of_side(side)?;
        let [left, increment] = [left, increment].map(|time| time.as_millis());
        Some(format!(" {letter}time {left} {letter}inc {increment}"))
    });
    told.collect()
}

/// Starts the engine of a player, if that is one from elsewhere, and ends it again.
///
/// # Errors
/// Why it cannot be used.
pub fn check(game: &Game, player: &PlayerPlan) -> Result<(), String> {
    let Some(plan) = &player.engine else {
        return Ok(());
    };
    ExternalEngine::new(game, player, plan, &Arc::default()).start()
}

/// Whether a line declares the option that says which rules are played, with this rule set among them.
fn offers_variant(line: &str, variant: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let declares = words.by_ref().take(3).eq(["option", "name", VARIANT]);
    let values: Vec<&str> = words.collect();
    declares && values.windows(2).any(|pair| pair == ["var", variant])
}

/// The score in an `info` line, in centipawns for the side to move.
fn score_of(line: &str) -> Option<i32> {
    let mut words = line.strip_prefix("info ")?.split_ascii_whitespace();
    words.find(|word| *word == "score")?;
    let kind = words.next()?;
    let number: i32 = words.next()?.parse().ok()?;
    match kind {
        "cp" => Some(number.clamp(1_000 - WIN, WIN - 1_000)),
        "mate" if number > 0 => Some(WIN - (2 * number.min(400) - 1)),
        "mate" => Some(2 * number.max(-400).abs() - WIN),
        _ => None,
    }
}

/// A running engine. It is killed when dropped, and what it has started with it.
#[derive(Debug)]
struct Process {
    child: Child,
    offspring: Offspring,
    input: Sender<String>,
    output: Receiver<String>,
    time_margin: Duration,
    stop: Arc<AtomicBool>,
}

impl Process {
    fn start(plan: &EnginePlan, variant: &str, stop: &Arc<AtomicBool>) -> Result<Process, String> {
        let mut command = Command::new(&plan.program);
        command
            .args(&plan.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let offspring = Offspring::of(&mut command);
        let mut child = command
            .spawn()
            .map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("cannot be spoken to".to_string());
        };
        let (send_line, hear_line) = sync_channel(LINES);
        let (say, to_write) = channel();
        let threads = [
            std::thread::Builder::new().spawn(move || hear(output, &send_line)),
            std::thread::Builder::new().spawn(move || tell(input, &to_write)),
        ];
        let mut process = Process {
            child,
            offspring,
            input: say,
            output: hear_line,
            time_margin: Duration::from_secs(plan.time_margin),
            stop: Arc::clone(stop),
        };
        if let Some(error) = threads.into_iter().find_map(Result::err) {
            return Err(format!("cannot be spoken to: {error}"));
        }
        let mut knows_variant = false;
        process.ask("uci", Duration::ZERO, |line| {
            knows_variant |= offers_variant(line, variant);
            (line == "uciok").then_some(())
        })?;
        if knows_variant && !plan.options.contains_key(VARIANT) {
            process.say(&format!("setoption name {VARIANT} value {variant}"));
        }
        for (name, value) in &plan.options {
            process.say(&format!("setoption name {name} value {value}"));
        }
        Ok(process)
    }

    /// Gives lines to the thread that writes them. If the engine has gone, that shows when it is
    /// waited for.
    fn say(&mut self, lines: &str) {
        let _ = self.input.send(format!("{lines}\n"));
    }

    fn ask<T>(
        &mut self,
        lines: &str,
        time: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        self.say(lines);
        let begin = Instant::now();
        let mut heard = begin;
        let in_all = time + self.time_margin * TIME_MARGIN_IN_ALL;
        loop {
            let now = Instant::now();
            if now - begin >= in_all || now - heard >= time + self.time_margin {
                let asked = lines.lines().last().unwrap_or_default();
                let seconds = (now - begin).as_secs_f64();
                return Err(format!("did not answer `{asked}` within {seconds:.0} s"));
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err("was stopped".to_string());
            }
            match self.output.recv_timeout(LOOK_EVERY) {
                Ok(line) => {
                    heard = Instant::now();
                    if let Some(answer) = wanted(&line) {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// How it ended.
    fn ended(&mut self) -> String {
        // Its output closes a moment before it is gone.
        for _ in 0..100 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return format!("ended ({status})");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        "closed its output".to_string()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.offspring.kill(self.child.id());
        // An engine that is gone already cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Passes on what an engine writes, until it ends or nobody listens any more.
fn hear(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while (output.by_ref().take(LINE).read_until(b'\n', &mut line)).is_ok_and(|read| read > 0) {
        let text = String::from_utf8_lossy(&line).trim().to_string();
        if lines.send(text).is_err() {
            break;
        }
        line.clear();
    }
}

/// Writes what an engine is told: an engine that does not read must not hold up anybody else.
fn tell(mut input: ChildStdin, lines: &Receiver<String>) {
    for text in lines {
        let told = input
            .write_all(text.as_bytes())
            .and_then(|()| input.flush());
        if told.is_err() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read() {
        for (line, score) in [
            ("info depth 3 score cp -25 nodes 100 pv e2e4", Some(-25)),
            ("info score mate 2 pv", Some(29_997)),
            ("info score mate -1", Some(-29_998)),
            ("info score cp 99999999", Some(29_000)),
            ("info string score cp", None),
            ("bestmove e2e4", None),
        ] {
            assert_eq!(score_of(line), score, "{line}");
        }
    }
}
