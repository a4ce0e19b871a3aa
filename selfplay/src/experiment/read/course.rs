//! How games begin and end, what is kept of them, and what is estimated.

use super::{MOST_PAWNS, MOST_PLIES, ReadParts};
use crate::experiment::{
    Adjudication, DrawRule, EstimatesPlan, MatchPlan, OpeningPlan, RecordPlan, RulesPlan, WinRule,
};
use crate::odds::design::measured;
use tradewind_engine::toml_file::{Node, Reader, TableReader};
use tradewind_stats::{Sprt, SprtModel};

impl<'r> ReadParts<'r> {
    /// What makes the experiment a match.
    pub(super) fn matched(&self, top: &TableReader<'r>) -> Option<MatchPlan> {
        let table = self.reader.table(top.get("match")?, "the match", &["sprt"]);
        let sprt = table.get("sprt").and_then(|node| sprt(self.reader, node));
        Some(MatchPlan { sprt })
    }

    pub(super) fn opening(&self, top: &TableReader<'r>) -> Option<OpeningPlan> {
        let remedy = "say how games begin: [opening] with plies = 8";
        let node = top.need("opening", remedy)?;
        let table = self.reader.table(node, "the opening", &["plies", "level"]);
        let plies = table.need("plies", "how many random moves begin a game: plies = 8")?;
        Some(OpeningPlan {
            plies: self.number(plies, 0, 1_000)? as u32,
            level: self.small_at(&table, "level", 0, MOST_PAWNS),
        })
    }

    pub(super) fn adjudication(&self, top: &TableReader<'r>) -> Adjudication {
        let Some(node) = top.get("adjudication") else {
            return Adjudication::default();
        };
        let table = self
            .reader
            .table(node, "the adjudication", &["win", "draw"]);
        let win = table.get("win").and_then(|node| {
            let table = self.reader.table(node, "`win`", &["score", "plies"]);
            let remedy = "write win = { score = 1000, plies = 6 }";
            let [score, plies] = ["score", "plies"].map(|key| table.need(key, remedy));
            Some(WinRule {
                score: self.number(score?, 1, MOST_PAWNS)? as u32,
                plies: self.number(plies?, 1, MOST_PLIES)? as u32,
            })
        });
        let draw = table.get("draw").and_then(|node| {
            let keys = ["score", "plies", "from"];
            let table = self.reader.table(node, "`draw`", &keys);
            let remedy = "write draw = { score = 10, plies = 20, from = 100 }";
            let [score, plies, from] = keys.map(|key| table.need(key, remedy));
            Some(DrawRule {
                score: self.number(score?, 0, MOST_PAWNS)? as u32,
                plies: self.number(plies?, 1, MOST_PLIES)? as u32,
                from: self.number(from?, 0, MOST_PLIES)? as u32,
            })
        });
        Adjudication { win, draw }
    }

    pub(super) fn record(&self, top: &TableReader<'r>) -> RecordPlan {
        let mut record = RecordPlan::default();
        let Some(node) = top.get("record") else {
            return record;
        };
        let table = self
            .reader
            .table(node, "the record", &["evaluations", "games_per_file"]);
        if let Some(evaluations) = table.truth("evaluations") {
            record.evaluations = evaluations;
        }
        if let Some(games) = self.number_at(&table, "games_per_file", 2, 100_000) {
            record.games_per_file = games;
            if games % 2 == 1 {
                let place = table
                    .get("games_per_file")
                    .map_or(&node.place, |node| &node.place);
                let remedy = "write an even number: the games of a pair stay together";
                self.reader.fault(place, format!("{games} is odd"), remedy);
            }
        }
        record
    }

    pub(super) fn estimates(&self, top: &TableReader<'r>) -> EstimatesPlan {
        let mut estimates = EstimatesPlan::default();
        let Some(node) = top.get("estimates") else {
            return estimates;
        };
        let keys = ["unit", "samples_per_game", "bootstrap"];
        let table = self.reader.table(node, "the estimates", &keys);
        if let Some(unit) = table.text("unit") {
            estimates.unit = unit.to_string();
        }
        if let Some(samples) = self.small_at(&table, "samples_per_game", 1, 1_000) {
            estimates.samples_per_game = samples;
        }
        if let Some(bootstrap) = self.small_at(&table, "bootstrap", 40, 1_000_000) {
            estimates.bootstrap = bootstrap;
        }
        estimates
    }

    /// Notes as a fault that a rule set does not have the piece that values are to be given in.
    pub(super) fn check_unit(&self, top: &TableReader<'r>, unit: &str, rules: &[RulesPlan]) {
        let node = top.get("estimates");
        let named = node.and_then(|node| node.get("unit"));
        let place = &named.or(node).unwrap_or(top.node).place;
        for rules in rules {
            let spec = rules.game.spec();
            let found = spec.find(unit);
            if found.is_some_and(|piece| !measured(spec).contains(&piece)) {
                self.reader.fault(
                    place,
                    format!("`{unit}` is a royal in {}, which has no value", rules.name),
                    "write [estimates] with another unit",
                );
            }
            if found.is_none() {
                let pieces = spec.pieces.iter().map(|piece| piece.text.as_str());
                let pieces = pieces.collect::<Vec<_>>().join(" ");
                self.reader.fault(
                    place,
                    format!("there is no piece `{unit}` in {}", rules.name),
                    format!("write [estimates] with a unit among the pieces {pieces}"),
                );
            }
        }
    }
}

/// The test under a key `sprt`.
pub fn sprt(reader: &Reader<'_>, node: &Node) -> Option<Sprt> {
    let keys = ["lower", "upper", "scale", "alpha", "beta"];
    let table = reader.table(node, "`sprt`", &keys);
    let remedy = "write sprt = { lower = 0, upper = 10 }";
    let chance = |key| match table.get(key) {
        Some(node) => reader.fraction(node, 1e-6, 0.5),
        None => Some(Sprt::USUAL_ERROR),
    };
    let scales = [
        ("logistic", SprtModel::Logistic),
        ("normalized", SprtModel::Normalized),
    ];
    let scale = match table.get("scale") {
        Some(node) => reader.choice(node, &scales),
        None => Some(SprtModel::Logistic),
    };
    let most = scale.map_or(0.0, SprtModel::most);
    let elo = |key| {
        let node = table.need(key, remedy)?;
        reader.fraction(node, -most, most)
    };
    let (lower, upper) = (elo("lower"), elo("upper"));
    let (alpha, beta) = (chance("alpha"), chance("beta"));
    let (lower, upper) = (lower?, upper?);
    if lower >= upper {
        let message = format!("{lower} is not below {upper}");
        reader.fault(
            &node.place,
            message,
            "write lower and upper the other way round",
        );
    }
    Some(Sprt {
        scale: scale?,
        lower,
        upper,
        alpha: alpha?,
        beta: beta?,
    })
}
