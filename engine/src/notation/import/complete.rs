//! Translates the moves, and adds castling and royals, which all formats share.

use super::castling;
use super::draft::{Draft, FileRank, Part, within};
use super::xbetza::{self, Initial, Setting};
use crate::notation::quote;
use crate::piece::Color;
use std::collections::BTreeSet;

/// Translates the moves, and adds what the formats have in common.
pub(super) fn complete(draft: &mut Draft) {
    choose_royal_rule(draft);
    let mut castlings = Vec::new();
    let mut pieces = draft.pieces.iter();
    let has_en_passant = pieces.any(|piece| xbetza::captures_en_passant(&piece.betza));
    for at in 0..draft.pieces.len() {
        let (line, column) = (draft.pieces[at].line, draft.pieces[at].column);
        let (first_squares, initial) = first_squares(draft, at);
        let setting = Setting {
            ranks: draft.ranks,
            first_squares,
            initial,
            may_step_twice: !draft.pieces[at].royal || draft.end.royal != Some("check"),
            en_passant: has_en_passant,
        };
        let found = xbetza::translate(&draft.pieces[at].betza, &setting);
        for remark in found.remarks {
            let place = column + remark.column;
            let word = quote(&remark.word);
            let message = format!("{word} (column {place}) {}", remark.message);
            draft.note(Part::Piece(at), line, remark.differs, message);
        }
        castlings.extend(found.castling.map(|castling| (at, castling)));
        let is_limited = !draft.pieces[at].region.is_empty();
        if is_limited && !(found.powers.is_empty() && draft.pieces[at].double_step.is_empty()) {
            let message = "only its plain moves end in its region";
            draft.differs(Part::Piece(at), line, message);
        }
        let files = draft.files;
        let piece = &mut draft.pieces[at];
        piece.pawn |= found.en_passant;
        if is_limited && !found.moves.is_empty() {
            piece
                .powers
                .push(within(&found.moves.join(" "), &piece.region, files));
        } else {
            piece.moves = found.moves;
        }
        piece.powers.extend(found.powers);
        if !piece.double_step.is_empty() {
            piece.powers.push(xbetza::double_step(
                &piece.double_step,
                "fW",
                piece.is_triple,
                piece.passed.as_deref(),
            ));
        }
    }
    castling::add(draft, &castlings);
    for at in 0..draft.pieces.len() {
        let piece = &mut draft.pieces[at];
        if piece.moves.is_empty() && piece.powers.is_empty() {
            // A rule file has no piece without moves and powers, and nothing immobilizes here.
            piece.powers.push("{ power = \"immune\" }".to_string());
            let line = piece.line;
            draft.guess(Part::Piece(at), line, "this piece cannot move");
        }
    }
}

/// The squares from which a piece makes first moves, and whose they are; Black's are mirrored.
fn first_squares(draft: &Draft, piece: usize) -> (BTreeSet<FileRank>, Initial) {
    if let Some(ranks) = &draft.initial_ranks {
        let of_rank = |rank: &usize| {
            let rank = rank - 1;
            (0..draft.files).map(move |file| (file, rank))
        };
        return (
            ranks.iter().flat_map(of_rank).collect(),
            Initial::FromSquares,
        );
    }
    let [white, black] = draft.home_squares(piece);
    let are_alike = white == black || white.is_empty() || black.is_empty();
    let squares = white.into_iter().chain(black).collect();
    match are_alike {
        true => (squares, Initial::OfPieces),
        false => (squares, Initial::OfDifferentPieces),
    }
}

/// Chooses between check and capture of royals where the text does not.
fn choose_royal_rule(draft: &mut Draft) {
    if draft.end.royal.is_some() {
        return;
    }
    let count = |color| {
        let own = draft.array.values().filter(|placed| placed.0 == color);
        let hand = draft
            .hand
            .iter()
            .flat_map(|hand| &hand.begun[color.index()]);
        let own = own.map(|placed| placed.1).chain(hand.copied());
        own.filter(|&piece| draft.pieces[piece].royal).count()
    };
    let may_lack = draft.end.extinction.is_some();
    let fits = |color| count(color) == 1 || (may_lack && count(color) == 0);
    if Color::BOTH.into_iter().all(fits) {
        draft.end.royal = Some("check");
    } else {
        draft.end.royal = Some("capture-last");
        let message = "a side with several royal pieces loses with the last one";
        draft.differs(Part::End, draft.end_line, message);
    }
}
