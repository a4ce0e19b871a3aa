//! Static exchange evaluation: what a capture wins when both sides recapture on its target square
//! with their least valuable pieces.

use crate::evaluation::Evaluator;
use crate::moves::{Move, MoveKind};
use crate::piece::Code;
use crate::position::Position;

const MAX_EXCHANGE: usize = 32;

impl<const W: usize> Evaluator<W> {
    /// The material gain of a move before any reply, in centipawns: captures, conversions and
    /// promotion, less own pieces given up.
    #[inline]
    pub(super) fn material_gain(&self, position: &Position<W>, mv: Move) -> i32 {
        let mut gain = 0;
        let own = position.pieces(position.side);
        let worth = |square| {
            let value = self.victim_value(position.at(square));
            if own.contains(square) { -value } else { value }
        };
        if mv.replaces() {
            gain += worth(mv.to);
        }
        for &victim in mv.victims() {
            gain += worth(victim);
        }
        if let Some(converted) = mv.converted() {
            gain += 2 * self.victim_value(position.at(converted));
        }
        if let Some(piece) = mv.promotion() {
            let us = position.side;
            gain += self.piece_value(Code::new(us, piece));
            gain -= self.piece_value(position.at(mv.from));
        }
        if self.rules.explosion.is_some() {
            gain += self.blast_gain(position, mv);
        }
        gain
    }

    /// The material gain of an explosion, without the victims of the capture.
    #[inline(never)]
    fn blast_gain(&self, position: &Position<W>, mv: Move) -> i32 {
        let us = position.pieces(position.side);
        let gains = position.blast(&self.rules, mv).iter().map(|square| {
            if square == mv.to {
                -self.victim_value(position.after_promotion(mv))
            } else if us.contains(square) {
                -self.victim_value(position.at(square))
            } else {
                self.victim_value(position.at(square))
            }
        });
        gains.sum()
    }

    /// Whether the static exchange evaluation of a move is below a bound, given its material gain.
    #[inline]
    pub(super) fn see_is_below(
        &self,
        position: &Position<W>,
        mv: Move,
        gain: i32,
        bound: i32,
    ) -> bool {
        // The exchange gains at most the first victim, and loses at most the captor: often these
        // bounds decide.
        let at_stake = match mv.promotion() {
            Some(piece) => Code::new(position.side, piece),
            None => position.mover(mv),
        };
        gain < bound
            || (gain - self.victim_value(at_stake) < bound && self.see(position, mv) < bound)
    }

    /// The static exchange evaluation of a move, in centipawns. Only plain recaptures count, not
    /// those by powers.
    pub(super) fn see(&self, position: &Position<W>, mv: Move) -> i32 {
        let gain = self.material_gain(position, mv);
        let stays = mv.from == mv.to && mv.kind != MoveKind::Drop;
        let explodes = self.rules.explosion.is_some() && position.is_noisy(mv);
        if stays || explodes || matches!(mv.kind, MoveKind::Swap | MoveKind::Castle) {
            return gain;
        }
        let us = position.side;
        let mut occupied = position.occupied();
        occupied.remove(mv.from);
        occupied.insert(mv.to);
        mv.victims()
            .iter()
            .for_each(|&victim| occupied.remove(victim));
        // The value of the piece on the target square.
        let mut target_value = match mv.promotion() {
            Some(piece) => self.piece_value(Code::new(us, piece)),
            None => self.victim_value(position.mover(mv)),
        };
        // By ply: the balance for the side that captures there, if the exchange ended with it.
        let mut gains = [0; MAX_EXCHANGE];
        gains[0] = gain;
        let mut depth = 0;
        let mut side = us.other();
        while depth + 1 < gains.len() {
            let mut attackers = position.pieces(side) & occupied;
            attackers.remove(mv.to);
            let attackers = self
                .rules
                .plain_attackers(position, mv.to, side, attackers, occupied);
            let least_valuable = (attackers.iter())
                .map(|square| (self.victim_value(position.at(square)), square))
                .min();
            let Some((value, square)) = least_valuable else {
                break;
            };
            depth += 1;
            gains[depth] = target_value - gains[depth - 1];
            target_value = value;
            occupied.remove(square);
            side = side.other();
        }
        // Negamax back to the first capture: either side may stop recapturing.
        while depth > 0 {
            gains[depth - 1] = -gains[depth].max(-gains[depth - 1]);
            depth -= 1;
        }
        gains[0]
    }
}
