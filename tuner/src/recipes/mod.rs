//! Players trained from the rules alone.
//!
//! A [`Recipe`] is a loop without a rule set, which begins with the weights that follow from the rules. [`train()`] runs or
//! resumes it for some [`TrainingRules`] and stores the player in a [`PlayerStore`], which finds it by its [`fingerprint()`].

mod equip;
mod recipe;
mod store;
mod train;

pub use equip::{
    DEFAULT_RECIPE, FindPlayer, NO_RECIPE, PlayerChoice, RecipePlayers, equip, find_trained,
    training_time,
};
pub use recipe::Recipe;
pub use store::{PlayerFacts, PlayerStore, TrainedPlayer};
pub use train::{Start, Training, TrainingRules, fingerprint, longest_time, train};
