use crate::input::{Node, Place, Reader, TableReader, Value};
use crate::piece::PieceType;
use std::collections::HashMap;

/// The symbols of the piece types, by which other keys of a rule file refer to them.
pub(crate) struct PieceNames<'n> {
    pub texts: Vec<&'n str>,
    /// Their names, in the same order.
    names: Vec<&'n str>,
    /// The symbols that replace others.
    pub(super) replaced: HashMap<&'n str, &'n str>,
    /// The symbols of removed pieces, and where they are removed.
    pub(super) removed: HashMap<&'n str, Place>,
    /// The piece types that are neither royal nor pawns.
    pub officers: Vec<PieceType>,
}

impl<'n> PieceNames<'n> {
    pub(crate) fn of(pieces: impl IntoIterator<Item = &'n Node>) -> PieceNames<'n> {
        let text = |node: &'n Node, key| node.get(key).and_then(Node::text).unwrap_or("");
        let is = |node: &Node, key| {
            (node.get(key)).is_some_and(|node| matches!(node.value, Value::Truth(true)))
        };
        let nodes: Vec<&Node> = pieces.into_iter().collect();
        let is_officer = |at: &usize| !is(nodes[*at], "royal") && !is(nodes[*at], "pawn");
        let officers = (0..nodes.len()).filter(is_officer);
        PieceNames {
            officers: officers.map(|at| PieceType(at as u8)).collect(),
            names: nodes.iter().map(|node| text(node, "name")).collect(),
            texts: nodes.iter().map(|node| text(node, "text")).collect(),
            replaced: HashMap::new(),
            removed: HashMap::new(),
        }
    }

    /// Whether the piece with a symbol is replaced by another or replaces one.
    pub(super) fn is_replaced_or_replaces(&self, text: &str) -> bool {
        let mut replaced = self.replaced.iter();
        replaced.any(|(one, by)| [*one, *by].contains(&text))
    }

    pub(crate) fn find(&self, text: &str) -> Option<PieceType> {
        let text = self.replaced.get(text).copied().unwrap_or(text);
        let found = self.texts.iter().position(|known| *known == text)?;
        Some(PieceType(found as u8))
    }

    /// The piece type that a value names; reports that there is none.
    pub(crate) fn piece(&self, reader: &Reader<'_>, node: &Node) -> Option<PieceType> {
        self.find_at(reader, reader.text(node)?, &node.place)
    }

    /// The piece types that a list names; `None` after all its faults are reported.
    pub(super) fn list(&self, table: &TableReader<'_>, key: &str) -> Option<Vec<PieceType>> {
        let listed = table.list(key).iter();
        let pieces: Vec<_> = listed.map(|node| self.piece(table.reader, node)).collect();
        pieces.into_iter().collect()
    }

    /// Reports that there is no piece with a text, or that another file removes it.
    pub(super) fn missing(&self, reader: &Reader<'_>, text: &str, place: &Place, remedy: String) {
        let removal = self.removed.get(text);
        match removal.filter(|removal| removal.file != place.file) {
            None => {
                let message = format!("there is no piece with the text \"{text}\"");
                reader.fault(place, message, remedy);
            }
            Some(removal) => {
                let message =
                    format!("\"{text}\" is removed, but arrays or promotions still use it");
                let remedy = format!(
                    "name its replacement: replace = {{ {text} = \"…\" }}; the pieces are {}",
                    self.texts.join(" ")
                );
                reader.fault(removal, message, remedy);
            }
        }
    }

    /// The number of the piece with a name.
    fn named(&self, text: &str) -> Option<usize> {
        let is_named = |name: &&str| name.eq_ignore_ascii_case(text);
        self.names.iter().position(is_named)
    }

    /// Whether a text is the symbol or the name of a piece.
    pub(super) fn knows(&self, text: &str) -> bool {
        self.find(text).is_some() || self.named(text).is_some()
    }

    /// The piece type with the symbol at a place; reports that there is none.
    pub(super) fn find_at(
        &self,
        reader: &Reader<'_>,
        text: &str,
        place: &Place,
    ) -> Option<PieceType> {
        let found = self.find(text);
        if found.is_none() {
            let remedy = match self.named(text) {
                Some(at) => format!(
                    "write \"{}\", the text of the {}",
                    self.texts[at], self.names[at]
                ),
                None => format!("the pieces are {}", self.texts.join(" ")),
            };
            self.missing(reader, text, place, remedy);
        }
        found
    }
}
