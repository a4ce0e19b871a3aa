//! The training and validation positions of a fit, in blocks of coefficients of the evaluation.

use super::plan::TexelPlan;
use crate::error::TunerError;
use crate::sampling::{GameParts, NO_SCORE, Source, games_of, sample_pairs};
use std::collections::HashSet;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Quiet, Searcher};
use tradewind_files::FileError;
use tradewind_selfplay::record::GameRecord;

/// The unit of stored counts: exact for whole, half and quarter squares.
pub(super) const FRACTION: f32 = 1.0 / 64.0;
/// The number of counts processed at once; rows are padded with zeros to a multiple of it.
pub(super) const LANES: usize = 8;
/// The number of rows at which a block is complete.
const ROWS: usize = 1_024;

/// One position.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionRow {
    /// By term: its count for White minus that for Black.
    pub counts: Vec<f32>,
    /// The share of the pieces that is on the board.
    pub share: f32,
    /// White's share of the point in the position's game.
    pub result: f32,
    /// The score of the search for the move played there, in centipawns for White.
    pub score: Option<i16>,
    /// The number of its game pair.
    pub pair: u32,
}

/// The padded number of counts of a row.
pub(super) fn width(terms: usize) -> usize {
    terms.div_ceil(LANES) * LANES
}

/// The positions of some game pairs.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct RowBlock {
    /// Number of counts of a row, a multiple of [`LANES`].
    pub(super) width: usize,
    /// Counts in [`FRACTION`]s, row by row.
    counts: Vec<i16>,
    pub(super) shares: Vec<f32>,
    pub(super) results: Vec<f32>,
    scores: Vec<i16>,
    pub(super) pairs: Vec<u32>,
}

impl RowBlock {
    /// An empty block of rows of `terms` counts.
    pub fn new(terms: usize) -> RowBlock {
        RowBlock {
            width: width(terms),
            ..RowBlock::default()
        }
    }

    /// The number of positions.
    pub fn rows(&self) -> usize {
        self.shares.len()
    }

    /// Adds a position.
    pub fn push(&mut self, row: &PositionRow) {
        let counts = (row.counts.iter()).map(|count| (count / FRACTION).round() as i16);
        let filling = std::iter::repeat_n(0, self.width - row.counts.len());
        self.counts.extend(counts.chain(filling));
        self.shares.push(row.share);
        self.results.push(row.result);
        self.scores.push(row.score.unwrap_or(NO_SCORE));
        self.pairs.push(row.pair);
    }

    /// Releases unused memory.
    fn shrink(&mut self) {
        self.counts.shrink_to_fit();
        self.shares.shrink_to_fit();
        self.results.shrink_to_fit();
        self.scores.shrink_to_fit();
        self.pairs.shrink_to_fit();
    }

    /// The counts of a row.
    pub(super) fn row(&self, at: usize) -> &[i16] {
        &self.counts[at * self.width..(at + 1) * self.width]
    }

    /// The score of a row, if it has one.
    pub(super) fn score(&self, at: usize) -> Option<i16> {
        let score = self.scores[at];
        (score != NO_SCORE).then_some(score)
    }

    /// The bytes of a row.
    fn row_bytes(width: usize) -> usize {
        2 * width + 4 + 4 + 2 + 4
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.rows() * RowBlock::row_bytes(self.width));
        bytes.extend(self.counts.iter().flat_map(|count| count.to_le_bytes()));
        bytes.extend(self.shares.iter().flat_map(|share| share.to_le_bytes()));
        bytes.extend(self.results.iter().flat_map(|result| result.to_le_bytes()));
        bytes.extend(self.pairs.iter().flat_map(|pair| pair.to_le_bytes()));
        bytes.extend(self.scores.iter().flat_map(|score| score.to_le_bytes()));
        bytes
    }

    fn from_bytes(bytes: &[u8], width: usize, rows: usize) -> RowBlock {
        let (counts, rest) = bytes.split_at(2 * width * rows);
        let (shares, rest) = rest.split_at(4 * rows);
        let (results, rest) = rest.split_at(4 * rows);
        let (pairs, scores) = rest.split_at(4 * rows);
        let shorts = |bytes: &[u8]| {
            let (parts, _) = bytes.as_chunks::<2>();
            parts.iter().copied().map(i16::from_le_bytes).collect()
        };
        let floats = |bytes: &[u8]| {
            let (parts, _) = bytes.as_chunks::<4>();
            parts.iter().copied().map(f32::from_le_bytes).collect()
        };
        let (pairs, _) = pairs.as_chunks::<4>();
        RowBlock {
            width,
            counts: shorts(counts),
            shares: floats(shares),
            results: floats(results),
            scores: shorts(scores),
            pairs: pairs.iter().copied().map(u32::from_le_bytes).collect(),
        }
    }
}

/// Blocks in order: the first ones in memory, the rest in an anonymous temporary file.
#[derive(Debug)]
pub(super) struct Blocks {
    width: usize,
    in_memory: Vec<RowBlock>,
    /// Offset in the file and number of rows.
    in_file: Vec<(u64, usize)>,
    file: Option<Mutex<std::fs::File>>,
    rows: u64,
}

impl Blocks {
    /// No blocks yet, for rows of `terms` counts.
    pub(super) fn new(terms: usize) -> Blocks {
        Blocks {
            width: width(terms),
            in_memory: Vec::new(),
            in_file: Vec::new(),
            file: None,
            rows: 0,
        }
    }

    /// The number of blocks.
    pub(super) fn len(&self) -> usize {
        self.in_memory.len() + self.in_file.len()
    }

    /// The number of positions.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// Adds a block, in memory if `in_memory` was true for all blocks so far.
    pub(super) fn push(&mut self, block: RowBlock, in_memory: bool) -> Result<(), FileError> {
        self.rows += block.rows() as u64;
        if in_memory && self.in_file.is_empty() {
            self.in_memory.push(block);
            return Ok(());
        }
        self.write(&block).map_err(temporary("write"))
    }

    fn write(&mut self, block: &RowBlock) -> io::Result<()> {
        let bytes = block.to_bytes();
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(Mutex::new(tempfile::tempfile()?)),
        };
        let file = file.get_mut().unwrap_or_else(PoisonError::into_inner);
        let end = file.seek(SeekFrom::End(0))?;
        self.in_file.push((end, block.rows()));
        file.write_all(&bytes)
    }

    /// Calls `work` with a block.
    pub(super) fn with<T>(
        &self,
        at: usize,
        work: impl FnOnce(&RowBlock) -> T,
    ) -> Result<T, FileError> {
        if let Some(block) = self.in_memory.get(at) {
            return Ok(work(block));
        }
        let (place, rows) = self.in_file[at - self.in_memory.len()];
        let mut bytes = vec![0; rows * RowBlock::row_bytes(self.width)];
        if let Some(file) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            (file.seek(SeekFrom::Start(place)))
                .and_then(|_| file.read_exact(&mut bytes))
                .map_err(temporary("read"))?;
        }
        Ok(work(&RowBlock::from_bytes(&bytes, self.width, rows)))
    }

    /// Calls `work` with each block in order.
    pub(super) fn for_each(&self, mut work: impl FnMut(&RowBlock)) -> Result<(), FileError> {
        (0..self.len()).try_for_each(|at| self.with(at, &mut work))
    }
}

/// For `map_err`: a failed operation on the temporary file.
fn temporary(what: &'static str) -> impl FnOnce(io::Error) -> FileError {
    move |cause| FileError::new(what, &std::env::temp_dir())(cause)
}

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
    let take = |records: &[GameRecord], games: Vec<Vec<(u64, PositionRow)>>, split: f64| {
        let mut rows = Vec::new();
        positions.tally.games += games_of(records);
        for samples in games {
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

/// The samples of a game, with the keys of their positions: quiet and balanced positions, or the position of a record
/// that is one.
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
    let row = |searcher: &Searcher, game: &Game, score: Option<i16>| {
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
        (game.key(), row)
    };
    if let Some(game) = source.position(record) {
        return vec![row(searcher, &game, record.first_score())];
    }
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
    parts.sample(record, source.rules(), |game, _, score| {
        if score.is_some_and(|score| i32::from(score).abs() > FORCED) {
            return None;
        }
        let eval = searcher.quiet_static_eval(game, Quiet::ForBoth)?;
        if eval.unsigned_abs() > plan.max_eval_cp {
            return None;
        }
        Some(row(searcher, game, score))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_back_from_memory_and_file() {
        let block = |first: u32| {
            let mut block = RowBlock::new(5);
            for at in 0..7 {
                block.push(&PositionRow {
                    counts: vec![1.0, -2.5, 0.75, at as f32, -8.0],
                    share: 0.5 + at as f32 / 32.0,
                    result: [0.0, 0.5, 1.0][at % 3],
                    score: (at != 2).then_some(-7 * at as i16),
                    pair: first + at as u32 / 2,
                });
            }
            block
        };
        let mut blocks = Blocks::new(5);
        for number in 0..4 {
            let in_memory = number < 2;
            blocks.push(block(number), in_memory).expect("a file");
        }
        assert_eq!((blocks.len(), blocks.rows()), (4, 28));
        for number in [3, 0, 2, 1] {
            let same = blocks.with(number, |found| *found == block(number as u32));
            assert!(same.expect("it can be read"), "{number}");
        }
    }
}
