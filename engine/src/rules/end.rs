//! How games end by a rule set.

use std::fmt;

/// How games end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndSpec {
    /// How a royal is lost.
    pub royal: RoyalRule,
    /// Whether a side may have several royals and loses with the last.
    pub several_royals: bool,
    /// What happens to a side left with its royal alone.
    pub bare: BareRule,
    /// What happens to a side that has no legal move and is not in check.
    pub stalemate: StalemateRule,
    /// What repeating a position does.
    pub repetition: Option<RepetitionRule>,
    /// Plies without progress that make a draw.
    pub move_count: Option<MoveCountRule>,
}

impl EndSpec {
    /// Whether only mate wins.
    pub(crate) fn only_mate_wins(&self) -> bool {
        let is_draw = |rule: RepetitionRule| rule.result == RepetitionResult::Draw;
        self.royal == RoyalRule::Check
            && !self.bare.can_lose()
            && self.stalemate == StalemateRule::Draw
            && self.repetition.is_none_or(is_draw)
    }
}

/// How a royal is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoyalRule {
    /// By being captured; there is no check.
    Capture,
    /// By checkmate: no move may leave it where it could be captured.
    Check,
}

/// What happens to a side left with its royal alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BareRule {
    /// Nothing, even when both are.
    Nothing,
    /// Nothing, until both are: then it is a draw. So is a dead position, in which only mate wins and none can come.
    BothDraw,
    /// It loses at once; a move that bares the opponent may leave the own royal attacked.
    Loses,
    /// It loses at once, unless it has a move that bares the other side in turn: then it is a
    /// draw at once, as when both are bare.
    LosesUnlessRebared,
}

impl BareRule {
    /// Whether a side can lose by being left with its royal alone.
    pub fn can_lose(self) -> bool {
        matches!(self, BareRule::Loses | BareRule::LosesUnlessRebared)
    }
}

/// What happens to a side that has no legal move and is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StalemateRule {
    /// It loses.
    Loses,
    /// The game is a draw.
    Draw,
}

/// What repeating a position does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RepetitionRule {
    /// Which occurrence counts; the first time is occurrence 1.
    pub occurrence: u8,
    /// What it does.
    pub result: RepetitionResult,
    /// The occurrence that draws without a claim: `occurrence`, or a later one where that draw must be claimed.
    pub automatic: u8,
}

/// All that decides a game of this program, which takes every draw that can be claimed: fingerprints are made from it.
impl fmt::Debug for RepetitionRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RepetitionRule")
            .field("occurrence", &self.occurrence)
            .field("result", &self.result)
            .finish()
    }
}

/// What bringing about a repetition does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RepetitionResult {
    /// The move is illegal.
    Illegal,
    /// The game is a draw.
    Draw,
    /// The mover loses.
    MoverLoses,
    /// The mover loses, unless no move since the first occurrence attacked anything: then it is
    /// a draw.
    MoverLosesUnlessQuiet(AttackRule),
}

/// Which moves attack something, for a rule of repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackRule {
    /// After which the piece moved attacks an enemy that it did not attack before.
    New,
    /// After which the piece moved attacks an enemy.
    Any,
    /// After which a piece of the mover attacks an enemy that it did not attack before.
    Discovered,
}

/// Plies without progress that make a draw.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MoveCountRule {
    /// How many plies.
    pub plies: u16,
    /// Whether a promotion counts as progress; captures and pawn moves always do.
    pub promotion_resets: bool,
    /// The number of plies that draw without a claim: `plies`, or more where that draw must be claimed.
    pub automatic: u16,
}

/// All that decides a game of this program, as for [`RepetitionRule`].
impl fmt::Debug for MoveCountRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("MoveCountRule")
            .field("plies", &self.plies)
            .field("promotion_resets", &self.promotion_resets)
            .finish()
    }
}
