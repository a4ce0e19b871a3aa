//! Limits are kept, and with a limit of nodes or depth the result is the same every time.

use super::board::load;
use super::solver::{nodes, searcher};
use crate::properties::random_games::visit;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tradewind_engine::rules::built_in;
use tradewind_engine::search::{Limits, SearchInfo};
use tradewind_engine::{Game, Rules};

/// Some positions of a rule set in which the game is not over.
fn positions(rules: &Rules, count: usize) -> Vec<Game> {
    let mut positions = Vec::new();
    visit(rules, 30 * count, |game| {
        if game.over().is_none() {
            positions.push(game.clone());
        }
    });
    let step = positions.len() / count;
    positions.into_iter().step_by(step).take(count).collect()
}

/// A search result without its time.
fn without_time(info: &SearchInfo) -> String {
    format!(
        "{:?} {:?} depth {} to {}, {} nodes",
        info.pv, info.score, info.depth, info.seldepth, info.nodes
    )
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

#[test]
fn equal_limits_give_equal_results() {
    for id in built_in() {
        let rules = load(&id);
        let mut used = searcher(&rules);
        for game in positions(&rules, 3) {
            for limits in [nodes(3_000), depth(3)] {
                let search = |searcher: &mut tradewind_engine::search::Searcher| {
                    without_time(&searcher.search(&game, &limits, |_| {}))
                };
                let first = search(&mut searcher(&rules));
                assert_eq!(
                    first,
                    search(&mut searcher(&rules)),
                    "{id}: {}",
                    game.text()
                );
                used.clear();
                assert_eq!(first, search(&mut used), "{id}: {}", game.text());
            }
        }
    }
}

#[test]
fn the_transposition_table_is_deterministic() {
    for id in ["chess", "rococo", "typhoon"] {
        let rules = load(id);
        let searches = || {
            let mut searcher = searcher(&rules);
            let mut game = rules.start(0).expect("array 0");
            let mut found = Vec::new();
            for _ in 0..6 {
                let info = searcher.search(&game, &nodes(2_000), |_| {});
                found.push(without_time(&info));
                game.play_unchecked(info.best_move().expect("a move"));
            }
            found
        };
        assert_eq!(searches(), searches(), "{id}");
    }
}

#[test]
fn never_more_nodes_than_the_limit() {
    for id in built_in() {
        let rules = load(&id);
        let mut searcher = searcher(&rules);
        for game in positions(&rules, 3) {
            for limit in [0, 1, 2, 3, 7, 50, 500, 1_023, 1_024, 1_025, 5_000] {
                let info = searcher.search(&game, &nodes(limit), |_| {});
                assert!(info.nodes <= limit, "{id}: {} of {limit}", info.nodes);
                let forced = !matches!(info.score, tradewind_engine::search::Score::Cp(_));
                assert!(
                    info.nodes == limit || forced || info.depth == 100,
                    "{id}: {} of {limit} in {}",
                    info.nodes,
                    game.text()
                );
            }
        }
    }
}

#[test]
fn every_depth_is_reported_once_and_none_beyond_the_limit() {
    let rules = load("scirocco-2009");
    let game = rules.start(0).expect("array 0");
    let mut depths = Vec::new();
    let mut last_nodes = 0;
    let last = searcher(&rules).search(&game, &depth(4), |info| {
        depths.push(info.depth);
        assert!(info.nodes > last_nodes);
        last_nodes = info.nodes;
    });
    assert_eq!(depths, [1, 2, 3, 4]);
    assert_eq!((last.depth, last.nodes), (4, last_nodes));
}

#[test]
fn time_and_the_stop_flag_end_a_search() {
    let rules = load("typhoon");
    let game = rules.start(0).expect("array 0");
    let begin = Instant::now();
    let in_time = Limits {
        time: Some(Duration::from_millis(50)),
        ..Limits::default()
    };
    let info = searcher(&rules).search(&game, &in_time, |_| {});
    assert!(game.legal_moves().contains(&info.pv[0]));
    assert!(begin.elapsed() < Duration::from_secs(5));
    let stopped = Limits {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let info = searcher(&rules).search(&game, &stopped, |_| {});
    assert!(game.legal_moves().contains(&info.pv[0]));
    assert!(info.nodes <= 2_048, "{}", info.nodes);
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let rules = load("chess");
    let mated = "k,7/1,Q,6/1,K,6/8/8/8/8/8 b - 0";
    let game = rules.parse(mated).expect("a right position");
    let info = searcher(&rules).search(&game, &nodes(100), |_| {});
    assert_eq!((info.best_move(), info.nodes), (None, 0));
}
