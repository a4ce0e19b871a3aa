//! Quiet positions of recorded games, as coefficients of the evaluation.

use crate::experiment::RulesPlan;
use crate::record::archive::Archive;
use crate::record::{GameRecord, RecordError};
use rayon::prelude::*;
use tradewind_engine::evaluation::Term;
use tradewind_engine::search::Searcher;
use tradewind_engine::{Game, Play};

/// Quiet positions with the results of their games.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// The terms, in the order in which coefficients number them.
    pub terms: Vec<Term>,
    /// The position's coefficients that are not 0: number of the term, count.
    pub coefficients: Vec<Vec<(u16, f32)>>,
    /// The share of the pieces that is on the board.
    pub shares: Vec<f32>,
    /// White's share of the point in the position's game.
    pub results: Vec<f32>,
}

/// Every so many plies of a game a position is looked at.
const STRIDE: usize = 5;

/// Takes positions out of an experiment's games under one of its rule sets.
///
/// # Errors
/// A file of games is damaged or of another experiment.
pub fn collect(archive: &Archive<'_>, rules: usize) -> Result<Positions, RecordError> {
    let RulesPlan {
        game,
        player_weights,
        ..
    } = &archive.experiment().rules[rules];
    let mut all = Positions {
        terms: Term::all(game.spec()),
        ..Positions::default()
    };
    let searcher = Searcher::new(game, &player_weights[0], 0.01);
    archive.for_each_part(|records| {
        let own = records.par_iter().filter(|record| record.rules == rules);
        let found: Vec<Positions> = own
            .map(|record| of_game(record, game, &searcher, &all.terms))
            .collect();
        for mut found in found {
            all.coefficients.append(&mut found.coefficients);
            all.shares.append(&mut found.shares);
            all.results.append(&mut found.results);
        }
        Ok::<(), RecordError>(())
    })?;
    Ok(all)
}

/// The quiet positions of a game: those in which the move played does not capture, nor did the one
/// before.
fn of_game(record: &GameRecord, game: &Game, searcher: &Searcher, terms: &[Term]) -> Positions {
    let mut found = Positions::default();
    let (Some(result), Some(mut play)) = (record.result.score(), record.begin(game)) else {
        return found;
    };
    let mut was_quiet = false;
    for (ply, text) in record.moves.split(' ').enumerate() {
        let Some(one) = play.find(text) else {
            break;
        };
        let pieces = play.occupied().len();
        let mut next: Play = play.clone();
        next.play(one);
        let is_quiet = next.occupied().len() == pieces && one.promotion().is_none();
        let is_sampled = ply % STRIDE == (record.number as usize) % STRIDE;
        if ply >= record.opening_plies as usize && is_sampled && was_quiet && is_quiet {
            let (counts, share) = searcher.trace(&play);
            let number = |term| terms.iter().position(|known| *known == term);
            found.coefficients.push(
                (counts.iter())
                    .filter_map(|count| Some((number(count.term)? as u16, count.count as f32)))
                    .collect(),
            );
            found.shares.push(share as f32);
            found.results.push(result);
        }
        was_quiet = is_quiet;
        play = next;
    }
    found
}
