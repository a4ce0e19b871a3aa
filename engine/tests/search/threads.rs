//! Several principal variations, and several threads.

use super::board::load;
use super::solver::{nodes, searcher};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use tradewind_engine::search::{Limits, SearchInfo};

#[test]
fn the_best_lines_are_reported_in_order_with_different_first_moves() {
    for id in ["chess", "scirocco-2009", "rococo"] {
        let rules = load(id);
        let play = rules
            .start(rules.spec().array_numbers()[0])
            .expect("an array");
        let mut searcher = searcher(&rules);
        searcher.set_multi_pv(4);
        let limits = Limits {
            depth: Some(4),
            ..Limits::default()
        };
        let mut told: Vec<SearchInfo> = Vec::new();
        let best = searcher.search(&play, &limits, |info| told.push(info.clone()));
        assert_eq!(told.len(), 16, "four lines at each of four depths");
        for depth in told.chunks(4) {
            let numbers: Vec<u32> = depth.iter().map(|info| info.multi_pv).collect();
            assert_eq!(numbers, [1, 2, 3, 4]);
            assert!(
                depth.is_sorted_by(|a, b| a.score.cp() >= b.score.cp()),
                "{id}"
            );
            let first: BTreeSet<String> = (depth.iter())
                .map(|info| play.move_text(info.pv[0]))
                .collect();
            assert_eq!(first.len(), 4, "{id}: {first:?}");
        }
        assert_eq!(best.pv, told[12].pv);
    }
}

#[test]
fn threads_keep_the_limits_and_play_legal_moves() {
    for id in ["chess", "hashishin-wazir", "typhoon"] {
        let rules = load(id);
        let play = rules
            .start(rules.spec().array_numbers()[0])
            .expect("an array");
        let mut searcher = searcher(&rules);
        searcher.set_threads(3);
        let found = searcher.search(&play, &nodes(3_000), |_| {});
        assert!(play.legal_moves().contains(&found.pv[0]), "{id}");
        let begin = Instant::now();
        let limits = Limits {
            time: Some(Duration::from_millis(50)),
            ..Limits::default()
        };
        searcher.search(&play, &limits, |_| {});
        assert!(begin.elapsed() < Duration::from_secs(20), "{id}");
    }
}

/// One thread again is as if there had never been more, once what they left is cleared.
#[test]
fn one_thread_is_deterministic_after_several() {
    let rules = load("chess");
    let game = rules.start(0).expect("array 0");
    let mut used = searcher(&rules);
    let expected = used.search(&game, &nodes(2_000), |_| {});
    used.set_threads(2);
    used.search(&game, &nodes(2_000), |_| {});
    used.set_threads(1);
    used.clear();
    let found = used.search(&game, &nodes(2_000), |_| {});
    assert_eq!((found.pv, found.nodes), (expected.pv, expected.nodes));
}
