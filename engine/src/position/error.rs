//! Why a position text is refused.

use crate::piece::Color;

/// What is wrong with a position text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// Not four parts.
    #[error(
        "a position has four parts, `<board> <side> <state> <ply>`, separated by spaces; this one has {found}"
    )]
    Parts {
        /// How many there are.
        found: usize,
    },
    /// A wrong number of ranks.
    #[error("the board has {wanted} ranks, separated by `/`; this text has {found}")]
    Ranks {
        /// How many there are.
        found: usize,
        /// How many the board has.
        wanted: usize,
    },
    /// A rank that is too long or too short.
    #[error("rank {rank} (`{text}`) has {found} squares; the board has {wanted} files")]
    Width {
        /// The rank's name.
        rank: i32,
        /// The rank as written.
        text: String,
        /// How many squares it has.
        found: usize,
        /// How many files the board has.
        wanted: usize,
    },
    /// Something in a rank that is neither a piece nor a number of empty squares.
    #[error(
        "rank {rank}: `{token}` is no piece of this rule set; White's are {known}, Black's the same in small letters, and a number stands for that many empty squares"
    )]
    Token {
        /// The rank's name.
        rank: i32,
        /// What was found.
        token: String,
        /// The pieces that there are.
        known: String,
    },
    /// A wrong number of empty squares.
    #[error(
        "rank {rank}: `{token}` is not how a run of empty squares is written; write one number for each run, without zeros in front"
    )]
    Run {
        /// The rank's name.
        rank: i32,
        /// What was found.
        token: String,
    },
    /// A wrong side to move.
    #[error("`{token}` is no side; write w or b")]
    Side {
        /// What was found.
        token: String,
    },
    /// A wrong item of the state.
    #[error("state `{item}`: {remedy}")]
    State {
        /// The item.
        item: String,
        /// What would be right.
        remedy: String,
    },
    /// A wrong number of plies.
    #[error("`{token}` is not a number of plies played; write 0 or more")]
    Ply {
        /// What was found.
        token: String,
    },
    /// A number of royals that the game cannot have.
    #[error("{side:?} has {found} royal pieces ({known}); {remedy}")]
    Royals {
        /// Whose.
        side: Color,
        /// How many there are.
        found: u32,
        /// The royal pieces of the rule set.
        known: String,
        /// What would be right.
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
