//! Staged move picking: the hash move, captures that do not lose material, killers and the
//! countermove, quiet moves by history, losing captures. Moves of later stages are not scored if a
//! cutoff comes first.

use super::history::{MoveHistory, PieceTo, PrevMoves};
use super::transposition::move_key;
use crate::board::Square;
use crate::evaluation::Evaluator;
use crate::moves::{Move, MoveKind};
use crate::piece::Code;
use crate::position::Position;
use std::cmp::Reverse;

/// The ordering score of killers and the countermove.
const KILLER: i32 = 1_000_000;

/// The number of quiet moves that are selected one by one before the rest is sorted: after a few
/// moves without a cutoff, all are likely to be needed.
const SELECTED: usize = 4;

#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub mv: Move,
    pub score: i32,
    /// The material gain before any reply, in centipawns; 0 for quiet moves and the hash move.
    pub gain: i32,
}

/// The data by which the moves of a node are ordered.
#[derive(Clone, Copy)]
pub(super) struct PickerContext<'n, const W: usize> {
    pub evaluator: &'n Evaluator<W>,
    pub position: &'n Position<W>,
    pub history: &'n MoveHistory,
    pub ply: usize,
    pub prev: PrevMoves,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Stage {
    #[default]
    Hash,
    /// Generation of all moves.
    Generate,
    GoodNoisy,
    Quiets,
    BadNoisy,
    Done,
}

/// The moves of a node that are still to be picked.
#[derive(Debug, Default)]
pub(super) struct MovePicker {
    stage: Stage,
    /// The [`move_key`] of the hash move, or 0.
    hash_key: u16,
    hash_move: Option<Move>,
    noisy: Vec<ScoredMove>,
    quiets: Vec<ScoredMove>,
    bad_noisy: Vec<ScoredMove>,
    only_noisy: bool,
    is_listed: bool,
    /// The number of picked moves of the stage.
    at: usize,
    /// Generated moves before scoring.
    listed_noisy: Vec<Move>,
    listed_quiets: Vec<Move>,
}

impl MovePicker {
    /// Begins a node, with all moves or only noisy ones. `hash_key` is the [`move_key`] of the hash
    /// move, or 0.
    pub(super) fn begin(&mut self, only_noisy: bool, hash_key: u16) {
        self.stage = Stage::Hash;
        self.hash_key = hash_key;
        self.hash_move = None;
        self.only_noisy = only_noisy;
        self.is_listed = false;
        self.at = 0;
    }

    /// Skips the remaining quiet moves, after one was picked.
    pub(super) fn skip_quiets(&mut self) {
        self.quiets.clear();
    }

    /// Finds the hash move. For most moves the lower half of the key is the start square; if no
    /// move from there fits, searches all moves.
    fn find_hash_move<const W: usize>(&mut self, context: PickerContext<'_, W>) {
        let (rules, position) = (&context.evaluator.rules, context.position);
        let (key, only_noisy) = (self.hash_key, self.only_noisy);
        let fits = |mv| move_key(mv) == key && (!only_noisy || position.is_noisy(mv));
        let from = Square(key as u8);
        let is_on_board = from.index() < rules.geometry.squares();
        if is_on_board && position.pieces(position.side).contains(from) {
            self.hash_move = rules.find_from(position, from, &mut self.listed_noisy, fits);
        }
        if self.hash_move.is_none() {
            self.list(context);
            let mut all = self.listed_noisy.iter().chain(&self.listed_quiets).copied();
            self.hash_move = all.find(|&mv| fits(mv) && rules.is_legal(position, mv));
        }
    }

    fn list<const W: usize>(&mut self, context: PickerContext<'_, W>) {
        let (rules, position) = (&context.evaluator.rules, context.position);
        let (noisy, quiets) = (&mut self.listed_noisy, &mut self.listed_quiets);
        noisy.clear();
        quiets.clear();
        if self.only_noisy {
            rules.generate_noisy(position, noisy);
        } else {
            rules.generate_split(position, noisy, quiets);
            rules.keep_legal(position, noisy, 0);
        }
        self.is_listed = true;
    }

    #[inline]
    pub(super) fn next<const W: usize>(
        &mut self,
        context: PickerContext<'_, W>,
    ) -> Option<(Stage, ScoredMove)> {
        if self.stage == Stage::Hash {
            self.stage = Stage::Generate;
            if self.hash_key != 0 {
                self.find_hash_move(context);
            }
            if let Some(mv) = self.hash_move {
                let (score, gain) = (0, 0);
                return Some((Stage::Hash, ScoredMove { mv, score, gain }));
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::GoodNoisy;
            if !self.is_listed {
                self.list(context);
            }
            self.noisy.clear();
            for &mv in &self.listed_noisy {
                if self.hash_move != Some(mv) {
                    self.noisy.push(context.noisy(mv));
                }
            }
            self.bad_noisy.clear();
        }
        if self.stage == Stage::GoodNoisy {
            while self.at < self.noisy.len() {
                let best = pick_best(&mut self.noisy, self.at);
                self.at += 1;
                if context.loses_material(best) {
                    self.bad_noisy.push(best);
                } else {
                    return Some((self.stage, best));
                }
            }
            self.stage = Stage::Quiets;
            self.at = 0;
            self.quiets.clear();
            if !self.only_noisy {
                let rules = &context.evaluator.rules;
                rules.keep_legal(context.position, &mut self.listed_quiets, 0);
                context.score_quiets(&self.listed_quiets, self.hash_move, &mut self.quiets);
            }
        }
        if self.stage == Stage::Quiets {
            if self.at < self.quiets.len() {
                if self.at == SELECTED {
                    self.quiets[SELECTED..].sort_unstable_by_key(|quiet| Reverse(quiet.score));
                }
                let best = if self.at < SELECTED {
                    pick_best(&mut self.quiets, self.at)
                } else {
                    self.quiets[self.at]
                };
                self.at += 1;
                return Some((self.stage, best));
            }
            self.stage = Stage::BadNoisy;
            self.at = 0;
        }
        if self.stage == Stage::BadNoisy {
            if let Some(&bad) = self.bad_noisy.get(self.at) {
                self.at += 1;
                return Some((self.stage, bad));
            }
            self.stage = Stage::Done;
        }
        None
    }
}

impl<const W: usize> PickerContext<'_, W> {
    /// A capture, conversion or promotion, scored by the most valuable victim, then history, then
    /// the least valuable attacker.
    #[inline]
    pub(super) fn noisy(&self, mv: Move) -> ScoredMove {
        let gain = self.evaluator.material_gain(self.position, mv);
        let attacker = self.position.at(mv.from);
        let attacker_value = self.evaluator.victim_value(attacker);
        let piece_to = self.piece_to(mv);
        let history = self.history.capture(piece_to, victim_of(self.position, mv));
        let score = 16 * gain - attacker_value / 16 + history / 16;
        ScoredMove { mv, score, gain }
    }

    /// Whether a capture loses material by the exchange that follows.
    #[inline]
    pub(super) fn loses_material(&self, noisy: ScoredMove) -> bool {
        (self.evaluator).see_is_below(self.position, noisy.mv, noisy.gain, 0)
    }

    /// Scores quiet moves other than the hash move.
    fn score_quiets(&self, moves: &[Move], hash_move: Option<Move>, scored: &mut Vec<ScoredMove>) {
        let killers = self.history.killers(self.ply);
        let countermove = self.history.countermove(self.prev[0]);
        for &mv in moves {
            if hash_move == Some(mv) {
                continue;
            }
            let rules = &self.evaluator.rules;
            let score = if rules.is_goal(self.position.mover(mv), mv.to) {
                KILLER + 1
            } else if killers[0] == Some(mv) {
                KILLER
            } else if killers[1] == Some(mv) {
                KILLER - 1
            } else if countermove == Some(mv) {
                KILLER - 2
            } else {
                self.quiet_score(mv)
            };
            scored.push(ScoredMove { mv, score, gain: 0 });
        }
    }

    /// The index of a move in the history tables.
    #[inline(always)]
    pub(super) fn piece_to(&self, mv: Move) -> PieceTo {
        MoveHistory::piece_to(&self.evaluator.rules, self.position, mv)
    }

    /// The ordering score of a quiet move: history and piece-square tables.
    #[inline]
    pub(super) fn quiet_score(&self, mv: Move) -> i32 {
        if mv.kind == MoveKind::Pass {
            return 0;
        }
        let code = self.position.at(mv.from);
        let piece_to = self.piece_to(mv);
        let gain = self.evaluator.psqt_gain(code, mv.from, mv.to);
        self.history.quiet(self.prev, piece_to) + gain
    }
}

/// The first victim of a capture, by which capture history is indexed.
#[inline(always)]
pub(super) fn victim_of<const W: usize>(position: &Position<W>, mv: Move) -> Code {
    if mv.kind == MoveKind::Pass {
        return Code::EMPTY;
    }
    let on_target = position.at(mv.to);
    match mv.victims().first() {
        Some(&victim) if on_target.is_empty() || mv.from == mv.to => position.at(victim),
        _ if mv.from == mv.to => Code::EMPTY,
        _ => on_target,
    }
}

/// Moves the best of the moves from index `at` on to index `at`, and returns it.
#[inline(always)]
pub(super) fn pick_best(scored: &mut [ScoredMove], at: usize) -> ScoredMove {
    let mut best = at;
    for other in at + 1..scored.len() {
        if scored[other].score > scored[best].score {
            best = other;
        }
    }
    scored.swap(at, best);
    scored[at]
}
