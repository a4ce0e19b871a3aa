//! At a temperature moves are drawn with the chances that their scores give them.

use super::board::load;
use super::solver::searcher;
use std::collections::BTreeMap;
use tradewind_engine::search::Limits;

/// Kings and a pawn that nothing can capture: one ply ahead, a move's score is the evaluation.
const POSITION: &str = "4,k,3/8/8/8/8/8/4,P,3/4,K,3 w - 0";
const LIMITS: Limits = Limits {
    nodes: None,
    depth: Some(1),
    time: None,
    soft_time: None,
    stop: None,
    root_moves: Vec::new(),
};

#[test]
fn moves_are_drawn_by_their_scores() {
    let rules = load("chess");
    let game = rules.parse(POSITION).expect("a position");
    let mut searcher = searcher(&rules);
    let temperature = 30;
    let chances: BTreeMap<String, f64> = (game.legal_moves().iter())
        .map(|&one| {
            let mut next = game.clone();
            next.play_unchecked(one);
            let score = -searcher.static_eval(&next);
            (
                game.move_text(one),
                (f64::from(score) / f64::from(temperature)).exp(),
            )
        })
        .collect();
    let all: f64 = chances.values().sum();
    const DRAWN: u32 = 6_000;
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..u64::from(DRAWN) {
        searcher.clear();
        searcher.set_temperature(temperature, seed);
        let best = searcher.search(&game, &LIMITS, |_| {}).best_move();
        *counts
            .entry(game.move_text(best.expect("there are moves")))
            .or_default() += 1;
    }
    assert!(chances.len() > 5, "{chances:?}");
    for (text, chance) in &chances {
        let expected = f64::from(DRAWN) * chance / all;
        let found = f64::from(counts.get(text).copied().unwrap_or(0));
        // Five standard errors, and a little for scores being whole numbers.
        let allowed = 5.0 * expected.sqrt() + 0.02 * expected;
        assert!(
            (found - expected).abs() < allowed,
            "{text}: {found}, not {expected}"
        );
    }
}

#[test]
fn at_no_temperature_the_best_move_is_played() {
    let rules = load("chess");
    let game = rules.parse(POSITION).expect("a position");
    let mut searcher = searcher(&rules);
    let best = searcher.search(&game, &LIMITS, |_| {}).best_move();
    for seed in 0..50 {
        searcher.clear();
        searcher.set_temperature(0, seed);
        assert_eq!(searcher.search(&game, &LIMITS, |_| {}).best_move(), best);
    }
    // The score is the score of the move, without the bonus.
    searcher.set_temperature(1_000, 1);
    searcher.clear();
    let drawn = searcher.search(&game, &LIMITS, |_| {});
    let mut next = game.clone();
    next.play_unchecked(drawn.best_move().expect("there are moves"));
    assert_eq!(drawn.score.cp(), -searcher.static_eval(&next));
}
