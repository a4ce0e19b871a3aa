//! The ledger: all claims measured, by games or from the reference results, and judged together.

use super::{
    Claim, Claims, Evidence, Judged, OtherAnalysis, Statistic, judge, measure, other_analyses,
    reference,
};
use crate::error::FindingsError;
use crate::row::Row;

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

/// The measurements of a claim.
struct MeasuredClaim {
    claim: Claim,
    rows: Vec<Row>,
    others: Vec<OtherAnalysis>,
    is_reference: bool,
}

impl MeasuredClaim {
    fn is_judged(&self) -> bool {
        self.claim.open.is_none() && !self.rows.is_empty()
    }
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
    let (mut found, mut warnings) = (Vec::new(), Vec::new());
    for claim in &claims.claims {
        let is_played = evidence.iter().any(|one| one.name == claim.experiment);
        let is_endgame = matches!(claim.statistic, Statistic::Endgame(_));
        let measured = if is_endgame && !sources.solves_endgames {
            Err("`tradewind claims --solve` solves the endgame".to_string())
        } else {
            measure(claim, evidence)?
        };
        found.push(match measured {
            Ok(rows) => MeasuredClaim {
                claim: claim.clone(),
                rows,
                others: other_analyses(claim, evidence)?,
                is_reference: false,
            },
            Err(missing) => {
                let is_asked = sources.solves_endgames || !sources.has_reference;
                if is_played || (is_endgame && is_asked) {
                    warnings.push(format!("{}: {missing}", claim.id));
                }
                let rows = if sources.has_reference {
                    reference(&claim.id)
                } else {
                    Vec::new()
                };
                MeasuredClaim {
                    claim: claim.clone(),
                    is_reference: !rows.is_empty(),
                    rows,
                    others: Vec::new(),
                }
            }
        });
    }
    let known: Vec<(&Claim, Vec<Row>)> = (found.iter())
        .filter(|one| one.is_judged())
        .map(|one| (&one.claim, one.rows.clone()))
        .collect();
    let mut judgements = judge(&known).into_iter();
    let judged = found.into_iter().map(|one| Judged {
        judgement: one.is_judged().then(|| judgements.next()).flatten(),
        is_reference: one.is_reference,
        claim: one.claim,
        measured: one.rows,
        others: one.others,
    });
    Ok(Ledger {
        judged: judged.collect(),
        warnings,
    })
}
