//! Castling from the words of a king's moves and the array.

use super::draft::{Draft, FileRank, Part, square_names};
use super::shuffle;
use super::xbetza::CastlingWord;
use crate::piece::Color;
use std::collections::BTreeSet;

/// Adds the power to the first piece that castles, and the shuffle of the array, which may change where it castles
/// from.
pub(super) fn add(draft: &mut Draft, castlings: &[(usize, CastlingWord)]) {
    for (number, (piece, word)) in castlings.iter().enumerate() {
        let line = draft.pieces[*piece].line;
        let left_out = |draft: &mut Draft, reason: &str| {
            draft.differs(
                Part::Piece(*piece),
                line,
                format!("castling is left out: {reason}"),
            );
        };
        if number > 0 {
            left_out(draft, "only one type of piece can castle");
        } else if draft.has_castling {
            match ways(draft, *piece, word) {
                Ok((partners, targets)) => {
                    shuffle::add(draft, Some((*piece, &partners)));
                    let is_shuffled = !draft.shuffled.is_empty();
                    let is_equal = word.left == word.right && !is_shuffled;
                    if word.left.len().max(word.right.len()) > 1 && !is_equal {
                        left_out(
                            draft,
                            "several numbers of squares are the same to both sides, and for one array",
                        );
                        continue;
                    }
                    let how = match is_equal {
                        true => How::Steps(word.left.clone()),
                        false => How::Squares(targets),
                    };
                    let power = text(draft, partners, how);
                    draft.pieces[*piece].powers.push(power);
                }
                Err(reason) => left_out(draft, reason),
            }
        }
    }
    shuffle::add(draft, None);
}

/// The partners of a king, and the squares of White's that it goes to.
fn ways(
    draft: &Draft,
    king: usize,
    word: &CastlingWord,
) -> Result<(BTreeSet<usize>, Vec<FileRank>), &'static str> {
    let mut partners = BTreeSet::new();
    let mut targets = Vec::new();
    for color in Color::BOTH {
        let Some((file, rank)) = draft.squares(color, king).next() else {
            continue;
        };
        for (several, is_right) in [(&word.left, false), (&word.right, true)] {
            let Some((corner, partner)) =
                partner(draft, color, (file, rank), is_right, word.inside)
            else {
                continue;
            };
            let to = |steps: &usize| match is_right {
                true => file.checked_add(*steps).filter(|to| *to < corner),
                false => file.checked_sub(*steps).filter(|to| *to > corner),
            };
            let Some(nearest) = several.iter().min() else {
                continue;
            };
            let to = to(nearest).ok_or("the king would pass its partner")?;
            partners.insert(partner);
            if color == Color::White {
                targets.push((to, rank));
            }
        }
    }
    if partners.is_empty() {
        return Err("no partner stands beside the king");
    }
    Ok((partners, targets))
}

/// The partner of a king to one side, with its file: the piece on the last square of the rank, or `inside`
/// squares before it; where none stands there, the outermost piece.
fn partner(
    draft: &Draft,
    color: Color,
    (file, rank): FileRank,
    is_right: bool,
    inside: usize,
) -> Option<(usize, usize)> {
    let beside: Vec<usize> = match is_right {
        true => (file + 1..draft.files).rev().collect(),
        false => (0..file).collect(),
    };
    let of_board = |file: &&usize| !draft.holes.contains(&(**file, rank));
    let own = |file: &usize| {
        let (owner, piece) = draft.array.get(&(*file, rank))?;
        (*owner == color).then_some((*file, *piece))
    };
    let at_edge = beside.iter().filter(of_board).nth(inside);
    at_edge
        .and_then(own)
        .or_else(|| beside.iter().find_map(own))
}

/// The target of the king.
pub(super) enum How {
    /// The same numbers of squares to both sides.
    Steps(Vec<usize>),
    /// To these squares.
    Squares(Vec<FileRank>),
}

/// The power as a table of TOML.
pub(super) fn text(draft: &Draft, partners: impl IntoIterator<Item = usize>, how: How) -> String {
    let partners: Vec<usize> = partners.into_iter().collect();
    let with = match partners.as_slice() {
        [only] => draft.texts([*only]),
        several => format!("[{}]", draft.texts(several.iter().copied())),
    };
    let how = match how {
        How::Steps(steps) => match steps.as_slice() {
            [2] => String::new(),
            [steps] => format!(", steps = {steps}"),
            several => format!(", steps = {several:?}"),
        },
        How::Squares(squares) => format!(", to = [{}]", square_names(&squares)),
    };
    format!("{{ power = \"castle\", with = {with}{how} }}")
}
