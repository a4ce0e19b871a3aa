//! The root: iterative deepening, move order, aspiration window, and the search of each move; and the
//! test whether training positions are quiet.

use super::history::MoveHistory;
use super::pvs::NodeArgs;
use super::repetition::Repetition;
use super::score::{MATE, MATE_IN_MAX_PLY, mated_in};
use super::time::{Limits, TimeManager};
use super::transposition::move_key;
use super::worker::{Learned, Settings, Worker};
use super::{Quiet, Score, SearchInfo, SizedSearcher};
use crate::moves::{Move, MoveKind};
use crate::play::GameState;
use crate::position::Position;
use crate::search_params::SearchParams;
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

/// A position whose quiescence search takes more nodes is not quiet.
const QUIET_NODES: u64 = 2_000;
/// Stack size of a helper thread in bytes: enough for the deepest search on the largest board.
const STACK: usize = 64 << 20;

const ASPIRATION_DEPTH: u32 = 4;
/// A window of more than this half width, in centipawns, becomes the full window.
const MAX_WINDOW: i32 = 500;
/// The ordering bonus of captures that do not lose material, and malus of those that do.
const NOISY: i32 = 1_000_000;

impl<const W: usize> SizedSearcher<W> {
    /// The static evaluation if quiescence search confirms it.
    pub(super) fn quiet_static_eval(&mut self, line: &GameState<W>, quiet: Quiet) -> Option<i32> {
        let limits = Limits {
            nodes: Some(QUIET_NODES),
            ..Limits::default()
        };
        let position = &line.position;
        let passed = position.null(&self.evaluator.rules);
        let shared = (&self.evaluator, &self.tt);
        // Without noise, and without what searches have learned about the evaluation.
        let settings = Settings {
            params: SearchParams {
                correction_weight: 0,
                ..self.settings.params
            },
            ..Settings::default()
        };
        let time = TimeManager::new(&limits);
        let mut worker = Worker::new(shared, &mut self.learned, settings, time, line);
        if worker.royal_attacked(position, position.side) {
            return None;
        }
        if let Quiet::Before(played) = quiet {
            let is_quiet = !position.is_noisy(played);
            return is_quiet.then(|| worker.evaluator.evaluate(position));
        }
        let mut is_quiet = |position: &Position<W>| {
            let static_eval = worker.evaluator.evaluate(position);
            worker.begin(position);
            let score = worker.quiescence(position, 0, -MATE, MATE);
            (score == static_eval && !worker.time.is_stopped).then_some(static_eval)
        };
        let static_eval = is_quiet(position)?;
        is_quiet(&passed)?;
        Some(static_eval)
    }

    pub(super) fn search(
        &mut self,
        line: &GameState<W>,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&SearchInfo),
    ) -> SearchInfo {
        let start = Instant::now();
        self.tt.new_search();
        let shared = (&self.evaluator, &self.tt);
        let (settings, lines) = (self.settings, self.multi_pv);
        let deepen =
            &|learned: &mut Learned, limits: &Limits, on_depth: &mut dyn FnMut(&SearchInfo)| {
                learned.moves.new_search();
                let time = TimeManager::new(limits);
                let mut worker = Worker::new(shared, learned, settings, time, line);
                worker.deepen(line, limits.of_root(&line.legal), start, lines, on_depth)
            };
        // Lazy SMP: the other threads search the same position and fill the shared table.
        let done = Arc::new(AtomicBool::new(false));
        let helper_limits = &Limits {
            depth: limits.depth,
            stop: Some(Arc::clone(&done)),
            root_moves: limits.root_moves.clone(),
            ..Limits::default()
        };
        let (learned, helpers) = (&mut self.learned, &mut self.helpers);
        thread::scope(|scope| {
            let threads: Vec<_> = (helpers.iter_mut())
                .filter_map(|learned| {
                    let search = move || deepen(learned, helper_limits, &mut |_| {}).nodes;
                    // If the system has no more threads, those that it has go on.
                    let builder = thread::Builder::new().stack_size(STACK);
                    builder.spawn_scoped(scope, search).ok()
                })
                .collect();
            let mut info = deepen(learned, limits, on_depth);
            done.store(true, Ordering::Relaxed);
            for thread in threads {
                info.nodes += thread.join().unwrap_or(0);
            }
            info
        })
    }
}

impl<const W: usize> Worker<'_, W> {
    /// Searches moves of the root with increasing depth until a limit is reached, for the best
    /// `lines`.
    fn deepen(
        &mut self,
        line: &GameState<W>,
        mut moves: Vec<Move>,
        start: Instant,
        lines: usize,
        on_depth: &mut dyn FnMut(&SearchInfo),
    ) -> SearchInfo {
        let key = line.position.key;
        let temperature = self.temperature;
        let bonus = |mv| temperature.bonus(key, mv);
        let mut info = SearchInfo {
            pv: Vec::new(),
            score: Score::Cp(0),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: start.elapsed(),
            multi_pv: 1,
            hashfull: 0,
        };
        if moves.is_empty() {
            return info;
        }
        self.begin(&line.position);
        self.order_root(&line.position, &mut moves);
        info.pv = vec![moves[0]];
        let lines = lines.clamp(1, moves.len());
        let mut last_sums = vec![0; lines];
        for depth in 1..=self.time.max_depth {
            // The lines: the score plus bonus of the first move, and the principal variation.
            let mut found: Vec<(i32, Vec<Move>)> = Vec::new();
            for (number, &last_sum) in last_sums.iter().enumerate() {
                let rest = &mut moves[number..];
                let Some(sum) = self.aspiration(line, rest, depth, last_sum, &bonus) else {
                    break;
                };
                found.push((sum, self.pv[0].clone()));
                if self.time.is_stopped {
                    break;
                }
            }
            let (seldepth, nodes) = (self.seldepth as u32, self.nodes);
            // The sample would slow down searches of few nodes.
            let hashfull = if nodes < 1_000 { 0 } else { self.tt.fullness() };
            let info_of = |(sum, pv): &(i32, Vec<Move>), depth, number: usize| SearchInfo {
                pv: pv.clone(),
                score: Score::of(sum - bonus(pv[0])),
                depth,
                seldepth,
                nodes,
                time: start.elapsed(),
                multi_pv: number as u32 + 1,
                hashfull,
            };
            if self.time.is_stopped {
                match found.first().map(|best| info_of(best, info.depth, 0)) {
                    // The moves that were not searched may not lose.
                    Some(best) if matches!(best.score, Score::Loses(_)) => {}
                    Some(best) => info = best,
                    // A move that failed high stands first.
                    None if info.pv.first() != Some(&moves[0]) => info.pv = vec![moves[0]],
                    None => {}
                }
                break;
            }
            found.sort_by_key(|(sum, _)| Reverse(*sum));
            for (number, line) in found.iter().enumerate() {
                (last_sums[number], moves[number]) = (line.0, line.1[0]);
                let line_info = info_of(line, depth, number);
                on_depth(&line_info);
                if number == 0 {
                    info = line_info;
                }
            }
            self.time.note_best(moves[0], last_sums[0]);
            self.time.poll();
            // More depth does not shorten a forced win within the depth.
            let is_decided = lines == 1 && MATE - info.score.cp().abs() <= depth as i32;
            if self.time.is_stopped || self.time.is_enough(start.elapsed()) || is_decided {
                break;
            }
        }
        info.nodes = self.nodes;
        info.time = start.elapsed();
        info
    }

    /// Orders the moves of the root for the first iteration.
    pub(super) fn order_root(&self, position: &Position<W>, moves: &mut [Move]) {
        let hash_move = self.tt.probe(position.key).map_or(0, |entry| entry.best);
        let context = self.picker_context(position, 0, [None; 2]);
        let score = |mv: Move| {
            if hash_move != 0 && move_key(mv) == hash_move {
                return i32::MAX;
            }
            if !position.is_noisy(mv) {
                return context.quiet_score(mv);
            }
            let noisy = context.noisy(mv);
            if context.loses_material(noisy) {
                noisy.score - NOISY
            } else {
                noisy.score + NOISY
            }
        };
        let mut scored: Vec<(Move, i32)> = moves.iter().map(|&mv| (mv, score(mv))).collect();
        // Ties are broken by squares seen from the mover, so that a small limit of nodes is the same
        // handicap for both sides.
        let board = &self.rules.geometry;
        let seen = |mv: Move| {
            let seen = |square| {
                let rank = board.ranks_advanced(position.side, square);
                (rank, board.file(square))
            };
            match mv.kind {
                MoveKind::Pass => [(0, 0); 2],
                _ => [mv.from, mv.to].map(seen),
            }
        };
        scored.sort_by_key(|&(mv, score)| (Reverse(score), seen(mv)));
        for (place, (mv, _)) in moves.iter_mut().zip(scored) {
            *place = mv;
        }
    }

    /// Searches the root to a depth for the highest sum of score and bonus, with an aspiration
    /// window around the sum of the last depth. `None` if the search stops at the first move.
    pub(super) fn aspiration(
        &mut self,
        line: &GameState<W>,
        moves: &mut [Move],
        depth: u32,
        last_sum: i32,
        bonus: &impl Fn(Move) -> i32,
    ) -> Option<i32> {
        let mut width = self.params.aspiration_window;
        // The maximum of a score plus a bonus.
        let max = MATE + moves.iter().map(|&mv| bonus(mv).abs()).max().unwrap_or(0);
        let (mut alpha, mut beta) = (-max, max);
        if depth >= ASPIRATION_DEPTH && last_sum.abs() < MATE_IN_MAX_PLY {
            (alpha, beta) = (last_sum - width, last_sum + width);
        }
        loop {
            let sum = self.root(line, moves, depth as i32, alpha, beta, bonus);
            if self.time.is_stopped {
                return sum;
            }
            let sum = sum?;
            width *= 3;
            let is_wide = width > MAX_WINDOW;
            if sum <= alpha && alpha > -max {
                alpha = if is_wide { -max } else { sum - width };
            } else if sum >= beta && beta < max {
                beta = if is_wide { max } else { sum + width };
            } else {
                return Some(sum);
            }
        }
    }

    /// Searches the moves of the root and moves the best to the front. Window and result are sums
    /// of a score and the bonus of its move. `None` if the search stops at the first move.
    fn root(
        &mut self,
        line: &GameState<W>,
        moves: &mut [Move],
        depth: i32,
        mut alpha: i32,
        beta: i32,
        bonus: &impl Fn(Move) -> i32,
    ) -> Option<i32> {
        let mut best = None;
        for at in 0..moves.len() {
            let mv = moves[at];
            let bonus = bonus(mv);
            let (low, high) = (alpha - bonus, beta - bonus);
            let sum = self.root_move(line, mv, depth, at as i32, low, high) + bonus;
            if self.time.is_stopped {
                return best;
            }
            if best.is_none_or(|best| sum > best) {
                best = Some(sum);
                if sum > alpha || at == 0 {
                    self.update_pv(0, mv);
                    moves[..=at].rotate_right(1);
                }
                alpha = alpha.max(sum);
                if sum >= beta {
                    break;
                }
            }
        }
        best
    }

    fn root_move(
        &mut self,
        line: &GameState<W>,
        mv: Move,
        depth: i32,
        number: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let piece_to = MoveHistory::piece_to(self.rules, &line.position, mv);
        let next = line.position.after(self.rules, mv);
        self.history
            .push(self.rules, &line.position, &next, Some(mv));
        let score = if let Repetition::Ends(score) =
            self.history.repetition(self.rules, line.position.side, 1)
        {
            self.pv[1].clear();
            score
        } else if self.gives_up_royal(&next) {
            self.pv[1].clear();
            mated_in(2)
        } else {
            self.enter(&line.position, &next, 0, mv, piece_to);
            let child = |depth, alpha, beta| NodeArgs {
                depth,
                ply: 1,
                alpha,
                beta,
                is_cut: beta - alpha == 1,
                after_null: false,
                excluded: 0,
            };
            let mut score = alpha + 1;
            let mut reduction = 0;
            if number > 0 && depth >= 2 && !line.position.is_noisy(mv) {
                // One ply less than elsewhere: the root is a node of the principal variation.
                let base = self.base_reduction(depth, number) - 256;
                reduction = (base >> 8).clamp(0, depth - 2);
            }
            if reduction > 0 {
                score = -self.pvs(&next, child(depth - 1 - reduction, -alpha - 1, -alpha));
            }
            if number > 0 && score > alpha {
                score = -self.pvs(&next, child(depth - 1, -alpha - 1, -alpha));
            }
            if score > alpha {
                score = -self.pvs(&next, child(depth - 1, -beta, -alpha));
            }
            score
        };
        self.history.pop();
        score
    }
}

#[cfg(test)]
mod tests {
    use crate::Rules;
    use crate::evaluation::Weights;
    use crate::search::{Quiet, Searcher};

    /// Black's bishop attacks the rook, which attacks a pawn or nothing.
    #[test]
    fn threats_are_quiet_before_a_quiet_move() {
        let rules = Rules::load("chess", &[]).expect("chess");
        let mut searcher = Searcher::new(&rules, &Weights::linear(rules.spec()), 0.01);
        let mut quiet = |text: &str, of: Quiet| {
            let game = rules.parse(text).unwrap_or_else(|fault| panic!("{fault}"));
            searcher.quiet_static_eval(&game, of).is_some()
        };
        let after = |text: &str, one: &str| {
            let game = rules.parse(text).unwrap_or_else(|fault| panic!("{fault}"));
            Quiet::Before(game.find(one).expect("a legal move"))
        };
        let attacked = "4,k,3/6,b,1/8/8/8/8/8/R,3,K,3 w - 0";
        assert!(!quiet(attacked, Quiet::ForBoth) && quiet(attacked, after(attacked, "a1b1")));
        let attacks = "4,k,3/6,b,1/8/8/p,7/8/8/R,3,K,3 w - 0";
        assert!(!quiet(attacks, Quiet::ForBoth));
        assert!(quiet(attacks, after(attacks, "a1b1")));
        assert!(!quiet(attacks, after(attacks, "a1a4")));
        let in_check = "4,k,3/8/8/8/1,b,6/8/8/R,3,K,3 w - 0";
        assert!(!quiet(in_check, Quiet::ForBoth));
        assert!(!quiet(in_check, after(in_check, "e1f1")));
        let still = "4,k,3/7,b/8/8/8/8/8/R,3,K,3 w - 0";
        assert!(quiet(still, Quiet::ForBoth) && quiet(still, after(still, "a1b1")));
    }
}
