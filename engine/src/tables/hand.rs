//! Pieces in hand and their drops, as tables.

use crate::board::{Geometry, Square, SquareSet};
use crate::piece::{Code, Color, PieceType};
use crate::rules::{RoyalRule, RuleSpec};

/// The pieces in hand of a game; none in a game without.
#[derive(Debug, Default)]
pub(crate) struct HandTables<const W: usize> {
    /// The piece types that can be in hand.
    pub types: Vec<PieceType>,
    /// By place in `types`.
    drops: Vec<Drops<W>>,
    /// By code: the place in `types` of a captured piece, if it goes to the captor's hand.
    kept: Vec<Option<usize>>,
    /// Whether a side that can drop a piece has to.
    pub must_drop: bool,
}

/// The drops of a piece type.
#[derive(Debug)]
pub(crate) struct Drops<const W: usize> {
    /// By side: the squares.
    pub squares: [SquareSet<W>; 2],
    /// The number of its kind from which on no more may be dropped on their file.
    pub per_file: Option<u8>,
    /// Whether a drop may not checkmate, in a game with check.
    pub never_mates: bool,
    /// Whether a drop may not give check, in a game with check.
    pub never_checks: bool,
}

impl<const W: usize> HandTables<W> {
    /// `can_move` tells whether a piece could move from a square on an empty board.
    pub(super) fn compile(
        spec: &RuleSpec,
        board: &Geometry,
        can_move: impl Fn(Code, Square) -> bool,
    ) -> HandTables<W> {
        let Some(hand) = &spec.hand else {
            return HandTables::default();
        };
        let types = spec.hand_pieces();
        let drops = types.iter().map(|&piece| {
            let limits = &spec.piece(piece).drop;
            let [first, last] = limits.ranks.unwrap_or([0, u8::MAX]).map(i32::from);
            let squares = |color: Color| {
                let fits = |square: &Square| {
                    (first..=last).contains(&board.ranks_advanced(color, *square))
                        && (hand.may_be_stuck || can_move(Code::new(color, piece), *square))
                };
                board.without_holes().filter(fits).collect()
            };
            Drops {
                squares: Color::BOTH.map(squares),
                per_file: limits.per_file,
                never_mates: limits.never_mates && spec.end.royal == RoyalRule::Check,
                never_checks: limits.never_checks && spec.end.royal == RoyalRule::Check,
            }
        });
        let kept = |code: Code| {
            let (_, piece) = code.piece()?;
            let kept = spec.piece(piece).hand.unwrap_or(piece);
            let is_kept = hand.captured && !spec.piece(piece).royal;
            types.iter().position(|one| is_kept && *one == kept)
        };
        HandTables {
            drops: drops.collect(),
            kept: Code::all(spec.pieces.len()).map(kept).collect(),
            must_drop: hand.must_drop,
            types,
        }
    }

    /// Whether the game has pieces in hand.
    #[inline(always)]
    pub(crate) fn exist(&self) -> bool {
        !self.types.is_empty()
    }

    /// The place of a piece type, if it can be in hand.
    pub(crate) fn place(&self, piece: PieceType) -> Option<usize> {
        self.types.iter().position(|one| *one == piece)
    }

    /// The place of a captured piece in the captor's hand.
    pub(crate) fn kept(&self, code: Code) -> Option<usize> {
        self.kept.get(code.index()).copied().flatten()
    }

    /// The piece types that can be in hand, with their places and drops.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, PieceType, &Drops<W>)> {
        let drops = self.types.iter().zip(&self.drops).enumerate();
        drops.map(|(at, (&piece, drops))| (at, piece, drops))
    }
}
