//! Applying a move to a position.

use super::Position;
use crate::board::{Geometry, Square};
use crate::moves::{Move, MoveKind};
use crate::piece::{Code, Color};
use crate::powers::Passing;
use crate::tables::{Rules, Traits};

impl<const W: usize> Position<W> {
    /// The position after a move, which must be one of this position's moves.
    #[inline]
    pub fn after(&self, rules: &Rules<W>, played: Move) -> Position<W> {
        let mut next = *self;
        let (us, them) = (self.side, self.side.other());
        let mut captured_royal = false;
        let mut progress = played.promotion().is_some() && rules.promotion_resets();
        if played.kind == MoveKind::Swap {
            next.exchange(rules, played, us);
        } else if played.from != played.to {
            if self.pieces(them).contains(played.to) {
                let victim = next.take(rules, played.to, them);
                captured_royal |= rules.traits(victim).is(Traits::ROYAL);
                progress = true;
            }
            let mut code = next.take(rules, played.from, us);
            progress |= rules.traits(code).is(Traits::PAWN);
            if let Some(piece) = played.promotion() {
                code = Code::new(us, piece);
            }
            next.put(rules, played.to, code, us);
        } else if let Some(piece) = played.promotion() {
            next.take(rules, played.to, us);
            next.put(rules, played.to, Code::new(us, piece), us);
        }
        for &victim in played.victims() {
            // A piece may remove itself.
            let owner = if victim == played.from { us } else { them };
            let code = next.take(rules, victim, owner);
            captured_royal |= rules.traits(code).is(Traits::ROYAL);
            progress = true;
        }
        if played.removes_itself() {
            next.left = rules.left.with(self.left, self.at(played.from));
            next.key ^= self.left.key() ^ next.left.key();
        }
        if let Some(square) = played.converted() {
            let code = next.take(rules, square, them);
            let is_royal = rules.traits(code).is(Traits::ROYAL);
            captured_royal |= is_royal;
            // Where a side has one royal, another one leaves the board.
            if !is_royal || rules.spec.end.several_royals {
                next.put(rules, square, code.of(us), us);
            }
        }
        if played.kind == MoveKind::Castle {
            next.move_partner(rules, played, us);
        }
        if captured_royal && rules.has_regent {
            for color in Color::BOTH {
                if next.royals(color).is_empty() {
                    next.crown_regent(rules, color);
                }
            }
        }
        next.side = them;
        next.key ^= rules.keys.black_to_move;
        next.ply = self.ply.saturating_add(1);
        if rules.spec.end.move_count.is_some() {
            next.clock = if progress {
                0
            } else {
                self.clock.saturating_add(1)
            };
        }
        if let Some(castling) = &rules.castling {
            let touched = [played.from, played.to];
            let touched = touched.iter().chain(played.victims());
            for square in touched.chain(&played.converted()) {
                next.castling &= castling.kept[square.index()];
            }
            next.key ^= rules.keys.castling(self.castling) ^ rules.keys.castling(next.castling);
        }
        if rules.has_double_step {
            next.passing = self.passing_after(rules, played, &next);
            next.key ^= rules.passing_key(self.passing, them) ^ rules.passing_key(next.passing, us);
        }
        if rules.has_swap_ban {
            next.swapped = self.swapped_by(rules, played, &next);
            next.key ^= rules.keys.swapped(self.swapped) ^ rules.keys.swapped(next.swapped);
        }
        next
    }

    /// The position with the other side to move and nothing else done, for a search that looks at
    /// what doing nothing would be worth.
    #[inline]
    pub(crate) fn null(&self, rules: &Rules<W>) -> Position<W> {
        let mut next = *self;
        next.side = self.side.other();
        next.passing = Passing::NONE;
        next.swapped = [Square::NONE; 2];
        next.key ^= rules.keys.black_to_move
            ^ rules.passing_key(self.passing, next.side)
            ^ rules.keys.swapped(self.swapped);
        next.ply = self.ply.saturating_add(1);
        next
    }

    /// The pieces on the two squares of a swap change places; the mover may promote.
    fn exchange(&mut self, rules: &Rules<W>, played: Move, us: Color) {
        let owner = if self.pieces(us).contains(played.to) {
            us
        } else {
            us.other()
        };
        let mut mover = self.take(rules, played.from, us);
        let other = self.take(rules, played.to, owner);
        if let Some(piece) = played.promotion() {
            mover = Code::new(us, piece);
        }
        self.put(rules, played.to, mover, us);
        self.put(rules, played.from, other, owner);
    }

    /// The squares that may not be swapped back after a move: those of two opposing pieces which
    /// can both swap.
    fn swapped_by(&self, rules: &Rules<W>, played: Move, next: &Position<W>) -> [Square; 2] {
        // By promoting, the mover may come to be a piece that cannot swap.
        let swapper = |square| rules.traits(next.at(square)).is(Traits::SWAPPER);
        let bans = played.kind == MoveKind::Swap
            && self.pieces(self.side.other()).contains(played.to)
            && swapper(played.from)
            && swapper(played.to);
        if bans {
            [played.from.min(played.to), played.from.max(played.to)]
        } else {
            [Square::NONE; 2]
        }
    }

    fn move_partner(&mut self, rules: &Rules<W>, played: Move, us: Color) {
        let ways = rules
            .castling
            .iter()
            .flat_map(|castling| castling.ways.iter().flatten());
        for way in ways {
            if (way.king_from, way.king_to) == (played.from, played.to) {
                let code = self.take(rules, way.partner_from, us);
                self.put(rules, way.partner_to, code, us);
                return;
            }
        }
    }

    /// A side whose royal has been captured makes its regent the new royal.
    fn crown_regent(&mut self, rules: &Rules<W>, color: Color) {
        let heir = self.pieces(color).iter().find_map(|square| {
            let heir = rules.powers[self.at(square).index()].regent?;
            Some((square, heir))
        });
        if let Some((square, heir)) = heir {
            self.take(rules, square, color);
            self.put(rules, square, heir, color);
        }
    }

    /// The double step that a move is, if a pawn of the other side stands ready to capture in passing in
    /// the position after it, whatever the piece became by it.
    fn passing_after(&self, rules: &Rules<W>, played: Move, next: &Position<W>) -> Passing {
        let code = self.at(played.from);
        let is_plain = played.kind == MoveKind::Plain
            && played.victims().is_empty()
            && self.at(played.to).is_empty();
        let steps = &rules.powers[code.index()].double_step;
        let is_step = (steps.get(played.from.index())).is_some_and(|ends| ends.contains(played.to));
        if !is_plain || !is_step {
            return Passing::NONE;
        }
        let board = &rules.geometry;
        let halfway =
            |of: fn(&Geometry, Square) -> i32| (of(board, played.from) + of(board, played.to)) / 2;
        let Some(square) = board.at(halfway(Geometry::file), halfway(Geometry::rank)) else {
            return Passing::NONE;
        };
        let captors = rules.en_passant_captors(next, square, self.side.other());
        // Over a piece only a leap leads there.
        if captors.is_empty() || !self.at(square).is_empty() {
            Passing::NONE
        } else {
            Passing {
                square,
                piece: played.to,
            }
        }
    }
}

impl<const W: usize> Rules<W> {
    fn promotion_resets(&self) -> bool {
        self.spec
            .end
            .move_count
            .is_some_and(|rule| rule.promotion_resets)
    }
}
