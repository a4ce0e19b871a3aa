//! How well the players of rule sets judge positions: the distance of their scores from those of a much longer search, in
//! positions of their own games. Equally long training is not equal knowledge.

use super::{Comparison, FoundRules};
use crate::dataset::{Dataset, DatasetError};
use crate::row::{Row, Subject};
use rayon::prelude::*;
use tradewind_engine::search::{Limits, Searcher};
use tradewind_selfplay::experiment::{Experiment, Pairing};
use tradewind_selfplay::record::{GameRecord, RecordError};
use tradewind_stats::estimate::Z;
use tradewind_stats::{Mean, score_of_elo};

/// The nodes of the longer search, in those of the player.
pub const TIMES_NODES: u64 = 100;
/// The number of positions for each rule set, one from a game.
const POSITIONS: usize = 100;
/// The memory of a search in megabytes.
const MEGABYTES: f64 = 16.0;

impl Comparison {
    /// Measures the judgement of the weakest player that meets itself, under each rule set: the mean absolute distance of
    /// its scores from those of a search of [`TIMES_NODES`] times its nodes, in points of the expected score, which is
    /// 10 to 1 at 400 centipawns. Adds rows, and notes where rule sets differ clearly. It takes seconds for each
    /// thousand nodes of the player.
    ///
    /// # Errors
    /// A file of games is wrong.
    pub fn add_judgement(&mut self, datasets: &[Dataset<'_>]) -> Result<(), DatasetError> {
        let Some(player) = self.strata.iter().find(|stratum| !stratum.is_gap) else {
            return Ok(());
        };
        let player = player.name.clone();
        let mut found = Vec::new();
        for (cell, rules) in self.rules.iter().zip(FoundRules::all(datasets)) {
            let dataset = &datasets[rules.dataset];
            let (place, _) = rules.pairing(datasets, &player);
            let pairing = dataset.pairings[place].pairing;
            if let Some(mean) = judgement(dataset, pairing)? {
                found.push((cell.name.clone(), mean));
            }
        }
        for (at, (name, mean)) in found.iter().enumerate() {
            let row = Row::new("search", Subject::Judgement, "points");
            let row = row.with_estimate(Some(mean.estimate.scaled(100.0)));
            let counted = Row {
                n: mean.games,
                pairs: mean.pairs() as u64,
                ..row
            };
            self.rows.push(counted.of_games(name, &player));
            for (other, its) in &found[at + 1..] {
                let error = |mean: &Mean| mean.estimate.standard_error();
                let difference = mean.estimate.value - its.estimate.value;
                if difference.abs() > Z * libm::hypot(error(mean), error(its)) {
                    let (better, worse) = if difference < 0.0 {
                        (name, other)
                    } else {
                        (other, name)
                    };
                    self.notes.push(format!(
                        "The players of {better} judge positions clearly better than those of {worse}: the distance of \
                         their scores from those of a search of {TIMES_NODES} times the nodes is smaller. Differences may \
                         be the players'."
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The judgement of a player that meets itself; `None` if it has no limit of nodes, or too few games have their moves.
fn judgement(dataset: &Dataset<'_>, pairing: Pairing) -> Result<Option<Mean>, DatasetError> {
    let experiment = dataset.experiment();
    let Some(nodes) = experiment.players[pairing.players[0]].nodes else {
        return Ok(None);
    };
    let distances: Vec<(u64, f64)> = some_games(dataset, pairing)?
        .par_iter()
        .filter_map(|(number, game)| {
            Some((game.number, distance(experiment, *number, game, nodes)?))
        })
        .collect();
    Ok(Mean::of(distances.into_iter(), true))
}

/// Games of a pairing, spread evenly over all, with the numbers of their pairs within it.
fn some_games(
    dataset: &Dataset<'_>,
    pairing: Pairing,
) -> Result<Vec<(u64, GameRecord)>, DatasetError> {
    let (archive, experiment) = (&dataset.archive, dataset.experiment());
    let pairings = experiment.pairings();
    let step = (experiment.pairs_of(pairing) / POSITIONS as u64).max(1);
    // The first game of every `step`th pair.
    let chosen_number = |game: u64| {
        let scheduled = experiment.scheduled_pair(&pairings, game / 2);
        let is_chosen = scheduled.pairing == pairing
            && scheduled.number.is_multiple_of(step)
            && game.is_multiple_of(2);
        is_chosen.then_some(scheduled.number)
    };
    let mut chosen = Vec::new();
    for chunk in archive.chunks().map_err(RecordError::File)? {
        if !(archive.chunk_games(chunk)).any(|game| chosen_number(game).is_some()) {
            continue;
        }
        let games = archive.read(chunk)?.into_iter();
        let games = games.filter(GameRecord::has_moves);
        chosen.extend(games.filter_map(|game| Some((chosen_number(game.number)?, game))));
    }
    chosen.truncate(POSITIONS);
    Ok(chosen)
}

/// The distance in a position of a game, whose ply depends on its number; `None` if the game ended with its opening.
/// `number` is that of its pair within the pairing.
fn distance(experiment: &Experiment, number: u64, game: &GameRecord, nodes: u64) -> Option<f64> {
    let rules = &experiment.rules[game.rules];
    let run = experiment.training_run_of(number, rules.training_runs());
    let weights = match run.checked_sub(1) {
        None => &rules.player_weights[game.players[0]],
        Some(further) => &rules.further_weights[further].weights,
    };
    let length = game
        .plies
        .checked_sub(game.opening_plies)
        .filter(|plies| *plies > 0)?;
    // Fibonacci hashing: consecutive games have plies far apart.
    let hash = (game.number as u32).wrapping_mul(0x9e37_79b9);
    let ply = game.opening_plies + hash % length;
    let mut position = game.begin(&rules.compiled)?;
    for text in game.moves().take(ply as usize) {
        let one = position.find(text)?;
        position.play_unchecked(one);
    }
    let score = |nodes: u64| {
        let mut searcher = Searcher::new(&rules.compiled, weights, MEGABYTES);
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let found = searcher.search(&position, &limits, |_| {});
        score_of_elo(found.score.cp().into())
    };
    Some((score(nodes) - score(TIMES_NODES * nodes)).abs())
}
