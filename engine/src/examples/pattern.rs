//! Patterns: a square window of the board with a piece in its middle and marks where it goes.
//!
//! The rest of the board is that of the example. The window is put on it twice for either side, empty
//! and crowded with enemies, and upside down for Black.

use super::drawing::{Drawing, Grid, place};
use super::lines::TextLine;
use super::moves::{destinations, texts};
use crate::game::Game;

/// A piece and where it goes: `*` to move and to capture, `m` only to move, `c` only to capture.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// The square that the middle is put on.
    square: String,
    /// What the crowded window is full of, as White's.
    crowd: String,
    /// The windows that stand side by side, each by its rows.
    windows: Vec<Vec<Vec<String>>>,
}

/// A window on the board of one side.
struct SeenSquares {
    /// The row and the column of each place of the window in the grid.
    places: Vec<((usize, usize), String)>,
    piece: String,
}

impl Pattern {
    /// Reads `SQUARE among PIECE` and the rows below; tells how many these are.
    ///
    /// # Errors
    /// What would be right.
    pub fn read(rest: &str, below: &[TextLine]) -> Result<(Pattern, usize), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [square, "among", crowd] = words[..] else {
            return Err("write `pattern f6 among P`".to_string());
        };
        let form = "below `pattern` stands a window of as many rows as columns, an odd number, with `|` \
                    between windows side by side";
        let columns = |line: &TextLine| {
            let tokens = |part: &str| part.split_whitespace().map(str::to_string).collect();
            line.text
                .split('|')
                .map(tokens)
                .collect::<Vec<Vec<String>>>()
        };
        let size = below.first().map_or(0, |line| columns(line)[0].len());
        let rows = below.get(..size).filter(|_| size % 2 == 1).ok_or(form)?;
        let rows: Vec<Vec<Vec<String>>> = rows.iter().map(columns).collect();
        let count = rows[0].len();
        let is_square = |row: &Vec<Vec<String>>| {
            row.len() == count && row.iter().all(|tokens| tokens.len() == size)
        };
        if !rows.iter().all(is_square) {
            return Err(form.to_string());
        }
        let window = |at: usize| rows.iter().map(|row| row[at].clone()).collect();
        let pattern = Pattern {
            square: square.to_string(),
            crowd: crowd.to_string(),
            windows: (0..count).map(window).collect(),
        };
        Ok((pattern, size))
    }

    /// What is wrong with the engine's answers, in lines.
    ///
    /// # Errors
    /// A window does not fit the board, or a board with it is no position.
    pub fn ask(&self, game: &Game, board: &Drawing) -> Result<Vec<String>, String> {
        let grid = board.grid(game)?;
        let mut wrong = Vec::new();
        for window in &self.windows {
            for (side, white) in [("w", true), ("b", false)] {
                let seen = self.seen(game, window, white)?;
                let crowd = if white {
                    self.crowd.to_lowercase()
                } else {
                    self.crowd.clone()
                };
                for (rest, mark, what) in [(".", "m", "moves"), (crowd.as_str(), "c", "captures")] {
                    let mut expected = seen.marked(game, mark);
                    expected.sort();
                    let found = self.reached(game, &grid, &seen, side, rest)?;
                    if found != expected {
                        wrong.push(format!(
                            "{} {what}: expected {}, found {}",
                            seen.piece,
                            expected.join(" "),
                            found.join(" ")
                        ));
                    }
                }
            }
        }
        Ok(wrong)
    }

    fn seen(
        &self,
        game: &Game,
        window: &[Vec<String>],
        white: bool,
    ) -> Result<SeenSquares, String> {
        let middle = place(game, &self.square);
        let (row, column) =
            middle.ok_or_else(|| format!("there is no square `{}`", self.square))?;
        let half = window.len() / 2;
        let none = || format!("the window around {} leaves the board", self.square);
        let mut places = Vec::new();
        for (down, tokens) in window.iter().enumerate() {
            let down = if white { down } else { window.len() - 1 - down };
            let down = (row + down).checked_sub(half).ok_or_else(none)?;
            for (right, token) in tokens.iter().enumerate() {
                let right = (column + right).checked_sub(half).ok_or_else(none)?;
                name(game, (down, right)).ok_or_else(none)?;
                places.push(((down, right), token.clone()));
            }
        }
        let piece = &window[half][half];
        let piece = if white {
            piece.clone()
        } else {
            piece.to_lowercase()
        };
        Ok(SeenSquares { places, piece })
    }

    fn reached(
        &self,
        game: &Game,
        grid: &Grid,
        seen: &SeenSquares,
        side: &str,
        rest: &str,
    ) -> Result<Vec<String>, String> {
        let mut grid = grid.clone();
        for ((row, column), _) in &seen.places {
            grid.0[*row][*column] = rest.to_string();
        }
        if let Some((row, column)) = place(game, &self.square) {
            grid.0[row][column].clone_from(&seen.piece);
        }
        let text = format!("{} {side} - 0", grid.text());
        let play = game
            .parse(&text)
            .map_err(|fault| format!("{text}: {fault}"))?;
        Ok(destinations(game, &texts(game, &play, Some(&self.square))))
    }
}

impl SeenSquares {
    fn marked(&self, game: &Game, mark: &str) -> Vec<String> {
        let own = self
            .places
            .iter()
            .filter(|(_, token)| token == "*" || token == mark);
        own.filter_map(|(place, _)| name(game, *place)).collect()
    }
}

/// The name of the square in a row and a column of a [`Grid`].
fn name(game: &Game, (row, column): (usize, usize)) -> Option<String> {
    let geometry = game.geometry();
    let rank = geometry.ranks() - 1 - i32::try_from(row).ok()?;
    let square = geometry.at(i32::try_from(column).ok()?, rank)?;
    Some(geometry.name(square).to_string())
}
