//! Rococo: the board, its variants, their pieces and their starting arrays.

use super::board::Board;
use super::squares::{Geometry, Side, Square};

/// The 8×8 field and the ring of edge squares around it.
pub const GEOMETRY: Geometry = Geometry {
    files: "xabcdefghy",
    ranks: 10,
    lowest_rank: 0,
    holes: &[],
};

/// The variant played; the three options combine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set {
    pub pushme_pullyu: bool,
    pub mirror: bool,
    pub enhanced_withdrawer: bool,
    /// Of `rococo-mirror`: Black's array is White's turned by half.
    pub half_turn: bool,
}

impl Set {
    /// The abbreviations of the pieces.
    pub fn names(self) -> &'static [&'static str] {
        if self.pushme_pullyu {
            &["P", "K", "L", "S", "I", "C", "U"]
        } else {
            &["P", "K", "A", "W", "L", "S", "I", "C"]
        }
    }

    /// R-D9: what a Cannon Pawn may become, with the number of each in the starting array.
    pub fn promotions(self) -> &'static [(&'static str, usize)] {
        if self.pushme_pullyu {
            &[("U", 2), ("L", 2), ("S", 1), ("I", 1), ("C", 1)]
        } else {
            &[("A", 1), ("W", 1), ("L", 2), ("S", 1), ("I", 1), ("C", 1)]
        }
    }

    /// The board of the starting array.
    pub fn start(self) -> Board {
        let white = "I,W,L,K,C,L,A,S";
        let black = match (self.mirror, self.half_turn) {
            (false, _) => "i,w,l,k,c,l,a,s",
            (true, false) => "s,l,a,c,k,w,l,i",
            (true, true) => "s,a,l,c,k,l,w,i",
        };
        let mut text = format!(
            "10/1,{black},1/1,p,p,p,p,p,p,p,p,1/10/10/10/10/1,P,P,P,P,P,P,P,P,1/1,{white},1/10"
        );
        if self.pushme_pullyu {
            text = text.replace(['A', 'W'], "U").replace(['a', 'w'], "u");
        }
        Board::read(&text, GEOMETRY, self.names())
    }
}

/// Whether the square is one of the 36 edge squares.
pub fn is_edge(square: Square) -> bool {
    square.file == 0 || square.file == 9 || square.rank == 0 || square.rank == 9
}

/// R-D9: rank 8 or 9 for White, 1 or 0 for Black.
pub fn in_promotion_ranks(square: Square, side: Side) -> bool {
    match side {
        Side::White => square.rank >= 8,
        Side::Black => square.rank <= 1,
    }
}
