//! Positions as text, as `rules/notation.md` lays it down:
//! `<board> <side> <state> <ply>`.

mod error;
mod state;
mod write;

pub use error::PositionError;

use super::Position;
use crate::board::Square;
use crate::piece::{Code, Color};
use crate::rules::{PieceType, RoyalRule, RuleSpec};
use crate::tables::Rules;

const CASTLING_LETTERS: [char; 4] = ['K', 'Q', 'k', 'q'];

impl<const W: usize> Position<W> {
    /// Reads a position text.
    ///
    /// # Errors
    /// Anything that is not a position of this rule set, named with what would be right. A position
    /// in which a side has lost already is a position.
    pub fn parse(rules: &Rules<W>, text: &str) -> Result<Position<W>, PositionError> {
        let parts: Vec<&str> = text.split_ascii_whitespace().collect();
        let &[board, side, state, ply] = parts.as_slice() else {
            return Err(PositionError::Parts { found: parts.len() });
        };
        let mut position = Position::empty();
        position.read_board(rules, board)?;
        position.side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            token => {
                return Err(PositionError::Side {
                    token: token.to_string(),
                });
            }
        };
        position.ply = plain_number(ply).ok_or_else(|| PositionError::Ply {
            token: ply.to_string(),
        })?;
        position.check_royals(rules)?;
        position.read_state(rules, state)?;
        position.key = position.fresh_key(rules);
        position.check_exposure(rules)?;
        Ok(position)
    }

    /// Whether the side to move could capture a royal that may not be left attacked.
    ///
    /// # Errors
    /// It could: [`PositionError::Exposed`].
    pub(crate) fn check_exposure(&self, rules: &Rules<W>) -> Result<(), PositionError> {
        let checked = rules.spec.end.royal == RoyalRule::Check && !self.is_decided(rules);
        if checked && rules.in_check(self, self.side.other()) {
            Err(PositionError::Exposed { side: self.side })
        } else {
            Ok(())
        }
    }

    /// The position at the start of array `number`, or `None` when the rule set has no such
    /// array.
    pub fn start(rules: &Rules<W>, number: u32) -> Option<Position<W>> {
        let pieces = crate::tables::array_pieces(&rules.spec, &rules.geometry, number)?;
        let mut position = Position::empty();
        for (square, code) in pieces {
            let (color, _) = code.piece()?;
            position.put(rules, square, code, color);
        }
        position.castling = position.possible_castling(rules);
        position.key = position.fresh_key(rules);
        Some(position)
    }

    /// This position with a side's piece, or nothing, on some squares, as the start of a game.
    ///
    /// # Errors
    /// What comes of it is no position of this rule set.
    pub fn changed(
        &self,
        rules: &Rules<W>,
        changes: &[(Square, Color, Option<PieceType>)],
    ) -> Result<Position<W>, PositionError> {
        let mut position = *self;
        for &(square, color, piece) in changes {
            if let Some((owner, _)) = position.at(square).piece() {
                position.take(rules, square, owner);
            }
            if let Some(piece) = piece {
                position.put(rules, square, Code::new(color, piece), color);
            }
        }
        position.castling &= position.possible_castling(rules);
        position.ply = 0;
        Position::parse(rules, &position.text(rules))
    }

    fn read_board(&mut self, rules: &Rules<W>, text: &str) -> Result<(), PositionError> {
        let board = &rules.geometry;
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != board.ranks() as usize {
            return Err(PositionError::Ranks {
                found: ranks.len(),
                wanted: board.ranks() as usize,
            });
        }
        for (rank, text) in (0..board.ranks()).rev().zip(ranks) {
            self.read_rank(rules, rank, text)?;
        }
        Ok(())
    }

    fn read_rank(&mut self, rules: &Rules<W>, rank: i32, text: &str) -> Result<(), PositionError> {
        let board = &rules.geometry;
        let name = board.rank_name(rank);
        let mut file = 0_usize;
        let mut after_run = false;
        for token in text.split(',') {
            if token.bytes().all(|byte| byte.is_ascii_digit()) && !token.is_empty() {
                let run = plain_number::<usize>(token).filter(|&run| run > 0 && !after_run);
                let run = run.ok_or_else(|| PositionError::Run {
                    rank: name,
                    token: token.to_string(),
                })?;
                file = file.saturating_add(run);
                after_run = true;
                continue;
            }
            after_run = false;
            let (color, code) = piece(&rules.spec, token).ok_or_else(|| PositionError::Token {
                rank: name,
                token: token.to_string(),
                known: rules.spec.piece_texts(),
            })?;
            if let Some(square) = board.at(i32::try_from(file).unwrap_or(i32::MAX), rank) {
                self.put(rules, square, code, color);
            }
            file = file.saturating_add(1);
        }
        if file != board.files() as usize {
            return Err(PositionError::Width {
                rank: name,
                text: text.to_string(),
                found: file,
                wanted: board.files() as usize,
            });
        }
        Ok(())
    }

    /// Whether each side has as many royals as a game may have.
    ///
    /// # Errors
    /// It has not: [`PositionError::Royals`].
    pub(crate) fn check_royals(&self, rules: &Rules<W>) -> Result<(), PositionError> {
        let counts = Color::BOTH.map(|color| self.royals(color).count());
        let fault = |side: Color, remedy| {
            let royal = rules.spec.pieces.iter().filter(|piece| piece.royal);
            Err(PositionError::Royals {
                side,
                found: counts[side.index()],
                known: royal
                    .map(|piece| piece.text.as_str())
                    .collect::<Vec<_>>()
                    .join(" "),
                remedy,
            })
        };
        for side in Color::BOTH {
            let found = counts[side.index()];
            if found > 1 && !rules.spec.end.several_royals {
                return fault(side, "a side has one");
            }
            if found == 0 && !rules.loses_without_royal() {
                return fault(side, "each side must have one");
            }
        }
        Ok(())
    }
}

fn piece(spec: &RuleSpec, token: &str) -> Option<(Color, Code)> {
    spec.pieces.iter().enumerate().find_map(|(at, piece)| {
        let color = match token {
            token if token == piece.text => Color::White,
            token if token == piece.text.to_ascii_lowercase() => Color::Black,
            _ => return None,
        };
        Some((color, Code::new(color, PieceType(at as u8))))
    })
}

/// A number written with digits alone and no zeros in front.
fn plain_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok())?
}
