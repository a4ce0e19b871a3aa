//! The experiments of a generation: its self-play, and matches of two sets of weights.

use super::plan::LoopPlan;
use crate::match_test::MatchTest;
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_selfplay::experiment::{
    Experiment, MatchPlan, PlayerPlan, RecordPlan, Schedule, short_name,
};

/// Matches have seeds of their own, far from those of self-play.
const MATCH_SEEDS: u64 = 1 << 32;

/// The self-play of a generation with some weights.
///
/// # Errors
/// They are not weights of the rule set.
pub(super) fn self_play(
    plan: &LoopPlan,
    generation: u32,
    weights: &Weights,
) -> Result<Experiment, WeightsError> {
    let mut experiment = plan.experiment.clone();
    experiment.name = short_name(&format!(
        "{}, generation {generation}",
        plan.experiment.name
    ));
    experiment.seed = plan.experiment.seed_after(u64::from(generation - 1));
    for player in &mut experiment.players {
        (player.weights, player.weights_text) = (None, None);
    }
    experiment.rules[0].set_weights(std::slice::from_ref(weights))?;
    Ok(experiment)
}

/// Two sets of weights and what they are called.
pub(super) struct Sides<'w> {
    pub names: [String; 2],
    pub weights: [&'w Weights; 2],
}

/// A match; `number` says which of all matches of the loop it is.
pub(super) fn weights_match(
    plan: &LoopPlan,
    test: &MatchTest,
    sides: &Sides<'_>,
    number: u64,
) -> Experiment {
    let base = &plan.experiment;
    let mut rules = plan.rules().clone();
    let spec = rules.game.spec();
    rules.player_weights = sides.weights.map(Weights::clone).to_vec();
    let players = sides.names.iter().zip(sides.weights);
    Experiment {
        name: sides.names.join(" against "),
        seed: base.seed_after(MATCH_SEEDS + number),
        pairs: test.pairs,
        schedule: Schedule::EachOther,
        players: (players)
            .map(|(name, weights)| {
                let mut player = PlayerPlan {
                    name: name.clone(),
                    noise: base.players[0].noise,
                    search: base.players[0].search.clone(),
                    weights_text: Some(weights.to_toml(spec)),
                    ..PlayerPlan::default()
                };
                test.limit(&mut player);
                player
            })
            .collect(),
        matched: Some(MatchPlan {
            sprt: Some(test.sprt),
        }),
        record: RecordPlan {
            games_per_file: base.record.games_per_file,
            ..RecordPlan::default()
        },
        rules: vec![rules],
        ..base.clone()
    }
}
