//! Alternative analyses of a claim by the same games.
//!
//! Some estimate the same quantity: by another method, another definition of quiet positions, another
//! unit, or the first registered number. A verdict that one of these contradicts is not robust. Others
//! estimate another quantity: another phase, other players, other openings. They show how far a verdict
//! generalises.

use super::measure::{Evidence, measure, values_by};
use super::read::UNITS;
use super::verdict::{Judgement, judge};
use super::{Claim, MetricStatistic, Statistic, ValueStatistic};
use crate::error::FindingsError;
use crate::estimators::METHODS;
use crate::row::{RowCondition, named};
use tradewind_selfplay::record::samples::Quietness;

named! {
    /// The difference between an alternative analysis and that of the claim.
    AnalysisKind {
        /// The method.
        Method = "other methods",
        /// The definition of quiet positions.
        Positions = "other quiet positions",
        /// The unit of values.
        Unit = "other units",
        /// The phase.
        Phase = "other phases",
        /// The players.
        Players = "other players",
        /// The openings.
        Openings = "other openings",
        /// The number that tested the claim before it was replaced.
        First = "first number",
    }
}

impl AnalysisKind {
    /// Whether it estimates the same quantity, and should give the same verdict.
    pub fn is_of_same_quantity(self) -> bool {
        !matches!(
            self,
            AnalysisKind::Phase | AnalysisKind::Players | AnalysisKind::Openings
        )
    }
}

/// The result of an alternative analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherAnalysis {
    /// The difference to the analysis of the claim.
    pub kind: AnalysisKind,
    /// The alternative.
    pub name: String,
    /// The bounds above and below which the claim holds.
    pub bounds: (Option<f64>, Option<f64>),
    /// The judgement, without correction for the number of analyses.
    pub judgement: Judgement,
}

/// The results of all alternative analyses that the games allow.
///
/// # Errors
/// A file of games is wrong.
pub fn other_analyses(
    claim: &Claim,
    evidence: &[Evidence<'_>],
) -> Result<Vec<OtherAnalysis>, FindingsError> {
    let mut others: Vec<(AnalysisKind, String, Claim)> = Vec::new();
    if let Some(own) = evidence.iter().find(|one| one.name == claim.experiment) {
        others.extend(
            variants(claim, own)?
                .into_iter()
                .map(|(kind, name, statistic)| {
                    let other = Claim {
                        statistic,
                        ..claim.clone()
                    };
                    (kind, name, other)
                }),
        );
    }
    if let Some(first) = &claim.first {
        others.push((
            AnalysisKind::First,
            first.experiment.clone(),
            *first.clone(),
        ));
    }
    let mut all = Vec::new();
    for (kind, name, other) in others {
        if let Ok(measured) = measure(&other, evidence)? {
            let judged = judge(&[(&other, measured)]).into_iter();
            all.extend(judged.map(|judgement| OtherAnalysis {
                kind,
                name: name.clone(),
                bounds: (other.above, other.below),
                judgement,
            }));
        }
    }
    Ok(all)
}

/// An alternative analysis: its kind, its name and its number.
type Variant = (AnalysisKind, String, Statistic);

fn variants(claim: &Claim, own: &Evidence<'_>) -> Result<Vec<Variant>, FindingsError> {
    let players = other_players(&claim.statistic, own)?.into_iter();
    let players = players.map(|name| {
        let statistic = claim.statistic.with_players(&name);
        (AnalysisKind::Players, name, statistic)
    });
    Ok(match &claim.statistic {
        Statistic::Value(value) => of_value(claim, value).into_iter().chain(players).collect(),
        Statistic::Metric(metric) => {
            let openings = own.comparison()?.openings.iter().map(|name| {
                let changed = MetricStatistic {
                    opening: Some(name.clone()),
                    ..metric.clone()
                };
                let statistic = Statistic::Metric(changed);
                (AnalysisKind::Openings, name.clone(), statistic)
            });
            players.chain(openings).collect()
        }
        _ => players.collect(),
    })
}

fn other_players(
    statistic: &Statistic,
    evidence: &Evidence<'_>,
) -> Result<Vec<String>, FindingsError> {
    let (own, all): (Option<String>, Vec<String>) = match statistic {
        // The fitted line includes all players.
        Statistic::Value(ValueStatistic { at: Some(_), .. }) | Statistic::Endgame(_) => {
            return Ok(Vec::new());
        }
        Statistic::Value(ValueStatistic { players, .. }) | Statistic::Odds { players, .. } => {
            let Ok(own) = values_by(players.as_deref(), evidence)? else {
                return Ok(Vec::new());
            };
            let all = evidence.values()?.measured.iter();
            let all = all.map(|set| set.player.clone()).collect();
            (Some(own.player.clone()), all)
        }
        Statistic::Metric(metric) => {
            let strata = &evidence.comparison()?.strata;
            let several = strata.iter().filter(|_| strata.len() > 1);
            let all = several.map(|stratum| stratum.name.clone()).collect();
            (metric.players.clone(), all)
        }
        Statistic::Score { rules, players } => {
            let met = evidence.comparison()?.head_to_head.iter();
            let mut all: Vec<(Option<u64>, String)> = met
                .filter_map(|one| {
                    let row = one.rows.iter().find(|row| row.rules == *rules)?;
                    Some((one.nodes, row.player.clone()))
                })
                .collect();
            all.sort();
            let all: Vec<String> = all.into_iter().map(|(_, name)| name).collect();
            (players.clone().or(all.last().cloned()), all)
        }
    };
    let others = all.into_iter().filter(|name| Some(name) != own.as_ref());
    Ok(others.collect())
}

/// The alternatives of a claim about values by the same players.
fn of_value(claim: &Claim, own: &ValueStatistic) -> Vec<Variant> {
    let mut all = Vec::new();
    let mut add = |kind, name: &str, changed: ValueStatistic| {
        if changed != *own {
            all.push((kind, name.to_string(), Statistic::Value(changed)));
        }
    };
    for method in METHODS.map(|method| method.name) {
        let changed = ValueStatistic {
            method,
            ..own.clone()
        };
        add(AnalysisKind::Method, method, changed);
    }
    let in_condition = |condition: &RowCondition| ValueStatistic {
        condition: condition.clone(),
        ..own.clone()
    };
    if own.condition == RowCondition::StandardPhase {
        // Positions without any condition are not quiet.
        let quiet = Quietness::OTHERS.into_iter();
        for quietness in quiet.filter(|one| one.before + one.after > 0) {
            let condition = RowCondition::Quiet(quietness.before, quietness.after);
            add(
                AnalysisKind::Positions,
                &condition.to_string(),
                in_condition(&condition),
            );
        }
    }
    // The sign of a number is the same in all units; a ratio has no unit.
    let mut bounds = claim.above.iter().chain(&claim.below);
    if own.over.is_empty() && bounds.all(|bound| *bound == 0.0) {
        for &(unit, _) in UNITS {
            let changed = ValueStatistic {
                unit,
                ..own.clone()
            };
            add(AnalysisKind::Unit, unit, changed);
        }
    }
    let phases = [
        RowCondition::All,
        RowCondition::StandardPhase,
        RowCondition::Middlegame,
        RowCondition::Endgame,
    ];
    if own.than_condition.is_none() && phases.contains(&own.condition) {
        for phase in &phases {
            add(AnalysisKind::Phase, &phase.to_string(), in_condition(phase));
        }
    }
    all
}
