//! Positions.

use crate::engine::interruptible;
use crate::rules::Rules;
use crate::{actions, wrong};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use tradewind_engine::notation::{self, Notation};
use tradewind_engine::{Color, Game, MAX_PERFT_DEPTH, Move, Rules as CompiledRules};

/// A position with the moves that led to it, in which moves can be played and undone.
#[pyclass(module = "tradewind")]
#[derive(Clone)]
pub struct Position {
    game: CompiledRules,
    start: Game,
    pub(crate) play: Game,
    moves: Vec<Move>,
}

/// The outcome of a game.
#[pyclass(frozen, eq, module = "tradewind")]
#[derive(Clone, PartialEq)]
pub struct Outcome {
    /// `white`, `black`, or `None` for a draw.
    #[pyo3(get)]
    winner: Option<String>,
    /// The termination, such as `checkmate`.
    #[pyo3(get)]
    ending: String,
}

/// The text of the first position, and the moves from there.
type PositionParts = (String, Vec<String>);

/// A move, by text or action.
#[derive(FromPyObject)]
enum GivenMove {
    Action(usize),
    Text(String),
}

fn check_depth(depth: u32) -> PyResult<()> {
    if depth <= MAX_PERFT_DEPTH {
        Ok(())
    } else {
        Err(wrong(format!("depth must be at most {MAX_PERFT_DEPTH}")))
    }
}

fn name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl Position {
    /// The first position of a game.
    pub fn new(game: &CompiledRules, start: Game) -> Position {
        Position {
            game: game.clone(),
            play: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// Plays a legal move given by text.
    pub fn play_text(&mut self, text: String) -> PyResult<()> {
        self.play_move(GivenMove::Text(text))
    }

    /// Whether it belongs to a rule set.
    pub fn is_of(&self, game: &CompiledRules) -> bool {
        let text = |game: &CompiledRules| game.spec().fingerprint_text();
        std::ptr::eq(self.game.spec(), game.spec()) || text(&self.game) == text(game)
    }

    fn find(&self, wanted: &GivenMove) -> PyResult<Move> {
        let found = match wanted {
            GivenMove::Text(text) => Notation::of(&self.game).find(&self.game, &self.play, text),
            GivenMove::Action(action) => {
                let legal = actions::legal(&self.game, &self.play)?;
                legal
                    .into_iter()
                    .find_map(|(known, one)| (known == *action).then_some(one))
            }
        };
        found.ok_or_else(|| {
            let wanted = match wanted {
                GivenMove::Text(text) => format!("`{text}`"),
                GivenMove::Action(action) => format!("action {action}"),
            };
            wrong(format!(
                "{wanted} is not a legal move in {}",
                self.play.text()
            ))
        })
    }
}

#[pymethods]
impl Position {
    /// The rule set.
    #[getter]
    fn rules(&self) -> Rules {
        Rules {
            game: self.game.clone(),
        }
    }

    /// The text of the position, without its history. `Rules.position` parses it.
    #[getter]
    fn text(&self) -> String {
        self.play.text()
    }

    /// The FEN, if each piece has one letter and a FEN can express the position; else `text`.
    #[getter]
    fn fen(&self) -> String {
        notation::text(&self.game, &self.play)
    }

    /// The side to move: `white` or `black`.
    #[getter]
    fn side(&self) -> &'static str {
        name(self.play.side())
    }

    /// The number of plies since the start of the game.
    #[getter]
    fn ply(&self) -> u32 {
        self.play.ply()
    }

    /// The side and type of each piece, by name of the square.
    #[getter]
    fn pieces(&self) -> BTreeMap<String, (&'static str, String)> {
        let (board, spec) = (self.game.geometry(), self.game.spec());
        let squares = self.play.occupied().into_iter();
        squares
            .filter_map(|square| {
                let (side, piece) = self.play.at(square)?;
                let piece = spec.piece(piece).text.clone();
                Some((board.name(square).to_string(), (name(side), piece)))
            })
            .collect()
    }

    /// The legal moves; none if the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        let moves = self.play.legal_moves().iter();
        moves.map(|one| self.play.move_text(*one)).collect()
    }

    /// The actions of the legal moves, in ascending order.
    #[getter]
    fn legal_actions(&self) -> PyResult<Vec<usize>> {
        let legal = actions::legal(&self.game, &self.play)?;
        Ok(legal.into_iter().map(|(action, _)| action).collect())
    }

    /// The moves played since its first position.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let moves = self.moves.iter();
        moves.map(|&one| self.play.move_text(one)).collect()
    }

    /// The outcome of the game; `None` while it is not over.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        let (outcome, ending) = self.play.over()?;
        Some(Outcome {
            winner: match outcome {
                tradewind_engine::Outcome::Win(side) => Some(name(side).to_string()),
                tradewind_engine::Outcome::Draw => None,
            },
            ending: ending.name().to_string(),
        })
    }

    /// Plays a legal move, given by text or action.
    #[pyo3(name = "play")]
    fn play_move(&mut self, one: GivenMove) -> PyResult<()> {
        let one = self.find(&one)?;
        self.play.play_unchecked(one);
        self.moves.push(one);
        Ok(())
    }

    /// The text of the first position, and the moves from there, for pickling.
    fn __reduce__<'p>(&self, py: Python<'p>) -> PyResult<(Bound<'p, PyAny>, PositionParts)> {
        let position = Bound::new(py, self.rules())?.getattr("position")?;
        Ok((position, (self.start.text(), self.moves())))
    }

    /// Undoes the last move and returns its text.
    fn undo(&mut self) -> PyResult<String> {
        let last = self
            .moves
            .pop()
            .ok_or_else(|| wrong("there is no move to undo"))?;
        self.play = self.start.clone();
        for &one in &self.moves {
            self.play.play_unchecked(one);
        }
        Ok(self.play.move_text(last))
    }

    /// The action of a legal move.
    fn action(&self, text: &str) -> PyResult<usize> {
        let one = self.find(&GivenMove::Text(text.to_string()))?;
        let legal = actions::legal(&self.game, &self.play)?;
        let action = legal
            .into_iter()
            .find_map(|(action, known)| (known == one).then_some(action));
        action.ok_or_else(|| wrong(format!("`{text}` has no action")))
    }

    /// A legal move, given by text or action, in the notation of the game's author: `Nf3`,
    /// `Gex!c6`.
    fn scoresheet(&self, one: GivenMove) -> PyResult<String> {
        let found = self.find(&one)?;
        Ok(Notation::authors(&self.game, &self.play, found))
    }

    /// The text of the legal move with an action.
    fn move_of(&self, action: usize) -> PyResult<String> {
        Ok(self.play.move_text(self.find(&GivenMove::Action(action))?))
    }

    /// A mask of the legal actions.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; actions::count(&self.game)];
        for (action, _) in actions::legal(&self.game, &self.play)? {
            mask[action] = true;
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// Binary planes of shape (planes, ranks, files): the piece types of the side to move, those of
    /// the other side, and a plane of ones if White is to move. Boards are seen from White's side.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let board = self.game.geometry();
        let types = self.game.spec().pieces.len();
        let (ranks, files) = (board.ranks() as usize, board.files() as usize);
        let mut planes = vec![0.0; (2 * types + 1) * ranks * files];
        for square in self.play.occupied() {
            if let Some((side, piece)) = self.play.at(square) {
                let plane = piece.index() + if side == self.play.side() { 0 } else { types };
                planes[plane * ranks * files + square.index()] = 1.0;
            }
        }
        if self.play.side() == Color::White {
            planes[2 * types * ranks * files..].fill(1.0);
        }
        PyArray1::from_vec(py, planes).reshape([2 * types + 1, ranks, files])
    }

    /// The number of legal move sequences of a length (perft).
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        check_depth(depth)?;
        let stop = AtomicBool::new(false);
        let counted = interruptible(py, &stop, || self.play.perft_until(depth, &stop))?;
        Ok(counted.expect("what stops it is raised"))
    }

    /// The perft by first move (divide).
    fn divide(&self, py: Python<'_>, depth: u32) -> PyResult<BTreeMap<String, u64>> {
        check_depth(depth)?;
        let stop = AtomicBool::new(false);
        let counts = interruptible(py, &stop, || self.play.divide_until(depth, &stop))?;
        let counts = counts.expect("what stops it is raised");
        let texts = counts
            .into_iter()
            .map(|(one, count)| (self.play.move_text(one), count));
        Ok(texts.collect())
    }

    /// A copy of the position and its moves.
    fn copy(&self) -> Position {
        self.clone()
    }

    fn __copy__(&self) -> Position {
        self.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Position {} {}>", self.game.spec().id, self.play.text())
    }
}

#[pymethods]
impl Outcome {
    #[new]
    fn new(winner: Option<String>, ending: String) -> Outcome {
        Outcome { winner, ending }
    }

    /// The arguments of its constructor, for pickling.
    fn __reduce__<'p>(&self, py: Python<'p>) -> (Bound<'p, PyType>, (Option<String>, String)) {
        let parts = (self.winner.clone(), self.ending.clone());
        (py.get_type::<Outcome>(), parts)
    }

    fn __repr__(&self) -> String {
        match &self.winner {
            Some(winner) => format!("<Outcome {winner} wins: {}>", self.ending),
            None => format!("<Outcome draw: {}>", self.ending),
        }
    }
}
