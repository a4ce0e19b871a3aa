//! A game being played: a position with what came before it.

use crate::board::Square;
use crate::moves::{Move, MoveKind};
use crate::piece::Color;
use crate::position::{Ending, Outcome, Position};
use crate::rules::RepetitionResult;
use crate::tables::Rules;
use std::sync::Arc;

/// A game being played on a board of a known size. It keeps the legal moves of its position,
/// those that repetition forbids taken out.
#[derive(Clone, Debug)]
pub(crate) struct Line<const W: usize> {
    pub(crate) rules: Arc<Rules<W>>,
    pub(crate) position: Position<W>,
    pub(crate) legal: Vec<Move>,
    pub(crate) over: Option<(Outcome, Ending)>,
    /// The keys of the positions since the last capture, the present one last.
    keys: Vec<u64>,
    /// For each of `keys`: whether the move that led to it attacked something new.
    attacks: Vec<bool>,
    /// The keys that must not occur again, where repetition is illegal.
    ripe: Vec<u64>,
}

impl<const W: usize> Line<W> {
    /// A game that begins with a position.
    pub(crate) fn new(rules: Arc<Rules<W>>, position: Position<W>) -> Self {
        let mut line = Line {
            rules,
            position,
            legal: Vec::with_capacity(128),
            over: None,
            keys: vec![position.key()],
            attacks: vec![false],
            ripe: Vec::new(),
        };
        line.over = line.position.decision(&line.rules);
        line.over = line.over.or_else(|| line.find_moves());
        line
    }

    /// The keys of the positions since the last capture, the present one last.
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// For each of [`Line::keys`]: whether the move that led to it attacked something new.
    pub(crate) fn attacks(&self) -> &[bool] {
        &self.attacks
    }

    /// Plays a move, which must be one of `legal`.
    pub(crate) fn play(&mut self, played: Move) {
        let rules = Arc::clone(&self.rules);
        let before = self.position;
        self.position = before.after(&rules, played);
        let repeated = self.remember(&rules, &before, played);
        self.legal.clear();
        self.over = self.position.decision(&rules).or(repeated);
        if self.over.is_some() {
            return;
        }
        self.over = self.find_moves();
        let limit = rules.spec.end.move_count;
        if self.over.is_none() && limit.is_some_and(|rule| self.position.clock() >= rule.plies) {
            self.legal.clear();
            self.over = Some((Outcome::Draw, Ending::MoveCount));
        }
    }

    /// Lists the legal moves; tells how the game ends when there are none.
    fn find_moves(&mut self) -> Option<(Outcome, Ending)> {
        let Line {
            rules,
            position,
            legal,
            ripe,
            ..
        } = self;
        rules.generate(position, legal);
        if legal.is_empty() {
            return Some(position.without_moves(rules));
        }
        if !ripe.is_empty() {
            legal.retain(|&one| !ripe.contains(&position.after(rules, one).key()));
            if legal.is_empty() {
                return Some((Outcome::Win(position.side().other()), Ending::Repetition));
            }
        }
        None
    }

    /// Notes the new position; tells how its repetition ends the game, if it does.
    fn remember(
        &mut self,
        rules: &Rules<W>,
        before: &Position<W>,
        played: Move,
    ) -> Option<(Outcome, Ending)> {
        let rule = rules.spec.end.repetition?;
        let key = self.position.key();
        let pieces = |position: &Position<W>| position.occupied().count();
        if pieces(&self.position) != pieces(before) {
            self.keys.clear();
            self.attacks.clear();
            self.ripe.clear();
        }
        let quiet_counts = rule.result == RepetitionResult::MoverLosesUnlessQuiet;
        self.keys.push(key);
        self.attacks
            .push(quiet_counts && attacks_anew(rules, before, &self.position, played));
        let occurrences = self
            .keys
            .iter()
            .rev()
            .step_by(2)
            .filter(|&&known| known == key)
            .count();
        if rule.result == RepetitionResult::Illegal {
            if occurrences + 1 == usize::from(rule.occurrence) {
                self.ripe.push(key);
            }
            return None;
        }
        if occurrences < usize::from(rule.occurrence) {
            return None;
        }
        let mover_loses = Outcome::Win(self.position.side());
        let outcome = match rule.result {
            RepetitionResult::Illegal | RepetitionResult::Draw => Outcome::Draw,
            RepetitionResult::MoverLoses => mover_loses,
            RepetitionResult::MoverLosesUnlessQuiet => {
                let first = self
                    .keys
                    .iter()
                    .position(|&known| known == key)
                    .unwrap_or(0);
                match self.attacks[first + 1..].contains(&true) {
                    true => mover_loses,
                    false => Outcome::Draw,
                }
            }
        };
        Some((outcome, Ending::Repetition))
    }
}

/// Whether the piece moved attacks an enemy piece that it did not attack before it moved.
pub(crate) fn attacks_anew<const W: usize>(
    rules: &Rules<W>,
    before: &Position<W>,
    after: &Position<W>,
    played: Move,
) -> bool {
    let color = before.side();
    if played.kind == MoveKind::Pass {
        return false;
    }
    let attacked = |position: &Position<W>, square: Square, enemy: Color| {
        let own = rules.captures(position, square, position.at(square));
        (own | rules.granted_to(position, square, color)) & position.pieces(enemy)
    };
    let new =
        attacked(after, played.to, color.other()) - attacked(before, played.from, color.other());
    !new.is_empty()
}
