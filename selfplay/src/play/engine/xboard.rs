//! Engines of XBoard's Chess Engine Communication Protocol, version 2.
//!
//! The engine is in force mode except while it thinks: it gets each move of its opponent as a
//! `usermove`, and is then told to `go`.

use super::{ExternalEngine, Session, begins_with, mate_score};
use crate::experiment::{Clock, PlayerPlan};
use crate::play::clocks::Clocks;
use crate::record::MAX_CENTIPAWNS;
use std::ffi::OsStr;
use std::mem::take;
use std::path::Path;
use std::time::Duration;
use tradewind_engine::notation::{self, Notation, quote};
use tradewind_engine::{Game, Rules};

/// The option that names the variant.
const VARIANT: &str = "variant";
/// The variant of chess.
const CHESS: &str = "normal";
/// The options that are commands of the protocol.
const COMMANDS: [&str; 2] = ["memory", "cores"];
/// The score of a mate in no moves.
const MATE: i32 = 100_000;

/// The commands that set the limits of a player. `sd` comes last: the others may reset it.
pub(super) fn limits(player: &PlayerPlan) -> String {
    let level = |clock: Clock| {
        let seconds = clock.time.as_secs().max(1);
        let increment = clock.increment.as_secs_f64();
        format!("level 0 {}:{:02} {increment}\n", seconds / 60, seconds % 60)
    };
    let limits = [
        player.clock.map(level),
        player.movetime.map(|time| format!("st {}\n", time / 1_000)),
        player.depth.map(|depth| format!("sd {depth}\n")),
    ];
    limits.into_iter().flatten().collect()
}

impl Session {
    /// Reads the features of an engine and sets its options.
    pub(super) fn greet_xboard(&mut self, engine: &ExternalEngine) -> Result<(), String> {
        let (mut found, mut variants) = (Vec::new(), String::new());
        // Not all engines end their features by `done=1`.
        self.ask("xboard\nprotover 2\nping 1", Duration::ZERO, |line| {
            for (name, value) in features(line) {
                match name {
                    "variants" => variants = value.to_string(),
                    _ if value == "1" => found.push(name.to_string()),
                    _ => {}
                }
            }
            begins_with(line, "pong")
        })?;
        let has = |name: &str| found.iter().any(|known| known == name);
        if !has("setboard") {
            return Err("cannot play: it does not offer `feature setboard=1`".to_string());
        }
        self.move_prefix = if has("usermove") { "usermove " } else { "" };
        if engine.notation == Notation::Own {
            return Err(
                "cannot play by XBoard's protocol: a piece of the game has more than one letter"
                    .to_string(),
            );
        }
        let variant = engine.xboard_variant();
        if variant != CHESS && !variants.split(',').any(|name| name.trim() == variant) {
            return Err(format!(
                "does not offer the variant {variant}, only {}; option.variant=NAME names another",
                quote(&variants)
            ));
        }
        for (name, value) in &engine.plan.options {
            match name.as_str() {
                VARIANT => {}
                name if COMMANDS.contains(&name) => self.write(&format!("{name} {value}")),
                name => self.write(&format!("option {name}={value}")),
            }
        }
        Ok(())
    }
}

impl ExternalEngine {
    /// The name of the rule set in the protocol: by default its id, or that of its file.
    fn xboard_variant(&self) -> &str {
        if let Some(given) = self.plan.options.get(VARIANT) {
            return given;
        }
        let spec = self.rules.spec();
        let stem = Path::new(&spec.id).file_stem().and_then(OsStr::to_str);
        match Notation::of_same_rules(spec) {
            Some(Notation::Chess) => CHESS,
            _ => stem.unwrap_or(&spec.id),
        }
    }

    /// Starts a game from a position.
    pub(super) fn begin_xboard_game(&mut self, start: &Game) -> Result<(), String> {
        let variant = match self.xboard_variant() {
            CHESS => String::new(),
            name => format!("variant {name}\n"),
        };
        let (limits, fen) = (&self.limits, notation::text(&self.rules, start));
        self.has_played = false;
        self.tell_xboard(&format!(
            "force\nnew\n{variant}force\n{limits}easy\npost\nsetboard {fen}\n"
        ))
    }

    /// The line about a move of the opponent; empty about its own.
    pub(super) fn usermove(&mut self, text: &str) -> String {
        if take(&mut self.has_played) {
            return String::new();
        }
        let prefix = (self.session.as_ref()).map_or("", |session| session.move_prefix);
        format!("{prefix}{}\n", with_ranks(&self.rules, text, -1))
    }

    /// Lets the engine think about the position, and returns its move; `None` if it resigns. Calls
    /// `seen` with its scores and depths.
    pub(super) fn go_xboard(
        &mut self,
        (game, clocks): (&Game, &Clocks),
        time: Duration,
        mut seen: impl FnMut(i32, Option<u8>),
    ) -> Result<Option<String>, String> {
        let sides = [("time", game.side()), ("otim", game.side().other())];
        let clocks = sides.into_iter().filter_map(|(command, side)| {
            let left = clocks.of_side(side)?.time.as_millis() / 10;
            Some(format!("{command} {left}\n"))
        });
        let go = format!("{}go", clocks.collect::<String>());
        let answer = self.ask(&go, time, |line| {
            if let Some(score) = score_of(line) {
                let depth = line.split_ascii_whitespace().next();
                seen(score, depth.and_then(|depth| depth.parse().ok()));
            }
            let mut words = line.split_ascii_whitespace();
            match words.next()? {
                "move" => {
                    let text = words.next().unwrap_or_default();
                    Some(Ok(Some(text.to_string())))
                }
                "resign" => Some(Ok(None)),
                "1-0" | "0-1" | "1/2-1/2" => Some(Err(format!(
                    "claimed {} in a game that is not over",
                    quote(line)
                ))),
                _ => None,
            }
        });
        let answer = answer.flatten().inspect_err(|_| self.session = None)?;
        self.has_played = true;
        let session = self.session.as_ref().ok_or("is not running")?;
        session.write("force");
        Ok(answer.map(|text| with_ranks(&self.rules, &text, 1)))
    }

    /// Writes lines and waits until the engine has read them. It is an error if it rejects one.
    pub(super) fn tell_xboard(&mut self, lines: &str) -> Result<(), String> {
        let told = self.ask(&format!("{lines}ping 1"), Duration::ZERO, |line| {
            let is_rejected = ["Illegal move", "tellusererror Illegal position"]
                .iter()
                .any(|words| line.starts_with(words));
            if is_rejected {
                return Some(Err(format!(
                    "rejected a legal move or position: {}",
                    quote(line)
                )));
            }
            begins_with(line, "pong").map(Ok)
        });
        told.flatten().inspect_err(|_| self.session = None)
    }
}

/// A move with its ranks counted from another number: the protocol counts from 0 on boards of ten
/// ranks.
fn with_ranks(rules: &Rules, text: &str, by: i32) -> String {
    if rules.geometry().ranks() != 10 {
        return text.to_string();
    }
    let is_digit = |letter: char| letter.is_ascii_digit();
    let mut shifted = String::new();
    for part in text.split_inclusive(|letter| !is_digit(letter)) {
        let digits = part.trim_end_matches(|letter| !is_digit(letter));
        match digits.parse::<i32>() {
            Ok(rank) => shifted += &(rank + by).to_string(),
            Err(_) => shifted += digits,
        }
        shifted += &part[digits.len()..];
    }
    shifted
}

/// The names and values of a line of features.
fn features(line: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = line.strip_prefix("feature ").unwrap_or_default();
    while let Some((name, value)) = rest.split_once('=') {
        let ended = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"'),
            None => value.split_once(' '),
        };
        let (value, more) = ended.unwrap_or((value, ""));
        found.push((name.trim(), value));
        rest = more;
    }
    found
}

/// The score in a line of thinking output (depth, score, time, nodes, moves), in centipawns for the
/// side to move.
fn score_of(line: &str) -> Option<i32> {
    let numbers = line.split_ascii_whitespace().take(4);
    let numbers: Option<Vec<i64>> = numbers.map(|word| word.parse().ok()).collect();
    let &[_, score, _, _] = numbers?.as_slice() else {
        return None;
    };
    let score = score.clamp(i64::from(-2 * MATE), i64::from(2 * MATE)) as i32;
    Some(match score {
        MATE.. => mate_score((score - MATE).max(1)),
        _ if score <= -MATE => mate_score(score + MATE),
        _ => score.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_may_have_quoted_values() {
        let line = "feature ping=1 myname=\"A b 1=2\" variants=\"normal,shatranj\" done=1";
        let wanted = [
            ("ping", "1"),
            ("myname", "A b 1=2"),
            ("variants", "normal,shatranj"),
            ("done", "1"),
        ];
        assert_eq!(features(line), wanted);
        assert!(features("features ping=1").is_empty());
    }

    #[test]
    fn scores_of_thinking_output_are_read() {
        for (line, score) in [
            ("9 156 1084 48000 Nf3 Nc6", Some(156)),
            (" 4 -25 3 500 e2e4", Some(-25)),
            ("9 100002 5 700 Qh7", Some(29_997)),
            ("9 -100001 5 700 a1a2", Some(-29_998)),
            ("9 -100000 5 700", Some(-30_000)),
            ("9 156 1084", None),
            ("move e2e4", None),
            ("1-0 {White mates}", None),
        ] {
            assert_eq!(score_of(line), score, "{line}");
        }
    }

    #[test]
    fn ranks_of_large_boards_are_counted_from_0() {
        let large = Rules::load("scirocco-2009", &[]).expect("a rule set");
        let small = Rules::load("chess", &[]).expect("a rule set");
        for (here, there) in [("a2a4", "a1a3"), ("b10c9+", "b9c8+"), ("a1j10q", "a0j9q")] {
            assert_eq!(with_ranks(&large, here, -1), there);
            assert_eq!(with_ranks(&large, there, 1), here);
            assert_eq!(with_ranks(&small, here, -1), here);
        }
    }
}
