//! One node of the tree: the principal variation search, with what it leaves out and looks at more
//! closely.

use super::chance::Noise;
use super::limits::Budget;
use super::ordering::{BAD_CAPTURE, Candidate, GOOD_CAPTURE, Ordering, Spot, pick};
use super::parameters::Parameters;
use super::path::{Path, Repeated};
use super::score::{self, SURE, WIN};
use super::table::{Bound, Found, Known, Table, short_key};
use crate::evaluation::Evaluator;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::RoyalRule;
use crate::tables::Rules;

/// Plies beyond which a line is cut off.
pub(super) const MOST_PLIES: usize = 240;

/// A search that is on.
pub(super) struct Node<'s, const W: usize> {
    pub rules: &'s Rules<W>,
    pub evaluator: &'s Evaluator<W>,
    pub table: &'s mut Table,
    pub ordering: &'s mut Ordering,
    noise: Noise,
    pub parameters: Parameters,
    pub budget: Budget,
    pub path: Path,
    pub nodes: u64,
    pub longest: usize,
    /// Whether a royal may not be left in check.
    pub has_check: bool,
    /// Whether it pays to find out if a royal could be captured.
    pub feels_danger: bool,
    /// Lists of moves that are not in use.
    spare: Vec<(Vec<Move>, Vec<Candidate>)>,
    /// By ply: the line found from there.
    pub lines: Vec<Vec<Move>>,
}

/// How a player searches, whatever the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub noise: Noise,
    pub parameters: Parameters,
}

/// What a position is worth without looking ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub worth: i32,
    /// Whether it holds for all bounds.
    pub is_exact: bool,
}

/// What is asked of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub depth: i32,
    pub ply: usize,
    pub alpha: i32,
    pub beta: i32,
    /// Whether the side to move may have passed just before.
    pub after_null: bool,
    /// The slot of the move that led here.
    pub before: Option<usize>,
}

/// How a move is looked at.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// The depth beyond it.
    depth: i32,
    /// How much less it is looked at first.
    reduction: i32,
    /// Whether it is the first move of its node.
    first: bool,
    /// The ply after it.
    ply: usize,
    /// The move's slot.
    slot: usize,
}

impl<'s, const W: usize> Node<'s, W> {
    pub(super) fn new(
        rules: &'s Rules<W>,
        evaluator: &'s Evaluator<W>,
        table: &'s mut Table,
        ordering: &'s mut Ordering,
        Manner { noise, parameters }: Manner,
        budget: Budget,
        path: Path,
    ) -> Self {
        Node {
            has_check: rules.spec.end.royal == RoyalRule::Check,
            feels_danger: !rules.attacks.has_far,
            rules,
            evaluator,
            table,
            ordering,
            noise,
            parameters,
            budget,
            path,
            nodes: 0,
            longest: 0,
            spare: Vec::new(),
            lines: vec![Vec::new(); MOST_PLIES + 2],
        }
    }

    /// Counts a node; whether the search must end.
    #[inline(always)]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.budget.is_spent(self.nodes) {
            return true;
        }
        self.nodes += 1;
        self.longest = self.longest.max(ply);
        false
    }

    #[inline(always)]
    pub(super) fn is_too_deep(&self, ply: usize) -> bool {
        ply >= MOST_PLIES
    }

    pub(super) fn buffers(&mut self) -> (Vec<Move>, Vec<Candidate>) {
        let (mut moves, mut ranked) = self.spare.pop().unwrap_or_default();
        moves.clear();
        ranked.clear();
        (moves, ranked)
    }

    pub(super) fn give_back(&mut self, moves: Vec<Move>, ranked: Vec<Candidate>) {
        self.spare.push((moves, ranked));
    }

    /// The worth of a position without looking ahead; rough where it is far outside of the bounds,
    /// and then not to be remembered.
    #[inline(always)]
    pub(super) fn evaluate(
        &self,
        position: &Position<W>,
        known: Option<Known>,
        alpha: i32,
        beta: i32,
    ) -> Standing {
        if let Some(worth) = known.and_then(|known| known.standing()) {
            return Standing {
                worth,
                is_exact: true,
            };
        }
        let evaluator = self.evaluator;
        let (worth, is_exact) = evaluator.evaluate_within(self.rules, position, alpha, beta);
        let worth = worth + self.noise.of(position.key());
        Standing {
            worth: worth.clamp(1 - SURE, SURE - 1),
            is_exact,
        }
    }

    /// Whether the side to move could lose a royal if it did nothing.
    #[inline(always)]
    pub(super) fn is_endangered(&self, position: &Position<W>) -> bool {
        (self.has_check || self.feels_danger) && self.rules.in_check(position, position.side())
    }

    /// The score of a position that the pieces on the board decide.
    pub(super) fn decided(&self, position: &Position<W>, ply: usize) -> i32 {
        match position.decision(self.rules) {
            Some((outcome, _)) => score::of_outcome(outcome, position.side(), ply),
            None => 0,
        }
    }

    /// Whether the move-count rule makes a draw of a position that has legal moves.
    #[inline(always)]
    fn is_drawn_by_count(&self, position: &Position<W>) -> bool {
        let rule = self.rules.spec.end.move_count;
        rule.is_some_and(|rule| position.clock() >= rule.plies)
    }

    /// The worth of a node to its side to move, within the bounds asked for or beyond them.
    pub(super) fn search(&mut self, position: &Position<W>, asked: Question) -> i32 {
        let Question {
            mut depth,
            ply,
            mut alpha,
            mut beta,
            ..
        } = asked;
        self.lines[ply].clear();
        let endangered = depth > 0 && self.is_endangered(position);
        if endangered && ply < MOST_PLIES / 2 {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiescence(position, ply, alpha, beta);
        }
        if self.enter(ply) {
            return 0;
        }
        if position.is_decided(self.rules) {
            return self.decided(position, ply);
        }
        if self.is_drawn_by_count(position) {
            return match self.rules.count(position) {
                0 => self.stuck(position, ply),
                _ => 0,
            };
        }
        if self.is_too_deep(ply) {
            return self.evaluate(position, None, alpha, beta).worth;
        }
        // Nothing here can be better than winning at once, or worse than having lost.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - 1 - ply as i32);
        if alpha >= beta {
            return alpha;
        }
        let is_open = beta - alpha > 1;
        let known = self.table.get(position.key());
        let deep_enough = known.filter(|known| !is_open && i32::from(known.depth) >= depth);
        if let Some(score) = deep_enough.and_then(|known| known.answer(ply, alpha, beta)) {
            return score;
        }
        let standing = match endangered {
            true => Standing {
                worth: -WIN,
                is_exact: false,
            },
            false => self.evaluate(position, known, alpha, beta),
        };
        if !is_open && !endangered && beta.abs() < SURE {
            // So far ahead that the rest of the search would hardly change it.
            if self.is_stuck(position) {
                return self.stuck(position, ply);
            }
            if depth <= 6 && standing.worth - self.parameters.reverse_margin * depth >= beta {
                return standing.worth;
            }
            if let Some(score) = self.null_move(position, asked, depth, standing.worth, beta) {
                return score;
            }
        }
        if depth >= 4 && known.is_none_or(|known| known.best == 0) {
            // Without a move to begin with, a shallower look finds one sooner.
            depth -= 1;
        }
        self.try_moves(position, asked, depth, (alpha, beta), endangered, standing)
    }

    /// Whether even doing nothing is too good for the other side.
    fn null_move(
        &mut self,
        position: &Position<W>,
        asked: Question,
        depth: i32,
        standing: i32,
        beta: i32,
    ) -> Option<i32> {
        if depth < 3 || asked.after_null || standing < beta {
            return None;
        }
        // With few pieces or few moves, having to move may be what loses.
        let few_pieces = position.pieces(position.side()).count() < 4;
        if few_pieces || self.rules.count(position) < 6 {
            return None;
        }
        let Parameters {
            null_base,
            null_depth,
            null_margin,
            ..
        } = self.parameters;
        let above = ((standing - beta) / null_margin).min(2);
        let reduced = depth - null_base - depth / null_depth - above;
        let next = position.null(self.rules);
        self.path.push(self.rules, position, &next, None);
        let score = -self.search(
            &next,
            Question {
                depth: reduced,
                ply: asked.ply + 1,
                alpha: -beta,
                beta: 1 - beta,
                after_null: true,
                before: None,
            },
        );
        self.path.pop();
        let trusted = score >= beta && !self.budget.was_spent();
        trusted.then_some(if score > SURE { beta } else { score })
    }

    /// Whether the side to move, which is not in check, has no legal move.
    #[inline]
    pub(super) fn is_stuck(&self, position: &Position<W>) -> bool {
        self.rules.may_be_stuck(position) && self.rules.count(position) == 0
    }

    /// The score of a side without a legal move.
    pub(super) fn stuck(&self, position: &Position<W>, ply: usize) -> i32 {
        let (outcome, _) = position.without_moves(self.rules);
        score::of_outcome(outcome, position.side(), ply)
    }

    fn try_moves(
        &mut self,
        position: &Position<W>,
        asked: Question,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        endangered: bool,
        standing: Standing,
    ) -> i32 {
        let Question { ply, before, .. } = asked;
        let Parameters {
            futility_base,
            futility_margin,
            ..
        } = self.parameters;
        let is_open = beta - alpha > 1;
        let known = self.table.get(position.key()).map_or(0, |known| known.best);
        let (mut moves, mut ranked) = self.buffers();
        self.rules.generate(position, &mut moves);
        let spot = Spot {
            rules: self.rules,
            position,
            ply,
            before,
        };
        self.ordering
            .rank(spot, self.evaluator, &moves, known, &mut ranked);
        let first_alpha = alpha;
        let mut best = -WIN - 1;
        let mut best_move = None;
        let mut made = 0;
        for at in 0..ranked.len() {
            let Candidate { one, rank } = pick(&mut ranked, at);
            let quiet = rank < GOOD_CAPTURE && !position.is_noisy(one);
            if best > -SURE && alpha < SURE && !is_open && !endangered {
                let late = made > self.parameters.late_moves + depth * depth;
                let margin = futility_base + futility_margin * depth;
                let hopeless = depth <= 5 && standing.worth + margin <= alpha;
                if quiet && (late || hopeless) && !self.gives_check(position, one) {
                    continue;
                }
                if rank < BAD_CAPTURE / 2 && depth <= 3 {
                    break;
                }
            }
            let slot = Ordering::slot(self.rules, position, one);
            let next = position.after(self.rules, one);
            self.path.push(self.rules, position, &next, Some(one));
            let score = match self.path.repeated(self.rules, ply + 1) {
                Repeated::Illegal => {
                    self.path.pop();
                    continue;
                }
                Repeated::Ends(score) => {
                    self.lines[ply + 1].clear();
                    score
                }
                Repeated::No => {
                    let reduction = match quiet && depth >= 3 && made >= 2 + i32::from(is_open) {
                        true => self.reduction(depth, made, is_open, endangered, slot),
                        false => 0,
                    };
                    let look = Look {
                        depth: depth - 1,
                        reduction,
                        first: made == 0,
                        ply: ply + 1,
                        slot,
                    };
                    self.look_at(&next, look, (alpha, beta))
                }
            };
            self.path.pop();
            made += 1;
            if self.budget.was_spent() {
                break;
            }
            if score > best {
                best = score;
                best_move = Some(one);
                if score > alpha {
                    alpha = score;
                    if is_open {
                        self.extend_line(ply, one);
                    }
                    if score >= beta {
                        if !position.is_noisy(one) {
                            self.ordering.reward(spot, one, &ranked[..at], depth);
                        }
                        break;
                    }
                }
            }
        }
        self.give_back(moves, ranked);
        if self.budget.was_spent() {
            return best.max(first_alpha);
        }
        if made == 0 {
            // Every move is forbidden by repetition, or there is none.
            return match self.rules.count(position) {
                0 => self.stuck(position, ply),
                _ => ply as i32 - WIN,
            };
        }
        let bound = Bound::of(best, first_alpha, beta);
        let best_key = match bound {
            Bound::Upper => 0,
            _ => best_move.map_or(0, short_key),
        };
        let found = Found {
            score: best,
            standing: standing.is_exact.then_some(standing.worth),
            depth,
            bound,
            best: best_key,
        };
        self.table.put(position.key(), ply, found);
        best
    }

    /// Whether a move gives check, in games that have it.
    fn gives_check(&self, position: &Position<W>, one: Move) -> bool {
        self.has_check && {
            let next = position.after(self.rules, one);
            self.rules.in_check(&next, next.side())
        }
    }

    /// How many plies less a late quiet move is looked at.
    fn reduction(
        &self,
        depth: i32,
        made: i32,
        is_open: bool,
        endangered: bool,
        slot: usize,
    ) -> i32 {
        let both = log2(depth) * log2(made) * self.parameters.reduction_slope / 256;
        let mut reduction = (self.parameters.reduction_base + both) / 256;
        reduction -= i32::from(is_open) + i32::from(endangered);
        reduction -= self.ordering.history(slot) / self.parameters.reduction_history;
        reduction.clamp(0, depth - 2)
    }

    /// The score of a move: at first for whether it is better than the best at all, then exactly.
    fn look_at(&mut self, next: &Position<W>, look: Look, (alpha, beta): (i32, i32)) -> i32 {
        let Look {
            depth,
            reduction,
            first,
            ply,
            slot,
        } = look;
        let ask = |depth, alpha, beta| Question {
            depth,
            ply,
            alpha,
            beta,
            after_null: false,
            before: Some(slot),
        };
        if first {
            return -self.search(next, ask(depth, -beta, -alpha));
        }
        let mut score = -self.search(next, ask(depth - reduction, -alpha - 1, -alpha));
        if score > alpha && reduction > 0 {
            score = -self.search(next, ask(depth, -alpha - 1, -alpha));
        }
        if score > alpha && score < beta {
            score = -self.search(next, ask(depth, -beta, -alpha));
        }
        score
    }

    /// Puts a move before the line found after it.
    pub(super) fn extend_line(&mut self, ply: usize, one: Move) {
        let rest = std::mem::take(&mut self.lines[ply + 1]);
        let line = &mut self.lines[ply];
        line.clear();
        line.push(one);
        line.extend_from_slice(&rest);
        self.lines[ply + 1] = rest;
    }
}

/// The binary logarithm of a positive number in sixteenths, straight between powers of two: the
/// same on every machine.
fn log2(number: i32) -> i32 {
    let whole = number.max(1).ilog2();
    let rest = ((number.max(1) << 4) >> whole) - 16;
    16 * whole as i32 + rest
}
