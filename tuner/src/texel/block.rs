//! Blocks of positions, stored as the coefficients of the evaluation.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};
use tradewind_files::FileError;

/// The unit of stored counts: exact for whole, half and quarter squares.
pub(super) const FRACTION: f32 = 1.0 / 64.0;
/// The number of counts processed at once; rows are padded with zeros to a multiple of it.
pub(super) const LANES: usize = 8;
/// The number of rows at which a block is complete.
pub(super) const ROWS: usize = 1_024;
/// The score of a row without one.
const NO_SCORE: i16 = i16::MIN;

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
    pub(super) counts: Vec<i16>,
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
    pub(super) fn shrink(&mut self) {
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
    pub(super) fn row_bytes(width: usize) -> usize {
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
    end: u64,
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
            end: 0,
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
        file.seek(SeekFrom::Start(self.end))?;
        file.write_all(&bytes)?;
        self.in_file.push((self.end, block.rows()));
        self.end += bytes.len() as u64;
        Ok(())
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
