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
use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::reach::{Ray, RayTable, Reach};

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
    /// The lines of a piece with approach or withdrawal; `None` without plain moves, which is a
    /// fault that has been reported.
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
            if self.withdrawal {
                behind.insert_if_on_board(ray.behind);
                behind &= actor.enemy;
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
                    ahead(actor, self.approach.as_ref(), ray, at, behind, &mut land);
                }
                if occupied {
                    break;
                }
            }
        }
        quiet
    }
}

/// Passes the captures, and the conversion, of a move to square `at` of a ray to `land`.
#[inline(always)]
fn ahead<const W: usize>(
    actor: &Actor<'_, W>,
    approach: Option<&Approach>,
    ray: &Ray,
    at: usize,
    behind: SquareSet<W>,
    land: &mut impl FnMut(SquareSet<W>, Option<Square>),
) {
    let ahead = ray.next(at);
    let approached = approach.filter(|_| actor.enemy.contains_on_board(ahead));
    let Some(approach) = approached else {
        return land(behind, None);
    };
    if approach.optional {
        land(behind, None);
    }
    match approach.effect {
        ApproachEffect::Convert => land(behind, Some(ahead)),
        ApproachEffect::Capture => {
            let mut victims = behind;
            let reach = if approach.line { usize::MAX } else { 1 };
            ray.squares[at + 1..]
                .iter()
                .take(reach)
                .take_while(|square| actor.enemy.contains(**square))
                .for_each(|&square| victims.insert(square));
            land(victims, None);
        }
    }
}
