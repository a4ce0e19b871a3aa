//! A player on the command line.

use super::values::nodes;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use tradewind_engine::input::did_you_mean;
use tradewind_selfplay::experiment::Clock;

/// The keys of a player's table in an experiment, checked when the experiment is read.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerTable {
    pub name: Option<String>,
    nodes: Option<i64>,
    depth: Option<i64>,
    movetime: Option<i64>,
    tc: Option<String>,
    weights: Option<String>,
    noise: Option<i64>,
    temperature: Option<i64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    search: BTreeMap<String, i64>,
    engine: Option<EngineTable>,
}

/// The keys of an external engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct EngineTable {
    program: String,
    proto: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    arguments: Vec<String>,
    time_margin: Option<i64>,
    dir: Option<String>,
    log: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
}

impl PlayerTable {
    /// The name of a player without a `name`.
    pub fn default_name(&self) -> String {
        let stem = |path: &str| {
            let stem = Path::new(path).file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        };
        let parts = [
            self.engine.as_ref().map(|engine| stem(&engine.program)),
            self.weights.as_deref().map(stem),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
            self.movetime.map(|time| format!("{time} ms")),
            self.tc.as_ref().map(|clock| format!("{clock} s")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The keys, for messages.
const KEYS: &str = "nodes=N, depth=N, movetime=N, tc=SECONDS+INCREMENT, weights=FILE, noise=N, temperature=N, search.NAME=N, name=TEXT, engine=PROGRAM, proto=PROTOCOL, arg=TEXT, option.NAME=VALUE, dir=FOLDER, log=FILE or time_margin=MILLISECONDS";

/// Parses comma-separated `key=value` pairs.
pub fn parse(text: &str) -> Result<PlayerTable, String> {
    let mut player = PlayerTable::default();
    let mut engine = EngineTable::default();
    for item in text.split(',') {
        let (key, value) = item
            .split_once('=')
            .ok_or_else(|| format!("write {KEYS}, joined by commas"))?;
        let number = || {
            let number = value.parse::<i64>();
            number.map_err(|_| format!("`{value}` is not a number; write {key}=N"))
        };
        match key {
            "name" => player.name = Some(value.to_string()),
            "nodes" => {
                let number = nodes(value).map_err(|error| format!("{error}; here as nodes=N"))?;
                player.nodes = Some(number.cast_signed());
            }
            "depth" => player.depth = Some(number()?),
            "movetime" => player.movetime = Some(number()?),
            "tc" => player.tc = Some(Clock::parse(value)?.to_string()),
            "weights" => player.weights = Some(value.to_string()),
            "noise" => player.noise = Some(number()?),
            "temperature" => player.temperature = Some(number()?),
            "engine" if value.is_empty() => {
                return Err("`engine=` needs a program".to_string());
            }
            "engine" => engine.program = value.to_string(),
            "proto" => engine.proto = Some(value.to_string()),
            "arg" => engine.arguments.push(value.to_string()),
            "dir" => engine.dir = Some(value.to_string()),
            "log" => engine.log = Some(value.to_string()),
            "time_margin" => engine.time_margin = Some(number()?),
            _ => match key.split_once('.') {
                Some(("search", name)) => {
                    player.search.insert(name.to_string(), number()?);
                }
                Some(("option", name)) if !name.is_empty() => {
                    engine.options.insert(name.to_string(), value.to_string());
                }
                _ => {
                    let known = KEYS
                        .split([',', ' '])
                        .filter_map(|word| word.split('=').next());
                    let guess = did_you_mean(key, known);
                    return Err(format!("there is no `{key}`{guess}; write {KEYS}"));
                }
            },
        }
    }
    let has_program = !engine.program.is_empty();
    if !has_program && engine != EngineTable::default() {
        return Err(
            "proto, arg, option, dir, log and time_margin are for external engines: add engine=PROGRAM"
                .to_string(),
        );
    }
    player.engine = has_program.then_some(engine);
    let by_time = player.movetime.is_some() || player.tc.is_some();
    if player.nodes.is_none() && player.depth.is_none() && !by_time {
        return Err(
            "the player needs a limit: nodes=N, depth=N, movetime=N or tc=SECONDS+INCREMENT"
                .to_string(),
        );
    }
    Ok(player)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_parsed() {
        let player = parse("nodes=100,weights=a/new.toml,noise=0").expect("a player");
        assert_eq!(player.default_name(), "new, 100 nodes");
        let many = parse("nodes=10M").expect("a player");
        assert_eq!(many.default_name(), "10000000 nodes");
        for (text, wanted) in [
            ("nodes=1.5K", 1_500),
            ("nodes=2m", 2_000_000),
            ("nodes=7", 7),
        ] {
            assert_eq!(parse(text).expect("a player").nodes, Some(wanted));
        }
        let engine =
            parse("engine=/usr/games/x,option.Hash=16,arg=uci,movetime=50").expect("a player");
        assert_eq!(engine.default_name(), "x, 50 ms");
        let timed = parse("tc=10.0+0.10").expect("a player");
        assert_eq!(timed.default_name(), "10+0.1 s");
        for wrong in [
            "",
            "nodes",
            "nodes=x",
            "nodes=1.5",
            "nodes=1.k",
            "nodes=-1k",
            "nodes=1.2345k",
            "weights=a",
            "speed=1",
            "tc=10:00",
            "nodes=1,option.=2",
            "nodes=1,arg=x",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
