//! A match that decides between two players.

use serde::Serialize;
use tradewind_engine::input::{Node, Reader};
use tradewind_selfplay::experiment::{MAX_MOVETIME, PlayerPlan, sprt};
use tradewind_stats::{Sprt, SprtModel};

/// A match of two players.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchTest {
    /// Positions that both look at for a move,
    pub nodes: u64,
    /// or milliseconds in their place. Its games cannot be played again to the same end: what is kept of them decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// The most pairs of games.
    pub pairs: u64,
    /// The test that ends it before.
    pub sprt: Sprt,
}

impl Default for MatchTest {
    /// 1 000 nodes, and whether the new weights are 0 or 5 Elo stronger.
    fn default() -> MatchTest {
        MatchTest {
            nodes: 1_000,
            movetime: None,
            pairs: 1_000,
            sprt: Sprt {
                model: SprtModel::Logistic,
                elo0: 0.0,
                elo1: 5.0,
                alpha: Sprt::DEFAULT_ERROR,
                beta: Sprt::DEFAULT_ERROR,
            },
        }
    }
}

impl MatchTest {
    /// A match, whose table may have some more keys; what is left out is as in another one.
    pub(crate) fn read(
        reader: &Reader<'_>,
        node: Option<&Node>,
        more_keys: &[&str],
        default: &MatchTest,
    ) -> MatchTest {
        let Some(node) = node else {
            return default.clone();
        };
        let keys = [&["nodes", "movetime", "pairs", "sprt"], more_keys].concat();
        let table = reader.table(node, "the match", &keys);
        let [nodes, movetime] = ["nodes", "movetime"].map(|key| table.get(key));
        if let (Some(_), Some(node)) = (nodes, movetime) {
            let message = "a match is by nodes or by time";
            reader.fault(&node.place, message, "leave out `nodes` or `movetime`");
        }
        let milliseconds = movetime.and_then(|node| reader.number(node, 1, MAX_MOVETIME));
        MatchTest {
            movetime: match nodes {
                Some(_) => None,
                None => milliseconds
                    .map(|number| number as u64)
                    .or(default.movetime),
            },
            nodes: table.number_or("nodes", default.nodes, 1, 1_000_000_000_000),
            pairs: table.number_or("pairs", default.pairs, 2, 1_000_000_000),
            sprt: (table.get("sprt"))
                .and_then(|node| sprt(reader, node))
                .unwrap_or(default.sprt),
        }
    }

    /// Gives a player the limit of its moves.
    pub(crate) fn limit(&self, player: &mut PlayerPlan) {
        player.nodes = self.movetime.is_none().then_some(self.nodes);
        player.movetime = self.movetime;
    }
}
