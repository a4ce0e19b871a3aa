//! Faults of position texts.

use crate::piece::Color;

/// A fault of a position text.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The text does not have four parts.
    #[error(
        "a position has four parts, `<board> <side> <state> <ply>`, separated by spaces; this one has {found}"
    )]
    Parts {
        /// The number found.
        found: usize,
    },
    /// A wrong number of ranks.
    #[error("the board has {wanted} ranks, separated by `/`; this text has {found}")]
    Ranks {
        /// The number found.
        found: usize,
        /// The number of the board.
        wanted: usize,
    },
    /// A rank that is too long or too short.
    #[error("rank {rank} (`{text}`) has {found} squares; the board has {wanted} files")]
    Width {
        /// The rank's name.
        rank: i32,
        /// The rank as written.
        text: String,
        /// The number of squares found.
        found: usize,
        /// The number of files of the board.
        wanted: usize,
    },
    /// A token that is neither a piece nor a number of empty squares.
    #[error(
        "rank {rank}: `{token}` is not a piece of this rule set; White's are {known}, Black's the same in lower case, and a number stands for that many empty squares"
    )]
    Token {
        /// The rank's name.
        rank: i32,
        /// The token.
        token: String,
        /// The pieces of the rule set.
        known: String,
    },
    /// A wrong number of empty squares.
    #[error(
        "rank {rank}: `{token}` is not a run of empty squares; write one number for each run, without leading zeros"
    )]
    Run {
        /// The rank's name.
        rank: i32,
        /// The token.
        token: String,
    },
    /// A wrong side to move.
    #[error("`{token}` is not a side; write w or b")]
    Side {
        /// The token.
        token: String,
    },
    /// A wrong item of the state.
    #[error("state `{item}`: {remedy}")]
    State {
        /// The item.
        item: String,
        /// The remedy.
        remedy: String,
    },
    /// A wrong number of plies.
    #[error("`{token}` is not a number of plies played; write 0 or more")]
    Ply {
        /// The token.
        token: String,
    },
    /// A number of royals that the game cannot have.
    #[error("{side:?} has {found} royal pieces ({known}); {remedy}")]
    Royals {
        /// The side.
        side: Color,
        /// The number found.
        found: u32,
        /// The royal pieces of the rule set.
        known: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// The side that has just moved stands in check.
    #[error(
        "{side:?} is to move and could capture the other side's royal; a move that leaves the royal attacked is not legal here"
    )]
    Exposed {
        /// The side to move.
        side: Color,
    },
}
