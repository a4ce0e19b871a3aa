//! The ways to castle as squares.

use super::{Powers, Relay, arrays};
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::{Code, Color};
use crate::reach::Reach;
use crate::rules::{CastlingTarget, PieceType, Power, RuleSpec};

/// Castling, for rule sets that have it.
#[derive(Debug)]
pub(crate) struct Castling<const W: usize> {
    /// The king's partners.
    pub partners: Vec<PieceType>,
    /// The four ways to castle, in the order `KQkq`; `None` where the array has none.
    pub ways: [Option<CastlingWay<W>>; 4],
    /// By square, [`Square::NONE`] too: the rights (bits in the order of `ways`) that remain when
    /// a move starts or ends there.
    pub kept: Vec<u8>,
}

/// One way to castle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingWay<const W: usize> {
    pub king_from: Square,
    pub king_to: Square,
    pub partner_from: Square,
    pub partner_to: Square,
    /// The square that the move's text names: the king's new one, or its partner's where the king may come
    /// to the new one by other moves too.
    pub named: Square,
    /// The squares that must be empty.
    pub empty: SquareSet<W>,
    /// The squares that the king crosses and the one that it comes to: none may be attacked.
    pub crossed: SquareSet<W>,
}

/// Where kings that castle can go by other moves.
pub(super) struct OtherMoves<'t, const W: usize> {
    /// Whether the plain moves of a king lead from one square to another on an empty board.
    pub plain: &'t dyn Fn(Code, Square) -> SquareSet<W>,
    pub powers: &'t [Powers<W>],
    /// What a move of the notation reaches on an empty board.
    pub alone: &'t dyn Fn(&Reach<W>) -> SquareSet<W>,
}

impl<const W: usize> OtherMoves<'_, W> {
    /// Whether some move without a mark in its text may lead a king from one square to another.
    fn lead(&self, king: Code, from: Square, to: Square) -> bool {
        let own = &self.powers[king.index()];
        let rays = [&own.hurdles, &own.tramples]
            .into_iter()
            .filter_map(|rays| rays.get(from.index()));
        let by_rays = rays.flatten().any(|ray| ray.within_range().contains(&to));
        let lends = |relay: &Relay<W>| (self.alone)(&relay.moves[from.index()]).contains(to);
        let relays = self.powers.iter().flat_map(|powers| &powers.relays);
        (self.plain)(king, from).contains(to) || by_rays || relays.into_iter().any(lends)
    }
}

/// The castling of a rule set, from where kings and partners stand in its first array.
pub(super) fn compile<const W: usize>(
    spec: &RuleSpec,
    board: &Geometry,
    other_moves: &OtherMoves<'_, W>,
) -> Option<Castling<W>> {
    let (king, partners, target) = spec.pieces.iter().enumerate().find_map(|(at, piece)| {
        piece.powers.iter().find_map(|power| match power {
            Power::Castle { with, king } => Some((PieceType(at as u8), with, king)),
            _ => None,
        })
    })?;
    let first_array = *spec.array_numbers().first()?;
    let pieces = arrays::pieces(spec, board, first_array)?;
    let mut castling = Castling {
        partners: partners.clone(),
        ways: [None; 4],
        kept: vec![u8::MAX; 1 + Square::NONE.index()],
    };
    for color in Color::BOTH {
        let squares_of = |wanted: &dyn Fn(PieceType) -> bool| -> Vec<Square> {
            let own = pieces.iter().filter(|(_, code)| {
                let piece = code.piece();
                piece.is_some_and(|(owner, piece)| owner == color && wanted(piece))
            });
            own.map(|(square, _)| *square).collect()
        };
        let Some(&king_from) = squares_of(&|piece| piece == king).first() else {
            continue;
        };
        let partners = squares_of(&|piece| partners.contains(&piece));
        for (side, step) in [(0, 1), (1, -1)] {
            let partner = farthest(board, king_from, step, &partners);
            let way = partner.and_then(|partner_from| {
                let king_to = king_to(board, target, color, king_from, partner_from, step)?;
                Some(way(board, king_from, king_to, partner_from, step))
            });
            let Some(mut way) = way else {
                continue;
            };
            if other_moves.lead(Code::new(color, king), way.king_from, way.king_to) {
                way.named = way.partner_from;
            }
            let bit = color.index() * 2 + side;
            castling.kept[way.king_from.index()] &= !(1 << bit);
            castling.kept[way.partner_from.index()] &= !(1 << bit);
            castling.ways[bit] = Some(way);
        }
    }
    Some(castling)
}

/// The partner that stands farthest from a king on its rank, to one side.
fn farthest(board: &Geometry, king: Square, step: i32, partners: &[Square]) -> Option<Square> {
    let away = |square: &Square| (board.file(*square) - board.file(king)) * step;
    let on_rank = (partners.iter()).filter(|&&square| board.rank(square) == board.rank(king));
    on_rank
        .copied()
        .filter(|square| away(square) > 0)
        .max_by_key(away)
}

/// Where the king goes: between its square and its partner's.
fn king_to(
    board: &Geometry,
    target: &CastlingTarget,
    color: Color,
    king: Square,
    partner: Square,
    step: i32,
) -> Option<Square> {
    let is_between = |to: &Square| {
        let from_king = (board.file(*to) - board.file(king)) * step;
        let from_partner = (board.file(partner) - board.file(*to)) * step;
        from_king > 0 && from_partner > 0 && board.rank(*to) == board.rank(king)
    };
    match target {
        CastlingTarget::Steps(steps) => {
            let file = board.file(king) + step * i32::from(*steps);
            board.at(file, board.rank(king)).filter(is_between)
        }
        CastlingTarget::Squares(squares) => squares.iter().find_map(|&(file, rank)| {
            let rank = match color {
                Color::White => i32::from(rank),
                Color::Black => board.ranks() - 1 - i32::from(rank),
            };
            board.at(i32::from(file), rank).filter(is_between)
        }),
    }
}

fn way<const W: usize>(
    board: &Geometry,
    king_from: Square,
    king_to: Square,
    partner_from: Square,
    step: i32,
) -> CastlingWay<W> {
    let rank = board.rank(king_from);
    let squares = |from: Square, to: Square| -> SquareSet<W> {
        let count = (board.file(to) - board.file(from)).abs();
        let files = (1..=count).map(|steps| board.file(from) + step * steps);
        files.filter_map(|file| board.at(file, rank)).collect()
    };
    let mut empty = squares(king_from, partner_from);
    empty.remove(partner_from);
    CastlingWay {
        king_from,
        king_to,
        partner_from,
        partner_to: board
            .at(board.file(king_to) - step, rank)
            .expect("the king comes from there"),
        named: king_to,
        empty,
        crossed: squares(king_from, king_to),
    }
}
