//! The lines of an example, read into its steps.

use super::drawing::Drawing;
use super::lines::TextLine;
use super::pattern::Pattern;
use super::question::{self, KEYWORDS, Question};
use super::setup::Setup;
use super::words::{number, rules_name};
use super::{ExampleFault, RulesName, Step, StepKind};
use std::collections::BTreeMap;

/// Drawings that have a name.
pub(super) type Drawings = BTreeMap<String, Drawing>;

/// Reads lines one after the other.
pub(super) struct ExampleSteps<'d> {
    pub drawings: &'d Drawings,
    /// The drawing of the board before, which a board without one has too.
    pub last: Option<Drawing>,
}

impl ExampleSteps<'_> {
    /// The step that some lines begin with, and how many of them it takes.
    ///
    /// # Errors
    /// What would be right.
    pub fn read(&mut self, lines: &[TextLine]) -> Result<(Step, usize), ExampleFault> {
        let line = &lines[0];
        let (kind, taken) = self
            .kind(line, &lines[1..])
            .map_err(|message| line.fault(message))?;
        let step = Step {
            line: line.number,
            indent: line.indent,
            text: line.text.clone(),
            kind,
        };
        Ok((step, taken + 1))
    }

    fn kind(&mut self, line: &TextLine, below: &[TextLine]) -> Result<(StepKind, usize), String> {
        let rest = line.rest();
        let kind = match line.keyword() {
            "rules" => StepKind::Rules(rules_names(rest)?),
            "array" => StepKind::Setup(Setup::Array(number(rest)?)),
            "position" => match rest {
                "" => return Err("write a position text after `position`".to_string()),
                _ => StepKind::Setup(Setup::Position(rest.to_string())),
            },
            "play" => match rest {
                "" => return Err("write moves after `play`".to_string()),
                _ => StepKind::Play(rest.split_whitespace().map(str::to_string).collect()),
            },
            "board" => {
                let (side_and_state, source) = side_and_state(rest)?;
                let (drawing, taken) = self.drawing(&source, below, self.last.as_ref())?;
                self.last = Some(drawing.clone());
                let setup = Setup::Board {
                    side_and_state,
                    drawing,
                };
                return Ok((StepKind::Setup(setup), taken));
            }
            "stands" => {
                let source: Vec<&str> = rest.split_whitespace().collect();
                let (drawing, taken) = self.drawing(&source, below, None)?;
                return Ok((StepKind::Ask(Question::Stands(drawing)), taken));
            }
            "pattern" => {
                let (pattern, taken) = Pattern::read(rest, below)?;
                return Ok((StepKind::Ask(Question::Pattern(pattern)), taken));
            }
            "each" => return Err("`each` stands at the beginning of an example".to_string()),
            keyword => match question::read(keyword, rest)? {
                Some(question) => StepKind::Ask(question),
                None => {
                    return Err(format!(
                        "`{keyword}` is no word that a line begins with; these are: rules, drawing, each, \
                         board, array, position, play, {KEYWORDS}"
                    ));
                }
            },
        };
        Ok((kind, 0))
    }

    /// The drawing below a line, or the one that `of NAME` names, with the changes that `with` tells.
    fn drawing(
        &self,
        source: &[&str],
        below: &[TextLine],
        last: Option<&Drawing>,
    ) -> Result<(Drawing, usize), String> {
        let mut source = source;
        let (mut drawing, taken) = match source {
            ["of", name, rest @ ..] => {
                source = rest;
                let known = self.drawings.get(*name).cloned();
                (
                    known.ok_or_else(|| format!("there is no drawing `{name}` above"))?,
                    0,
                )
            }
            _ => match (Drawing::read(below), last) {
                (Ok(found), _) => found,
                (Err(_), Some(last)) => (last.clone(), 0),
                (Err(fault), None) => return Err(fault),
            },
        };
        match source {
            [] => {}
            ["with", changes @ ..] if !changes.is_empty() => {
                for change in changes {
                    let parts = change
                        .split_once('=')
                        .filter(|(from, to)| !from.is_empty() && !to.is_empty());
                    let (from, to) = parts
                        .ok_or_else(|| format!("`{change}` must be such as X=N, e5=r or e5=."))?;
                    drawing = drawing.with(from, to);
                }
            }
            _ => {
                return Err(format!(
                    "`{}` is not understood: `of` and the name of a drawing may stand here, then `with` and \
                     changes",
                    source.join(" ")
                ));
            }
        }
        Ok((drawing, taken))
    }
}

/// Rule sets with commas between them.
///
/// # Errors
/// What would be right.
pub(super) fn rules_names(rest: &str) -> Result<Vec<RulesName>, String> {
    rest.split(',').map(rules_name).collect()
}

/// `w castle=KQ` and what follows them.
fn side_and_state(rest: &str) -> Result<(String, Vec<&str>), String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (side, words) = match &words[..] {
        [side @ ("w" | "b"), words @ ..] => (*side, words),
        _ => return Err("write the side to move after `board`: w or b".to_string()),
    };
    let (state, words) = match words {
        [state, words @ ..] if !["of", "with"].contains(state) => (*state, words),
        _ => ("-", words),
    };
    Ok((format!("{side} {state}"), words.to_vec()))
}
