//! Exchanges on a square: what a capture wins when both sides take back with their cheapest
//! pieces.

use crate::evaluation::Evaluator;
use crate::moves::{Move, MoveKind};
use crate::piece::Code;
use crate::position::Position;
use crate::tables::{Rules, Traits};

/// What a royal counts for: more than everything else.
const ROYAL: i32 = 20_000;

impl<const W: usize> Evaluator<W> {
    /// What a piece counts for as prey.
    #[inline(always)]
    pub(super) fn prey(&self, rules: &Rules<W>, code: Code) -> i32 {
        match rules.traits(code).is(Traits::ROYAL) {
            true => ROYAL,
            false => self.value(code),
        }
    }

    /// What a move wins at once, in hundredths of a pawn: what it captures or converts, and the gain
    /// of a promotion, less what it gives up of its own.
    #[inline]
    pub(super) fn gain(&self, rules: &Rules<W>, position: &Position<W>, one: Move) -> i32 {
        let mut gain = 0;
        if one.kind != MoveKind::Swap && one.from != one.to {
            gain += self.prey(rules, position.at(one.to));
        }
        for &victim in one.victims() {
            let worth = self.prey(rules, position.at(victim));
            gain += if victim == one.from { -worth } else { worth };
        }
        if let Some(converted) = one.converted() {
            gain += 2 * self.prey(rules, position.at(converted));
        }
        if let Some(piece) = one.promotion() {
            let us = position.side();
            gain += self.value(Code::new(us, piece)) - self.value(position.at(one.from));
        }
        gain
    }

    /// What a move wins when its target square is then fought for by plain captures.
    pub(super) fn exchange(&self, rules: &Rules<W>, position: &Position<W>, one: Move) -> i32 {
        let gain = self.gain(rules, position, one);
        if one.from == one.to || matches!(one.kind, MoveKind::Swap | MoveKind::Castle) {
            return gain;
        }
        let us = position.side();
        let mut occupied = position.occupied();
        occupied.remove(one.from);
        occupied.insert(one.to);
        one.victims()
            .iter()
            .for_each(|&victim| occupied.remove(victim));
        let mut standing = match one.promotion() {
            Some(piece) => self.value(Code::new(us, piece)),
            None => self.prey(rules, position.at(one.from)),
        };
        // What the side to capture has won so far, from its point of view, ply by ply.
        let mut gains = [0; 32];
        gains[0] = gain;
        let mut depth = 0;
        let mut side = us.other();
        while depth + 1 < gains.len() {
            let mut attackers = position.pieces(side) & occupied;
            attackers.remove(one.to);
            let attackers = rules.plain_attackers(position, one.to, side, attackers, occupied);
            let cheapest = (attackers.iter())
                .map(|square| (self.prey(rules, position.at(square)), square))
                .min();
            let Some((worth, square)) = cheapest else {
                break;
            };
            depth += 1;
            gains[depth] = standing - gains[depth - 1];
            standing = worth;
            occupied.remove(square);
            side = side.other();
        }
        while depth > 0 {
            gains[depth - 1] = -gains[depth].max(-gains[depth - 1]);
            depth -= 1;
        }
        gains[0]
    }
}
