//! The settings of a match between two sets of weights or parameters.

use serde::Serialize;
use tradewind_engine::input::{Node, Reader};
use tradewind_selfplay::experiment::{Experiment, MAX_MOVETIME, MatchPlan, sprt};
use tradewind_stats::{Sprt, SprtModel};

/// The settings of a match with an SPRT.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchTest {
    /// The node limit of both players,
    pub nodes: u64,
    /// or their time per move in milliseconds. Timed games are not reproducible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// The maximum number of game pairs.
    pub pairs: u64,
    /// The test that ends the match early.
    pub sprt: Sprt,
}

impl Default for MatchTest {
    /// 1 000 nodes, with elo0 = 0 and elo1 = 5.
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
    /// Reads the table of a match, which may have `more_keys`. Omitted keys have the values of `default`.
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
            let message = "a match has a limit of nodes or of time, not both";
            reader.fault(&node.place, message, "leave out `nodes` or `movetime`");
        }
        let movetime = movetime.and_then(|node| reader.number(node, 1, MAX_MOVETIME));
        let movetime = movetime.map(|number| number as u64).or(default.movetime);
        MatchTest {
            movetime: movetime.filter(|_| nodes.is_none()),
            nodes: table.number_or("nodes", default.nodes, 1, 1_000_000_000_000),
            pairs: table.number_or("pairs", default.pairs, 2, 1_000_000_000),
            sprt: (table.get("sprt"))
                .and_then(|node| sprt(reader, node))
                .unwrap_or(default.sprt),
        }
    }

    /// Sets the limits of the players, the number of pairs and the test of a match.
    pub(crate) fn apply(&self, experiment: &mut Experiment) {
        for player in &mut experiment.players {
            player.nodes = self.movetime.is_none().then_some(self.nodes);
            player.movetime = self.movetime;
        }
        experiment.pairs = self.pairs;
        experiment.matched = Some(MatchPlan {
            sprt: Some(self.sprt),
            ..MatchPlan::default()
        });
    }
}
