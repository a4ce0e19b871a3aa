//! Action numbers of moves, for machine learning: moves between two squares have the same 32
//! numbers in every position of a rule set, assigned in order of the legal moves between these
//! squares.

use crate::wrong;
use pyo3::PyResult;
use tradewind_engine::moves::MoveKind;
use tradewind_engine::{Game, Move, Rules as CompiledRules};

/// The maximum number of moves between two squares, which differ in promotions or captures.
const CHOICES: usize = 32;

/// The number of actions: those between any two squares, and the pass.
pub fn count(game: &CompiledRules) -> usize {
    game.geometry().squares().pow(2) * CHOICES + 1
}

/// The legal moves with their actions, in ascending order.
pub fn legal(game: &CompiledRules, play: &Game) -> PyResult<Vec<(usize, Move)>> {
    let squares = game.geometry().squares();
    let between = |one: &Move| (one.from.index(), one.to.index());
    let mut passes = Vec::new();
    let mut moves = Vec::new();
    for &one in play.legal_moves() {
        if one.kind == MoveKind::Pass {
            passes.push((squares.pow(2) * CHOICES, one));
        } else {
            moves.push(one);
        }
    }
    let promotion = |one: &Move| one.promotion().map(|piece| piece.index());
    moves.sort_by_cached_key(|one| (between(one), promotion(one), play.move_text(*one)));
    let mut actions = Vec::with_capacity(moves.len() + 1);
    for alike in moves.chunk_by(|one, other| between(one) == between(other)) {
        if alike.len() > CHOICES {
            let moves = alike.len();
            return Err(wrong(format!(
                "{moves} moves between two squares: there are actions for {CHOICES}"
            )));
        }
        let (from, to) = between(&alike[0]);
        let first = (from * squares + to) * CHOICES;
        actions.extend((first..).zip(alike.iter().copied()));
    }
    actions.extend(passes);
    Ok(actions)
}
