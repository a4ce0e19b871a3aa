//! Typhoon: moves, promotion and the end of the game.

use super::board::Board;
use super::moves::Move;
use super::options::choices;
use super::position::Position;
use super::powers;
use super::rules::{Outcome, ReferenceRules};
use super::squares::{Geometry, Side, Square};
use super::typhoon_arrays::{self, GEOMETRY};
use super::typhoon_pieces::{self as pieces, NAMES};
use super::typhoon_powers::special_moves;
use super::typhoon_relays::{is_immobilized, relayed_moves, relayers};

/// Typhoon with its options.
pub struct Typhoon {
    salamander_range: i32,
    tadpole_diagonal_leap: bool,
    /// T-D15.
    undertaker_becomes: &'static str,
    /// T-D14.
    emperor_leaps_capture: bool,
}

impl Typhoon {
    /// The game, or None when an option is not known.
    pub fn new(options: &[(&str, &str)]) -> Option<Typhoon> {
        let [range, leap, undertaker, emperor] = choices(
            options,
            [
                ("salamander_range", ["3", "4"]),
                ("tadpole_diagonal_leap", ["false", "true"]),
                ("undertaker_promotion", ["dayrider", "nightrider"]),
                ("emperor_of_emperors_leaps", ["capture", "move"]),
            ],
        )?;
        Some(Typhoon {
            salamander_range: if range == "4" { 4 } else { 3 },
            tadpole_diagonal_leap: leap == "true",
            undertaker_becomes: if undertaker == "nightrider" {
                "Nr"
            } else {
                "Da"
            },
            emperor_leaps_capture: emperor == "capture",
        })
    }

    /// The moves of a piece that is not immobilized by its own power, without promotions.
    fn own_moves(&self, board: &Board, side: Side, from: Square, name: &str) -> Vec<Move> {
        let powers = pieces::powers(name, self.salamander_range, self.tadpole_diagonal_leap);
        let mut moves = powers::moves(board, side, from, powers);
        if name == "EE" && !self.emperor_leaps_capture {
            moves.retain(|mv| board.get(mv.to).is_none());
        }
        moves.extend(special_moves(board, side, from, name));
        moves
    }

    /// Every move of a side except `pass`. A relayed move that the piece also has by its own power
    /// is in the list twice, with one text; the promotions come from its own power. T-D8: an
    /// immobilized piece has no move of its own but to remove itself.
    fn all_moves(&self, board: &Board, side: Side) -> Vec<Move> {
        let relayers = relayers(board, side);
        let mut moves = Vec::new();
        for (from, piece) in board.pieces(side) {
            if is_immobilized(board, side, from) {
                moves.push(Move::removing(from, from, from));
            } else {
                for mv in self.own_moves(board, side, from, piece.name) {
                    let promoted = promotion(board, &mv, side, piece.name);
                    moves.extend(promoted.map(|mv| match piece.name {
                        "Un" => mv.promoting(self.undertaker_becomes),
                        _ => mv,
                    }));
                    moves.push(mv);
                }
            }
            moves.extend(relayed_moves(board, side, from, &relayers));
        }
        moves
    }
}

/// The promotion that a move of its own allows the piece: optional, when the move starts or ends in
/// the zone. T-D16: a Cuckoo that converts does not promote.
fn promotion(board: &Board, mv: &Move, side: Side, name: &str) -> Option<Move> {
    let in_the_zone = in_zone(mv.from, side) || in_zone(mv.to, side);
    if !in_the_zone || !mv.converted.is_empty() {
        return None;
    }
    let promoted = pieces::promotion(name)?;
    // T-D4: the King looks for Emperors after its move.
    if name == "K" && has_emperor(&mv.play(board)) {
        return Some(mv.promoting("EE"));
    }
    Some(mv.promoting(promoted))
}

/// T-D4: whether an Emperor of either side is on the board.
fn has_emperor(board: &Board) -> bool {
    let mut pieces = board.pieces(Side::White);
    pieces.extend(board.pieces(Side::Black));
    pieces.iter().any(|(_, piece)| piece.name == "Em")
}

/// The far four ranks: 9 to 12 for White, 4 to 1 for Black.
fn in_zone(square: Square, side: Side) -> bool {
    match side {
        Side::White => square.rank >= 8,
        Side::Black => square.rank <= 3,
    }
}

/// Whether a side has the move `pass`: it needs a piece with that power that is not immobilized.
fn may_pass(board: &Board, side: Side) -> bool {
    board
        .pieces(side)
        .into_iter()
        .any(|(square, piece)| pieces::may_pass(piece.name) && !is_immobilized(board, side, square))
}

/// T-D17: no royal is left, or only one piece.
fn has_lost(board: &Board, side: Side) -> bool {
    let pieces = board.pieces(side);
    let has_royal = pieces.iter().any(|(_, piece)| pieces::is_royal(piece.name));
    !has_royal || pieces.len() == 1
}

impl ReferenceRules for Typhoon {
    fn geometry(&self) -> Geometry {
        GEOMETRY
    }

    fn names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn arrays(&self) -> Vec<u32> {
        typhoon_arrays::arrays()
    }

    fn start(&self, array: u32) -> Position {
        Position::first(typhoon_arrays::start(array))
    }

    /// T-D17: first the side to move (the opponent of the one who moved last), then the other.
    fn decided(&self, position: &Position) -> Option<Outcome> {
        let side = position.side;
        if has_lost(&position.board, side) {
            Some(Outcome::Wins(side.other()))
        } else if has_lost(&position.board, side.other()) {
            Some(Outcome::Wins(side))
        } else {
            None
        }
    }

    fn legal(&self, position: &Position) -> Vec<(String, Position)> {
        let side = position.side;
        let mut legal = Vec::new();
        for mv in self.all_moves(&position.board, side) {
            legal.push((mv.write(&GEOMETRY), position.next(mv.play(&position.board))));
        }
        if may_pass(&position.board, side) {
            legal.push(("pass".to_string(), position.next(position.board.clone())));
        }
        legal
    }

    /// T-D17: a player without a legal move loses.
    fn without_a_move(&self, position: &Position) -> Outcome {
        Outcome::Wins(position.side.other())
    }

    /// T-D18: the third occurrence is illegal.
    fn forbids_repetition(&self, occurred: usize) -> bool {
        occurred >= 2
    }

    fn repeated(&self, _game: &[Position], _played: &[String]) -> Option<Outcome> {
        None
    }
}
