//! How games end: the White's score, draws, endings, lengths.
//!
//! Scores and draws are over finished games, endings and lengths over all. An unfinished game
//! counts with the length at which it was stopped; so the mean length is a lower bound if there
//! are any, while a quantile below the ply cap is not affected.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use tradewind_stats::estimate::Estimate;
use tradewind_stats::pair_estimates::{ByPair, quantile};

/// The quantiles of the length of games that are reported.
pub(crate) const LENGTH_QUANTILES: [(f64, &str); 5] = [
    (0.05, "5 % quantile"),
    (0.25, "25 % quantile"),
    (0.5, "median"),
    (0.75, "75 % quantile"),
    (0.95, "95 % quantile"),
];

/// One game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GameRow {
    /// The game pair it belongs to.
    pub pair: u64,
    /// Length in half-moves.
    pub plies: u32,
    /// From White's view 1, 0.5 or 0; `None` if the game was stopped unfinished.
    pub result: Option<f32>,
    /// How it ended, as in the game records.
    pub ending: &'static str,
}

/// Why games cannot be summarised.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum OutcomesError {
    /// Intervals need at least two pairs.
    #[error("intervals need at least two game pairs, not {0}")]
    TooFewPairs(usize),
    /// A result is none of 1, 0.5 and 0.
    #[error("a game of pair {pair} has the result {result}, which is none of 1, 0.5 and 0")]
    Result {
        /// The pair of the game.
        pair: u64,
        /// Its result.
        result: f32,
    },
}

/// A share of games, in percent, with its 95 % interval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShareRow {
    /// What is measured.
    pub measure: String,
    /// The games it is a share of.
    pub games: u64,
    /// The share; `None` if there are no such games in two pairs.
    pub percent: Option<f64>,
    /// Lower end of its interval.
    pub percent_low: Option<f64>,
    /// Upper end of its interval.
    pub percent_high: Option<f64>,
}

/// One way in which games ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EndingRow {
    /// The ending, as in the game records.
    pub ending: String,
    /// Games that ended so.
    pub games: u64,
    /// Of these, won by White.
    pub white_wins: u64,
    /// Of these, drawn.
    pub draws: u64,
    /// Of these, won by Black.
    pub black_wins: u64,
    /// Share of all games in percent.
    pub percent: f64,
    /// Lower end of its interval.
    pub percent_low: f64,
    /// Upper end of its interval.
    pub percent_high: f64,
}

/// A number that tells the length of games, in plies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LengthRow {
    /// Mean, median or another quantile.
    pub statistic: String,
    /// The number in plies.
    pub plies: f64,
    /// Lower end of its interval.
    pub plies_low: f64,
    /// Upper end of its interval.
    pub plies_high: f64,
}

/// The summary of many games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcomes {
    /// Number of games.
    pub games: u64,
    /// Number of game pairs.
    pub pairs: u64,
    /// White's score, its wins, draws, its losses (of finished games), unfinished
    /// games (of all).
    pub shares: Vec<ShareRow>,
    /// Endings, the most frequent first.
    pub endings: Vec<EndingRow>,
    /// Mean and quantiles of the length of all games.
    pub lengths: Vec<LengthRow>,
}

/// Summarises games; their order does not matter.
///
/// # Errors
/// See [`OutcomesError`].
pub fn summarise(games: &[GameRow]) -> Result<Outcomes, OutcomesError> {
    for game in games {
        if let Some(result) = game.result
            && ![0.0, 0.5, 1.0].contains(&result)
        {
            let pair = game.pair;
            return Err(OutcomesError::Result { pair, result });
        }
    }
    let all: ByPair = games.iter().map(|game| (game.pair, 0.0)).collect();
    let too_few = OutcomesError::TooFewPairs(all.pair_count());
    Ok(Outcomes {
        games: games.len() as u64,
        pairs: all.pair_count() as u64,
        shares: shares(games),
        endings: endings(games).ok_or_else(|| too_few.clone())?,
        lengths: lengths(games).ok_or(too_few)?,
    })
}

fn shares(games: &[GameRow]) -> Vec<ShareRow> {
    let of_finished = |measure: &str, number: fn(f32) -> f64| {
        let finished = games.iter().filter_map(|game| {
            let result = game.result?;
            Some((game.pair, number(result)))
        });
        share_row(measure, finished)
    };
    vec![
        of_finished("White's score", f64::from),
        of_finished("White wins", |result| f64::from(u8::from(result == 1.0))),
        of_finished("draws", |result| f64::from(u8::from(result == 0.5))),
        of_finished("Black wins", |result| f64::from(u8::from(result == 0.0))),
        share_row(
            "unfinished",
            games
                .iter()
                .map(|game| (game.pair, f64::from(u8::from(game.result.is_none())))),
        ),
    ]
}

fn share_row(measure: &str, games: impl Iterator<Item = (u64, f64)> + Clone) -> ShareRow {
    let count = games.clone().count() as u64;
    let share = games.collect::<ByPair>().share().map(|s| s.scaled(100.0));
    ShareRow {
        measure: measure.to_owned(),
        games: count,
        percent: share.map(|s| s.value),
        percent_low: share.map(|s| s.low),
        percent_high: share.map(|s| s.high),
    }
}

fn endings(games: &[GameRow]) -> Option<Vec<EndingRow>> {
    let mut by_ending: BTreeMap<&str, [u64; 4]> = BTreeMap::new();
    for game in games {
        let counts = by_ending.entry(game.ending).or_default();
        counts[0] += 1;
        match game.result {
            Some(1.0) => counts[1] += 1,
            Some(0.5) => counts[2] += 1,
            Some(_) => counts[3] += 1,
            None => {}
        }
    }
    let rows = by_ending.into_iter().map(|(ending, counts)| {
        let share = ending_share(games, ending)?.scaled(100.0);
        Some(EndingRow {
            ending: ending.to_owned(),
            games: counts[0],
            white_wins: counts[1],
            draws: counts[2],
            black_wins: counts[3],
            percent: share.value,
            percent_low: share.low,
            percent_high: share.high,
        })
    });
    let mut rows = rows.collect::<Option<Vec<_>>>()?;
    rows.sort_by_key(|row| std::cmp::Reverse(row.games));
    Some(rows)
}

/// The share (0 to 1) of all games that end so, with its interval; `None` below two pairs.
fn ending_share(games: &[GameRow], ending: &str) -> Option<Estimate> {
    let is = |game: &GameRow| f64::from(u8::from(game.ending == ending));
    let by_pair: ByPair = games.iter().map(|game| (game.pair, is(game))).collect();
    by_pair.share()
}

fn lengths(games: &[GameRow]) -> Option<Vec<LengthRow>> {
    let plies: Vec<(u64, f64)> = games
        .iter()
        .map(|game| (game.pair, f64::from(game.plies)))
        .collect();
    let row = |statistic: &str, estimate: Estimate| LengthRow {
        statistic: statistic.to_owned(),
        plies: estimate.value,
        plies_low: estimate.low,
        plies_high: estimate.high,
    };
    let mean = plies.iter().copied().collect::<ByPair>().mean()?;
    let mut rows = vec![row("mean", mean)];
    for (probability, name) in LENGTH_QUANTILES {
        rows.push(row(name, quantile(&plies, probability)?));
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Vec<GameRow> {
        let game = |pair, plies, result, ending| GameRow {
            pair,
            plies,
            result,
            ending,
        };
        vec![
            game(1, 100, Some(1.0), "royal captured"),
            game(1, 120, Some(0.0), "royal captured"),
            game(2, 80, Some(1.0), "royal captured"),
            game(2, 300, None, "ply cap"),
            game(3, 90, Some(0.5), "repetition"),
            game(3, 60, Some(1.0), "bare royal"),
        ]
    }

    #[test]
    fn counts_and_shares_are_those_of_the_games() {
        let outcomes = summarise(&games()).expect("three pairs");
        assert_eq!((outcomes.games, outcomes.pairs), (6, 3));
        let share = |name: &str| {
            let row = outcomes.shares.iter().find(|row| row.measure == name);
            let row = row.expect("a measure of that name");
            (row.games, row.percent.map(|percent| percent.round()))
        };
        assert_eq!(share("White's score"), (5, Some(70.0)));
        assert_eq!(share("draws"), (5, Some(20.0)));
        assert_eq!(share("unfinished"), (6, Some(17.0)));
        let first = &outcomes.endings[0];
        assert_eq!((first.ending.as_str(), first.games), ("royal captured", 3));
        assert_eq!((first.white_wins, first.black_wins), (2, 1));
        assert_eq!(outcomes.endings.iter().map(|row| row.games).sum::<u64>(), 6);
        assert_eq!(outcomes.lengths[0].plies, 125.0);
        assert_eq!(outcomes.lengths[3].plies, 90.0);
        let mut backwards = games();
        backwards.reverse();
        assert_eq!(summarise(&backwards), Ok(outcomes));
    }

    /// The names of the structs' fields are the names of the columns.
    #[test]
    fn games_without_any_result_have_no_score() {
        let unfinished: Vec<GameRow> = games()
            .into_iter()
            .map(|game| GameRow {
                result: None,
                ..game
            })
            .collect();
        let outcomes = summarise(&unfinished).expect("three pairs");
        assert_eq!(
            (outcomes.shares[0].games, outcomes.shares[0].percent),
            (0, None)
        );
        assert_eq!(outcomes.shares[4].percent, Some(100.0));
    }

    #[test]
    fn every_fault_has_its_error() {
        assert_eq!(summarise(&[]), Err(OutcomesError::TooFewPairs(0)));
        assert_eq!(summarise(&games()[..2]), Err(OutcomesError::TooFewPairs(1)));
        let mut wrong = games();
        wrong[3].result = Some(2.0);
        let error = OutcomesError::Result {
            pair: 2,
            result: 2.0,
        };
        assert_eq!(summarise(&wrong), Err(error));
    }
}
