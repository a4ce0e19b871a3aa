//! The commands of the protocol.

use tradewind_engine::notation::quote;

/// A line that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciCommand {
    /// Nothing to do.
    Nothing,
    /// `uci`: who are you, and which options do you have?
    Uci,
    /// `isready`.
    IsReady,
    /// `ucinewgame`.
    NewGame,
    /// `setoption`.
    Set {
        /// The option.
        name: String,
        /// Its new value; empty for a button.
        value: String,
    },
    /// `position`, with the words behind it.
    Position(Vec<String>),
    /// `go`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`: the move that `go ponder` counts on was played.
    PonderHit,
    /// `d`: show the position.
    Show,
    /// `eval`: what the position and its pieces are worth, without looking ahead.
    Eval,
    /// `bench`, with a depth.
    Bench(Option<u32>),
    /// `quit`.
    Quit,
    /// Something else, with what is to be said about it.
    Unknown(String),
}

/// What limits a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The most positions to look at.
    pub nodes: Option<u64>,
    /// The most plies to search.
    pub depth: Option<u32>,
    /// How long to think, in milliseconds.
    pub move_time: Option<u64>,
    /// White's and Black's time left, in milliseconds.
    pub time: [Option<u64>; 2],
    /// What White and Black get for each move, in milliseconds.
    pub increment: [u64; 2],
    /// How many moves are left until more time comes.
    pub moves_to_go: Option<u64>,
    /// Whether to give no move before `stop`.
    pub infinite: bool,
    /// Whether to give no move before `ponderhit`, from which on the limits of time hold, or `stop`.
    pub ponder: bool,
    /// The only moves to search; all when empty.
    pub search_moves: Vec<String>,
    /// Count sequences of so many moves and do not search.
    pub perft: Option<u32>,
    /// What was not understood.
    pub complaints: Vec<String>,
}

impl UciCommand {
    /// Reads a line.
    pub fn parse(line: &str) -> UciCommand {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut words = rest.split_whitespace();
        match word {
            "" | "debug" | "register" => UciCommand::Nothing,
            "uci" => UciCommand::Uci,
            "isready" => UciCommand::IsReady,
            "ucinewgame" => UciCommand::NewGame,
            "setoption" => set(rest),
            "position" => UciCommand::Position(words.map(str::to_string).collect()),
            "go" => UciCommand::Go(Go::parse(words)),
            "stop" => UciCommand::Stop,
            "ponderhit" => UciCommand::PonderHit,
            "d" => UciCommand::Show,
            "eval" => UciCommand::Eval,
            "bench" => match words.next() {
                None => UciCommand::Bench(None),
                Some(depth) => match number(depth) {
                    Some(depth) => UciCommand::Bench(Some(at_most(depth))),
                    None => UciCommand::Unknown(format!(
                        "{} is no depth; write `bench` or `bench 8`",
                        quote(depth)
                    )),
                },
            },
            "quit" => UciCommand::Quit,
            _ => UciCommand::Unknown(format!("unknown command {}", quote(line))),
        }
    }
}

/// `setoption name NAME [value VALUE]`; a value may contain spaces.
fn set(rest: &str) -> UciCommand {
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
                    while let Some(word) = words.next_if(|word| !KEYS.contains(word)) {
                        go.search_moves.push(word.to_string());
                    }
                }
                key if KEYS.contains(&key) => match words.peek().and_then(|word| number(word)) {
                    Some(value) => {
                        words.next();
                        go.set(key, value);
                    }
                    None => go.complaints.push(format!("`{key}` needs a number")),
                },
                word => go
                    .complaints
                    .push(format!("{} of `go` is not understood", quote(word))),
            }
        }
        go
    }

    fn set(&mut self, key: &str, value: u64) {
        match key {
            "nodes" => self.nodes = Some(value),
            "depth" => self.depth = Some(at_most(value)),
            "mate" => self.depth = Some(at_most(value.saturating_mul(2))),
            "movetime" => self.move_time = Some(value),
            "wtime" => self.time[0] = Some(value),
            "btime" => self.time[1] = Some(value),
            "winc" => self.increment[0] = value,
            "binc" => self.increment[1] = value,
            "movestogo" => self.moves_to_go = Some(value),
            "perft" => self.perft = Some(at_most(value)),
            _ => {}
        }
    }
}

/// The words of `go`.
const KEYS: [&str; 13] = [
    "nodes",
    "depth",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "perft",
    "infinite",
    "ponder",
    "searchmoves",
];

/// A whole number; below 0 (time that is overdrawn) counts as 0, and what is too large as the
/// largest.
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

fn at_most(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_names_and_values_with_spaces() {
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
    fn limits_are_read_and_wrong_ones_named() {
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
        assert_eq!(go.complaints.len(), 4, "{:?}", go.complaints);
    }
}
