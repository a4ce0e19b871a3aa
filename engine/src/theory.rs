//! Piece values from the rules alone, before any game is played.

use crate::mobility::UniformOccupancy;
use crate::rules::{PieceSpec, RuleSpec};

/// The share of occupied squares in a middlegame, on which [`values`] are based.
const OCCUPANCY: f64 = 0.3;

/// The expected number of targets of White's piece, averaged over its squares, when every other
/// square is occupied with probability `occupancy`. Squares to which it can only move or on which
/// it can only capture count in part.
pub fn mobility(spec: &RuleSpec, piece: &PieceSpec, occupancy: f64) -> f64 {
    let board = spec.geometry();
    let density = UniformOccupancy {
        board: &board,
        occupancy,
    };
    let view = piece.view();
    let from_square = |from| -> f64 {
        let plain = piece.moves.iter();
        let plain = plain.map(|moves| density.targets(moves, from, 0));
        let powers = piece.powers.iter();
        let powers = powers.map(|power| power.info().mobility(&view, &density, from));
        plain.chain(powers).sum()
    };
    board.without_holes().map(from_square).sum::<f64>() / board.without_holes().count() as f64
}

/// The value of each piece type in centipawns by the leaper law of H. G. Muller,
/// 1.1 · N · (30 + 5N/8), where the number N of targets is the [`mobility`] at `OCCUPANCY`.
/// The values are rough, but enough for a first player.
pub fn values(spec: &RuleSpec) -> Vec<f64> {
    let value = |piece: &PieceSpec| {
        let targets = mobility(spec, piece, OCCUPANCY);
        1.1 * targets * (30.0 + 5.0 * targets / 8.0)
    };
    spec.pieces.iter().map(value).collect()
}

/// [`values`] in units of the cheapest pawn, or of the cheapest piece where there are no pawns. A
/// pawn counts as 1.3 times the value of its moves, since it may promote.
pub fn in_pawns(spec: &RuleSpec) -> Vec<f64> {
    let values = values(spec);
    let cheapest = |wanted: &dyn Fn(&PieceSpec) -> bool| {
        let chosen = spec.pieces.iter().zip(&values);
        let chosen = chosen.filter(|(piece, value)| wanted(piece) && **value > 0.0);
        chosen.fold(f64::INFINITY, |least, (_, value)| least.min(*value))
    };
    let pawn = cheapest(&|piece| piece.pawn);
    let unit = if pawn.is_finite() {
        pawn * 1.3
    } else {
        cheapest(&|piece| !piece.royal)
    };
    let scale = if unit.is_finite() { 1.0 / unit } else { 0.01 };
    values.iter().map(|value| value * scale).collect()
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
                OCCUPANCY,
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
