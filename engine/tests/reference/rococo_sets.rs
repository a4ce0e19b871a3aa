//! Rococo: the board, the four rule sets, their pieces and their starting arrays.

use super::board::Board;
use super::squares::{Geometry, Side, Square};

/// The 8×8 field and the ring of edge squares around it.
pub const GEOMETRY: Geometry = Geometry {
    files: "xabcdefghy",
    ranks: 10,
    lowest_rank: 0,
};

/// The four rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    Standard,
    PushmePullyu,
    Mirror,
    EnhancedWithdrawer,
}

impl Set {
    /// The rule set of an id.
    pub fn from_id(id: &str) -> Option<Set> {
        match id {
            "rococo" => Some(Set::Standard),
            "rococo-pushme-pullyu" => Some(Set::PushmePullyu),
            "rococo-mirror" => Some(Set::Mirror),
            "rococo-enhanced-withdrawer" => Some(Set::EnhancedWithdrawer),
            _ => None,
        }
    }

    /// The abbreviations of the pieces.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Set::PushmePullyu => &["K", "U", "L", "S", "I", "C", "P"],
            Set::Standard | Set::Mirror | Set::EnhancedWithdrawer => {
                &["K", "A", "W", "L", "S", "I", "C", "P"]
            }
        }
    }

    /// R-D9: what a Cannon Pawn may become, with the number of each in the starting array.
    pub fn promotions(self) -> &'static [(&'static str, usize)] {
        match self {
            Set::PushmePullyu => &[("U", 2), ("L", 2), ("S", 1), ("I", 1), ("C", 1)],
            Set::Standard | Set::Mirror | Set::EnhancedWithdrawer => {
                &[("A", 1), ("W", 1), ("L", 2), ("S", 1), ("I", 1), ("C", 1)]
            }
        }
    }

    /// The array ids.
    pub fn arrays(self) -> Vec<u32> {
        match self {
            Set::Mirror => vec![0, 1],
            Set::Standard | Set::PushmePullyu | Set::EnhancedWithdrawer => vec![0],
        }
    }

    /// The board of a starting array.
    pub fn start(self, array: u32) -> Board {
        assert!(
            self.arrays().contains(&array),
            "array {array} is not one of this rule set"
        );
        let (black, white) = match (self, array) {
            (Set::Mirror, 0) => ("s,l,a,c,k,w,l,i", "I,W,L,K,C,L,A,S"),
            (Set::Mirror, _) => ("s,a,l,c,k,l,w,i", "I,W,L,K,C,L,A,S"),
            (Set::PushmePullyu, _) => ("i,u,l,k,c,l,u,s", "I,U,L,K,C,L,U,S"),
            (Set::Standard | Set::EnhancedWithdrawer, _) => ("i,w,l,k,c,l,a,s", "I,W,L,K,C,L,A,S"),
        };
        let text = format!(
            "10/1,{black},1/1,p,p,p,p,p,p,p,p,1/10/10/10/10/1,P,P,P,P,P,P,P,P,1/1,{white},1/10"
        );
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
