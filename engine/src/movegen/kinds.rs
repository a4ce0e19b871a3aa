//! Some of the moves only, or in two lists: those that change the material (captures, conversions and
//! promotions), and the quiet ones; and those of one piece.

use super::sink::Sink;
use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::position::Position;
use crate::tables::Rules;

impl<const W: usize> Rules<W> {
    /// Appends the legal moves that capture, convert or promote.
    pub(crate) fn generate_noisy(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.candidates(position, &mut Noisy { position, moves });
        self.keep_legal(position, moves, first);
    }

    /// Appends the moves that capture, convert or promote, and the quiet ones, all of which
    /// [`Rules::keep_legal`] has still to look at.
    pub(crate) fn generate_split(
        &self,
        position: &Position<W>,
        noisy: &mut Vec<Move>,
        quiets: &mut Vec<Move>,
    ) {
        let mut sink = Split {
            position,
            noisy,
            quiets,
        };
        self.candidates(position, &mut sink);
    }

    /// The legal move that fits, among those of the piece on a square; some of other pieces are looked at, too.
    /// `list` is scratch space.
    pub(crate) fn find_from(
        &self,
        position: &Position<W>,
        from: Square,
        list: &mut Vec<Move>,
        fits: impl Fn(Move) -> bool,
    ) -> Option<Move> {
        list.clear();
        let movers = SquareSet::of(from);
        let moves = &mut *list;
        self.candidates(position, &mut OfSome { movers, moves });
        let found = list.iter().copied().find(|&mv| fits(mv));
        found.filter(|&mv| self.is_legal(position, mv))
    }
}

/// Lets through what changes the material.
struct Noisy<'m, const W: usize> {
    position: &'m Position<W>,
    moves: &'m mut Vec<Move>,
}

impl<const W: usize> Sink<W> for Noisy<'_, W> {
    #[inline(always)]
    fn plain(&mut self, from: Square, targets: SquareSet<W>) {
        let enemy = self.position.pieces(self.position.side().other());
        self.moves.plain(from, targets & enemy);
    }

    #[inline(always)]
    fn fixed(&mut self, one: Move) {
        if self.position.is_noisy(one) {
            self.moves.push(one);
        }
    }
}

/// Puts what changes the material and what does not into two lists.
struct Split<'m, const W: usize> {
    position: &'m Position<W>,
    noisy: &'m mut Vec<Move>,
    quiets: &'m mut Vec<Move>,
}

impl<const W: usize> Sink<W> for Split<'_, W> {
    #[inline(always)]
    fn plain(&mut self, from: Square, targets: SquareSet<W>) {
        let enemy = self.position.pieces(self.position.side().other());
        self.noisy.plain(from, targets & enemy);
        self.quiets.plain(from, targets - enemy);
    }

    #[inline(always)]
    fn fixed(&mut self, one: Move) {
        if self.position.is_noisy(one) {
            self.noisy.push(one);
        } else {
            self.quiets.push(one);
        }
    }
}

/// Takes the moves of the pieces on some squares.
struct OfSome<'m, const W: usize> {
    movers: SquareSet<W>,
    moves: &'m mut Vec<Move>,
}

impl<const W: usize> Sink<W> for OfSome<'_, W> {
    #[inline(always)]
    fn plain(&mut self, from: Square, targets: SquareSet<W>) {
        self.moves.plain(from, targets);
    }

    #[inline(always)]
    fn fixed(&mut self, one: Move) {
        self.moves.push(one);
    }

    #[inline(always)]
    fn movers(&self) -> SquareSet<W> {
        self.movers
    }
}
