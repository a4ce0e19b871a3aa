//! The positions that lie between the last capture of the game and a node, for the rules of
//! repetition.

use super::score::WIN;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::RepetitionResult;
use crate::tables::Rules;

/// A position on the way.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    pieces: u32,
    /// Whether the move that led here attacked something new; only where that matters.
    attacked: bool,
}

/// The positions on the way, the present one last.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    steps: Vec<Step>,
    /// How many of them lie before the root, and the root.
    played: usize,
}

/// What repetition says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Repeated {
    /// Nothing.
    No,
    /// It may not be made.
    Illegal,
    /// It ends the game with this score for the side that made it.
    Ends(i32),
}

impl Path {
    /// The path at the root: positions with as many pieces as the present one has.
    pub(super) fn new(keys: &[u64], attacked: &[bool], pieces: u32) -> Path {
        let steps = keys.iter().zip(attacked).map(|(&key, &attacked)| Step {
            key,
            pieces,
            attacked,
        });
        Path {
            steps: steps.collect(),
            played: keys.len(),
        }
    }

    /// Goes on to a position.
    #[inline]
    pub(super) fn push<const W: usize>(
        &mut self,
        rules: &Rules<W>,
        before: &Position<W>,
        after: &Position<W>,
        played: Option<Move>,
    ) {
        self.steps.push(Step {
            key: after.key(),
            pieces: after.occupied().count(),
            attacked: played.is_some_and(|played| rules.attacks_something(before, after, played)),
        });
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.steps.pop();
    }

    /// What repetition says of the move that led to the present position, `ply` plies from the
    /// root.
    #[inline]
    pub(super) fn repeated<const W: usize>(&self, rules: &Rules<W>, ply: usize) -> Repeated {
        let Some(last) = self.steps.last() else {
            return Repeated::No;
        };
        // Captures cannot be taken back.
        let mut occurrences = 0;
        // Whether one but the last lies beyond the root.
        let mut in_tree = false;
        let same = (self.steps.iter().enumerate().rev())
            .take_while(|(_, step)| step.pieces == last.pieces)
            .step_by(2)
            .filter(|(_, step)| step.key == last.key);
        for (at, _) in same {
            in_tree |= occurrences > 0 && at >= self.played;
            occurrences += 1;
        }
        if occurrences < 2 {
            return Repeated::No;
        }
        let Some(rule) = rules.spec.end.repetition else {
            return match in_tree {
                true => Repeated::Ends(0),
                false => Repeated::No,
            };
        };
        let ripe = occurrences >= usize::from(rule.occurrence);
        let loss = ply as i32 - WIN;
        match rule.result {
            // What the search comes back to once it can come back to again.
            RepetitionResult::Draw if ripe || in_tree => Repeated::Ends(0),
            RepetitionResult::Illegal if ripe => Repeated::Illegal,
            RepetitionResult::MoverLoses if ripe => Repeated::Ends(loss),
            RepetitionResult::MoverLosesUnlessQuiet(_) if ripe => {
                let first = self.steps.iter().position(|step| step.key == last.key);
                let since = &self.steps[first.map_or(0, |first| first + 1)..];
                match since.iter().any(|step| step.attacked) {
                    true => Repeated::Ends(loss),
                    false => Repeated::Ends(0),
                }
            }
            _ => Repeated::No,
        }
    }
}
