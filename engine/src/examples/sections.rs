//! A file as a whole: what stands before the examples, and the examples.

use super::drawing::Drawing;
use super::each::{VariableValues, values};
use super::lines::{TextLine, lines};
use super::read::{Drawings, ExampleSteps, rules_names};
use super::{Example, ExampleFault, RulesName, Run, Step, StepKind};

/// The mark of a title.
const TITLE: &str = "==";

/// Reads the examples of a file.
///
/// # Errors
/// Every fault of the file.
pub fn read(text: &str) -> Result<Vec<Example>, Vec<ExampleFault>> {
    let mut faults = Vec::new();
    let lines = lines(text, &mut faults);
    let mut reader = SectionReader {
        faults,
        ..SectionReader::default()
    };
    let is_title = |line: &TextLine| line.keyword() == TITLE;
    let first = lines.iter().position(is_title).unwrap_or(lines.len());
    let head = reader.without_drawings(&lines[..first]);
    reader.head(&head);
    let sections = lines[first..].chunk_by(|_, next| !is_title(next));
    let examples: Vec<Example> = sections.map(|section| reader.example(section)).collect();
    if examples.is_empty() && reader.faults.is_empty() {
        reader.faults.push(ExampleFault {
            line: 1,
            message: format!("there is no example: each begins with a line `{TITLE} title`"),
        });
    }
    // An example with variables is read once for every set of values.
    reader.faults.sort_by_key(|fault| fault.line);
    reader.faults.dedup();
    if reader.faults.is_empty() {
        Ok(examples)
    } else {
        Err(reader.faults)
    }
}

#[derive(Default)]
struct SectionReader {
    faults: Vec<ExampleFault>,
    drawings: Drawings,
    rules: Option<Vec<RulesName>>,
}

impl SectionReader {
    /// Keeps the drawings that have names and gives back the other lines.
    fn without_drawings(&mut self, lines: &[TextLine]) -> Vec<TextLine> {
        let mut others = Vec::new();
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            at += 1;
            if line.keyword() != "drawing" {
                others.push(line.clone());
                continue;
            }
            let name = line.rest();
            match Drawing::read(&lines[at..]) {
                Err(message) => self.faults.push(line.fault(message)),
                Ok((drawing, taken)) => {
                    at += taken;
                    if name.is_empty() || name.contains(' ') {
                        self.faults
                            .push(line.fault("a drawing has a name of one word"));
                    } else if self.drawings.insert(name.to_string(), drawing).is_some() {
                        let message = format!("there is a drawing `{name}` already");
                        self.faults.push(line.fault(message));
                    }
                }
            }
        }
        others
    }

    fn head(&mut self, lines: &[TextLine]) {
        for line in lines {
            match line.keyword() {
                "rules" => match rules_names(line.rest()) {
                    Ok(rules) => self.rules = Some(rules),
                    Err(message) => self.faults.push(line.fault(message)),
                },
                keyword => self.faults.push(line.fault(format!(
                    "`{keyword}` cannot stand before the first title, only `rules` and `drawing`; a title is \
                     a line `{TITLE} title`"
                ))),
            }
        }
    }

    fn example(&mut self, lines: &[TextLine]) -> Example {
        let heading = &lines[0];
        let mut example = Example {
            title: heading.rest().to_string(),
            line: heading.number,
            questions: 0,
            runs: Vec::new(),
        };
        if example.title.is_empty() {
            self.faults.push(heading.fault("a title must follow"));
        }
        let body = self.without_drawings(&lines[1..]);
        match values(&body) {
            Err(fault) => self.faults.push(fault),
            Ok((sets, read)) => {
                for set in &sets {
                    let run = self.run(&body[read..], set, heading);
                    example.runs.push(run);
                }
            }
        }
        let is_question = |step: &&Step| matches!(step.kind, StepKind::Ask(_));
        if let Some(run) = example.runs.first() {
            example.questions = run.steps.iter().filter(is_question).count();
        }
        example
    }

    fn run(&mut self, body: &[TextLine], values: &VariableValues, heading: &TextLine) -> Run {
        let put_in = |line: &TextLine| values.put_into(line);
        let mut run = Run {
            values: values.text(),
            steps: Vec::new(),
        };
        let body: Vec<TextLine> = match body.iter().map(put_in).collect() {
            Ok(body) => body,
            Err(fault) => {
                self.faults.push(fault);
                return run;
            }
        };
        let mut steps = ExampleSteps {
            drawings: &self.drawings,
            last: None,
        };
        let mut at = 0;
        while at < body.len() {
            match steps.read(&body[at..]) {
                Ok((step, taken)) => {
                    run.steps.push(step);
                    at += taken;
                }
                Err(fault) => {
                    self.faults.push(fault);
                    at += 1;
                    // The drawing below belongs to the faulty line.
                    at += Drawing::read(&body[at..]).map_or(0, |(_, taken)| taken);
                }
            }
        }
        let begins = run.steps.first().map(|step| &step.kind);
        if !matches!(begins, Some(StepKind::Rules(_))) {
            match &self.rules {
                Some(rules) => run.steps.insert(0, of_file(heading, rules.clone())),
                None => self
                    .faults
                    .push(heading.fault("say by which rules: `rules chess` must stand above")),
            }
        }
        if self.faults.is_empty() {
            self.faults.extend(idle(&run.steps, heading));
        }
        run
    }
}

/// The rule sets of the file, as a step of an example that names none.
fn of_file(heading: &TextLine, rules: Vec<RulesName>) -> Step {
    Step {
        line: heading.number,
        indent: 0,
        text: String::new(),
        kind: StepKind::Rules(rules),
    }
}

/// What asks nothing: the example, a set-up, the moves of a `play`.
fn idle(steps: &[Step], heading: &TextLine) -> Option<ExampleFault> {
    let asks = |step: &Step| matches!(step.kind, StepKind::Ask(_));
    if !steps.iter().any(asks) {
        return Some(heading.fault("the example asks nothing"));
    }
    let is_idle = |(at, step): &(usize, &Step)| {
        let mut below = steps[at + 1..].iter();
        !match step.kind {
            StepKind::Ask(_) => true,
            StepKind::Play(_) => below
                .by_ref()
                .take_while(|next| next.indent > step.indent)
                .any(asks),
            StepKind::Rules(_) => below
                .by_ref()
                .take_while(|next| !matches!(next.kind, StepKind::Rules(_)))
                .any(asks),
            StepKind::Setup(_) => below
                .by_ref()
                .take_while(|next| !matches!(next.kind, StepKind::Setup(_)))
                .any(asks),
        }
    };
    let (_, step) = steps.iter().enumerate().find(is_idle)?;
    let how = match step.kind {
        StepKind::Play(_) => ": what is asked after the moves stands below, indented more",
        _ => "",
    };
    Some(ExampleFault {
        line: step.line,
        message: format!("nothing is asked after `{}`{how}", step.text),
    })
}
