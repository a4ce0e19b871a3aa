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
            match ways(draft, *piece, *word) {
                Ok((partners, targets)) => {
                    shuffle::add(draft, Some((*piece, &partners)));
                    let is_shuffled = !draft.shuffled.is_empty();
                    let how = match (word.left, word.right) {
                        (Some(left), Some(right)) if left == right && !is_shuffled => {
                            How::Steps(left)
                        }
                        _ => How::Squares(targets),
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
    word: CastlingWord,
) -> Result<(BTreeSet<usize>, Vec<FileRank>), &'static str> {
    let mut partners = BTreeSet::new();
    let mut targets = Vec::new();
    for color in Color::BOTH {
        let Some((file, rank)) = draft.squares(color, king).next() else {
            continue;
        };
        for (steps, is_right) in [(word.left, false), (word.right, true)] {
            let Some(steps) = steps else {
                continue;
            };
            let corner = if is_right {
                draft.files.checked_sub(1 + word.inside)
            } else {
                Some(word.inside)
            };
            let partner = corner.and_then(|corner| draft.array.get(&(corner, rank)));
            let to = if is_right {
                file.checked_add(steps)
            } else {
                file.checked_sub(steps)
            };
            let is_inside = |to: &usize| {
                corner.is_some_and(|corner| if is_right { *to < corner } else { *to > corner })
            };
            let Some((_, partner)) = partner.filter(|(owner, _)| *owner == color) else {
                continue;
            };
            let to = to
                .filter(is_inside)
                .ok_or("the king would pass its partner")?;
            partners.insert(*partner);
            if color == Color::White {
                targets.push((to, rank));
            }
        }
    }
    if partners.is_empty() {
        return Err("no partner stands at the edge of the board");
    }
    Ok((partners, targets))
}

/// The target of the king.
pub(super) enum How {
    /// The same number of squares to both sides.
    Steps(usize),
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
        How::Steps(2) => String::new(),
        How::Steps(steps) => format!(", steps = {steps}"),
        How::Squares(squares) => format!(", to = [{}]", square_names(&squares)),
    };
    format!("{{ power = \"castle\", with = {with}{how} }}")
}
