//! The position after a move.

use super::Position;
use crate::board::Square;
use crate::moves::{Move, MoveKind};
use crate::piece::{Code, Color};
use crate::powers::Passing;
use crate::rules::{FrozenSpec, WallSquares};
use crate::tables::{Keys, NoTrade, RuleTables, Traits, Walls};

impl<const W: usize> Position<W> {
    /// The position after a move, which must be pseudo-legal.
    #[inline]
    pub fn after(&self, rules: &RuleTables<W>, mv: Move) -> Position<W> {
        let mut next = *self;
        let (us, them) = (self.side, self.side.other());
        let mut captured_royal = false;
        let mut progress = mv.promotion().is_some()
            && (rules.spec.end.move_count).is_some_and(|rule| rule.promotion_resets);
        if mv.kind == MoveKind::Swap {
            next.exchange(rules, mv, us);
        } else if mv.kind == MoveKind::Castle {
            progress |= next.castle(rules, mv, us);
        } else if mv.from != mv.to {
            if self.occupied().contains(mv.to) {
                let victim = next.take(rules, mv.to, self.owner(mv.to));
                captured_royal |= rules.traits(victim).is(Traits::ROYAL);
                progress = true;
            }
            let mut code = next.take(rules, mv.from, us);
            progress |= rules.traits(code).is(Traits::PAWN);
            if let Some(piece) = mv.promotion() {
                code = Code::new(us, piece);
            }
            next.put(rules, mv.to, code, us);
        } else if let Some(piece) = mv.promotion() {
            next.take(rules, mv.to, us);
            next.put(rules, mv.to, Code::new(us, piece), us);
        }
        for &victim in mv.victims() {
            // A piece may remove itself or its own.
            let code = next.take(rules, victim, self.owner(victim));
            captured_royal |= rules.traits(code).is(Traits::ROYAL);
            progress = true;
        }
        if mv.removes_itself() {
            next.left = rules.left.with(self.left, self.at(mv.from));
            next.key ^= self.left.key() ^ next.left.key();
        }
        if let Some(square) = mv.converted() {
            let code = next.take(rules, square, them);
            let is_royal = rules.traits(code).is(Traits::ROYAL);
            captured_royal |= is_royal;
            // Where a side has one royal, a converted one leaves the board.
            if !is_royal || rules.spec.end.several_royals {
                next.put(rules, square, code.of(us), us);
            }
        }
        if rules.explosion.is_some() {
            captured_royal |= next.explode(rules, self.blast(rules, mv));
        }
        if let Some(walls) = &rules.walls {
            captured_royal |= next.build(rules, walls, self, mv);
        }
        if captured_royal && rules.has_regent {
            for color in Color::BOTH {
                if next.royals(color).is_empty() {
                    next.crown_regent(rules, color);
                }
            }
        }
        if rules.hands.exist() {
            if mv.dropped().is_some() {
                let code = self.mover(mv);
                next.put(rules, mv.to, code, us);
                progress |= rules.traits(code).is(Traits::PAWN);
            }
            next.hands = self.hands_after(rules, mv);
            next.key ^= self.hands.key() ^ next.hands.key();
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
        if self.castling != 0
            && mv.kind != MoveKind::Pass
            && let Some(home) = self.homes(rules)
        {
            let touched = [mv.from, mv.to];
            let touched = touched.iter().chain(mv.victims());
            for square in touched.chain(&mv.converted()) {
                next.castling &= home.kept[square.index()];
            }
            if next.castling != self.castling {
                next.home = home.first_alike[usize::from(next.castling)];
                next.key ^= self.castling_key(rules) ^ next.castling_key(rules);
            }
        }
        if rules.has_double_step {
            next.passing = self.passing_after(rules, mv, &next);
            next.key ^= rules.passing_key(self.passing, them) ^ rules.passing_key(next.passing, us);
        }
        if rules.has_swap_ban {
            next.swapped = self.swapped_by(rules, mv, &next);
            next.key ^= rules.keys.swapped(self.swapped) ^ rules.keys.swapped(next.swapped);
        }
        if let Some(rule) = &rules.no_trade {
            next.captor = self.captor_by(rule, mv, &next);
            next.key ^= rules.keys.captor(self.captor) ^ rules.keys.captor(next.captor);
        }
        if let Some(rule) = rules.spec.frozen {
            next.entered = self.entered_after(rule, mv, &next);
            next.key ^= rules.keys.entered(self.entered) ^ rules.keys.entered(next.entered);
        }
        if rules.spec.end.checks.is_some() && rules.in_check(&next, them) {
            let given = &mut next.checks[us.index()];
            *given = given.saturating_add(1);
            next.key ^= Keys::checks(self.checks) ^ Keys::checks(next.checks);
        }
        next
    }

    #[inline]
    pub(crate) fn null(&self, rules: &RuleTables<W>) -> Position<W> {
        let mut next = *self;
        next.side = self.side.other();
        next.passing = Passing::NONE;
        next.swapped = [Square::NONE; 2];
        next.captor = None;
        next.entered[self.side.index()] = None;
        next.key ^= rules.keys.black_to_move
            ^ rules.passing_key(self.passing, next.side)
            ^ rules.keys.swapped(self.swapped)
            ^ rules.keys.captor(self.captor)
            ^ rules.keys.entered(self.entered)
            ^ rules.keys.entered(next.entered);
        next.ply = self.ply.saturating_add(1);
        next
    }

    /// Builds the walls of a move in the position after it; whether a royal became one.
    fn build(
        &mut self,
        rules: &RuleTables<W>,
        walls: &Walls<W>,
        before: &Position<W>,
        mv: Move,
    ) -> bool {
        if mv.kind == MoveKind::Pass {
            return false;
        }
        let mut is_lost = false;
        let captures = before.taken(&mv).next().is_some();
        if captures && walls.petrified[before.at(mv.from).index()] {
            let code = self.take(rules, mv.to, before.side);
            is_lost = rules.traits(code).is(Traits::ROYAL);
            self.put(rules, mv.to, walls.code, Color::White);
        }
        let built = match walls.built {
            Some(WallSquares::Trail) => {
                let left = Some(mv.from).filter(|from| self.at(*from).is_empty());
                left.filter(|from| walls.squares.contains(*from))
            }
            _ => mv.wall(),
        };
        if let Some(square) = built {
            if walls.built == Some(WallSquares::Duck) {
                let old = self.walls(rules);
                old.for_each(|old| {
                    self.take(rules, old, Color::White);
                });
            }
            self.put(rules, square, walls.code, Color::White);
        }
        is_lost
    }

    /// Swaps the pieces on two squares; the mover may promote.
    fn exchange(&mut self, rules: &RuleTables<W>, mv: Move, us: Color) {
        let owner = self.owner(mv.to);
        let mut mover = self.take(rules, mv.from, us);
        let other = self.take(rules, mv.to, owner);
        if let Some(piece) = mv.promotion() {
            mover = Code::new(us, piece);
        }
        self.put(rules, mv.to, mover, us);
        self.put(rules, mv.from, other, owner);
    }

    /// The squares that may not be swapped back after a move: those of two opposing pieces that can
    /// both swap.
    fn swapped_by(&self, rules: &RuleTables<W>, mv: Move, next: &Position<W>) -> [Square; 2] {
        // The mover may have promoted to a piece that cannot swap.
        let swapper = |square| rules.traits(next.at(square)).is(Traits::SWAPPER);
        let bans = mv.kind == MoveKind::Swap
            && self.pieces(self.side.other()).contains(mv.to)
            && swapper(mv.from)
            && swapper(mv.to);
        if bans {
            [mv.from.min(mv.to), mv.from.max(mv.to)]
        } else {
            [Square::NONE; 2]
        }
    }

    /// The captor by a move of a piece that may not be traded, unless it is such a piece itself or the other side could
    /// capture no other one.
    fn captor_by(&self, rule: &NoTrade, mv: Move, next: &Position<W>) -> Option<Square> {
        let is_traded = |square: Square| rule.is_traded(self.at(square));
        let takes = mv.kind != MoveKind::Pass
            && !rule.is_traded(self.mover(mv))
            && self.taken(&mv).any(is_traded);
        (takes && next.has_more_traded(rule, self.side, mv.to)).then_some(mv.to)
    }

    /// The frozen pieces after a move: the one that came by it, and that of the other side, if it is still there.
    fn entered_after(&self, rule: FrozenSpec, mv: Move, next: &Position<W>) -> [Option<Square>; 2] {
        let (us, them) = (self.side, self.side.other());
        let comes =
            (rule.drops && mv.dropped().is_some()) || (rule.promotions && mv.promotion().is_some());
        let stands = |square: &Square| next.pieces(them).contains(*square);
        let mut entered = [None; 2];
        entered[us.index()] = comes
            .then_some(mv.to)
            .filter(|to| next.pieces(us).contains(*to));
        entered[them.index()] = self.entered[them.index()].filter(stands);
        entered
    }

    /// Moves a castling king, which may promote, and its partner: either may go to the other's square. Whether the king
    /// resets the count of a draw rule.
    fn castle(&mut self, rules: &RuleTables<W>, mv: Move, us: Color) -> bool {
        let ways = (self.homes(rules).into_iter()).flat_map(|home| home.ways.iter().flatten());
        let mut ways =
            ways.filter(|way| (way.king_from, way.named) == (mv.from, mv.named_target()));
        let Some(way) = ways.next() else {
            return false;
        };
        let king = self.take(rules, way.king_from, us);
        let partner = self.take(rules, way.partner_from, us);
        let becomes = mv.promotion().map_or(king, |piece| Code::new(us, piece));
        self.put(rules, way.king_to, becomes, us);
        self.put(rules, way.partner_to, partner, us);
        rules.traits(king).is(Traits::PAWN)
    }

    /// Makes a side's regent its royal, after the capture of its royal.
    fn crown_regent(&mut self, rules: &RuleTables<W>, color: Color) {
        let heir = self.pieces(color).iter().find_map(|square| {
            let heir = rules.powers[self.at(square).index()].regent?;
            Some((square, heir))
        });
        if let Some((square, heir)) = heir {
            self.take(rules, square, color);
            self.put(rules, square, heir, color);
        }
    }

    /// The double step that a move makes, if a pawn of the other side could capture it en passant,
    /// whatever the piece became.
    fn passing_after(&self, rules: &RuleTables<W>, mv: Move, next: &Position<W>) -> Passing {
        let code = self.at(mv.from);
        let is_plain =
            mv.kind == MoveKind::Plain && mv.victims().is_empty() && self.at(mv.to).is_empty();
        let steps = &rules.powers[code.index()].double_step;
        let is_step = (steps.get(mv.from.index())).is_some_and(|ends| ends.contains(mv.to));
        if !is_plain || !is_step {
            return Passing::NONE;
        }
        let steps = if rules.has_triple_step {
            rules.geometry.distance(mv.from, mv.to)
        } else {
            2
        };
        let passing = Passing::of(mv.from, mv.to, steps);
        // Over a piece only a leap leads there, and a wall may have been built there.
        let is_open = (passing.squares()).all(|square| next.at(square).is_empty());
        if is_open && rules.can_capture_passing(next, passing, self.side.other()) {
            passing
        } else {
            Passing::NONE
        }
    }
}
