//! What measurements say of claims.

use super::Claim;
use super::endgame::SOLVED;
use super::needed::{SampleSize, needed};
use crate::row::Row;
use statrs::distribution::{ContinuousCDF, Normal};
use tradewind_stats::SampleVariance;
use tradewind_stats::estimate::Estimate;
use tradewind_stats::significance::{ALPHA, holm};

/// What games say of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimVerdict {
    /// It is so.
    Supported,
    /// It is not so.
    Contradicted,
    /// The games do not tell.
    Undecided,
}

impl ClaimVerdict {
    /// All of them.
    pub const ALL: [ClaimVerdict; 3] = [
        ClaimVerdict::Supported,
        ClaimVerdict::Contradicted,
        ClaimVerdict::Undecided,
    ];

    /// As tables have it.
    pub fn name(self) -> &'static str {
        match self {
            ClaimVerdict::Supported => "supported",
            ClaimVerdict::Contradicted => "contradicted",
            ClaimVerdict::Undecided => "undecided",
        }
    }
}

/// What the measurements of a claim say.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict, at a chance of 5 % of any wrong one among all claims.
    pub verdict: ClaimVerdict,
    /// The measurement that matters most: that which is the least for the claim, or the most against
    /// it.
    pub measured: Row,
    /// How far inside its region it is, in standard errors; negative outside.
    pub distance: f64,
    /// The sample that would decide it; `None` when it is decided.
    pub needed: Option<SampleSize>,
    /// The chance of measurements that say so much for or against it if it is at the bound, corrected
    /// by the method of Holm for the number of claims.
    pub p: f64,
}

/// How many standard errors a number lies inside a region, and outside of it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Margin {
    holds: f64,
    fails: f64,
}

/// Says what the measurements of claims say of them. A claim with several measurements holds when all
/// of them do (an intersection–union test), and fails when one of them does, corrected for their
/// number. What is solved is known exactly, and no test among the others.
pub fn judge(claims: &[(&Claim, Vec<Row>)]) -> Vec<Judgement> {
    let found: Vec<(usize, bool, f64)> = (claims.iter())
        .map(|(claim, measured)| weigh(claim, measured))
        .collect();
    let is_exact: Vec<bool> = (claims.iter())
        .map(|(_, measured)| measured.iter().all(|row| row.method == SOLVED))
        .collect();
    let tested = || (0..claims.len()).filter(|&at| !is_exact[at]);
    let chances: Vec<f64> = tested().map(|at| found[at].2).collect();
    let mut corrected = vec![0.0; claims.len()];
    for (at, chance) in tested().zip(holm(&chances)) {
        corrected[at] = chance;
    }
    let judge = |at: usize| {
        let (claim, measured) = &claims[at];
        let (place, is_for, _) = found[at];
        let measured = &measured[place];
        let margin = margin(measured, claim);
        // What is known exactly may lie on a bound, which is outside.
        let is_for = is_for && (margin.holds > 0.0 || !is_exact[at]);
        let verdict = if corrected[at] >= ALPHA {
            ClaimVerdict::Undecided
        } else if is_for {
            ClaimVerdict::Supported
        } else {
            ClaimVerdict::Contradicted
        };
        // What the first of so many claims must exceed, or one measurement of several to make its
        // claim fail.
        let tests = chances.len().max(1) * if is_for { 1 } else { claims[at].1.len() };
        let threshold = Normal::standard().inverse_cdf(1.0 - ALPHA / 2.0 / tests as f64);
        let is_open = verdict == ClaimVerdict::Undecided;
        Judgement {
            verdict,
            measured: measured.clone(),
            distance: margin.holds,
            needed: is_open.then(|| needed(claim, &claims[at].1, threshold)),
            p: corrected[at],
        }
    };
    (0..claims.len()).map(judge).collect()
}

/// Which measurement matters most, whether it speaks for the claim, and the two-sided chance of that.
fn weigh(claim: &Claim, measured: &[Row]) -> (usize, bool, f64) {
    let all: Vec<Margin> = (measured.iter()).map(|one| margin(one, claim)).collect();
    let place = |value: fn(&Margin) -> f64, sign: f64| {
        let order = |one: &usize, other: &usize| {
            (sign * value(&all[*one])).total_cmp(&(sign * value(&all[*other])))
        };
        (0..all.len()).max_by(order).unwrap_or(0)
    };
    let least = place(|one| one.holds, -1.0);
    let worst = place(|one| one.fails, 1.0);
    let tail = |z: f64| 2.0 * Normal::standard().sf(z);
    let holds = tail(all[least].holds).min(1.0);
    let fails = (tail(all[worst].fails) * all.len() as f64).min(1.0);
    if holds <= fails {
        (least, true, holds)
    } else {
        (worst, false, fails)
    }
}

/// By how many standard errors a number is above and below its bounds, from its interval; of a lopsided interval the
/// side towards the bound counts. Where the interval is Student's, it is the normal number that is as surprising.
fn margin(measured: &Row, claim: &Claim) -> Margin {
    let estimate = measured.estimate();
    let Estimate { value, low, high } = estimate.expect("what is measured has an interval");
    let from = |bound: f64| {
        let half = if value > bound {
            value - low
        } else {
            high - value
        };
        let one = SampleVariance::with_freedom(1.0, measured.freedom);
        let error = half.max(1e-12) / one.quantile();
        let variance = SampleVariance::with_freedom(error * error, measured.freedom);
        variance.z(value - bound).unwrap_or(0.0)
    };
    let over = claim.above.map(from);
    let under = claim.below.map(|bound| -from(bound));
    let both = [over, under].into_iter().flatten();
    let holds = both.clone().fold(f64::MAX, f64::min);
    let fails = both.map(|z| -z).fold(f64::MIN, f64::max);
    Margin { holds, fails }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{AnalysisKind, Judged, OtherAnalysis, Statistic};
    use crate::row::Subject;

    fn claim(above: Option<f64>, below: Option<f64>) -> Claim {
        Claim {
            id: "x".to_string(),
            game: String::new(),
            claim: String::new(),
            source: String::new(),
            experiment: String::new(),
            statistic: Statistic::Score {
                rules: String::new(),
                players: None,
            },
            above,
            below,
            first: None,
            open: None,
        }
    }

    fn measured(value: f64, half: f64) -> Row {
        Row {
            n: 1_000,
            ..Row::new("", Subject::Score, "").with_estimate(Some(Estimate::around(value, half)))
        }
    }

    fn verdict(above: Option<f64>, below: Option<f64>, all: &[(f64, f64)]) -> (ClaimVerdict, f64) {
        let claim = claim(above, below);
        let all = all
            .iter()
            .map(|&(value, half)| measured(value, half))
            .collect();
        let [one] = &judge(&[(&claim, all)])[..] else {
            panic!("one claim, one judgement")
        };
        (one.verdict, one.measured.value.expect("a number"))
    }

    #[test]
    fn intervals_decide() {
        let below = |value: f64| verdict(None, Some(0.0), &[(value, 1.0)]).0;
        assert_eq!(below(-1.5), ClaimVerdict::Supported);
        assert_eq!(below(1.5), ClaimVerdict::Contradicted);
        assert_eq!(below(-0.5), ClaimVerdict::Undecided);
        let between = |value: f64| verdict(Some(0.0), Some(10.0), &[(value, 1.0)]).0;
        assert_eq!(between(5.0), ClaimVerdict::Supported);
        assert_eq!(between(9.5), ClaimVerdict::Undecided);
        assert_eq!(between(12.0), ClaimVerdict::Contradicted);
    }

    /// What is solved is certain, and does not make other tests stricter.
    #[test]
    fn what_is_solved_is_no_test() {
        let claim = claim(Some(0.0), None);
        let rows = |halves: &[f64]| -> Vec<(&Claim, Vec<Row>)> {
            let rows = halves.iter().map(|&half| vec![measured(1.1, half)]);
            rows.map(|row| (&claim, row)).collect()
        };
        let alone = judge(&rows(&[1.0]));
        let solved = |(claim, rows): (_, Vec<Row>)| -> (&Claim, Vec<Row>) {
            let of = |row| Row {
                method: SOLVED.into(),
                ..row
            };
            (claim, rows.into_iter().map(of).collect())
        };
        let mut all = rows(&[0.0, 1.0, 0.0]);
        all[0] = solved(all[0].clone());
        all[2] = solved(all[2].clone());
        let beside = judge(&all);
        assert_eq!(beside[1].p, alone[0].p);
        assert_eq!(judge(&all[..1])[0].needed, None);
        let on_bound = judge(&[solved((&claim, vec![measured(0.0, 0.0)]))]);
        assert_eq!(on_bound[0].verdict, ClaimVerdict::Contradicted);
        assert_eq!(
            (beside[0].p, beside[0].verdict),
            (0.0, ClaimVerdict::Supported)
        );
    }

    /// Ten half-intervals are 19.6 standard errors, or, with two degrees of freedom, t = 43: p = 0.0005.
    #[test]
    fn intervals_from_few_players_say_less() {
        let claim = claim(Some(0.0), None);
        let of = |freedom| {
            let row = Row {
                freedom,
                ..measured(10.0, 1.0)
            };
            judge(&[(&claim, vec![row])])[0].p
        };
        assert!(of(f64::INFINITY) < 1e-80);
        assert!((of(2.0) - 0.000_54).abs() < 0.000_01, "{}", of(2.0));
    }

    /// A claim about several pieces stands with the weakest and falls with one.
    #[test]
    fn all_must_hold() {
        let above = |all: &[(f64, f64)]| verdict(Some(0.0), None, all);
        assert_eq!(
            above(&[(5.0, 1.0), (2.0, 1.0)]),
            (ClaimVerdict::Supported, 2.0)
        );
        assert_eq!(
            above(&[(5.0, 1.0), (0.5, 1.0)]),
            (ClaimVerdict::Undecided, 0.5)
        );
        assert_eq!(
            above(&[(5.0, 1.0), (-2.0, 1.0)]),
            (ClaimVerdict::Contradicted, -2.0)
        );
        // Two of them: the chance is twice as large.
        assert_eq!(
            above(&[(5.0, 1.0), (-1.05, 1.0)]).0,
            ClaimVerdict::Undecided
        );
        assert_eq!(above(&[(-1.05, 1.0)]).0, ClaimVerdict::Contradicted);
    }

    /// A verdict stands where other analyses are silent or undecided, and is not robust where one of the same quantity says
    /// the contrary.
    #[test]
    fn another_analysis_may_say_the_contrary() {
        let claim = claim(Some(0.0), None);
        let of = |value: f64| judge(&[(&claim, vec![measured(value, 1.0)])]).remove(0);
        let robust_beside = |kind: AnalysisKind, own: f64, others: &[f64]| {
            let judged = Judged {
                claim: claim.clone(),
                judgement: Some(of(own)),
                measured: Vec::new(),
                others: others
                    .iter()
                    .map(|&value| OtherAnalysis {
                        kind,
                        name: String::new(),
                        bounds: (Some(0.0), None),
                        judgement: of(value),
                    })
                    .collect(),
                is_reference: false,
            };
            judged.is_robust()
        };
        let robust = |own, others: &[f64]| robust_beside(AnalysisKind::Method, own, others);
        assert_eq!(robust(2.0, &[0.5, 3.0]), Some(true));
        assert_eq!(robust(2.0, &[0.5, -3.0]), Some(false));
        assert_eq!(robust(-2.0, &[3.0]), Some(false));
        assert_eq!(robust(2.0, &[]), None);
        assert_eq!(robust(0.5, &[-3.0]), None);
        // Weaker players may well say something else.
        assert_eq!(robust_beside(AnalysisKind::Players, 2.0, &[-3.0]), None);
    }

    /// Of very many claims at the bound hardly any is called.
    #[test]
    fn many_claims_are_corrected() {
        let claim = claim(Some(0.0), None);
        let all: Vec<_> = (0..40)
            .map(|_| (&claim, vec![measured(1.1, 1.0)]))
            .collect();
        assert!(
            judge(&all)
                .iter()
                .all(|one| one.verdict == ClaimVerdict::Undecided)
        );
    }
}
