//! The positions that weights are fitted to, and those by which the fit is judged.

use super::TexelError;
use super::block::{Blocks, PositionRow, ROWS, RowBlock};
use super::plan::TexelPlan;
use super::sampling::{self, Sample};
use super::sources::Source;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::collections::HashSet;
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::Searcher;
use tradewind_selfplay::record::GameRecord;

/// The stream of chance that says which pairs are for validation.
const SPLIT_STREAM: u64 = 1 << 61;

/// Quiet positions with the results of their games.
#[derive(Debug)]
pub struct Positions {
    /// How many terms a row has.
    pub(super) terms: usize,
    /// Those that weights are fitted to.
    pub(super) fitted: Blocks,
    /// The validation set, from other pairs of games.
    pub(super) validation: Blocks,
    /// By term: in how many of the rows fitted to it counts.
    pub(super) seen: Vec<u64>,
    /// By term: in how many of all rows it counts, and the sum of the squares of its counts there.
    sizes: Vec<(u64, f64)>,
    /// What they come from.
    pub tally: PositionTally,
    open: [RowBlock; 2],
    memory: u64,
    held: u64,
}

/// What positions come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PositionTally {
    /// Games that were looked at.
    pub games: u64,
    /// Games with at least one position.
    pub used_games: u64,
    /// Positions that stood in an earlier game already and were passed over.
    pub repeated: u64,
    /// Positions in games that White won, drew and lost.
    pub results: [u64; 3],
    /// Positions without the score of a search.
    pub without_score: u64,
}

impl Positions {
    /// None yet, for so many terms; so many megabytes of them are held in memory.
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

    /// By term: how often it counts where it counts at all (the root of the mean square); 1 where it
    /// never does.
    pub(super) fn sizes(&self) -> Vec<f64> {
        let sums = self.sizes.iter();
        sums.map(|(counted, square)| match counted {
            0 => 1.0,
            _ => (square / *counted as f64).sqrt(),
        })
        .collect()
    }

    /// How many there are to fit to, and how many in the validation set.
    pub fn counts(&self) -> [u64; 2] {
        [self.fitted.rows(), self.validation.rows()]
    }

    /// Adds positions of one pair of games, to the validation set or to those fitted to.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub fn add(&mut self, rows: &[PositionRow], is_validation: bool) -> Result<(), TexelError> {
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

    fn close(&mut self, is_validation: bool) -> Result<(), TexelError> {
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

    /// No more are added: what is open is closed.
    ///
    /// # Errors
    /// The temporary file cannot be written, or nothing can be learnt from them.
    pub fn close_all(&mut self) -> Result<(), TexelError> {
        self.close(false)?;
        self.close(true)?;
        self.check()
    }

    fn check(&self) -> Result<(), TexelError> {
        let useless = |why: &str| Err(TexelError::Useless(why.to_string()));
        let [white, drawn, black] = self.tally.results;
        if self.counts() == [0, 0] {
            return useless("they have no quiet position of a game with a result");
        }
        if [white, drawn, black].iter().filter(|&&n| n > 0).count() == 1 {
            return Err(TexelError::ended_alike());
        }
        if white == 0 || black == 0 {
            let side = if white == 0 { "White" } else { "Black" };
            return Err(TexelError::Useless(format!(
                "{side} has won none of them; play more, or with other players"
            )));
        }
        match self.counts() {
            [0, _] | [_, 0] => {
                useless("there are too few pairs for a validation set; play more of them")
            }
            _ => Ok(()),
        }
    }
}

/// Takes positions out of games under one rule set, on the threads of the current rayon pool.
/// `progress` hears how many games have been looked at; all is given up when it says `false`.
///
/// # Errors
/// A file of games is damaged, the temporary file cannot be written, or nothing can be learnt from
/// the games.
pub fn collect(
    sources: &[Source<'_, '_>],
    begin: &Weights,
    plan: &TexelPlan,
    mut progress: impl FnMut(u64) -> bool,
) -> Result<Option<Positions>, TexelError> {
    let terms = begin.terms.len();
    let mut positions = Positions::new(terms, plan.memory);
    let mut known: HashSet<u64> = HashSet::new();
    let mut split = ChaCha8Rng::seed_from_u64(plan.seed);
    split.set_stream(SPLIT_STREAM);
    let mut pair = 0;
    let mut go_on = true;
    for source in sources {
        let game = &source.plan().game;
        source.archive.for_each_chunk(|records| {
            if !go_on {
                return Ok(());
            }
            let samples = of_part(&records, source, game, begin, plan, terms);
            let pairs = records.chunk_by(|one, other| one.pair() == other.pair());
            let mut samples = samples.into_iter();
            for games in pairs {
                let found: Vec<Vec<Sample>> = samples.by_ref().take(games.len()).collect();
                let is_own = games[0].rules == source.rules;
                if !is_own {
                    continue;
                }
                let is_validation = split.random::<f64>() < plan.validation;
                let mut rows = Vec::new();
                for samples in found {
                    positions.tally.games += 1;
                    positions.tally.used_games += u64::from(!samples.is_empty());
                    for Sample { key, row } in samples {
                        if known.insert(key) {
                            rows.push(PositionRow { pair, ..row })
                        } else {
                            positions.tally.repeated += 1
                        }
                    }
                }
                positions.add(&rows, is_validation)?;
                pair += 1;
            }
            go_on = progress(positions.tally.games);
            Ok::<(), TexelError>(())
        })?;
    }
    if !go_on {
        return Ok(None);
    }
    positions.close_all()?;
    Ok(Some(positions))
}

/// By game: its samples.
fn of_part(
    records: &[GameRecord],
    source: &Source<'_, '_>,
    game: &Game,
    begin: &Weights,
    plan: &TexelPlan,
    terms: usize,
) -> Vec<Vec<Sample>> {
    let own_weights = source.own_weights(begin);
    records
        .par_iter()
        .map_init(
            || Searcher::new(game, &own_weights, 0.01),
            |searcher, record| {
                if record.rules == source.rules {
                    sampling::of_game(record, source, searcher, plan, terms)
                } else {
                    Vec::new()
                }
            },
        )
        .collect()
}
