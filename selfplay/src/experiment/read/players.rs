//! The players of an experiment and their schedule.

use super::{ExperimentReader, MAX_PLIES};
use crate::experiment::{
    Clock, DEFAULT_NOISE, DEFAULT_SILENCE, DEFAULT_TIME_MARGIN, EnginePlan, PlayerPlan, Schedule,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tradewind_engine::input::{Node, TableReader};
use tradewind_engine::search::SearchParams;

/// The maximum number of players of an experiment. The number of pairings grows with its square.
pub const MAX_PLAYERS: usize = 100;
/// The maximum search depth in plies.
const MAX_DEPTH: i64 = 100;
const MAX_NODES: i64 = 1_000_000_000_000;
/// The maximum time per move in milliseconds.
pub const MAX_MOVETIME: i64 = 86_400_000;
/// The largest noise and temperature, in centipawns.
const MAX_RANDOMNESS: i64 = 10_000;

impl<'r> ExperimentReader<'r> {
    /// The players, each with its table.
    pub(super) fn players(
        &self,
        top: &TableReader<'r>,
        in_match: bool,
    ) -> Vec<(&'r Node, PlayerPlan)> {
        let remedy = "add a player: [player] with nodes = 100, or several tables [[player]]";
        let mut players: Vec<(&Node, PlayerPlan)> = Vec::new();
        for node in self.tables(top, "player", remedy) {
            if players.len() == MAX_PLAYERS {
                let message = format!("more than {MAX_PLAYERS} players are too many");
                let remedy = "play several experiments";
                self.reader.fault(&node.place, message, remedy);
                break;
            }
            let Some(player) = self.player(node, in_match) else {
                continue;
            };
            if (players.iter()).any(|(_, other)| other.name == player.name) {
                self.reader.fault(
                    &node.place,
                    format!("two players have the name `{}`", player.name),
                    "give them different names: name = \"…\"",
                );
            }
            players.push((node, player));
        }
        players
    }

    fn player(&self, node: &'r Node, in_match: bool) -> Option<PlayerPlan> {
        let keys = [
            "name",
            "nodes",
            "depth",
            "movetime",
            "tc",
            "weights",
            "noise",
            "temperature",
            "temperature_plies",
            "search",
            "engine",
        ];
        let table = self.reader.table(node, "a player", &keys);
        let nodes = self.number_at(&table, "nodes", 1, MAX_NODES);
        let depth = self.number_at(&table, "depth", 1, MAX_DEPTH);
        let movetime = self.number_at(&table, "movetime", 1, MAX_MOVETIME);
        let clock = table.get("tc").and_then(|node| self.clock(node));
        let has_time = movetime.is_some() || clock.is_some();
        let is_limited = ["nodes", "depth", "movetime", "tc"];
        if is_limited.iter().all(|key| table.get(key).is_none()) {
            self.reader.fault(
                &node.place,
                "a player without a limit",
                "write a limit: nodes = 100, or depth = 3",
            );
        }
        for key in ["movetime", "tc", "engine"] {
            if let Some(node) = table.get(key)
                && !in_match
            {
                let message = format!("games with `{key}` are not reproducible");
                let remedy = "only matches allow this: write nodes or depth, or add [match]";
                self.reader.fault(&node.place, message, remedy);
            }
        }
        if table.get("engine").is_some() {
            for key in [
                "weights",
                "noise",
                "temperature",
                "temperature_plies",
                "search",
            ] {
                if let Some(node) = table.get(key) {
                    let message = format!("`{key}` does not apply to another engine");
                    self.reader
                        .fault(&node.place, message, "write its own options instead");
                }
            }
        }
        let noise = self.number_at(&table, "noise", 0, MAX_RANDOMNESS);
        let mut player = PlayerPlan {
            name: String::new(),
            nodes,
            depth,
            movetime,
            clock,
            weights: table.text("weights").map(PathBuf::from),
            weights_text: (table.get("weights")).and_then(|node| self.weights_text(node)),
            noise: noise.unwrap_or(DEFAULT_NOISE),
            temperature: self
                .number_at(&table, "temperature", 0, MAX_RANDOMNESS)
                .unwrap_or(0),
            temperature_plies: self.number_at(&table, "temperature_plies", 0, MAX_PLIES),
            search: (table.get("search")).map_or_else(BTreeMap::new, |node| self.search(node)),
            engine: (table.get("engine")).and_then(|node| self.engine(node, has_time)),
        };
        player.name = match (table.get("name"), &player.engine) {
            (Some(node), _) => self.name(node, false)?,
            (None, None) => player.limits(),
            (None, Some(engine)) => {
                let program = engine.program.file_stem().unwrap_or_default();
                format!("{}, {}", program.to_string_lossy(), player.limits())
            }
        };
        Some(player)
    }

    fn clock(&self, node: &'r Node) -> Option<Clock> {
        let clock = Clock::parse(self.reader.text(node)?);
        let clock = clock.map_err(|fault| self.reader.fault(&node.place, fault, ""));
        clock.ok()
    }

    /// Search parameters by name.
    fn search(&self, node: &'r Node) -> BTreeMap<String, i32> {
        let names = SearchParams::names();
        let table = self.reader.table(node, "the search", &names);
        let values = SearchParams::ALL.iter().filter_map(|param| {
            let node = table.get(param.name)?;
            let bounds = (i64::from(param.min), i64::from(param.max));
            let value = self.reader.number(node, bounds.0, bounds.1)?;
            Some((param.name.to_string(), value as i32))
        });
        values.collect()
    }

    fn engine(&self, node: &'r Node, has_time: bool) -> Option<EnginePlan> {
        let keys = [
            "program",
            "arguments",
            "options",
            "dir",
            "log",
            "time_margin",
        ];
        let table = self.reader.table(node, "an engine", &keys);
        let program = table.need("program", "name it: engine = { program = \"…\" }")?;
        // A name without a folder is found in PATH.
        let program = match Path::new(self.reader.text(program)?).components().count() {
            1 => PathBuf::from(self.reader.text(program)?),
            _ => self.path(program)?,
        };
        let dir = table.get("dir").map(|node| self.path(node));
        let log = table.get("log").map(|node| self.path(node));
        let options = self.options(&table).into_iter();
        let time_margin = self.number_at(&table, "time_margin", 1, MAX_MOVETIME);
        Some(EnginePlan {
            program,
            arguments: table.texts("arguments"),
            options: options.map(|(name, value)| (name, value.text())).collect(),
            dir: dir.flatten(),
            log: log.flatten(),
            time_margin: time_margin.unwrap_or(if has_time {
                DEFAULT_TIME_MARGIN
            } else {
                DEFAULT_SILENCE
            }),
        })
    }

    /// An absolute path. Links are kept: a program may depend on its name.
    fn path(&self, node: &'r Node) -> Option<PathBuf> {
        let path = self.folder.join(self.reader.text(node)?);
        let whole = std::path::absolute(&path).unwrap_or(path);
        let Some(text) = whole.to_str() else {
            let message = format!("the path {} is not Unicode", whole.display());
            let remedy = "use another folder";
            self.reader.fault(&node.place, message, remedy);
            return None;
        };
        self.reader
            .is_visible(text, &node.place)
            .then(|| whole.clone())
    }

    pub(super) fn schedule(&self, top: &TableReader<'_>, players: usize) -> Option<Schedule> {
        let default = match players {
            0 | 1 => Schedule::Themselves,
            _ => Schedule::EachOther,
        };
        let Some(node) = top.get("schedule") else {
            return Some(default);
        };
        let choices = [
            ("themselves", Schedule::Themselves),
            ("each other", Schedule::EachOther),
            ("all", Schedule::All),
            ("couples", Schedule::Couples),
        ];
        let schedule = self.reader.choice(node, &choices)?;
        if schedule == Schedule::Couples && players % 2 == 1 {
            let message = format!("couples need an even number of players, found {players}");
            let remedy = "write another table [[player]], or leave one out";
            self.reader.fault(&node.place, message, remedy);
        }
        if schedule == Schedule::EachOther && players == 1 {
            self.reader.fault(
                &node.place,
                "one player has no opponent",
                "write several tables [[player]]",
            );
        }
        Some(schedule)
    }
}
