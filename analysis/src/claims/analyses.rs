//! What other analyses of the same games say of a claim.
//!
//! Some estimate the same quantity in another way: by another method, by positions that are called quiet in another way,
//! in another unit, or by the number that was to test it at first. A verdict that one of these contradicts is not robust.
//! Others estimate another quantity: in another phase, with other players, by games that begin otherwise. They tell how
//! far a verdict reaches.

use super::evidence::{Evidence, EvidenceError};
use super::measure::{measure, values_by};
use super::read::UNITS;
use super::verdict::{Judgement, judge};
use super::{Claim, MetricStatistic, Statistic, ValueStatistic};
use crate::dataset::Quietness;
use crate::estimators::METHODS;
use crate::row::RowCondition;

/// What an analysis does in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisKind {
    /// The method.
    Method,
    /// Which positions are called quiet.
    Positions,
    /// The unit in which values are given.
    Unit,
    /// The phase.
    Phase,
    /// The players.
    Players,
    /// How games begin.
    Openings,
    /// The number that was to test the claim before another one was chosen.
    First,
}

impl AnalysisKind {
    /// All of them.
    pub const ALL: [AnalysisKind; 7] = [
        AnalysisKind::Method,
        AnalysisKind::Positions,
        AnalysisKind::Unit,
        AnalysisKind::Phase,
        AnalysisKind::Players,
        AnalysisKind::Openings,
        AnalysisKind::First,
    ];

    /// As tables have it.
    pub fn name(self) -> &'static str {
        match self {
            AnalysisKind::Method => "other methods",
            AnalysisKind::Positions => "other quiet positions",
            AnalysisKind::Unit => "other units",
            AnalysisKind::Phase => "other phases",
            AnalysisKind::Players => "other players",
            AnalysisKind::Openings => "other openings",
            AnalysisKind::First => "first number",
        }
    }

    /// Whether it estimates the same quantity, so that it should say the same.
    pub fn is_of_same_quantity(self) -> bool {
        !matches!(
            self,
            AnalysisKind::Phase | AnalysisKind::Players | AnalysisKind::Openings
        )
    }
}

/// What another analysis says of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherAnalysis {
    /// What it does in another way.
    pub kind: AnalysisKind,
    /// How it does that.
    pub name: String,
    /// Above and below which numbers the claim holds by it.
    pub bounds: (Option<f64>, Option<f64>),
    /// What it says, for itself, without a correction for the number of analyses.
    pub judgement: Judgement,
}

/// What all other analyses that its games allow say of a claim, each for itself.
///
/// # Errors
/// A file of games is wrong.
pub fn other_analyses(
    claim: &Claim,
    evidence: &[Evidence<'_>],
) -> Result<Vec<OtherAnalysis>, EvidenceError> {
    let own = evidence.iter().find(|one| one.name == claim.experiment);
    let others = match (&claim.statistic, own) {
        (Statistic::Value(value), Some(own)) => of_value(claim, value, own)?,
        (Statistic::Metric(metric), Some(own)) => of_metric(metric, own)?,
        (Statistic::Score { rules, players }, Some(own)) => {
            of_score(rules, players.as_deref(), own)?
        }
        (Statistic::Odds { odds, players }, Some(own)) => of_odds(odds, players.as_deref(), own)?,
        _ => Vec::new(),
    };
    let others = others.into_iter().map(|(kind, name, statistic)| {
        let other = Claim {
            statistic,
            ..claim.clone()
        };
        (kind, name, other)
    });
    let first = claim.first.iter().map(|first| {
        let other = Claim {
            experiment: first.experiment.clone(),
            statistic: first.statistic.clone(),
            above: first.above,
            below: first.below,
            ..claim.clone()
        };
        (AnalysisKind::First, first.experiment.clone(), other)
    });
    let mut all = Vec::new();
    for (kind, name, other) in others.chain(first) {
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

/// An analysis that is not that of the claim: what it does in another way, how, and the number that it asks for.
type Variant = (AnalysisKind, String, Statistic);

fn of_value(
    claim: &Claim,
    own: &ValueStatistic,
    evidence: &Evidence<'_>,
) -> Result<Vec<Variant>, EvidenceError> {
    let mut all = Vec::new();
    let mut add = |kind, name: &str, changed: ValueStatistic| {
        if changed != *own {
            all.push((kind, name.to_string(), Statistic::Value(changed)));
        }
    };
    for method in METHODS.map(|method| method.name()) {
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
        // Any position is no quiet one.
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
    // The sign of a number is the same in all units; a ratio has none.
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
    if own.at.is_some() {
        // The line has all players in it.
    } else if let Ok(named) = values_by(own.players.as_deref(), evidence)? {
        let played = evidence.values()?.measured.iter();
        for other in played.filter(|set| set.player != named.player) {
            let changed = ValueStatistic {
                players: Some(other.player.clone()),
                ..own.clone()
            };
            add(AnalysisKind::Players, &other.player, changed);
        }
    }
    Ok(all)
}

fn of_odds(
    odds: &[String],
    players: Option<&str>,
    evidence: &Evidence<'_>,
) -> Result<Vec<Variant>, EvidenceError> {
    let Ok(own) = values_by(players, evidence)? else {
        return Ok(Vec::new());
    };
    let played = evidence.values()?.measured.iter();
    let others = played.filter(|set| set.player != own.player);
    let others = others.map(|set| {
        let statistic = Statistic::Odds {
            odds: odds.to_vec(),
            players: Some(set.player.clone()),
        };
        (AnalysisKind::Players, set.player.clone(), statistic)
    });
    Ok(others.collect())
}

fn of_metric(
    own: &MetricStatistic,
    evidence: &Evidence<'_>,
) -> Result<Vec<Variant>, EvidenceError> {
    let comparison = evidence.comparison()?;
    let openings = comparison.openings.iter().map(|name| {
        let changed = MetricStatistic {
            opening: Some(name.clone()),
            ..own.clone()
        };
        (
            AnalysisKind::Openings,
            name.clone(),
            Statistic::Metric(changed),
        )
    });
    let strata = &comparison.strata;
    let others = strata
        .iter()
        .map(|stratum| Some(&stratum.name))
        .filter(|name| strata.len() > 1 && *name != own.players.as_ref());
    let others = others.flatten().map(|name| {
        let changed = MetricStatistic {
            players: Some(name.clone()),
            ..own.clone()
        };
        (
            AnalysisKind::Players,
            name.clone(),
            Statistic::Metric(changed),
        )
    });
    Ok(others.chain(openings).collect())
}

fn of_score(
    rules: &str,
    players: Option<&str>,
    evidence: &Evidence<'_>,
) -> Result<Vec<Variant>, EvidenceError> {
    let met = evidence.comparison()?.head_to_head.iter();
    let mut own: Vec<(Option<u64>, &String)> = met
        .filter_map(|one| {
            let row = one.rows.iter().find(|row| row.rules == rules)?;
            Some((one.nodes, &row.player))
        })
        .collect();
    own.sort();
    let named = players.or(own.last().map(|(_, name)| name.as_str()));
    let others = own.iter().filter(|(_, name)| Some(name.as_str()) != named);
    let others = others.map(|(_, name)| {
        let statistic = Statistic::Score {
            rules: rules.to_string(),
            players: Some((*name).clone()),
        };
        (AnalysisKind::Players, (*name).clone(), statistic)
    });
    Ok(others.collect())
}
