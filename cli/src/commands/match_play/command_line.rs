//! A match given on the command line.

use crate::args::{MatchArguments, PlayerTable};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use tradewind_selfplay::experiment::{
    Adjudication, Book, Experiment, ExperimentError, MatchPlan, OpeningPlan, OpeningPolicy,
    OptionValue, Tournament, short_name,
};
use tradewind_stats::Sprt;

/// The default number of random plies.
const DEFAULT_PLIES: u32 = 8;

/// The name of the experiment's text, which is not a file.
const COMMAND_LINE: &str = "the command line";

/// An experiment file.
#[derive(Serialize)]
struct ExperimentFile<'w> {
    name: String,
    seed: u64,
    pairs: u64,
    ply_cap: u32,
    rules: RulesTable<'w>,
    player: Vec<PlayerTable>,
    opening: OpeningPlan,
    #[serde(skip_serializing_if = "Adjudication::is_off")]
    adjudication: Adjudication,
    #[serde(rename = "match")]
    matched: MatchPlan,
}

#[derive(Serialize)]
struct RulesTable<'w> {
    id: &'w str,
    options: BTreeMap<&'w str, OptionValue>,
}

/// A match of the first player and `--second`. Paths are relative to the working directory.
pub fn experiment(arguments: &MatchArguments, first: &PlayerTable) -> anyhow::Result<Experiment> {
    let mut players: Vec<PlayerTable> = vec![first.clone()];
    players.extend(arguments.second.iter().cloned());
    let names = names(&players);
    for (player, name) in players.iter_mut().zip(&names) {
        player.name = Some(name.clone());
    }
    let name = match arguments.tournament {
        Tournament::RoundRobin => format!("Round-robin of {}", names.join(", ")),
        Tournament::Gauntlet => format!("{} against {}", names[0], names[1..].join(", ")),
    };
    let has_book = arguments.book.is_some();
    let file = ExperimentFile {
        name: short_name(&name),
        seed: arguments.seed,
        pairs: arguments.pairs,
        ply_cap: arguments.ply_cap,
        rules: RulesTable {
            id: &arguments.rules,
            options: (arguments.settings.settings.iter())
                .map(|(name, text)| (name.as_str(), OptionValue::of(text)))
                .collect(),
        },
        player: players,
        opening: OpeningPlan {
            first: OpeningPolicy {
                plies: arguments
                    .plies
                    .unwrap_or(if has_book { 0 } else { DEFAULT_PLIES }),
                max_imbalance_cp: (!has_book).then_some(arguments.max_imbalance_cp),
            },
            further: Vec::new(),
            left: None,
            book: arguments.book.as_ref().map(|path| Book {
                path: path.clone(),
                plies: arguments.book_plies,
                text: Arc::default(),
            }),
        },
        adjudication: Adjudication {
            win: arguments.resign.clone(),
            draw: arguments.draw.clone(),
        },
        matched: MatchPlan {
            sprt: arguments.sprt.map(|sprt| Sprt {
                alpha: arguments.alpha,
                beta: arguments.beta,
                ..sprt
            }),
            tournament: arguments.tournament,
        },
    };
    let text = toml::to_string(&file)?;
    match Experiment::parse(COMMAND_LINE, text.clone(), Path::new("")) {
        Ok(experiment) => Ok(experiment),
        // There is no file to quote lines from: messages name the options instead.
        Err(ExperimentError::Faults(faults)) => {
            let faults = faults.iter().map(|fault| {
                if fault.file != COMMAND_LINE {
                    return fault.to_string();
                }
                let mut message = format!("{}{}", option(&text, fault.line), fault.message);
                if !fault.remedy.is_empty() {
                    message += &format!("; {}", fault.remedy);
                }
                message
            });
            anyhow::bail!("{}", faults.collect::<Vec<_>>().join("\n"))
        }
        Err(other) => Err(other.into()),
    }
}

/// The option that a line of the text comes from, as the beginning of a message; empty if the message names it.
fn option(text: &str, line: usize) -> String {
    let before: Vec<&str> = text.lines().take(line).collect();
    let tables = || before.iter().filter(|line| line.starts_with('['));
    let table = tables()
        .next_back()
        .map_or("", |table| table.trim_matches(['[', ']']));
    let key = before.last().and_then(|line| line.split_once(" = "));
    let key = key.map_or("", |(key, _)| key);
    let option = match (table.split('.').next().unwrap_or_default(), key) {
        ("player", _) if tables().filter(|table| **table == "[[player]]").count() == 1 => "first",
        ("player", _) => "second",
        ("rules", _) if table == "rules.options" => "set",
        ("rules", _) | (_, "" | "name") => return String::new(),
        ("adjudication", _) if table == "adjudication.draw" => "draw",
        ("adjudication", _) => "resign",
        ("match", "alpha" | "beta") => key,
        ("match", _) => "sprt",
        (_, key) => &key.replace('_', "-"),
    };
    format!("--{option}: ")
}

/// The names of the players, made different where they are the same.
fn names(players: &[PlayerTable]) -> Vec<String> {
    let name = |player: &PlayerTable| {
        let own = player.name.clone();
        own.unwrap_or_else(|| short_name(&player.default_name()))
    };
    let names: Vec<String> = players.iter().map(name).collect();
    let different = |(at, name): (usize, &String)| {
        let count = names.iter().filter(|other| *other == name).count();
        match at {
            _ if count == 1 => name.clone(),
            0 => short_name(&format!("first, {name}")),
            1 => short_name(&format!("second, {name}")),
            _ => short_name(&format!("player {}, {name}", at + 1)),
        }
    };
    names.iter().enumerate().map(different).collect()
}
