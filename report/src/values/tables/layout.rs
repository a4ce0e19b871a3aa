//! Tables whose columns are not known beforehand: names of pieces, then estimates, then numbers.

use crate::table::{Column, Table};
use tradewind_stats::estimate::Estimate;

/// A piece with a few estimates, for tables whose columns are not known beforehand.
pub(super) struct PieceLine {
    pub rank: u64,
    pub piece: String,
    pub words: String,
    pub pairs: u64,
    pub estimates: Vec<Option<Estimate>>,
    pub numbers: Vec<Option<f64>>,
}

/// The most estimates or numbers of a line.
pub(super) const WIDEST: usize = 8;

/// The columns that take the estimates of a line by their place.
const ESTIMATES: [fn(&PieceLine) -> Option<Estimate>; WIDEST] = [
    |line| line.estimates[0],
    |line| line.estimates[1],
    |line| line.estimates[2],
    |line| line.estimates[3],
    |line| line.estimates[4],
    |line| line.estimates[5],
    |line| line.estimates[6],
    |line| line.estimates[7],
];

const NUMBERS: [fn(&PieceLine) -> Option<f64>; WIDEST] = [
    |line| line.numbers[0],
    |line| line.numbers[1],
    |line| line.numbers[2],
    |line| line.numbers[3],
    |line| line.numbers[4],
    |line| line.numbers[5],
    |line| line.numbers[6],
    |line| line.numbers[7],
];

/// What a table has beside the names of pieces.
pub(super) struct Layout<'l> {
    pub title: String,
    pub words: Option<&'static str>,
    pub estimates: Vec<String>,
    /// Whether there is a column of the pairs behind a line.
    pub pairs: bool,
    pub numbers: Vec<&'l str>,
}

impl Layout<'_> {
    pub fn table(&self, lines: &[PieceLine]) -> Table {
        let mut columns: Vec<Column<PieceLine>> = vec![
            Column::count("rank", "", |line| line.rank),
            Column::text("piece", "piece", |line| line.piece.clone()),
        ];
        columns.extend(
            (self.words.iter())
                .map(|&words| Column::text(words, words, |line: &PieceLine| line.words.clone())),
        );
        let estimates = self.estimates.iter().zip(ESTIMATES);
        columns.extend(estimates.map(|(name, of)| Column::estimate(name, name, of)));
        if self.pairs {
            columns.push(Column::count("pairs", "pairs", |line| line.pairs));
        }
        let numbers = self.numbers.iter().zip(NUMBERS);
        columns.extend(numbers.map(|(name, of)| Column::number(name, name, of)));
        Table::new(&self.title, &columns, lines)
    }
}
