//! The search of a node's moves, with extensions and late move reductions.

use super::history::{MoveHistory, PieceTo, PrevMoves, cutoff_bonus};
use super::picker::{PickerContext, ScoredMove, Stage, victim_of};
use super::pruning::Pruned;
use super::pvs::{Node, NodeArgs};
use super::repetition::Repetition;
use super::score::{MATE, MATE_IN_MAX_PLY, MAX_PLY, mated_in};
use super::transposition::{Bound, TtEntry, move_key};
use super::worker::Worker;
use crate::moves::Move;
use crate::piece::Code;
use crate::position::Position;
use arrayvec::ArrayVec;

const LMR_DEPTH: i32 = 2;

/// After more cutoffs in the nodes after its moves, a node is likely to fail low.
const MANY_CUTOFFS: i32 = 3;

/// Moves that were searched and caused no cutoff.
#[derive(Default)]
struct Tried {
    quiets: ArrayVec<PieceTo, 64>,
    captures: ArrayVec<(PieceTo, Code), 32>,
}

impl<const W: usize> Worker<'_, W> {
    #[inline(always)]
    pub(super) fn picker_context<'p>(
        &'p self,
        position: &'p Position<W>,
        ply: usize,
        prev: PrevMoves,
    ) -> PickerContext<'p, W> {
        PickerContext {
            evaluator: self.evaluator,
            position,
            history: &self.learned.moves,
            ply,
            prev,
        }
    }

    /// Searches the moves of a node and stores the result.
    pub(super) fn search_moves(&mut self, node: &Node<'_, W>) -> i32 {
        let (position, args) = (node.position, node.args);
        let NodeArgs {
            depth,
            ply,
            mut alpha,
            beta,
            ..
        } = args;
        let is_pv = args.is_pv();
        let hash_move = node.entry.map_or(0, |entry| entry.best);
        let prev = self.prev_moves(ply);
        let mut picker = self.free_pickers.pop().unwrap_or_default();
        picker.begin(false, hash_move);
        let mut tried = Tried::default();
        let mut best = -MATE - 1;
        let mut best_move = None;
        let (mut searched, mut seen) = (0, 0);
        self.stack[ply + 2].cutoffs = 0;
        while let Some(picked) = picker.next(self.picker_context(position, ply, prev)) {
            let (stage, ScoredMove { mv, .. }) = picked;
            if args.excluded != 0 && move_key(mv) == args.excluded {
                continue;
            }
            let number = if self.params.lmp_counts_pruned == 0 {
                searched
            } else {
                seen
            };
            seen += 1;
            let is_quiet = stage == Stage::Quiets || !position.is_noisy(mv);
            let piece_to = MoveHistory::piece_to(self.rules, position, mv);
            let victim = victim_of(position, mv);
            let history = if is_quiet {
                self.learned.moves.quiet(prev, piece_to)
            } else {
                self.learned.moves.capture(piece_to, victim)
            };
            // No move is pruned before one is found that does not lose by force.
            let can_prune = best > -MATE_IN_MAX_PLY && alpha < MATE_IN_MAX_PLY;
            let wins = self.rules.is_goal(position.mover(mv), mv.to);
            if can_prune && stage != Stage::Hash && !wins {
                let pruned = if is_quiet {
                    self.prune_quiet(node, alpha, (mv, number, history))
                } else {
                    self.prune_noisy(node, picked)
                };
                match pruned {
                    Pruned::No => {}
                    Pruned::Move => continue,
                    Pruned::Quiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            let extension = if stage == Stage::Hash {
                match self.extension(node, mv) {
                    Ok(extension) => extension,
                    Err(score) => {
                        self.free_pickers.push(picker);
                        return score;
                    }
                }
            } else {
                0
            };
            let next = position.after(self.rules, mv);
            self.history.push(self.rules, position, &next, Some(mv));
            let score = match self.history.repetition(self.rules, position.side, ply + 1) {
                Repetition::Illegal => {
                    self.history.pop();
                    continue;
                }
                Repetition::Ends(score) => {
                    self.pv[ply + 1].clear();
                    searched += 1;
                    score
                }
                Repetition::None if self.gives_up_royal(&next) => {
                    self.pv[ply + 1].clear();
                    mated_in(ply + 2)
                }
                Repetition::None => {
                    self.enter(position, &next, ply, mv, piece_to);
                    let mut reduction = 0;
                    if depth >= LMR_DEPTH
                        && searched > i32::from(is_pv)
                        && extension == 0
                        && (is_quiet || stage == Stage::BadNoisy)
                    {
                        let late = (number, is_quiet, history);
                        reduction = self.reduction(node, &next, late);
                    }
                    let mut child = args.child(depth - 1 + extension, -beta, -alpha);
                    child.is_cut &= searched > 0 || !is_pv;
                    let is_first = searched == 0;
                    searched += 1;
                    self.search_child(&next, child, is_first, reduction)
                }
            };
            self.history.pop();
            if self.time.is_stopped {
                break;
            }
            if score > best {
                best = score;
                best_move = Some(mv);
                if score > alpha {
                    alpha = score;
                    if is_pv {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        self.stack[ply].cutoffs += 1;
                        self.reward(position, args, mv, is_quiet, &tried);
                        break;
                    }
                }
            }
            if is_quiet {
                let _ = tried.quiets.try_push(piece_to);
            } else {
                let _ = tried.captures.try_push((piece_to, victim));
            }
        }
        self.free_pickers.push(picker);
        if self.time.is_stopped {
            return best.max(args.alpha);
        }
        if best_move.is_none() {
            if args.excluded != 0 {
                return args.alpha;
            }
            // No move is legal, or repetition forbids them all.
            return match self.rules.count(position) {
                0 => self.no_moves(position, ply),
                _ => mated_in(ply),
            };
        }
        if args.excluded == 0 {
            if best <= args.alpha && self.params.fail_low_bonus > 0 {
                self.reward_before(args);
            }
            self.learn(node, best, best_move);
        }
        best
    }

    /// Rewards a move that caused a cutoff, and punishes those tried before it.
    fn reward(
        &mut self,
        position: &Position<W>,
        args: NodeArgs,
        mv: Move,
        is_quiet: bool,
        tried: &Tried,
    ) {
        let prev = self.prev_moves(args.ply);
        let bonus = cutoff_bonus(args.depth);
        let piece_to = MoveHistory::piece_to(self.rules, position, mv);
        let learned = &mut self.learned.moves;
        if is_quiet {
            learned.update_quiet(prev, piece_to, bonus);
            for &other in &tried.quiets {
                learned.update_quiet(prev, other, -bonus);
            }
            learned.remember(args.ply, prev[0], mv);
        } else {
            learned.update_capture(piece_to, victim_of(position, mv), bonus);
        }
        for &(other, victim) in &tried.captures {
            learned.update_capture(other, victim, -bonus);
        }
    }

    /// Rewards the quiet move that led to a node that fails low.
    fn reward_before(&mut self, args: NodeArgs) {
        let Some(before) = args.ply.checked_sub(1) else {
            return;
        };
        let entry = self.stack[before];
        if let Some(piece_to) = entry.piece_to.filter(|_| entry.is_quiet) {
            let bonus = cutoff_bonus(args.depth) * self.params.fail_low_bonus / 256;
            let prev = self.prev_moves(before);
            self.learned.moves.update_quiet(prev, piece_to, bonus);
        }
    }

    /// Searches the node after a move: the first move with the full window; the others with a zero
    /// window and reduced, and again if they are better than alpha.
    fn search_child(
        &mut self,
        next: &Position<W>,
        child: NodeArgs,
        is_first: bool,
        reduction: i32,
    ) -> i32 {
        if is_first {
            return -self.pvs(next, child);
        }
        let (alpha, beta) = (-child.beta, -child.alpha);
        let zero_window = NodeArgs {
            alpha: -alpha - 1,
            ..child
        };
        let mut score = alpha + 1;
        if reduction > 0 {
            let reduced = NodeArgs {
                depth: child.depth - reduction,
                is_cut: true,
                ..zero_window
            };
            score = -self.pvs(next, reduced);
        }
        if score > alpha {
            score = -self.pvs(next, zero_window);
        }
        if score > alpha && score < beta {
            let full_window = NodeArgs {
                is_cut: false,
                ..child
            };
            score = -self.pvs(next, full_window);
        }
        score
    }

    /// Stores the result of a node in the transposition table and the correction history.
    fn learn(&mut self, node: &Node<'_, W>, best: i32, best_move: Option<Move>) {
        let (position, args) = (node.position, node.args);
        let bound = Bound::of(best, args.alpha, args.beta);
        let static_eval = node.static_eval;
        let is_quiet = best_move.is_none_or(|mv| !position.is_noisy(mv));
        let tells = match bound {
            Bound::Lower => best > static_eval.score,
            Bound::Upper => best < static_eval.score,
            Bound::Exact => true,
        };
        if static_eval.is_exact && tells && is_quiet && best.abs() < MATE_IN_MAX_PLY {
            let keys = self.correction_keys(position, args.ply);
            let error = best - static_eval.score;
            self.learned.corrections.update(keys, args.depth, error);
        }
        let data = TtEntry {
            score: best,
            static_eval: static_eval.stored(),
            depth: args.depth,
            bound,
            is_pv: node.was_pv,
            best: match bound {
                Bound::Upper => 0,
                _ => best_move.map_or(0, move_key),
            },
        };
        self.tt.store(position.key, args.ply, data);
    }

    /// The extension of the hash move in plies: a search of the node without it tells whether it is
    /// the only good move (singular extensions of T. Anantharaman, M. Campbell and F. Hsu, 1988, in
    /// Stockfish's form).
    ///
    /// # Errors
    /// Other moves fail high too (multi-cut): the score of the whole node.
    fn extension(&mut self, node: &Node<'_, W>, mv: Move) -> Result<i32, i32> {
        let args = node.args;
        let Some(entry) = node.entry else {
            return Ok(0);
        };
        let score = entry.score_at(args.ply);
        if args.depth < self.params.singular_depth
            || args.excluded != 0
            || args.ply >= MAX_PLY / 2
            || entry.depth < args.depth - 3
            || entry.bound == Bound::Upper
            || score.abs() >= MATE_IN_MAX_PLY
        {
            return Ok(0);
        }
        let below = score - self.params.singular_margin * args.depth / 16;
        let others = NodeArgs {
            depth: (args.depth - 1) / 2,
            alpha: below - 1,
            beta: below,
            excluded: move_key(mv),
            ..args
        };
        let best = self.pvs(node.position, others);
        if self.time.is_stopped {
            return Ok(0);
        }
        if best < below {
            let double = !args.is_pv() && best < below - self.params.double_margin;
            return Ok(1 + i32::from(double));
        }
        if below >= args.beta {
            return Err(below);
        }
        let reduces = score >= args.beta || args.is_cut;
        Ok(-i32::from(reduces))
    }

    /// The reduction by depth and move number alone, in 256ths of a ply.
    #[inline(always)]
    pub(super) fn base_reduction(&self, depth: i32, number: i32) -> i32 {
        let logs = log2(depth) * log2(number) * self.params.lmr_slope / 256;
        self.params.lmr_base + logs
    }

    /// The reduction of a move in plies, by the number of moves before it and its history.
    fn reduction(
        &mut self,
        node: &Node<'_, W>,
        next: &Position<W>,
        (number, is_quiet, history): (i32, bool, i32),
    ) -> i32 {
        let args = node.args;
        let gives_check = self.is_in_check(next, args.ply + 1);
        let has_cutoffs = self.stack[args.ply + 1].cutoffs > MANY_CUTOFFS;
        let params = &self.params;
        let mut reduction = self.base_reduction(args.depth, number);
        if !is_quiet {
            reduction /= 2;
        }
        if args.is_cut {
            reduction += params.lmr_cut_node;
        }
        if !node.is_improving {
            reduction += params.lmr_not_improving;
        }
        if has_cutoffs {
            reduction += params.lmr_cutoffs;
        }
        reduction -= 256 * i32::from(args.is_pv());
        reduction -= 128 * i32::from(node.was_pv);
        reduction -= 256 * i32::from(node.in_check);
        reduction -= 256 * i32::from(gives_check);
        reduction -= 256 * history / params.lmr_history_divisor;
        (reduction >> 8).clamp(0, args.depth - 2)
    }
}

/// The binary logarithm of a positive number, in sixteenths. It is linear between powers of two, and
/// the same on every machine.
fn log2(number: i32) -> i32 {
    let whole = number.max(1).ilog2();
    let rest = ((number.max(1) << 4) >> whole) - 16;
    16 * whole as i32 + rest
}
