//! Pieces that cannot mate: what makes a position dead.
//!
//! A royal that steps to each square beside it along rank and file is mated only where all of these are taken from it, and they are of
//! the other colour than its own. Where all other pieces attack the colour of the royal that they check, the opposing royal alone has to
//! take them, if it attacks no farther than a king: those of a corner, and the more of an edge, it takes from squares that touch the corner
//! or the edge square alone, where it cannot stand. So there is no mate with one piece whose captures all go to squares of one colour, nor with
//! any number of pieces that stand on squares of one colour and never leave them.

use crate::betza::{Betza, Mode};
use crate::powers::Power;
use crate::rules::{BareRule, PieceSpec, RuleSpec};

/// Whether a piece that is no royal cannot mate with its royal alone.
pub(super) fn is_minor(spec: &RuleSpec, piece: &PieceSpec) -> bool {
    let moves = piece.moves.as_ref();
    is_plain(spec, piece) && moves.is_some_and(|moves| keeps(moves, 0) || keeps(moves, 1))
}

/// Whether a piece is minor and stays on squares of one colour.
pub(super) fn is_bound(spec: &RuleSpec, piece: &PieceSpec) -> bool {
    let is_even = |moves: &Betza| {
        moves
            .leaps()
            .all(|(_, (file, rank))| (file + rank) % 2 == 0)
    };
    is_plain(spec, piece) && piece.moves.as_ref().is_some_and(is_even)
}

/// Whether all captures go to squares of the same colour (0) or of the other (1).
fn keeps(moves: &Betza, parity: i32) -> bool {
    let mut captures = moves.leaps().filter(|(term, _)| term.mode != Mode::Move);
    captures.all(|(term, (file, rank))| {
        (file + rank).rem_euclid(2) == parity && (parity == 0 || term.range == 1)
    })
}

/// Whether a piece does nothing but its plain moves, in a rule set to which the argument applies.
fn is_plain(spec: &RuleSpec, piece: &PieceSpec) -> bool {
    let mut royals = spec.pieces.iter().filter(|piece| piece.royal);
    spec.end.bare == BareRule::BothDraw
        && spec.end.only_mate_wins()
        && !spec.edge
        && spec.files.len() > 1
        && spec.ranks > 1
        && royals.all(is_king)
        && !piece.royal
        && piece.powers.is_empty()
        && piece.promotion.is_none()
}

/// Whether a royal steps along rank and file and attacks no farther than a king.
fn is_king(royal: &PieceSpec) -> bool {
    let Some(moves) = &royal.moves else {
        return false;
    };
    let steps = |leap: (i32, i32), unwanted: Mode| {
        let mut leaps = moves.leaps();
        leaps.any(|(term, own)| own == leap && term.mode != unwanted)
    };
    let is_near = moves.leaps().all(|(term, (file, rank))| {
        term.mode == Mode::Move || (term.range == 1 && file.abs().max(rank.abs()) == 1)
    });
    let steps_on = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        .into_iter()
        .all(|leap| steps(leap, Mode::Capture) && steps(leap, Mode::Move));
    let only_castles = (royal.powers.iter()).all(|power| matches!(power, Power::Castle(_)));
    is_near && steps_on && only_castles && royal.promotion.is_none()
}
