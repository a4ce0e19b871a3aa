//! Published and known move counts for depths 1, 2, …

use tradewind_engine::{Rules, notation};

/// Tests by name: the rule set, a FEN or nothing for array 0, and the counts.
macro_rules! perft {
    ($($name:ident: $rules:literal $fen:literal $counts:expr;)*) => {
        $(
            #[test]
            fn $name() {
                check($rules, $fen, &$counts);
            }
        )*
    };
}

// The positions of chess are those of the Chess Programming Wiki's "Perft Results". Material that
// draws does not end the counting.
perft! {
    scirocco_2009: "scirocco-2009" "" [21, 441, 10_874, 268_223, 7_561_209];
    shatranj: "shatranj" "" [16, 256, 4_176, 68_122, 1_164_248];
    typhoon: "typhoon" "" [39, 1_521, 60_762];
    rococo: "rococo" "" [25, 625, 23_863];
    chess: "chess" "" [20, 400, 8_902, 197_281, 4_865_609];
    chess_from_its_fen: "chess" "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
        [20, 400, 8_902, 197_281];
    kiwipete: "chess" "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
        [48, 2_039, 97_862, 4_085_603, 193_690_690];
    en_passant_that_opens_a_rank: "chess" "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
        [14, 191, 2_812, 43_238, 674_624, 11_030_083];
    position_4: "chess" "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"
        [6, 264, 9_467, 422_333, 15_833_292];
    position_4_with_colours_exchanged:
        "chess" "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -"
        [6, 264, 9_467, 422_333, 15_833_292];
    position_5: "chess" "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -"
        [44, 1_486, 62_379, 2_103_487, 89_941_194];
    position_6: "chess" "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -"
        [46, 2_079, 89_890, 3_894_594, 164_075_551];
    duck: "../scripts/variants/duck.toml" "" [640, 379_440];
    amazons: "../scripts/variants/amazons.toml" "" [2176, 4_307_152];
    crazyhouse: "../scripts/variants/crazyhouse.toml" "" [20, 400, 8_902, 197_281, 4_888_832];
    crazyhouse_with_hands: "../scripts/variants/crazyhouse.toml"
        "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[Pp] b KQkq - 0 1"
        [68, 3_807, 216_906];
    crazyhouse_with_many_drops: "../scripts/variants/crazyhouse.toml"
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[QNPn] w KQkq - 0 1" [134, 9_466];
    shogi: "../scripts/variants/shogi.toml" "" [30, 900, 25_470, 719_731];
    shogi_with_hands: "../scripts/variants/shogi.toml"
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL[GRpppppnsg] w 0 1"
        [146, 29_020];
    xiangqi: "../scripts/variants/xiangqi.toml" "" [44, 1_920, 79_666, 3_290_240];
    bare_kings: "chess" "8/8/8/8/8/K7/P7/k7 w - -" [3, 7, 43];
    a_dead_position: "chess" "8/8/8/3k4/8/8/1N6/K7 w - -" [6, 41, 341];
}

fn check(id: &str, fen: &str, expected: &[u64]) {
    let rules = Rules::load(id, &[]).unwrap_or_else(|fault| panic!("{id}: {fault}"));
    let game = match fen {
        "" => rules.start(0).expect("array 0"),
        fen => notation::position(&rules, fen).expect("a FEN"),
    };
    let again = rules.parse(&game.text()).expect("its own text");
    assert_eq!(again.text(), game.text(), "the text reads back");
    for (depth, &expected) in (1..).zip(expected) {
        assert_eq!(game.perft(depth), expected, "{id} {fen} depth {depth}");
    }
}
