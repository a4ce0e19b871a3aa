//! Moves that build a wall on a square of the mover's choice.

use super::sink::{OfSome, Sink, Split};
use crate::board::SquareSet;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::rules::WallSquares;
use crate::tables::{RuleTables, Traits, Walls};

impl<const W: usize> RuleTables<W> {
    /// The walls of a game in which moves choose the squares where they build one.
    #[inline(always)]
    pub(crate) fn chosen_walls(&self) -> Option<&Walls<W>> {
        let walls = self.walls.as_ref();
        walls.filter(|walls| walls.built.is_some_and(WallSquares::is_chosen))
    }

    /// Generates the moves that a sink wants, each with every wall that it can build.
    #[inline(never)]
    pub(super) fn walled<S: Sink<W>>(
        &self,
        position: &Position<W>,
        walls: &Walls<W>,
        sink: &mut S,
    ) {
        let mut moves = Vec::new();
        let movers = sink.movers();
        let mut listed = OfSome {
            movers,
            moves: &mut moves,
        };
        self.unwalled(position, &mut listed);
        for mv in moves {
            self.build(position, walls, mv, |mv| sink.fixed(mv));
        }
    }

    /// Appends the legal moves that capture or promote; of those that differ in their walls alone, one.
    #[inline(never)]
    pub(super) fn noisy_walled(
        &self,
        position: &Position<W>,
        walls: &Walls<W>,
        moves: &mut Vec<Move>,
    ) {
        let mut noisy = Vec::new();
        let mut split = Split {
            position,
            noisy: &mut noisy,
            quiets: &mut (),
        };
        self.unwalled(position, &mut split);
        let mut alike = Vec::new();
        for mv in noisy {
            alike.clear();
            self.build(position, walls, mv, |mv| alike.push(mv));
            let mut legal = alike.iter().filter(|&&mv| self.may_be_played(position, mv));
            moves.extend(legal.next());
        }
    }

    /// Calls `visit` with a move and each wall that it can build; a pass builds none.
    fn build(
        &self,
        position: &Position<W>,
        walls: &Walls<W>,
        mv: Move,
        mut visit: impl FnMut(Move),
    ) {
        if mv.kind == MoveKind::Pass {
            return visit(mv);
        }
        let next = position.after(self, mv);
        let free = walls.squares - next.occupied();
        let allowed = match walls.built {
            Some(WallSquares::Arrow) => self.quiet_targets(&next, mv),
            Some(WallSquares::Edge) => {
                let standing = next.walls(self).iter();
                standing.fold(walls.border, |all, wall| all | walls.beside[wall.index()])
            }
            _ => SquareSet::ALL,
        };
        (free & allowed).for_each(|square| visit(mv.walling(square)));
    }

    /// The squares to which the piece that has just moved could move on.
    fn quiet_targets(&self, next: &Position<W>, mv: Move) -> SquareSet<W> {
        let code = next.at(mv.to);
        if self.traits(code).is(Traits::SPECIAL) {
            return self.plain_targets(next, mv.to);
        }
        let [own, enemy] = [next.side.other(), next.side].map(|color| next.pieces(color));
        self.reach(code, mv.to).targets(&self.arena, own, enemy)
    }
}
