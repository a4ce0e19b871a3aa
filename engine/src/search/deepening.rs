//! Iterative deepening: one ply more each time, around the score of the time before.

use super::chance::Noise;
use super::limits::{Budget, Limits};
use super::node::{Manner, Node, Question};
use super::ordering::{Ordering, Spot};
use super::path::{Path, Repeated};
use super::score::{SURE, WIN};
use super::{Of, Report, Score};
use crate::board::Square;
use crate::moves::Move;
use crate::piece::Color;
use crate::play::Line;
use crate::position::Position;
use std::time::Instant;

/// A position whose captures take more positions than this is not quiet.
const QUIET_NODES: u64 = 2_000;
/// The depth from which on scores are expected near the last one.
const WINDOW_DEPTH: u32 = 4;

impl<const W: usize> Of<W> {
    /// The worth of a position in which there is nothing to capture or to save: for neither side, for
    /// what the other side threatens is not in the evaluation either.
    pub(super) fn quiet_worth(&mut self, line: &Line<W>) -> Option<i32> {
        let limits = Limits {
            nodes: Some(QUIET_NODES),
            ..Limits::default()
        };
        let worth = self.evaluator.evaluate(&self.rules, &line.position);
        let pieces = line.position.occupied().count();
        let mut node = Node::new(
            &self.rules,
            &self.evaluator,
            &mut self.table,
            &mut self.ordering,
            Manner {
                noise: Noise::default(),
                parameters: self.parameters,
            },
            Budget::new(&limits),
            Path::new(line.keys(), line.attacks(), pieces),
        );
        if node.is_endangered(&line.position) {
            return None;
        }
        let passed = line.position.null(&self.rules);
        let worth_to_other = self.evaluator.evaluate(&self.rules, &passed);
        let is_quiet = node.quiescence(&line.position, 0, -WIN, WIN) == worth
            && node.quiescence(&passed, 0, -WIN, WIN) == worth_to_other
            && !node.budget.was_spent();
        is_quiet.then_some(worth)
    }

    pub(super) fn search(
        &mut self,
        line: &Line<W>,
        limits: &Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Report {
        let begin = Instant::now();
        self.table.grow_older();
        self.ordering.grow_older();
        let pieces = line.position.occupied().count();
        let path = Path::new(line.keys(), line.attacks(), pieces);
        let budget = Budget::new(limits);
        let most_depth = budget.depth;
        let mut node = Node::new(
            &self.rules,
            &self.evaluator,
            &mut self.table,
            &mut self.ordering,
            Manner {
                noise: self.noise,
                parameters: self.parameters,
            },
            budget,
            path,
        );
        let mut moves: Vec<Move> = line.legal.clone();
        let key = line.position.key();
        let temperature = self.temperature;
        let bonus = |one| temperature.bonus(key, one);
        let mut found = Report {
            line: Vec::new(),
            score: Score::Pawns(0),
            depth: 0,
            longest: 0,
            nodes: 0,
            time: begin.elapsed(),
        };
        if moves.is_empty() {
            return found;
        }
        node.order_root(&line.position, &mut moves);
        found.line = vec![moves[0]];
        let mut last = 0;
        for depth in 1..=most_depth {
            let Some(sum) = node.deepen(line, &mut moves, depth, last, &bonus) else {
                // A move that was better than expected stands first even so.
                if found.line.first() != Some(&moves[0]) {
                    found.line = vec![moves[0]];
                }
                break;
            };
            last = sum;
            let score = sum - bonus(moves[0]);
            let done = !node.budget.was_spent();
            found = Report {
                line: node.lines[0].clone(),
                score: Score::of(score),
                depth: if done { depth } else { found.depth },
                longest: node.longest as u32,
                nodes: node.nodes,
                time: begin.elapsed(),
            };
            if !done {
                break;
            }
            report(&found);
            node.budget.look();
            // A forced win is not made shorter by looking further than it.
            if node.budget.was_spent() || (WIN - score.abs()) <= depth as i32 {
                break;
            }
        }
        found.nodes = node.nodes;
        found.time = begin.elapsed();
        found
    }
}

impl<const W: usize> Node<'_, W> {
    /// Puts the moves of the root in a first order: a small budget may see only some of them.
    fn order_root(&self, position: &Position<W>, moves: &mut [Move]) {
        let known = self.table.get(position.key()).map_or(0, |known| known.best);
        let mut ranked = Vec::new();
        let spot = Spot {
            rules: self.rules,
            position,
            ply: 0,
            before: None,
        };
        self.ordering
            .rank(spot, self.evaluator, moves, known, &mut ranked);
        // Moves that rank alike stand in the order of their squares seen from the mover, so that a
        // small budget means the same to both sides.
        let board = self.rules.geometry();
        let seen = |square: Square| match position.side() {
            _ if square == Square::NONE => (0, 0),
            Color::White => (board.rank(square), board.file(square)),
            Color::Black => (board.ranks() - 1 - board.rank(square), board.file(square)),
        };
        ranked.sort_by_key(|candidate| {
            let one = candidate.one;
            (
                std::cmp::Reverse(candidate.rank),
                seen(one.from),
                seen(one.to),
            )
        });
        for (place, candidate) in moves.iter_mut().zip(ranked) {
            *place = candidate.one;
        }
    }

    /// Searches the root to a depth for the highest sum of score and bonus; `None` when the budget is
    /// spent before any move is known to be best.
    fn deepen(
        &mut self,
        line: &Line<W>,
        moves: &mut [Move],
        depth: u32,
        last: i32,
        bonus: &impl Fn(Move) -> i32,
    ) -> Option<i32> {
        let mut width = self.parameters.window;
        // No sum of a score and a bonus lies beyond.
        let most = WIN + moves.iter().map(|&one| bonus(one).abs()).max().unwrap_or(0);
        let (mut alpha, mut beta) = match depth >= WINDOW_DEPTH && last.abs() < SURE {
            true => (last - width, last + width),
            false => (-most, most),
        };
        loop {
            let score = self.root(line, moves, depth as i32, alpha, beta, bonus);
            if self.budget.was_spent() {
                return score;
            }
            let score = score?;
            width *= 3;
            if score <= alpha && alpha > -most {
                alpha = if width > 500 { -most } else { score - width };
            } else if score >= beta && beta < most {
                beta = if width > 500 { most } else { score + width };
            } else {
                return Some(score);
            }
        }
    }

    /// Looks at every move of the root; the best comes to the front. Bounds and the answer are sums of
    /// a score and the bonus of its move. `None` when the budget is
    /// spent at the first.
    fn root(
        &mut self,
        line: &Line<W>,
        moves: &mut [Move],
        depth: i32,
        mut alpha: i32,
        beta: i32,
        bonus: &impl Fn(Move) -> i32,
    ) -> Option<i32> {
        let mut best = None;
        for at in 0..moves.len() {
            let one = moves[at];
            let more = bonus(one);
            let score = self.root_move(line, one, depth, at == 0, alpha - more, beta - more) + more;
            if self.budget.was_spent() {
                return best;
            }
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                if score > alpha || at == 0 {
                    self.extend_line(0, one);
                    moves[..=at].rotate_right(1);
                }
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    fn root_move(
        &mut self,
        line: &Line<W>,
        one: Move,
        depth: i32,
        first: bool,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let slot = Ordering::slot(self.rules, &line.position, one);
        let next = line.position.after(self.rules, one);
        self.path.push(self.rules, &line.position, &next, Some(one));
        let score = match self.path.repeated(self.rules, 1) {
            Repeated::Ends(score) => {
                self.lines[1].clear();
                score
            }
            _ => {
                let ask = |alpha, beta| Question {
                    depth: depth - 1,
                    ply: 1,
                    alpha,
                    beta,
                    after_null: false,
                    before: Some(slot),
                };
                let mut score = alpha + 1;
                if !first {
                    score = -self.search(&next, ask(-alpha - 1, -alpha));
                }
                if score > alpha {
                    score = -self.search(&next, ask(-beta, -alpha));
                }
                score
            }
        };
        self.path.pop();
        score
    }
}
