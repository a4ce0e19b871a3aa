//! A match out of the words of the command line.

use crate::args::{MatchArguments, PlayerWords};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use tradewind_selfplay::experiment::{
    Book, Experiment, ExperimentError, MatchPlan, OpeningPlan, OptionValue,
};

/// How many random plies begin a game where nothing is said about it.
const DEFAULT_PLIES: u32 = 8;

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
        name: format!("{first} against {second}"),
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
                text: String::new(),
            }),
        },
        matched: MatchPlan {
            sprt: arguments.sprt,
        },
    };
    let text = toml::to_string(&words)?;
    match Experiment::parse("the command line", text, Path::new("")) {
        Ok(experiment) => Ok(experiment),
        // There is no file whose lines could be shown.
        Err(ExperimentError::Faults(faults)) => {
            let faults = faults.iter().map(|fault| match fault.file.as_str() {
                "the command line" if fault.remedy.is_empty() => fault.message.clone(),
                "the command line" => format!("{}; {}", fault.message, fault.remedy),
                _ => fault.to_string(),
            });
            anyhow::bail!("{}", faults.collect::<Vec<_>>().join("\n"))
        }
        Err(other) => Err(other.into()),
    }
}

/// Different names for the players.
fn names(players: [&PlayerWords; 2]) -> [String; 2] {
    let names = players.map(|player| player.name.clone().unwrap_or_else(|| player.default_name()));
    if names[0] == names[1] {
        [
            format!("first, {}", names[0]),
            format!("second, {}", names[1]),
        ]
    } else {
        names
    }
}
