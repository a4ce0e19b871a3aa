//! Players trained from the rules alone.
//!
//! A [`Recipe`] is a loop without a rule set, which begins with the weights that follow from the rules. [`train()`] runs or
//! resumes it for some [`TrainingRules`] and stores the player in a [`PlayerStore`], which finds it by its [`fingerprint()`].

/// Names with the contents of the files of these names in a folder of `data`.
macro_rules! shipped {
    ($folder:literal, $ending:literal: $($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../../../data/", $folder, $id, $ending)))),*]
    };
}

mod equip;
mod recipe;
mod store;
mod train;

pub use equip::{
    BUILT_IN, DEFAULT_RECIPE, FindPlayer, NO_RECIPE, PlayerChoice, RecipePlayers, TrainingTimes,
    equip, training_rules,
};
pub use recipe::Recipe;
pub use store::{PlayerFacts, PlayerStore, TrainedPlayer};
pub use train::{
    Start, Training, TrainingRules, fingerprint, longest_time, pairs_per_second, train,
};
