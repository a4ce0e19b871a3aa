//! The engine's kernels by board width: generating and counting moves, applying them, perft; and
//! orthodox chess beside `cozy-chess`, a specialised chess library, in the same run.
//!
//! Every kernel works on the positions of a few random games from the first array, so that the
//! figures are those of real play. `cargo bench -p tradewind-engine` prints them; `items/s` are
//! positions, moves or nodes.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::evaluation::network::{Network, Parameters, Role, Shape};
use tradewind_engine::evaluation::{Evaluator, Weights};
use tradewind_engine::position::Position;
use tradewind_engine::rules;
use tradewind_engine::search::{Limits, Searcher};
use tradewind_engine::tables::{Rules, compile};
use tradewind_engine::{Game, Move};

fn main() {
    divan::main();
}

/// How many positions a kernel goes through.
const POSITIONS: usize = 1_000;

fn load<const W: usize>(id: &str) -> Rules<W> {
    compile(rules::load(id, &[]).expect("a built-in rule set"))
}

/// Positions of random games, each played until it is over.
fn positions<const W: usize>(rules: &Rules<W>) -> Vec<Position<W>> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let first = rules.spec().array_numbers()[0];
    let start = Position::start(rules, first).expect("the first array");
    let mut found = Vec::with_capacity(POSITIONS);
    let mut position = start;
    let mut moves = Vec::new();
    while found.len() < POSITIONS {
        moves.clear();
        if position.outcome(rules).is_none() && position.ply() < 400 {
            rules.generate(&position, &mut moves);
        }
        match moves.choose(&mut random) {
            Some(&one) => {
                found.push(position);
                position = position.after(rules, one);
            }
            None => position = start,
        }
    }
    found
}

fn bench_generate<const W: usize>(bencher: Bencher, id: &str) {
    let rules = load::<W>(id);
    let positions = positions(&rules);
    let mut moves = Vec::with_capacity(512);
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
        for position in &positions {
            moves.clear();
            rules.generate(black_box(position), &mut moves);
            black_box(moves.as_slice());
        }
    });
}

fn bench_count<const W: usize>(bencher: Bencher, id: &str) {
    let rules = load::<W>(id);
    let positions = positions(&rules);
    bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
        let counts = positions
            .iter()
            .map(|position| rules.count(black_box(position)));
        counts.sum::<u64>()
    });
}

fn bench_apply<const W: usize>(bencher: Bencher, id: &str) {
    let rules = load::<W>(id);
    let mut moves: Vec<(Position<W>, Move)> = Vec::new();
    for position in positions(&rules) {
        let mut list = Vec::new();
        rules.generate(&position, &mut list);
        moves.extend(list.into_iter().map(|one| (position, one)));
    }
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        for (position, one) in &moves {
            black_box(black_box(position).after(&rules, *one));
        }
    });
}

fn bench_perft<const W: usize>(bencher: Bencher, id: &str, depth: u32, expected: u64) {
    let rules = load::<W>(id);
    let first = rules.spec().array_numbers()[0];
    let start = Position::start(&rules, first).expect("the first array");
    bencher.counter(ItemsCount::new(expected)).bench(|| {
        let nodes = rules.perft(black_box(&start), depth);
        assert_eq!(nodes, expected, "perft {depth} of {id}");
    });
}

fn bench_evaluate<const W: usize>(bencher: Bencher, id: &str) {
    let rules = load::<W>(id);
    let evaluator = Evaluator::new(&rules, &Weights::linear(rules.spec()));
    let positions = positions(&rules);
    bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
        let worth = positions
            .iter()
            .map(|position| evaluator.evaluate(&rules, black_box(position)));
        worth.sum::<i32>()
    });
}

/// The linear weights of a rule set with a network of 64 units added to them, of numbers that say next to nothing, so that
/// the search goes where it goes without.
fn with_network_added(game: &Game) -> Weights {
    let shape = Shape::of(game.spec(), 64, 4);
    let small = |count: usize| (0..count).map(|at| (at % 7) as f32 * 0.01 - 0.03).collect();
    let learnt = Parameters {
        rows: small(shape.inputs() * 64),
        biases: small(64),
        output: small(4 * 2 * 64),
        output_biases: vec![0.0; 4],
    };
    let network = Network::new(shape, Role::Added, 1, game.spec().title(), &learnt);
    Weights::linear(game.spec()).with_network(&network, 0.0)
}

/// Positions that the search of the first array's start looks at by some weights, each time anew.
fn bench_search(bencher: Bencher, id: &str, weights: impl Fn(&Game) -> Weights) {
    const NODES: u64 = 20_000;
    let game = Game::load(id, &[]).expect("a built-in rule set");
    let weights = weights(&game);
    let play = game
        .start(game.spec().array_numbers()[0])
        .expect("the first array");
    let mut searcher = Searcher::new(&game, &weights, 4.0);
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    bencher.counter(ItemsCount::new(NODES)).bench_local(|| {
        searcher.clear();
        searcher.search(black_box(&play), &limits, |_| {}).nodes
    });
}

/// The same kernels for one rule set on a board of some words.
macro_rules! kernels {
    ($module:ident, $words:literal, $id:literal, perft $depth:literal = $nodes:literal) => {
        mod $module {
            use divan::Bencher;

            #[divan::bench]
            fn generate(bencher: Bencher) {
                super::bench_generate::<$words>(bencher, $id);
            }

            #[divan::bench]
            fn count(bencher: Bencher) {
                super::bench_count::<$words>(bencher, $id);
            }

            #[divan::bench]
            fn apply(bencher: Bencher) {
                super::bench_apply::<$words>(bencher, $id);
            }

            #[divan::bench]
            fn evaluate(bencher: Bencher) {
                super::bench_evaluate::<$words>(bencher, $id);
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
                super::bench_perft::<$words>(bencher, $id, $depth, $nodes);
            }
        }
    };
}

kernels!(one_word_chess, 1, "chess", perft 5 = 4_865_609);
kernels!(one_word_shatranj, 1, "shatranj", perft 5 = 1_164_248);
kernels!(one_word_hashishin, 1, "hashishin-any", perft 4 = 1_701_325);
kernels!(two_words_scirocco, 2, "scirocco-2009", perft 4 = 268_223);
kernels!(two_words_rococo, 2, "rococo", perft 3 = 23_863);
kernels!(three_words_typhoon, 3, "typhoon", perft 3 = 60_762);

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
