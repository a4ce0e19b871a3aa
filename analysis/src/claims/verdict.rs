//! Verdicts on claims by measurements.

use super::Claim;
use super::measure::SOLVED;
use super::sample_size::SampleSize;
use crate::row::{Row, named};
use statrs::distribution::{ContinuousCDF, Normal};
use tradewind_stats::Variance;
use tradewind_stats::estimate::Estimate;
use tradewind_stats::significance::{ALPHA, holm};

named! {
    /// The verdict on a claim.
    ClaimVerdict {
        /// The claim is true.
        Supported = "supported",
        /// The claim is false.
        Contradicted = "contradicted",
        /// The games do not decide.
        Undecided = "undecided",
    }
}

/// The judgement of a claim by its measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict, with a family-wise error rate of 5 % among all claims.
    pub verdict: ClaimVerdict,
    /// The decisive measurement: the weakest for the claim, or the strongest against it.
    pub measured: Row,
    /// Its distance inside the region of the claim, in standard errors; negative outside.
    pub distance: f64,
    /// The sample that would decide it; `None` when it is decided.
    pub needed: Option<SampleSize>,
    /// Two-sided p-value of the number against its bound, with Holm's correction for the number of
    /// claims.
    pub p: f64,
}

/// The z-scores of a number against its bounds: inside and outside of the region.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Margin {
    holds: f64,
    fails: f64,
}

/// Judges claims by their measurements. A claim with several measurements holds when all of them do (an
/// intersection–union test), and fails when one of them does, corrected for their number. Solved
/// endgames are exact, and not counted among the tests.
pub fn judge(claims: &[(&Claim, Vec<Row>)]) -> Vec<Judgement> {
    let found: Vec<(usize, bool, f64)> = (claims.iter())
        .map(|(claim, measured)| weigh(claim, measured))
        .collect();
    let is_exact: Vec<bool> = (claims.iter())
        .map(|(_, measured)| measured.iter().all(|row| row.method == SOLVED))
        .collect();
    let tested = || (0..claims.len()).filter(|&at| !is_exact[at]);
    let mut corrected = vec![0.0; claims.len()];
    for (at, p) in tested().zip(holm(tested().map(|at| found[at].2))) {
        corrected[at] = p;
    }
    let judge = |at: usize| {
        let (claim, measured) = &claims[at];
        let (place, is_for, _) = found[at];
        let measured = &measured[place];
        let margin = margin(measured, claim);
        // An exact number may lie on a bound, which is outside.
        let is_for = is_for && (margin.holds > 0.0 || !is_exact[at]);
        let verdict = if corrected[at] >= ALPHA {
            ClaimVerdict::Undecided
        } else if is_for {
            ClaimVerdict::Supported
        } else {
            ClaimVerdict::Contradicted
        };
        // Holm's first threshold, or Bonferroni's for one measurement of several that contradicts its
        // claim.
        let tests = tested().count().max(1) * if is_for { 1 } else { claims[at].1.len() };
        let threshold = Normal::standard().inverse_cdf(1.0 - ALPHA / 2.0 / tests as f64);
        let is_open = verdict == ClaimVerdict::Undecided;
        Judgement {
            verdict,
            measured: measured.clone(),
            distance: margin.holds,
            needed: is_open.then(|| SampleSize::to_decide(claim, &claims[at].1, threshold)),
            p: corrected[at],
        }
    };
    (0..claims.len()).map(judge).collect()
}

/// The decisive measurement, whether it supports the claim, and its two-sided p-value.
fn weigh(claim: &Claim, measured: &[Row]) -> (usize, bool, f64) {
    let all: Vec<Margin> = (measured.iter()).map(|one| margin(one, claim)).collect();
    let place = |value: fn(&Margin) -> f64, sign: f64| {
        let order = |one: &usize, other: &usize| {
            (sign * value(&all[*one])).total_cmp(&(sign * value(&all[*other])))
        };
        (0..all.len()).max_by(order).unwrap_or(0)
    };
    let weakest = place(|one| one.holds, -1.0);
    let strongest = place(|one| one.fails, 1.0);
    let tail = |z: f64| 2.0 * Normal::standard().sf(z);
    let holds = tail(all[weakest].holds).min(1.0);
    let fails = (tail(all[strongest].fails) * all.len() as f64).min(1.0);
    if holds <= fails {
        (weakest, true, holds)
    } else {
        (strongest, false, fails)
    }
}

/// The z-scores of a number against its bounds, by the sides of its interval towards them. For Student's
/// intervals they are those of the normal distribution with the same p-value.
fn margin(measured: &Row, claim: &Claim) -> Margin {
    let estimate = measured.estimate();
    let Estimate { value, low, high } = estimate.expect("what is measured has an interval");
    let from = |bound: f64| {
        let half = if value > bound {
            value - low
        } else {
            high - value
        };
        let one = Variance::new(1.0, measured.df);
        let error = half.max(1e-12) / one.quantile();
        let variance = Variance::new(error * error, measured.df);
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

    /// Solved endgames are exact, and do not make other tests stricter.
    #[test]
    fn solved_endgames_are_not_tests() {
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
        let of = |df| {
            let row = Row {
                df,
                ..measured(10.0, 1.0)
            };
            judge(&[(&claim, vec![row])])[0].p
        };
        assert!(of(f64::INFINITY) < 1e-80);
        assert!((of(2.0) - 0.000_54).abs() < 0.000_01, "{}", of(2.0));
    }

    /// A claim about several pieces holds with the weakest and fails with one.
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
        // Two of them: twice the p-value.
        assert_eq!(
            above(&[(5.0, 1.0), (-1.05, 1.0)]).0,
            ClaimVerdict::Undecided
        );
        assert_eq!(above(&[(-1.05, 1.0)]).0, ClaimVerdict::Contradicted);
    }

    /// A verdict stands if alternatives are undecided, and is not robust if one of the same quantity
    /// contradicts it.
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
        // Weaker players may give another verdict.
        assert_eq!(robust_beside(AnalysisKind::Players, 2.0, &[-3.0]), None);
    }

    /// Of many claims at the bound hardly any is decided.
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
