//! What is printed of what games tell.

use crate::piece_names;
use clap::Args;
use tradewind_analysis::compare::Comparison;
use tradewind_analysis::values::Gathered;
use tradewind_engine::input::did_you_mean;
use tradewind_engine::rules::{PieceSpec, RuleSpec};
use tradewind_report::document::{Document, Folds};

/// What is printed: files have everything.
#[derive(Debug, Args)]
pub struct SelectionArguments {
    /// Print what is about this piece only: its symbol or a word of its name; may be repeated
    #[arg(long = "piece", value_name = "PIECE")]
    pub pieces: Vec<String>,
    /// Print rule sets and changes of rules only whose name has this text; may be repeated
    #[arg(long = "rules", value_name = "TEXT")]
    pub rules: Vec<String>,
    /// Print what the terminal leaves out too: what does not differ, weaker players, single analyses
    #[arg(long)]
    pub all: bool,
}

impl SelectionArguments {
    /// What becomes of what is folded away.
    pub fn folds(&self) -> Folds {
        match self.all {
            true => Folds::Printed,
            false => Folds::LeftOut("--all prints it, and all files have it"),
        }
    }

    fn has_rules(&self, name: &str) -> bool {
        self.rules.is_empty() || self.rules.iter().any(|text| has_text(name, text))
    }

    /// Refuses pieces that none of the rule sets has.
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

    /// The chosen part of a comparison; `None` where all of it is.
    ///
    /// # Errors
    /// Nothing is compared that has such a name.
    pub fn of_comparison(&self, mut comparison: Comparison) -> anyhow::Result<Option<Comparison>> {
        let effects = comparison.effects.iter();
        check_texts("rules", &self.rules, effects.map(|one| one.name.as_str()))?;
        let effects = &mut comparison.effects;
        effects.retain(|effect| self.has_rules(&effect.name));
        Ok((!self.rules.is_empty()).then_some(comparison))
    }

    /// The chosen part of piece values; `None` where all of them are.
    ///
    /// # Errors
    /// No rule set has such a name.
    pub fn of_values(&self, mut gathered: Gathered) -> anyhow::Result<Option<Gathered>> {
        let sets = gathered.measured.iter();
        check_texts("rules", &self.rules, sets.map(|set| set.rules.as_str()))?;
        gathered.measured.retain(|set| self.has_rules(&set.rules));
        Ok((!self.rules.is_empty()).then_some(gathered))
    }

    /// Keeps what is about the chosen pieces and metrics. Every number stays what it was among all others.
    pub fn of_document(&self, document: &mut Document, metrics: &[String]) {
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

/// Refuses what an option asks for where no name has the text.
pub fn check_texts<'n>(
    option: &str,
    asked: &[String],
    names: impl Iterator<Item = &'n str> + Clone,
) -> anyhow::Result<()> {
    for text in asked {
        if !names.clone().any(|name| has_text(name, text)) {
            let mut known: Vec<&str> = Vec::new();
            for name in names.clone() {
                if !known.contains(&name) {
                    known.push(name);
                }
            }
            anyhow::bail!(
                "--{option}: nothing here has `{text}` in its name{}; there are {}",
                did_you_mean(text, known.iter().copied()),
                known.join(", ")
            );
        }
    }
    Ok(())
}

/// Whether a name has a text in it, great letters or small.
fn has_text(name: &str, text: &str) -> bool {
    name.to_lowercase().contains(&text.to_lowercase())
}

/// Whether a text has some whole words in it, great letters or small.
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
