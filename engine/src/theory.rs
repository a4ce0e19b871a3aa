//! What the rules alone say of a piece's worth, before any game is played.

use crate::board::{Geometry, Square};
use crate::rules::{Betza, Mode, PieceSpec, Power, RuleSpec, Term};

/// The share of squares that hold a piece in a middlegame: what [`values`] take.
pub const CROWDING: f64 = 0.3;

/// What a target square is worth when a piece can only move there or only capture there, as a
/// share of one where it can do both (H. G. Muller's rule of thumb for leapers).
const MOVE_ONLY: f64 = 1.0 / 3.0;
const CAPTURE_ONLY: f64 = 2.0 / 3.0;

/// The average number of squares that White's piece can go to from a square of the board when
/// every other square is taken with a chance of `crowding`, squares for only one of moving
/// and capturing counted in part.
pub fn mobility(spec: &RuleSpec, piece: &PieceSpec, crowding: f64) -> f64 {
    let board = Geometry::new(spec.files.clone(), spec.ranks, spec.first_rank);
    let crowd = Crowd {
        board: &board,
        crowding,
    };
    let total: f64 = board
        .all()
        .map(|from| crowd.mobility_from(piece, from))
        .sum();
    total / board.squares() as f64
}

/// The worth of each piece type in hundredths of a pawn by the leaper law of H. G. Muller,
/// 1.1 · N · (30 + 5N/8), with the [`mobility`] at [`CROWDING`] for the number N of targets. Rough,
/// but enough for a player to begin with.
pub fn values(spec: &RuleSpec) -> Vec<f64> {
    let value = |piece: &PieceSpec| {
        let targets = mobility(spec, piece, CROWDING);
        1.1 * targets * (30.0 + 5.0 * targets / 8.0)
    };
    spec.pieces.iter().map(value).collect()
}

/// [`values`] in pawns: in the cheapest piece that counts as a pawn, which is taken to be worth 1.3
/// times its moves for what it may become, or else in the cheapest piece.
pub fn in_pawns(spec: &RuleSpec) -> Vec<f64> {
    let values = values(spec);
    let cheapest = |wanted: &dyn Fn(&PieceSpec) -> bool| {
        let chosen = spec
            .pieces
            .iter()
            .zip(&values)
            .filter(|(piece, _)| wanted(piece));
        chosen
            .map(|(_, &value)| value)
            .filter(|value| *value > 0.0)
            .fold(f64::INFINITY, f64::min)
    };
    let pawn = cheapest(&|piece| piece.pawn);
    let unit = match pawn.is_finite() {
        true => pawn * 1.3,
        false => cheapest(&|piece| !piece.royal),
    };
    let scale = if unit.is_finite() { 1.0 / unit } else { 0.01 };
    values.iter().map(|value| value * scale).collect()
}

/// A board on which every square is taken with the same chance.
struct Crowd<'b> {
    board: &'b Geometry,
    crowding: f64,
}

impl Crowd<'_> {
    /// The chance that a square is empty.
    fn open(&self) -> f64 {
        1.0 - self.crowding
    }

    fn mobility_from(&self, piece: &PieceSpec, from: Square) -> f64 {
        let (open, crowding) = (self.open(), self.crowding);
        let targets = |moves: &Betza, skip: u8| self.targets(moves, from, skip);
        let plain = piece.moves.iter().map(|moves| targets(moves, 0));
        let powers = piece.powers.iter().map(|power| match power {
            Power::Hop { over } => CAPTURE_ONLY * crowding / 2.0 * open * targets(over, 0),
            Power::Igui { targets: igui } => CAPTURE_ONLY * targets(igui, 0),
            Power::Relay { to, moves, .. } => {
                // A friend stands on a square with half the crowding; what is lent is only at times
                // of use to it.
                let receivers = crowding / 2.0 * targets(to, 0);
                receivers * targets(moves, 0) / 4.0
            }
            Power::SkipSlide { along, skip } => targets(along, *skip),
            Power::Bent { first, then } => self.bent(first, then, from),
            // Rough shares of what the lines of a power reach, since it needs pieces in the right
            // places.
            Power::Hurdle { along } => crowding * targets(along, 1),
            Power::Trample { along } => 1.5 * targets(along, 0),
            Power::Strike { over } => targets(over, 0),
            Power::Convert { targets: squares } => {
                2.0 * CAPTURE_ONLY * crowding / 2.0 * targets(squares, 0)
            }
            Power::Swap { with, .. } => crowding * targets(with, 0),
            Power::Immobilize { at, .. } => 2.0 * targets(at, 0),
            Power::Overtake { along, .. } => CAPTURE_ONLY * open * targets(along, 1),
            Power::MutualDestruction { targets: squares } => {
                CAPTURE_ONLY * crowding / 2.0 * targets(squares, 0)
            }
            Power::Approach { .. } | Power::Withdrawal | Power::Chameleon => {
                CAPTURE_ONLY
                    * (piece.moves.iter())
                        .map(|moves| targets(moves, 0))
                        .sum::<f64>()
            }
            Power::DoubleStep { .. }
            | Power::Castle { .. }
            | Power::Regent { .. }
            | Power::Pass
            | Power::Immune => 0.0,
        });
        plain.chain(powers).sum()
    }

    /// The targets of a text of the notation from a square; the first `skip` of each line are passed
    /// over.
    fn targets(&self, betza: &Betza, from: Square, skip: u8) -> f64 {
        let along = |term: &Term, leap: (i32, i32)| {
            let weight = match term.mode {
                Mode::Both => 1.0,
                Mode::Move => MOVE_ONLY,
                Mode::Capture => CAPTURE_ONLY,
            };
            weight * self.line(from, leap, term.range, skip)
        };
        let terms = betza
            .terms
            .iter()
            .flat_map(|term| term.leaps.iter().map(move |&leap| (term, leap)));
        terms.map(|(term, leap)| along(term, leap)).sum()
    }

    /// The squares of a line weighted with the chance that the way to them is open.
    fn line(&self, from: Square, step: (i32, i32), range: u8, skip: u8) -> f64 {
        let (board, open) = (self.board, self.open());
        let reached = (1..=range).map_while(|steps| {
            let far = i32::from(steps);
            board.at(
                board.file(from) + step.0 * far,
                board.rank(from) + step.1 * far,
            )?;
            Some(if steps > skip {
                open.powi(far - 1)
            } else {
                0.0
            })
        });
        reached.sum()
    }

    fn bent(&self, first: &Betza, then: &Betza, from: Square) -> f64 {
        let (board, open) = (self.board, self.open());
        let steps = first.terms.iter().flat_map(|term| &term.leaps);
        let from_gate = steps.filter_map(|step| {
            let gate = board.at(board.file(from) + step.0, board.rank(from) + step.1)?;
            let onward = then
                .terms
                .iter()
                .flat_map(|term| term.leaps.iter().map(move |leap| (term, leap)));
            let outwards = onward.filter(|(_, leap)| leap.0 * step.0 + leap.1 * step.1 > 0);
            let lines: f64 = outwards
                .map(|(term, &leap)| self.line(gate, leap, term.range, 0))
                .sum();
            Some(MOVE_ONLY + open * lines)
        });
        from_gate.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::load;

    #[test]
    fn leapers_have_their_average_number_of_targets() {
        let chess = load("chess", &[]).expect("chess loads");
        let of = |text: &str| {
            mobility(
                &chess,
                chess.piece(chess.find(text).expect("a piece")),
                CROWDING,
            )
        };
        assert!((of("N") - 5.25).abs() < 1e-9);
        assert!((of("K") - 6.5625).abs() < 1e-9);
        assert!((of("Q") - of("R") - of("B")).abs() < 1e-9);
    }

    #[test]
    fn stronger_pieces_are_worth_more() {
        let chess = load("chess", &[]).expect("chess loads");
        let values = values(&chess);
        let of = |text: &str| values[chess.find(text).expect("a piece").index()];
        assert!(of("P") < of("N") && of("N") < of("R") && of("B") < of("R") && of("R") < of("Q"));
        let scirocco = load("scirocco-2009", &[]).expect("scirocco loads");
        assert!(self::values(&scirocco).iter().all(|value| *value > 0.0));
    }
}
