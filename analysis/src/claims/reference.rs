//! The measurements that come with the program, for claims whose experiments are not at hand.

use crate::row::{Row, RowCondition, Subject, Warning};
use serde::Deserialize;

const TEXT: &str = include_str!("../../../data/reference/claims.csv");

/// A measurement of the reference results. Which rules, players and method it is of, and its pairs, are known
/// where it was measured by a program that told them.
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
    /// What was measured.
    pub subject: String,
    /// What it is given in.
    pub unit: String,
    /// The number.
    pub value: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
    /// The games behind it.
    pub n: u64,
    /// The games that were played for it.
    pub played: Option<u64>,
    /// The pairs of games behind it.
    pub pairs: Option<u64>,
    /// With how many degrees of freedom its error is known, where that is few.
    pub freedom: Option<f64>,
    /// What a reader must know; empty when there is nothing.
    pub warning: String,
}

/// The measurements of a claim in the reference results; none when it is not among them.
///
/// # Errors
/// The file is wrong, which a test forbids.
pub fn reference(id: &str) -> Result<Vec<Row>, csv::Error> {
    let mut reader = csv::Reader::from_reader(TEXT.as_bytes());
    let mut all = Vec::new();
    for row in reader.deserialize() {
        let row: Reference = row?;
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
                freedom: row.freedom.unwrap_or(f64::INFINITY),
            });
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::Claims;

    /// Every claim that is judged has a reference result, and every result a claim.
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
            let found = reference(&claim.id).expect("it is right");
            assert!(!found.is_empty(), "{}", claim.id);
        }
    }
}
