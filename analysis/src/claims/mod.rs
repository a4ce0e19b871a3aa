//! The claims ledger: statements of authors about their games, and verdicts on them.
//!
//! [`Claims`] are read from a file; each names an experiment, a number that its games determine, and the
//! region in which the number lies if the claim is true. [`measure()`] computes the numbers from games,
//! [`judge`] gives verdicts, and [`other_analyses`] checks their robustness. Without games, a
//! measurement comes from the reference results.

mod analyses;
mod measure;
mod read;
mod requirements;
pub mod sample_size;
mod verdict;

pub use analyses::{AnalysisKind, OtherAnalysis, other_analyses};
pub use measure::{Evidence, measure};
pub use read::{BUILT_IN, Claims, ClaimsError, DroppedClaim};
pub use requirements::missing;
pub use verdict::{ClaimVerdict, Judgement, judge};

use crate::compare::wanted_by_comparison;
use crate::dataset::Wanted;
use crate::error::FindingsError;
use crate::metric::{Bounds, Metric};
use crate::row::{Row, RowCondition, Subject, Warning};
use crate::values::wanted_by_values;
use serde::Deserialize;
use tradewind_selfplay::experiment::{Experiment, Pairing};

/// A statement about a game, and its test.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// A short name without spaces.
    pub id: String,
    /// The game.
    pub game: String,
    /// The statement, in our words.
    pub claim: String,
    /// The source of the statement.
    pub source: String,
    /// The experiment that tests it: its file below `data/experiments`, without extension; empty for an
    /// endgame.
    pub experiment: String,
    /// The number that tests it.
    pub statistic: Statistic,
    /// The claim holds when the number is above this.
    pub above: Option<f64>,
    /// The claim holds when the number is below this.
    pub below: Option<f64>,
    /// The claim with the number that tested it before that was replaced; it is shown, too.
    pub first: Option<Box<Claim>>,
    /// The reason why it is not judged until it is measured again; `None` when it is judged.
    pub open: Option<String>,
}

impl Claims {
    /// The shares of games within bounds that claims need from an experiment.
    pub fn shares(&self, name: &str) -> Vec<Metric> {
        let mut shares: Vec<Metric> = Vec::new();
        for statistic in self.statistics(name) {
            if let Statistic::Metric(metric) = statistic
                && let Some(share) = metric.share()
                && !shares.contains(&share)
            {
                shares.push(share);
            }
        }
        shares
    }

    /// The numbers that claims need from an experiment.
    fn statistics(&self, name: &str) -> impl Iterator<Item = &Statistic> {
        let all = self.claims.iter().flat_map(Claim::measured_by);
        all.filter_map(move |(played, statistic)| (played == name).then_some(statistic))
    }

    /// The data that claims need from a pairing of an experiment.
    pub fn wanted(&self, name: &str, experiment: &Experiment, pairing: Pairing) -> Wanted {
        let own = self.statistics(name);
        own.fold(Wanted::default(), |wanted, statistic| {
            wanted.and(match statistic {
                Statistic::Value(_) | Statistic::Odds { .. } => {
                    wanted_by_values(experiment, pairing)
                }
                Statistic::Metric(_) | Statistic::Score { .. } => {
                    wanted_by_comparison(experiment, pairing)
                }
                Statistic::Endgame(_) => Wanted::default(),
            })
        })
    }
}

impl Claim {
    /// The experiments that measure it, each with its number: the current and the first one.
    pub(crate) fn measured_by(&self) -> Vec<(&str, &Statistic)> {
        let mut all = Vec::new();
        for claim in [Some(self), self.first.as_deref()].into_iter().flatten() {
            all.push((claim.experiment.as_str(), &claim.statistic));
            if let Statistic::Value(value) = &claim.statistic
                && let Some(than) = &value.than
            {
                all.push((than.as_str(), &claim.statistic));
            }
        }
        all.retain(|(experiment, _)| !experiment.is_empty());
        all
    }
}

/// A number that games determine.
#[derive(Clone, Debug, PartialEq)]
pub enum Statistic {
    /// About the values of pieces.
    Value(ValueStatistic),
    /// Direct contrasts: the score in percent of the side that begins with odds.
    Odds {
        /// The odds; the claim must hold for each of them.
        odds: Vec<String>,
        /// The player on both sides; by default the one with the most nodes.
        players: Option<String>,
    },
    /// A metric of a comparison.
    Metric(MetricStatistic),
    /// The score in percent of one rule set's pieces against another's.
    Score {
        /// The name of the rule set in the experiment.
        rules: String,
        /// The player on both sides; by default the one with the most nodes.
        players: Option<String>,
    },
    /// The percentage of the positions of an endgame that White, to move, wins.
    Endgame(EndgameStatistic),
}

impl Statistic {
    /// The same number by other players.
    fn with_players(&self, name: &str) -> Statistic {
        let mut other = self.clone();
        match &mut other {
            Statistic::Value(ValueStatistic { players, .. })
            | Statistic::Metric(MetricStatistic { players, .. })
            | Statistic::Odds { players, .. }
            | Statistic::Score { players, .. } => *players = Some(name.to_string()),
            Statistic::Endgame(_) => {}
        }
        other
    }
}

/// A number about an endgame.
#[derive(Clone, Debug, PartialEq)]
pub struct EndgameStatistic {
    /// The id of a rule set of the program.
    pub rules: String,
    /// White's pieces, `v`, and Black's.
    pub pieces: String,
    /// Other pieces, whose percentage is subtracted.
    pub than: Option<String>,
    /// Whether a side with only a royal piece plays on, whatever the rules say.
    pub plays_on_bare: bool,
}

/// A number about the value of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueStatistic {
    /// The piece's symbol.
    pub piece: String,
    /// Pieces whose values are subtracted: the claim must hold for each of them.
    pub minus: Vec<String>,
    /// Pieces by whose values it is divided: the claim must hold for each of them.
    pub over: Vec<String>,
    /// The experiment whose value of the same piece is subtracted.
    pub than: Option<String>,
    /// The condition.
    pub condition: RowCondition,
    /// The condition under which the value of the same piece is subtracted.
    pub than_condition: Option<RowCondition>,
    /// The unit: `pawns` for the unit piece, `knights` or `log-odds`.
    pub unit: &'static str,
    /// The name of the method.
    pub method: &'static str,
    /// The player on both sides; by default the one with the most nodes.
    pub players: Option<String>,
    /// The nodes per move at which the line through all players gives it.
    pub at: Option<u64>,
}

/// A number about a metric.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MetricStatistic {
    /// The metric's key.
    pub name: String,
    /// The bounds of the metric, if the number is the share of the games within them instead of the mean.
    pub within: Option<Bounds>,
    /// The name of the rule set in the experiment.
    pub rules: String,
    /// The rule set whose metric is subtracted.
    pub than: Option<String>,
    /// The players; by default the mean over all that meet themselves.
    pub players: Option<String>,
    /// The opening policy, if several take turns; by default all of them.
    pub opening: Option<String>,
}

impl MetricStatistic {
    /// The key of the metric whose mean is needed.
    pub fn key(&self) -> String {
        let within = self.share();
        within.map_or_else(|| self.name.clone(), |metric| metric.key())
    }

    fn share(&self) -> Option<Metric> {
        let metric = Metric::counted(&self.name)?;
        Some(Metric::Within(Box::new(metric), self.within?))
    }
}

/// A claim with its judgement.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The claim.
    pub claim: Claim,
    /// The judgement; `None` without games.
    pub judgement: Option<Judgement>,
    /// All measurements.
    pub measured: Vec<Row>,
    /// The alternative analyses.
    pub others: Vec<OtherAnalysis>,
    /// Whether the measurement comes from the reference results.
    pub is_reference: bool,
}

impl Judged {
    /// Whether no alternative analysis of the same quantity contradicts the verdict; `None` when
    /// the claim is undecided, or there is no such analysis.
    pub fn is_robust(&self) -> Option<bool> {
        let verdict = self.judgement.as_ref()?.verdict;
        let contrary = match verdict {
            ClaimVerdict::Supported => ClaimVerdict::Contradicted,
            ClaimVerdict::Contradicted => ClaimVerdict::Supported,
            ClaimVerdict::Undecided => return None,
        };
        let others = self.others.iter();
        let mut same = others
            .filter(|other| other.kind.is_of_same_quantity())
            .peekable();
        same.peek()?;
        Some(same.all(|other| other.judgement.verdict != contrary))
    }

    /// The displayed measurement: the one that decides, or the only one of a claim that is not judged.
    pub fn shown(&self) -> Option<&Row> {
        match (&self.judgement, self.measured.as_slice()) {
            (Some(found), _) => Some(&found.measured),
            (None, [only]) => Some(only),
            (None, _) => None,
        }
    }
}

const REFERENCE: &str = include_str!("../../../data/reference/claims.csv");

/// The sources of measurements besides games.
#[derive(Clone, Copy, Debug, Default)]
pub struct LedgerSources {
    /// Whether claims that games do not measure have the measurements of the reference results.
    pub has_reference: bool,
    /// Whether endgames are solved, which may take a minute.
    pub solves_endgames: bool,
}

/// All claims with their verdicts.
#[derive(Debug)]
pub struct Ledger {
    /// The claims in the order of their file.
    pub judged: Vec<Judged>,
    /// Why claims could not be measured, each beginning with the claim's id.
    pub warnings: Vec<String>,
}

/// Measures all claims and judges them together.
///
/// # Errors
/// Games cannot be analysed, or the reference results cannot be read.
pub fn ledger(
    claims: &Claims,
    evidence: &[Evidence<'_>],
    sources: LedgerSources,
) -> Result<Ledger, FindingsError> {
    let (mut all, mut warnings) = (Vec::new(), Vec::new());
    for claim in &claims.claims {
        let is_played = evidence.iter().any(|one| one.name == claim.experiment);
        let is_endgame = matches!(claim.statistic, Statistic::Endgame(_));
        let found = if is_endgame && !sources.solves_endgames {
            Err("`tradewind claims --solve` solves the endgame".to_string())
        } else {
            measure(claim, evidence)?
        };
        let mut judged = Judged {
            claim: claim.clone(),
            judgement: None,
            measured: Vec::new(),
            others: Vec::new(),
            is_reference: false,
        };
        match found {
            Ok(rows) => {
                judged.measured = rows;
                judged.others = other_analyses(claim, evidence)?;
            }
            Err(missing) => {
                let is_asked = sources.solves_endgames || !sources.has_reference;
                if is_played || (is_endgame && is_asked) {
                    warnings.push(format!("{}: {missing}", claim.id));
                }
                if sources.has_reference {
                    judged.measured = reference(&claim.id);
                    judged.is_reference = !judged.measured.is_empty();
                }
            }
        }
        all.push(judged);
    }
    let is_judged = |one: &Judged| one.claim.open.is_none() && !one.measured.is_empty();
    let known: Vec<(&Claim, Vec<Row>)> = (all.iter())
        .filter(|one| is_judged(one))
        .map(|one| (&one.claim, one.measured.clone()))
        .collect();
    let judgements = judge(&known);
    let judged = all.iter_mut().filter(|one| is_judged(one));
    for (one, judgement) in judged.zip(judgements) {
        one.judgement = Some(judgement);
    }
    Ok(Ledger {
        judged: all,
        warnings,
    })
}

/// A measurement of the reference results. Older ones lack rules, players, method and pairs.
#[derive(Debug, Deserialize)]
struct Reference {
    id: String,
    rules: String,
    player: String,
    method: String,
    subject: String,
    unit: String,
    value: f64,
    low: f64,
    high: f64,
    n: u64,
    played: Option<u64>,
    pairs: Option<u64>,
    /// Degrees of freedom, if they are few.
    #[serde(rename = "freedom")]
    df: Option<f64>,
    warning: String,
}

/// The measurements of a claim in the reference results, if any.
fn reference(id: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(REFERENCE.as_bytes());
    let mut all = Vec::new();
    for row in reader.deserialize() {
        let row: Reference = row.expect("the reference results are well formed");
        if row.id == id {
            let warning = Warning::ALL
                .into_iter()
                .find(|one| one.name() == row.warning);
            all.push(Row {
                rules: row.rules,
                player: row.player,
                method: row.method.into(),
                condition: RowCondition::All,
                subject: Subject::Claim(row.subject),
                unit: row.unit.into(),
                value: Some(row.value),
                low: Some(row.low),
                high: Some(row.high),
                n: row.n,
                played: row.played.unwrap_or(0),
                pairs: row.pairs.unwrap_or(0),
                p: None,
                warning,
                df: row.df.unwrap_or(f64::INFINITY),
            });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every judged claim has a reference result, and every result a claim.
    #[test]
    fn the_reference_results_are_those_of_the_claims() {
        let claims = Claims::built_in().unwrap_or_else(|fault| panic!("{fault}"));
        let ids: Vec<&str> = claims
            .claims
            .iter()
            .map(|claim| claim.id.as_str())
            .collect();
        let mut reader = csv::Reader::from_reader(REFERENCE.as_bytes());
        for row in reader.deserialize::<Reference>() {
            let row = row.unwrap_or_else(|fault| panic!("{fault}"));
            assert!(ids.contains(&row.id.as_str()), "{}", row.id);
            assert!(row.low <= row.value && row.value <= row.high, "{row:?}");
        }
        for claim in claims.claims.iter().filter(|claim| claim.open.is_none()) {
            let found = reference(&claim.id);
            assert!(!found.is_empty(), "{}", claim.id);
        }
    }
}
