//! Iterative deepening, and the quiescence test of training positions.

use super::repetition::PositionHistory;
use super::score::MATE;
use super::time::{Limits, TimeManager};
use super::worker::Worker;
use super::{Score, SearchInfo, SizedSearcher};
use crate::moves::Move;
use crate::play::Line;
use crate::position::Position;
use std::time::Instant;

/// A position whose quiescence search takes more nodes is not quiet.
const QUIET_NODES: u64 = 2_000;

impl<const W: usize> SizedSearcher<W> {
    /// The static evaluation if quiescence search confirms it, for both sides: the evaluation does not
    /// see the threats of either.
    pub(super) fn quiet_static_eval(&mut self, line: &Line<W>) -> Option<i32> {
        let limits = Limits {
            nodes: Some(QUIET_NODES),
            ..Limits::default()
        };
        let position = &line.position;
        let passed = position.null(&self.rules);
        let mut worker = self.worker(line, &limits);
        if worker.royal_attacked(position) {
            return None;
        }
        let mut is_quiet = |position: &Position<W>| {
            let static_eval = worker.evaluator.evaluate(worker.rules, position);
            let score = worker.quiescence(position, 0, -MATE, MATE);
            (score == static_eval && !worker.time.is_stopped()).then_some(static_eval)
        };
        let static_eval = is_quiet(position)?;
        is_quiet(&passed)?;
        Some(static_eval)
    }

    pub(super) fn search(
        &mut self,
        line: &Line<W>,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&SearchInfo),
    ) -> SearchInfo {
        let start = Instant::now();
        self.tt.new_search();
        self.ordering.new_search();
        let key = line.position.key();
        let (noise, temperature) = (self.noise, self.temperature);
        let bonus = |mv| temperature.bonus(key, mv);
        let mut worker = self.worker(line, limits);
        worker.noise = noise;
        let mut moves: Vec<Move> = line.legal.clone();
        let mut info = SearchInfo {
            pv: Vec::new(),
            score: Score::Cp(0),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: start.elapsed(),
        };
        if moves.is_empty() {
            return info;
        }
        worker.order_root(&line.position, &mut moves);
        info.pv = vec![moves[0]];
        let mut last_sum = 0;
        for depth in 1..=worker.time.max_depth {
            let sum = worker.aspiration(line, &mut moves, depth, last_sum, &bonus);
            let Some(sum) = sum else {
                // A move that failed high stands first.
                if info.pv.first() != Some(&moves[0]) {
                    info.pv = vec![moves[0]];
                }
                break;
            };
            last_sum = sum;
            let score = sum - bonus(moves[0]);
            let completed = !worker.time.is_stopped();
            info = SearchInfo {
                pv: worker.pv[0].clone(),
                score: Score::of(score),
                depth: if completed { depth } else { info.depth },
                seldepth: worker.seldepth as u32,
                nodes: worker.nodes,
                time: start.elapsed(),
            };
            if !completed {
                break;
            }
            on_depth(&info);
            worker.time.poll();
            // More depth does not shorten a forced win within the depth.
            if worker.time.is_stopped() || MATE - score.abs() <= depth as i32 {
                break;
            }
        }
        info.nodes = worker.nodes;
        info.time = start.elapsed();
        info
    }

    /// A worker without noise.
    fn worker(&mut self, line: &Line<W>, limits: &Limits) -> Worker<'_, W> {
        let pieces = line.position.occupied().count();
        Worker::new(
            &self.rules,
            &self.evaluator,
            &mut self.tt,
            &mut self.ordering,
            self.params,
            TimeManager::new(limits),
            PositionHistory::new(line.keys(), line.attacks(), pieces),
        )
    }
}
