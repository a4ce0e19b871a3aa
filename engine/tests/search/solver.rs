//! A plain solver, which tries every move of both sides through [`Play`], and the search beside it.

use tradewind_engine::Play;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, Score, SearchInfo, Searcher};
use tradewind_engine::{Game, Outcome};

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
pub fn solve(play: &Play, depth: u32) -> Known {
    if let Some((outcome, _)) = play.over() {
        return match outcome {
            Outcome::Draw => Known::Draws,
            Outcome::Win(winner) if winner == play.side() => Known::Wins(0),
            Outcome::Win(_) => Known::Loses(0),
        };
    }
    if depth == 0 {
        return Known::Open;
    }
    let mut wins: Option<u32> = None;
    let mut slowest = 0;
    let (mut draws, mut open) = (false, false);
    for &one in play.legal_moves() {
        let mut next = play.clone();
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
pub fn solve_move(play: &Play, text: &str, depth: u32) -> Known {
    match solve(&super::board::after(play, &[text]), depth - 1) {
        Known::Loses(plies) => Known::Wins(plies + 1),
        Known::Wins(plies) => Known::Loses(plies + 1),
        known => known,
    }
}

/// A searcher with what follows from the rules: what is left out near the leaves depends on
/// weights, and so does the depth at which a quiet win is found, and those that come with the
/// program change.
pub fn searcher(game: &Game) -> Searcher {
    let weights = Weights::starting(game.spec());
    Searcher::new(game, &weights, 1.0)
}

/// Nodes that must be enough to find a win of a few plies.
pub const ENOUGH: u64 = 50_000;

/// Searches to a depth with an empty transposition table.
pub fn to_depth(rules: &str, play: &Play, depth: u32) -> SearchInfo {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    searcher(&super::board::game(rules)).search(play, &limits, |_| {})
}

/// A search limited by nodes.
pub fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// The moves of a principal variation.
pub fn pv_texts(play: &Play, info: &SearchInfo) -> Vec<String> {
    info.pv.iter().map(|&one| play.move_text(one)).collect()
}

/// Checks that the solver and the search both find a win (or loss) in so many plies, and that the
/// search's first move does not give it away. Returns the text of that move.
#[track_caller]
pub fn both_find(rules: &str, play: &Play, expected: Score) -> String {
    let (plies, known) = match expected {
        Score::Wins(plies) => (plies, Known::Wins(plies)),
        Score::Loses(plies) => (plies, Known::Loses(plies)),
        Score::Cp(_) => panic!("only wins and losses are found"),
    };
    assert_eq!(solve(play, plies), known, "the solver: {}", play.text());
    // Pruning may hide a win until the search is deeper than the win is long.
    let info = searcher(&super::board::game(rules)).search(play, &nodes(ENOUGH), |_| {});
    let line = pv_texts(play, &info);
    assert_eq!(info.score, expected, "{line:?} in {}", play.text());
    let first = line[0].clone();
    assert_eq!(
        solve_move(play, &first, plies),
        known,
        "{first} in {}",
        play.text()
    );
    first
}
