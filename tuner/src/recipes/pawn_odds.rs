//! Games of a player against itself at pawn odds, as a measure of its strength.

use crate::generations::LoopPlan;
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_selfplay::experiment::{Experiment, short_name};
use tradewind_selfplay::odds::{MaterialChange, Odds, can_begin, possible_arrays};

/// The offset of the seeds of these games, far from those of self-play and matches.
const ODDS_SEEDS: u64 = 1 << 33;

/// The number of game pairs: a third of those of a generation, for a confidence interval of ±2 % with the recipe
/// `standard` and ±4 % with `quick`.
pub(super) fn pairs(plan: &LoopPlan) -> u64 {
    plan.experiment.pairs.div_ceil(3)
}

/// The experiment, at the node limit of self-play; `None` if a game cannot begin without a pawn.
///
/// # Errors
/// They are not weights of the rule set.
pub(super) fn pawn_odds(
    plan: &LoopPlan,
    weights: &Weights,
) -> Result<Option<Experiment>, WeightsError> {
    let mut experiment = plan.experiment.clone();
    let rules = &mut experiment.rules[0];
    rules.set_weights(std::slice::from_ref(weights))?;
    let (spec, arrays) = (rules.game.spec(), rules.played_arrays());
    let pawns = spec.piece_types().filter(|&piece| spec.piece(piece).pawn);
    let without = |pawn| {
        let gone = MaterialChange {
            from: Some(pawn),
            to: None,
        };
        Odds::new([Vec::new(), vec![gone]], spec)
    };
    let can_be = |odds: &Odds| can_begin(&rules.game, odds, &possible_arrays(spec, odds, &arrays));
    rules.odds = pawns.map(without).filter(can_be).collect();
    if rules.odds.is_empty() {
        return Ok(None);
    }
    experiment.name = short_name(&format!("{}, a pawn ahead", plan.experiment.name));
    experiment.seed = plan.experiment.seed_after(ODDS_SEEDS);
    experiment.pairs = pairs(plan);
    experiment.record.evaluations = false;
    experiment.opening.left = None;
    Ok(Some(experiment))
}
