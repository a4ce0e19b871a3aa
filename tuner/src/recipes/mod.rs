//! Players trained from the rules alone.
//!
//! A [`Recipe`] is a loop without a rule set, which begins with the weights that follow from the rules. [`train()`] runs or
//! resumes it for some [`TrainingRules`] and stores the player in a [`PlayerStore`], which finds it by its [`Fingerprint`].

mod fingerprint;
mod pawn_odds;
mod player;
mod recipe;
mod rules;
mod shipped;
mod store;
mod train;

pub use fingerprint::Fingerprint;
pub use player::{PlayerFacts, TrainedPlayer};
pub use recipe::{Recipe, RecipeError};
pub use rules::TrainingRules;
pub use store::{PlayerStore, StoreError};
pub use train::{Start, TrainError, Training, longest_time, train};
