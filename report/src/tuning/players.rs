//! Trained players.

use crate::table::{Column, Table};
use tradewind_stats::estimate::Estimate;
use tradewind_tuner::recipes::TrainedPlayer;

/// Trained players and their strengths.
pub fn players_table(players: &[TrainedPlayer]) -> Table {
    let columns: [Column<TrainedPlayer>; 9] = [
        Column::text("player", "player", |one| one.fingerprint.to_string()),
        Column::text("rules", "rules", |one| one.facts.rules.clone()),
        Column::text("recipe", "recipe", |one| one.facts.recipe.clone()),
        Column::count("replicate", "training run", |one| {
            one.facts.replicate.into()
        }),
        Column::count("generation", "generation", |one| {
            one.facts.generation.into()
        }),
        Column::count("generations", "of", |one| one.facts.generations.into()),
        Column::estimate("elo_above_untuned", "Elo above untuned", |one| {
            one.facts.strength.above_untuned.map(estimate)
        }),
        Column::estimate("elo_of_last_generation", "last generation", |one| {
            one.facts.strength.of_last_generation.map(estimate)
        }),
        Column::estimate("score_a_pawn_ahead", "score a pawn ahead, %", |one| {
            one.facts.strength.a_pawn_ahead.map(estimate)
        }),
    ];
    let mut table = Table::new("Players", &columns, players);
    table.notes.push(
        "Elo above untuned: against the weights that follow from the rules. Last generation: Elo against its parent; near 0, training has converged. Sequential tests bias both slightly upwards. Score a pawn ahead: against itself with an extra pawn at the start."
            .to_string(),
    );
    table
}

fn estimate([value, low, high]: [f64; 3]) -> Estimate {
    Estimate { value, low, high }
}
