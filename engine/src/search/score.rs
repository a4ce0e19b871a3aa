//! What a position is worth after looking ahead.

use crate::piece::Color;
use crate::position::Outcome;

/// A win at once; a win after some plies is worth that much less.
pub(super) const WIN: i32 = 30_000;
/// Scores beyond this are wins.
pub(super) const SURE: i32 = WIN - 1_000;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Pawns(i32),
    /// The side to move wins in so many plies at most, however the other side plays.
    Wins(u32),
    /// The side to move loses in so many plies at most.
    Loses(u32),
}

impl Score {
    pub(super) fn of(score: i32) -> Score {
        if score > SURE {
            Score::Wins((WIN - score) as u32)
        } else if score < -SURE {
            Score::Loses((WIN + score) as u32)
        } else {
            Score::Pawns(score)
        }
    }

    /// The score as hundredths of a pawn, wins and losses beyond all others.
    pub fn pawns(self) -> i32 {
        match self {
            Score::Pawns(pawns) => pawns,
            Score::Wins(plies) => WIN - plies as i32,
            Score::Loses(plies) => plies as i32 - WIN,
        }
    }
}

/// What an outcome after some plies is worth to a side.
pub(super) fn of_outcome(outcome: Outcome, us: Color, ply: usize) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == us => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
    }
}
