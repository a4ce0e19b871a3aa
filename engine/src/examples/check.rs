//! Asking the engine what an example asks.

use super::setup::{BegunGame, Setup};
use super::{Example, RulesName, Run, Step, StepKind};
use crate::game::{Game, Play};
use crate::verify::GameCache;

/// What is wrong with an example, or with the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The line, counted from 1.
    pub line: usize,
    /// Whether an answer differs or nothing could be asked.
    pub kind: FindingKind,
    /// What was asked, what was expected and what was found.
    pub message: String,
}

/// Kinds of findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingKind {
    /// The engine answers otherwise.
    Wrong,
    /// The example cannot be used: a rule set or a square that is none, say.
    Unusable,
}

impl Example {
    /// What is wrong, in the order of the lines; nothing when every answer is right.
    pub fn check(&self, games: &mut GameCache) -> Vec<Finding> {
        let mut findings = Vec::new();
        for run in &self.runs {
            run.check(games, &mut findings);
        }
        findings
    }
}

impl Run {
    fn check(&self, games: &mut GameCache, findings: &mut Vec<Finding>) {
        let is_rules = |step: &Step| matches!(step.kind, StepKind::Rules(_));
        let mut setup = None;
        for steps in self.steps.chunk_by(|_, next| !is_rules(next)) {
            if let StepKind::Rules(names) = &steps[0].kind {
                for name in names {
                    let notes = [&self.values, &name.text()].map(String::as_str).join(" ");
                    let mut one = Checked {
                        notes: notes.trim(),
                        findings,
                    };
                    match games.named(&name.rules, &name.options) {
                        Err(fault) => one.add(&steps[0], FindingKind::Unusable, &fault.to_string()),
                        Ok(game) => one.ask_all(&game, setup, &steps[1..]),
                    }
                }
            }
            setup = steps.iter().rfind(|step| step.setup().is_some()).or(setup);
        }
    }
}

impl Step {
    fn setup(&self) -> Option<&Setup> {
        match &self.kind {
            StepKind::Setup(setup) => Some(setup),
            _ => None,
        }
    }
}

impl RulesName {
    fn text(&self) -> String {
        let options = self.options.iter();
        let options = options.map(|(name, value)| format!(" {name}={value}"));
        format!("{}{}", self.rules, options.collect::<String>())
    }
}

pub(super) const NO_BOARD: &str = "there is no board, array or position above";

/// What the questions of an example are asked of.
pub(super) struct Scene<'s> {
    pub game: &'s Game,
    /// The last set-up.
    pub setup: Option<&'s Setup>,
    /// What came of it; `None` before the first set-up.
    pub begun: Option<BegunGame>,
    /// The games after the `play` lines that the present line belongs to, with their indents; `None` where
    /// a move was not legal, so that nothing can be asked.
    branches: Vec<(usize, Option<Play>)>,
}

impl Scene<'_> {
    /// The game that is asked about; `Ok(None)` after a move that was not legal.
    ///
    /// # Errors
    /// There is none.
    pub fn play(&self) -> Result<Option<&Play>, String> {
        match (self.branches.last(), &self.begun) {
            (Some((_, play)), _) => Ok(play.as_ref()),
            (None, Some(BegunGame::Play(play))) => Ok(Some(play)),
            (None, Some(BegunGame::Rejected(fault))) => {
                Err(format!("the board above is no position: {fault}"))
            }
            (None, None) => Err(NO_BOARD.to_string()),
        }
    }

    /// Plays moves; what is wrong with one, if it is not legal.
    fn go_on(&mut self, step: &Step, moves: &[String]) -> Result<Option<String>, String> {
        let mut next = match self.play()? {
            None => {
                self.branches.push((step.indent, None));
                return Ok(None);
            }
            Some(play) => play.clone(),
        };
        for text in moves {
            super::moves::check_form(self.game, text)?;
            match next.find(text) {
                Some(found) => next.play_unchecked(found),
                None => {
                    self.branches.push((step.indent, None));
                    let legal = super::moves::texts(self.game, &next, None);
                    return Ok(Some(format!(
                        "{text} is not legal in {}, where the moves are: {}",
                        next.text(),
                        legal.join(" ")
                    )));
                }
            }
        }
        self.branches.push((step.indent, Some(next)));
        Ok(None)
    }
}

struct Checked<'f> {
    /// The values of the variables and the rule set.
    notes: &'f str,
    findings: &'f mut Vec<Finding>,
}

impl Checked<'_> {
    fn add(&mut self, step: &Step, kind: FindingKind, message: &str) {
        let text = match step.text.as_str() {
            "" => "rules",
            text => text,
        };
        self.findings.push(Finding {
            line: step.line,
            kind,
            message: format!("{text} ({}): {message}", self.notes),
        });
    }

    /// Asks the steps that follow a `rules` line, up to the first one that cannot be used.
    fn ask_all(&mut self, game: &Game, before: Option<&Step>, steps: &[Step]) {
        let mut scene = Scene {
            game,
            setup: None,
            begun: None,
            branches: Vec::new(),
        };
        // A set-up above the `rules` line holds until the next one.
        let before =
            before.filter(|_| !matches!(steps.first(), Some(step) if step.setup().is_some()));
        for step in before.into_iter().chain(steps) {
            scene.branches.retain(|(indent, _)| *indent < step.indent);
            let answer = match &step.kind {
                StepKind::Rules(_) => Ok(Vec::new()),
                StepKind::Setup(setup) => {
                    scene.branches.clear();
                    scene.setup = Some(setup);
                    setup.begin(game).map(|begun| {
                        scene.begun = Some(begun);
                        Vec::new()
                    })
                }
                StepKind::Play(moves) => scene
                    .go_on(step, moves)
                    .map(|wrong| wrong.into_iter().collect()),
                StepKind::Ask(question) => scene.ask(question),
            };
            match answer {
                Err(fault) => return self.add(step, FindingKind::Unusable, &fault),
                Ok(wrong) => {
                    for line in wrong {
                        self.add(step, FindingKind::Wrong, &line);
                    }
                }
            }
        }
    }
}
