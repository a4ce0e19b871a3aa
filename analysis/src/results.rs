//! What the games of a pairing came to: results, terminations, lengths, players, piece values.

use crate::dataset::{Dataset, PairingData, column_name};
use crate::outcomes::{Outcomes, OutcomesError, summarise};
use crate::piece_values::{PieceValues, ValueError, ValueOptions, piece_values};
use crate::players::Players;
use tradewind_selfplay::experiment::{Experiment, Pairing};
use tradewind_stats::Tally;
use tradewind_stats::bootstrap::{BootstrapError, BootstrapOptions, bootstrap};
use tradewind_stats::logistic::{FitError, FitOptions};
use tradewind_stats::regression::fit;

/// What a pairing has come to.
#[derive(Debug)]
pub struct Results {
    /// The pairing.
    pub pairing: Pairing,
    /// Results, endings and lengths.
    pub outcomes: Outcomes,
    /// How the players did against each other, when there are two.
    pub players: Option<Players>,
    /// Piece values, or why there are none.
    pub values: Result<PieceValues, ValuesError>,
}

/// Why there are no piece values.
#[derive(Debug, thiserror::Error)]
pub enum ValuesError {
    /// The regression has no answer.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// Too many resamplings have no answer.
    #[error(transparent)]
    Bootstrap(#[from] BootstrapError),
    /// The values cannot be put together.
    #[error(transparent)]
    Values(#[from] ValueError),
    /// The games began with odds, from which values are found in another way.
    #[error("the games began with odds; `tradewind values` says what those tell")]
    Odds,
}

/// Works out the results of a pairing.
///
/// # Errors
/// Its games cannot be summarised.
pub fn estimate(dataset: &Dataset<'_>, data: &PairingData) -> Result<Results, OutcomesError> {
    let experiment = dataset.experiment();
    Ok(Results {
        pairing: data.pairing,
        outcomes: summarise(&data.games)?,
        players: players(data.tally, experiment, data.pairing),
        values: piece_values_of(data, experiment),
    })
}

/// How the players did against each other; `None` when one has played itself.
fn players(tally: Tally, experiment: &Experiment, pairing: Pairing) -> Option<Players> {
    let rules = experiment.rules_of(pairing);
    let names = match &rules.against {
        // One player met itself: with the pieces of these rules, and of those.
        Some(against) if pairing.players[0] == pairing.players[1] => {
            [rules.game.spec().title(), against.title.clone()]
        }
        _ => experiment
            .players_of(pairing)
            .map(|player| player.name.clone()),
    };
    (names[0] != names[1]).then(|| Players::of(names, tally))
}

/// The piece values that the games of a pairing tell.
///
/// # Errors
/// Why they tell none.
pub(crate) fn piece_values_of(
    data: &PairingData,
    experiment: &Experiment,
) -> Result<PieceValues, ValuesError> {
    let rules = experiment.rules_of(data.pairing);
    let Some(positions) = data.positions.as_ref().filter(|_| rules.odds.is_empty()) else {
        return Err(ValuesError::Odds);
    };
    let samples = &positions.material;
    let options = FitOptions::default();
    let fitted = fit(samples, &options)?;
    let resampling = BootstrapOptions {
        replicates: experiment.estimates.bootstrap,
        seed: experiment.seed,
    };
    let resampled = bootstrap(samples, &fitted, &options, &resampling)?;
    let spec = rules.game.spec();
    let unit = spec.find(&experiment.estimates.unit);
    let unit = unit.map(|unit| column_name(spec, unit)).unwrap_or_default();
    Ok(piece_values(
        samples,
        &fitted,
        &resampled,
        &ValueOptions::new(&unit),
    )?)
}
