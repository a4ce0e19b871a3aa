//! The training and validation positions of a fit.

use super::block::{Blocks, PositionRow, ROWS, RowBlock};
use super::plan::TexelPlan;
use crate::error::TunerError;
use crate::sampling::{GameParts, Source, sample_pairs};
use std::collections::HashSet;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Quiet, Searcher};
use tradewind_selfplay::record::GameRecord;

/// The score, in centipawns, above which a position is a forced win and left out.
const FORCED: i32 = 20_000;
/// Without recorded scores, the number of plies before a win that are left out as decided.
const LAST_PLIES: usize = 4;

/// Quiet positions with the results of their games.
#[derive(Debug)]
pub struct Positions {
    /// The number of terms of a row.
    pub(super) terms: usize,
    /// The training set.
    pub(super) fitted: Blocks,
    /// The validation set, from other pairs of games.
    pub(super) validation: Blocks,
    /// By term: the number of training rows in which it counts.
    pub(super) seen: Vec<u64>,
    /// By term: the number of all rows in which it counts, and the sum of squares of its counts.
    sizes: Vec<(u64, f64)>,
    /// Their origin.
    pub tally: PositionTally,
    open: [RowBlock; 2],
    memory: u64,
    held: u64,
}

/// The origin of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PositionTally {
    /// All games.
    pub games: u64,
    /// Games with at least one position.
    pub used_games: u64,
    /// Positions left out because an earlier game has them.
    pub repeated: u64,
    /// Positions in games that White won, drew and lost.
    pub results: [u64; 3],
    /// Positions without the score of a search.
    pub without_score: u64,
}

impl Positions {
    /// An empty set of positions with `terms` counts each, of which `megabytes` are held in memory.
    pub fn new(terms: usize, megabytes: u64) -> Positions {
        Positions {
            terms,
            fitted: Blocks::new(terms),
            validation: Blocks::new(terms),
            seen: vec![0; terms],
            sizes: vec![(0, 0.0); terms],
            tally: PositionTally::default(),
            open: [RowBlock::new(terms), RowBlock::new(terms)],
            memory: megabytes.saturating_mul(1 << 20),
            held: 0,
        }
    }

    /// By term: the root mean square of its counts other than 0; 1 if all are 0.
    pub(super) fn sizes(&self) -> Vec<f64> {
        let sums = self.sizes.iter();
        sums.map(|(counted, square)| match counted {
            0 => 1.0,
            _ => (square / *counted as f64).sqrt(),
        })
        .collect()
    }

    /// The sizes of the training and the validation set.
    pub fn counts(&self) -> [u64; 2] {
        [self.fitted.rows(), self.validation.rows()]
    }

    /// Adds the positions of a game pair to the validation or the training set.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub fn add(&mut self, rows: &[PositionRow], is_validation: bool) -> Result<(), TunerError> {
        for row in rows {
            let sums = self.seen.iter_mut().zip(&mut self.sizes);
            for ((seen, (counted, square)), count) in sums.zip(&row.counts) {
                let counts = u64::from(*count != 0.0);
                *counted += counts;
                *seen += if is_validation { 0 } else { counts };
                *square += f64::from(*count) * f64::from(*count);
            }
            let place = match row.result {
                1.0 => 0,
                0.0 => 2,
                _ => 1,
            };
            self.tally.results[place] += 1;
            self.tally.without_score += u64::from(row.score.is_none());
            self.open[usize::from(is_validation)].push(row);
        }
        if self.open[usize::from(is_validation)].rows() >= ROWS {
            self.close(is_validation)?;
        }
        Ok(())
    }

    fn close(&mut self, is_validation: bool) -> Result<(), TunerError> {
        let open = &mut self.open[usize::from(is_validation)];
        let mut block = std::mem::replace(open, RowBlock::new(self.terms));
        block.shrink();
        if block.rows() == 0 {
            return Ok(());
        }
        self.held += (block.rows() * RowBlock::row_bytes(block.width)) as u64;
        let blocks = if is_validation {
            &mut self.validation
        } else {
            &mut self.fitted
        };
        Ok(blocks.push(block, self.held <= self.memory)?)
    }

    /// Ends adding positions.
    ///
    /// # Errors
    /// The temporary file cannot be written, or the positions cannot be used for a fit.
    pub fn close_all(&mut self) -> Result<(), TunerError> {
        self.close(false)?;
        self.close(true)?;
        let useless = |why: &str| Err(TunerError::useless(why));
        let [white, drawn, black] = self.tally.results;
        if self.counts() == [0, 0] {
            return useless("they have no quiet position of a game with a result");
        }
        if [white, drawn, black].iter().filter(|&&n| n > 0).count() == 1 {
            return Err(TunerError::same_results());
        }
        if white == 0 || black == 0 {
            let side = if white == 0 { "White" } else { "Black" };
            return Err(TunerError::Useless(format!(
                "{side} has won none of them; play more games, or with other players"
            )));
        }
        match self.counts() {
            [0, _] | [_, 0] => {
                useless("there are too few game pairs for a validation set; play more of them")
            }
            _ => Ok(()),
        }
    }
}

/// Samples quiet positions of games of one rule set, on the threads of the current rayon pool. `progress` is given the
/// number of games so far and stops sampling by returning `false`.
///
/// # Errors
/// A file of games is damaged, the temporary file cannot be written, or the positions cannot be used for a fit.
pub fn collect(
    sources: &[Source<'_, '_>],
    begin: &Weights,
    plan: &TexelPlan,
    progress: impl FnMut(u64) -> bool,
) -> Result<Option<Positions>, TunerError> {
    let terms = begin.terms.len();
    let mut positions = Positions::new(terms, plan.memory);
    let mut known: HashSet<u64> = HashSet::new();
    let mut pair = 0;
    let sampler = |source| {
        move |record: &GameRecord, searcher: &mut Searcher| {
            of_game(record, source, searcher, plan, terms)
        }
    };
    let take = |_: &[GameRecord], games: Vec<Vec<(u64, PositionRow)>>, split: f64| {
        let mut rows = Vec::new();
        for samples in games {
            positions.tally.games += 1;
            positions.tally.used_games += u64::from(!samples.is_empty());
            for (key, row) in samples {
                if known.insert(key) {
                    rows.push(PositionRow { pair, ..row });
                } else {
                    positions.tally.repeated += 1;
                }
            }
        }
        pair += 1;
        positions.add(&rows, split < plan.validation)
    };
    if !sample_pairs(sources, begin, plan.seed, sampler, take, progress)? {
        return Ok(None);
    }
    positions.close_all()?;
    Ok(Some(positions))
}

/// The samples of a game, with the keys of their positions: quiet and balanced positions.
fn of_game(
    record: &GameRecord,
    source: &Source<'_, '_>,
    searcher: &mut Searcher,
    plan: &TexelPlan,
    terms: usize,
) -> Vec<(u64, PositionRow)> {
    let Some(result) = record.result.score() else {
        return Vec::new();
    };
    let plies = record.plies as usize;
    let parts = GameParts {
        count: plan.positions,
        end: match (&record.evaluations, result == 0.5) {
            (None, false) => plies.saturating_sub(LAST_PLIES),
            _ => plies,
        },
        expire: true,
        seed: plan.seed,
    };
    parts.sample(record, &source.plan().compiled, |game, _, score| {
        if score.is_some_and(|score| i32::from(score).abs() > FORCED) {
            return None;
        }
        let eval = searcher.quiet_static_eval(game, Quiet::ForBoth)?;
        if eval.unsigned_abs() > plan.max_eval_cp {
            return None;
        }
        let (coefficients, share) = searcher.trace(game);
        let mut counts = vec![0.0; terms];
        for one in coefficients {
            let place = source.terms.iter().find(|(term, _)| *term == one.term);
            if let Some(&(_, at)) = place {
                counts[at] += one.count as f32;
            }
        }
        let row = PositionRow {
            counts,
            share: share as f32,
            result,
            score,
            pair: 0,
        };
        Some((game.key(), row))
    })
}
