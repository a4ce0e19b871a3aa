//! What a chameleon learns from a piece: what each power teaches.

use crate::betza::Betza;

/// Which immobilized pieces may remove themselves from the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Leave {
    /// Every piece.
    Any,
    /// Every piece but royals.
    NonRoyal,
    /// No piece.
    #[default]
    None,
}

/// What a chameleon learns from an enemy.
pub(crate) enum Lesson<'p> {
    /// Nothing.
    Nothing,
    /// It comes onto the enemy by these captures.
    Replacement(Betza),
    /// It captures the enemy by approach.
    Approach,
    /// It captures the enemy by withdrawal.
    Withdrawal,
    /// It captures the enemy by a long leap; whether also when it leaps it on the way to a hopper.
    LongLeap { leaping: bool },
    /// It swaps with the piece: whether two of them may be swapped back at once, and whether one of its
    /// own side may be swapped with too.
    Swap { back: bool, own: bool },
    /// It hops onto the enemy along these lines, over some piece.
    Hopper(&'p Betza),
    /// It removes itself together with the enemy.
    Destroy(&'p Betza),
    /// It immobilizes the enemy.
    Immobilize(&'p Betza, Leave),
}
