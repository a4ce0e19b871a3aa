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
    let (mut parts, mut levels): (Vec<String>, Vec<u8>) = (Vec::new(), Vec::new());
    let (mut depth, mut left_out) = (0, Vec::new());
    for block in &document.blocks {
        if let Folds::LeftOut(_) = folds {
            match block {
                DocumentBlock::FoldBegins(summary) => {
                    if depth == 0 {
                        left_out.push(visible(summary).to_string());
                    }
                    depth += 1;
                    continue;
                }
                DocumentBlock::FoldEnds => {
                    depth -= 1;
                    continue;
                }
                _ if depth > 0 => continue,
                _ => {}
            }
        }
        match block {
            DocumentBlock::Heading(text) => parts.push(heading(text, "=")),
            DocumentBlock::Subheading(text) | DocumentBlock::FoldBegins(text) => {
                parts.push(heading(text, "-"));
            }
            DocumentBlock::Paragraph(text) => {
                parts.push(terminal.wrapped(&visible(text)) + "\n");
            }
            DocumentBlock::Sentences(sentences) => {
                let line = |one: &Sentence| terminal.wrapped(&format!("  {}", one.text)) + "\n";
                parts.push(sentences.iter().map(line).collect());
            }
            DocumentBlock::Table(table) => parts.push(table.to_text(terminal)),
            DocumentBlock::Facts(_)
            | DocumentBlock::Figure(_)
            | DocumentBlock::Guide(_)
            | DocumentBlock::FoldEnds
            | DocumentBlock::Pieces(..)
            | DocumentBlock::Games(_) => {}
        }
        let level = match block {
            DocumentBlock::Heading(_) => 2,
            DocumentBlock::Subheading(_) => 1,
            _ => 0,
        };
        levels.resize(parts.len(), level);
    }
    // Headings without contents are removed.
    let next = levels.iter().skip(1).copied().chain([u8::MAX]);
    let mut is_empty = levels
        .iter()
        .zip(next)
        .map(|(&own, next)| own > 0 && next >= own);
    parts.retain(|_| !is_empty.next().unwrap_or(false));
    if let Folds::LeftOut(place) = folds
        && !left_out.is_empty()
    {
        let list: String = left_out.iter().map(|one| format!("  {one}\n")).collect();
        parts.push(format!("Left out here ({place}):\n{list}"));
    }
    parts.join("\n")
}
