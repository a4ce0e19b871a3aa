//! The suite of mates: every position of it is proven.

use super::proof::Prover;
use super::solver::nodes;
use crate::properties::random_games::load;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::Searcher;

/// The suite, which an example of this crate derives.
const SUITE: &str = include_str!("../../../data/suites/chess-mates.txt");
/// The most positions that a proof looks at: with hints of another search it may take more than
/// when the suite was derived.
const MOST: u32 = 30_000_000;
/// Nodes of the search before a proof.
const WARMING: u64 = 200_000;

#[test]
fn every_mate_is_proven() {
    let rules = load("chess", &[]);
    let mut hints = Searcher::new(&rules, &Weights::starting(rules.spec()), 32.0);
    let mut positions = 0;
    for line in SUITE.lines().filter(|line| !line.starts_with('#')) {
        let (moves, text) = line.split_once(' ').expect("a number and a position");
        let moves: u32 = moves.parse().expect("a number of moves");
        let game = rules
            .parse(text)
            .unwrap_or_else(|fault| panic!("{line}: {fault}"));
        // The table of a longer search orders the moves of the proof.
        hints.clear();
        hints.search(&game, &nodes(WARMING), |_| {});
        let mut proof = Prover {
            searcher: &mut hints,
            left: MOST,
        };
        assert_eq!(proof.wins(&game, 2 * moves - 1), Some(true), "{line}");
        assert!((2..=5).contains(&moves), "{line}");
        positions += 1;
    }
    assert!(positions >= 100, "{positions}");
}
