//! A rule set that a player is trained for.

use serde::Serialize;
use std::collections::BTreeMap;
use tradewind_engine::Game;
use tradewind_engine::rules::{self, RuleError};
use tradewind_selfplay::experiment::{OptionValue, RulesPlan};

/// A rule set as one file, with the values of its options.
#[derive(Clone, Debug)]
pub struct Trainee {
    pub(super) game: Game,
    /// Its rule file, with all that it extends.
    pub(super) text: String,
    pub(super) options: BTreeMap<String, OptionValue>,
}

impl Trainee {
    /// A rule set by its id or the path of its file, with some options as the command line has them.
    ///
    /// # Errors
    /// There is none, or it has faults.
    pub fn load(source: &str, settings: &[(String, String)]) -> Result<Trainee, RuleError> {
        let game = Game::load(source, settings)?;
        let options = settings.iter();
        Ok(Trainee {
            game,
            text: rules::flattened(source)?,
            options: options
                .map(|(name, text)| (name.clone(), OptionValue::of(text)))
                .collect(),
        })
    }

    /// The rule set of an experiment; where the pieces of another one meet its own, without those.
    ///
    /// # Errors
    /// Its file has faults.
    pub fn of(plan: &RulesPlan) -> Trainee {
        Trainee {
            game: Game::new(plan.game.spec().without_copies().without_opposing_army()),
            text: plan.text.clone(),
            options: plan.options.clone(),
        }
    }

    /// The rule set of an experiment whose pieces meet those of [`Trainee::of`]; `None` where no others do.
    pub fn opposing(plan: &RulesPlan) -> Option<Trainee> {
        let against = plan.against.as_ref()?;
        Some(Trainee {
            game: against.game.clone(),
            text: against.text.clone(),
            options: against.options.clone(),
        })
    }

    /// The nearest rule set of the program that this one is or extends.
    ///
    /// # Errors
    /// There is none, which is `None`; or its file has faults.
    pub fn ancestor(&self) -> Result<Option<Trainee>, RuleError> {
        let id = self.game.spec().ancestor.as_ref();
        id.map(|id| Trainee::load(id, &[])).transpose()
    }

    /// The rule set itself.
    pub fn game(&self) -> &Game {
        &self.game
    }
}

/// The part of a loop's file that a recipe lacks.
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
