//! How many mates of a suite a short search sees.

use super::speed::{Speed, SpeedError};
use std::time::Instant;
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, Score, Searcher};

/// The suite: the file says what it is.
const SUITE: &str = include_str!("../../../../data/suites/chess-mates.txt");
/// Nodes of a search.
const NODES: u64 = 10_000;

/// Searches every position of the suite; seen is a mate that the search announces.
///
/// # Errors
/// The suite is wrong.
pub fn measure() -> Result<Speed, SpeedError> {
    let game = Game::load("chess", &[])?;
    let mut searcher = Searcher::new(&game, &Weights::of(game.spec()), 16.0);
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let begin = Instant::now();
    let (mut seen, mut all) = (0, 0);
    for position in suite() {
        let play = game.parse(position)?;
        searcher.clear();
        let found = searcher.search(&play, &limits, |_| {});
        seen += u64::from(matches!(found.score, Score::Wins(_)));
        all += 1;
    }
    Ok(Speed {
        rules: "chess".to_string(),
        work: format!("mates, {NODES} nodes"),
        count: seen,
        unit: "mates",
        of: Some(all),
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// The text of each position, which stands behind the moves to mate.
fn suite() -> impl Iterator<Item = &'static str> {
    let lines = SUITE.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| Some(line.split_once(' ')?.1))
}
