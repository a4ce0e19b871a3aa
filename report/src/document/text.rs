//! A document as text for a terminal.

use super::{Document, DocumentBlock, Sentence};
use crate::terminal::{Emphasis, Terminal};
use tradewind_engine::input::control_characters::visible;

/// The treatment of collapsed parts in a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folds {
    /// They are printed.
    Printed,
    /// They are listed at the end, with the place where they can be found.
    LeftOut(&'static str),
}

/// The document as text, without facts, plots, boards and guides.
pub fn text(document: &Document, folds: Folds, terminal: Terminal) -> String {
    let heading = |text: &str, line: &str| {
        let text = terminal.wrapped(&visible(text));
        let longest = text.lines().map(|one| one.chars().count()).max();
        let text = format!("{text}\n{}", line.repeat(longest.unwrap_or(0)));
        terminal.emphasized(&text, Emphasis::Strong) + "\n"
    };
    let is_left_out = folds != Folds::Printed;
    let (mut depth, mut left_out) = (0, Vec::new());
    // Headings have a level.
    let mut parts: Vec<(u8, String)> = Vec::new();
    for block in &document.blocks {
        parts.push(match block {
            DocumentBlock::FoldBegins(summary) if is_left_out => {
                if depth == 0 {
                    left_out.push(visible(summary).to_string());
                }
                depth += 1;
                continue;
            }
            DocumentBlock::FoldEnds if is_left_out => {
                depth -= 1;
                continue;
            }
            _ if depth > 0 => continue,
            DocumentBlock::Heading(text) => (2, heading(text, "=")),
            DocumentBlock::Subheading(text) => (1, heading(text, "-")),
            DocumentBlock::FoldBegins(text) => (0, heading(text, "-")),
            DocumentBlock::Paragraph(text) => (0, terminal.wrapped(&visible(text)) + "\n"),
            DocumentBlock::Sentences(sentences) => {
                let line = |one: &Sentence| terminal.wrapped(&format!("  {}", one.text)) + "\n";
                (0, sentences.iter().map(line).collect())
            }
            DocumentBlock::Table(table) => (0, table.to_text(terminal)),
            DocumentBlock::Diagram(_, lines) => (0, lines.join("\n") + "\n"),
            DocumentBlock::Facts(_)
            | DocumentBlock::Figure(_)
            | DocumentBlock::Guide(_)
            | DocumentBlock::FoldEnds
            | DocumentBlock::Pieces(..)
            | DocumentBlock::Games(_) => continue,
        });
    }
    // Headings without contents are removed.
    let next: Vec<u8> = (parts.iter().skip(1).map(|part| part.0))
        .chain([u8::MAX])
        .collect();
    let parts = parts.into_iter().zip(next);
    let parts = parts.filter(|((own, _), next)| *own == 0 || next < own);
    let mut parts: Vec<String> = parts.map(|((_, text), _)| text).collect();
    if let Folds::LeftOut(place) = folds
        && !left_out.is_empty()
    {
        let list: String = left_out.iter().map(|one| format!("  {one}\n")).collect();
        parts.push(format!("Left out here ({place}):\n{list}"));
    }
    parts.join("\n")
}
