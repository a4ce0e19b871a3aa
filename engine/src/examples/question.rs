//! What an example may ask, and how the lines that ask are read.

use super::RulesName;
use super::drawing::Drawing;
use super::pattern::Pattern;
use super::words::{distinct, number, rules_name};
use crate::perft::MAX_PERFT_DEPTH;
use crate::position::Ending;

/// A question with its answer.
#[derive(Clone, Debug)]
pub(super) enum Question {
    /// Which moves there are, or how many.
    Moves(Which, Answer),
    /// These moves are legal.
    Allows(Vec<String>),
    /// These moves are not.
    Refuses(Vec<String>),
    /// The piece in parentheses goes to the marked squares and to no others.
    Shows,
    /// What stands on squares.
    At(Vec<Standing>),
    /// What stands on the whole board.
    Stands(Drawing),
    /// How many of each piece there are.
    Holds(Vec<(String, usize)>),
    /// How the game is over: who has won and by what; `None` when it is not.
    Over(Option<(String, Option<String>)>),
    /// The last three parts of the position text.
    State(String),
    /// The position text.
    Text(String),
    /// The move counts for depths 1, 2, ….
    Perft(Vec<u64>),
    /// The numbers of the arrays.
    Arrays(Vec<u32>),
    /// The rule set is the same as another.
    SameAs(RulesName),
    /// The set-up is no position, and the reason contains this.
    Rejected(String),
    /// The set-up is a position.
    Accepted,
    /// Where a piece goes on an empty and on a crowded board.
    Pattern(Pattern),
}

/// What stands on a square, or what does not.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    pub square: String,
    /// As position texts write it; `.` for nothing.
    pub piece: String,
    /// Whether it stands there.
    pub is: bool,
}

/// The moves that a question is about.
#[derive(Clone, Debug)]
pub(super) struct Which {
    /// Those of the piece on this square; all of them without.
    pub from: Option<String>,
    pub filter: Option<(MoveFilter, String)>,
    /// Whether the squares that they go to are asked for.
    pub squares: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum MoveFilter {
    /// What follows the two squares contains this.
    With,
    /// The move, or the square that it goes to, begins so.
    Beginning,
    /// It ends so.
    Ending,
}

#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// These and no others.
    Exactly(Vec<String>),
    /// At least one.
    Some,
    /// So many.
    Count(usize),
}

/// The keywords of questions that need no drawing below, for messages.
pub(super) const KEYWORDS: &str = "moves, goes, count, allows, refuses, at, holds, over, state, text, perft, arrays, \
     same, rejected, accepted, shows, stands, pattern";

/// Reads a question of one line; `None` when the keyword is none of one.
///
/// # Errors
/// What would be right.
pub(super) fn read(keyword: &str, rest: &str) -> Result<Option<Question>, String> {
    Ok(Some(match keyword {
        "moves" | "goes" | "count" => moves(keyword, rest)?,
        "allows" => Question::Allows(some(keyword, rest)?),
        "refuses" => Question::Refuses(some(keyword, rest)?),
        "at" => Question::At(
            some(keyword, rest)?
                .iter()
                .map(standing)
                .collect::<Result<_, _>>()?,
        ),
        "holds" => Question::Holds(
            some(keyword, rest)?
                .iter()
                .map(held)
                .collect::<Result<_, _>>()?,
        ),
        "over" => Question::Over(over(rest)?),
        "state" => Question::State(spaced(rest, 3, "state b clock=1 1")?),
        "text" => Question::Text(spaced(rest, 4, "text k,3/4/4/4/K,3 w - 0")?),
        "perft" => Question::Perft(perft(rest)?),
        "arrays" => Question::Arrays(arrays(rest)?),
        "same" => match rest.strip_prefix("as ") {
            Some(rest) => Question::SameAs(rules_name(rest)?),
            None => return Err("write `same as` and a rule set".to_string()),
        },
        "rejected" => Question::Rejected(match rest.strip_prefix(':') {
            Some(reason) => reason.trim().to_string(),
            None => nothing(keyword, rest)?,
        }),
        "accepted" => {
            nothing(keyword, rest)?;
            Question::Accepted
        }
        "shows" => {
            nothing(keyword, rest)?;
            Question::Shows
        }
        _ => return Ok(None),
    }))
}

fn nothing(keyword: &str, rest: &str) -> Result<String, String> {
    match rest {
        "" => Ok(String::new()),
        _ => Err(format!(
            "nothing follows `{keyword}` here, but `{rest}` does"
        )),
    }
}

fn some(keyword: &str, rest: &str) -> Result<Vec<String>, String> {
    match rest {
        "" => Err(format!(
            "`{keyword}` asks nothing: name one or more after it"
        )),
        _ => distinct(rest),
    }
}

fn moves(keyword: &str, rest: &str) -> Result<Question, String> {
    let form = || {
        format!(
            "write `{keyword} d4: …`, with the answer after the colon; `with x`, `beginning d4d` or \
             `ending <>` may stand before it"
        )
    };
    let (which, answer) = rest.split_once(':').ok_or_else(form)?;
    let mut words = which.split_whitespace().peekable();
    let filter_of = |word: &str| match word {
        "with" => Some(MoveFilter::With),
        "beginning" => Some(MoveFilter::Beginning),
        "ending" => Some(MoveFilter::Ending),
        _ => None,
    };
    let from = words.next_if(|word| filter_of(word).is_none());
    let filter = match words.next() {
        None => None,
        Some(word) => {
            let filter = filter_of(word).ok_or_else(form)?;
            Some((filter, words.next().ok_or_else(form)?.to_string()))
        }
    };
    let squares = keyword == "goes";
    let is_wrong = squares && (from.is_none() || matches!(filter, Some((MoveFilter::With, _))));
    if words.next().is_some() || is_wrong {
        return Err(form());
    }
    let answer = match (keyword, answer.trim()) {
        (_, "") => return Err(format!("`{keyword}` has no answer; write `none` for none")),
        ("count", answer) => Answer::Count(number(answer)?),
        (_, "none") => Answer::Exactly(Vec::new()),
        (_, "some") => Answer::Some,
        (_, answer) => Answer::Exactly(distinct(answer)?),
    };
    let from = from.map(str::to_string);
    let which = Which {
        from,
        filter,
        squares,
    };
    Ok(Question::Moves(which, answer))
}

fn standing(word: &String) -> Result<Standing, String> {
    let (square, piece) = (word.split_once('='))
        .filter(|(square, piece)| !square.is_empty() && !piece.is_empty())
        .ok_or_else(|| format!("`{word}` must be such as e5=A, f6=. or d4!=I"))?;
    Ok(Standing {
        square: square.trim_end_matches('!').to_string(),
        piece: piece.to_string(),
        is: !square.ends_with('!'),
    })
}

fn held(word: &String) -> Result<(String, usize), String> {
    let (piece, count) = word
        .split_once('=')
        .ok_or_else(|| format!("`{word}` must be such as P=8"))?;
    Ok((piece.to_string(), number(count)?))
}

fn over(rest: &str) -> Result<Option<(String, Option<String>)>, String> {
    let (who, how) = rest.split_once(' ').unwrap_or((rest, ""));
    let names = Ending::ALL.map(Ending::name);
    match (who, how.trim()) {
        ("no", "") => Ok(None),
        ("w" | "b" | "draw", "") => Ok(Some((who.to_string(), None))),
        ("w" | "b" | "draw", how) if names.contains(&how) => {
            Ok(Some((who.to_string(), Some(how.to_string()))))
        }
        _ => Err(format!(
            "write `over no`, or w, b or draw and how: {}",
            names.join(", ")
        )),
    }
}

fn spaced(rest: &str, parts: usize, example: &str) -> Result<String, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    if words.len() == parts {
        Ok(words.join(" "))
    } else {
        Err(format!("{parts} parts are needed here, as in `{example}`"))
    }
}

fn perft(rest: &str) -> Result<Vec<u64>, String> {
    let counts: Vec<u64> = (rest.split_whitespace().map(number)).collect::<Result<_, _>>()?;
    match counts.len() {
        0 => Err("write the counts for depths 1, 2, …: `perft 20 400`".to_string()),
        depths if depths > MAX_PERFT_DEPTH as usize => Err(format!(
            "there are counts for more than {MAX_PERFT_DEPTH} depths"
        )),
        _ => Ok(counts),
    }
}

/// Numbers and ranges of numbers: `0 255-256 511`.
fn arrays(rest: &str) -> Result<Vec<u32>, String> {
    /// More than any rule set has.
    const MAX_NUMBERS: usize = 1 << 24;
    let mut numbers = Vec::new();
    for word in some("arrays", rest)? {
        let (first, last) = word.split_once('-').unwrap_or((&word, &word));
        let range = number::<u32>(first)?..=number::<u32>(last)?;
        numbers.extend(range.take(MAX_NUMBERS));
        if numbers.len() >= MAX_NUMBERS {
            return Err(format!("`{word}` is too long a range"));
        }
    }
    Ok(numbers)
}
