//! The players of an experiment and their schedule.

use super::{DIFFERENT_NAMES, ExperimentReader, MAX_PLIES};
use crate::experiment::{
    Clock, DEFAULT_NOISE, DEFAULT_SILENCE, DEFAULT_TIME_MARGIN, EnginePlan, EngineProtocol,
    PlayerPlan, Schedule,
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
        may_have_time: bool,
    ) -> Vec<(&'r Node, PlayerPlan)> {
        let remedy = "add a player: [player] with nodes = 100, or several tables [[player]]";
        let mut players: Vec<(&Node, PlayerPlan)> = Vec::new();
        for node in self.tables(top, "player", remedy) {
            if players.len() == MAX_PLAYERS {
                let message = format!("more than {MAX_PLAYERS} players are too many");
                self.fault(node, message, "play several experiments");
                break;
            }
            let Some(player) = self.player(node, may_have_time) else {
                continue;
            };
            if (players.iter()).any(|(_, other)| other.name == player.name) {
                let message = format!("two players have the name `{}`", player.name);
                self.fault(node, message, DIFFERENT_NAMES);
            }
            players.push((node, player));
        }
        players
    }

    fn player(&self, node: &'r Node, may_have_time: bool) -> Option<PlayerPlan> {
        let limits = ["nodes", "depth", "movetime", "tc"];
        let of_search = [
            "weights",
            "noise",
            "temperature",
            "temperature_plies",
            "search",
        ];
        let keys = [&["name"][..], &limits, &of_search, &["engine"]].concat();
        let table = self.reader.table(node, "a player", &keys);
        let nodes = self.number_at(&table, "nodes", 1, MAX_NODES);
        let depth = self.number_at(&table, "depth", 1, MAX_DEPTH);
        let movetime = self.number_at(&table, "movetime", 1, MAX_MOVETIME);
        let clock = table.get("tc").and_then(|node| self.clock(node));
        let has_time = movetime.is_some() || clock.is_some();
        if limits.iter().all(|key| table.get(key).is_none()) {
            let remedy = "write a limit: nodes = 100, or depth = 3";
            self.fault(node, "a player without a limit", remedy);
        }
        let of_matches = ["movetime", "tc", "engine"]
            .into_iter()
            .filter(|_| !may_have_time);
        for (key, node) in of_matches.filter_map(|key| Some((key, table.get(key)?))) {
            let message = format!("games with `{key}` are not reproducible");
            let remedy = "only matches and SPSA allow this: write nodes or depth, or add [match]";
            self.fault(node, message, remedy);
        }
        let is_engine = table.get("engine").is_some();
        let of_search = of_search.iter().filter(|_| is_engine);
        for (key, node) in of_search.filter_map(|key| Some((key, table.get(key)?))) {
            let message = format!("`{key}` does not apply to another engine");
            self.fault(node, message, "write its own options instead");
        }
        let noise = self.number_at(&table, "noise", 0, MAX_RANDOMNESS);
        let temperature = self.number_at(&table, "temperature", 0, MAX_RANDOMNESS);
        let mut player = PlayerPlan {
            name: String::new(),
            nodes,
            depth,
            movetime,
            clock,
            weights: table.text("weights").map(PathBuf::from),
            weights_text: (table.get("weights")).and_then(|node| self.weights_text(node)),
            noise: noise.unwrap_or(DEFAULT_NOISE),
            temperature: temperature.unwrap_or(0),
            temperature_plies: self.number_at(&table, "temperature_plies", 0, MAX_PLIES),
            search: (table.get("search")).map_or_else(BTreeMap::new, |node| self.search(node)),
            engine: (table.get("engine")).and_then(|node| self.engine(node, has_time)),
        };
        if let Some(engine) = &player.engine
            && engine.proto == EngineProtocol::Xboard
        {
            self.check_xboard(node, &player);
        }
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

    /// Checks that XBoard's protocol can express the limits of a player.
    fn check_xboard(&self, node: &'r Node, player: &PlayerPlan) {
        let has_parts = player.movetime.is_some_and(|time| time % 1_000 != 0);
        let is_double = player.movetime.is_some() && player.clock.is_some();
        if player.nodes.is_some() || has_parts || is_double {
            let message = "XBoard's protocol cannot express the limits of this player";
            let remedy = "write depth, tc, or movetime in whole seconds (1000, 2000, …)";
            self.fault(node, message, remedy);
        }
    }

    fn clock(&self, node: &'r Node) -> Option<Clock> {
        let clock = Clock::parse(self.reader.text(node)?);
        clock.map_err(|fault| self.fault(node, fault, "")).ok()
    }

    /// Search parameters by name.
    fn search(&self, node: &'r Node) -> BTreeMap<String, i32> {
        let names = SearchParams::names();
        let table = self.reader.table(node, "the search", &names);
        let values = SearchParams::ALL.iter().filter_map(|param| {
            let node = table.get(param.name)?;
            let value = self.number(node, param.min.into(), param.max.into())?;
            Some((param.name.to_string(), value))
        });
        values.collect()
    }

    fn engine(&self, node: &'r Node, has_time: bool) -> Option<EnginePlan> {
        let keys = [
            "program",
            "proto",
            "arguments",
            "options",
            "dir",
            "log",
            "time_margin",
        ];
        let table = self.reader.table(node, "an engine", &keys);
        let program = table.need("program", "name it: engine = { program = \"…\" }")?;
        // A name without a folder is found in PATH.
        let name = Path::new(self.reader.text(program)?);
        let program = match name.components().count() {
            1 => name.to_path_buf(),
            _ => self.path(program)?,
        };
        let dir = table.get("dir").map(|node| self.path(node));
        let log = table.get("log").map(|node| self.path(node));
        let options = self.options(&table).into_iter();
        let time_margin = self.number_at(&table, "time_margin", 1, MAX_MOVETIME);
        let default = [DEFAULT_SILENCE, DEFAULT_TIME_MARGIN][usize::from(has_time)];
        let protocols = [
            ("uci", EngineProtocol::Uci),
            ("xboard", EngineProtocol::Xboard),
        ];
        let proto = table.get("proto");
        let proto = proto.map(|node| self.reader.choice(node, &protocols));
        Some(EnginePlan {
            program,
            proto: proto.unwrap_or(Some(EngineProtocol::Uci))?,
            arguments: table.texts("arguments"),
            options: options.map(|(name, value)| (name, value.text())).collect(),
            dir: dir.flatten(),
            log: log.flatten(),
            time_margin: time_margin.unwrap_or(default),
        })
    }

    /// An absolute path. Links are kept: a program may depend on its name.
    fn path(&self, node: &'r Node) -> Option<PathBuf> {
        let path = self.folder.join(self.reader.text(node)?);
        let whole = std::path::absolute(&path).unwrap_or(path);
        let Some(text) = whole.to_str() else {
            let message = format!("the path {} is not Unicode", whole.display());
            return self.refuse(node, message, "use another folder");
        };
        let is_visible = self.reader.is_visible(text, &node.place);
        is_visible.then_some(whole)
    }

    pub(super) fn schedule(&self, top: &TableReader<'_>, players: usize) -> Option<Schedule> {
        let Some(node) = top.get("schedule") else {
            return Some(match players {
                0 | 1 => Schedule::Themselves,
                _ => Schedule::EachOther,
            });
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
            self.fault(node, message, remedy);
        }
        if schedule == Schedule::EachOther && players == 1 {
            let remedy = "write several tables [[player]]";
            self.fault(node, "one player has no opponent", remedy);
        }
        Some(schedule)
    }
}
