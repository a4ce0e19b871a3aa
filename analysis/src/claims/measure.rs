//! The numbers that claims are about, from games.

use super::endgame::solve;
use super::evidence::{Evidence, EvidenceError};
use super::{Claim, MetricStatistic, Statistic, ValueStatistic};
use crate::compare::DIFFERENCE;
use crate::estimators::{JointPart, knight};
use crate::outcomes::MEAN;
use crate::row::{Row, RowCondition, Subject};
use crate::values::ValueSet as Values;
use crate::values::skill::Ladder;
use tradewind_engine::rules::PieceType;
use tradewind_stats::{Contrast, Estimate, MIN_COMPARED_PAIRS, Part};

/// Finds the numbers of a claim in the games of its experiments, or solves the endgame that it is about, which takes up to
/// a minute; what is missing, in words, when they do not tell it.
///
/// # Errors
/// A file of games is wrong.
pub fn measure(
    claim: &Claim,
    evidence: &[Evidence<'_>],
) -> Result<Result<Vec<Row>, String>, EvidenceError> {
    let find = |name: &str| evidence.iter().find(|one| one.name == name);
    let own = find(&claim.experiment);
    let found = match (&claim.statistic, own) {
        (Statistic::Endgame(endgame), _) => solve(endgame),
        (_, None) => Err(format!("{} was not played", claim.experiment)),
        (Statistic::Value(value), Some(own)) => match value.than.as_deref() {
            Some(than) => match find(than) {
                Some(other) => across(value, own, other)?,
                None => Err(format!("{than} was not played")),
            },
            None => of_value(value, own)?,
        },
        (Statistic::Odds { odds, players }, Some(own)) => of_odds(odds, players.as_deref(), own)?,
        (Statistic::Metric(metric), Some(own)) => of_metric(metric, own)?,
        (Statistic::Score { rules, players }, Some(own)) => {
            of_score(rules, players.as_deref(), own)?
        }
    };
    let freedom = own.map_or(f64::INFINITY, Evidence::freedom);
    Ok(found.map(|rows| {
        let with_freedom = |row| Row { freedom, ..row };
        rows.into_iter().map(with_freedom).collect()
    }))
}

/// The values of an experiment by a player, or by the strongest if none is named; what is missing, in words.
pub(super) fn values_by<'v>(
    players: Option<&str>,
    evidence: &'v Evidence<'_>,
) -> Result<Result<&'v Values, String>, EvidenceError> {
    let measured = evidence.values()?.measured.iter();
    let by = measured.filter(|one| players.is_none_or(|name| one.player == name));
    let found = by.max_by_key(|one| one.nodes);
    Ok(found.ok_or_else(|| match players {
        Some(name) => format!("{} has no values by {name}", evidence.name),
        None => format!("{} has no values", evidence.name),
    }))
}

/// A piece of a rule set by its text.
fn piece(values: &Values, text: &str) -> Result<PieceType, String> {
    let found = values.spec.find(text);
    found.ok_or_else(|| format!("{} has no piece {text}", values.rules))
}

/// What values under a condition are counted in: the unit piece, or the knight, as that is worth in the
/// same phase, if the condition is one; nothing for log-odds.
fn counted_in(
    values: &Values,
    statistic: &ValueStatistic,
    condition: &RowCondition,
) -> Result<Option<JointPart>, String> {
    let condition = match condition {
        phase @ (RowCondition::StandardPhase
        | RowCondition::Quiet(..)
        | RowCondition::Middlegame
        | RowCondition::Endgame) => phase.clone(),
        _ => RowCondition::All,
    };
    let unit = match statistic.unit {
        "pawns" => values.unit,
        "knights" => {
            let knight = knight(&values.spec);
            knight.ok_or_else(|| format!("{} has no Knight", values.rules))?
        }
        _ => return Ok(None),
    };
    Ok(Some((1.0, condition, unit)))
}

/// A sum of values in the unit asked for.
fn sum(
    values: &Values,
    statistic: &ValueStatistic,
    parts: &[JointPart],
) -> Result<Estimate, String> {
    let unit = counted_in(values, statistic, &statistic.condition)?;
    let method = statistic.method;
    let found = match &unit {
        Some(unit) => values.ratio_of(method, parts, std::slice::from_ref(unit)),
        None => values.sum_of(method, parts),
    };
    found.ok_or_else(|| no_such_value(values, statistic))
}

fn no_such_value(values: &Values, statistic: &ValueStatistic) -> String {
    let ValueStatistic { unit, method, .. } = statistic;
    format!("{} has no such value in {unit} by {method}", values.title())
}

/// The value of a piece under the condition of a claim less that under another one, each in the unit as that is worth then.
fn between_conditions(
    values: &Values,
    statistic: &ValueStatistic,
    piece: PieceType,
    than: &RowCondition,
) -> Result<Estimate, String> {
    let of = |condition: &RowCondition| (1.0, condition.clone(), piece);
    let (one, other) = (of(&statistic.condition), of(than));
    let units = (
        counted_in(values, statistic, &statistic.condition)?,
        counted_in(values, statistic, than)?,
    );
    let method = statistic.method;
    let found = match units {
        (Some(unit), Some(other_unit)) => {
            values.ratio_difference_of(method, [&[one], &[unit]], [&[other], &[other_unit]])
        }
        _ => {
            let (_, condition, _) = other;
            values.sum_of(method, &[one, (-1.0, condition, piece)])
        }
    };
    found.ok_or_else(|| no_such_value(values, statistic))
}

/// A number about the values of an experiment.
fn row(values: &Values, method: &'static str, estimate: Estimate, what: String) -> Row {
    let of_method = values.rows.iter().filter(|row| row.method == method);
    let whole = of_method.filter(|row| row.condition == RowCondition::All);
    let counts = whole.filter(|row| matches!(row.subject, Subject::Piece(..)));
    Row {
        rules: values.rules.clone(),
        player: values.player.clone(),
        n: counts.clone().map(|row| row.n).max().unwrap_or(0),
        pairs: counts.map(|row| row.pairs).max().unwrap_or(0),
        ..Row::new(method, Subject::Claim(what), "").with_estimate(Some(estimate))
    }
}

fn of_value(
    statistic: &ValueStatistic,
    own: &Evidence<'_>,
) -> Result<Result<Vec<Row>, String>, EvidenceError> {
    if let Some(nodes) = statistic.at {
        let measured: Vec<&Values> = own.values()?.measured.iter().collect();
        return Ok(of_ladder(statistic, nodes, &measured, &own.name));
    }
    let values = values_by(statistic.players.as_deref(), own)?;
    Ok(values.and_then(|values| of_values(statistic, values)))
}

/// Ratios at a strength, by the line through the values of players that differ in their nodes.
fn of_ladder(
    statistic: &ValueStatistic,
    nodes: u64,
    measured: &[&Values],
    experiment: &str,
) -> Result<Vec<Row>, String> {
    let (method, condition) = (statistic.method, &statistic.condition);
    let ladder = Ladder::of(measured, method, condition);
    let top = measured.iter().max_by_key(|one| one.nodes);
    let (ladder, top) = ladder
        .zip(top)
        .ok_or_else(|| format!("{experiment} has no ladder of values by {method}"))?;
    let main = piece(top, &statistic.piece)?;
    let name = |piece: PieceType| named(top, piece, condition);
    let of = |other: &String| {
        let other = piece(top, other)?;
        let ratio = ladder.ratio_at(main, other, nodes);
        let ratio = ratio.ok_or_else(|| {
            format!(
                "{experiment} has no line by {method} of {} and {}",
                name(main),
                name(other)
            )
        })?;
        let what = format!("{} / {} at {nodes} nodes", name(main), name(other));
        let found = row(top, method, ratio, what.clone());
        let all = measured
            .iter()
            .map(|one| row(one, method, ratio, what.clone()).n);
        Ok(Row {
            condition: condition.clone(),
            player: ladder.players(),
            played: all.sum(),
            ..found
        })
    };
    statistic.over.iter().map(of).collect()
}

/// What a piece is called under a condition.
fn named(values: &Values, piece: PieceType, condition: &RowCondition) -> String {
    let name = &values.spec.piece(piece).name;
    match condition {
        RowCondition::All => name.clone(),
        RowCondition::WithoutPromotion => format!("{name} without promotion"),
        other => format!("{name}, {other}"),
    }
}

fn of_values(statistic: &ValueStatistic, values: &Values) -> Result<Vec<Row>, String> {
    let condition = &statistic.condition;
    let part = |times: f64, text: &str| -> Result<JointPart, String> {
        Ok((times, condition.clone(), piece(values, text)?))
    };
    let main = part(1.0, &statistic.piece)?;
    let name = |text: &str| -> Result<String, String> {
        Ok(named(values, piece(values, text)?, condition))
    };
    let in_unit = |row: Row| Row {
        condition: condition.clone(),
        unit: statistic.unit.into(),
        ..row
    };
    let own = name(&statistic.piece)?;
    let mut all = Vec::new();
    if let Some(than) = &statistic.than_condition {
        let (_, _, piece) = main;
        let found = between_conditions(values, statistic, piece, than)?;
        let what = format!("{own} − {than}");
        all.push(in_unit(row(values, statistic.method, found, what)));
    }
    for other in &statistic.minus {
        let parts = [main.clone(), part(-1.0, other)?];
        let what = format!("{own} − {}", name(other)?);
        let estimate = sum(values, statistic, &parts)?;
        all.push(in_unit(row(values, statistic.method, estimate, what)));
    }
    for other in &statistic.over {
        let parts = [part(1.0, other)?];
        let method = statistic.method;
        let ratio = values.ratio_of(method, std::slice::from_ref(&main), &parts);
        let ratio =
            ratio.ok_or_else(|| format!("{} has no such values by {method}", values.title()))?;
        let what = format!("{own} / {}", name(other)?);
        all.push(Row {
            condition: condition.clone(),
            ..row(values, method, ratio, what)
        });
    }
    if all.is_empty() {
        let found = sum(values, statistic, std::slice::from_ref(&main))?;
        all.push(in_unit(row(values, statistic.method, found, own)));
    }
    Ok(all)
}

/// The score of each of some kinds of odds.
fn of_odds(
    wanted: &[String],
    players: Option<&str>,
    own: &Evidence<'_>,
) -> Result<Result<Vec<Row>, String>, EvidenceError> {
    let values = match values_by(players, own)? {
        Ok(values) => values,
        Err(missing) => return Ok(Err(missing)),
    };
    let scores: Vec<(&String, &Row)> = (values.rows.iter())
        .filter(|row| row.condition == RowCondition::All)
        .filter_map(|row| match &row.subject {
            Subject::Odds(text) => Some((text, row)),
            _ => None,
        })
        .collect();
    let found = wanted.iter().map(|odds| {
        let (_, row) = scores
            .iter()
            .find(|(text, _)| *text == odds)
            .ok_or_else(|| {
                let known: Vec<&str> = scores.iter().map(|(text, _)| text.as_str()).collect();
                format!(
                    "{} has no odds `{odds}`; it has {}",
                    own.name,
                    known.join(", ")
                )
            })?;
        if row.pairs < MIN_COMPARED_PAIRS as u64 {
            return Err(format!("{} has too few games of `{odds}`", own.name));
        }
        Ok(Row {
            subject: Subject::Claim(format!("score of {odds}")),
            p: None,
            ..(*row).clone()
        })
    });
    Ok(found.collect())
}

/// The value of a piece in one experiment less that in another, whose games are others.
fn across(
    statistic: &ValueStatistic,
    own: &Evidence<'_>,
    other: &Evidence<'_>,
) -> Result<Result<Vec<Row>, String>, EvidenceError> {
    let (one, two) = (of_value(statistic, own)?, of_value(statistic, other)?);
    let (Ok(one), Ok(two)) = (&one, &two) else {
        return Ok(one.and(two));
    };
    let warning = own.warning_beside(other);
    let differences = one.iter().zip(two).filter_map(|(a, b)| {
        let (x, y) = (a.estimate()?, b.estimate()?);
        let value = x.value - y.value;
        let difference = Estimate {
            value,
            low: value - libm::hypot(x.value - x.low, y.high - y.value),
            high: value + libm::hypot(x.high - x.value, y.value - y.low),
        };
        let what = format!("{}, {} − {}", a.subject, own.name, other.name);
        Some(Row {
            rules: format!("{}, {}", a.rules, b.rules),
            subject: Subject::Claim(what),
            n: a.n + b.n,
            pairs: a.pairs + b.pairs,
            played: a.games_played() + b.games_played(),
            warning,
            ..a.clone().with_estimate(Some(difference))
        })
    });
    Ok(Ok(differences.collect()))
}

fn of_metric(
    statistic: &MetricStatistic,
    own: &Evidence<'_>,
) -> Result<Result<Vec<Row>, String>, EvidenceError> {
    let comparison = own.comparison()?;
    let rules = |name: &str| {
        let at = comparison.rules_called(name);
        at.ok_or_else(|| format!("{} has no rule set {name}", own.name))
    };
    let found = || -> Result<Vec<Row>, String> {
        let key = statistic.key();
        let mut all = comparison.measurements.iter();
        let measurement = all.find(|one| one.metric.key() == key);
        let measurement = measurement.ok_or_else(|| format!("{} has no metric {key}", own.name))?;
        let means = match &statistic.opening {
            None => &measurement.means,
            Some(name) => {
                let at = comparison.openings.iter().position(|one| one == name);
                let found = at.and_then(|at| measurement.by_opening.get(at));
                found.ok_or_else(|| format!("{} has no games that begin with {name}", own.name))?
            }
        };
        let strata: Vec<usize> = (0..comparison.strata.len())
            .filter(|&at| {
                let asked = statistic.players.as_ref();
                asked.is_none_or(|asked| comparison.strata[at].name == *asked)
            })
            .filter(|&at| means[at].iter().any(Option::is_some))
            .collect();
        if strata.is_empty() {
            return Err(format!("{} has no such players", own.name));
        }
        let mut wanted = vec![(1.0, rules(&statistic.rules)?)];
        if let Some(than) = &statistic.than {
            wanted.push((-1.0, rules(than)?));
        }
        let mut parts: Vec<Part<'_>> = Vec::new();
        for &stratum in &strata {
            for &(sign, at) in &wanted {
                let mean = means[stratum][at].as_ref();
                let mean = mean.filter(|mean| mean.is_comparable());
                let mean = mean.ok_or_else(|| format!("{} has too few games for it", own.name))?;
                parts.push(Part {
                    weight: sign / strata.len() as f64,
                    mean,
                    played_by: at,
                    setting: stratum,
                });
            }
        }
        // Some metric counts every game.
        let played = |stratum: usize, at: usize| {
            let all = comparison.measurements.iter();
            let games = all.filter_map(|one| Some(one.means[stratum][at].as_ref()?.games));
            games.max().unwrap_or(0)
        };
        let cells = strata
            .iter()
            .flat_map(|&stratum| wanted.iter().map(move |&(_, at)| (stratum, at)));
        let played: u64 = cells.map(|(stratum, at)| played(stratum, at)).sum();
        let compared: Vec<usize> = wanted.iter().map(|(_, at)| *at).collect();
        let metric = &measurement.metric;
        let (unit, what, method) = match &statistic.than {
            Some(than) => {
                let what = format!("{}, {} − {than}", metric.name(), statistic.rules);
                (metric.unit().of_difference(), what, DIFFERENCE)
            }
            None => {
                let what = format!("{}, {}", metric.name(), statistic.rules);
                (metric.unit().text(), what, MEAN)
            }
        };
        let names = wanted
            .iter()
            .map(|(_, at)| comparison.rules[*at].name.as_str());
        let players = strata.iter().map(|&at| comparison.strata[at].name.as_str());
        let found = Contrast::of(&parts);
        let estimate = found.estimate.scaled(metric.unit().factor());
        Ok(vec![Row {
            rules: names.collect::<Vec<_>>().join(", "),
            player: players.collect::<Vec<_>>().join(", "),
            n: found.games,
            pairs: found.pairs,
            played,
            warning: comparison.warning_between(&compared),
            ..Row::new(method, Subject::Claim(what), unit).with_estimate(Some(estimate))
        }])
    };
    Ok(found())
}

fn of_score(
    rules: &str,
    players: Option<&str>,
    own: &Evidence<'_>,
) -> Result<Result<Vec<Row>, String>, EvidenceError> {
    let comparison = own.comparison()?;
    let score = |row: &&Row| {
        row.rules == rules
            && row.unit == "%"
            && players.is_none_or(|name| row.player == name)
            && row.estimate().is_some()
    };
    let all = comparison.head_to_head.iter();
    let wanted = all.filter_map(|one| Some((one.nodes, one.rows.iter().find(score)?)));
    let found = wanted.max_by_key(|(nodes, _)| *nodes).map(|(_, row)| Row {
        subject: Subject::Claim(format!("score of the pieces of {}", row.condition)),
        ..row.clone()
    });
    Ok(found
        .map(|one| vec![one])
        .ok_or_else(|| format!("{} has no such pairing", own.name)))
}
