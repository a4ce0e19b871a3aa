//! Explosions: the pieces that a capture removes besides its victims.

use crate::board::{Geometry, Square, SquareSet};
use crate::piece::Code;
use crate::rules::{RoyalRule, RuleSpec};

/// The pieces that a capture removes besides its victims: those of both sides beside its target, and
/// the captor.
#[derive(Debug)]
pub(crate) struct Explosion<const W: usize> {
    /// By square: the squares beside it.
    beside: Vec<SquareSet<W>>,
    /// By code: whether it stays where it stands beside a capture.
    is_spared: Vec<bool>,
    /// By code: whether it stays even when it captures.
    survives: Vec<bool>,
    /// Whether a royal cannot capture another beside it, since both would be removed.
    pub shields: bool,
}

impl<const W: usize> Explosion<W> {
    pub(super) fn compile(spec: &RuleSpec, board: &Geometry) -> Option<Self> {
        let explosion = spec.explosion.as_ref()?;
        let beside = |square| {
            let is_beside = |other: &Square| board.distance(square, *other) == 1;
            board.all().filter(is_beside).collect()
        };
        let mut survivors = explosion.survivors.iter();
        let royal_survives = survivors.any(|piece| spec.piece(*piece).royal);
        Some(Explosion {
            beside: board.all().map(beside).collect(),
            is_spared: super::codes_of(spec, &explosion.spared),
            survives: super::codes_of(spec, &explosion.survivors),
            shields: spec.end.royal != RoyalRule::None && !royal_survives,
        })
    }

    #[inline(always)]
    pub(crate) fn beside(&self, square: Square) -> SquareSet<W> {
        self.beside[square.index()]
    }

    /// Whether a piece stays beside a capture.
    #[inline(always)]
    pub(crate) fn spares(&self, code: Code) -> bool {
        self.is_spared[code.index()] || self.survives[code.index()]
    }

    /// Whether a piece stays even when it captures.
    #[inline(always)]
    pub(crate) fn survives(&self, code: Code) -> bool {
        self.survives[code.index()]
    }
}
