//! Minor pieces, which cannot mate: they make a position dead.
//!
//! A royal that can step to each orthogonal neighbour is mated only if all of these squares are
//! attacked. They have the other colour than its own square. If all other enemy pieces attack only
//! the colour of the royal that they check, the opposing royal alone has to attack the neighbours.
//! A royal that attacks no farther than a king can do so only from squares next to the mated royal,
//! where it cannot stand. So one piece whose captures all go to squares of one colour cannot mate,
//! nor can any number of pieces that never leave squares of one colour.

use crate::betza::{Betza, Mode};
use crate::powers::Power;
use crate::rules::{BareRule, PieceSpec, RuleSpec};

/// Whether a piece that is not royal cannot mate with its royal alone.
pub(super) fn is_minor(spec: &RuleSpec, piece: &PieceSpec) -> bool {
    let moves = piece.moves.as_ref();
    is_plain(spec, piece) && moves.is_some_and(|moves| keeps(moves, 0) || keeps(moves, 1))
}

/// Whether a piece is minor and never leaves squares of one colour.
pub(super) fn is_bound(spec: &RuleSpec, piece: &PieceSpec) -> bool {
    let is_even = |moves: &Betza| moves.leaps().all(|(_, leap)| (leap.0 + leap.1) % 2 == 0);
    is_plain(spec, piece) && piece.moves.as_ref().is_some_and(is_even)
}

/// Whether all captures go to squares of the same colour (parity 0) or of the other (1).
fn keeps(moves: &Betza, parity: i32) -> bool {
    let mut captures = moves.leaps().filter(|(term, _)| term.mode != Mode::Move);
    captures.all(|(term, (file, rank))| {
        (file + rank).rem_euclid(2) == parity && (parity == 0 || term.range == 1)
    })
}

/// Whether a piece has only plain moves, in a rule set to which the argument applies.
fn is_plain(spec: &RuleSpec, piece: &PieceSpec) -> bool {
    let mut royals = spec.pieces.iter().filter(|piece| piece.royal);
    spec.end.bare == BareRule::BothDraw
        && spec.end.only_mate_wins()
        && spec.explosion.is_none()
        && !spec.end.several_royals
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
    let mut orthogonal = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter();
    let steps_on = orthogonal.all(|leap| steps(leap, Mode::Capture) && steps(leap, Mode::Move));
    let only_castles = (royal.powers.iter()).all(|power| matches!(power, Power::Castle(_)));
    is_near && steps_on && only_castles && royal.promotion.is_none()
}
