//! What captures remove besides their victims.

use crate::board::{Geometry, Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::piece::{Code, PieceType};
use crate::position::Position;
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
        let of = |pieces: &[PieceType]| {
            let is_one = |code: Code| {
                let piece = code.piece().map(|(_, piece)| piece);
                let piece = piece.map(|piece| spec.piece(piece).copy_of.unwrap_or(piece));
                piece.is_some_and(|piece| pieces.contains(&piece))
            };
            Code::all(spec.pieces.len()).map(is_one).collect()
        };
        let beside = |square| {
            let is_beside = |other: &Square| {
                let (files, ranks) = board.offset(square, *other);
                files.abs().max(ranks.abs()) == 1
            };
            board.all().filter(is_beside).collect()
        };
        let is_vulnerable =
            |piece: PieceType| spec.piece(piece).royal && !explosion.survivors.contains(&piece);
        Some(Explosion {
            beside: board.all().map(beside).collect(),
            is_spared: of(&explosion.spared),
            survives: of(&explosion.survivors),
            shields: spec.end.royal != RoyalRule::None
                && spec
                    .piece_types()
                    .all(|piece| !spec.piece(piece).royal || is_vulnerable(piece)),
        })
    }

    #[inline(always)]
    pub(crate) fn beside(&self, square: Square) -> SquareSet<W> {
        self.beside[square.index()]
    }

    /// The squares that a move empties besides those of its victims, once it has been made.
    #[inline(never)]
    pub(crate) fn blast(&self, position: &Position<W>, mv: Move) -> SquareSet<W> {
        let mut captured: SquareSet<W> = mv.victims().iter().copied().collect();
        captured.insert_if(mv.to, mv.replaces());
        if mv.kind == MoveKind::Drop
            || (captured & position.pieces(position.side.other())).is_empty()
        {
            return SquareSet::EMPTY;
        }
        let near = (self.beside(mv.to) & position.occupied()) - captured;
        let stays = |square: &Square| {
            let code = position.at(*square);
            *square != mv.from && !self.is_spared[code.index()] && !self.survives[code.index()]
        };
        let mut blast: SquareSet<W> = near.iter().filter(stays).collect();
        let captor = position.after_promotion(mv);
        blast.insert_if(
            mv.to,
            !mv.removes_itself() && !self.survives[captor.index()],
        );
        blast
    }
}
