//! Shuffled arrays of Interactive Diagrams.

use super::draft::{Draft, Part};
use crate::piece::{Color, PieceType};
use crate::rules::Shuffled;
use std::collections::BTreeSet;

/// Translates the shuffle of a diagram to groups of a rule file. `castling` are the king and the partners that castle:
/// when the king is shuffled, it stays between them.
pub(super) fn add(draft: &mut Draft, castling: Option<(usize, &BTreeSet<usize>)>) {
    let Some((line, text)) = draft.shuffle.take() else {
        return;
    };
    match groups(draft, &text, castling) {
        Ok(groups) => {
            let symbol = |piece: PieceType| draft.pieces[piece.index()].text.as_str();
            let texts = groups.iter().map(|group| group.text(symbol));
            draft.shuffled = texts.collect();
        }
        Err(reason) => {
            let message =
                format!("`shuffle`: only the array of the definition is played: {reason}");
            draft.differs(Part::Array, line, message);
        }
    }
}

fn groups(
    draft: &Draft,
    text: &str,
    castling: Option<(usize, &BTreeSet<usize>)>,
) -> Result<Vec<Shuffled>, &'static str> {
    if !draft.is_mirrored(false) && !draft.is_mirrored(true) {
        return Err("Black's array is another one than White's");
    }
    let (mut shaded, mut others, mut ordered) = (Vec::new(), Vec::new(), Vec::new());
    let group = |pieces: Vec<usize>, light| Shuffled {
        pieces: pieces
            .into_iter()
            .map(|piece| PieceType(piece as u8))
            .collect(),
        light,
    };
    for (piece, spreads) in named(draft, text)? {
        let squares: Vec<_> = draft.squares(Color::White, piece).collect();
        if squares.iter().any(|&(_, rank)| rank != 0) {
            return Err("a piece of it stands on another rank than the first");
        }
        let is_light = |&(file, _): &(usize, usize)| file % 2 == 1;
        let of_castling =
            castling.is_some_and(|(king, partners)| piece == king || partners.contains(&piece));
        match squares.as_slice() {
            _ if of_castling && spreads => {
                return Err("a piece that castles is spread over light and dark squares");
            }
            squares if of_castling => {
                ordered.extend(squares.iter().map(|&(file, _)| (file, piece)))
            }
            [only] if spreads => shaded.push(group(vec![piece], Some(is_light(only)))),
            squares if spreads && squares.len() % 2 == 0 => {
                let half = vec![piece; squares.len() / 2];
                shaded.extend([true, false].map(|light| group(half.clone(), Some(light))));
            }
            _ if spreads => {
                return Err("an odd number of pieces is spread over light and dark squares");
            }
            squares => others.push(group(vec![piece; squares.len()], None)),
        }
    }
    ordered.sort_unstable();
    let has_king =
        castling.is_some_and(|(king, _)| ordered.iter().any(|&(_, piece)| piece == king));
    if has_king {
        // From left to right as they stand.
        let pieces = ordered.into_iter().map(|(_, piece)| piece);
        others.push(group(pieces.collect(), None));
    } else if !ordered.is_empty() {
        return Err("a partner of castling is shuffled, but not the king");
    }
    shaded.extend(others.into_iter().filter(|group| !group.pieces.is_empty()));
    Ok(shaded)
}

/// The pieces of a shuffle, and whether those of a type are spread over light and dark squares.
fn named(draft: &Draft, text: &str) -> Result<Vec<(usize, bool)>, &'static str> {
    let mut named: Vec<(usize, bool)> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let spreads = rest.starts_with('!');
        rest = rest.strip_prefix('!').unwrap_or(rest);
        let pieces = draft.pieces.iter().enumerate();
        let here = pieces.filter(|(_, piece)| rest.starts_with(&piece.text));
        let Some((piece, found)) = here.max_by_key(|(_, piece)| piece.text.len()) else {
            return Err(match rest.chars().next() {
                Some(',') => "it has several shuffles",
                Some(':') => "it keeps pieces in symmetry",
                _ => "it names an unknown piece",
            });
        };
        if named.iter().any(|&(known, _)| known == piece) {
            return Err("it names a piece twice");
        }
        named.push((piece, spreads));
        rest = &rest[found.text.len()..];
    }
    Ok(named)
}
