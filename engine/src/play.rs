//! A game in progress on a board of known width: a position and its history.

use crate::board::Square;
use crate::moves::{Move, MoveKind};
use crate::piece::Color;
use crate::position::{Ending, Outcome, Position};
use crate::rules::{AttackRule, RepetitionResult, RepetitionRule};
use crate::tables::RuleTables;
use std::sync::Arc;

/// A game in progress on a board of known width. It lists the legal moves of its position, without
/// those that repetition forbids.
#[derive(Clone, Debug)]
pub(crate) struct GameState<const W: usize> {
    pub(crate) rules: Arc<RuleTables<W>>,
    pub(crate) position: Position<W>,
    pub(crate) legal: Vec<Move>,
    pub(crate) over: Option<(Outcome, Ending)>,
    /// Whether the game goes on where a draw must be claimed.
    pub(crate) leaves_claims: bool,
    /// The number of occurrences of the current position, if the rules count them.
    occurrences: usize,
    /// The keys of the positions since the last capture, the current one last.
    pub(crate) keys: Vec<u64>,
    /// For each of `keys`: whether the move that led to it attacked something new or gave check, if
    /// the repetition rule depends on it.
    pub(crate) attacks: Vec<bool>,
    /// The keys that must not occur again, where repetition is illegal.
    forbidden_keys: Vec<u64>,
}

impl<const W: usize> GameState<W> {
    pub(crate) fn new(rules: &Arc<RuleTables<W>>, position: Position<W>) -> Self {
        let mut line = GameState {
            rules: Arc::clone(rules),
            position,
            legal: Vec::with_capacity(128),
            over: None,
            leaves_claims: false,
            occurrences: 1,
            keys: vec![position.key],
            attacks: vec![false],
            forbidden_keys: Vec::new(),
        };
        line.over = line.position.decision(&line.rules);
        line.over = line.over.or_else(|| line.find_moves());
        line
    }

    /// Plays a move, which must be one of `legal`.
    pub(crate) fn play(&mut self, played: Move) {
        let rules = Arc::clone(&self.rules);
        let before = self.position;
        self.position = before.after(&rules, played);
        self.remember(&rules, &before, played);
        self.legal.clear();
        self.over = self.position.decision(&rules);
        self.over = self.over.or_else(|| self.repeated(self.leaves_claims));
        if self.over.is_some() {
            return;
        }
        self.over = self.find_moves();
        if self.over.is_none() && self.is_counted_out(self.leaves_claims) {
            self.legal.clear();
            self.over = Some((Outcome::Draw, Ending::MoveCount));
        }
    }

    /// Whether a player may claim a draw here.
    pub(crate) fn is_claimable(&self) -> bool {
        self.over.is_none() && (self.repeated(false).is_some() || self.is_counted_out(false))
    }

    /// Whether there were too many plies without progress, for an automatic draw or one by claim.
    fn is_counted_out(&self, automatic: bool) -> bool {
        self.rules.spec.end.move_count.is_some_and(|rule| {
            let limit = if automatic {
                rule.automatic
            } else {
                rule.plies
            };
            self.position.clock >= limit
        })
    }

    /// Lists the legal moves. Returns the result and termination if there are none.
    fn find_moves(&mut self) -> Option<(Outcome, Ending)> {
        let GameState {
            rules,
            position,
            legal,
            forbidden_keys,
            ..
        } = self;
        rules.generate(position, legal);
        if legal.is_empty() {
            return Some(position.without_moves(rules));
        }
        if !forbidden_keys.is_empty() {
            legal.retain(|&mv| !forbidden_keys.contains(&position.after(rules, mv).key));
            if legal.is_empty() {
                return Some((Outcome::Win(position.side.other()), Ending::Repetition));
            }
        }
        None
    }

    fn remember(&mut self, rules: &RuleTables<W>, before: &Position<W>, played: Move) {
        let Some(rule) = rules.spec.end.repetition else {
            return;
        };
        let key = self.position.key;
        if self.position.total_pieces(rules) != before.total_pieces(rules) {
            self.keys.clear();
            self.attacks.clear();
            self.forbidden_keys.clear();
        }
        self.keys.push(key);
        let attacks = rules.attacks_something(before, &self.position, played);
        self.attacks.push(attacks);
        let own_side = self.keys.iter().rev().step_by(2);
        self.occurrences = own_side.filter(|&&known| known == key).count();
        let is_last = self.occurrences + 1 == usize::from(rule.occurrence);
        if rule.result == RepetitionResult::Illegal && is_last {
            self.forbidden_keys.push(key);
        }
    }

    /// The end of the game by repetition of the current position, automatic or by claim.
    fn repeated(&self, automatic: bool) -> Option<(Outcome, Ending)> {
        let rule = self.rules.spec.end.repetition?;
        let occurrence = if automatic {
            rule.automatic
        } else {
            rule.occurrence
        };
        if rule.result == RepetitionResult::Illegal || self.occurrences < usize::from(occurrence) {
            return None;
        }
        let key = self.position.key;
        // The moves since the first occurrence.
        let since = || {
            let first = self.keys.iter().position(|known| *known == key);
            self.attacks[first.unwrap_or(0) + 1..].iter().copied()
        };
        let next = self.position.side;
        let outcome = match rule.for_mover(next.other(), since()) {
            ForMover::Loses => Outcome::Win(next),
            ForMover::Wins => Outcome::Win(next.other()),
            ForMover::Draws => Outcome::Draw,
        };
        Some((outcome, Ending::Repetition))
    }
}

/// The result of a repetition for the side whose move repeats the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ForMover {
    Loses,
    Wins,
    Draws,
}

impl RepetitionRule {
    /// The result for the side whose move repeats a position; `attacks` says for each move since the first occurrence
    /// whether it attacked something, or gave check where that matters.
    pub(crate) fn for_mover(
        &self,
        mover: Color,
        attacks: impl DoubleEndedIterator<Item = bool> + Clone,
    ) -> ForMover {
        let by_checks = self.by_perpetual_check(attacks.clone());
        by_checks.unwrap_or_else(|| match (self.result, mover) {
            (RepetitionResult::Illegal | RepetitionResult::Draw, _) => ForMover::Draws,
            (RepetitionResult::MoverLoses, _) | (RepetitionResult::WhiteLoses, Color::White) => {
                ForMover::Loses
            }
            (RepetitionResult::MoverWins, _) | (RepetitionResult::WhiteLoses, Color::Black) => {
                ForMover::Wins
            }
            (RepetitionResult::MoverLosesUnlessQuiet(_), _) => {
                match attacks.clone().any(|attacked| attacked) {
                    true => ForMover::Loses,
                    false => ForMover::Draws,
                }
            }
        })
    }

    /// The result for that side by checks alone, where they decide.
    pub(crate) fn by_perpetual_check(
        &self,
        checks: impl DoubleEndedIterator<Item = bool> + Clone,
    ) -> Option<ForMover> {
        if !self.perpetual_check_loses {
            return None;
        }
        // The side that moved last, and the other one.
        let always = [0, 1].map(|back| {
            let mut moves = checks.clone().rev().skip(back).step_by(2);
            moves.all(|check| check)
        });
        match always {
            [true, false] => Some(ForMover::Loses),
            [false, true] => Some(ForMover::Wins),
            [true, true] => Some(ForMover::Draws),
            [false, false] => None,
        }
    }
}

impl<const W: usize> RuleTables<W> {
    /// Whether a move attacks something or gives check, if the repetition rule depends on it; else
    /// false.
    pub(crate) fn attacks_something(
        &self,
        before: &Position<W>,
        after: &Position<W>,
        played: Move,
    ) -> bool {
        let Some(repetition) = self.spec.end.repetition else {
            return false;
        };
        if repetition.perpetual_check_loses {
            return self.in_check(after, after.side);
        }
        let RepetitionResult::MoverLosesUnlessQuiet(rule) = repetition.result else {
            return false;
        };
        let us = before.side;
        let attacked = |position: &Position<W>, square: Square| {
            let own = self.captures(position, square, position.at(square));
            (own | self.granted_to(position, square, us)) & position.pieces(us.other())
        };
        let moved = played.kind != MoveKind::Pass && after.pieces(us).contains(played.to);
        let by_moved = || attacked(after, played.to);
        let new_by_moved = || by_moved() - attacked(before, played.from);
        match rule {
            AttackRule::New => moved && !new_by_moved().is_empty(),
            AttackRule::Any => moved && !by_moved().is_empty(),
            AttackRule::Discovered => {
                let others = after.pieces(us) & before.pieces(us);
                let discovers = |square: &Square| {
                    !(attacked(after, *square) - attacked(before, *square)).is_empty()
                };
                (moved && !new_by_moved().is_empty())
                    || (others.iter()).any(|square| square != played.to && discovers(&square))
            }
        }
    }
}
