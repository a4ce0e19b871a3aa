//! Studies that are laid down before they are played.
//!
//! A [`StudyPlan`] names claims and how they are to be decided. A [`Registration`] holds all of it, whole and with a hash:
//! claims, experiments, rules, weights, what ends the games' number, what is left out. Its games have seeds that follow
//! from the hash. A part of them is kept for confirmation: their seeds follow from the games of the exploration too, so that
//! they cannot be played before those. Whatever files say of themselves, games are compared with the seed ([`check_games`]).

mod amendment;
mod plan;
mod provenance;
mod registration;

pub use amendment::changes;
pub use plan::{StudyError, StudyPlan, check_experiments};
pub use provenance::check_games;
pub use registration::{Phase, Registration};
