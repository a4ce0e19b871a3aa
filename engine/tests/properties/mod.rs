//! Properties of every position of every rule set, over seeded random games; and that no text,
//! however wrong, makes a parser panic.

mod garbage;
mod positions;
pub mod random_games;
mod random_rule_games;
pub mod random_rules;
mod slow_moves;
mod symmetry;
mod whole_games;
