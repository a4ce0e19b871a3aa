//! Boards of FENs.

use super::{ImportFault, fault};
use crate::notation::quote;
use crate::piece::Color;

/// A piece on a board of a FEN: its letter with a mark behind it, such as `N'`.
#[derive(Debug)]
pub(super) struct FenPiece {
    /// File and rank, counted from 0.
    pub square: (usize, usize),
    pub color: Color,
    /// In lower case.
    pub letter: String,
    /// Whether `+` marks it as promoted.
    pub promoted: bool,
    /// The place in the text.
    pub place: (usize, usize),
}

/// The board of a FEN.
#[derive(Debug, Default)]
pub(super) struct FenBoard {
    pub pieces: Vec<FenPiece>,
    /// Files and ranks, counted from 0.
    pub holes: Vec<(usize, usize)>,
}

/// Reads the board of a FEN at a place.
pub(super) fn read(
    text: &str,
    (files, ranks): (usize, usize),
    (line, column): (usize, usize),
) -> Result<FenBoard, ImportFault> {
    let mut board = FenBoard::default();
    let letters: Vec<char> = text.chars().collect();
    let (mut file, mut rank, mut at) = (0, ranks, 0);
    let wrong = |at: usize, message: String| {
        let remedy = format!("a FEN has {ranks} ranks of {files} squares, joined by `/`");
        Err(fault((line, column + at), message, remedy))
    };
    if rank == 0 {
        return wrong(0, "the board has no ranks".to_string());
    }
    rank -= 1;
    while let Some(&letter) = letters.get(at) {
        let start = at;
        at += 1;
        match letter {
            '/' => {
                if file != files {
                    return wrong(start, format!("rank {} has {file} squares", rank + 1));
                }
                let Some(next) = rank.checked_sub(1) else {
                    return wrong(start, "there are too many ranks".to_string());
                };
                (file, rank) = (0, next);
            }
            '0'..='9' => {
                let mut number = 0;
                at = start;
                while let Some(digit) = letters.get(at).and_then(|digit| digit.to_digit(10)) {
                    number = (number * 10 + digit as usize).min(1_000);
                    at += 1;
                }
                file += number;
            }
            '+' | 'a'..='z' | 'A'..='Z' => {
                let promoted = letter == '+';
                let letter = if promoted {
                    letters.get(at).copied()
                } else {
                    Some(letter)
                };
                at += usize::from(promoted);
                let Some(letter) = letter.filter(char::is_ascii_alphabetic) else {
                    return wrong(start, "no piece follows `+`".to_string());
                };
                let mut name = letter.to_ascii_lowercase().to_string();
                while let Some(mark) = letters.get(at).filter(|mark| "'!".contains(**mark)) {
                    name.push(*mark);
                    at += 1;
                }
                let color = if letter.is_ascii_uppercase() {
                    Color::White
                } else {
                    Color::Black
                };
                board.pieces.push(FenPiece {
                    square: (file, rank),
                    color,
                    letter: name,
                    promoted,
                    place: (line, column + start),
                });
                file += 1;
            }
            '*' => {
                board.holes.push((file, rank));
                file += 1;
            }
            '~' => {}
            other => {
                return wrong(
                    start,
                    format!("{} is not part of a board", quote(&other.to_string())),
                );
            }
        }
        if file > files {
            return wrong(start, format!("rank {} is longer than the board", rank + 1));
        }
    }
    if (file, rank) != (files, 0) {
        return wrong(letters.len(), "the board ends too early".to_string());
    }
    Ok(board)
}
