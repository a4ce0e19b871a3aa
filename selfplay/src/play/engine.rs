//! Another engine as a player, by the Universal Chess Interface.
//!
//! What an engine does wrong (it cannot be started, ends, is silent, plays what is not legal) costs
//! it the game, and it is started again for the next one.

use super::built_in::Choice;
use super::clocks::{ClockTime, Clocks};
use super::engine_log::EngineLog;
use super::offspring::Offspring;
use crate::experiment::{EnginePlan, PlayerPlan};
use crate::lines::{hear, lines, tell};
use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tradewind_engine::notation::{self, Notation, quote, variants_ini};
use tradewind_engine::{Color, Game, Move, Play};

/// The lines of an engine's standard error that are kept, and the most letters of each.
const LAST_LINES: (usize, usize) = (3, 200);
/// The silence after which an engine with a time limit is ended, beyond that limit. Whether its
/// time was exceeded is decided when it answers.
const MIN_PATIENCE: Duration = Duration::from_secs(10);
/// The total time of an engine without a time limit that is not silent, in multiples of its patience.
const PATIENCE_IN_ALL: u32 = 60;
/// The option by which engines are told which rules are played.
const VARIANT: &str = "UCI_Variant";
/// The UCI option that names a file with further rules.
const VARIANT_PATH: &str = "VariantPath";
/// The name of a rule set in such a file.
const VARIANT_NAME: &str = "game";
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
    has_time: bool,
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
            has_time: player.has_time(),
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
        self.ask("ucinewgame\nisready", Duration::ZERO, is_ready)
    }

    /// Starts the engine, unless it is running.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn start(&mut self) -> Result<(), String> {
        if self.process.is_none() {
            let process = Process::start(&self.game, &self.plan, self.has_time, &self.stop)?;
            self.process = Some(process);
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

    /// The move that it plays, and how long it took for it.
    ///
    /// # Errors
    /// Why it plays none.
    pub fn choose(&mut self, play: &Play, clocks: &Clocks) -> Result<(Choice, Duration), String> {
        let Self {
            origin,
            moves,
            limits,
            ..
        } = self;
        // An engine that is ready has said all that it had to say of the last search.
        let position = format!("{origin}{moves}\nisready");
        let go = format!("go{limits}{}", told(clocks));
        self.ask(&position, Duration::ZERO, is_ready)?;
        let own = clocks.of_side(play.side());
        let time = own.map_or(self.time, |clock| clock.left.max(self.time));
        // An empty clock is a limit, too.
        let time = time.max(Duration::from_millis(u64::from(self.has_time)));
        let mut score = None;
        let begun = Instant::now();
        let text = self.ask(&go, time, |line| {
            score = score_of(line).or(score);
            let mut words = line.split_ascii_whitespace();
            let is_answer = words.next() == Some("bestmove");
            is_answer.then(|| words.next().unwrap_or_default().to_string())
        })?;
        let spent = begun.elapsed();
        match self.notation.find(&self.game, play, &text) {
            Some(one) => Ok((Choice { one, score }, spent)),
            None => {
                self.process = None;
                Err(match text.as_str() {
                    "" => "answered `bestmove` without a move".to_string(),
                    text => format!("played {}, which is not legal there", quote(text)),
                })
            }
        }
    }

    /// Writes lines and waits, for this time and its patience, for the line that `wanted` takes.
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

fn is_ready(line: &str) -> Option<()> {
    says(line, "readyok")
}

fn says(line: &str, word: &str) -> Option<()> {
    (line.split_ascii_whitespace().next() == Some(word)).then_some(())
}

/// The options for variants that an engine declares.
#[derive(Default)]
struct Variants {
    has_id: bool,
    reads_files: bool,
}

impl Variants {
    /// Notes what a line declares, given the id of the rule set.
    fn hear(&mut self, line: &str, id: &str) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words.as_slice() {
            ["option", "name", VARIANT, values @ ..] => {
                self.has_id |= values.windows(2).any(|pair| pair == ["var", id]);
            }
            ["option", "name", VARIANT_PATH, ..] => self.reads_files = true,
            _ => {}
        }
    }
}

/// A rule set as a file of variants; `None` where that cannot say all of it, or other programs have names of their own for the rules or pieces.
fn variants_file(game: &Game) -> Option<String> {
    let is_own = Notation::of_same_rules(game.spec()).is_none();
    let has_own_letters = matches!(Notation::of(game), Notation::Letters | Notation::Chess);
    let written = (is_own && has_own_letters).then(|| variants_ini::write(game, VARIANT_NAME));
    let written = written?.ok()?;
    written.left_out.is_empty().then_some(written.text)
}

/// The score in an `info` line, in centipawns for the side to move; `None` where it is a bound, or that of another move than the best.
fn score_of(line: &str) -> Option<i32> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let mut score = None;
    while let Some(word) = words.next() {
        match word {
            // All that follows is text.
            "string" => break,
            "lowerbound" | "upperbound" => return None,
            "multipv" if words.next() != Some("1") => return None,
            "score" => score = Some((words.next()?, words.next()?.parse::<i32>().ok()?)),
            _ => {}
        }
    }
    match score? {
        ("cp", number) => Some(number.clamp(1_000 - WIN, WIN - 1_000)),
        ("mate", number) if number > 0 => Some(WIN - (2 * number.min(400) - 1)),
        ("mate", number) => Some(2 * number.max(-400).abs() - WIN),
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
    errors: Errors,
    log: Option<EngineLog>,
    patience: Duration,
    has_time: bool,
    stop: Arc<AtomicBool>,
}

impl Process {
    fn start(
        game: &Game,
        plan: &EnginePlan,
        has_time: bool,
        stop: &Arc<AtomicBool>,
    ) -> Result<Process, String> {
        let mut command = Command::new(&plan.program);
        command
            .args(&plan.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &plan.dir {
            command.current_dir(folder);
        }
        let log = plan.log.as_deref().map(EngineLog::open).transpose()?;
        let offspring = Offspring::of("TRADEWIND_ENGINE", &mut command);
        let mut child = command.spawn().map_err(|error| match &plan.dir {
            Some(folder) if !folder.is_dir() => {
                format!("cannot be started: {} is not a folder", folder.display())
            }
            _ => format!("cannot be started: {error}"),
        })?;
        let log = log.map(|log| log.of_process(child.id()));
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err("cannot be spoken to".to_string());
        };
        let no_thread = |error| format!("cannot be spoken to: {error}");
        let heard = log.clone();
        let note = move |line: &str| heard.iter().for_each(|log| log.note('<', line));
        let output = hear(output, note).map_err(no_thread)?;
        let (say, _) = tell(input).map_err(no_thread)?;
        let margin = Duration::from_millis(plan.time_margin);
        let mut process = Process {
            child,
            offspring,
            input: say,
            output,
            errors: Errors::of(errors, log.clone()).map_err(no_thread)?,
            log,
            patience: if has_time {
                margin.max(MIN_PATIENCE)
            } else {
                margin
            },
            has_time,
            stop: Arc::clone(stop),
        };
        let mut variants = Variants::default();
        process.ask("uci", Duration::ZERO, |line| {
            variants.hear(line, &game.spec().id);
            says(line, "uciok")
        })?;
        process.set_variant(game, plan, &variants)?;
        for (name, value) in &plan.options {
            process.set(name, value);
        }
        Ok(process)
    }

    /// Tells the engine which rules are played, unless its options do.
    fn set_variant(
        &mut self,
        game: &Game,
        plan: &EnginePlan,
        variants: &Variants,
    ) -> Result<(), String> {
        let is_given = |option: &str| plan.options.contains_key(option);
        if is_given(VARIANT) || is_given(VARIANT_PATH) {
            return Ok(());
        }
        if let Some(text) = variants_file(game).filter(|_| variants.reads_files) {
            let unwritten = |error| format!("cannot be told of the rules by a file: {error}");
            let mut file = tempfile::NamedTempFile::new().map_err(unwritten)?;
            file.write_all(text.as_bytes()).map_err(unwritten)?;
            self.set(VARIANT_PATH, &file.path().display().to_string());
            // Once it is ready it has read the file.
            self.ask("isready", Duration::ZERO, is_ready)?;
            self.set(VARIANT, &format!("{VARIANT_NAME}-tradewind"));
        } else if variants.has_id {
            self.set(VARIANT, &game.spec().id);
        }
        Ok(())
    }

    fn set(&mut self, option: &str, value: &str) {
        self.say(&format!("setoption name {option} value {value}"));
    }

    /// Gives lines to the thread that writes them. If the engine has gone, that shows when it is
    /// waited for.
    fn say(&mut self, lines: &str) {
        if let Some(log) = &self.log {
            lines.lines().for_each(|line| log.note('>', line));
        }
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
        let may_be_silent = time + self.patience;
        let in_all = match self.has_time && time > Duration::ZERO {
            true => may_be_silent,
            false => time + self.patience * PATIENCE_IN_ALL,
        };
        loop {
            let now = Instant::now();
            if now - begin >= in_all || now - heard >= may_be_silent {
                let asked = lines.lines().last().unwrap_or_default();
                let seconds = (now - begin).as_secs_f64();
                let fault = format!("did not answer `{asked}` within {seconds:.0} s");
                return Err(fault + &self.errors.quoted());
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
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.ended() + &self.errors.quoted());
                }
            }
        }
    }

    /// How it ended.
    fn ended(&mut self) -> String {
        let mut status = None;
        // Its output closes a moment before it is gone, and before all that it wrote last is read.
        for _ in 0..100 {
            status = status.or(self.child.try_wait().ok().flatten());
            if status.is_some() && self.errors.are_all_read() {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        status.map_or("closed its output".to_string(), |status| {
            format!("ended ({status})")
        })
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

/// The last lines of an engine's standard error.
#[derive(Debug)]
struct Errors {
    last: Arc<Mutex<VecDeque<String>>>,
    reader: JoinHandle<()>,
}

impl Errors {
    /// Reads them until the engine ends.
    fn of(output: impl Read + Send + 'static, log: Option<EngineLog>) -> std::io::Result<Errors> {
        let last = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&last);
        let (most, letters) = LAST_LINES;
        let read = move || {
            for line in lines(BufReader::new(output)).map_while(Result::ok) {
                log.iter().for_each(|log| log.note('!', &line));
                let visible = line.chars().filter(|letter| !letter.is_control());
                let line: String = visible.take(letters).collect();
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if !line.is_empty() {
                    kept.push_back(line);
                }
                if kept.len() > most {
                    kept.pop_front();
                }
            }
        };
        let reader = thread::Builder::new().spawn(read)?;
        Ok(Errors { last, reader })
    }

    fn are_all_read(&self) -> bool {
        self.reader.is_finished()
    }

    /// For the end of a message; nothing where nothing was written.
    fn quoted(&self) -> String {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match last.make_contiguous() {
            [] => String::new(),
            lines => format!("; standard error: {}", lines.join(" / ")),
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
            ("info string the old score cp 0 was worse", None),
            (
                "info depth 2 score cp -5 string score cp 9 upperbound",
                Some(-5),
            ),
            ("info depth 1 multipv 1 score cp 7 pv", Some(7)),
            ("info depth 1 multipv 2 score cp 7 pv", None),
            ("info depth 1 score cp 7 multipv 2 pv", None),
            ("info depth 2 score cp -5 upperbound pv", None),
            ("info depth 2 score mate 3 lowerbound pv", None),
            ("info\tscore\tcp\t7", Some(7)),
            ("info score cp", None),
            ("infos score cp 7", None),
            ("bestmove e2e4", None),
        ] {
            assert_eq!(score_of(line), score, "{line}");
        }
    }
}
