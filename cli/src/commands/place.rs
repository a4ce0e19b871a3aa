//! The position that a command is about.

use crate::args::Place;
use anyhow::Context;
use tradewind_engine::{Game, Play};

/// Loads the rule set and sets up the position: the text given, or an array, or the first array.
pub fn load(place: &Place) -> anyhow::Result<(Game, Play)> {
    let game = Game::load(&place.rules, &place.settings.settings)?;
    if let Some(text) = &place.fen {
        let play = game.parse(text);
        let play = play.with_context(|| format!("--fen, for {}", place.rules))?;
        return Ok((game, play));
    }
    let numbers = game.spec().array_numbers();
    let number = place.array.or(numbers.first().copied()).unwrap_or(0);
    let play = game.start(number).with_context(|| {
        let known = match numbers.as_slice() {
            [first, .., last] if numbers.len() as u32 == last - first + 1 => {
                format!("{first} to {last}")
            }
            numbers => numbers
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(", "),
        };
        format!("--array {number}: {} has the arrays {known}", place.rules)
    })?;
    Ok((game, play))
}
