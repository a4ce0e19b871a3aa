//! The design of the regression: one row per sampled position, grouped by game pair.
//!
//! Rows are sparse (a position rarely differs in more than ten piece types). A row with the same
//! differences as the row before it in the same pair is added to that row, which changes no
//! estimate: the log-likelihood is linear in the result, and resampling is by pair.

use std::ops::Range;

use thiserror::Error;

/// Rows per block. Blocks are summed separately and their sums added in order, so that every bit of
/// a fit depends on the data alone.
const BLOCK_ROWS: usize = 4096;

/// Errors in samples.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SamplesError {
    /// The number of features is 0 or above 65 535.
    #[error("a design needs between 1 and 65535 features, not {0}")]
    FeatureCount(usize),
    /// Two features have the same name.
    #[error("feature `{0}` is named twice")]
    DuplicateName(String),
    /// The number of differences in a row is not the number of features.
    #[error("a row has {found} differences where the design has {expected} features")]
    WrongLength {
        /// Features of the design.
        expected: usize,
        /// Differences of the row.
        found: usize,
    },
    /// Rows do not arrive grouped by pair, in ascending order of pairs.
    #[error("pair {found} arrives after pair {last}; rows must be grouped by pair, ascending")]
    PairOrder {
        /// The pair of the last row so far.
        last: u64,
        /// The pair of the refused row.
        found: u64,
    },
    /// A result lies outside 0 (loss) to 1 (win).
    #[error("a result must lie between 0 and 1, not {0}")]
    Result(f32),
    /// A weight is not a positive finite number.
    #[error("a weight must be positive and finite, not {0}")]
    Weight(f32),
    /// Two designs with different features cannot be joined.
    #[error("the designs have different features and cannot be joined")]
    DifferentFeatures,
}

/// One non-zero difference: feature index and White's amount minus Black's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SparseEntry {
    pub feature: u16,
    pub difference: f32,
}

/// Rows with equal differences that follow each other in one pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SampleRow {
    /// Index of the first entry; the next row's is one past the last.
    first_entry: usize,
    /// Sum of the weights of the rows joined here.
    pub weight: f32,
    /// Sum of weight times result.
    pub score: f32,
    /// Number of rows joined here.
    pub count: u32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Pair {
    id: u64,
    first_row: usize,
}

/// The amount of data in which the two sides differ in a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Support {
    /// Rows in which the difference is not zero.
    pub rows: u64,
    /// Game pairs with at least one such row.
    pub pairs: u64,
}

/// Sampled positions: differences in material, the result of the game, the game pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Samples {
    names: Vec<String>,
    pairs: Vec<Pair>,
    rows: Vec<SampleRow>,
    entries: Vec<SparseEntry>,
    row_count: u64,
    smallest_result: f32,
    largest_result: f32,
}

impl Samples {
    /// An empty design with these features, usually the names of the piece types.
    ///
    /// # Errors
    /// [`SamplesError::FeatureCount`], [`SamplesError::DuplicateName`].
    pub fn new(names: Vec<String>) -> Result<Samples, SamplesError> {
        if names.is_empty() || names.len() > usize::from(u16::MAX) {
            return Err(SamplesError::FeatureCount(names.len()));
        }
        let mut sorted: Vec<&String> = names.iter().collect();
        sorted.sort();
        if let Some(twice) = sorted.windows(2).find(|two| two[0] == two[1]) {
            return Err(SamplesError::DuplicateName(twice[0].clone()));
        }
        Ok(Samples {
            names,
            pairs: Vec::new(),
            rows: Vec::new(),
            entries: Vec::new(),
            row_count: 0,
            smallest_result: f32::INFINITY,
            largest_result: f32::NEG_INFINITY,
        })
    }

    /// Adds a row of weight 1. See [`Samples::push_weighted`].
    pub fn push(
        &mut self,
        pair: u64,
        result: f32,
        differences: &[impl Copy + Into<f32>],
    ) -> Result<(), SamplesError> {
        self.push_weighted(pair, result, 1.0, differences)
    }

    /// Adds a row.
    ///
    /// `pair` is the game pair, not smaller than that of the row before; `result` is White's score
    /// (1, 0.5, 0); `differences` has White's amount minus Black's for every feature. With a `weight`
    /// of 1 / rows of the game each game counts the same.
    /// # Errors
    /// [`SamplesError::WrongLength`], [`SamplesError::Result`], [`SamplesError::Weight`],
    /// [`SamplesError::PairOrder`]; then nothing is added.
    pub fn push_weighted(
        &mut self,
        pair: u64,
        result: f32,
        weight: f32,
        differences: &[impl Copy + Into<f32>],
    ) -> Result<(), SamplesError> {
        if differences.len() != self.names.len() {
            return Err(SamplesError::WrongLength {
                expected: self.names.len(),
                found: differences.len(),
            });
        }
        if !(0.0..=1.0).contains(&result) {
            return Err(SamplesError::Result(result));
        }
        if !(weight > 0.0 && weight.is_finite()) {
            return Err(SamplesError::Weight(weight));
        }
        let last = self.pairs.last().map(|last| last.id);
        if let Some(last) = last.filter(|&last| last > pair) {
            return Err(SamplesError::PairOrder { last, found: pair });
        }
        let same_pair = last == Some(pair);
        if !same_pair {
            let first_row = self.rows.len();
            self.pairs.push(Pair {
                id: pair,
                first_row,
            });
        }
        let first_entry = self.entries.len();
        self.entries.extend(
            (0u16..)
                .zip(differences)
                .map(|(feature, &difference)| SparseEntry {
                    feature,
                    difference: difference.into(),
                })
                .filter(|entry| entry.difference != 0.0),
        );
        self.row_count += 1;
        self.smallest_result = self.smallest_result.min(result);
        self.largest_result = self.largest_result.max(result);
        if same_pair
            && let Some(last) = self.rows.last_mut()
            && self.entries[last.first_entry..first_entry] == self.entries[first_entry..]
        {
            last.weight += weight;
            last.score += weight * result;
            last.count += 1;
            self.entries.truncate(first_entry);
        } else {
            self.rows.push(SampleRow {
                first_entry,
                weight,
                score: weight * result,
                count: 1,
            });
        }
        Ok(())
    }

    /// Appends the rows of `later`, with `by` added to the numbers of its pairs, which must then all
    /// come after those of `self`.
    ///
    /// # Errors
    /// [`SamplesError::DifferentFeatures`], and [`SamplesError::PairOrder`] if `later` does not begin
    /// with a new, higher pair; then nothing is added.
    pub fn append_renumbered(&mut self, later: &Samples, by: u64) -> Result<(), SamplesError> {
        if self.names != later.names {
            return Err(SamplesError::DifferentFeatures);
        }
        if let (Some(last), Some(first)) = (self.pairs.last(), later.pairs.first())
            && last.id >= first.id + by
        {
            return Err(SamplesError::PairOrder {
                last: last.id,
                found: first.id + by,
            });
        }
        let (rows, entries) = (self.rows.len(), self.entries.len());
        self.pairs.extend(later.pairs.iter().map(|pair| Pair {
            id: pair.id + by,
            first_row: pair.first_row + rows,
        }));
        self.rows.extend(later.rows.iter().map(|row| SampleRow {
            first_entry: row.first_entry + entries,
            ..*row
        }));
        self.entries.extend_from_slice(&later.entries);
        self.row_count += later.row_count;
        self.smallest_result = self.smallest_result.min(later.smallest_result);
        self.largest_result = self.largest_result.max(later.largest_result);
        Ok(())
    }

    /// The names of the features, in the order of the differences.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Number of rows pushed.
    pub fn row_count(&self) -> u64 {
        self.row_count
    }

    /// Number of game pairs with at least one row.
    pub fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    /// The numbers of the pairs, in ascending order.
    pub fn pair_numbers(&self) -> impl Iterator<Item = u64> {
        self.pairs.iter().map(|pair| pair.id)
    }

    /// Whether every row has the same result, which determines no coefficient.
    pub(crate) fn has_constant_result(&self) -> bool {
        self.smallest_result == self.largest_result
    }

    /// For each feature, the rows and pairs in which the sides differ in it; pairs of weight 0 do not
    /// count.
    pub fn support(&self, weights: Option<&[f64]>) -> Vec<Support> {
        let mut support = vec![Support::default(); self.names.len()];
        let mut last_pair_with = vec![usize::MAX; self.names.len()];
        let counts = |pair: &usize| weights.is_none_or(|weights| weights[*pair] > 0.0);
        for pair in (0..self.pairs.len()).filter(counts) {
            for (row, entries) in self.rows_of(pair) {
                for entry in entries {
                    let feature = usize::from(entry.feature);
                    support[feature].rows += u64::from(row.count);
                    if last_pair_with[feature] != pair {
                        last_pair_with[feature] = pair;
                        support[feature].pairs += 1;
                    }
                }
            }
        }
        support
    }

    /// The joined rows of the pair at this index, with their entries.
    pub(crate) fn rows_of(
        &self,
        pair: usize,
    ) -> impl Iterator<Item = (&SampleRow, &[SparseEntry])> {
        let end = |next: usize| {
            self.rows
                .get(next)
                .map_or(self.entries.len(), |row| row.first_entry)
        };
        self.row_range(pair).map(move |index| {
            let row = &self.rows[index];
            (row, &self.entries[row.first_entry..end(index + 1)])
        })
    }

    fn row_range(&self, pair: usize) -> Range<usize> {
        let end = self
            .pairs
            .get(pair + 1)
            .map_or(self.rows.len(), |next| next.first_row);
        self.pairs[pair].first_row..end
    }

    /// Consecutive ranges of pair indices with some thousands of rows each.
    pub(crate) fn blocks(&self) -> Vec<Range<usize>> {
        let mut blocks = Vec::new();
        let mut first = 0;
        for pair in 0..self.pairs.len() {
            if self.row_range(pair).end - self.pairs[first].first_row >= BLOCK_ROWS {
                blocks.push(first..pair + 1);
                first = pair + 1;
            }
        }
        if first < self.pairs.len() {
            blocks.push(first..self.pairs.len());
        }
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design() -> Samples {
        Samples::new(vec!["Pawn".into(), "Knight".into()]).expect("two names")
    }

    #[test]
    fn equal_neighbours_of_a_pair_are_joined() {
        let mut samples = design();
        samples.push(3, 1.0, &[1i8, 0]).expect("valid");
        samples.push(3, 1.0, &[1i8, 0]).expect("valid");
        samples.push(3, 0.5, &[0i8, -1]).expect("valid");
        samples.push(4, 0.0, &[0i8, -1]).expect("valid");
        assert_eq!((samples.row_count(), samples.pair_count()), (4, 2));
        let first: Vec<_> = samples.rows_of(0).map(|(row, _)| *row).collect();
        assert_eq!(first.len(), 2);
        assert_eq!(
            (first[0].weight, first[0].score, first[0].count),
            (2.0, 2.0, 2)
        );
        let pawn = Support { rows: 2, pairs: 1 };
        let knight = Support { rows: 2, pairs: 2 };
        assert_eq!(samples.support(None), [pawn, knight]);
    }

    #[test]
    fn appended_parts_equal_the_whole() {
        let rows = [
            (1, 1.0, [1i8, 0]),
            (1, 0.0, [0, 2]),
            (5, 0.5, [0, 0]),
            (9, 1.0, [3, -1]),
        ];
        let mut whole = design();
        let (mut first, mut second) = (design(), design());
        for (pair, result, differences) in rows {
            whole.push(pair, result, &differences).expect("valid");
            let part = if pair < 5 { &mut first } else { &mut second };
            part.push(pair, result, &differences).expect("valid");
        }
        first.append_renumbered(&second, 0).expect("later pairs");
        assert_eq!(first, whole);
        assert_eq!(
            first.append_renumbered(&second, 0),
            Err(SamplesError::PairOrder { last: 9, found: 5 })
        );
    }

    #[test]
    fn blocks_cover_every_pair_once_and_in_order() {
        let mut samples = design();
        for row in 0..20_000u64 {
            let difference = if row % 2 == 0 { 1i8 } else { -1 };
            samples.push(row / 7, 1.0, &[difference, 0]).expect("valid");
        }
        let blocks = samples.blocks();
        assert!(blocks.len() > 2);
        let covered: Vec<usize> = blocks.into_iter().flatten().collect();
        assert_eq!(covered, (0..samples.pair_count()).collect::<Vec<_>>());
    }

    #[test]
    fn wrong_rows_are_refused_and_leave_nothing_behind() {
        let mut samples = design();
        samples.push(2, 1.0, &[1i8, 0]).expect("valid");
        let before = samples.clone();
        let wrong_length = SamplesError::WrongLength {
            expected: 2,
            found: 3,
        };
        assert_eq!(samples.push(2, 1.0, &[1i8, 0, 0]), Err(wrong_length));
        let order = SamplesError::PairOrder { last: 2, found: 1 };
        assert_eq!(samples.push(1, 1.0, &[1i8, 0]), Err(order));
        assert_eq!(
            samples.push(2, 1.5, &[1i8, 0]),
            Err(SamplesError::Result(1.5))
        );
        assert!(matches!(
            samples.push(2, f32::NAN, &[1i8, 0]),
            Err(SamplesError::Result(_))
        ));
        assert_eq!(
            samples.push_weighted(2, 1.0, 0.0, &[1i8, 0]),
            Err(SamplesError::Weight(0.0))
        );
        assert_eq!(samples, before);
        assert_eq!(
            Samples::new(vec!["Pawn".into(), "Pawn".into()]),
            Err(SamplesError::DuplicateName("Pawn".into()))
        );
        assert_eq!(Samples::new(vec![]), Err(SamplesError::FeatureCount(0)));
    }
}
