//! The position of the command line.

use crate::args::PlaceArguments;
use anyhow::Context;
use tradewind_engine::input::did_you_mean;
use tradewind_engine::{Game, Rules, notation};

/// Loads the rule set and sets up `--fen`, `--array`, or the first array.
pub fn load(place: &PlaceArguments) -> anyhow::Result<(Rules, Game)> {
    let rules = Rules::load(&place.rules, &place.settings.settings)?;
    if let Some(text) = &place.fen {
        let game = notation::position(&rules, text).map_err(anyhow::Error::msg);
        let game = game.with_context(|| format!("--fen, for {}", place.rules))?;
        return Ok((rules, game));
    }
    let (_, game) = start(&rules, &place.rules, place.array.as_deref())?;
    Ok((rules, game))
}

/// Sets up an array by its number or name, by default the first; returns its number and the position.
pub fn start(rules: &Rules, id: &str, array: Option<&str>) -> anyhow::Result<(u32, Game)> {
    let numbers = rules.spec().array_numbers();
    let named = rules.spec().named_arrays();
    let number = match array {
        None => numbers.first().copied(),
        Some(text) => {
            let called = named.iter().find(|(name, _)| *name == text);
            called.map(|(_, number)| *number).or(text.parse().ok())
        }
    };
    let found = number.and_then(|number| Some((number, rules.start(number)?)));
    found.with_context(|| {
        let known = match numbers.as_slice() {
            [first, .., last] if numbers.len() as u32 == last - first + 1 => {
                format!("{first} to {last}")
            }
            numbers => {
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                numbers.join(", ")
            }
        };
        let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
        let among = if names.is_empty() {
            ""
        } else {
            ", among them "
        };
        let asked = array.unwrap_or_default();
        let guess = did_you_mean(asked, names.iter().copied());
        let names = names.join(", ");
        format!("--array {asked}: {id} has the arrays {known}{among}{names}{guess}")
    })
}
