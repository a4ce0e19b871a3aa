//! A plain solver, which tries every move of both sides through [`Game`], and the search beside it.

use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, Score, SearchInfo, Searcher};
use tradewind_engine::{Outcome, Rules};

/// The proven value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// A win in this many plies, and not sooner.
    Wins(u32),
    /// A loss in this many plies, and not later.
    Loses(u32),
    /// Every line ends, and it can have a draw but no win.
    Draws,
    /// Some line is longer than the depth.
    Open,
}

/// Tries all moves of both sides to a depth.
pub fn solve(game: &Game, depth: u32) -> Known {
    if let Some((outcome, _)) = game.over() {
        return match outcome {
            Outcome::Draw => Known::Draws,
            Outcome::Win(winner) if winner == game.side() => Known::Wins(0),
            Outcome::Win(_) => Known::Loses(0),
        };
    }
    if depth == 0 {
        return Known::Open;
    }
    let mut wins: Option<u32> = None;
    let mut slowest = 0;
    let (mut draws, mut open) = (false, false);
    for &one in game.legal_moves() {
        let mut next = game.clone();
        next.play_unchecked(one);
        // A win that takes longer than one that is known is of no use.
        let left = wins.map_or(depth - 1, |wins| wins.saturating_sub(2).min(depth - 1));
        match solve(&next, left) {
            Known::Loses(plies) => wins = Some(wins.map_or(plies + 1, |old| old.min(plies + 1))),
            Known::Wins(plies) => slowest = slowest.max(plies + 1),
            Known::Draws => draws = true,
            Known::Open => open = true,
        }
        if wins == Some(1) {
            break;
        }
    }
    match (wins, open, draws) {
        (Some(plies), _, _) => Known::Wins(plies),
        (None, true, _) => Known::Open,
        (None, false, true) => Known::Draws,
        (None, false, false) => Known::Loses(slowest),
    }
}

/// The proven value of a move for the side that makes it.
#[track_caller]
pub fn solve_move(game: &Game, text: &str, depth: u32) -> Known {
    match solve(&super::board::after(game, &[text]), depth - 1) {
        Known::Loses(plies) => Known::Wins(plies + 1),
        Known::Wins(plies) => Known::Loses(plies + 1),
        known => known,
    }
}

/// A searcher with what follows from the rules: what is left out near the leaves depends on
/// weights, and so does the depth at which a quiet win is found, and those that come with the
/// program change.
pub fn searcher(rules: &Rules) -> Searcher {
    let weights = Weights::starting(rules.spec());
    Searcher::new(rules, &weights, 1.0)
}

/// Nodes that must be enough to find a win of a few plies.
pub const ENOUGH: u64 = 50_000;

/// Searches to a depth with an empty transposition table.
pub fn to_depth(rules: &str, game: &Game, depth: u32) -> SearchInfo {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    searcher(&super::board::load(rules)).search(game, &limits, |_| {})
}

/// A search limited by nodes.
pub fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// The moves of a principal variation.
pub fn pv_texts(game: &Game, info: &SearchInfo) -> Vec<String> {
    info.pv.iter().map(|&one| game.move_text(one)).collect()
}

/// Checks that the solver and the search both find a win (or loss) in the expected number of plies, and that the
/// search's first move does not give it away. Returns the text of that move.
#[track_caller]
pub fn both_find(rules: &str, game: &Game, expected: Score) -> String {
    let (plies, known) = match expected {
        Score::Wins(plies) => (plies, Known::Wins(plies)),
        Score::Loses(plies) => (plies, Known::Loses(plies)),
        Score::Cp(_) => panic!("only wins and losses are found"),
    };
    assert_eq!(solve(game, plies), known, "the solver: {}", game.text());
    // Pruning may hide a win until the search is deeper than the win is long.
    let info = searcher(&super::board::load(rules)).search(game, &nodes(ENOUGH), |_| {});
    let line = pv_texts(game, &info);
    assert_eq!(info.score, expected, "{line:?} in {}", game.text());
    let first = line[0].clone();
    assert_eq!(
        solve_move(game, &first, plies),
        known,
        "{first} in {}",
        game.text()
    );
    first
}
