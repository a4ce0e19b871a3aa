//! Published and known move counts.

use tradewind_engine::Game;

fn counts(rules: &str, position: Option<&str>, expected: &[u64]) {
    let game = Game::load(rules, &[]).unwrap_or_else(|fault| panic!("{rules}: {fault}"));
    let play = match position {
        Some(text) => game
            .parse(text)
            .unwrap_or_else(|fault| panic!("{text}: {fault}")),
        None => game.start(0).expect("array 0"),
    };
    for (depth, &expected) in (1..).zip(expected) {
        assert_eq!(
            play.perft(depth),
            expected,
            "{rules} {position:?} depth {depth}"
        );
    }
}

#[test]
fn scirocco_2009_from_array_0() {
    counts(
        "scirocco-2009",
        None,
        &[21, 441, 10_874, 268_223, 7_561_209],
    );
}

#[test]
fn shatranj_from_the_start() {
    counts("shatranj", None, &[16, 256, 4_176, 68_122, 1_164_248]);
}

#[test]
fn chess_from_the_start() {
    counts("chess", None, &[20, 400, 8_902, 197_281, 4_865_609]);
}

#[test]
fn typhoon_from_array_0() {
    counts("typhoon", None, &[39, 1_521, 60_762]);
}

#[test]
fn rococo_from_the_start() {
    counts("rococo", None, &[25, 625, 23_863]);
}
