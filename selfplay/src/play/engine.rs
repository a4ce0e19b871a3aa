//! Other engines as players, by UCI or XBoard's protocol.
//!
//! An engine that cannot be started, ends, does not answer, plays an illegal move or claims a false
//! result forfeits the game, and is restarted for the next one.

mod xboard;

use super::built_in::Choice;
use super::clocks::Clocks;
use crate::experiment::{EnginePlan, EngineProtocol, PlayerPlan};
use crate::process::Process;
use crate::record::{MAX_CENTIPAWNS, WIN};
use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Write};
use std::mem::take;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tradewind_engine::input::did_you_mean;
use tradewind_engine::notation::{self, Notation, quote, variants_ini};
use tradewind_engine::{Color, Game, Move, Rules};
use tradewind_files::{check_output, lines};

/// The maximum number of lines of standard error that are kept, and of characters of each.
const LAST_LINES: (usize, usize) = (3, 200);
/// The minimum silence, beyond its time limit, after which an engine is killed. Whether it exceeded
/// the time is decided when it answers.
const MIN_SILENCE: Duration = Duration::from_secs(10);
/// The total time for an answer without a time limit, in multiples of the permitted silence.
const TOTAL_SILENCES: u32 = 60;
/// The UCI options for the variant and for a file of variants.
const VARIANT: &str = "UCI_Variant";
const VARIANT_PATH: &str = "VariantPath";
/// The option for castling from any array.
const CHESS960: &str = "UCI_Chess960";
/// The name of the rule set in such a file.
const VARIANT_NAME: &str = "game";
/// The interval at which the stop flag is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Another engine as a player.
#[derive(Debug)]
pub(super) struct ExternalEngine {
    rules: Rules,
    notation: Notation,
    plan: EnginePlan,
    /// The arguments of `go`, or XBoard's commands.
    limits: String,
    time: Duration,
    has_time: bool,
    stop: Arc<AtomicBool>,
    session: Option<Session>,
    /// The `position` command without its moves.
    position: String,
    /// The moves of the `position` command, or XBoard's commands with new moves.
    moves: String,
    /// Whether the next move to be added is one that it has played on its XBoard.
    has_played: bool,
}

impl ExternalEngine {
    /// An engine, started for its first game. Once `stop` is set, no answer is waited for.
    pub(super) fn new(
        rules: &Rules,
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
            rules: rules.clone(),
            notation: Notation::of(rules),
            plan: plan.clone(),
            limits: match plan.proto {
                EngineProtocol::Uci => limits.into_iter().flatten().collect(),
                EngineProtocol::Xboard => xboard::limits(player),
            },
            time: player.time().unwrap_or_default(),
            has_time: player.has_time(),
            stop: Arc::clone(stop),
            session: None,
            position: String::new(),
            moves: String::new(),
            has_played: false,
        }
    }

    /// Starts a game from a position.
    pub(super) fn begin_game(&mut self, start: &Game) -> Result<(), String> {
        self.position = format!("position fen {}", notation::text(&self.rules, start));
        self.moves.clear();
        self.start()?;
        if self.plan.proto == EngineProtocol::Xboard {
            return self.begin_xboard_game(start);
        }
        self.ask("ucinewgame\nisready", Duration::ZERO, is_ready)
    }

    /// Starts the engine, unless it is running.
    fn start(&mut self) -> Result<(), String> {
        if self.session.is_none() {
            self.session = Some(Session::start(self)?);
        }
        Ok(())
    }

    /// Adds a move of the game.
    pub(super) fn add_move(&mut self, game: &Game, mv: Move) {
        let text = self.notation.write(&self.rules, game, mv);
        let text = match self.plan.proto {
            EngineProtocol::Uci if self.moves.is_empty() => format!(" moves {text}"),
            EngineProtocol::Uci => format!(" {text}"),
            EngineProtocol::Xboard => self.usermove(&text),
        };
        self.moves += &text;
    }

    /// The move that it plays, and the time taken; `None` if it resigns. It is an error if the move
    /// is not legal.
    pub(super) fn choose(
        &mut self,
        game: &Game,
        clocks: &Clocks,
    ) -> Result<Option<(Choice, Duration)>, String> {
        // An engine that is ready has written everything about its last search.
        match self.plan.proto {
            EngineProtocol::Uci => {
                let position = format!("{}{}\nisready", self.position, self.moves);
                self.ask(&position, Duration::ZERO, is_ready)?;
            }
            EngineProtocol::Xboard => {
                let moves = take(&mut self.moves);
                self.tell_xboard(&moves)?;
            }
        }
        let own = clocks.of_side(game.side());
        let time = own.map_or(self.time, |clock| clock.time.max(self.time));
        // An empty clock is a limit as well.
        let time = time.max(Duration::from_millis(u64::from(self.has_time)));
        let (mut score, mut depth) = (None, None);
        let started = Instant::now();
        let answer = match self.plan.proto {
            EngineProtocol::Uci => {
                let go = format!("go{}{}", self.limits, clock_arguments(clocks));
                Some(self.ask(&go, time, |line| {
                    if let Some(found) = score_of(line) {
                        score = Some(found);
                        depth = depth_of(line).or(depth);
                    }
                    let mut words = line.split_ascii_whitespace();
                    let is_answer = words.next() == Some("bestmove");
                    is_answer.then(|| words.next().unwrap_or_default().to_string())
                })?)
            }
            EngineProtocol::Xboard => self.go_xboard((game, clocks), time, |found, plies| {
                (score, depth) = (Some(found), plies);
            })?,
        };
        let spent = started.elapsed();
        let Some(text) = answer else {
            return Ok(None);
        };
        if let Some(mv) = self.notation.find(&self.rules, game, &text) {
            return Ok(Some((Choice { mv, score, depth }, spent)));
        }
        self.session = None;
        Err(match text.as_str() {
            "" => match self.plan.proto {
                EngineProtocol::Uci => "answered `bestmove` without a move".to_string(),
                EngineProtocol::Xboard => "answered `move` without a move".to_string(),
            },
            text => format!("played {}, which is not legal there", quote(text)),
        })
    }

    /// Writes lines and waits for the line that `wanted` accepts.
    fn ask<T>(
        &mut self,
        lines: &str,
        time: Duration,
        wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        let session = self.session.as_mut().ok_or("is not running")?;
        let answer = session.ask(lines, time, wanted);
        if answer.is_err() {
            self.session = None;
        }
        answer
    }
}

/// The clocks as arguments of `go`.
fn clock_arguments(clocks: &Clocks) -> String {
    let sides = [(Color::White, 'w'), (Color::Black, 'b')];
    let arguments = sides.into_iter().filter_map(|(side, letter)| {
        let clock = clocks.of_side(side)?;
        let [left, increment] = [clock.time, clock.increment].map(|time| time.as_millis());
        Some(format!(" {letter}time {left} {letter}inc {increment}"))
    });
    arguments.collect()
}

/// Starts and ends the engine of a player, if it has one. Returns warnings about its options and
/// rules: engines ignore what they do not know.
///
/// # Errors
/// The engine cannot be used.
pub fn check(rules: &Rules, player: &PlayerPlan) -> Result<Vec<String>, String> {
    let Some(plan) = &player.engine else {
        return Ok(Vec::new());
    };
    let mut engine = ExternalEngine::new(rules, player, plan, &Arc::default());
    engine.start()?;
    let Some(session) = engine.session.filter(|_| plan.proto == EngineProtocol::Uci) else {
        return Ok(Vec::new());
    };
    let name = &player.name;
    let mut warnings = Vec::new();
    for (option, value) in &plan.options {
        let known = (session.declared.iter()).find(|one| one.name.eq_ignore_ascii_case(option));
        let Some(known) = known else {
            let names = session.declared.iter().map(|one| one.name.as_str());
            let guess = did_you_mean(option, names);
            warnings.push(format!("{name} has no option {option}{guess}"));
            continue;
        };
        // A file may define values that are not declared, or be the value.
        let folder = plan.dir.as_deref().unwrap_or(Path::new(""));
        let is_of_file = option == VARIANT
            && (plan.options.contains_key(VARIANT_PATH) || folder.join(value).is_file());
        if !is_of_file && let Some(fault) = known.fault(value) {
            warnings.push(format!("{option} of {name} {fault}"));
        }
    }
    if let Some(reason) = &session.untold_rules {
        warnings.push(format!(
            "{name} was not told the rules: {reason}; if it knows them under a name, add option.{VARIANT}=NAME"
        ));
    }
    Ok(warnings)
}

fn is_ready(line: &str) -> Option<()> {
    begins_with(line, "readyok")
}

fn begins_with(line: &str, word: &str) -> Option<()> {
    (line.split_ascii_whitespace().next() == Some(word)).then_some(())
}

/// A rule set as a file of variants.
///
/// # Errors
/// The format cannot express all of it, or other programs have their own names for the rules or
/// pieces. The message is the reason.
fn variants_file(rules: &Rules) -> Result<String, String> {
    if Notation::of_same_rules(rules.spec()).is_some() {
        return Err("other programs have their own name for them".to_string());
    }
    if !matches!(Notation::of(rules), Notation::Letters | Notation::Chess) {
        return Err("a piece has no single letter that other programs know".to_string());
    }
    let written = variants_ini::write(rules, VARIANT_NAME)?;
    if written.left_out.is_empty() {
        Ok(written.text)
    } else {
        Err(written.left_out.join("; "))
    }
}

/// The score in an `info` line, in centipawns for the side to move. `None` for bounds and for other
/// moves than the best.
fn score_of(line: &str) -> Option<i32> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let mut score = None;
    while let Some(word) = words.next() {
        match word {
            // The rest of the line is text.
            "string" => break,
            "lowerbound" | "upperbound" => return None,
            "multipv" if words.next() != Some("1") => return None,
            "score" => score = Some((words.next()?, words.next()?.parse::<i32>().ok()?)),
            _ => {}
        }
    }
    match score? {
        ("cp", number) => Some(number.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS)),
        ("mate", moves) => Some(mate_score(moves)),
        _ => None,
    }
}

/// The score of a mate by the side to move in a number of moves, or against it in `-moves`.
fn mate_score(moves: i32) -> i32 {
    match moves.clamp(-400, 400) {
        // The side to move plays one move more.
        moves @ 1.. => WIN - (2 * moves - 1),
        moves => -WIN - 2 * moves,
    }
}

/// The depth in an `info` line with a score, in plies.
fn depth_of(line: &str) -> Option<u8> {
    let mut words = line.split_ascii_whitespace();
    words.find(|word| ["depth", "string"].contains(word))?;
    words.next()?.parse().ok()
}

/// A UCI option as the engine declares it.
#[derive(Debug)]
struct DeclaredOption {
    name: String,
    /// Its range, if it is an integer.
    range: Option<(i32, i32)>,
    /// Its values, if it has a list of them.
    values: Vec<String>,
}

impl DeclaredOption {
    /// Parses a line of the engine; `None` if it does not declare an option.
    fn parse(line: &str) -> Option<DeclaredOption> {
        let (name, kind) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let values = kind.strip_prefix("combo").unwrap_or_default();
        let values = values.split(" var ").skip(1);
        Some(DeclaredOption {
            name: name.trim().to_string(),
            range: SpinOption::parse(line).map(|option| (option.min, option.max)),
            values: values.map(|value| value.trim().to_string()).collect(),
        })
    }

    /// The reason why a value is not one of the declared ones.
    fn fault(&self, value: &str) -> Option<String> {
        if let Some((min, max)) = self.range {
            let number = value.trim().parse::<i32>().ok();
            let is_valid = number.is_some_and(|number| (min..=max).contains(&number));
            return (!is_valid).then(|| format!("must be from {min} to {max}, found {value}"));
        }
        let is_same = |own: &String| own.eq_ignore_ascii_case(value);
        if self.values.is_empty() || self.values.iter().any(is_same) {
            return None;
        }
        let guess = did_you_mean(value, self.values.iter().map(String::as_str));
        Some(format!("has no value {value}{guess}"))
    }
}

/// An integer option of a UCI engine (`type spin`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpinOption {
    /// Its name.
    pub name: String,
    /// Its default value.
    pub default: i32,
    /// Its minimum.
    pub min: i32,
    /// Its maximum.
    pub max: i32,
}

impl SpinOption {
    /// Parses a line of the engine; `None` if it does not declare such an option.
    fn parse(line: &str) -> Option<SpinOption> {
        let (name, rest) = line
            .strip_prefix("option name ")?
            .split_once(" type spin ")?;
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let number = |key: &str| {
            let at = words.iter().position(|word| *word == key)?;
            words.get(at + 1)?.parse().ok()
        };
        Some(SpinOption {
            name: name.trim().to_string(),
            default: number("default")?,
            min: number("min")?,
            max: number("max")?,
        })
    }
}

/// The integer options of the UCI engine of a player, which is started for that.
///
/// # Errors
/// The engine cannot be used.
pub fn spin_options(
    rules: &Rules,
    player: &PlayerPlan,
    engine: &EnginePlan,
) -> Result<Vec<SpinOption>, String> {
    let mut engine = ExternalEngine::new(rules, player, engine, &Arc::default());
    engine.start()?;
    Ok(engine
        .session
        .map_or(Vec::new(), |mut session| take(&mut session.options)))
}

/// A running engine, killed when dropped.
#[derive(Debug)]
struct Session {
    process: Process,
    errors: Errors,
    log: Option<EngineLog>,
    /// The permitted silence, beyond the time for the move.
    silence: Duration,
    has_time: bool,
    stop: Arc<AtomicBool>,
    /// Its integer options by UCI.
    options: Vec<SpinOption>,
    /// All its options by UCI.
    declared: Vec<DeclaredOption>,
    /// The reason why a UCI engine was not told the rules.
    untold_rules: Option<String>,
    /// The word before the moves of its opponent by XBoard's protocol.
    move_prefix: &'static str,
}

impl Session {
    fn start(engine: &ExternalEngine) -> Result<Session, String> {
        let (plan, has_time) = (&engine.plan, engine.has_time);
        let mut command = Command::new(&plan.program);
        command.args(&plan.arguments).stderr(Stdio::piped());
        if let Some(folder) = &plan.dir {
            command.current_dir(folder);
        }
        let mut log = plan.log.as_deref().map(EngineLog::open).transpose()?;
        let cannot_start = |error| match &plan.dir {
            Some(folder) if !folder.is_dir() => {
                format!("cannot be started: {} is not a folder", folder.display())
            }
            _ => format!("cannot be started: {error}"),
        };
        let observer = |id| {
            log.iter_mut().for_each(|log| log.process = id);
            let log = log.clone();
            move |line: &str| log.iter().for_each(|log| log.write('<', line))
        };
        let mut process =
            Process::start("TRADEWIND_ENGINE", command, observer).map_err(cannot_start)?;
        let errors = process.child.stderr.take().expect("it is piped");
        let margin = Duration::from_millis(plan.time_margin);
        let least = if has_time { MIN_SILENCE } else { margin };
        let mut session = Session {
            process,
            errors: Errors::read(errors, log.clone()).map_err(cannot_start)?,
            log,
            silence: margin.max(least),
            has_time,
            stop: Arc::clone(&engine.stop),
            options: Vec::new(),
            declared: Vec::new(),
            untold_rules: None,
            move_prefix: "",
        };
        if plan.proto == EngineProtocol::Xboard {
            session.greet_xboard(engine)?;
            return Ok(session);
        }
        let id = engine.rules.spec().id.as_str();
        let (mut has_id, mut reads_files) = (false, false);
        let (mut options, mut declared) = (Vec::new(), Vec::new());
        session.ask("uci", Duration::ZERO, |line| {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match words.as_slice() {
                ["option", "name", VARIANT, values @ ..] => {
                    has_id |= values.windows(2).any(|pair| pair == ["var", id]);
                }
                ["option", "name", VARIANT_PATH, ..] => reads_files = true,
                _ => {}
            }
            options.extend(SpinOption::parse(line));
            declared.extend(DeclaredOption::parse(line));
            begins_with(line, "uciok")
        })?;
        (session.options, session.declared) = (options, declared);
        // An option of the plan may set the rules.
        let is_given = |option: &str| plan.options.contains_key(option);
        if !is_given(VARIANT) && !is_given(VARIANT_PATH) {
            session.set_variant(&engine.rules, has_id, reads_files)?;
        }
        let mut declared = session.declared.iter();
        if engine.rules.arrays_castle_differently() && declared.any(|one| one.name == CHESS960) {
            session.set_option(CHESS960, "true");
        }
        for (name, value) in &plan.options {
            session.set_option(name, value);
        }
        Ok(session)
    }

    /// Sets the rules: by a file of variants if it reads them, or else by their id if it has that.
    fn set_variant(
        &mut self,
        rules: &Rules,
        has_id: bool,
        reads_files: bool,
    ) -> Result<(), String> {
        let file = if reads_files {
            variants_file(rules)
                .map_err(|reason| format!("they cannot be written as variants.ini ({reason})"))
        } else {
            Err(format!("it has no option {VARIANT_PATH}"))
        };
        if let Ok(text) = &file {
            let failed = |error| format!("cannot be given the rules in a file: {error}");
            let mut file = tempfile::NamedTempFile::new().map_err(failed)?;
            file.write_all(text.as_bytes()).map_err(failed)?;
            self.set_option(VARIANT_PATH, &file.path().display().to_string());
            // Once it is ready it has read the file.
            self.ask("isready", Duration::ZERO, is_ready)?;
            self.set_option(VARIANT, &format!("{VARIANT_NAME}-tradewind"));
        } else if has_id {
            self.set_option(VARIANT, &rules.spec().id);
        } else if Notation::of_same_rules(rules.spec()) != Some(Notation::Chess) {
            self.untold_rules = file.err();
        }
        Ok(())
    }

    fn set_option(&self, option: &str, value: &str) {
        self.write(&format!("setoption name {option} value {value}"));
    }

    fn write(&self, lines: &str) {
        if let Some(log) = &self.log {
            lines.lines().for_each(|line| log.write('>', line));
        }
        self.process.write(format!("{lines}\n"));
    }

    fn ask<T>(
        &mut self,
        lines: &str,
        time: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        self.write(lines);
        let begin = Instant::now();
        let mut last_line = begin;
        let max_silence = time + self.silence;
        let max_total = if self.has_time && time > Duration::ZERO {
            max_silence
        } else {
            time + self.silence * TOTAL_SILENCES
        };
        loop {
            let now = Instant::now();
            if now - begin >= max_total || now - last_line >= max_silence {
                let asked = lines.lines().last().unwrap_or_default();
                let seconds = (now - begin).as_secs_f64();
                let fault = format!("did not answer `{asked}` within {seconds:.0} s");
                return Err(fault + &self.errors.quoted());
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err("was stopped".to_string());
            }
            match self.process.output.recv_timeout(POLL_INTERVAL) {
                Ok(line) => {
                    last_line = Instant::now();
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

    /// The end of the process, in words.
    fn ended(&mut self) -> String {
        let mut status = None;
        // Output closes a moment before the process ends and its last errors are read.
        for _ in 0..100 {
            status = status.or(self.process.child.try_wait().ok().flatten());
            if status.is_some() && self.errors.reader.is_finished() {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        status.map_or("closed its output".to_string(), |status| {
            format!("ended ({status})")
        })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.process.kill();
    }
}

/// The last lines of an engine's standard error.
#[derive(Debug)]
struct Errors {
    last: Arc<Mutex<VecDeque<String>>>,
    reader: JoinHandle<()>,
}

impl Errors {
    /// Reads standard error on a thread, until the engine ends.
    fn read(output: impl Read + Send + 'static, log: Option<EngineLog>) -> std::io::Result<Errors> {
        let last = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&last);
        let (max_lines, max_characters) = LAST_LINES;
        let read = move || {
            for line in lines(BufReader::new(output)).map_while(Result::ok) {
                log.iter().for_each(|log| log.write('!', &line));
                let visible = line.chars().filter(|character| !character.is_control());
                let line: String = visible.take(max_characters).collect();
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if !line.is_empty() {
                    kept.push_back(line);
                }
                if kept.len() > max_lines {
                    kept.pop_front();
                }
            }
        };
        let reader = thread::Builder::new().spawn(read)?;
        Ok(Errors { last, reader })
    }

    /// The end of a message; empty if nothing was written.
    fn quoted(&self) -> String {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match last.make_contiguous() {
            [] => String::new(),
            lines => format!("; standard error: {}", lines.join(" / ")),
        }
    }
}

/// A log file shared by all processes of an engine. A line has the seconds since the process
/// started, the process id, `>` for input, `<` for output or `!` for standard error, and the text.
#[derive(Clone, Debug)]
struct EngineLog {
    file: Arc<File>,
    started: Instant,
    process: u32,
}

impl EngineLog {
    fn open(path: &Path) -> Result<EngineLog, String> {
        let open = || OpenOptions::new().create(true).append(true).open(path);
        let checked = check_output(path).map_err(|error| error.cause);
        let file = checked.and_then(|()| open());
        let fault = |cause| format!("cannot be logged in {}: {cause}", path.display());
        Ok(EngineLog {
            file: Arc::new(file.map_err(fault)?),
            started: Instant::now(),
            process: 0,
        })
    }

    /// Appends a line. A full disk does not end the game.
    fn write(&self, mark: char, line: &str) {
        let seconds = self.started.elapsed().as_secs_f64();
        let text = format!("{seconds:.3} {} {mark} {line}\n", self.process);
        // In one call, so that lines of several processes do not mix.
        let _ = (&*self.file).write_all(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_options_are_read() {
        let option = |name: &str, default, min, max| {
            let name = name.to_string();
            Some(SpinOption {
                name,
                default,
                min,
                max,
            })
        };
        for (line, read) in [
            (
                "option name Move Overhead type spin default 10 min 0 max 5000",
                option("Move Overhead", 10, 0, 5_000),
            ),
            (
                "option name Contempt  type spin min -100 max 100 default -3",
                option("Contempt", -3, -100, 100),
            ),
            ("option name Ponder type check default false", None),
            ("option name Style type combo default a var a var b", None),
            ("option name Hash type spin default x min 0 max 5", None),
        ] {
            assert_eq!(SpinOption::parse(line), read, "{line}");
        }
    }

    #[test]
    fn undeclared_values_are_found() {
        let fault = |line: &str, value: &str| {
            let option = DeclaredOption::parse(line).expect("an option");
            option.fault(value)
        };
        let hash = "option name Hash type spin default 16 min 1 max 64";
        assert_eq!(fault(hash, "64"), None);
        let wanted = "must be from 1 to 64, found -5";
        assert_eq!(fault(hash, "-5").as_deref(), Some(wanted));
        let variant = "option name UCI_Variant type combo default chess var chess var knightmate";
        assert_eq!(fault(variant, "Knightmate"), None);
        let wanted = "has no value knightmat (did you mean `knightmate`?)";
        assert_eq!(fault(variant, "knightmat").as_deref(), Some(wanted));
        assert_eq!(fault("option name Clear Hash type button", ""), None);
    }

    #[test]
    fn scores_are_read() {
        for (line, score) in [
            ("info depth 3 score cp -25 nodes 100 pv e2e4", Some(-25)),
            ("info score mate 2 pv", Some(29_997)),
            ("info score mate -1", Some(-29_998)),
            ("info score mate 0", Some(-30_000)),
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
        let line = "info depth 12 seldepth 20 score cp 7 pv e2e4";
        assert_eq!(depth_of(line), Some(12));
        assert_eq!(depth_of("info score cp 7 string at depth 9"), None);
    }
}
