//! Choosing and printing parts of a document. Its files always have everything.

use crate::message;
use crate::piece_names;
use crate::terminal;
use clap::Args;
use std::collections::BTreeSet;
use std::io::Write;
use tradewind_engine::input::did_you_mean;
use tradewind_engine::rules::{PieceSpec, RuleSpec};
use tradewind_report::document::{self, Document, Folds};

/// The part of a document that is printed, and its format.
#[derive(Debug, Args)]
pub struct PrintArguments {
    /// Print only what is about this piece: its symbol or a word of its name; may be repeated
    #[arg(long = "piece", value_name = "PIECE")]
    pieces: Vec<String>,
    /// Print only rule sets and changes of rules whose name contains this text; may be repeated
    #[arg(long = "rules", value_name = "TEXT")]
    rules: Vec<String>,
    /// Print everything, including what does not differ, weaker players and single analyses
    #[arg(long)]
    all: bool,
    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl PrintArguments {
    /// Prints what a document has about the chosen pieces, and about metrics whose names contain
    /// one of some texts. Numbers are those of the whole document.
    pub fn print(&self, mut shown: Document, metrics: &[String]) -> anyhow::Result<()> {
        self.select(&mut shown, metrics);
        let folds = if self.all {
            Folds::Printed
        } else {
            Folds::LeftOut("--all prints it, and all files have it")
        };
        let text = if self.json {
            document::json(&shown)? + "\n"
        } else if self.markdown {
            document::markdown(&shown)
        } else {
            document::text(&shown, folds, terminal::output())
        };
        Ok(message::out().write_all(text.as_bytes())?)
    }

    /// Whether a rule set is chosen.
    pub fn has_rules(&self, name: &str) -> bool {
        self.rules.is_empty() || self.rules.iter().any(|text| has_text(name, text))
    }

    /// Checks that some rule set has each of the pieces.
    pub fn check_pieces<'s>(
        &self,
        specs: impl Iterator<Item = &'s RuleSpec> + Clone,
    ) -> anyhow::Result<()> {
        for piece in &self.pieces {
            let has = |one: &PieceSpec| has_word(&format!("{} ({})", one.name, one.text), piece);
            let is_known = specs.clone().any(|spec| spec.pieces.iter().any(has));
            if let Some(last) = specs.clone().last().filter(|_| !is_known) {
                anyhow::bail!("--piece: {}", piece_names::unknown(last, piece));
            }
        }
        Ok(())
    }

    /// Whether only some of these rule sets are chosen.
    ///
    /// # Errors
    /// A chosen name is not among them.
    pub fn chooses<'n>(
        &self,
        rules: impl Iterator<Item = &'n str> + Clone,
    ) -> anyhow::Result<bool> {
        check_texts("rules", &self.rules, rules)?;
        Ok(!self.rules.is_empty())
    }

    fn select(&self, document: &mut Document, metrics: &[String]) {
        if self.pieces.is_empty() && metrics.is_empty() {
            return;
        }
        let of_piece = |text: &str| self.pieces.iter().any(|piece| has_word(text, piece));
        let of_metric = |text: &str| metrics.iter().any(|metric| has_text(text, metric));
        let mentions = |text: &str| {
            (self.pieces.is_empty() || of_piece(text)) && (metrics.is_empty() || of_metric(text))
        };
        let keeps = |key: &str, text: &str| match key {
            "piece" => self.pieces.is_empty() || of_piece(text),
            "metric" => mentions(text),
            _ => true,
        };
        document.select(keeps, mentions);
    }
}

/// Checks that some name contains each text of an option.
pub fn check_texts<'n>(
    option: &str,
    wanted: &[String],
    names: impl Iterator<Item = &'n str> + Clone,
) -> anyhow::Result<()> {
    for text in wanted {
        if !names.clone().any(|name| has_text(name, text)) {
            let mut seen = BTreeSet::new();
            let known: Vec<&str> = names.clone().filter(|name| seen.insert(*name)).collect();
            anyhow::bail!(
                "--{option}: nothing here has `{text}` in its name{}; there are {}",
                did_you_mean(text, known.iter().copied()),
                known.join(", ")
            );
        }
    }
    Ok(())
}

/// Whether a name contains a text; case-insensitive.
fn has_text(name: &str, text: &str) -> bool {
    name.to_lowercase().contains(&text.to_lowercase())
}

/// Whether a text contains some whole words; case-insensitive.
fn has_word(text: &str, words: &str) -> bool {
    let (text, words) = (text.to_lowercase(), words.to_lowercase());
    let is_edge = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    text.match_indices(&words).any(|(at, found)| {
        is_edge(text[..at].chars().next_back()) && is_edge(text[at + found.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_found_by_whole_words() {
        assert!(has_word("Flying Ox (FO)", "fo"));
        assert!(has_word("Flying Ox (FO)", "flying ox"));
        assert!(has_word("losses of D", "D"));
        assert!(!has_word("losses of DO", "D"));
        assert!(!has_word("Dabbaba (D)", "Dab"));
    }
}
