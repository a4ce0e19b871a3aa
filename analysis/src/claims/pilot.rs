//! How many games decide a claim, from a pilot.

use super::verdict::judge;
use super::{Claim, Judgement};
use crate::row::Row;
use tradewind_stats::estimate::Z;
use tradewind_stats::pairs_for_effect;

/// How many times the pairs of a pilot decide a claim, errors being those of games.
#[derive(Clone, PartialEq, Debug)]
pub struct PairsToDecide {
    /// What the pilot says of it; of several measurements, that which matters most.
    pub judgement: Judgement,
    /// So many times the pairs of the pilot.
    pub times: f64,
}

/// How many times the pairs of a pilot decide a claim that it measured, alone or among `tests` claims that are corrected by the
/// method of Holm, with a chance `alpha` of a wrong verdict and `beta` of none, if the number is `away` from the bound in the
/// units of the claim. Of several measurements the least known counts.
pub fn pairs_to_decide(
    claim: &Claim,
    measured: &[Row],
    tests: usize,
    [alpha, beta]: [f64; 2],
    away: f64,
) -> Option<PairsToDecide> {
    let judgement = judge(&[(claim, measured.to_vec())]).pop()?;
    // By the correction of the first of so many claims.
    let alpha = alpha / tests.max(1) as f64;
    let half = |row: &Row| row.estimate().map(|one| (one.high - one.low) / 2.0);
    let error = measured.iter().filter_map(half).fold(0.0, f64::max) / Z;
    Some(PairsToDecide {
        judgement,
        times: pairs_for_effect(error * error, away, alpha, beta),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::Claims;
    use crate::row::Subject;
    use tradewind_stats::Estimate;

    /// A score that is known to ± 8 % is known to 0.98 standard errors at a distance of 4: 8.17 times the games decide; for a
    /// distance of 2, four times as many.
    #[test]
    fn a_pilot_says_how_many_pairs_decide_a_claim() {
        let text = "[[claim]]\nid = \"x\"\ngame = \"x\"\nclaim = \"x\"\nsource = \"x\"\nexperiment = \"x\"\nabove = \
                    50\nodds = \"-N :\"\n";
        let claims = Claims::parse("claims.toml", text.to_string());
        let claims = claims.unwrap_or_else(|fault| panic!("{fault}"));
        let row = Row {
            n: 1_000,
            ..Row::new("", Subject::Score, "")
        }
        .with_estimate(Some(Estimate::around(54.0, 8.0)));
        let rows = [row];
        let times = |tests, away| {
            let found = pairs_to_decide(&claims.claims[0], &rows, tests, [0.05, 0.2], away);
            found.expect("an answer").times
        };
        assert!((8.1..8.2).contains(&times(1, 4.0)), "{}", times(1, 4.0));
        let ratio = times(1, 2.0) / times(1, 4.0);
        assert!((ratio - 4.0).abs() < 0.01, "{ratio}");
        // 2.807 + 0.842 in the place of 1.960 + 0.842.
        let among_ten = times(10, 4.0) / times(1, 4.0);
        assert!((1.68..1.71).contains(&among_ten), "{among_ten}");
    }
}
