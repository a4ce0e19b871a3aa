//! What the games of a meeting came to: results, terminations, lengths, players, piece values.

use crate::from_games::{CollectError, Collected, collect, column_name};
use crate::outcomes::{GameRow, Outcomes, OutcomesError, summarise};
use crate::piece_values::{PieceValues, ValueError, ValueOptions, piece_values};
use crate::players::Players;
use tradewind_selfplay::experiment::{Experiment, Meeting};
use tradewind_selfplay::record::archive::Archive;
use tradewind_stats::bootstrap::{BootstrapError, BootstrapOptions, bootstrap};
use tradewind_stats::logistic::{FitError, FitOptions};
use tradewind_stats::regression::fit;

/// What a meeting has come to.
#[derive(Debug)]
pub struct Results {
    /// The meeting.
    pub meeting: Meeting,
    /// Results, endings and lengths.
    pub outcomes: Outcomes,
    /// How the players did against each other, when there are two.
    pub players: Option<Players>,
    /// Piece values, or why there are none.
    pub values: Result<PieceValues, ValuesError>,
    /// Its games.
    pub games: Vec<GameRow>,
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

/// Why the results cannot be worked out.
#[derive(Debug, thiserror::Error)]
pub enum EstimateError {
    /// The games cannot be read.
    #[error(transparent)]
    Collect(#[from] CollectError),
    /// The games cannot be summarised.
    #[error(transparent)]
    Outcomes(#[from] OutcomesError),
}

/// Works out the results of a meeting.
///
/// # Errors
/// Its games cannot be read or summarised.
pub fn estimate(archive: &Archive<'_>, meeting: Meeting) -> Result<Results, EstimateError> {
    let collected = collect(archive, meeting)?;
    let experiment = archive.experiment();
    Ok(Results {
        meeting,
        outcomes: summarise(&collected.games)?,
        players: players(&collected, experiment, meeting),
        values: piece_values_of(&collected, experiment, meeting),
        games: collected.games,
    })
}

/// How the players did against each other; `None` when one has played itself.
fn players(collected: &Collected, experiment: &Experiment, meeting: Meeting) -> Option<Players> {
    let rules = experiment.rules_of(meeting);
    let names = match &rules.against {
        // One player met itself: with the pieces of these rules, and of those.
        Some(against) if meeting.players[0] == meeting.players[1] => {
            [rules.game.spec().title(), against.title.clone()]
        }
        _ => experiment
            .players_of(meeting)
            .map(|player| player.name.clone()),
    };
    (names[0] != names[1]).then(|| Players::of(names, collected.tally))
}

/// The piece values that the games of a meeting tell.
///
/// # Errors
/// Why they tell none.
pub(crate) fn piece_values_of(
    collected: &Collected,
    experiment: &Experiment,
    meeting: Meeting,
) -> Result<PieceValues, ValuesError> {
    if !experiment.rules_of(meeting).odds.is_empty() {
        return Err(ValuesError::Odds);
    }
    let options = FitOptions::default();
    let fitted = fit(&collected.samples, &options)?;
    let resampling = BootstrapOptions {
        replicates: experiment.estimates.bootstrap,
        seed: experiment.seed,
    };
    let resampled = bootstrap(&collected.samples, &fitted, &options, &resampling)?;
    let spec = experiment.rules_of(meeting).game.spec();
    let unit = spec.find(&experiment.estimates.unit);
    let unit = unit.map(|unit| column_name(spec, unit)).unwrap_or_default();
    Ok(piece_values(
        &collected.samples,
        &fitted,
        &resampled,
        &ValueOptions::new(&unit),
    )?)
}
