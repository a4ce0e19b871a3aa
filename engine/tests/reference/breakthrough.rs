//! Breakthrough: pawns that step ahead, take diagonally or move so, and win on the far rank.

use super::board::Board;
use super::position::Position;
use super::powers::Mode::{Both, MoveOnly};
use super::powers::Power::Leap;
use super::powers::{self, FF, FW};
use super::rules::{Outcome, ReferenceRules};
use super::squares::{Geometry, Side};

const GEOMETRY: Geometry = Geometry {
    files: "abcdefgh",
    ranks: 8,
    lowest_rank: 1,
    holes: &[],
};

const NAMES: &[&str] = &["P"];

const START: &str = "p,p,p,p,p,p,p,p/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/P,P,P,P,P,P,P,P";

/// Breakthrough.
pub struct Breakthrough;

impl ReferenceRules for Breakthrough {
    fn geometry(&self) -> Geometry {
        GEOMETRY
    }

    fn names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn start(&self, array: u32) -> Position {
        assert_eq!(array, 0, "breakthrough has one array");
        Position::first(Board::read(START, GEOMETRY, NAMES))
    }

    /// A side without pawns has lost (if both, the side to move), and then one whose opponent is through (if both are, the
    /// side to move).
    fn decided(&self, position: &Position) -> Option<Outcome> {
        let side = position.side;
        let is_through = |side: Side| {
            let goal = if side == Side::White { 7 } else { 0 };
            let pieces = position.board.pieces(side);
            pieces.iter().any(|(square, _)| square.rank == goal)
        };
        if position.board.pieces(side).is_empty() {
            Some(Outcome::Wins(side.other()))
        } else if position.board.pieces(side.other()).is_empty() {
            Some(Outcome::Wins(side))
        } else if is_through(side.other()) {
            Some(Outcome::Wins(side.other()))
        } else {
            is_through(side).then_some(Outcome::Wins(side))
        }
    }

    fn legal(&self, position: &Position) -> Vec<(String, Position)> {
        let side = position.side;
        let mut legal = Vec::new();
        for (from, _) in position.board.pieces(side) {
            let steps = [Leap(FW, MoveOnly), Leap(FF, Both)];
            for mv in powers::moves(&position.board, side, from, &steps) {
                let after = position.next(mv.play(&position.board));
                legal.push((mv.write(&GEOMETRY), after));
            }
        }
        legal
    }

    fn without_a_move(&self, position: &Position) -> Outcome {
        Outcome::Wins(position.side.other())
    }

    fn repeated(&self, _game: &[Position], _played: &[String]) -> Option<Outcome> {
        None
    }
}
