//! The numbers that claims are about, from games.

use super::evidence::{Evidence, EvidenceError};
use super::{Claim, MetricStatistic, Statistic, ValueStatistic};
use crate::compare::{Contrast, Mean};
use crate::values::{Aspect, JointPart, Method, ValueSet as Values, knight};
use tradewind_engine::rules::PieceType;
use tradewind_stats::estimate::Estimate;

/// A number that a claim is about. A claim about several pieces has one for each.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimEstimate {
    /// What it is.
    pub what: String,
    /// What it is given in.
    pub unit: String,
    /// The number with its interval.
    pub estimate: Estimate,
    /// The games behind it.
    pub games: u64,
    /// What a reader must know; empty when there is nothing.
    pub warning: String,
}

/// Finds the numbers of a claim in the games of its experiments; what is missing, in words, when they
/// do not tell it.
///
/// # Errors
/// A file of games is wrong.
pub fn measure(
    claim: &Claim,
    evidence: &[Evidence<'_>],
) -> Result<Result<Vec<ClaimEstimate>, String>, EvidenceError> {
    let find = |name: &str| evidence.iter().find(|one| one.name == name);
    let Some(own) = find(&claim.experiment) else {
        return Ok(Err(format!("{} was not played", claim.experiment)));
    };
    Ok(match &claim.statistic {
        Statistic::Value(value) => match value.than.as_deref() {
            Some(than) => match find(than) {
                Some(other) => across(value, own, other)?,
                None => Err(format!("{than} was not played")),
            },
            None => of_value(value, own)?,
        },
        Statistic::Metric(metric) => of_metric(metric, own)?,
        Statistic::Score { rules, players } => of_score(rules, players.as_deref(), own)?,
    })
}

/// The values of an experiment that a statistic is about: those of the strongest player.
fn strongest<'v>(evidence: &'v Evidence<'_>) -> Result<Option<&'v Values>, EvidenceError> {
    let measured = evidence.values()?.measured.iter();
    Ok(measured.max_by_key(|one| one.nodes))
}

/// A piece of a rule set by its text.
fn piece(values: &Values, text: &str) -> Result<PieceType, String> {
    let found = values.spec.find(text);
    found.ok_or_else(|| format!("{} has no piece {text}", values.rules))
}

fn aspect(statistic: &ValueStatistic) -> Aspect {
    match statistic.aspect.as_str() {
        "base" => Aspect::Base,
        "promotion" => Aspect::Promotion,
        "opening" => Aspect::Opening,
        "ending" => Aspect::Ending,
        _ => Aspect::All,
    }
}

fn methods(statistic: &ValueStatistic) -> Vec<Method> {
    let all = Method::ALL.into_iter();
    let asked = |method: &Method| {
        let asked = statistic.method.as_deref();
        asked.is_none_or(|asked| asked == method.name())
    };
    all.filter(asked).collect()
}

/// What values of an aspect are counted in: the unit piece, or the knight, as that is worth in the
/// same phase, if the aspect is one; nothing for log-odds.
fn counted_in(values: &Values, statistic: &ValueStatistic) -> Result<Option<JointPart>, String> {
    let aspect = match aspect(statistic) {
        phase @ (Aspect::Opening | Aspect::Ending) => phase,
        _ => Aspect::All,
    };
    let unit = match statistic.unit.as_str() {
        "pawns" => values.unit,
        "knights" => {
            let knight = knight(&values.spec);
            knight.ok_or_else(|| format!("{} has no Knight", values.rules))?
        }
        _ => return Ok(None),
    };
    Ok(Some((1.0, aspect, unit)))
}

/// A sum of values in the unit asked for, by the first method that has them all.
fn sum(
    values: &Values,
    statistic: &ValueStatistic,
    parts: &[JointPart],
) -> Result<(Estimate, Method), String> {
    let unit = counted_in(values, statistic)?;
    let found = methods(statistic).into_iter().find_map(|method| {
        let estimate = match &unit {
            Some(unit) => values.ratio_of(method, parts, std::slice::from_ref(unit)),
            None => values.sum_of(method, parts),
        };
        Some((estimate?, method))
    });
    found.ok_or_else(|| format!("{} has no such value in {}", values.title(), statistic.unit))
}

fn games(values: &Values, method: Method) -> u64 {
    let all = values.of(method, &Aspect::All);
    all.map(|value| value.games).max().unwrap_or(0)
}

fn of_value(
    statistic: &ValueStatistic,
    own: &Evidence<'_>,
) -> Result<Result<Vec<ClaimEstimate>, String>, EvidenceError> {
    let Some(values) = strongest(own)? else {
        return Ok(Err(format!("{} has no values", own.name)));
    };
    Ok(of_values(statistic, values))
}

fn of_values(statistic: &ValueStatistic, values: &Values) -> Result<Vec<ClaimEstimate>, String> {
    let aspect = aspect(statistic);
    let main: JointPart = (1.0, aspect.clone(), piece(values, &statistic.piece)?);
    let name = |text: &str| -> Result<String, String> {
        let name = &values.spec.piece(piece(values, text)?).name;
        Ok(match statistic.aspect.as_str() {
            "whole" => name.clone(),
            "base" => format!("{name} without promotion"),
            "promotion" => format!("{name}, the promise of promotion"),
            phase => format!("{name}, {phase}"),
        })
    };
    let own = name(&statistic.piece)?;
    let mut all = Vec::new();
    for other in &statistic.minus {
        let parts = [main.clone(), (-1.0, aspect.clone(), piece(values, other)?)];
        let (estimate, method) = sum(values, statistic, &parts)?;
        all.push(ClaimEstimate {
            what: format!("{own} − {}", name(other)?),
            unit: statistic.unit.clone(),
            estimate,
            games: games(values, method),
            warning: String::new(),
        });
    }
    for other in &statistic.over {
        let parts = [(1.0, aspect.clone(), piece(values, other)?)];
        let found = methods(statistic).into_iter().find_map(|method| {
            let ratio = values.ratio_of(method, std::slice::from_ref(&main), &parts)?;
            Some((ratio, method))
        });
        let (estimate, method) =
            found.ok_or_else(|| format!("{} has no such values", values.title()))?;
        all.push(ClaimEstimate {
            what: format!("{own} / {}", name(other)?),
            unit: String::new(),
            estimate,
            games: games(values, method),
            warning: String::new(),
        });
    }
    if all.is_empty() {
        let (estimate, method) = sum(values, statistic, std::slice::from_ref(&main))?;
        all.push(ClaimEstimate {
            what: own,
            unit: statistic.unit.clone(),
            estimate,
            games: games(values, method),
            warning: String::new(),
        });
    }
    Ok(all)
}

/// The value of a piece in one experiment less that in another, whose games are others.
fn across(
    statistic: &ValueStatistic,
    own: &Evidence<'_>,
    other: &Evidence<'_>,
) -> Result<Result<Vec<ClaimEstimate>, String>, EvidenceError> {
    let (one, two) = (of_value(statistic, own)?, of_value(statistic, other)?);
    let (Ok(one), Ok(two)) = (&one, &two) else {
        return Ok(one.and(two));
    };
    let warning = own.warning_beside(other);
    let differences = one.iter().zip(two).map(|(a, b)| {
        let (x, y) = (a.estimate, b.estimate);
        let value = x.value - y.value;
        ClaimEstimate {
            what: format!("{}, {} − {}", a.what, own.name, other.name),
            unit: a.unit.clone(),
            estimate: Estimate {
                value,
                low: value - (x.value - x.low).hypot(y.high - y.value),
                high: value + (x.high - x.value).hypot(y.value - y.low),
            },
            games: a.games + b.games,
            warning: warning.to_string(),
        }
    });
    Ok(Ok(differences.collect()))
}

fn of_metric(
    statistic: &MetricStatistic,
    own: &Evidence<'_>,
) -> Result<Result<Vec<ClaimEstimate>, String>, EvidenceError> {
    let comparison = own.comparison()?;
    let rules = |name: &str| {
        let at = comparison.rules_called(name);
        at.ok_or_else(|| format!("{} has no rule set {name}", own.name))
    };
    let found = || -> Result<Vec<ClaimEstimate>, String> {
        let mut all = comparison.measurements.iter();
        let measurement = all.find(|one| one.metric.key() == statistic.name);
        let measurement =
            measurement.ok_or_else(|| format!("{} has no metric {}", own.name, statistic.name))?;
        let strata: Vec<usize> = (0..comparison.strata.len())
            .filter(|&at| {
                let asked = statistic.players.as_ref();
                asked.is_none_or(|asked| comparison.strata[at].name == *asked)
            })
            .filter(|&at| measurement.means[at].iter().any(Option::is_some))
            .collect();
        if strata.is_empty() {
            return Err(format!("{} has no such players", own.name));
        }
        let mut wanted = vec![(1.0, rules(&statistic.rules)?)];
        if let Some(than) = &statistic.than {
            wanted.push((-1.0, rules(than)?));
        }
        let mut parts: Vec<(f64, &Mean)> = Vec::new();
        for &stratum in &strata {
            for &(sign, at) in &wanted {
                let mean = measurement.means[stratum][at].as_ref();
                let mean = mean.filter(|mean| mean.is_comparable());
                let mean = mean.ok_or_else(|| format!("{} has too few games for it", own.name))?;
                parts.push((sign / strata.len() as f64, mean));
            }
        }
        let compared: Vec<usize> = wanted.iter().map(|(_, at)| *at).collect();
        let metric = &measurement.metric;
        let unit = match statistic.than {
            Some(_) => metric.unit().of_difference(),
            None => metric.unit().text(),
        };
        let what = match &statistic.than {
            Some(than) => format!("{}, {} − {than}", metric.name(), statistic.rules),
            None => format!("{}, {}", metric.name(), statistic.rules),
        };
        Ok(vec![ClaimEstimate {
            what,
            unit: unit.to_string(),
            estimate: Contrast::of(&parts).estimate.scaled(metric.unit().factor()),
            games: parts.iter().map(|(_, mean)| mean.games).sum(),
            warning: comparison.warning_between(&compared).to_string(),
        }])
    };
    Ok(found())
}

fn of_score(
    rules: &str,
    players: Option<&str>,
    own: &Evidence<'_>,
) -> Result<Result<Vec<ClaimEstimate>, String>, EvidenceError> {
    let comparison = own.comparison()?;
    let all = comparison.head_to_head.iter();
    let wanted =
        all.filter(|one| one.rules == rules && players.is_none_or(|name| one.player == name));
    let found = wanted.max_by_key(|one| one.nodes).and_then(|one| {
        Some(ClaimEstimate {
            what: format!(
                "score of {}'s pieces against {}'s",
                one.players.names[0], one.players.names[1]
            ),
            unit: "%".to_string(),
            estimate: one.players.percent()?,
            games: 2 * one.players.tally.count(),
            warning: one.warning.to_string(),
        })
    });
    Ok(found
        .map(|one| vec![one])
        .ok_or_else(|| format!("{} has no such pairing", own.name)))
}
