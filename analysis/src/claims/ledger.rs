//! The ledger: all claims measured, by games or from the reference results, and judged together.

use super::{Claim, Claims, Evidence, Judged, Statistic, judge, measure, other_analyses};
use crate::error::FindingsError;
use crate::row::{Row, RowCondition, Subject, Warning};
use serde::Deserialize;

/// The reference results.
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
    use crate::claims::Claims;

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
