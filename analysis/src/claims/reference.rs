//! The measurements that come with the program, for claims whose experiments are not at hand.

use super::measure::ClaimEstimate;
use serde::Deserialize;
use tradewind_stats::estimate::Estimate;

const TEXT: &str = include_str!("../../../data/reference/claims.csv");

/// A measurement of the reference results.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Reference {
    /// The claim's id.
    pub id: String,
    /// What was measured.
    pub what: String,
    /// What it is given in.
    pub unit: String,
    /// The number.
    pub value: f64,
    /// Lower end of its interval.
    pub value_low: f64,
    /// Upper end of its interval.
    pub value_high: f64,
    /// The games behind it.
    pub games: u64,
    /// What a reader must know; empty when there is nothing.
    pub warning: String,
}

/// The measurements of a claim in the reference results; none when it is not among them.
///
/// # Errors
/// The file is wrong, which a test forbids.
pub fn reference(id: &str) -> Result<Vec<ClaimEstimate>, csv::Error> {
    let mut reader = csv::Reader::from_reader(TEXT.as_bytes());
    let mut all = Vec::new();
    for row in reader.deserialize() {
        let row: Reference = row?;
        if row.id == id {
            all.push(ClaimEstimate {
                what: row.what,
                unit: row.unit,
                estimate: Estimate {
                    value: row.value,
                    low: row.value_low,
                    high: row.value_high,
                },
                games: row.games,
                warning: row.warning,
            });
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::Claims;

    /// Every claim has a reference result, and every result a claim.
    #[test]
    fn the_reference_results_are_those_of_the_claims() {
        let claims = Claims::built_in().unwrap_or_else(|fault| panic!("{fault}"));
        let ids: Vec<&str> = claims
            .claims
            .iter()
            .map(|claim| claim.id.as_str())
            .collect();
        let mut reader = csv::Reader::from_reader(TEXT.as_bytes());
        for row in reader.deserialize::<Reference>() {
            let row = row.unwrap_or_else(|fault| panic!("{fault}"));
            assert!(ids.contains(&row.id.as_str()), "{}", row.id);
            assert!(
                row.value_low <= row.value && row.value <= row.value_high,
                "{row:?}"
            );
        }
        for id in ids {
            assert!(!reference(id).expect("it is right").is_empty(), "{id}");
        }
    }
}
