//! The engine's kernels on boards of each width: counting and making moves, perft, evaluation and
//! search; and orthodox chess beside `cozy-chess`, a specialised chess library, in the same run.
//!
//! Every kernel uses the positions of a few random games from the first array, so that the figures
//! are those of real play. `cargo bench -p tradewind-engine` prints them; `items/s` are positions
//! or nodes.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::{Network, Parameters, Role, Shape};
use tradewind_engine::search::{Limits, Searcher};
use tradewind_engine::{Game, Rules};

fn main() {
    divan::main();
}

/// The number of positions of a kernel.
const POSITIONS: usize = 1_000;

fn load(id: &str) -> Rules {
    Rules::load(id, &[]).expect("a built-in rule set")
}

/// The start of the first array.
fn start(rules: &Rules) -> Game {
    let first = rules.spec().array_numbers()[0];
    rules.start(first).expect("the first array")
}

/// Positions of random games, each played until it is over.
fn positions(rules: &Rules) -> Vec<Game> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut found = Vec::with_capacity(POSITIONS);
    let mut game = start(rules);
    while found.len() < POSITIONS {
        match game.legal_moves().choose(&mut random).copied() {
            Some(mv) if game.ply() < 400 => {
                found.push(game.clone());
                game.play_unchecked(mv);
            }
            _ => game = start(rules),
        }
    }
    found
}

/// Makes a move in each position, and generates the moves after it.
fn bench_play(bencher: Bencher, id: &str) {
    let positions = positions(&load(id));
    let bencher = bencher.counter(ItemsCount::new(POSITIONS));
    bencher
        .with_inputs(|| positions.clone())
        .bench_local_refs(|positions| {
            for game in positions {
                let mv = game.legal_moves()[0];
                game.play_unchecked(black_box(mv));
            }
        });
}

fn bench_count(bencher: Bencher, id: &str) {
    let positions = positions(&load(id));
    bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
        let counts = positions.iter().map(|game| black_box(game).perft(1));
        counts.sum::<u64>()
    });
}

fn bench_perft(bencher: Bencher, id: &str, depth: u32, expected: u64) {
    let start = start(&load(id));
    bencher.counter(ItemsCount::new(expected)).bench(|| {
        let nodes = black_box(&start).perft(depth);
        assert_eq!(nodes, expected, "perft {depth} of {id}");
    });
}

fn bench_evaluate(bencher: Bencher, id: &str) {
    let rules = load(id);
    let searcher = Searcher::new(&rules, &Weights::linear(rules.spec()), 0.1);
    let positions = positions(&rules);
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
        let scores = positions
            .iter()
            .map(|game| searcher.static_eval(black_box(game)));
        scores.sum::<i32>()
    });
}

/// The linear weights of a rule set, with an added network of 64 units whose output is so small
/// that the search visits the same nodes as without it.
fn with_network_added(rules: &Rules) -> Weights {
    let shape = Shape::of(rules.spec(), 64, 4);
    let small = |count: usize| (0..count).map(|at| (at % 7) as f32 * 0.01 - 0.03).collect();
    let learnt = Parameters {
        rows: small(shape.inputs() * 64),
        biases: small(64),
        output: small(4 * 2 * 64),
        output_biases: vec![0.0; 4],
    };
    let network = Network::new(shape, Role::Added, 1, rules.spec().title(), &learnt);
    Weights::linear(rules.spec()).with_network(&network, 0.0)
}

/// Searches the start of the first array with some weights and an empty transposition table.
fn bench_search(bencher: Bencher, id: &str, weights: impl Fn(&Rules) -> Weights) {
    const NODES: u64 = 20_000;
    let rules = load(id);
    let weights = weights(&rules);
    let game = start(&rules);
    let mut searcher = Searcher::new(&rules, &weights, 4.0);
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    bencher.counter(ItemsCount::new(NODES)).bench_local(|| {
        searcher.clear();
        searcher.search(black_box(&game), &limits, |_| {}).nodes
    });
}

/// Games whose powers are words of XBetza, beside those of the same name below.
mod by_legs {
    use divan::Bencher;

    const SCIROCCO: &str = "tests/differential/scirocco-2009-by-legs.toml";
    const TYPHOON: &str = "tests/differential/typhoon-by-legs.toml";

    #[divan::bench(args = [SCIROCCO, TYPHOON])]
    fn play(bencher: Bencher, path: &str) {
        super::bench_play(bencher, path);
    }

    #[divan::bench(args = [SCIROCCO, TYPHOON])]
    fn count(bencher: Bencher, path: &str) {
        super::bench_count(bencher, path);
    }
}

/// The kernels for one rule set.
macro_rules! kernels {
    ($module:ident, $id:literal, perft $depth:literal = $nodes:literal) => {
        mod $module {
            use divan::Bencher;

            #[divan::bench]
            fn play(bencher: Bencher) {
                super::bench_play(bencher, $id);
            }

            #[divan::bench]
            fn count(bencher: Bencher) {
                super::bench_count(bencher, $id);
            }

            #[divan::bench]
            fn evaluate(bencher: Bencher) {
                super::bench_evaluate(bencher, $id);
            }

            #[divan::bench(max_time = 3)]
            fn search(bencher: Bencher) {
                super::bench_search(bencher, $id, |game| super::Weights::linear(game.spec()));
            }

            #[divan::bench(max_time = 3)]
            fn search_with_network_added(bencher: Bencher) {
                super::bench_search(bencher, $id, super::with_network_added);
            }

            #[divan::bench(max_time = 3)]
            fn search_with_its_network(bencher: Bencher) {
                super::bench_search(bencher, $id, |game| super::Weights::of(game.spec()));
            }

            #[divan::bench(max_time = 3)]
            fn perft(bencher: Bencher) {
                super::bench_perft(bencher, $id, $depth, $nodes);
            }
        }
    };
}

kernels!(one_word_chess, "chess", perft 5 = 4_865_609);
kernels!(one_word_shatranj, "shatranj", perft 5 = 1_164_248);
kernels!(one_word_hashishin, "hashishin-any", perft 4 = 1_701_325);
kernels!(two_words_scirocco, "scirocco-2009", perft 4 = 268_223);
kernels!(two_words_rococo, "rococo", perft 3 = 23_863);
kernels!(three_words_typhoon, "typhoon", perft 3 = 60_762);

/// The peer on orthodox chess, doing the same work.
mod peer_cozy_chess {
    use super::*;
    use cozy_chess::Board;

    fn perft_of(board: &Board, depth: u32) -> u64 {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len() as u64;
            } else {
                for one in moves {
                    let mut next = board.clone();
                    next.play_unchecked(one);
                    nodes += perft_of(&next, depth - 1);
                }
            }
            false
        });
        nodes
    }

    /// Positions of random games.
    fn positions() -> Vec<Board> {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut found = Vec::with_capacity(POSITIONS);
        let mut board = Board::default();
        while found.len() < POSITIONS {
            let mut moves = Vec::new();
            board.generate_moves(|piece| {
                moves.extend(piece);
                false
            });
            match moves.choose(&mut random) {
                Some(&one) if board.fullmove_number() < 200 => {
                    found.push(board.clone());
                    board.play_unchecked(one);
                }
                _ => board = Board::default(),
            }
        }
        found
    }

    #[divan::bench]
    fn generate(bencher: Bencher) {
        let positions = positions();
        let mut moves = Vec::with_capacity(512);
        bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
            for board in &positions {
                moves.clear();
                black_box(board).generate_moves(|piece| {
                    moves.extend(piece);
                    false
                });
                black_box(moves.as_slice());
            }
        });
    }

    #[divan::bench(max_time = 3)]
    fn perft(bencher: Bencher) {
        let board = Board::default();
        bencher.counter(ItemsCount::new(4_865_609_u64)).bench(|| {
            assert_eq!(perft_of(black_box(&board), 5), 4_865_609);
        });
    }
}
