//! The measurements that come with the program, for claims without games.

use crate::row::{Row, RowCondition, Subject, Warning};
use serde::Deserialize;

const TEXT: &str = include_str!("../../../data/reference/claims.csv");

/// A measurement of the reference results. Older ones lack rules, players, method and pairs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Reference {
    /// The claim's id.
    pub id: String,
    /// The rule sets.
    pub rules: String,
    /// The players.
    pub player: String,
    /// The method.
    pub method: String,
    /// The subject.
    pub subject: String,
    /// The unit.
    pub unit: String,
    /// The number.
    pub value: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
    /// Games behind it.
    pub n: u64,
    /// Games played for it.
    pub played: Option<u64>,
    /// Pairs of games behind it.
    pub pairs: Option<u64>,
    /// Degrees of freedom, if they are few.
    #[serde(rename = "freedom")]
    pub df: Option<f64>,
    /// The warning; empty without one.
    pub warning: String,
}

/// The measurements of a claim in the reference results, if any.
pub fn reference(id: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(TEXT.as_bytes());
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
        let mut reader = csv::Reader::from_reader(TEXT.as_bytes());
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
