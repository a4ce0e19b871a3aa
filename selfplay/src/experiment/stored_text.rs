//! The texts of snapshots as registrations and condensed files store them.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules;
use tradewind_files::sha256;

/// A text of a snapshot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StoredText {
    /// The text itself.
    Whole(String),
    /// The built-in weights for the rules of the same name, as networks are large.
    BuiltIn {
        /// The SHA-256 of the text.
        built_in: String,
    },
}

impl StoredText {
    /// A text, by what stands for it if it is that of the built-in weights for some rules.
    pub fn new(text: String, rules: Option<&String>) -> StoredText {
        match rules.and_then(|rules| built_in_weights(rules)) {
            Some(built_in) if built_in == text => StoredText::BuiltIn {
                built_in: sha256([text.as_bytes()]),
            },
            _ => StoredText::Whole(text),
        }
    }

    /// The text; `None` if the built-in weights of this program are others.
    pub fn text(&self, rules: Option<&StoredText>) -> Option<Cow<'_, str>> {
        match self {
            StoredText::Whole(text) => Some(Cow::Borrowed(text)),
            StoredText::BuiltIn { built_in } => {
                let Some(StoredText::Whole(rules)) = rules else {
                    return None;
                };
                let text = built_in_weights(rules)?;
                (sha256([text.as_bytes()]) == *built_in).then_some(Cow::Owned(text))
            }
        }
    }
}

/// The built-in weights for rules, as a snapshot of an experiment has them.
fn built_in_weights(rules: &str) -> Option<String> {
    let spec = rules::load_draft("the rules", rules).ok()?;
    Some(Weights::of(&spec).to_kept_toml(&spec))
}

/// The path of the rules that a weights file of a snapshot belongs to; `None` for other files.
pub fn rules_of(path: &str) -> Option<String> {
    let own = "weights/rules/";
    path.contains(own).then(|| path.replacen(own, "rules/", 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network is stored as its hash and comes back whole, or is refused.
    #[test]
    fn built_in_weights_are_stored_as_a_hash() {
        let rules = rules::built_in_text("shatranj").expect("rules").to_string();
        let weights = built_in_weights(&rules).expect("weights");
        let stored = StoredText::new(weights.clone(), Some(&rules));
        let StoredText::BuiltIn { built_in } = &stored else {
            panic!("the network was stored whole");
        };
        let whole = StoredText::Whole(rules.clone());
        assert_eq!(stored.text(Some(&whole)).as_deref(), Some(weights.as_str()));
        let other = StoredText::BuiltIn {
            built_in: sha256([built_in.as_bytes()]),
        };
        assert_eq!(other.text(Some(&whole)), None);
        let changed = StoredText::new(weights + "\n", Some(&rules));
        assert!(matches!(changed, StoredText::Whole(_)));
    }
}
