//! Repetition, among the positions from the last capture to the current node.

use super::score::mated_in;
use crate::moves::Move;
use crate::piece::Color;
use crate::play::ForMover;
use crate::position::Position;
use crate::rules::RepetitionResult;
use crate::tables::RuleTables;

/// An earlier position or the current one.
#[derive(Clone, Copy, Debug)]
struct HistoryEntry {
    key: u64,
    pieces: u32,
    /// Whether the move that led here attacked something new or gave check, if the repetition rule
    /// depends on it.
    attacked: bool,
}

/// The positions of the game and of the search path, the current one last.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionHistory {
    entries: Vec<HistoryEntry>,
    /// The number of positions of the game, including the root.
    game_length: usize,
}

/// The effect of the repetition rule on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Repetition {
    None,
    Illegal,
    /// The move ends the game with this score for the side that made it.
    Ends(i32),
}

impl PositionHistory {
    /// The history at the root: positions with as many pieces as the current one.
    pub(super) fn new(keys: &[u64], attacked: &[bool], pieces: u32) -> PositionHistory {
        let entries = keys
            .iter()
            .zip(attacked)
            .map(|(&key, &attacked)| HistoryEntry {
                key,
                pieces,
                attacked,
            });
        PositionHistory {
            entries: entries.collect(),
            game_length: keys.len(),
        }
    }

    /// Appends the position after a move; `mv` is `None` for a null move.
    #[inline]
    pub(super) fn push<const W: usize>(
        &mut self,
        rules: &RuleTables<W>,
        before: &Position<W>,
        after: &Position<W>,
        mv: Option<Move>,
    ) {
        self.entries.push(HistoryEntry {
            key: after.key,
            pieces: after.total_pieces(rules),
            attacked: mv.is_some_and(|mv| rules.attacks_something(before, after, mv)),
        });
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.entries.pop();
    }

    /// Applies the repetition rule to the move that led to the current position, `ply` plies from
    /// the root, by a side.
    #[inline]
    pub(super) fn repetition<const W: usize>(
        &self,
        rules: &RuleTables<W>,
        mover: Color,
        ply: usize,
    ) -> Repetition {
        let Some(last) = self.entries.last() else {
            return Repetition::None;
        };
        let mut occurrences = 0;
        // Whether an earlier occurrence is in the search tree.
        let mut in_tree = false;
        // What leaves the game never comes back.
        let same = (self.entries.iter().enumerate().rev())
            .take_while(|(_, entry)| entry.pieces == last.pieces)
            .step_by(2)
            .filter(|(_, entry)| entry.key == last.key);
        for (at, _) in same {
            in_tree |= occurrences > 0 && at >= self.game_length;
            occurrences += 1;
        }
        if occurrences < 2 {
            return Repetition::None;
        }
        let Some(rule) = rules.spec.end.repetition else {
            return if in_tree {
                Repetition::Ends(0)
            } else {
                Repetition::None
            };
        };
        let applies = occurrences >= usize::from(rule.occurrence);
        // What the moves since the first occurrence attacked.
        let first = || self.entries.iter().position(|entry| entry.key == last.key);
        let since = || {
            let since = &self.entries[first().map_or(0, |first| first + 1)..];
            since.iter().map(|entry| entry.attacked)
        };
        // A draw or a perpetual check in the tree can be repeated again.
        let goes_on =
            || rule.result == RepetitionResult::Draw || rule.by_perpetual_check(since()).is_some();
        if !(applies || in_tree && goes_on()) {
            return Repetition::None;
        }
        if rule.result == RepetitionResult::Illegal {
            return Repetition::Illegal;
        }
        Repetition::Ends(match rule.for_mover(mover, since()) {
            ForMover::Loses => mated_in(ply),
            ForMover::Wins => -mated_in(ply),
            ForMover::Draws => 0,
        })
    }
}
