//! Reading the `powers` of a piece.

use super::context::Nature;
use super::{ENTRIES, Power};
use crate::betza::{self, Betza, Mode};
use crate::board::Geometry;
use crate::input::{Node, Reader, TableReader, closest};
use crate::piece::PieceType;
use std::cell::Cell;

/// The name, keys, nature and reader of a power.
pub(super) struct PowerEntry {
    pub name: &'static str,
    pub keys: &'static [&'static str],
    pub nature: Nature,
    pub read: fn(&PowerReader<'_>) -> Option<Power>,
}

/// Finds the piece type that a value names, or reports that there is none.
pub(crate) type NamedPieces<'r> = dyn Fn(&Node) -> Option<PieceType> + 'r;

/// The table of a power that is being read.
pub(crate) struct PowerReader<'r> {
    pub table: TableReader<'r>,
    pub board: &'r Geometry,
    pub piece: &'r NamedPieces<'r>,
    /// The number of words of Betza notation read so far.
    words: Cell<usize>,
}

/// Reads one power; returns it with its number of words of Betza notation.
pub(crate) fn read(
    node: &Node,
    piece: &NamedPieces<'_>,
    board: &Geometry,
    reader: &Reader<'_>,
) -> Option<(Power, usize)> {
    let names = || ENTRIES.iter().map(|entry| entry.name);
    let list = || names().collect::<Vec<_>>().join(", ");
    let Some(name_node) = node.get("power") else {
        let remedy = format!("write {{ power = \"…\" }} with one of {}", list());
        reader.fault(&node.place, "a power without its name", remedy);
        return None;
    };
    let name = reader.text(name_node)?;
    let Some(entry) = ENTRIES.iter().find(|entry| entry.name == name) else {
        let guess = closest(name, names()).map(|guess| format!("did you mean \"{guess}\"? "));
        let remedy = format!("{}the powers are {}", guess.unwrap_or_default(), list());
        let message = format!("there is no power \"{name}\"");
        reader.fault(&name_node.place, message, remedy);
        return None;
    };
    let mut allowed = vec!["power"];
    allowed.extend(entry.keys);
    let what = format!("power \"{name}\"");
    let table = reader.table(node, &what, &allowed);
    let reader = PowerReader {
        table,
        board,
        piece,
        words: Cell::new(0),
    };
    let power = (entry.read)(&reader)?;
    Some((power, reader.words.get()))
}

impl PowerReader<'_> {
    /// Any notation.
    pub(crate) fn betza(&self, key: &str, remedy: &str) -> Option<Betza> {
        let node = self.table.need(key, remedy)?;
        betza::read(self.table.reader, node).map(|betza| self.counted(betza))
    }

    /// Some notation, whose words are counted.
    pub(crate) fn counted(&self, betza: Betza) -> Betza {
        self.words.set(self.words.get() + betza.words());
        betza
    }

    /// Riders that neither only move nor only capture, under the key `along`.
    pub(crate) fn lines(&self) -> Option<Betza> {
        let along = self.riders("along", "the lines, such as \"Q\" or \"R3\"")?;
        self.without_modes("along", along)
    }

    /// Notation of single steps to adjacent squares.
    pub(crate) fn adjacent(&self, key: &str, remedy: &str) -> Option<Betza> {
        let over = self.plain(key, remedy)?;
        let fits = (over.leaps())
            .all(|(term, leap)| term.range == 1 && leap.0.abs().max(leap.1.abs()) == 1);
        let message = format!("`{key}` is not over adjacent squares: \"{over}\"");
        let remedy = "use W, F, K and direction letters";
        self.fitting(key, over, fits, message, remedy)
    }

    /// Notation of leaps only.
    pub(crate) fn leaps(&self, key: &str, remedy: &str) -> Option<Betza> {
        let betza = self.plain(key, remedy)?;
        let message = format!("`{key}` is not a text of leaps");
        let remedy = "use atoms without ranges, such as K or WD";
        let fits = !betza.can_be_blocked();
        self.fitting(key, betza, fits, message, remedy)
    }

    /// Notation without `m` and `c`.
    pub(crate) fn plain(&self, key: &str, remedy: &str) -> Option<Betza> {
        let betza = self.betza(key, remedy)?;
        self.without_modes(key, betza)
    }

    /// Notation of riders only.
    pub(crate) fn riders(&self, key: &str, remedy: &str) -> Option<Betza> {
        let betza = self.betza(key, remedy)?;
        let fits = betza.terms.iter().all(|term| term.range > 1);
        let remedy = "use R, B, Q, a range such as R4, or a doubled letter";
        self.fitting(key, betza, fits, format!("`{key}` is not a slide"), remedy)
    }

    /// Reports a fault of the value under a key.
    pub(crate) fn fault(&self, key: &str, message: impl Into<String>, remedy: &str) {
        let node = self.table.get(key).unwrap_or(self.table.node);
        self.table.reader.fault(&node.place, message, remedy);
    }

    fn without_modes(&self, key: &str, betza: Betza) -> Option<Betza> {
        let fits = betza.terms.iter().all(|term| term.mode == Mode::Both);
        let message = format!("`{key}` says where, not when");
        self.fitting(key, betza, fits, message, "leave out the letters m and c")
    }

    /// The notation under a key if it fits; else reports a fault.
    fn fitting(
        &self,
        key: &str,
        betza: Betza,
        fits: bool,
        message: String,
        remedy: &str,
    ) -> Option<Betza> {
        if !fits {
            self.fault(key, message, remedy);
        }
        fits.then_some(betza)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference of rule files has a section for every power, and the section names every key.
    #[test]
    fn every_power_is_in_the_reference() {
        let reference = include_str!("../../../docs/reference/rule-files.md");
        for entry in ENTRIES {
            let heading = format!("\n### `{}`\n", entry.name);
            let (_, rest) = (reference.split_once(&heading))
                .unwrap_or_else(|| panic!("no section about {}", entry.name));
            let section = rest.split("\n##").next().unwrap_or_default();
            for key in entry.keys {
                let named = section.contains(&format!("`{key}`"));
                assert!(named, "{} does not name its key {key}", entry.name);
            }
            let example = format!("power = \"{}\"", entry.name);
            assert!(section.contains(&example), "{} has no example", entry.name);
        }
    }
}
