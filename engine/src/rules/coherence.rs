//! Whether the parts of a rule set fit together: what no single key can show to be wrong.

use super::spec::{EndSpec, PieceSpec, Power, PromotionCondition, RoyalRule};
use crate::betza::{Betza, Mode};
use crate::piece::PieceType;
use crate::toml_file::{Node, Reader};

/// The longest line of squares for powers that may capture all along it: a move has room for
/// eleven victims.
const LONGEST_LINE: usize = 13;

/// Notes what does not fit. `nodes` are where the pieces are described; `longest` is the number of
/// files or ranks of the board, whichever is more.
pub(crate) fn check(
    nodes: &[&Node],
    pieces: &[PieceSpec],
    end: &EndSpec,
    longest: usize,
    reader: &Reader<'_>,
) {
    captured(nodes, pieces, reader);
    let mut castles: Option<&PieceSpec> = None;
    for (node, piece) in nodes.iter().zip(pieces) {
        let powers = node.get("powers").unwrap_or(node);
        repeated(powers, piece, reader);
        needs_lines(powers, piece, reader);
        royalty(node, piece, pieces, end, reader);
        let captures_lines = |power: &Power| {
            matches!(
                power,
                Power::Approach { line: true, .. }
                    | Power::Trample { .. }
                    | Power::Overtake { .. }
                    | Power::Chameleon
            )
        };
        if longest > LONGEST_LINE && piece.powers.iter().any(captures_lines) {
            let message = format!("a line of {longest} squares is too long for what this captures");
            let remedy = format!("at most {LONGEST_LINE} files and ranks");
            reader.fault(&powers.place, message, remedy);
        }
        if piece
            .powers
            .iter()
            .any(|power| matches!(power, Power::Castle { .. }))
        {
            if let Some(first) = castles {
                let message = format!("`{}` castles already", first.text);
                reader.fault(&powers.place, message, "let one piece castle");
            }
            castles = Some(piece);
        }
        for power in &piece.powers {
            slides(powers, power, reader);
        }
    }
}

/// The most types whose pieces are counted when they remove themselves.
const MOST_COUNTED: usize = 8;

/// Pieces that can be got back only when they were captured: those that removed themselves are counted.
fn captured(nodes: &[&Node], pieces: &[PieceSpec], reader: &Reader<'_>) {
    let wanted = PromotionCondition::Lost { captured: true };
    let mut counted: Vec<PieceType> = Vec::new();
    for (node, piece) in nodes.iter().zip(pieces) {
        let choices = piece.promotion.iter().flat_map(|promotion| &promotion.to);
        for choice in choices.filter(|choice| choice.condition == wanted) {
            if !counted.contains(&choice.to) {
                counted.push(choice.to);
            }
        }
        if counted.len() > MOST_COUNTED {
            let message = format!(
                "with lost = \"captured\" pieces become {} other types",
                counted.len()
            );
            let place = node.get("promotes").unwrap_or(node);
            reader.fault(&place.place, message, format!("at most {MOST_COUNTED}"));
            return;
        }
    }
}

/// Powers that a piece can have only once.
fn repeated(place: &Node, piece: &PieceSpec, reader: &Reader<'_>) {
    let is_plural = |power: &Power| {
        matches!(
            power,
            Power::Hop { .. }
                | Power::Strike { .. }
                | Power::Igui { .. }
                | Power::Relay { .. }
                | Power::SkipSlide { .. }
                | Power::Bent { .. }
        )
    };
    for (at, power) in piece.powers.iter().enumerate() {
        let same = |other: &Power| std::mem::discriminant(other) == std::mem::discriminant(power);
        if !is_plural(power) && piece.powers[..at].iter().any(same) {
            let message = format!("`{}` has one power twice", piece.text);
            reader.fault(&place.place, message, "say it once, with all its squares");
        }
    }
}

/// Approach, withdrawal and chameleons act on the straight plain moves of a piece.
fn needs_lines(place: &Node, piece: &PieceSpec, reader: &Reader<'_>) {
    let on_lines = |power: &Power| matches!(power, Power::Approach { .. } | Power::Withdrawal);
    let has_lines = piece.powers.iter().any(on_lines);
    let is_chameleon = piece.powers.contains(&Power::Chameleon);
    if !has_lines && !is_chameleon {
        return;
    }
    if has_lines && is_chameleon {
        let message = "a chameleon approaches and withdraws as its prey does";
        reader.fault(
            &place.place,
            message,
            "leave out `approach` and `withdrawal`",
        );
    }
    let is_other_move = |power: &Power| {
        matches!(
            power,
            Power::SkipSlide { .. } | Power::Bent { .. } | Power::DoubleStep { .. }
        )
    };
    if piece.powers.iter().any(is_other_move) {
        reader.fault(
            &place.place,
            "approach, withdrawal and chameleons act on `moves` alone",
            "leave out `skip-slide`, `bent` and `double-step`",
        );
    }
    match &piece.moves {
        None => reader.fault(
            &place.place,
            "this power acts on plain moves, and the piece has none",
            "give it `moves`, such as \"mQ\"",
        ),
        Some(moves) if moves.terms.iter().any(|term| term.lame) => reader.fault(
            &place.place,
            "this power acts on plain moves in straight lines",
            "leave the letter n out of `moves`",
        ),
        Some(_) => {}
    }
}

/// A royal stays royal, and nothing else becomes one where a side has one.
fn royalty(
    node: &Node,
    piece: &PieceSpec,
    pieces: &[PieceSpec],
    end: &EndSpec,
    reader: &Reader<'_>,
) {
    let royal = |piece: PieceType| pieces.get(piece.index()).is_some_and(|piece| piece.royal);
    let place = node.get("promotes").unwrap_or(node);
    for choice in piece.promotion.iter().flat_map(|promotion| &promotion.to) {
        let to = pieces.get(choice.to.index()).map_or("?", |to| &to.text);
        match (piece.royal, royal(choice.to)) {
            (true, false) => reader.fault(
                &place.place,
                format!(
                    "the royal `{}` would become `{to}`, which is not royal",
                    piece.text
                ),
                "let it become another royal piece",
            ),
            (false, true) if !end.several_royals => reader.fault(
                &place.place,
                format!("`{}` would become `{to}`, a second royal", piece.text),
                "let it become a piece that is not royal, or write royal = \"capture-last\" in [end]",
            ),
            _ => {}
        }
    }
    let place = node.get("powers").unwrap_or(node);
    for power in &piece.powers {
        if let Power::DoubleStep { .. } = power
            && piece.royal
            && end.royal == RoyalRule::Check
        {
            reader.fault(
                &place.place,
                "a royal that may not be left attacked would be captured in passing",
                "leave out `double-step`",
            );
        }
        let Power::Regent { becomes } = power else {
            continue;
        };
        if piece.royal {
            reader.fault(
                &place.place,
                "a regent takes the place of a royal, and this piece is one",
                "give the power to a piece that is not royal",
            );
        }
        if !royal(*becomes) {
            reader.fault(
                &place.place,
                "a regent takes the place of a royal, and this piece would not be one",
                "name a royal piece in `becomes`",
            );
        }
    }
}

/// Slides that say what cannot be.
fn slides(place: &Node, power: &Power, reader: &Reader<'_>) {
    let fault = |message: String, remedy| reader.fault(&place.place, message, remedy);
    match power {
        Power::SkipSlide { along, skip } if along.terms.iter().any(|term| term.range <= *skip) => {
            fault(
                format!("{along} ends before it has passed over {skip} squares"),
                "write a longer range or a smaller `skip`",
            );
        }
        Power::Bent { first, then } => {
            if first.terms.iter().any(|term| term.range > 1 || term.lame) {
                fault(
                    format!("the first step of a bent slide is a leap, not {first}"),
                    "write an atom such as F or W",
                );
            }
            if has_mode(then) {
                fault(
                    "the slide of a bent slider both moves and captures".to_string(),
                    "leave the letters m and c out of `then`",
                );
            }
        }
        _ => {}
    }
}

fn has_mode(betza: &Betza) -> bool {
    betza.terms.iter().any(|term| term.mode != Mode::Both)
}
