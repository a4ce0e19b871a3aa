//! Connection: pieces in a row that win the game for their side.

use crate::board::Geometry;
use crate::input::{Node, Reader};

/// The directions of a row, as files and ranks of a step, with their names in rule files.
const DIRECTIONS: [(&str, &[(i8, i8)]); 3] = [
    ("rank", &[(1, 0)]),
    ("file", &[(0, 1)]),
    ("diagonal", &[(1, 1), (1, -1)]),
];

/// A row of pieces of one side that wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConnectionSpec {
    /// The number of pieces in a row.
    pub count: u8,
    /// The directions of rows, as files and ranks of a step.
    pub steps: Vec<(i8, i8)>,
}

impl ConnectionSpec {
    /// In words: the row.
    pub fn text(&self) -> String {
        let named = |(_, steps): &&(&str, &[(i8, i8)])| self.steps.contains(&steps[0]);
        let names: Vec<&str> = DIRECTIONS
            .iter()
            .filter(named)
            .map(|(name, _)| *name)
            .collect();
        format!("{} pieces in a row on a {}", self.count, names.join(" or "))
    }
}

/// Reads `connect`.
pub(super) fn read(node: &Node, reader: &Reader<'_>, board: &Geometry) -> Option<ConnectionSpec> {
    let table = reader.table(node, "`connect`", &["count", "directions"]);
    let longest = board.ranks().max(board.files());
    table.need("count", "give the number of pieces in a row, such as 4")?;
    let count = table.number("count", 2, i64::from(longest))?;
    let named = table
        .list("directions")
        .iter()
        .map(|node| reader.choice(node, &DIRECTIONS));
    // Faults of all of them are reported.
    let named: Vec<_> = named.collect();
    let named = named.into_iter().collect::<Option<Vec<_>>>()?;
    let steps = match named.is_empty() {
        true => DIRECTIONS
            .iter()
            .flat_map(|(_, steps)| *steps)
            .copied()
            .collect(),
        false => named.into_iter().flatten().copied().collect(),
    };
    Some(ConnectionSpec {
        count: count as u8,
        steps,
    })
}
