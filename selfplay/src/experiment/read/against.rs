//! Rule sets whose pieces meet those of another one.

use super::{GamePlan, ReadParts};
use crate::experiment::{Against, RulesPlan};
use crate::odds::{MaterialChange, Odds, can_begin, possible_arrays};
use std::collections::BTreeMap;
use tradewind_engine::Game;
use tradewind_engine::input::{Node, Reader, TableReader, Value};
use tradewind_engine::rules::{PieceType, RuleSpec};

impl<'r> ReadParts<'r> {
    /// Reads `against`, and the rules with the pieces of both: `Some(None)` when there is no such key,
    /// `None` when it is wrong.
    pub(super) fn against(
        &mut self,
        table: &TableReader<'r>,
        game: &Game,
    ) -> Option<Option<(Against, RuleSpec)>> {
        let Some(node) = table.get("against") else {
            return Some(None);
        };
        let (id_node, options_node, options) = match &node.value {
            Value::Table(_) => {
                let keys = self.reader.table(node, "`against`", &["id", "options"]);
                let id = keys.need("id", "name the other rule set: id = \"scirocco-2001\"")?;
                (id, keys.get("options"), self.options(&keys))
            }
            _ => (node, None, BTreeMap::new()),
        };
        let (other, text) = self.game(id_node, options_node, &options)?;
        let mixed = game.spec().with_opposing_army(other.spec());
        let mixed = mixed.map_err(|cause| {
            let remedy = "name a rule set for the same board with other pieces";
            let message = format!("its pieces cannot meet those of this rule set: {cause}");
            self.reader.fault(&id_node.place, message, remedy);
        });
        let id = self.reader.text(id_node)?.to_string();
        let against = Against {
            game: other,
            id,
            options,
            text,
        };
        Some(Some((against, mixed.ok()?)))
    }
}

/// The odds by which the second player has the other rule set's pieces.
pub(super) fn odds(
    rules: &RulesPlan,
    course: &GamePlan,
    node: &Node,
    reader: &Reader<'_>,
) -> Option<Odds> {
    if course.left.is_some() {
        let message = "pieces of two rule sets meet at an array";
        reader.fault(&node.place, message, "leave `left` out of [opening]");
        return None;
    }
    let spec = rules.game.spec();
    let arrays = rules.played_arrays();
    let changed: Vec<PieceType> = (spec.piece_types())
        .filter(|&piece| spec.opposing(piece).is_some())
        .collect();
    // How often each of them stands in an array; a side's, if both have as many.
    let counts = |array: u32| -> Option<Vec<usize>> {
        let play = rules.game.start(array)?;
        let standing: Vec<PieceType> = (play.occupied().into_iter())
            .filter_map(|square| Some(play.at(square)?.1))
            .collect();
        let count = |piece: &PieceType| standing.iter().filter(|one| *one == piece).count() / 2;
        Some(changed.iter().map(count).collect())
    };
    let first = arrays.first().and_then(|&array| counts(array))?;
    let changes = (changed.iter().zip(&first)).flat_map(|(&from, &count)| {
        let change = MaterialChange {
            from: Some(from),
            to: spec.opposing(from),
        };
        std::iter::repeat_n(change, count)
    });
    let odds = Odds::new([Vec::new(), changes.collect()], spec);
    let message = if odds.changes[1].is_empty() {
        "the pieces that games begin with are the same in both rule sets"
    } else if spec.arrays.len() > 1 && !arrays.iter().all(|&a| counts(a).as_ref() == Some(&first)) {
        "the arrays that are played differ in their pieces"
    } else if !can_begin(&rules.game, &odds, &possible_arrays(spec, &odds, &arrays)) {
        "with the pieces of both no game can begin"
    } else {
        return Some(odds);
    };
    let remedy =
        "name a rule set with other pieces in the same arrays, and `arrays` with the same pieces";
    reader.fault(&node.place, message, remedy);
    None
}
