//! Iterative deepening, and the test whether training positions are quiet.

use super::score::MATE;
use super::time::{Limits, TimeManager};
use super::worker::{Learned, Settings, Worker};
use super::{Quiet, Score, SearchInfo, SizedSearcher};
use crate::moves::Move;
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
            let info_of = |(sum, pv): &(i32, Vec<Move>), depth, number: usize| SearchInfo {
                pv: pv.clone(),
                score: Score::of(sum - bonus(pv[0])),
                depth,
                seldepth,
                nodes,
                time: start.elapsed(),
                multi_pv: number as u32 + 1,
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
