//! Another engine as a player, by the Universal Chess Interface.
//!
//! What an engine does wrong (it cannot be started, ends, is silent, plays what is not legal) costs
//! it the game, and it is started again for the next one.

use super::player::Choice;
use crate::experiment::{EnginePlan, PlayerPlan};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};
use tradewind_engine::notation::{Notation, fen, quote};
use tradewind_engine::{Game, Move, Play};

/// How many lines of an engine wait to be read; an engine that writes more has to wait.
const LINES: usize = 1_000;
/// What a win in `n` moves is worth, less the plies to it, as the search of this program has it.
const WIN: i32 = 30_000;

/// An engine and the game that it plays.
#[derive(Debug)]
pub struct Engine {
    game: Game,
    notation: Notation,
    plan: EnginePlan,
    limits: String,
    time: Duration,
    process: Option<Process>,
    /// The game so far, as the engine is told: the position at its start, and the moves.
    start: String,
    moves: String,
}

impl Engine {
    /// An engine; it is started for its first game.
    pub fn new(game: &Game, player: &PlayerPlan, plan: &EnginePlan) -> Engine {
        let limits = [
            player.nodes.map(|nodes| format!(" nodes {nodes}")),
            player.depth.map(|depth| format!(" depth {depth}")),
            player.milliseconds.map(|time| format!(" movetime {time}")),
        ];
        Engine {
            game: game.clone(),
            notation: Notation::of(game),
            plan: plan.clone(),
            limits: limits.into_iter().flatten().collect(),
            time: player.time().unwrap_or_default(),
            process: None,
            start: String::new(),
            moves: String::new(),
        }
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(self.plan.patience)
    }

    /// Begins a game from a position.
    ///
    /// # Errors
    /// Why the engine cannot play.
    pub fn begin_game(&mut self, start: &Play) -> Result<(), String> {
        let text = start.text();
        let standard = match self.notation {
            Notation::Own => None,
            notation => fen::write(notation, &text),
        };
        self.start = format!("position fen {}", standard.unwrap_or(text));
        self.moves.clear();
        let patience = self.patience();
        if self.process.is_none() {
            self.process = Some(Process::start(&self.plan, patience)?);
        }
        self.ask("ucinewgame\nisready", patience, |line| {
            (line == "readyok").then_some(())
        })
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
    pub fn choose(&mut self, play: &Play) -> Result<Choice, String> {
        let question = format!("{}{}\ngo{}", self.start, self.moves, self.limits);
        let mut score = None;
        let answer = self.ask(&question, self.time + self.patience(), |line| {
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

    /// Writes lines and waits for the line that `wanted` takes.
    fn ask<T>(
        &mut self,
        lines: &str,
        patience: Duration,
        wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        let Some(process) = &mut self.process else {
            return Err("is not running".to_string());
        };
        let answer = process.ask(lines, patience, wanted);
        if answer.is_err() {
            self.process = None;
        }
        answer
    }
}

/// The score in an `info` line, in hundredths of a pawn for the side to move.
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

/// A running engine. It is killed when dropped.
#[derive(Debug)]
struct Process {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

impl Process {
    fn start(plan: &EnginePlan, patience: Duration) -> Result<Process, String> {
        let child = Command::new(&plan.program)
            .args(&plan.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("cannot be spoken to".to_string());
        };
        let (send, receive) = sync_channel(LINES);
        // It ends with the engine's output or when nobody listens any more.
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while output
                .read_until(b'\n', &mut line)
                .is_ok_and(|read| read > 0)
            {
                let text = String::from_utf8_lossy(&line).trim().to_string();
                if send.send(text).is_err() {
                    break;
                }
                line.clear();
            }
        });
        let mut process = Process {
            child,
            input,
            output: receive,
        };
        process.ask("uci", patience, |line| (line == "uciok").then_some(()))?;
        for (name, value) in &plan.options {
            process.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(process)
    }

    fn say(&mut self, lines: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{lines}").and_then(|()| self.input.flush());
        said.map_err(|_| self.ended())
    }

    fn ask<T>(
        &mut self,
        lines: &str,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        self.say(lines)?;
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(line) => {
                    if let Some(answer) = wanted(&line) {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let asked = lines.lines().last().unwrap_or_default();
                    let seconds = patience.as_secs_f64();
                    return Err(format!("did not answer `{asked}` within {seconds} s"));
                }
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
        "closed its input or output".to_string()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An engine that is gone already cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
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
