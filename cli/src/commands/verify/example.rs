//! Worked examples of rules, in the language of `docs/guide/test-rules.md`.
//!
//! The lines of an example are executed in order, once for each set of values of its variables and
//! each rule set.

use super::case::{GameCache, compare};
use anyhow::{Context, anyhow, bail, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Display};
use std::str::FromStr;
use tradewind_engine::board::Square;
use tradewind_engine::rules::PieceType;
use tradewind_engine::{Color, Game, MAX_PERFT_DEPTH, Rules};

/// An example with all errors in it and all wrong answers of the engine.
#[derive(Debug)]
pub struct Example {
    /// Empty for a fault of the file as a whole.
    pub title: String,
    pub findings: Vec<Finding>,
}

#[derive(Debug)]
pub struct Finding {
    /// The line, counted from 1.
    pub line: usize,
    /// Whether the example itself is invalid.
    pub is_unusable: bool,
    /// The question, what was expected and what was found.
    pub message: String,
}

/// The maximum number of sets of values of an example's variables.
const MAX_COMBINATIONS: usize = 10_000;

/// More array numbers than any rule set has.
const MAX_NUMBERS: usize = 1 << 24;

const TITLE: &str = "==";
const SET_UPS: [&str; 3] = ["board", "array", "position"];
const QUESTIONS: [&str; 18] = [
    "moves", "goes", "count", "allows", "refuses", "at", "holds", "over", "state", "text", "perft",
    "arrays", "same", "rejected", "accepted", "shows", "stands", "pattern",
];

/// The differences from the right answer, or the reason why there is none.
type Answer = anyhow::Result<Vec<String>>;

type Drawings = BTreeMap<String, Vec<String>>;
type Values = Vec<(String, String)>;

/// The squares of a drawn board with their tokens, the top rank first.
type Grid = Vec<(Square, String)>;

/// That an example cannot be used.
fn fault(line: usize, message: impl Display) -> Finding {
    Finding {
        line,
        is_unusable: true,
        message: message.to_string(),
    }
}

/// Checks the examples of a file.
pub fn check(text: &str, games: &mut GameCache) -> Vec<Example> {
    examples(text, games).unwrap_or_else(|fault| {
        vec![Example {
            title: String::new(),
            findings: vec![fault],
        }]
    })
}

fn examples(text: &str, games: &mut GameCache) -> Result<Vec<Example>, Finding> {
    let lines = lines(text)?;
    let is_title = |line: &Line| line.keyword() == TITLE;
    if !lines.iter().any(is_title) {
        let message = format!("there is no example: each begins with a line `{TITLE} title`");
        return Err(fault(1, message));
    }
    let mut drawings = Drawings::new();
    let mut rules = None;
    let mut examples = Vec::new();
    for section in lines.chunk_by(|_, next| !is_title(next)) {
        if is_title(&section[0]) {
            let mut findings = Vec::new();
            let result = run(section, &mut drawings, rules.as_ref(), games, &mut findings);
            findings.extend(result.err());
            let title = section[0].rest().to_string();
            examples.push(Example { title, findings });
        } else {
            rules = head(section, &mut drawings)?;
        }
    }
    Ok(examples)
}

/// The rules of the lines before the first title.
fn head(lines: &[Line], drawings: &mut Drawings) -> Result<Option<Line>, Finding> {
    let lines = without_drawings(lines, drawings)?;
    match lines.iter().find(|line| line.keyword() != "rules") {
        Some(line) => Err(line.fault(format!(
            "`{}` cannot stand before the first title, only `rules` and `drawing`; a title is a line \
             `{TITLE} title`",
            line.keyword()
        ))),
        None => Ok(lines.into_iter().next_back()),
    }
}

/// Carries out an example, up to the first line that cannot be used.
fn run(
    section: &[Line],
    drawings: &mut Drawings,
    rules: Option<&Line>,
    games: &mut GameCache,
    findings: &mut Vec<Finding>,
) -> Result<(), Finding> {
    let heading = &section[0];
    if heading.rest().is_empty() {
        return Err(heading.fault("a title must follow"));
    }
    if !heading.rows.is_empty() {
        return Err(heading.fault("no drawing can stand below a title"));
    }
    let body = without_drawings(&section[1..], drawings)?;
    let variables = body.iter().take_while(|line| line.keyword() == "each");
    let (variables, body) = body.split_at(variables.count());
    let is_question = |line: &Line| QUESTIONS.contains(&line.keyword());
    for values in value_sets(variables)? {
        let mut lines: Vec<Line> = (body.iter())
            .map(|line| line.filled_in(&values))
            .collect::<Result<_, _>>()?;
        resolve_drawings(&mut lines, drawings)?;
        if lines.first().is_none_or(|line| line.keyword() != "rules") {
            let rules = rules.ok_or_else(|| {
                heading.fault("say by which rules: `rules chess` must stand above")
            })?;
            let number = heading.number;
            let rules = rules.clone();
            lines.insert(0, Line { number, ..rules });
        }
        let known = |line: &Line| {
            is_question(line) || line.is_set_up() || ["rules", "play"].contains(&line.keyword())
        };
        if let Some(line) = lines.iter().find(|line| !known(line)) {
            return Err(line.fault(match line.keyword() {
                "each" => "`each` stands at the beginning of an example".to_string(),
                keyword => format!(
                    "`{keyword}` is no word that a line begins with; these are: rules, drawing, each, play, \
                     {}, {}",
                    SET_UPS.join(", "),
                    QUESTIONS.join(", ")
                ),
            }));
        }
        if !lines.iter().any(is_question) {
            return Err(heading.fault("the example asks nothing"));
        }
        let mut set_up = None;
        for chunk in lines.chunk_by(|_, next| next.keyword() != "rules") {
            let (rules, steps) = (&chunk[0], &chunk[1..]);
            let names: Vec<_> = (rules.rest().split(','))
                .map(|name| rules_name(name).map_err(|message| rules.fault(message)))
                .collect::<Result<_, _>>()?;
            if !steps.iter().any(is_question) {
                return Err(rules.fault(format!("nothing is asked after `{}`", rules.text)));
            }
            // A set-up above the `rules` line holds until the next one.
            let begins = steps.first().is_some_and(Line::is_set_up);
            let carried: Option<&Line> = set_up.filter(|_| !begins);
            for (id, options) in names {
                let loaded = games.load(&id, &options);
                let loaded = loaded.map_err(|message| rules.fault(message))?;
                let pair = |(name, value): &(String, String)| format!("{name}={value}");
                let notes: Vec<String> = (values.iter().map(pair))
                    .chain([id])
                    .chain(options.iter().map(pair))
                    .collect();
                let mut scene = Scene {
                    rules: &loaded,
                    games: &mut *games,
                    frames: Vec::new(),
                };
                scene.run(carried.into_iter().chain(steps), &notes.join(" "), findings)?;
            }
            set_up = chunk.iter().rfind(|line| line.is_set_up()).or(set_up);
        }
    }
    Ok(())
}

/// A line that begins with a keyword, and the rows of a drawing below it.
#[derive(Clone, Debug)]
struct Line {
    /// Its number, counted from 1.
    number: usize,
    indent: usize,
    text: String,
    rows: Vec<String>,
    /// The changes that `with` makes in the drawing, in order.
    changes: Vec<(String, String)>,
}

impl Line {
    /// Its first word, without a colon behind it.
    fn keyword(&self) -> &str {
        let word = self.text.split_whitespace().next().unwrap_or_default();
        word.strip_suffix(':').unwrap_or(word)
    }

    /// The text after its first word.
    fn rest(&self) -> &str {
        self.text[self.keyword().len()..].trim()
    }

    fn is_set_up(&self) -> bool {
        SET_UPS.contains(&self.keyword())
    }

    fn fault(&self, message: impl Display) -> Finding {
        fault(self.number, message)
    }

    /// The line with values in the place of variables.
    fn filled_in(&self, values: &Values) -> Result<Line, Finding> {
        let fill = |text: &String| {
            let mut parts = text.split('$');
            let mut filled = parts.next().unwrap_or_default().to_string();
            for part in parts {
                let ends = |letter: char| !letter.is_ascii_alphabetic();
                let length = part.find(ends).unwrap_or(part.len());
                let name = format!("${}", &part[..length]);
                let value = values.iter().find(|(known, _)| *known == name);
                let (_, value) = value.ok_or_else(|| {
                    self.fault(format!(
                        "`{name}` has no value: write `each {name} = …` first"
                    ))
                })?;
                filled.push_str(value);
                filled.push_str(&part[length..]);
            }
            Ok(filled.trim().to_string())
        };
        if self.keyword() == "each" {
            return Ok(self.clone());
        }
        Ok(Line {
            text: fill(&self.text)?,
            rows: self.rows.iter().map(fill).collect::<Result<_, _>>()?,
            ..self.clone()
        })
    }
}

/// The lines of a text, without comments. A line that ends with `\` continues on the next.
fn lines(text: &str) -> Result<Vec<Line>, Finding> {
    let mut joined: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (number, whole) in (1..).zip(text.lines()) {
        let begins = |(at, _): &(usize, &str)| *at == 0 || whole[..*at].ends_with([' ', '\t']);
        let comment = whole.match_indices('#').find(begins);
        let line = whole[..comment.map_or(whole.len(), |(at, _)| at)].trim_end();
        let kept = line.strip_suffix('\\').unwrap_or(line).trim_end();
        match joined.last_mut() {
            Some((_, last)) if goes_on => *last += &format!(" {}", kept.trim_start()),
            _ if kept.is_empty() => {}
            _ => joined.push((number, kept.to_string())),
        }
        goes_on = line.ends_with('\\');
    }
    let mut lines: Vec<Line> = Vec::new();
    for (number, whole) in joined {
        let text = whole.trim_start().to_string();
        let indent = whole.len() - text.len();
        if whole[..indent].contains('\t') {
            return Err(fault(number, "indent with blanks, not with tabs"));
        }
        // Ranks of a drawing, the names of its files, and rows of patterns.
        let first = text.split(' ').next().unwrap_or_default();
        let is_row = first.chars().count() == 1
            || first.starts_with('$')
            || first.bytes().all(|byte| byte.is_ascii_digit());
        match lines.last_mut() {
            Some(line) if is_row => line.rows.push(text),
            _ => lines.push(Line {
                number,
                indent,
                text,
                rows: Vec::new(),
                changes: Vec::new(),
            }),
        }
    }
    Ok(lines)
}

/// Adds the named drawings among some lines to `drawings`; returns the other lines.
fn without_drawings(lines: &[Line], drawings: &mut Drawings) -> Result<Vec<Line>, Finding> {
    let mut others = Vec::new();
    for line in lines {
        let name = line.rest();
        if line.keyword() != "drawing" {
            others.push(line.clone());
        } else if name.is_empty() || name.contains(' ') {
            return Err(line.fault("a drawing has a name of one word"));
        } else if line.rows.is_empty() {
            return Err(line.fault(NO_DRAWING));
        } else {
            let known = drawings.insert(name.to_string(), line.rows.clone());
            if known.is_some() {
                return Err(line.fault(format!("there is a drawing `{name}` already")));
            }
        }
    }
    Ok(others)
}

const NO_DRAWING: &str = "a drawing must follow, such as `8 . . . k . . . .`";

/// Gives each `board` and `stands` its drawing: the one below it, the one that `of` names, or for a
/// `board` that of the board before; with the changes of `with`.
fn resolve_drawings(lines: &mut [Line], drawings: &Drawings) -> Result<(), Finding> {
    let mut last: Option<Line> = None;
    for line in lines {
        let text = line.rest().to_string();
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = match line.keyword() {
            "stands" => words.as_slice(),
            "board" => match words.as_slice() {
                [_, state, rest @ ..] if !["of", "with"].contains(state) => rest,
                [_, rest @ ..] => rest,
                [] => &[],
            },
            "pattern" => continue,
            _ if line.rows.is_empty() => continue,
            keyword => return Err(line.fault(format!("no drawing can stand below `{keyword}`"))),
        };
        let words = match (words, &last) {
            (["of", name, rest @ ..], _) if line.rows.is_empty() => {
                let known = drawings.get(*name).cloned();
                line.rows = known
                    .ok_or_else(|| line.fault(format!("there is no drawing `{name}` above")))?;
                rest
            }
            (words, Some(last)) if line.rows.is_empty() && line.keyword() == "board" => {
                line.rows.clone_from(&last.rows);
                line.changes.clone_from(&last.changes);
                words
            }
            (words, _) if !line.rows.is_empty() => words,
            _ => return Err(line.fault(NO_DRAWING)),
        };
        match words {
            [] => {}
            ["with", changes @ ..] if !changes.is_empty() => {
                for change in changes {
                    let parts = change.split_once('=');
                    let parts = parts.filter(|(from, to)| !from.is_empty() && !to.is_empty());
                    let (from, to) = parts.ok_or_else(|| {
                        line.fault(format!("`{change}` must be such as X=N, e5=r or e5=."))
                    })?;
                    line.changes.push((from.to_string(), to.to_string()));
                }
            }
            _ => {
                return Err(line.fault(format!(
                    "`{}` is not understood: `of` and the name of a drawing may stand here, then `with` and \
                     changes",
                    words.join(" ")
                )));
            }
        }
        if line.keyword() == "board" {
            last = Some(line.clone());
        }
    }
    Ok(())
}

/// The sets of values of `each` lines; several lines stand for every combination.
fn value_sets(lines: &[Line]) -> Result<Vec<Values>, Finding> {
    let mut sets = vec![Values::new()];
    for line in lines {
        let rows = value_rows(line.rest()).map_err(|message| line.fault(message))?;
        let combined = sets.iter().flat_map(|set| {
            rows.iter()
                .map(move |row| [set.as_slice(), row.as_slice()].concat())
        });
        sets = combined.take(MAX_COMBINATIONS + 1).collect();
        if sets.len() > MAX_COMBINATIONS {
            let message = format!("more than {MAX_COMBINATIONS} combinations of values");
            return Err(line.fault(message));
        }
    }
    Ok(sets)
}

/// The rows of one `each` line. With one name every word is a value, unless `/` stands between
/// them; with several, `/` stands between rows, and the last name takes all words that are left.
fn value_rows(text: &str) -> anyhow::Result<Vec<Values>> {
    let form = "write `each $name = value value …` or `each $one $two = value value / value value`";
    let (names, values) = text.split_once(" = ").context(form)?;
    let names: Vec<&str> = names.split_whitespace().collect();
    let is_name = |name: &&str| {
        let letters = name.strip_prefix('$').unwrap_or_default();
        !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    ensure!(!names.is_empty() && names.iter().all(is_name), form);
    let words: Vec<&str> = values.split_whitespace().collect();
    let rows: Vec<&[&str]> = if names.len() == 1 && !words.contains(&"/") {
        words.chunks(1).collect()
    } else {
        words.split(|word| *word == "/").collect()
    };
    let row = |row: &[&str]| {
        let singles = names.len() - 1;
        ensure!(
            row.len() >= singles,
            "`{}` has too few values",
            row.join(" ")
        );
        let (first, rest) = row.split_at(singles);
        let values = (first.iter().map(ToString::to_string)).chain([rest.join(" ")]);
        Ok((names.iter().map(ToString::to_string))
            .zip(values)
            .collect())
    };
    rows.into_iter().map(row).collect()
}

/// A rule set with options: `chess no_castling=true`.
fn rules_name(text: &str) -> anyhow::Result<(String, Vec<(String, String)>)> {
    let mut words = text.split_whitespace();
    let rules = words.next();
    let rules = rules.context("name a rule set, such as `rules chess no_castling=true`")?;
    let options = words.map(|word| {
        let (name, value) = word
            .split_once('=')
            .with_context(|| format!("`{word}` is no option: write `name=value`"))?;
        Ok((name.to_string(), value.to_string()))
    });
    Ok((rules.to_string(), options.collect::<anyhow::Result<_>>()?))
}

/// The words of a text: at least one, without duplicates.
fn distinct(text: &str) -> anyhow::Result<Vec<String>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let twice = (words.iter().enumerate()).find(|(at, word)| words[..*at].contains(word));
    match twice {
        Some((_, word)) => Err(anyhow!("`{word}` stands here twice")),
        None if words.is_empty() => bail!("nothing is asked: name one or more"),
        None => Ok(words.into_iter().map(str::to_string).collect()),
    }
}

fn number<N: FromStr>(word: &str) -> anyhow::Result<N> {
    let number = word.parse();
    number.map_err(|_| anyhow!("`{word}` is no number that can stand here"))
}

/// A set-up, or moves that were played from the frame before it.
struct Frame<'s> {
    line: &'s Line,
    /// Whether a question refers to it.
    is_asked: bool,
    state: State,
}

/// The game; `None` after a move that was not legal, which has been reported. An error is the reason
/// why the set-up is not a position.
type State = anyhow::Result<Option<Game>>;

/// A game that an example asks about.
struct Scene<'s> {
    rules: &'s Rules,
    games: &'s mut GameCache,
    /// The last set-up, and the `play` lines to which the present line belongs.
    frames: Vec<Frame<'s>>,
}

impl<'s> Scene<'s> {
    fn run(
        &mut self,
        lines: impl Iterator<Item = &'s Line>,
        notes: &str,
        findings: &mut Vec<Finding>,
    ) -> Result<(), Finding> {
        for line in lines {
            self.close(line)?;
            let message = |wrong: &dyn Display| format!("{} ({notes}): {wrong}", line.text);
            let wrong = self.step(line);
            for wrong in wrong.map_err(|fault| line.fault(message(&fault)))? {
                findings.push(Finding {
                    line: line.number,
                    is_unusable: false,
                    message: message(&wrong),
                });
            }
        }
        self.truncate(0)
    }

    /// Ends the frames to which a line does not belong.
    fn close(&mut self, line: &Line) -> Result<(), Finding> {
        let mut frames = self.frames.iter().enumerate();
        let ends = |(at, frame): &(usize, &Frame<'_>)| *at > 0 && frame.line.indent >= line.indent;
        let end = frames.find(ends).map_or(self.frames.len(), |(at, _)| at);
        self.truncate(if line.is_set_up() { 0 } else { end })
    }

    fn truncate(&mut self, length: usize) -> Result<(), Finding> {
        match self.frames.drain(length..).find(|frame| !frame.is_asked) {
            None => Ok(()),
            Some(Frame { line, .. }) => {
                let how = match line.keyword() {
                    "play" => ": what is asked after the moves stands below, indented more",
                    _ => "",
                };
                Err(line.fault(format!("nothing is asked after `{}`{how}", line.text)))
            }
        }
    }

    fn step(&mut self, line: &'s Line) -> Answer {
        let (state, wrong) = match line.keyword() {
            "play" => self.play(line.rest())?,
            _ if line.is_set_up() => (self.set_up(line)?, Vec::new()),
            _ => {
                (self.frames.iter_mut()).for_each(|frame| frame.is_asked = true);
                return self.ask(line);
            }
        };
        self.frames.push(Frame {
            line,
            is_asked: false,
            state,
        });
        Ok(wrong)
    }

    fn set_up(&self, line: &Line) -> anyhow::Result<State> {
        let rest = line.rest();
        let text = match line.keyword() {
            "array" => {
                let number: u32 = number(rest)?;
                let game = self.rules.start(number).map(Some);
                return Ok(game.with_context(|| format!("there is no array {number}")));
            }
            "board" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let (side, state) = match words.as_slice() {
                    [side @ ("w" | "b")] | [side @ ("w" | "b"), "of" | "with", ..] => (side, "-"),
                    [side @ ("w" | "b"), state, ..] => (side, *state),
                    _ => bail!("write the side to move after `board`: w or b"),
                };
                format!("{} {side} {state} 0", self.board_text(&self.grid(line)?))
            }
            _ if rest.is_empty() => {
                bail!("write a position text after `position`");
            }
            _ => rest.to_string(),
        };
        let game = self.rules.parse(&text).map(Some);
        Ok(game.map_err(Into::into))
    }

    /// The game that questions refer to; `None` after a move that is not legal.
    fn present(&self) -> anyhow::Result<Option<&Game>> {
        let frame = self.frames.last().context(NO_BOARD)?;
        let state = frame.state.as_ref().map(Option::as_ref);
        state.map_err(|fault| anyhow!("the board above is no position: {fault}"))
    }

    /// Plays moves; returns the game after them, and the first that is not legal.
    fn play(&self, moves: &str) -> anyhow::Result<(State, Vec<String>)> {
        ensure!(!moves.is_empty(), "write moves after `play`");
        let Some(mut game) = self.present()?.cloned() else {
            return Ok((Ok(None), Vec::new()));
        };
        for text in moves.split_whitespace() {
            self.check_move(text)?;
            let Some(found) = game.find(text) else {
                let wrong = format!(
                    "{text} is not legal in {}, where the moves are: {}",
                    game.text(),
                    self.moves_of(&game, None).join(" ")
                );
                return Ok((Ok(None), vec![wrong]));
            };
            game.play_unchecked(found);
        }
        Ok((Ok(Some(game)), Vec::new()))
    }

    fn ask(&mut self, line: &Line) -> Answer {
        let (keyword, rest) = (line.keyword(), line.rest());
        match keyword {
            "arrays" => return Ok(differs(&self.rules.spec().array_numbers(), &arrays(rest)?)),
            "same" => {
                let other = rest
                    .strip_prefix("as ")
                    .context("write `same as` and a rule set")?;
                let (id, options) = rules_name(other)?;
                let other = self.games.load(&id, &options)?;
                let text = |rules: &Rules| rules.spec().fingerprint_text();
                let is_same = text(self.rules) == text(&other);
                return Ok(unless(is_same, || "the rule sets differ".to_string()));
            }
            "accepted" | "rejected" => return self.rejected(keyword, rest),
            _ => {}
        }
        let Some(game) = self.present()? else {
            return Ok(Vec::new());
        };
        match keyword {
            "moves" | "goes" | "count" => self.moves(game, keyword, rest),
            "allows" | "refuses" => {
                let mut wrong = Vec::new();
                for text in distinct(rest)? {
                    self.check_move(&text)?;
                    match (keyword, game.find(&text)) {
                        ("refuses", Some(_)) => wrong.push(format!("{text} is legal")),
                        ("allows", None) => wrong.push(format!(
                            "{text} is not legal; the moves are: {}",
                            self.moves_of(game, None).join(" ")
                        )),
                        _ => {}
                    }
                }
                Ok(wrong)
            }
            "at" => self.at(game, rest),
            "holds" => self.holds(game, rest),
            "over" => {
                let found = game.over().map_or("no".to_string(), |(outcome, ending)| {
                    format!("{} {}", outcome.text(), ending.name())
                });
                let who = found.split(' ').next().unwrap_or_default();
                Ok(unless([who, &found].contains(&rest), || {
                    format!("found {found} in {}", game.text())
                }))
            }
            "state" | "text" => {
                let text = game.text();
                let part = match keyword {
                    "state" => text.split_once(' ').map_or("", |(_, state)| state),
                    _ => &text,
                };
                let expected = rest.split_whitespace().collect::<Vec<_>>().join(" ");
                let again = match self.rules.parse(&text) {
                    Err(fault) => vec![format!("its own text {text} is rejected: {fault}")],
                    Ok(again) => unless(again.text() == text, || {
                        format!("its own text {text} is read as {}", again.text())
                    }),
                };
                Ok([differs(&part, &expected.as_str()), again].concat())
            }
            "perft" => {
                let expected: Vec<u64> =
                    (rest.split_whitespace().map(number)).collect::<Result<_, _>>()?;
                if expected.is_empty() || expected.len() > MAX_PERFT_DEPTH as usize {
                    bail!("write the counts for depths 1, 2, …, at most {MAX_PERFT_DEPTH}");
                }
                let depths = (1..).zip(&expected);
                let found: Vec<u64> = depths.map(|(depth, _)| game.perft(depth)).collect();
                Ok(differs(&found, &expected))
            }
            "stands" => {
                let grid = self.grid(line)?;
                let words = grid
                    .iter()
                    .map(|(square, token)| format!("{}={}", self.name(*square), piece(token)));
                self.at(game, &words.collect::<Vec<_>>().join(" "))
            }
            "shows" if rest.is_empty() => self.shows(game),
            "pattern" => self.pattern(line),
            _ => Err(anyhow!("nothing follows `{keyword}`, but `{rest}` does")),
        }
    }

    fn rejected(&self, keyword: &str, rest: &str) -> Answer {
        let is_reason = keyword == "rejected" && rest.starts_with(':');
        ensure!(
            rest.is_empty() || is_reason,
            "nothing follows `{keyword}`, but `{rest}` does"
        );
        let frame = self.frames.first().context(NO_BOARD)?;
        Ok(match (&frame.state, keyword) {
            (Err(fault), "accepted") => vec![format!("it is rejected: {fault}")],
            (Err(fault), _) => {
                let reason = rest.trim_start_matches(':').trim();
                unless(fault.to_string().contains(reason), || {
                    format!("it is rejected for another reason: {fault}")
                })
            }
            (_, "accepted") => Vec::new(),
            _ => vec!["it is accepted".to_string()],
        })
    }

    fn moves(&self, game: &Game, keyword: &str, rest: &str) -> Answer {
        let form = || {
            anyhow!(
                "write `{keyword} d4: …`, with the answer after the colon; `with x`, `beginning d4d` or \
                 `ending <>` may stand before it"
            )
        };
        let (which, answer) = rest.split_once(':').ok_or_else(form)?;
        let words: Vec<&str> = which.split_whitespace().collect();
        let is_filter = |word: &str| ["with", "beginning", "ending"].contains(&word);
        let (from, filter) = match words[..] {
            [] => (None, None),
            [from] if !is_filter(from) => (Some(from), None),
            [filter, part] if is_filter(filter) => (None, Some((filter, part))),
            [from, filter, part] if is_filter(filter) => (Some(from), Some((filter, part))),
            _ => return Err(form()),
        };
        let squares = keyword == "goes";
        if squares && (from.is_none() || filter.is_some_and(|(filter, _)| filter == "with")) {
            return Err(form());
        }
        let from = from.map(|from| self.square(from)).transpose()?;
        let moves = self.moves_of(game, from);
        let mut found = if squares {
            self.targets(&moves)
        } else {
            moves.clone()
        };
        if let Some((filter, part)) = filter {
            found.retain(|text| match filter {
                "with" => (self.parts(text)).is_some_and(|(_, _, tail)| tail.contains(part)),
                "beginning" => text.starts_with(part),
                _ => text.ends_with(part),
            });
        }
        match (keyword, answer.trim()) {
            (_, "") => Err(anyhow!("`{keyword}` has no answer; write `none` for none")),
            ("count", answer) => {
                let expected: usize = number(answer)?;
                Ok(unless(found.len() == expected, || {
                    format!(
                        "expected {expected}, found {}: {}",
                        found.len(),
                        found.join(" ")
                    )
                }))
            }
            (_, "some") => Ok(unless(!found.is_empty(), || "there are none".to_string())),
            (_, answer) => {
                let expected = match answer {
                    "none" => Vec::new(),
                    _ => distinct(answer)?,
                };
                for text in &expected {
                    if squares {
                        self.square(text)?;
                    } else {
                        self.check_move(text)?;
                    }
                }
                let twice = if squares { Vec::new() } else { twice(&moves) };
                Ok([compare(found, &expected), twice].concat())
            }
        }
    }

    fn shows(&self, game: &Game) -> Answer {
        let grid = self.drawn_board("shows")?;
        let mut pieces = grid.iter().filter(|(_, token)| token.starts_with('('));
        let (Some((from, _)), None) = (pieces.next(), pieces.next()) else {
            bail!("`shows` needs one piece in parentheses, such as (N), on the board above");
        };
        let is_marked = |token: &str| token == "*" || token.ends_with('!');
        let marked = grid.iter().filter(|(_, token)| is_marked(token));
        let moves = self.moves_of(game, Some(*from));
        let expected: Vec<String> = marked.map(|(square, _)| self.name(*square)).collect();
        Ok([compare(self.targets(&moves), &expected), twice(&moves)].concat())
    }

    fn at(&self, game: &Game, words: &str) -> Answer {
        let mut wrong = Vec::new();
        for word in distinct(words)? {
            let parts = word.split_once('=');
            let parts = parts.filter(|(square, piece)| !square.is_empty() && !piece.is_empty());
            let (square, piece) =
                parts.with_context(|| format!("`{word}` must be such as e5=A, f6=. or d4!=I"))?;
            let name = square.trim_end_matches('!');
            let place = self.square(name)?;
            if piece != "." {
                self.check_piece(piece)?;
            }
            let found = game.at(place);
            let found = found.map_or(".".to_string(), |found| self.symbol(found));
            let is_there = !square.ends_with('!');
            if (found == piece) != is_there {
                let not = if is_there { "" } else { "not " };
                wrong.push(format!("on {name}: expected {not}{piece}, found {found}"));
            }
        }
        Ok(wrong)
    }

    fn holds(&self, game: &Game, words: &str) -> Answer {
        let mut expected: BTreeMap<String, usize> = BTreeMap::new();
        for word in distinct(words)? {
            let parts = word.split_once('=');
            let (piece, count) = parts.with_context(|| format!("`{word}` must be such as P=8"))?;
            self.check_piece(piece)?;
            expected.insert(piece.to_string(), number(count)?);
        }
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        for piece in game.occupied().into_iter().filter_map(|at| game.at(at)) {
            *found.entry(self.symbol(piece)).or_default() += 1;
        }
        let text = |pieces: &BTreeMap<String, usize>| {
            let pieces = pieces
                .iter()
                .map(|(piece, count)| format!("{piece}={count}"));
            pieces.collect::<Vec<_>>().join(" ")
        };
        Ok(unless(found == expected, || {
            format!("expected {}, found {}", text(&expected), text(&found))
        }))
    }

    /// Puts the windows of a pattern on the board above: for both sides, upside down for Black,
    /// once empty but for the piece in the middle and once full of enemies.
    fn pattern(&self, line: &Line) -> Answer {
        let grid = self.drawn_board("pattern")?;
        let words: Vec<&str> = line.rest().split_whitespace().collect();
        let [square, "among", crowd] = words[..] else {
            bail!("write `pattern f6 among P`");
        };
        let rows: Vec<Vec<Vec<&str>>> = (line.rows.iter())
            .map(|row| {
                let windows = row.split('|');
                windows
                    .map(|part| part.split_whitespace().collect())
                    .collect()
            })
            .collect();
        let (size, count) = (rows.len(), rows.first().map_or(0, Vec::len));
        let is_square =
            |row: &Vec<Vec<&str>>| row.len() == count && row.iter().all(|part| part.len() == size);
        if size % 2 == 0 || !rows.iter().all(is_square) {
            bail!(
                "below `pattern` stands a window of as many rows as columns, an odd number, with `|` \
                 between windows side by side"
            );
        }
        let board = self.rules.geometry();
        let middle = board.parse(square);
        let middle = middle.with_context(|| format!("there is no square `{square}`"))?;
        let (file, rank, half) = (board.file(middle), board.rank(middle), size / 2);
        let mut wrong = Vec::new();
        for (window, shown) in rows[half].iter().enumerate().take(count) {
            for is_white in [true, false] {
                let own = |text: &str, is_white: bool| {
                    if is_white {
                        text.to_string()
                    } else {
                        text.to_lowercase()
                    }
                };
                let piece = own(shown[half], is_white);
                let crowd = own(crowd, !is_white);
                for (rest, mark, what) in [(".", "m", "moves"), (&*crowd, "c", "captures")] {
                    let mut drawn = grid.clone();
                    let mut expected = Vec::new();
                    for (row, column) in (0..size * size).map(|at| (at / size, at % size)) {
                        let up = if is_white { size - 1 - row } else { row };
                        let [right, up] = [column, up].map(|step| step as i32 - half as i32);
                        let place = board.at(file + right, rank + up);
                        let place = place.with_context(|| {
                            format!("the window around {square} leaves the board")
                        })?;
                        set(&mut drawn, place, rest);
                        if ["*", mark].contains(&rows[row][window][column]) {
                            expected.push(self.name(place));
                        }
                    }
                    set(&mut drawn, middle, &piece);
                    expected.sort();
                    let side = if is_white { "w" } else { "b" };
                    let text = format!("{} {side} - 0", self.board_text(&drawn));
                    let game = self.rules.parse(&text);
                    let game = game.map_err(|fault| anyhow!("{text}: {fault}"))?;
                    let found = self.targets(&self.moves_of(&game, Some(middle)));
                    wrong.extend(unless(found == expected, || {
                        let (expected, found) = (expected.join(" "), found.join(" "));
                        format!("{piece} {what}: expected {expected}, found {found}")
                    }));
                }
            }
        }
        Ok(wrong)
    }

    /// The legal moves, sorted; those of the piece on one square only, where one is given.
    fn moves_of(&self, game: &Game, from: Option<Square>) -> Vec<String> {
        let moves = game.moves_on_board().into_iter();
        let moves = moves.map(|one| game.move_text(one));
        let starts = |text: &String| self.parts(text).map(|(start, ..)| start);
        let is_wanted = |text: &String| from.is_none() || starts(text) == from;
        let mut texts: Vec<String> = moves.filter(is_wanted).collect();
        texts.sort();
        texts
    }

    /// The squares that moves go to, sorted; captures without moving go nowhere.
    fn targets(&self, moves: &[String]) -> Vec<String> {
        let parts = moves.iter().filter_map(|text| self.parts(text));
        let targets = parts.filter(|(from, to, _)| from != to);
        let names = targets.map(|(_, to, _)| self.name(to));
        names.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The two squares of a move's text, and the rest.
    fn parts<'t>(&self, text: &'t str) -> Option<(Square, Square, &'t str)> {
        let (from, rest) = self.rules.geometry().read(text)?;
        let (to, tail) = self.rules.geometry().read(rest)?;
        Some((from, to, tail))
    }

    /// Checks that a text has the form of a move, so that a mistyped move does not pass for an
    /// illegal one.
    fn check_move(&self, text: &str) -> anyhow::Result<()> {
        let is_tail = |mut tail: &str| {
            while !tail.is_empty() {
                let rest = if let Some(rest) = tail.strip_prefix(['x', '~']) {
                    self.rules.geometry().read(rest).map(|(_, rest)| rest)
                } else if let Some(piece) = tail.strip_prefix('=') {
                    self.rules.spec().find(piece).map(|_| "")
                } else {
                    tail.strip_prefix("<>")
                };
                match rest {
                    Some(rest) => tail = rest,
                    None => return false,
                }
            }
            true
        };
        if text == "pass" || self.parts(text).is_some_and(|(_, _, tail)| is_tail(tail)) {
            Ok(())
        } else {
            Err(anyhow!(
                "`{text}` is no move's text: write two squares of the board and what follows them, such as \
                 a2a3, c3e5xd4, a7a8=Q, d4d7<> or f6f6~f7, or write pass"
            ))
        }
    }

    fn square(&self, name: &str) -> anyhow::Result<Square> {
        let square = self.rules.geometry().parse(name);
        square.with_context(|| format!("the board has no square `{name}`"))
    }

    fn name(&self, square: Square) -> String {
        self.rules.geometry().name(square).to_string()
    }

    fn check_piece(&self, text: &str) -> anyhow::Result<()> {
        let is_known = |known: &str| known == text || known.to_lowercase() == text;
        let mut pieces = self.rules.spec().pieces.iter();
        let found = pieces.find(|piece| is_known(&piece.text)).map(|_| ());
        found.with_context(|| format!("the rules have no piece `{text}`"))
    }

    /// A piece as position texts write it.
    fn symbol(&self, (color, piece): (Color, PieceType)) -> String {
        let text = &self.rules.spec().piece(piece).text;
        match color {
            Color::White => text.clone(),
            Color::Black => text.to_lowercase(),
        }
    }

    fn drawn_board(&self, keyword: &str) -> anyhow::Result<Grid> {
        match self.frames.first() {
            Some(frame) if frame.line.keyword() == "board" => self.grid(frame.line),
            _ => Err(anyhow!("`{keyword}` needs a drawn board above")),
        }
    }

    /// The tokens of a whole drawing; ranks that are not drawn are empty.
    fn grid(&self, line: &Line) -> anyhow::Result<Grid> {
        let (board, spec) = (self.rules.geometry(), self.rules.spec());
        let files: Vec<String> = spec.files.iter().map(char::to_string).collect();
        let ranks = (0..board.ranks()).rev();
        let squares =
            ranks.flat_map(|rank| (0..board.files()).filter_map(move |file| board.at(file, rank)));
        let mut grid: Grid = squares.map(|square| (square, ".".to_string())).collect();
        let top = i32::from(spec.first_rank) + i32::from(spec.ranks) - 1;
        let mut drawn = BTreeSet::new();
        for row in &line.rows {
            let mut tokens: Vec<&str> = row.split_whitespace().collect();
            let Ok(rank) = tokens[0].parse::<i32>() else {
                if tokens != files {
                    let (files, tokens) = (files.join(" "), tokens.join(" "));
                    bail!("the files are `{files}`, not `{tokens}`");
                }
                continue;
            };
            tokens.remove(0);
            let place = usize::try_from(top - rank).ok();
            let row = place.and_then(|place| grid.chunks_mut(files.len()).nth(place));
            let row = row.with_context(|| format!("there is no rank {rank}"))?;
            if tokens.len() != files.len() {
                let (found, files) = (tokens.len(), files.len());
                bail!("rank {rank} has {found} squares, the board {files}");
            }
            ensure!(drawn.insert(rank), "rank {rank} is drawn twice");
            for ((_, token), drawn) in row.iter_mut().zip(tokens) {
                *token = drawn.to_string();
            }
        }
        for (from, to) in &line.changes {
            if let Some(square) = board.parse(from) {
                set(&mut grid, square, to);
                continue;
            }
            let mut found = false;
            for (_, token) in grid.iter_mut().filter(|(_, token)| piece(token) == from) {
                *token = token.replace(from, to);
                found = true;
            }
            ensure!(found, "`{from}` is neither a square nor drawn here");
        }
        Ok(grid)
    }

    /// The board of a position text.
    fn board_text(&self, grid: &Grid) -> String {
        let row = |row: &[(Square, String)]| {
            let pieces: Vec<&str> = row.iter().map(|(_, token)| piece(token)).collect();
            let runs = pieces.chunk_by(|a, b| *a == "." && *b == ".");
            let texts = runs.map(|run| match run {
                [".", ..] => run.len().to_string(),
                _ => run.concat(),
            });
            texts.collect::<Vec<_>>().join(",")
        };
        let rows = grid.chunks(self.rules.spec().files.len());
        rows.map(row).collect::<Vec<_>>().join("/")
    }
}

const NO_BOARD: &str = "there is no board, array or position above";

/// Puts a token on a square.
fn set(grid: &mut Grid, square: Square, token: &str) {
    let places = grid.iter_mut().filter(|(at, _)| *at == square);
    places.for_each(|(_, place)| *place = token.to_string());
}

/// The piece of a token: `N` for `(N)`, `p` for `p!`, `.` for `*`.
fn piece(token: &str) -> &str {
    match token {
        "*" => ".",
        _ => token.trim_matches(['(', ')', '!']),
    }
}

/// Numbers and ranges of numbers: `0 255-256 511`.
fn arrays(rest: &str) -> anyhow::Result<Vec<u32>> {
    let mut numbers = Vec::new();
    for word in distinct(rest)? {
        let (first, last) = word.split_once('-').unwrap_or((&word, &word));
        let range = number::<u32>(first)?..=number::<u32>(last)?;
        numbers.extend(range.take(MAX_NUMBERS));
        ensure!(numbers.len() < MAX_NUMBERS, "`{word}` is too long a range");
    }
    Ok(numbers)
}

/// The moves that stand twice in a sorted list.
fn twice(moves: &[String]) -> Vec<String> {
    let runs = moves.chunk_by(|a, b| a == b).filter(|run| run.len() > 1);
    runs.map(|run| format!("{} is listed twice", run[0]))
        .collect()
}

fn differs<T: PartialEq + Debug>(found: &T, expected: &T) -> Vec<String> {
    unless(found == expected, || {
        format!("expected {expected:?}, found {found:?}")
    })
}

fn unless(is_right: bool, message: impl FnOnce() -> String) -> Vec<String> {
    if is_right {
        Vec::new()
    } else {
        vec![message()]
    }
}

#[cfg(test)]
mod tests;
