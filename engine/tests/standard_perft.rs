//! The positions and counts by which chess programs check their move generators (the Chess
//! Programming Wiki's "Perft Results"); Scirocco and shatranj are in `perft.rs`.

use std::fmt::Write as _;
use tradewind_engine::Game;

/// A position in the usual notation of chess (without its last two numbers) in ours.
fn position_text(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let &[board, side, castling, en_passant] = fields.as_slice() else {
        panic!("{fen} has not four fields");
    };
    let rank = |rank: &str| {
        let tokens: Vec<String> = rank.chars().map(String::from).collect();
        tokens.join(",")
    };
    let board: Vec<String> = board.split('/').map(rank).collect();
    let mut state = String::new();
    if castling != "-" {
        let _ = write!(state, "castle={castling}");
    }
    if en_passant != "-" {
        let _ = write!(state, ";ep={en_passant}");
    }
    let state = match state.trim_start_matches(';') {
        "" => "-",
        state => state,
    };
    format!("{} {side} {state} 0", board.join("/"))
}

/// Checks the counts for depth 1, 2 …
fn counts(fen: &str, expected: &[u64]) {
    let game = Game::load("chess", &[]).unwrap_or_else(|fault| panic!("{fault}"));
    let text = position_text(fen);
    let play = game
        .parse(&text)
        .unwrap_or_else(|fault| panic!("{text}: {fault}"));
    assert_eq!(play.text(), text, "the text reads back");
    for (depth, &expected) in (1..).zip(expected) {
        assert_eq!(play.perft(depth), expected, "{fen} depth {depth}");
    }
}

#[test]
fn a_position_in_the_usual_notation_becomes_ours() {
    assert_eq!(
        position_text("8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3"),
        "8/2,p,5/3,p,4/K,P,5,r/1,R,2,P,p,1,k/8/6,P,1/8 b ep=e3 0"
    );
}

#[test]
fn initial_position() {
    counts(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        &[20, 400, 8_902, 197_281],
    );
}

/// "Kiwipete": castling, en passant, promotions, pins, all at once.
#[test]
fn position_2() {
    counts(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    );
}

/// An endgame with en passant captures that open the rank to the king.
#[test]
fn position_3() {
    counts(
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        &[14, 191, 2_812, 43_238, 674_624, 11_030_083],
    );
}

#[test]
fn position_4() {
    counts(
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        &[6, 264, 9_467, 422_333, 15_833_292],
    );
}

#[test]
fn position_4_with_colours_exchanged() {
    counts(
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -",
        &[6, 264, 9_467, 422_333, 15_833_292],
    );
}

#[test]
fn position_5() {
    counts(
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    );
}

#[test]
fn position_6() {
    counts(
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    );
}

/// Counting goes on where material draws.
#[test]
fn bare_kings_and_dead_positions() {
    counts("8/8/8/8/8/K7/P7/k7 w - -", &[3, 7, 43]);
    counts("8/8/8/3k4/8/8/1N6/K7 w - -", &[6, 41, 341]);
}
