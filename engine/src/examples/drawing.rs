//! Drawn boards: a line a rank, with the rank's number and one token a square.

use super::lines::TextLine;
use super::words::number;
use crate::game::Game;

/// A drawn board, or a part of one: ranks that are not drawn are empty.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    ranks: Vec<(i32, Vec<String>)>,
    /// Lines that name the files, such as `a b c`.
    rulers: Vec<Vec<String>>,
    /// What `with` changes, in order: a piece into another, or what stands on a square.
    changes: Vec<(String, String)>,
}

/// The tokens of a whole board, the top rank first.
#[derive(Clone, Debug)]
pub(super) struct Grid(pub Vec<Vec<String>>);

impl Drawing {
    /// Reads the ranks and rulers at the beginning of some lines; tells how many lines they are.
    ///
    /// # Errors
    /// There is none.
    pub fn read(lines: &[TextLine]) -> Result<(Drawing, usize), String> {
        let mut drawing = Drawing {
            ranks: Vec::new(),
            rulers: Vec::new(),
            changes: Vec::new(),
        };
        let belongs = |line: &&TextLine| is_rank(line) || is_ruler(line);
        let own = lines.iter().take_while(belongs).count();
        for line in &lines[..own] {
            let mut words = line.text.split_whitespace().map(str::to_string);
            if is_rank(line) {
                let rank = number(&words.next().unwrap_or_default())?;
                drawing.ranks.push((rank, words.collect()));
            } else {
                drawing.rulers.push(words.collect())
            }
        }
        match own {
            0 => Err("a drawing must follow, such as `8 . . . k . . . .`".to_string()),
            _ => Ok((drawing, own)),
        }
    }

    /// The same with one thing changed.
    pub fn with(mut self, from: &str, to: &str) -> Drawing {
        self.changes.push((from.to_string(), to.to_string()));
        self
    }

    /// Its tokens on the board of a game.
    ///
    /// # Errors
    /// It does not fit the board, or `with` finds nothing to change.
    pub fn grid(&self, game: &Game) -> Result<Grid, String> {
        let spec = game.spec();
        let files: Vec<String> = spec.files.iter().map(char::to_string).collect();
        if let Some(ruler) = self.rulers.iter().find(|ruler| **ruler != files) {
            return Err(format!(
                "the files are `{}`, not `{}`",
                files.join(" "),
                ruler.join(" ")
            ));
        }
        let top = i32::from(spec.first_rank) + i32::from(spec.ranks) - 1;
        let mut rows: Vec<Option<&Vec<String>>> = vec![None; usize::from(spec.ranks)];
        for (rank, tokens) in &self.ranks {
            let place = usize::try_from(top - rank).ok();
            let row = place.and_then(|place| rows.get_mut(place));
            let row = row.ok_or_else(|| format!("there is no rank {rank}"))?;
            if row.replace(tokens).is_some() {
                return Err(format!("rank {rank} is drawn twice"));
            }
            if tokens.len() != files.len() {
                return Err(format!(
                    "rank {rank} has {} squares, the board {}",
                    tokens.len(),
                    files.len()
                ));
            }
        }
        let empty = vec![".".to_string(); files.len()];
        let rows = rows.into_iter().map(|row| row.unwrap_or(&empty).clone());
        let mut grid = Grid(rows.collect());
        for (from, to) in &self.changes {
            grid.change(game, from, to)?;
        }
        Ok(grid)
    }
}

impl Grid {
    /// Puts a piece on a square, or another piece wherever one stands.
    fn change(&mut self, game: &Game, from: &str, to: &str) -> Result<(), String> {
        if let Some((row, file)) = place(game, from) {
            self.0[row][file] = to.to_string();
            return Ok(());
        }
        let mut found = false;
        for token in self.0.iter_mut().flatten() {
            if piece(token) == from {
                *token = token.replace(from, to);
                found = true;
            }
        }
        if found {
            Ok(())
        } else {
            Err(format!("`{from}` is neither a square nor drawn here"))
        }
    }

    /// The squares with their tokens.
    pub fn squares(&self, game: &Game) -> Vec<(String, &str)> {
        let spec = game.spec();
        let top = i32::from(spec.first_rank) + i32::from(spec.ranks) - 1;
        let mut squares = Vec::new();
        for (row, rank) in self.0.iter().zip((0..=top).rev()) {
            for (token, file) in row.iter().zip(&spec.files) {
                squares.push((format!("{file}{rank}"), token.as_str()));
            }
        }
        squares
    }

    /// The first part of its position text.
    pub fn text(&self) -> String {
        let row = |row: &Vec<String>| {
            let pieces: Vec<&str> = row.iter().map(|token| piece(token)).collect();
            let runs = pieces.chunk_by(|a, b| *a == "." && *b == ".");
            let texts = runs.map(|run| match run {
                [".", ..] => run.len().to_string(),
                _ => run.concat(),
            });
            texts.collect::<Vec<_>>().join(",")
        };
        self.0.iter().map(row).collect::<Vec<_>>().join("/")
    }
}

/// The row and the column of a square in a [`Grid`].
pub(super) fn place(game: &Game, name: &str) -> Option<(usize, usize)> {
    let geometry = game.geometry();
    let square = geometry.parse(name)?;
    let row = usize::try_from(geometry.ranks() - 1 - geometry.rank(square)).ok()?;
    Some((row, usize::try_from(geometry.file(square)).ok()?))
}

/// What stands on a square by its token: `N` for `(N)`, `p` for `p!`, `.` for `*`.
pub(super) fn piece(token: &str) -> &str {
    match token {
        "*" => ".",
        _ => token.trim_matches(['(', ')', '!']),
    }
}

fn is_rank(line: &TextLine) -> bool {
    let word = line.keyword();
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_ruler(line: &TextLine) -> bool {
    let mut words = line.text.split_whitespace();
    !line.text.is_empty()
        && words.all(|word| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
}
