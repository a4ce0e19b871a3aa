//! Plain moves with a further effect: captures ahead of the target or behind the start. A piece
//! with approach and withdrawal does both by one move.
//!
//! An Advancer on a1 that goes to c1 captures the enemy on d1; a Withdrawer on b1 that goes to d1
//! captures the enemy on a1:
//! ```text
//! 1 A . (A) p        a1c1xd1        1 p W . (W)        b1d1xa1
//!   a b  c  d                         a b c  d
//! ```

use super::approach::{Approach, ApproachEffect};
use super::power::{Actor, CompileContext};
use super::prey::Prey;
use crate::betza::Mode;
use crate::board::SquareSet;
use crate::moves::Move;
use crate::reach::{RayTable, Reach};

/// The further effects of the plain moves of a piece.
#[derive(Debug, Default)]
pub(crate) enum Steps {
    /// None.
    #[default]
    Plain,
    /// Captures ahead of the target or behind the start.
    Lines(StepLines),
    /// Captures of each enemy in its own way.
    Chameleon(Prey),
}

/// Plain moves with captures ahead of the target or behind the start.
#[derive(Debug, Default)]
pub(crate) struct StepLines {
    /// By square: the rays of the plain moves.
    rays: RayTable,
    pub approach: Option<Approach>,
    pub withdrawal: bool,
}

impl Steps {
    /// The lines of approach or withdrawal; `None` without plain moves, a fault reported before.
    pub(crate) fn lines<const W: usize>(
        &mut self,
        context: &CompileContext<'_, W>,
    ) -> Option<&mut StepLines> {
        if !matches!(self, Steps::Lines(_)) {
            *self = Steps::Lines(StepLines {
                rays: context.rays(context.piece.moves?),
                ..StepLines::default()
            });
        }
        match self {
            Steps::Lines(lines) => Some(lines),
            Steps::Plain | Steps::Chameleon(_) => None,
        }
    }

    /// Finds the plain moves with a further effect; returns the targets of the others.
    #[inline(always)]
    pub(crate) fn moves<const W: usize>(
        &self,
        actor: &Actor<'_, W>,
        reach: &Reach<W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        match self {
            Steps::Plain => reach.targets(actor.arena, actor.own, actor.enemy),
            Steps::Lines(lines) => lines.moves(actor, found),
            Steps::Chameleon(prey) => prey.moves(actor, found),
        }
    }
}

impl StepLines {
    /// Finds the captures; returns the squares to which it can move without capturing.
    #[inline]
    fn moves<const W: usize>(
        &self,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        let mut quiet = SquareSet::EMPTY;
        for ray in &self.rays[actor.from.index()] {
            let mut behind = SquareSet::EMPTY;
            if let Some(square) = ray.behind.filter(|_| self.withdrawal) {
                behind.insert_if(square, actor.enemy.contains(square));
            }
            for (at, &to) in ray.within_range().iter().enumerate() {
                let occupied = actor.occupied().contains(to);
                let may_land = match ray.mode {
                    Mode::Both => !actor.own.contains(to),
                    Mode::Move => !occupied,
                    Mode::Capture => actor.enemy.contains(to),
                };
                if may_land {
                    let mut land = |victims: SquareSet<W>, converted| {
                        let one = Move::removing(actor.from, to, victims);
                        match converted {
                            Some(square) => found(one.converting(square)),
                            None if victims.is_empty() && !occupied => quiet.insert(to),
                            None => found(one),
                        }
                    };
                    let ahead = ray.next(at);
                    let approach = self.approach.as_ref();
                    let approach = approach.zip(ahead.filter(|&ahead| actor.enemy.contains(ahead)));
                    if approach.is_none_or(|(approach, _)| approach.optional) {
                        land(behind, None);
                    }
                    match approach.map(|(approach, ahead)| (approach.effect, approach.line, ahead))
                    {
                        None => {}
                        Some((ApproachEffect::Convert, _, ahead)) => land(behind, Some(ahead)),
                        Some((ApproachEffect::Capture, line, _)) => {
                            let mut victims = behind;
                            let squares = ray.squares[at + 1..].iter();
                            squares
                                .take(if line { usize::MAX } else { 1 })
                                .take_while(|square| actor.enemy.contains(**square))
                                .for_each(|&square| victims.insert(square));
                            land(victims, None);
                        }
                    }
                }
                if occupied {
                    break;
                }
            }
        }
        quiet
    }
}
