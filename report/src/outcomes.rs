//! The outcomes of games, in sentences.

use crate::format::with_interval;
use tradewind_analysis::metric::Metric;
use tradewind_analysis::outcomes::{MATCH, MEAN};
use tradewind_analysis::row::{Row, RowCondition, Subject};

/// A sentence about the outcomes for each rule set and player.
pub(crate) fn found(rows: &[Row]) -> Vec<String> {
    let mut pairings: Vec<(&str, &str)> = Vec::new();
    for row in rows {
        let pairing = (row.rules.as_str(), row.player.as_str());
        if !pairings.contains(&pairing) {
            pairings.push(pairing);
        }
    }
    let sentence = |(rules, player): (&str, &str)| {
        let own = |method: &'static str, unit: &'static str, subject: &Subject| {
            let found = rows.iter().find(|row| {
                (row.rules.as_str(), row.player.as_str()) == (rules, player)
                    && (row.method == method && row.unit == unit && row.subject == *subject)
                    && (method == MATCH || row.condition == RowCondition::All)
            })?;
            Some((with_interval(found.estimate()?), found))
        };
        if let Some((score, row)) = own(MATCH, "%", &Subject::Score) {
            let elo = own(MATCH, "Elo", &Subject::Score).map(|(elo, _)| format!(", {elo} Elo"));
            let elo = elo.unwrap_or_default();
            return Some(format!("{rules}: {}: {score} %{elo}.", row.condition));
        }
        let mean = |metric: Metric| {
            let unit = metric.unit().text();
            own(MEAN, unit, &Subject::Metric(metric)).map(|(text, _)| text)
        };
        let (white, draws) = (mean(Metric::FirstPlayer)?, mean(Metric::Draws)?);
        let length = mean(Metric::Length)?;
        Some(format!(
            "{rules}, {player}: White scores {white} %, {draws} % are drawn, and a game lasts {length} plies."
        ))
    };
    pairings.into_iter().filter_map(sentence).collect()
}
