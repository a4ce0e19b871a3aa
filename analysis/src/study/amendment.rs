//! What an amendment changes in a study.

use super::plan::StudyError;
use super::registration::Registration;
use crate::claims::Claim;
use std::collections::BTreeSet;

/// What a registration changes in the one that it amends, a line each; none when it amends none.
///
/// # Errors
/// Claims of one of them are wrong.
pub fn changes(registration: &Registration) -> Result<Vec<String>, StudyError> {
    let Some(earlier) = &registration.amends else {
        return Ok(Vec::new());
    };
    let mut lines = Vec::new();
    let mut compare = |what: &str, before: String, after: String| {
        if before != after {
            lines.push(format!("{what}: {before} → {after}"));
        }
    };
    compare("name", earlier.name.clone(), registration.name.clone());
    compare(
        "stopping",
        earlier.stopping.clone(),
        registration.stopping.clone(),
    );
    compare(
        "exclusions",
        earlier.exclusions.join("; "),
        registration.exclusions.join("; "),
    );
    compare(
        "confirmation",
        earlier.confirmation.to_string(),
        registration.confirmation.to_string(),
    );
    compare("program", program(earlier), program(registration));
    let (before, after) = (earlier.read_claims()?, registration.read_claims()?);
    for claim in &after.claims {
        match before.claims.iter().find(|known| known.id == claim.id) {
            None => lines.push(format!("claim {}: new", claim.id)),
            Some(known) => lines.extend(changes_of(known, claim)),
        }
    }
    for claim in &before.claims {
        if !after.claims.iter().any(|known| known.id == claim.id) {
            lines.push(format!("claim {}: left out", claim.id));
        }
    }
    let paths: BTreeSet<&String> = earlier
        .files
        .keys()
        .chain(registration.files.keys())
        .collect();
    for path in paths {
        match (earlier.files.get(path), registration.files.get(path)) {
            (None, _) => lines.push(format!("{path}: new")),
            (_, None) => lines.push(format!("{path}: left out")),
            (Some(before), Some(after)) if before != after => {
                lines.push(format!("{path}: changed"))
            }
            _ => {}
        }
    }
    Ok(lines)
}

fn program(registration: &Registration) -> String {
    format!(
        "{}, signature {}",
        registration.version, registration.signature
    )
}

/// What becomes of a claim, without what says nothing about its verdict.
fn changes_of(before: &Claim, after: &Claim) -> Vec<String> {
    let open = |claim: &Claim| claim.open.clone().unwrap_or("no".to_string());
    let bound = |bound: Option<f64>| bound.map_or("none".to_string(), |bound| bound.to_string());
    let all = [
        ("claim", before.claim.clone(), after.claim.clone()),
        (
            "experiment",
            before.experiment.clone(),
            after.experiment.clone(),
        ),
        ("open", open(before), open(after)),
        ("above", bound(before.above), bound(after.above)),
        ("below", bound(before.below), bound(after.below)),
    ];
    let is_other = before.statistic != after.statistic;
    let statistic = is_other.then(|| format!("claim {}, statistic: changed", after.id));
    let changed = all.into_iter().filter(|(_, before, after)| before != after);
    changed
        .map(|(what, old, new)| format!("claim {}, {what}: {old} → {new}", after.id))
        .chain(statistic)
        .collect()
}
