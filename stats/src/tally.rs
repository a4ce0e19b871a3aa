//! The results of the pairs of a match, and Elo from them.

use super::estimate::{Estimate, LEVEL, Z, fixed};
use serde::Serialize;
use statrs::distribution::{Beta, ContinuousCDF, Normal};

/// The maximum skew of an interval that is printed with `±`: the distance of its middle from the
/// estimate, in half-widths.
const MAX_SKEW: f64 = 0.1;
/// Elo per unit of log-odds.
pub(super) const PER_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

/// Counts of the outcomes of pairs of games, from the first player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Ptnml(0-2): pairs by points won, 0, ½, 1, 1½ and 2.
    pub pairs: [u64; 5],
    /// Games won, drawn and lost. Unfinished games count as drawn.
    pub games: [u64; 3],
    /// Games that reached the ply cap.
    pub unfinished: u64,
    /// Games forfeited by the first player and by the second. Their pairs are in no other count.
    pub forfeits: [u64; 2],
}

/// A difference in Elo with its 95 % interval, or with one bound where all points or none were won.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// The estimate; `None` where all points were won, or none.
    pub elo: Option<f64>,
    /// Half the width of the interval, where it comes from the normal distribution.
    pub error: Option<f64>,
    /// Lower end of the interval; `None` where it is unbounded.
    pub low: Option<f64>,
    /// Upper end of the interval; `None` where it is unbounded.
    pub high: Option<f64>,
    /// Normalized Elo: the score in standard deviations of a game; `None` where that is unknown.
    pub normalized: Option<f64>,
    /// Half the width of its interval.
    pub normalized_error: Option<f64>,
    /// Likelihood of superiority: the probability that the first player is the stronger one.
    pub los: f64,
}

impl Elo {
    /// The estimate with its interval, where all three are finite.
    pub fn estimate(&self) -> Option<Estimate> {
        Some(Estimate {
            value: self.elo?,
            low: self.low?,
            high: self.high?,
        })
    }

    /// The difference from the other player's point of view.
    pub fn turned(&self) -> Elo {
        let turned = |number: Option<f64>| number.map(|number| -number);
        Elo {
            elo: turned(self.elo),
            low: turned(self.high),
            high: turned(self.low),
            normalized: turned(self.normalized),
            los: 1.0 - self.los,
            ..*self
        }
    }

    /// The text with a number of decimals: `55.6 ± 27.7`, `596.5 [60.8, 3000.9]`, or `more than 137.1`.
    pub fn text(&self, decimals: usize) -> String {
        let text = |number| fixed(number, decimals);
        match (self.elo, self.error, self.low, self.high) {
            (Some(elo), Some(error), Some(low), Some(high))
                if ((low + high) / 2.0 - elo).abs() < MAX_SKEW * error =>
            {
                format!("{} ± {}", text(elo), text(error))
            }
            (Some(elo), _, Some(low), Some(high)) => {
                format!("{} [{}, {}]", text(elo), text(low), text(high))
            }
            (.., Some(low), None) => format!("more than {}", text(low)),
            (.., None, Some(high)) => format!("less than {}", text(high)),
            _ => "unknown".to_string(),
        }
    }

    /// The normalized estimate with a number of decimals.
    pub fn normalized_text(&self, decimals: usize) -> String {
        match (self.normalized, self.normalized_error) {
            (Some(elo), Some(error)) => {
                format!("{} ± {}", fixed(elo, decimals), fixed(error, decimals))
            }
            _ => "unknown (the normal distribution does not apply)".to_string(),
        }
    }
}

impl Tally {
    /// Adds a pair by the half points won in each of its games: 0, 1 or 2.
    pub fn add(&mut self, first: usize, second: usize) {
        self.pairs[first + second] += 1;
        for game in [first, second] {
            self.games[2 - game] += 1;
        }
    }

    /// Adds the counts of another tally.
    pub fn join(&mut self, other: &Tally) {
        let counts = (self.pairs.iter_mut()).chain(&mut self.games);
        let others = (other.pairs.iter()).chain(&other.games);
        for (count, other) in counts.zip(others) {
            *count += other;
        }
        for (count, other) in self.forfeits.iter_mut().zip(other.forfeits) {
            *count += other;
        }
        self.unfinished += other.unfinished;
    }

    /// Number of pairs without a forfeited game.
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The first player's score, a share of the points, with its interval.
    pub fn score(&self) -> Estimate {
        let (mean, variance) = moments(&cells(&self.pairs));
        let number = (self.count() as f64).max(1.0);
        Estimate::around(mean, Z * (variance / number).sqrt())
    }

    /// Elo from the pairs.
    pub fn elo(&self) -> Elo {
        elo(&self.pairs, 2.0)
    }
}

/// The expected score of a player who is `elo` stronger, in logistic Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The outcomes as evenly spaced scores from 0 to 1 with their shares. A count of 0 becomes a
/// thousandth of a pair.
pub(super) fn cells(counts: &[u64]) -> Vec<(f64, f64)> {
    let last = (counts.len() - 1) as f64;
    let counts: Vec<f64> = counts
        .iter()
        .map(|&count| (count as f64).max(0.001))
        .collect();
    let all: f64 = counts.iter().sum();
    let cells = counts.iter().enumerate();
    cells
        .map(|(at, count)| (at as f64 / last, count / all))
        .collect()
}

/// Mean and variance.
pub(super) fn moments(cells: &[(f64, f64)]) -> (f64, f64) {
    let mean: f64 = cells.iter().map(|(score, share)| score * share).sum();
    let variance = (cells.iter()).map(|(score, share)| share * (score - mean).powi(2));
    (mean, variance.sum())
}

/// Elo from counts of outcomes, each of which is of `games` games.
fn elo(counts: &[u64], games: f64) -> Elo {
    let cells = cells(counts);
    let (mean, variance) = moments(&cells);
    let number = counts.iter().sum::<u64>() as f64;
    let error = (variance / number).sqrt();
    let normal = [mean - Z * error, mean + Z * error];
    let is_varied = counts.iter().filter(|count| **count > 0).count() > 1;
    if !is_varied || normal[0] <= 0.0 || normal[1] >= 1.0 {
        return extreme(counts);
    }
    let [low, high] = normal.map(elo_of_score);
    let per_deviation = 2.0 * PER_LOG_ODDS / games.sqrt();
    Elo {
        elo: elo_of_score(mean),
        error: high.zip(low).map(|(high, low)| (high - low) / 2.0),
        low,
        high,
        normalized: Some((mean - 0.5) / variance.sqrt() * per_deviation),
        normalized_error: Some(Z / number.sqrt() * per_deviation),
        los: normal_below((mean - 0.5) / error),
    }
}

/// Elo where the normal distribution does not bound the score: all outcomes are alike, or the interval
/// leaves [0, 1].
///
/// The interval is that of C. Clopper and E. Pearson (*The use of confidence or fiducial limits
/// illustrated in the case of the binomial*, 1934). If all outcomes are alike, it is that of their
/// share, and all others may have any score. Else each outcome counts as a trial that is won or lost
/// with the score as the share won; no outcome between 0 and 1 varies more, so the interval is
/// conservative. A one-sided bound has an error of 5 %. LOS has a uniform prior.
fn extreme(counts: &[u64]) -> Elo {
    let last = (counts.len() - 1) as f64;
    let number = counts.iter().sum::<u64>() as f64;
    let points = counts.iter().enumerate();
    let points = points.map(|(at, &count)| at as f64 / last * count as f64);
    let points: f64 = points.sum();
    let mean = if number > 0.0 { points / number } else { 0.5 };
    let is_one_sided = mean == 0.0 || mean == 1.0;
    let tail = if is_one_sided { 2.0 } else { 1.0 } * (1.0 - LEVEL) / 2.0;
    let is_alike = counts.iter().filter(|count| **count > 0).count() < 2;
    let beta = |a: f64, b: f64| Beta::new(a, b).expect("both are above 0");
    let [low, high] = if is_alike {
        let share = libm::pow(tail, 1.0 / number);
        [share * mean, 1.0 - share * (1.0 - mean)]
    } else {
        [
            beta(points, number - points + 1.0).inverse_cdf(tail),
            beta(points + 1.0, number - points).inverse_cdf(1.0 - tail),
        ]
    };
    Elo {
        elo: elo_of_score(mean).filter(|_| number > 0.0),
        error: None,
        low: elo_of_score(low),
        high: elo_of_score(high),
        normalized: None,
        normalized_error: None,
        los: beta(points + 1.0, number - points + 1.0).sf(0.5),
    }
}

/// The logistic Elo of a score; `None` where that is infinite.
pub fn elo_of_score(score: f64) -> Option<f64> {
    let elo = PER_LOG_ODDS * libm::log(score / (1.0 - score));
    elo.is_finite().then_some(elo)
}

/// The standard normal distribution function.
fn normal_below(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, wanted: f64) {
        assert!((value - wanted).abs() < 0.005, "{value} is not {wanted}");
    }

    #[test]
    fn single_games_give_the_published_elo() {
        let found = elo(&[96, 111, 136], 1.0);
        near_all(&found, [40.70, 30.43, 49.77, 36.77]);
        near(found.los * 100.0, 99.60);
    }

    #[test]
    fn pairs_give_the_published_elo() {
        let found = elo(&[34, 54, 31 + 32, 64, 75], 2.0);
        near_all(&found, [55.58, 27.65, 57.94, 28.28]);
        assert_eq!(found.text(1), "55.6 ± 27.7");
        assert_eq!(found.turned().text(0), "-56 ± 28");
    }

    /// Half the width of a skewed interval would suggest that it holds 0.
    #[test]
    fn a_skewed_interval_has_both_ends() {
        let found = elo(&[0, 1, 1, 1, 3], 2.0);
        let low = found.low.expect("an end");
        assert!(low > 0.0 && found.error > found.elo, "{found:?}");
        assert!(
            found.text(0).starts_with(&format!("191 [{low:.0}, ")),
            "{}",
            found.text(0)
        );
    }

    fn near_all(found: &Elo, wanted: [f64; 4]) {
        let numbers = [
            found.elo,
            found.error,
            found.normalized,
            found.normalized_error,
        ];
        for (number, wanted) in numbers.into_iter().zip(wanted) {
            near(number.expect("a number"), wanted);
        }
    }

    /// The bounds are those of tables of the binomial distribution: with 8 of 8, a share of at
    /// least 0.6877 (0.05^(1/8)).
    #[test]
    fn all_or_nothing_has_one_bound() {
        let won = elo(&[0, 0, 0, 0, 8], 2.0);
        assert_eq!((won.elo, won.high, won.normalized), (None, None, None));
        near(won.low.expect("a bound"), 137.095);
        near(won.los, 1.0 - 0.5_f64.powi(9));
        assert_eq!(won.text(0), "more than 137");
        let lost = elo(&[8, 0, 0, 0, 0], 2.0);
        assert_eq!(lost.text(0), "less than -137");
        assert_eq!(lost.turned().text(3), won.text(3));
        near(lost.los + won.los, 1.0);
        assert_eq!(elo(&[0; 5], 2.0).text(0), "unknown");
        for pairs in 1..200 {
            let [won, lost] =
                [[0, 0, 0, 0, pairs], [pairs, 0, 0, 0, 0]].map(|counts| elo(&counts, 2.0));
            assert!(won.text(0).starts_with("more than "), "{pairs}: {won:?}");
            assert!(lost.text(0).starts_with("less than "), "{pairs}: {lost:?}");
        }
    }

    #[test]
    fn uniform_results_have_wide_intervals() {
        // All pairs even: at least 0.025^(1/8) = 0.6306 of all are, the others may have any score.
        let even = elo(&[0, 0, 8, 0, 0], 2.0);
        assert_eq!(even.text(1), "0.0 [-134.7, 134.7]");
        near(even.los, 0.5);
        // The interval of 7 of 8 is [0.4735, 0.9968].
        let found = elo(&[1, 0, 0, 0, 7], 2.0);
        let found = found.estimate().expect("an interval");
        near(found.value, PER_LOG_ODDS * 7.0_f64.ln());
        assert!((-18.6..-18.2).contains(&found.low), "{found:?}");
        assert!((900.0..1100.0).contains(&found.high), "{found:?}");
        // Half a point less than all gives an upper bound, too.
        let found = elo(&[0, 0, 0, 1, 7], 2.0);
        assert!(
            found.error.is_none() && found.estimate().is_some(),
            "{found:?}"
        );
    }

    #[test]
    fn nothing_is_not_negative() {
        let found = elo(&[3, 1, 2, 1, 3], 2.0);
        assert!(found.text(1).starts_with("0.0 ± "), "{found:?}");
        assert!(found.normalized_text(1).starts_with("0.0 ± "), "{found:?}");
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut tally = Tally::default();
        tally.add(2, 2);
        tally.add(0, 1);
        assert_eq!(tally.pairs, [0, 1, 0, 0, 1]);
        assert_eq!(tally.games, [2, 1, 1]);
        assert_eq!(tally.count(), 2);
    }

    #[test]
    fn the_normal_distribution_is_right() {
        for (x, wanted) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-2.0, 0.022_750_132),
            (6.0, 0.999_999_999),
        ] {
            assert!((normal_below(x) - wanted).abs() < 1e-8, "{x}");
        }
    }
}
