//! The lines of a file, without comments, long ones joined.

use super::ExampleFault;

/// A line that says something.
#[derive(Clone, Debug)]
pub(super) struct TextLine {
    /// Its number, counted from 1.
    pub number: usize,
    /// How many blanks it begins with.
    pub indent: usize,
    /// What it says, without blanks around it.
    pub text: String,
}

impl TextLine {
    /// Its first word, without a colon behind it.
    pub fn keyword(&self) -> &str {
        let word = self.text.split_whitespace().next().unwrap_or_default();
        word.strip_suffix(':').unwrap_or(word)
    }

    /// What follows its first word.
    pub fn rest(&self) -> &str {
        self.text[self.keyword().len()..].trim()
    }

    /// A fault of this line.
    pub fn fault(&self, message: impl Into<String>) -> ExampleFault {
        ExampleFault {
            line: self.number,
            message: message.into(),
        }
    }
}

/// The lines of a text that are not empty. What follows `#` is a comment, and a line that ends with
/// `\` goes on in the next.
pub(super) fn lines(text: &str, faults: &mut Vec<ExampleFault>) -> Vec<TextLine> {
    let mut lines: Vec<TextLine> = Vec::new();
    let mut goes_on = false;
    for (number, whole) in (1..).zip(text.lines()) {
        let kept = without_comment(whole).trim_end();
        let (kept, unfinished) = match kept.strip_suffix('\\') {
            Some(kept) => (kept.trim_end(), true),
            None => (kept, false),
        };
        let said = kept.trim_start();
        let line = TextLine {
            number,
            indent: kept.len() - said.len(),
            text: said.to_string(),
        };
        if kept[..line.indent].contains('\t') {
            faults.push(line.fault("indent with blanks, not with tabs"));
        }
        match lines.last_mut() {
            Some(last) if goes_on => {
                last.text.push(' ');
                last.text.push_str(said);
            }
            _ if said.is_empty() => {}
            _ => lines.push(line),
        }
        goes_on = unfinished;
    }
    lines
}

/// A line up to a `#` that stands alone or begins the line.
fn without_comment(line: &str) -> &str {
    let begins = |(at, _): &(usize, &str)| line[..*at].ends_with([' ', '\t']) || *at == 0;
    match line.match_indices('#').find(begins) {
        Some((at, _)) => &line[..at],
        None => line,
    }
}
