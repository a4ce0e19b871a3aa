//! Rule sets that players are trained for, and fingerprints of trained players.

use super::recipe::Recipe;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use tradewind_engine::Rules;
use tradewind_engine::rules::{self, RuleError};
use tradewind_files::sha256_of_texts;
use tradewind_selfplay::GAMES_VERSION;
use tradewind_selfplay::experiment::{OptionValue, RulesPlan};

/// A rule set as one file, with its options.
#[derive(Clone, Debug)]
pub struct TrainingRules {
    pub(super) rules: Rules,
    /// Its rule file, merged with those that it extends.
    pub(super) text: String,
    pub(super) options: BTreeMap<String, OptionValue>,
}

impl TrainingRules {
    /// Loads a rule set by its id or the path of its file, with options as on the command line.
    ///
    /// # Errors
    /// It does not exist or has errors.
    pub fn load(source: &str, settings: &[(String, String)]) -> Result<TrainingRules, RuleError> {
        let rules = Rules::load(source, settings)?;
        let options = settings.iter();
        Ok(TrainingRules {
            rules,
            text: rules::flattened(source)?,
            options: options
                .map(|(name, text)| (name.clone(), OptionValue::of(text)))
                .collect(),
        })
    }

    /// The rule set of an experiment, without the opposing army of another rule set.
    pub fn of(plan: &RulesPlan) -> TrainingRules {
        TrainingRules {
            rules: Rules::new(
                plan.compiled
                    .spec()
                    .without_copies()
                    .without_opposing_army(),
            ),
            text: plan.text.clone(),
            options: plan.options.clone(),
        }
    }

    /// The rule set of the opposing army of an experiment, if there is one.
    pub fn opposing(plan: &RulesPlan) -> Option<TrainingRules> {
        let against = plan.against.as_ref()?;
        Some(TrainingRules {
            rules: against.compiled.clone(),
            text: against.text.clone(),
            options: against.options.clone(),
        })
    }

    /// The nearest rule set that comes with the program and that this one is or extends, if there is one.
    ///
    /// # Errors
    /// Its file has errors.
    pub fn ancestor(&self) -> Result<Option<TrainingRules>, RuleError> {
        let id = self.rules.spec().ancestor.as_ref();
        id.map(|id| TrainingRules::load(id, &[])).transpose()
    }

    /// The compiled rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

/// The part of the file of a loop that a recipe does not have.
#[derive(Serialize)]
pub(super) struct RulesPart<'t> {
    pub rules: RulesTable<'t>,
}

#[derive(Serialize)]
pub(super) struct RulesTable<'t> {
    pub name: &'t str,
    pub id: &'t str,
    pub weights: &'t str,
    pub options: &'t BTreeMap<String, OptionValue>,
}

/// A hash of everything that determines a trained player: the content of the rules (not their name), the recipe, the
/// training run, the starting player, and the program with its search. Players with the same fingerprint are identical.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fingerprint(pub(super) String);

impl Fingerprint {
    /// The fingerprint of a training run that begins with the player `start`, if given.
    pub fn of(
        rules: &TrainingRules,
        recipe: &Recipe,
        replicate: u32,
        start: Option<&Fingerprint>,
    ) -> Fingerprint {
        let content = rules.rules().spec().fingerprint_text();
        let replicate = replicate.to_string();
        let mut parts = vec![
            content.as_str(),
            recipe.settings.as_str(),
            &replicate,
            GAMES_VERSION,
            tradewind_engine::signature(),
        ];
        parts.extend(start.map(|start| start.0.as_str()));
        let mut digits = sha256_of_texts(parts);
        digits.truncate(16);
        Fingerprint(digits)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
