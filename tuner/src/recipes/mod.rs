//! Players trained from the rules alone.
//!
//! A [`Recipe`] is a loop without a rule set, which begins with the weights that follow from the rules. [`train()`] runs or
//! resumes it for some [`TrainingRules`] and stores the player in a [`PlayerStore`], which finds it by its [`Fingerprint`].

mod equip;
mod recipe;
mod rules;
mod store;
mod train;

pub use equip::{
    DEFAULT_RECIPE, EquipError, FindPlayer, NO_RECIPE, PlayerChoice, RecipePlayers, equip,
    find_trained, training_time,
};
pub use recipe::{Recipe, RecipeError};
pub use rules::{Fingerprint, TrainingRules};
pub use store::{PlayerFacts, PlayerStore, StoreError, TrainedPlayer};
pub use train::{Start, TrainError, Training, longest_time, train};
