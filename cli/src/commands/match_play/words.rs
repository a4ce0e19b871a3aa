//! A match out of the words of the command line.

use crate::args::{MatchArguments, PlayerWords};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use tradewind_selfplay::experiment::{
    Book, Experiment, ExperimentError, MatchPlan, OpeningPlan, OptionValue, short_name,
};

/// How many random plies begin a game where nothing is said about it.
const DEFAULT_PLIES: u32 = 8;

/// The name of the text that the words stand for, which is no file.
const COMMAND_LINE: &str = "the command line";

/// The experiment that the words stand for, in the form of an experiment file.
#[derive(Serialize)]
struct Words<'w> {
    name: String,
    seed: u64,
    pairs: u64,
    ply_cap: u32,
    rules: RulesWords<'w>,
    player: [PlayerWords; 2],
    opening: OpeningPlan,
    #[serde(rename = "match")]
    matched: MatchPlan,
}

#[derive(Serialize)]
struct RulesWords<'w> {
    id: &'w str,
    options: BTreeMap<&'w str, OptionValue>,
}

/// The match between two players; paths are seen from where the program was called.
pub fn experiment(
    arguments: &MatchArguments,
    players: [&PlayerWords; 2],
) -> anyhow::Result<Experiment> {
    let names = names(players);
    let mut players = players.map(PlayerWords::clone);
    for (player, name) in players.iter_mut().zip(&names) {
        player.name = Some(name.clone());
    }
    let [first, second] = &names;
    let has_book = arguments.book.is_some();
    let words = Words {
        name: short_name(&format!("{first} against {second}")),
        seed: arguments.seed,
        pairs: arguments.pairs,
        ply_cap: arguments.ply_cap,
        rules: RulesWords {
            id: &arguments.rules,
            options: (arguments.settings.settings.iter())
                .map(|(name, text)| (name.as_str(), OptionValue::of(text)))
                .collect(),
        },
        player: players,
        opening: OpeningPlan {
            plies: arguments
                .plies
                .unwrap_or(if has_book { 0 } else { DEFAULT_PLIES }),
            max_imbalance_cp: (!has_book).then_some(arguments.max_imbalance_cp),
            further: Vec::new(),
            left: None,
            book: arguments.book.as_ref().map(|path| Book {
                path: path.clone(),
                plies: arguments.book_plies,
                text: Arc::default(),
            }),
        },
        matched: MatchPlan {
            sprt: arguments.sprt,
        },
    };
    let text = toml::to_string(&words)?;
    match Experiment::parse(COMMAND_LINE, text.clone(), Path::new("")) {
        Ok(experiment) => Ok(experiment),
        // There is no file whose lines could be shown.
        Err(ExperimentError::Faults(faults)) => {
            let faults = faults.iter().map(|fault| {
                if fault.file != COMMAND_LINE {
                    return fault.to_string();
                }
                let mut told = format!("{}{}", argument(&text, fault.line), fault.message);
                if !fault.remedy.is_empty() {
                    told = format!("{told}; {}", fault.remedy);
                }
                told
            });
            anyhow::bail!("{}", faults.collect::<Vec<_>>().join("\n"))
        }
        Err(other) => Err(other.into()),
    }
}

/// The option that a line of the text comes from, to begin a message with; empty where the message names the argument.
fn argument(text: &str, line: usize) -> String {
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
        ("match", _) => "sprt",
        (_, key) => &key.replace('_', "-"),
    };
    format!("--{option}: ")
}

/// Different names for the players.
fn names(players: [&PlayerWords; 2]) -> [String; 2] {
    let name = |player: &PlayerWords| {
        let own = player.name.clone();
        own.unwrap_or_else(|| short_name(&player.default_name()))
    };
    let names = players.map(name);
    if names[0] == names[1] {
        [
            short_name(&format!("first, {}", names[0])),
            short_name(&format!("second, {}", names[1])),
        ]
    } else {
        names
    }
}
