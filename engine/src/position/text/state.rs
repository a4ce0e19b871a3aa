//! Reading the state of a position: what is known of it besides the board.

use super::{CASTLING_LETTERS, PositionError, piece, plain_number};
use crate::board::{Geometry, Square};
use crate::piece::Code;
use crate::position::Position;
use crate::powers::Passing;
use crate::tables::{Left, Rules, Traits};

impl<const W: usize> Position<W> {
    pub(super) fn read_state(&mut self, rules: &Rules<W>, text: &str) -> Result<(), PositionError> {
        if text == "-" {
            return Ok(());
        }
        const ORDER: [&str; 5] = ["swap", "castle", "ep", "clock", "left"];
        let mut next = 0;
        for item in text.split(';') {
            let fault = |remedy: &str| PositionError::State {
                item: item.to_string(),
                remedy: remedy.to_string(),
            };
            let (key, value) = item
                .split_once('=')
                .ok_or_else(|| fault("write `-`, or key=value items joined by `;`"))?;
            let at = ORDER.iter().position(|known| *known == key);
            let at = at.ok_or_else(|| fault("the keys are swap, castle, ep, clock and left"))?;
            if at < next {
                return Err(fault(
                    "items stand once each, in the order swap, castle, ep, clock, left",
                ));
            }
            next = at + 1;
            match key {
                "swap" => {
                    self.swapped = self
                        .read_swapped(rules, value)
                        .map_err(|remedy| fault(&remedy))?
                }
                "castle" => {
                    self.castling = self
                        .read_castling(rules, value)
                        .map_err(|remedy| fault(&remedy))?
                }
                "ep" => {
                    self.passing = self
                        .read_passing(rules, value)
                        .map_err(|remedy| fault(&remedy))?
                }
                "left" => {
                    self.left = self
                        .read_left(rules, value)
                        .map_err(|remedy| fault(&remedy))?
                }
                _ => {
                    if rules.spec.end.move_count.is_none() {
                        return Err(fault("this rule set has no move-count draw"));
                    }
                    let clock = plain_number(value).filter(|&clock: &u16| clock > 0);
                    self.clock = clock.ok_or_else(|| {
                        fault(
                            "write the number of plies without progress; leave it out when it is 0",
                        )
                    })?;
                }
            }
        }
        Ok(())
    }

    fn read_swapped(&self, rules: &Rules<W>, value: &str) -> Result<[Square; 2], String> {
        if !rules.has_swap_ban {
            return Err("in this rule set every swap may be taken back".to_string());
        }
        let board = &rules.geometry;
        let squares = (board.read(value))
            .and_then(|(first, rest)| Some([first, board.parse(rest)?]))
            .filter(|[first, second]| first < second);
        let squares = squares
            .ok_or("write the two squares just swapped, the lower rank first, such as c4f7")?;
        let [first, second] = squares.map(|square| self.at(square));
        let swaps = |code| rules.traits(code).is(Traits::SWAPPER);
        let owner = |code: Code| code.piece().map(|(owner, _)| owner);
        if !swaps(first) || !swaps(second) || owner(first) == owner(second) {
            return Err(
                "two opposing pieces that can swap with each other must stand there".to_string(),
            );
        }
        Ok(squares)
    }

    /// The pieces that have removed themselves, as a board has them, with commas between.
    fn read_left(&self, rules: &Rules<W>, value: &str) -> Result<Left, String> {
        if rules.left.codes().is_empty() {
            return Err("in this rule set it does not matter what removed itself".to_string());
        }
        let mut left = Left::default();
        let mut last = 0;
        for token in value.split(',') {
            let code = piece(&rules.spec, token).map(|(_, code)| code);
            let code =
                code.filter(|code| rules.left.codes().contains(code) && code.index() >= last);
            let code = code.ok_or(
                "write the pieces that removed themselves in the order of the rule set, such as I,i,L",
            )?;
            let more = rules.left.with(left, code);
            if more == left {
                return Err(format!("so many `{token}` cannot be counted"));
            }
            (left, last) = (more, code.index());
        }
        Ok(left)
    }

    /// The castling rights whose king and partner stand at home.
    pub(super) fn possible_castling(&self, rules: &Rules<W>) -> u8 {
        let Some(castling) = &rules.castling else {
            return 0;
        };
        let mut rights = 0;
        for (bit, way) in castling.ways.iter().enumerate() {
            if let Some(way) = way {
                let king = self.at(way.king_from);
                let partner = self.at(way.partner_from);
                let owned = |code: Code| {
                    code.piece()
                        .is_some_and(|(color, _)| color.index() == bit / 2)
                };
                let castles = rules.powers[king.index()].castle
                    && owned(king)
                    && owned(partner)
                    && partner
                        .piece()
                        .is_some_and(|(_, piece)| castling.partners.contains(&piece));
                rights |= u8::from(castles) << bit;
            }
        }
        rights
    }

    fn read_castling(&self, rules: &Rules<W>, value: &str) -> Result<u8, String> {
        let mut rights = 0;
        for letter in value.chars() {
            let bit = CASTLING_LETTERS.iter().position(|known| *known == letter);
            let bit = bit.ok_or("write the letters of KQkq whose rights remain")?;
            if rights >> bit != 0 {
                return Err("write the letters in the order KQkq, each once".to_string());
            }
            rights |= 1 << bit;
        }
        if value.is_empty() {
            return Err("leave it out when no rights remain".to_string());
        }
        match rights & !self.possible_castling(rules) {
            0 => Ok(rights),
            _ => Err("a king or its partner does not stand where it could castle".to_string()),
        }
    }

    /// The square passed over and, where the piece did not go straight ahead, the one on which it stands.
    fn read_passing(&self, rules: &Rules<W>, value: &str) -> Result<Passing, String> {
        let wrong = "write the empty square that a pawn has just passed over, such as e3; where it does not \
                     stand straight ahead of it, then the pawn's square, such as e3f4";
        let board = &rules.geometry;
        let owner = self.side.other();
        let (square, rest) = board.read(value).ok_or(wrong)?;
        let straight = rules.straight_beyond(square, owner);
        let piece = match rest {
            "" => straight,
            rest => board.parse(rest).filter(|piece| Some(*piece) != straight),
        };
        let piece = piece.ok_or(wrong)?;
        let opposite = |of: fn(&Geometry, Square) -> i32| 2 * of(board, square) - of(board, piece);
        let start = board
            .at(opposite(Geometry::file), opposite(Geometry::rank))
            .ok_or(wrong)?;
        let stands = self.at(piece);
        // It may have promoted by the step.
        let came_from = Code::all(rules.spec.pieces.len()).any(|code| {
            let steps = &rules.powers[code.index()].double_step;
            let steps_there = (steps.get(start.index())).is_some_and(|ends| ends.contains(piece));
            let promotion = rules.traits(code).promotion();
            let mut choices = promotion
                .iter()
                .flat_map(|&rule| &rules.promotions[rule].choices);
            let is_owned = code.piece().is_some_and(|(of, _)| of == owner);
            is_owned && steps_there && (code == stands || choices.any(|choice| choice.to == stands))
        });
        let is_empty = |square| self.at(square).is_empty();
        if !self.pieces(owner).contains(piece)
            || !came_from
            || !is_empty(square)
            || !is_empty(start)
        {
            return Err(wrong.to_string());
        }
        if rules.en_passant_captors(self, square, self.side).is_empty() {
            Ok(Passing::NONE)
        } else {
            Ok(Passing { square, piece })
        }
    }
}
