//! Worked examples of rules: text files of boards, moves and questions with their answers.
//!
//! A file is read line by line into [`Example`]s, and [`Example::check`] asks the engine what they ask.
//! `docs/examples.md` lays the format down.

mod ask;
mod check;
mod drawing;
mod each;
mod lines;
mod moves;
mod pattern;
mod question;
mod read;
mod sections;
mod setup;
#[cfg(test)]
mod tests;
mod words;

pub use check::{Finding, FindingKind};
pub use sections::read;

use question::Question;
use setup::Setup;

/// An example: a board, what is played on it, and questions with their answers.
#[derive(Clone, Debug)]
pub struct Example {
    /// What it shows, in a sentence.
    pub title: String,
    /// The line of its title, counted from 1.
    pub line: usize,
    /// How many questions it asks, each counted once whatever the values of its variables.
    pub questions: usize,
    /// Its steps, once for each set of values of its variables.
    runs: Vec<Run>,
}

/// Why a file is not one of examples.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ExampleFault {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it, and what would be right.
    pub message: String,
}

/// The steps of an example with the values of its variables put in.
#[derive(Clone, Debug)]
struct Run {
    /// The values, for messages; empty where there are no variables.
    values: String,
    steps: Vec<Step>,
}

/// A line of an example, with the drawing below it where there is one.
#[derive(Clone, Debug)]
struct Step {
    line: usize,
    /// How far it is indented: it belongs to the nearest `play` above that is indented less.
    indent: usize,
    text: String,
    kind: StepKind,
}

#[derive(Clone, Debug)]
enum StepKind {
    Rules(Vec<RulesName>),
    Setup(Setup),
    Play(Vec<String>),
    Ask(Question),
}

/// A rule set by its id or path, with values of its options.
#[derive(Clone, PartialEq, Eq, Debug)]
struct RulesName {
    rules: String,
    options: Vec<(String, String)>,
}
