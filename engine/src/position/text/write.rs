//! Writing position texts.

use super::CASTLING_LETTERS;

use crate::board::Square;
use crate::piece::{Code, Color};
use crate::position::Position;
use crate::powers::Passing;
use crate::rules::RuleSpec;
use crate::tables::Rules;
use std::fmt::Write as _;

impl<const W: usize> Position<W> {
    /// The position's text.
    pub fn text(&self, rules: &Rules<W>) -> String {
        let board = &rules.geometry;
        let mut text = String::new();
        for rank in (0..board.ranks()).rev() {
            write_rank(&mut text, rules, self, rank);
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(self.side.letter());
        text.push(' ');
        text.push_str(&self.state_text(rules));
        let _ = write!(text, " {}", self.ply);
        text
    }

    fn state_text(&self, rules: &Rules<W>) -> String {
        let board = &rules.geometry;
        let mut items = Vec::new();
        if self.swapped != [Square::NONE; 2] {
            let [first, second] = self.swapped;
            items.push(format!("swap={}{}", board.name(first), board.name(second)));
        }
        if self.castling != 0 {
            let letters = (CASTLING_LETTERS.iter().enumerate())
                .filter(|(bit, _)| self.castling >> bit & 1 == 1);
            items.push(format!(
                "castle={}",
                letters.map(|(_, letter)| letter).collect::<String>()
            ));
        }
        if self.passing != Passing::NONE {
            let Passing { square, piece } = self.passing;
            let straight = rules.straight_beyond(square, self.side.other());
            items.push(if straight == Some(piece) {
                format!("ep={}", board.name(square))
            } else {
                format!("ep={}{}", board.name(square), board.name(piece))
            });
        }
        if self.clock != 0 {
            items.push(format!("clock={}", self.clock));
        }
        if !self.left.is_none() {
            let repeated = |code: &Code| {
                let count = rules.left.count(self.left, *code) as usize;
                std::iter::repeat_n(piece_text(&rules.spec, *code), count)
            };
            let pieces: Vec<String> = rules.left.codes().iter().flat_map(repeated).collect();
            items.push(format!("left={}", pieces.join(",")));
        }
        match items.as_slice() {
            [] => "-".to_string(),
            items => items.join(";"),
        }
    }
}

fn write_rank<const W: usize>(
    text: &mut String,
    rules: &Rules<W>,
    position: &Position<W>,
    rank: i32,
) {
    let board = &rules.geometry;
    let mut tokens: Vec<String> = Vec::new();
    let mut run = 0;
    for file in 0..board.files() {
        let code = board
            .at(file, rank)
            .map_or(Code::EMPTY, |square| position.at(square));
        match code.piece() {
            None => run += 1,
            Some(_) => {
                if run > 0 {
                    tokens.push(run.to_string());
                }
                run = 0;
                tokens.push(piece_text(&rules.spec, code));
            }
        }
    }
    if run > 0 {
        tokens.push(run.to_string());
    }
    text.push_str(&tokens.join(","));
}

/// A piece as positions show it: as in the piece table for White, in small letters for Black.
pub(crate) fn piece_text(spec: &RuleSpec, code: Code) -> String {
    match code.piece() {
        None => String::new(),
        Some((Color::White, piece)) => spec.piece(piece).text.clone(),
        Some((Color::Black, piece)) => spec.piece(piece).text.to_ascii_lowercase(),
    }
}
