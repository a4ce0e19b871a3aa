//! Drops of pieces in hand.

use super::Sink;
use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::piece::{Code, PieceType};
use crate::position::Position;
use crate::tables::RuleTables;

impl<const W: usize> RuleTables<W> {
    /// The drops of the side to move on some squares.
    #[inline(always)]
    pub(super) fn drops<S: Sink<W>>(
        &self,
        position: &Position<W>,
        allowed: SquareSet<W>,
        sink: &mut S,
    ) {
        if self.hands.exist() && !position.hands.is_empty(position.side) {
            self.drops_of_hand(position, allowed - position.occupied(), sink);
        }
    }

    #[inline(never)]
    fn drops_of_hand<S: Sink<W>>(
        &self,
        position: &Position<W>,
        allowed: SquareSet<W>,
        sink: &mut S,
    ) {
        let us = position.side;
        for (at, piece, drops) in self.hands.all() {
            if position.hands.count(us, at) == 0 {
                continue;
            }
            let mut targets = drops.squares[us.index()] & allowed;
            if let Some(most) = drops.per_file {
                targets = targets - self.full_files(position, piece, most);
            }
            if drops.never_checks || drops.never_mates {
                let is_forbidden = |to: &Square| {
                    let drop = Move::drop(piece, *to);
                    self.gives_check(position, drop)
                        && (drops.never_checks || self.count(&position.after(self, drop)) == 0)
                };
                targets = targets.iter().filter(|to| !is_forbidden(to)).collect();
            }
            sink.drops(piece, targets);
        }
    }

    /// The squares of the files on which the side to move has at least `most` pieces of a type.
    fn full_files(&self, position: &Position<W>, piece: PieceType, most: u8) -> SquareSet<W> {
        let code = Code::new(position.side, piece);
        let own = position.pieces(position.side).iter();
        let own = own.filter(|square| position.at(*square) == code);
        let board = &self.geometry;
        let files: Vec<i32> = own.map(|square| board.file(square)).collect();
        let is_full = |square: &Square| {
            let same = files.iter().filter(|file| **file == board.file(*square));
            same.count() >= most.into()
        };
        board.all().filter(is_full).collect()
    }
}
