//! Answers to the other program.

use super::variant::XboardVariant;
use tradewind_engine::Play;
use tradewind_engine::notation::quote;
use tradewind_engine::search::{Score, SearchInfo};

/// The score of mate in no plies in XBoard's protocol.
const WIN: i64 = 100_000;

/// The beginning of a line from the other program, without control characters, to be quoted in an answer.
pub fn brief(text: &str) -> String {
    let quoted = quote(text);
    quoted[1..quoted.len() - 1].to_string()
}

/// `DEPTH SCORE TIME NODES MOVES`, the time in hundredths of a second.
pub fn thinking(variant: &XboardVariant, play: &Play, info: &SearchInfo) -> String {
    let score = match info.score {
        Score::Cp(value) => i64::from(value),
        Score::Wins(plies) => WIN + i64::from(plies.div_ceil(2)),
        Score::Loses(plies) => -WIN - i64::from(plies.div_ceil(2)),
    };
    let mut play = play.clone();
    let mut line = Vec::new();
    for &one in &info.pv {
        line.push(variant.write(&play, one));
        play.play_unchecked(one);
    }
    let time = info.time.as_millis() / 10;
    format!(
        "{} {score} {time} {} {}",
        info.depth,
        info.nodes,
        line.join(" ")
    )
}
