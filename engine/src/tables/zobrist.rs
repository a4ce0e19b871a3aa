//! Zobrist keys.

use crate::board::Square;
use crate::piece::Code;
use crate::powers::Passing;

/// Zobrist keys (A. L. Zobrist, "A new hashing method with application for game playing", 1970): a
/// position's key is the exclusive-or of the keys of its parts. They come from a fixed seed, so
/// that a position has the same key in every run and on every machine.
#[derive(Debug)]
pub(crate) struct Keys {
    pieces: Vec<u64>,
    squares: usize,
    en_passant: Vec<u64>,
    castling: [u64; 16],
    swapped: Vec<u64>,
    pub black_to_move: u64,
}

impl Keys {
    pub(crate) fn new(codes: usize, squares: usize) -> Keys {
        let mut state = 0x7261_6465_7769_6e64;
        let mut next = || split_mix(&mut state);
        let mut pieces: Vec<u64> = (0..codes * squares).map(|_| next()).collect();
        // The code for "no piece" comes first; its key is 0.
        pieces[..squares].fill(0);
        Keys {
            pieces,
            squares,
            en_passant: (0..squares).map(|_| next()).collect(),
            castling: [(); 16].map(|()| next()),
            black_to_move: next(),
            swapped: (0..squares).map(|_| next()).collect(),
        }
    }

    #[inline(always)]
    pub(crate) fn piece(&self, code: Code, square: Square) -> u64 {
        self.pieces[code.index() * self.squares + square.index()]
    }

    /// The key of a double step. Unless it went straight ahead, the piece's square counts too.
    pub(crate) fn passing(&self, passing: Passing, is_straight: bool) -> u64 {
        let number = self.en_passant[passing.square.index()];
        if is_straight {
            number
        } else {
            number ^ self.en_passant[passing.piece.index()].rotate_left(1)
        }
    }

    /// The key of two squares in ascending order that may not be swapped back; 0 for none.
    #[inline(always)]
    pub(crate) fn swapped(&self, [lower, higher]: [Square; 2]) -> u64 {
        if lower == higher {
            return 0;
        }
        match (
            self.swapped.get(lower.index()),
            self.swapped.get(higher.index()),
        ) {
            (Some(lower), Some(higher)) => lower ^ higher.rotate_left(1),
            _ => 0,
        }
    }

    /// The key of the captor that may not be answered by a trade elsewhere; 0 for none.
    #[inline(always)]
    pub(crate) fn captor(&self, captor: Option<Square>) -> u64 {
        let key = captor.and_then(|captor| self.swapped.get(captor.index()));
        key.map_or(0, |key| key.rotate_left(2))
    }

    /// The key of the pieces that are frozen; 0 for none.
    #[inline(always)]
    pub(crate) fn entered(&self, [white, black]: [Option<Square>; 2]) -> u64 {
        let key = |square: Option<Square>| {
            let key = square.and_then(|square| self.swapped.get(square.index()));
            key.copied().unwrap_or(0)
        };
        key(white).rotate_left(3) ^ key(black).rotate_left(4)
    }

    /// The key of the checks that each side has given; 0 for none.
    pub(crate) fn checks(given: [u8; 2]) -> u64 {
        match u16::from_le_bytes(given) {
            0 => 0,
            number => split_mix(&mut u64::from(number)),
        }
    }

    /// The key of castling rights and of the number of their squares.
    #[inline(always)]
    pub(crate) fn castling(&self, rights: u8, home: u16) -> u64 {
        self.castling[(rights & 15) as usize].wrapping_mul(2 * u64::from(home) + 1)
    }
}

/// SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number
/// generators", 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
