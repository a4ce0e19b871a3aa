//! Parsing of commands.

use tradewind_engine::notation::quote;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciCommand {
    /// An empty line, or a command without effect.
    Nothing,
    /// `uci`: name, author and options.
    Uci,
    /// `isready`.
    IsReady,
    /// `ucinewgame`.
    NewGame,
    /// `setoption`.
    Set {
        /// The name of the option.
        name: String,
        /// Its new value; empty for a button.
        value: String,
    },
    /// `position`, with its arguments.
    Position(Vec<String>),
    /// `go`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `d`: prints the position.
    Show,
    /// `eval`: the static evaluation, and the values of the pieces.
    Eval,
    /// `bench`, with its depth.
    Bench(Option<u32>),
    /// `quit`.
    Quit,
    /// Anything else, with an error message.
    Unknown(String),
}

/// The arguments of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Time for the move, in milliseconds.
    pub move_time: Option<u64>,
    /// Time left for White and Black, in milliseconds.
    pub time: [Option<u64>; 2],
    /// Increment per move for White and Black, in milliseconds.
    pub increment: [u64; 2],
    /// Number of moves to the next time control.
    pub moves_to_go: Option<u64>,
    /// Whether to search until `stop`.
    pub infinite: bool,
    /// Whether to search until `ponderhit`, when the time limits begin to apply, or `stop`.
    pub ponder: bool,
    /// The root moves to search; all if empty.
    pub search_moves: Vec<String>,
    /// The depth of a perft, instead of a search.
    pub perft: Option<u32>,
    /// Messages about arguments that were not understood.
    pub errors: Vec<String>,
}

impl Go {
    /// Whether the search ends only by a further command.
    pub fn is_endless(&self) -> bool {
        let times = [self.move_time, self.time[0], self.time[1], self.nodes];
        let is_limited = self.depth.is_some() || times.iter().any(Option::is_some);
        self.infinite || self.ponder || !is_limited
    }
}

impl UciCommand {
    /// Parses a line.
    pub fn parse(line: &str) -> UciCommand {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut words = rest.split_whitespace();
        match word {
            "" | "debug" | "register" => UciCommand::Nothing,
            "uci" => UciCommand::Uci,
            "isready" => UciCommand::IsReady,
            "ucinewgame" => UciCommand::NewGame,
            "setoption" => set_option(rest),
            "position" => UciCommand::Position(words.map(str::to_string).collect()),
            "go" => UciCommand::Go(Go::parse(words)),
            "stop" => UciCommand::Stop,
            "ponderhit" => UciCommand::PonderHit,
            "d" => UciCommand::Show,
            "eval" => UciCommand::Eval,
            "bench" => match words.next().map(|depth| number(depth).ok_or(depth)) {
                None => UciCommand::Bench(None),
                Some(Ok(depth)) => UciCommand::Bench(Some(saturated(depth))),
                Some(Err(word)) => UciCommand::Unknown(format!(
                    "{} is not a depth; write `bench` or `bench 8`",
                    quote(word)
                )),
            },
            "quit" => UciCommand::Quit,
            _ => UciCommand::Unknown(format!("unknown command {}", quote(line))),
        }
    }
}

/// Parses `name NAME [value VALUE]`. Names and values may contain spaces.
fn set_option(rest: &str) -> UciCommand {
    let named = rest.trim_start().strip_prefix("name");
    let Some(named) = named.filter(|named| named.starts_with(char::is_whitespace)) else {
        return UciCommand::Unknown("write `setoption name NAME value VALUE`".to_string());
    };
    let split = named.match_indices("value").find(|&(at, found)| {
        let behind = &named[at + found.len()..];
        named[..at].ends_with(char::is_whitespace)
            && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    });
    let (name, value) = match split {
        Some((at, found)) => (&named[..at], &named[at + found.len()..]),
        None => (named, ""),
    };
    UciCommand::Set {
        name: name.trim().to_string(),
        value: value.trim().to_string(),
    }
}

impl Go {
    fn parse<'w>(words: impl Iterator<Item = &'w str>) -> Go {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(word) = words.next_if(|word| !is_go_key(word)) {
                        go.search_moves.push(word.to_string());
                    }
                }
                key if is_go_key(key) => match words.peek().and_then(|word| number(word)) {
                    Some(value) => {
                        words.next();
                        go.set(key, value);
                    }
                    None => go.errors.push(format!("`{key}` needs a number")),
                },
                word => go
                    .errors
                    .push(format!("{} of `go` is not understood", quote(word))),
            }
        }
        go
    }

    fn set(&mut self, key: &str, value: u64) {
        match key {
            "nodes" => self.nodes = Some(value),
            "depth" => self.depth = Some(saturated(value)),
            "mate" => self.depth = Some(saturated(value.saturating_mul(2))),
            "movetime" => self.move_time = Some(value),
            "wtime" => self.time[0] = Some(value),
            "btime" => self.time[1] = Some(value),
            "winc" => self.increment[0] = value,
            "binc" => self.increment[1] = value,
            "movestogo" => self.moves_to_go = Some(value),
            "perft" => self.perft = Some(saturated(value)),
            _ => {}
        }
    }
}

/// Whether a word is a keyword of `go`, at which `searchmoves` ends.
fn is_go_key(word: &str) -> bool {
    let keys = "nodes depth mate movetime wtime btime winc binc movestogo perft infinite ponder searchmoves";
    keys.split(' ').any(|key| key == word)
}

/// Parses an integer, clamped to the range of `u64`: time left may be negative.
fn number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if digits.len() < text.len() {
        0
    } else {
        digits.parse().unwrap_or(u64::MAX)
    })
}

fn saturated(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_of_options_may_have_spaces() {
        let set = |name: &str, value: &str| UciCommand::Set {
            name: name.to_string(),
            value: value.to_string(),
        };
        for (line, wanted) in [
            ("setoption name Hash value 32", set("Hash", "32")),
            ("setoption name Clear Hash", set("Clear Hash", "")),
            (
                " setoption  name  Weights  value my values/a  b.toml ",
                set("Weights", "my values/a  b.toml"),
            ),
            ("setoption name Weights value", set("Weights", "")),
        ] {
            assert_eq!(UciCommand::parse(line), wanted, "{line}");
        }
        for line in ["setoption", "setoption Hash value 3", "setoption names x"] {
            assert!(
                matches!(UciCommand::parse(line), UciCommand::Unknown(_)),
                "{line}"
            );
        }
    }

    #[test]
    fn limits_are_parsed_and_errors_reported() {
        let UciCommand::Go(go) = UciCommand::parse(
            "go wtime -5 btime 99999999999999999999999 winc 7 depth x nodes searchmoves e2e4 d2d4 \
             infinite nonsense ponder movestogo 3",
        ) else {
            panic!("`go` is a command")
        };
        assert_eq!(go.time, [Some(0), Some(u64::MAX)]);
        assert_eq!((go.increment, go.moves_to_go), ([7, 0], Some(3)));
        assert_eq!((go.depth, go.nodes), (None, None));
        assert!(go.infinite && go.ponder);
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        // `depth`, `x`, `nodes` and `nonsense`.
        assert_eq!(go.errors.len(), 4, "{:?}", go.errors);
    }
}
