//! The evidence for claims, and the numbers that it gives.

use super::{Claim, Claims, EndgameStatistic, MetricStatistic, Statistic, ValueStatistic};
use crate::compare::{Comparison, DIFFERENCE, compare};
use crate::dataset::Dataset;
use crate::error::FindingsError;
use crate::estimators::{JointPart, df_of_players, knight};
use crate::metric::Metric;
use crate::outcomes::MEAN;
use crate::row::{Row, RowCondition, Subject, Warning};
use crate::values::skill::SkillFit;
use crate::values::{Gathered, ValueSet, gather};
use std::cell::OnceCell;
use tradewind_engine::evaluation::Origin;
use tradewind_engine::rules::{BareRule, PieceType, load};
use tradewind_engine::solve::{SolveError, SolvedEndgame};
use tradewind_engine::{Color, Rules};
use tradewind_selfplay::experiment::RulesPlan;
use tradewind_stats::{Contrast, Estimate, MIN_COMPARED_PAIRS, WeightedMean};

/// The numbers of a claim by the games of its experiments or, for an endgame, by its solution, which
/// takes up to a minute; the missing requirement, in words, if they do not determine them.
///
/// # Errors
/// A file of games is wrong.
pub fn measure(
    claim: &Claim,
    evidence: &[Evidence<'_>],
) -> Result<Result<Vec<Row>, String>, FindingsError> {
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
        (Statistic::Odds { odds, players }, Some(own)) => {
            values_by(players.as_deref(), own)?.and_then(|values| of_odds(odds, values, &own.name))
        }
        (Statistic::Metric(metric), Some(own)) => of_metric(metric, own.comparison()?, &own.name),
        (Statistic::Score { rules, players }, Some(own)) => {
            of_score(rules, players.as_deref(), own.comparison()?)
                .ok_or_else(|| format!("{} has no such pairing", own.name))
        }
    };
    let df = own.map_or(f64::INFINITY, Evidence::df);
    Ok(found.map(|rows| rows.into_iter().map(|row| Row { df, ..row }).collect()))
}

/// The values by a player, by default the one with the most nodes; the missing requirement, in words.
pub(super) fn values_by<'v>(
    players: Option<&str>,
    evidence: &'v Evidence<'_>,
) -> Result<Result<&'v ValueSet, String>, FindingsError> {
    let measured = evidence.values()?.measured.iter();
    let by = measured.filter(|one| players.is_none_or(|name| one.player == name));
    let found = by.max_by_key(|one| one.nodes);
    Ok(found.ok_or_else(|| match players {
        Some(name) => format!("{} has no values by {name}", evidence.name),
        None => format!("{} has no values", evidence.name),
    }))
}

fn piece(values: &ValueSet, text: &str) -> Result<PieceType, String> {
    let found = values.spec.find(text);
    found.ok_or_else(|| format!("{} has no piece {text}", values.rules))
}

/// The unit of values under a condition: the unit piece or the knight, in the same phase if the condition
/// is one; `None` for log-odds.
fn counted_in(
    values: &ValueSet,
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

/// A sum of values in the unit of a claim.
fn sum(
    values: &ValueSet,
    statistic: &ValueStatistic,
    parts: &[JointPart],
) -> Result<Estimate, String> {
    let unit = counted_in(values, statistic, &statistic.condition)?;
    let found = (values.joints_of(statistic.method)).find_map(|joint| match &unit {
        Some(unit) => joint.ratio(parts, unit),
        None => joint.sum(parts),
    });
    found.ok_or_else(|| no_such_value(values, statistic))
}

fn no_such_value(values: &ValueSet, statistic: &ValueStatistic) -> String {
    let ValueStatistic { unit, method, .. } = statistic;
    format!("{} has no such value in {unit} by {method}", values.title())
}

/// The value of a piece under the condition of a claim minus that under another one, each in the
/// unit under the same condition.
fn between_conditions(
    values: &ValueSet,
    statistic: &ValueStatistic,
    piece: PieceType,
    than: &RowCondition,
) -> Result<Estimate, String> {
    let of = |condition: &RowCondition| (1.0, condition.clone(), piece);
    let (one, other) = (of(&statistic.condition), of(than));
    let unit = counted_in(values, statistic, &statistic.condition)?;
    let other_unit = counted_in(values, statistic, than)?;
    let found = (values.joints_of(statistic.method)).find_map(|joint| match (&unit, &other_unit) {
        (Some(unit), Some(other_unit)) => {
            joint.ratio_difference([&one, unit], [&other, other_unit])
        }
        _ => joint.sum(&[one.clone(), (-1.0, than.clone(), piece)]),
    });
    found.ok_or_else(|| no_such_value(values, statistic))
}

fn row(values: &ValueSet, method: &'static str, estimate: Estimate, what: String) -> Row {
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
) -> Result<Result<Vec<Row>, String>, FindingsError> {
    if let Some(nodes) = statistic.at {
        let measured: Vec<&ValueSet> = own.values()?.measured.iter().collect();
        return Ok(of_line(statistic, nodes, &measured, &own.name));
    }
    let values = values_by(statistic.players.as_deref(), own)?;
    Ok(values.and_then(|values| of_values(statistic, values)))
}

/// Ratios at a number of nodes, by the line through the values of players that differ in their nodes.
fn of_line(
    statistic: &ValueStatistic,
    nodes: u64,
    measured: &[&ValueSet],
    experiment: &str,
) -> Result<Vec<Row>, String> {
    let (method, condition) = (statistic.method, &statistic.condition);
    let fit = SkillFit::of(measured, method, condition);
    let top = measured.iter().max_by_key(|one| one.nodes);
    let (fit, top) = fit
        .zip(top)
        .ok_or_else(|| format!("{experiment} has no line through values by {method}"))?;
    let main = piece(top, &statistic.piece)?;
    let of = |other: &String| {
        let other = piece(top, other)?;
        let [name, other_name] = [main, other].map(|piece| named(top, piece, condition));
        let ratio = fit.ratio_at(main, other, nodes);
        let ratio = ratio.ok_or_else(|| {
            format!("{experiment} has no line by {method} of {name} and {other_name}")
        })?;
        let found = |set: &ValueSet| {
            let what = format!("{name} / {other_name} at {nodes} nodes");
            row(set, method, ratio, what)
        };
        Ok(Row {
            condition: condition.clone(),
            player: fit.players(),
            played: measured.iter().map(|one| found(one).n).sum(),
            ..found(top)
        })
    };
    statistic.over.iter().map(of).collect()
}

fn named(values: &ValueSet, piece: PieceType, condition: &RowCondition) -> String {
    let name = &values.spec.piece(piece).name;
    match condition {
        RowCondition::All => name.clone(),
        RowCondition::WithoutPromotion => format!("{name} without promotion"),
        other => format!("{name}, {other}"),
    }
}

fn of_values(statistic: &ValueStatistic, values: &ValueSet) -> Result<Vec<Row>, String> {
    let (condition, method) = (&statistic.condition, statistic.method);
    let part = |times: f64, text: &str| -> Result<JointPart, String> {
        Ok((times, condition.clone(), piece(values, text)?))
    };
    let name = |(_, condition, piece): &JointPart| named(values, *piece, condition);
    let in_unit = |estimate: Estimate, what: String| Row {
        condition: condition.clone(),
        unit: statistic.unit.into(),
        ..row(values, method, estimate, what)
    };
    let main = part(1.0, &statistic.piece)?;
    let own = name(&main);
    let mut all = Vec::new();
    if let Some(than) = &statistic.than_condition {
        let found = between_conditions(values, statistic, main.2, than)?;
        all.push(in_unit(found, format!("{own} − {than}")));
    }
    for other in &statistic.minus {
        let parts = [main.clone(), part(-1.0, other)?];
        let what = format!("{own} − {}", name(&parts[1]));
        all.push(in_unit(sum(values, statistic, &parts)?, what));
    }
    for other in &statistic.over {
        let to = part(1.0, other)?;
        let mut joints = values.joints_of(method);
        let ratio = joints.find_map(|joint| joint.ratio(std::slice::from_ref(&main), &to));
        let ratio =
            ratio.ok_or_else(|| format!("{} has no such values by {method}", values.title()))?;
        all.push(Row {
            condition: condition.clone(),
            ..row(values, method, ratio, format!("{own} / {}", name(&to)))
        });
    }
    if all.is_empty() {
        let found = sum(values, statistic, std::slice::from_ref(&main))?;
        all.push(in_unit(found, own));
    }
    Ok(all)
}

fn of_odds(wanted: &[String], values: &ValueSet, experiment: &str) -> Result<Vec<Row>, String> {
    let scores = values.rows.iter();
    let scores = scores.filter(|row| row.condition == RowCondition::All);
    let scores: Vec<&Row> = scores
        .filter(|row| matches!(row.subject, Subject::Odds(_)))
        .collect();
    let found = wanted.iter().map(|odds| {
        let row = scores.iter().find(|row| row.subject.name() == *odds);
        let row = row.ok_or_else(|| {
            let known: Vec<String> = scores.iter().map(|row| row.subject.name()).collect();
            format!(
                "{experiment} has no odds `{odds}`; it has {}",
                known.join(", ")
            )
        })?;
        if row.pairs < MIN_COMPARED_PAIRS {
            return Err(format!("{experiment} has too few games of `{odds}`"));
        }
        Ok(Row {
            subject: Subject::Claim(format!("score of {odds}")),
            p: None,
            ..(*row).clone()
        })
    });
    found.collect()
}

/// The value of a piece in one experiment minus that in another.
fn across(
    statistic: &ValueStatistic,
    own: &Evidence<'_>,
    other: &Evidence<'_>,
) -> Result<Result<Vec<Row>, String>, FindingsError> {
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
    comparison: &Comparison,
    experiment: &str,
) -> Result<Vec<Row>, String> {
    let rules = |name: &str| {
        let at = comparison.rules_called(name);
        at.ok_or_else(|| format!("{experiment} has no rule set {name}"))
    };
    let key = statistic.key();
    let mut all = comparison.measurements.iter();
    let measurement = all.find(|one| one.metric.key() == key);
    let measurement = measurement.ok_or_else(|| format!("{experiment} has no metric {key}"))?;
    let means = match &statistic.opening {
        None => &measurement.means,
        Some(name) => {
            let at = comparison.openings.iter().position(|one| one == name);
            let found = at.and_then(|at| measurement.by_opening.get(at));
            found.ok_or_else(|| format!("{experiment} has no games that begin with {name}"))?
        }
    };
    let strata: Vec<usize> = (0..comparison.strata.len())
        .filter(|&at| {
            let wanted = statistic.players.as_ref();
            wanted.is_none_or(|name| comparison.strata[at].name == *name)
        })
        .filter(|&at| means[at].iter().any(Option::is_some))
        .collect();
    if strata.is_empty() {
        return Err(format!("{experiment} has no such players"));
    }
    let mut wanted = vec![(1.0, rules(&statistic.rules)?)];
    if let Some(than) = &statistic.than {
        wanted.push((-1.0, rules(than)?));
    }
    let mut parts: Vec<WeightedMean<'_>> = Vec::new();
    for &stratum in &strata {
        for &(sign, at) in &wanted {
            let mean = means[stratum][at].as_ref();
            let mean = mean.filter(|mean| mean.is_comparable());
            let mean = mean.ok_or_else(|| format!("{experiment} has too few games for it"))?;
            parts.push(WeightedMean {
                weight: sign / strata.len() as f64,
                mean,
                players: at,
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
}

fn of_score(rules: &str, players: Option<&str>, comparison: &Comparison) -> Option<Vec<Row>> {
    let score = |row: &&Row| {
        row.rules == rules
            && row.unit == "%"
            && players.is_none_or(|name| row.player == name)
            && row.estimate().is_some()
    };
    let all = comparison.head_to_head.iter();
    let wanted = all.filter_map(|one| Some((one.nodes, one.rows.iter().find(score)?)));
    let (_, row) = wanted.max_by_key(|(nodes, _)| *nodes)?;
    Some(vec![Row {
        subject: Subject::Claim(format!("score of the pieces of {}", row.condition)),
        ..row.clone()
    }])
}

/// The games of an experiment, as evidence for claims.
pub struct Evidence<'e> {
    /// The experiment's name in claims.
    pub name: String,
    dataset: &'e Dataset<'e>,
    /// Shares of games that claims need besides the metrics of all comparisons.
    shares: Vec<Metric>,
    gathered: OnceCell<Gathered>,
    comparison: OnceCell<Comparison>,
}

impl<'e> Evidence<'e> {
    /// The games of a dataset as evidence for some claims.
    pub fn new(name: &str, dataset: &'e Dataset<'e>, claims: &Claims) -> Evidence<'e> {
        Evidence {
            name: name.to_string(),
            dataset,
            shares: claims.shares(name),
            gathered: OnceCell::new(),
            comparison: OnceCell::new(),
        }
    }

    /// The minimum degrees of freedom: one less than the number of players that take turns.
    fn df(&self) -> f64 {
        let rules = self.dataset.experiment().rules.iter();
        let players = rules
            .map(RulesPlan::training_runs)
            .filter(|count| *count > 1);
        df_of_players(players.min().unwrap_or(1))
    }

    /// The warning for a comparison with other games that were played by unlike weights.
    fn warning_beside(&self, other: &Evidence<'_>) -> Option<Warning> {
        let origins = |one: &Evidence<'_>| -> Vec<Origin> {
            let rules = one.dataset.experiment().rules.iter();
            let weights = rules.flat_map(|rules| &rules.player_weights);
            weights.map(|weights| weights.origin.clone()).collect()
        };
        let (own, theirs) = (origins(self), origins(other));
        let is_like = |one: &Origin| theirs.iter().all(|other| one.is_like(other));
        (!own.iter().all(is_like)).then_some(Warning::UnlikeWeights)
    }

    /// The piece values.
    ///
    /// # Errors
    /// A file of games is wrong.
    pub fn values(&self) -> Result<&Gathered, FindingsError> {
        once(&self.gathered, || {
            gather(std::slice::from_ref(self.dataset))
        })
    }

    /// The comparison of the rule sets.
    ///
    /// # Errors
    /// A file of games is wrong.
    pub fn comparison(&self) -> Result<&Comparison, FindingsError> {
        let made = || compare(std::slice::from_ref(self.dataset), &self.shares);
        once(&self.comparison, made)
    }
}

/// The content of a cell, made if it is empty.
fn once<T>(
    cell: &OnceCell<T>,
    make: impl FnOnce() -> Result<T, FindingsError>,
) -> Result<&T, FindingsError> {
    if cell.get().is_none() {
        let _ = cell.set(make()?);
    }
    Ok(cell.get().expect("it was just set"))
}

pub(super) const SOLVED: &str = "solved";

/// Memory limit of a solution, in bytes.
const MEMORY: u64 = 4 << 30;

/// Solves the endgame of a claim, which takes up to a minute; the cause, in words, if that fails.
fn solve(statistic: &EndgameStatistic) -> Result<Vec<Row>, String> {
    let mut spec = load(&statistic.rules, &[]).map_err(|cause| cause.to_string())?;
    if statistic.plays_on_bare {
        spec.end.bare = BareRule::Nothing;
    }
    let title = spec.title();
    let rules = Rules::new(spec);
    let of = |pieces: &str| -> Result<(f64, u64), String> {
        let solved = SolvedEndgame::find(&rules, pieces, MEMORY);
        let solved = solved.map_err(|cause: SolveError| format!("{pieces}: {cause}"))?;
        let [white, _] = solved.summaries();
        if white.positions == 0 {
            return Err(format!(
                "{pieces}: the game is over in every position; write plays_on_bare = true"
            ));
        }
        let won = white.wins[Color::White.index()] as f64;
        Ok((100.0 * won / white.positions as f64, white.positions))
    };
    let (mut value, mut positions) = of(&statistic.pieces)?;
    let mut what = format!("won positions of {}", statistic.pieces);
    if let Some(than) = &statistic.than {
        let (other, more) = of(than)?;
        value -= other;
        positions += more;
        what += &format!(" − {than}");
    }
    let unit = statistic.than.as_ref().map_or("%", |_| "points");
    Ok(vec![Row {
        rules: title,
        n: positions,
        ..Row::new(SOLVED, Subject::Claim(what), unit).with_estimate(Some(Estimate::exactly(value)))
    }])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(rules: &str, pieces: &str, than: Option<&str>, bare: bool) -> Result<f64, String> {
        let rows = solve(&EndgameStatistic {
            rules: rules.to_string(),
            pieces: pieces.to_string(),
            than: than.map(str::to_string),
            plays_on_bare: bare,
        });
        rows.map(|rows| rows[0].value.expect("a number"))
    }

    /// In chess a rook always mates when it is to move, a bishop never. Where a bare side loses, it may
    /// play on.
    #[test]
    fn endgames_have_their_known_results() {
        for (rules, pieces, than, bare, expected) in [
            ("chess", "K R v K", None, false, Ok(100.0)),
            ("chess", "K B v K", Some("K R v K"), false, Ok(-100.0)),
            ("typhoon", "K v EP", None, true, Ok(100.0)),
            (
                "typhoon",
                "K v EP",
                None,
                false,
                Err("plays_on_bare = true"),
            ),
            (
                "chess",
                "K X v K",
                None,
                false,
                Err("there is no piece `X`"),
            ),
        ] {
            match (solved(rules, pieces, than, bare), expected) {
                (Err(fault), Err(part)) => assert!(fault.contains(part), "{fault}"),
                (found, expected) => assert_eq!(found, expected.map_err(str::to_string)),
            }
        }
    }
}
