//! What games tell besides the means of metrics: how they ended, how long they were, how many pieces were left when.

use super::Measurement;
use super::RulesCell;
use super::measure::{CellSums, PlayedBy};
use crate::dataset::GameOutcome;
use crate::metric::Metric;
use crate::outcomes::{MEAN, length_quantiles, result_rows};
use crate::row::{Row, RowCondition, Subject};
use tradewind_stats::Mean;

/// At how many plies it is counted which games are still going on.
const RUNNING_STEPS: u32 = 24;

/// The method of shares of games.
const SHARE: &str = "share";

/// What the games of players against themselves tell besides the means of metrics.
pub(super) fn further_rows(
    strata: &[PlayedBy<'_>],
    sums: &[Vec<CellSums>],
    rules: &[RulesCell],
    measurements: &[Measurement],
) -> Vec<Row> {
    let all = strata.iter().zip(sums);
    let selves = all.filter(|((stratum, _), _)| !stratum.is_gap);
    let cells = selves.clone().flat_map(|((_, cells), _)| cells);
    let longest = longest_shown(cells.flat_map(|cell| cell.played.outcomes));
    let metrics: Vec<Metric> = measurements.iter().map(|one| one.metric.clone()).collect();
    let mut rows = Vec::new();
    for ((stratum, cells), sums) in selves {
        for ((cell, games), sums) in rules.iter().zip(cells).zip(sums) {
            let mut own = rows_of_games(games.played.outcomes, &metrics, longest);
            own.extend(rows_of_pieces_left(sums));
            let own = own.into_iter();
            rows.extend(own.map(|row| row.of_games(&cell.name, &stratum.name)));
        }
    }
    rows
}

/// The ply to which it is counted which games are still going on: the few longest games would squeeze all
/// others into a corner of a plot.
fn longest_shown<'g>(games: impl Iterator<Item = &'g GameOutcome>) -> u32 {
    let mut plies: Vec<u32> = games.map(|game| game.plies).collect();
    plies.sort_unstable();
    plies.get(plies.len() * 98 / 100).copied().unwrap_or(0)
}

/// A share of games or pieces as a row.
fn share_row(method: &'static str, subject: Subject, condition: RowCondition, mean: &Mean) -> Row {
    Row {
        condition,
        n: mean.games,
        pairs: mean.pairs() as u64,
        ..Row::new(method, subject, "%").with_estimate(Some(mean.estimate.scaled(100.0)))
    }
}

/// Results by termination, quantiles of the length, and which games are still going on after some plies.
fn rows_of_games(outcomes: &[GameOutcome], metrics: &[Metric], longest: u32) -> Vec<Row> {
    let mut rows = result_rows(outcomes, metrics);
    rows.extend(length_quantiles(outcomes));
    rows.extend((0..=RUNNING_STEPS).filter_map(|step| {
        let ply = longest * step / RUNNING_STEPS;
        let still = outcomes
            .iter()
            .map(|game| (game.pair, f64::from(u8::from(game.plies > ply))));
        let mean = Mean::of(still, true)?;
        Some(share_row(
            SHARE,
            Subject::Running,
            RowCondition::Ply(ply),
            &mean,
        ))
    }));
    rows
}

/// How many pieces are left after some part of the game.
fn rows_of_pieces_left(sums: &CellSums) -> Vec<Row> {
    let left = sums.left().zip((0..).step_by(10));
    left.filter_map(|(mean, percent)| {
        let condition = RowCondition::Played(percent);
        Some(share_row(MEAN, Subject::PiecesLeft, condition, &mean?))
    })
    .collect()
}
