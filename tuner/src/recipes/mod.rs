//! Players trained from nothing but the rules.
//!
//! A [`Recipe`] says how: a loop without a rule set, which begins with the weights that follow from the rules.
//! [`Trainee`] is a rule set as one file; [`train()`] does what is missing of its training and leaves the player
//! in a [`PlayerStore`], where it is found by its [`Fingerprint`] ever after. Players of one recipe know their
//! games equally well, as far as the same teaching can make them.

mod equip;
mod fingerprint;
mod pawn_odds;
mod player;
mod recipe;
mod shipped;
mod store;
mod train;
mod trainee;

pub use equip::{
    DEFAULT_RECIPE, EquipError, NO_RECIPE, PlayerChoice, RecipePlayers, equip, find_trained,
    training_time,
};
pub use fingerprint::Fingerprint;
pub use player::{PlayerFacts, TrainedPlayer};
pub use recipe::{Recipe, RecipeError};
pub use store::{PlayerStore, StoreError};
pub use train::{Start, TrainError, Training, longest_time, train};
pub use trainee::Trainee;
