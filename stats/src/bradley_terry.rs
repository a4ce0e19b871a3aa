//! Strengths of several players from matches between them: R. A. Bradley and M. E. Terry, *Rank
//! analysis of incomplete block designs* (1952), with a draw as half a win.

use crate::coefficients::Coefficients;
use crate::estimate::Estimate;
use crate::logistic::{FitOptions, LogisticSums, Observation, logistic, solve};
use crate::symmetric::Symmetric;
use crate::tally::{PER_LOG_ODDS, Tally};

/// A match of two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchTally {
    /// Their numbers.
    pub players: [usize; 2],
    /// The result for the first player.
    pub tally: Tally,
}

/// The zero of strengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The strength of the first player.
    First,
    /// The mean of all strengths.
    Mean,
}

/// Errors of the fit of strengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BradleyTerryError {
    /// The players are not connected by matches.
    #[error("some of the players have not met the others")]
    Apart,
}

/// Pairs added to every match, all of them 1 : 1, so that a player who won every game has a finite
/// strength.
const ADDED_PAIRS: f64 = 1.0;
/// The minimum square of an added pair, so that a match in which every pair was 1 : 1 keeps an error:
/// that of one pair in four decided by half a point.
const MIN_SQUARE: f64 = 0.0625;

/// The strengths of players in Elo, with 95 % intervals from the scatter of pairs around the
/// predictions (the sandwich of P. J. Huber, 1967).
///
/// # Errors
/// Some players are not connected with the first by matches.
pub fn bradley_terry(
    players: usize,
    matches: &[MatchTally],
    anchor: Anchor,
) -> Result<Vec<Estimate>, BradleyTerryError> {
    let free = players.saturating_sub(1);
    if free == 0 {
        return Ok(vec![Estimate::exactly(0.0); players]);
    }
    let options = FitOptions {
        ridge: 0.0,
        ..FitOptions::default()
    };
    let found = solve(vec![0.0; free], &options, |values| {
        let mut sums = LogisticSums::new(free);
        for played in matches {
            let outcomes = played.tally.pairs.iter().enumerate();
            let points =
                outcomes.map(|(half_points, &pairs)| half_points as f64 / 2.0 * pairs as f64);
            let row = Observation {
                entries: &signs(played),
                weight: 2.0 * (played.tally.count() as f64 + ADDED_PAIRS),
                score: points.sum::<f64>() + ADDED_PAIRS,
            };
            sums.add_row(values, &row);
        }
        sums
    });
    let found = found.map_err(|_| BradleyTerryError::Apart)?;
    let strength = |player: usize| player.checked_sub(1).map_or(0.0, |at| found.values[at]);
    let mut scatter = Symmetric::zeros(free);
    for played in matches {
        let [one, other] = played.players;
        let expected = 2.0 * logistic(strength(one) - strength(other));
        let outcomes = played.tally.pairs.iter().enumerate();
        let square = outcomes.map(|(half_points, &pairs)| {
            pairs as f64 * (half_points as f64 / 2.0 - expected).powi(2)
        });
        let added = ADDED_PAIRS * (1.0 - expected).powi(2).max(MIN_SQUARE);
        scatter.add_square(&signs(played), square.sum::<f64>() + added);
    }
    let covariance = found.information.sandwich(scatter);
    let known = Coefficients::new(found.values, covariance, f64::INFINITY);
    let zero = match anchor {
        Anchor::First => 0.0,
        Anchor::Mean => 1.0 / players as f64,
    };
    let strength = |player: usize| {
        let share = |at: usize| f64::from(u8::from(at + 1 == player)) - zero;
        let mut sum: Vec<(usize, f64)> = (0..free).map(|at| (at, share(at))).collect();
        sum.retain(|(_, share)| *share != 0.0);
        match sum.as_slice() {
            [] => Estimate::exactly(0.0),
            sum => known.sum(sum).scaled(PER_LOG_ODDS),
        }
    };
    Ok((0..players).map(strength).collect())
}

/// The coefficients of a match: +1 for the first player's strength and −1 for the second's, in the
/// order of the players. The first of all players has none.
fn signs(played: &MatchTally) -> Vec<(usize, f64)> {
    let [one, other] = played.players;
    let mut both = [(one, 1.0), (other, -1.0)];
    both.sort_by_key(|(player, _)| *player);
    let own = both.into_iter();
    own.filter_map(|(player, sign)| Some((player.checked_sub(1)?, sign)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally {
            pairs,
            ..Tally::default()
        }
    }

    /// Two players: the same as Elo from one match, but for the added pair.
    #[test]
    fn a_single_match_gives_its_elo() {
        let tally = tally([300, 800, 1_900, 1_100, 500]);
        let matches = [MatchTally {
            players: [1, 0],
            tally,
        }];
        let found = bradley_terry(2, &matches, Anchor::First).expect("they met")[1];
        let elo = tally.elo().estimate().expect("an interval");
        assert!((found.value - elo.value).abs() < 0.05, "{found:?} {elo:?}");
        let [half, wanted] = [found, elo].map(|one| (one.high - one.low) / 2.0);
        assert!((half / wanted - 1.0).abs() < 0.02, "{half} {wanted}");
        // Around their mean, each is half as far away, and known twice as well.
        let mean = bradley_terry(2, &matches, Anchor::Mean).expect("they met");
        for (strength, sign) in mean.iter().zip([-0.5, 0.5]) {
            assert!((strength.value - sign * found.value).abs() < 1e-9);
            assert!((strength.high - strength.low - half).abs() < 1e-9);
        }
    }

    /// Planted strengths of four players lie in their intervals as often as stated.
    #[test]
    fn planted_strengths_are_covered() {
        let truth = [0.0, 60.0, 40.0, 120.0];
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let (mut covered, mut all) = (0, 0);
        for _ in 0..300 {
            let matches: Vec<MatchTally> = [[1, 0], [2, 1], [3, 1], [3, 0]]
                .into_iter()
                .map(|players| {
                    let [one, other] = players.map(|player: usize| truth[player] / PER_LOG_ODDS);
                    let expected = logistic(one - other);
                    let mut tally = Tally::default();
                    for _ in 0..400 {
                        // A third of the games are drawn, whoever plays.
                        let mut game = || match random.random::<f64>() {
                            share if share < expected - 1.0 / 6.0 => 2,
                            share if share < expected + 1.0 / 6.0 => 1,
                            _ => 0,
                        };
                        let (first, second) = (game(), game());
                        tally.add(first, second);
                    }
                    MatchTally { players, tally }
                })
                .collect();
            let found = bradley_terry(4, &matches, Anchor::First).expect("all are connected");
            for (found, truth) in found.iter().zip(truth).skip(1) {
                covered += u32::from(found.covers(truth));
                all += 1;
            }
        }
        let share = f64::from(covered) / f64::from(all);
        assert!((0.925..0.975).contains(&share), "{share}");
    }

    #[test]
    fn players_apart_have_no_common_scale() {
        let played = MatchTally {
            players: [2, 3],
            tally: tally([1, 2, 3, 2, 1]),
        };
        let found = bradley_terry(4, &[played], Anchor::Mean);
        assert_eq!(found, Err(BradleyTerryError::Apart));
    }
}
