//! Search scores: centipawns, or a forced win or loss in plies.

use crate::piece::Color;
use crate::position::Outcome;

/// The score of a position that is won at once. A win in `n` plies scores `MATE - n`.
pub(super) const MATE: i32 = 30_000;
/// Scores above this are forced wins; scores below its negative are forced losses.
pub(super) const MATE_IN_MAX_PLY: i32 = MATE - 1_000;
/// The maximum distance of a node from the root, in plies.
pub(super) const MAX_PLY: usize = 240;

/// A static evaluation within the bounds that keep it apart from forced wins and losses.
#[inline(always)]
pub(super) fn bounded(static_eval: i32) -> i32 {
    static_eval.clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1)
}

/// A score from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// The side to move wins in at most this many plies.
    Wins(u32),
    /// The side to move loses in at most this many plies.
    Loses(u32),
}

impl Score {
    pub(super) fn of(score: i32) -> Score {
        if score > MATE_IN_MAX_PLY {
            Score::Wins((MATE - score) as u32)
        } else if score < -MATE_IN_MAX_PLY {
            Score::Loses((MATE + score) as u32)
        } else {
            Score::Cp(score)
        }
    }

    /// The score in centipawns. A win in `n` plies is 30 000 − n, a loss n − 30 000.
    pub fn cp(self) -> i32 {
        match self {
            Score::Cp(cp) => cp,
            Score::Wins(plies) => MATE - plies as i32,
            Score::Loses(plies) => plies as i32 - MATE,
        }
    }
}

/// The score of having lost at a node `ply` plies from the root.
#[inline(always)]
pub(super) fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// The score of an outcome for `us`, at a node `ply` plies from the root.
pub(super) fn of_outcome(outcome: Outcome, us: Color, ply: usize) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == us => -mated_in(ply),
        Outcome::Win(_) => mated_in(ply),
    }
}
