//! Values of the pieces of a position by a network: the loss of score when a piece is removed.

use super::accumulator::{NetworkEvaluator, take};
use super::{Network, Role};
use crate::board::Square;
use crate::by_width::each_width;
use crate::game::Rules;
use crate::piece::Color;
use crate::position::Position;
use crate::replay::Replay;
use crate::rules::PieceType;
use std::sync::Arc;

/// A piece of a position and its value there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PieceWorth {
    /// The owner.
    pub color: Color,
    /// The piece type.
    pub piece: PieceType,
    /// The square.
    pub square: Square,
    /// The square in the view of its side: for Black with the ranks reversed.
    pub seen: Square,
    /// The loss of its side's score without it.
    pub centipawns: i32,
    /// The same loss as log-odds of winning.
    pub log_odds: f64,
}

/// Values of pieces by a network that alone is the evaluation of a rule set.
#[derive(Debug)]
pub struct NetworkWorth(NetworkEvaluator);

impl NetworkWorth {
    /// Piece values by a network; `None` if it is only added to the linear evaluation.
    pub fn of(rules: &Rules, network: &Arc<Network>) -> Option<NetworkWorth> {
        (network.role == Role::Alone).then(|| {
            NetworkWorth(each_width!(&rules.0, tables => NetworkEvaluator::new(tables, network)))
        })
    }

    /// The values of the pieces of a position except royals.
    pub fn pieces(&self, replay: &Replay) -> Vec<PieceWorth> {
        each_width!(&replay.0, on => self.0.pieces_of(&on.position))
    }
}

impl NetworkEvaluator {
    /// The values of the pieces of a position except royals.
    pub(crate) fn pieces_of<const W: usize>(&self, position: &Position<W>) -> Vec<PieceWorth> {
        let us = position.side;
        let whole = self.fresh(position);
        let score = self.output(position, &whole);
        let bucket = self.inputs.bucket_of(position.occupied().count() - 1);
        let royals = position.royals(us) | position.royals(us.other());
        let mut found = Vec::new();
        for square in position.occupied() - royals {
            let code = position.at(square);
            let Some((color, piece)) = code.piece() else {
                continue;
            };
            let [ours, theirs] = [us, us.other()].map(|view| {
                let royal = whole.royals[view.index()];
                let mut sums = whole.sums[view.index()].clone();
                if let Some(input) = self.inputs.input(view, royal, code, square) {
                    take(&mut sums, self.network.row(input));
                }
                sums
            });
            let loss = score - self.network.output([&ours, &theirs], bucket);
            let centipawns = if color == us { loss } else { -loss };
            found.push(PieceWorth {
                color,
                piece,
                square,
                seen: self.inputs.seen_by(color, square),
                centipawns,
                log_odds: f64::from(centipawns) / f64::from(self.network.scale),
            });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::network::{Parameters, Shape};

    /// The network's log-odds are 1.5 · 0.05² times the difference of the squared numbers of own
    /// and enemy pieces.
    #[test]
    fn counted_pieces_are_worth_what_they_count_for() {
        let rules = Rules::load("chess", &[]).expect("chess");
        let shape = Shape::of(rules.spec(), 32, 1);
        let half = shape.inputs() / 2;
        let mut parameters = Parameters {
            rows: vec![0.0; shape.inputs() * 32],
            biases: vec![0.0; 32],
            output: vec![0.0; 64],
            output_biases: vec![0.0],
        };
        (0..half).for_each(|input| parameters.rows[input * 32] = 0.05);
        (parameters.output[0], parameters.output[32]) = (1.5, -1.5);
        let network = Network::new(shape, Role::Alone, 1_000, "Chess".to_string(), &parameters);
        let worth = NetworkWorth::of(&rules, &Arc::new(network)).expect("it is the evaluation");
        let replay = rules
            .replay_from("4,k,3/8/8/8/8/8/P,P,6/4,K,3 b - 0")
            .expect("a position");
        let found = worth.pieces(&replay);
        assert_eq!(found.len(), 2, "{found:?}");
        // Three white pieces instead of two: 1.5 · 0.05² · (3² − 2²).
        let squares = found
            .iter()
            .map(|one| rules.geometry().name(one.square).to_string());
        assert_eq!(squares.collect::<Vec<_>>(), ["a2", "b2"]);
        for one in found {
            assert_eq!(one.color, Color::White);
            let expected = 1.5 * 0.0025 * 5.0;
            assert!((one.log_odds - expected).abs() < 0.003, "{one:?}");
        }
    }
}
