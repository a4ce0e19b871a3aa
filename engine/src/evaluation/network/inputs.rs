//! The inputs of a network: (own or enemy, piece type, square), in the view of each side.
//!
//! Black's view reverses the ranks. If some piece moves differently to the left and to the right,
//! it reverses the files too, since left is the owner's left. Otherwise the files are reversed in
//! the view of a side whose royal stands in the right half. A network may have separate inputs for
//! each of four royal buckets, as chess programs have king buckets.
//!
//! A piece in hand is a piece type of its own. The first of them has the input of its owner's first
//! square, the second that of the next one, and so on, whether files are reversed or not.

use super::{Shape, hand_symbol};
use crate::board::{Geometry, Square, SquareSet};
use crate::by_width::each_width;
use crate::game::{Game, Rules};
use crate::piece::{Code, Color, PieceType};
use crate::position::Position;
use crate::tables::RuleTables;
use std::ops::Range;

/// Marks a piece without inputs.
const NONE: u32 = u32::MAX;

/// Converts positions of a rule set to inputs.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// By view and code: the first input of the piece, or [`NONE`].
    firsts: [Vec<u32>; 2],
    /// Own and enemy's, by place in [`HandTables::types`]: the inputs of the first piece in hand, the second
    /// and so on; none if the network does not know it there.
    ///
    /// [`HandTables::types`]: crate::tables::HandTables::types
    hands: [Vec<Vec<u32>>; 2],
    /// By view, reversal of files, and square: the square as seen.
    seen: [[Vec<u32>; 2]; 2],
    /// By view and square: the first input if the side's royal stands there.
    by_royal: [Vec<u32>; 2],
    /// Whether the royal's file decides the reversal of files.
    is_symmetric: bool,
    files: i32,
    /// The number of pieces of a full board.
    full: u32,
    buckets: u32,
}

/// A side's view, as its royal's square decides it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RoyalPlace {
    /// Whether files are reversed.
    mirrored: bool,
    /// The first input.
    first: u32,
}

/// The active inputs of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActiveInputs {
    /// In the views of the side to move and of its opponent.
    pub views: [Vec<u32>; 2],
    /// The output bucket.
    pub bucket: usize,
}

impl Inputs {
    /// The inputs of a network of this shape for a rule set.
    pub fn of(rules: &Rules, shape: &Shape) -> Inputs {
        each_width!(&rules.0, tables => Inputs::new(tables, shape))
    }

    /// The active inputs of a position.
    pub fn active(&self, game: &Game) -> ActiveInputs {
        each_width!(&game.0, line => {
            let position = &line.position;
            let us = position.side;
            ActiveInputs {
                views: [us, us.other()].map(|view| {
                    let royal = self.royal_place(position, view);
                    let inputs = position.occupied().iter();
                    let on_board = inputs.filter_map(|at| self.input(view, royal, position.at(at), at));
                    let in_hand = self.hand_places().flat_map(|(owner, at)| {
                        self.of_hand(view, royal, (owner, at), 0..position.hands.count(owner, at))
                    });
                    on_board.chain(in_hand).collect()
                }),
                bucket: self.bucket(position),
            }
        })
    }

    pub(super) fn new<const W: usize>(rules: &RuleTables<W>, shape: &Shape) -> Inputs {
        let spec = &rules.spec;
        let board = &rules.geometry;
        let squares = board.squares() as u32;
        let is_symmetric = is_symmetric(rules);
        let first = |view: Color, code: Code| {
            let (owner, piece) = code.piece()?;
            let piece = spec.piece(piece).copy_of.unwrap_or(piece);
            let text = &spec.piece(piece).text;
            let known = shape.pieces.iter().position(|known| known == text)?;
            let side = if owner == view { 0 } else { shape.pieces.len() };
            Some((side + known) as u32 * squares)
        };
        let firsts = Color::BOTH.map(|view| {
            let codes = Code::all(spec.pieces.len());
            codes
                .map(|code| first(view, code).unwrap_or(NONE))
                .collect()
        });
        let in_hand = |side: usize, piece: PieceType| -> Vec<u32> {
            let text = hand_symbol(spec, piece);
            let known = shape.pieces.iter().position(|known| *known == text);
            let first = known.map(|known| (side * shape.pieces.len() + known) * shape.squares());
            let of = |first| {
                (0..shape.squares()).map(move |at| first + shape.hand_square(side == 0, at))
            };
            first
                .into_iter()
                .flat_map(of)
                .map(|input| input as u32)
                .collect()
        };
        let types = &rules.hands.types;
        Inputs {
            hands: [0, 1].map(|side| types.iter().map(|&piece| in_hand(side, piece)).collect()),
            firsts,
            seen: Color::BOTH.map(|view| {
                let is_rotated = view == Color::Black && !is_symmetric;
                [is_rotated, !is_rotated].map(|mirrored| seen_squares(board, view, mirrored))
            }),
            by_royal: Color::BOTH.map(|view| {
                let bucket = |square| royal_bucket(board, view, square) % shape.royal_buckets;
                let first = |square| (bucket(square) * shape.placings()) as u32;
                board.all().map(first).collect()
            }),
            is_symmetric,
            files: board.files(),
            full: Position::full_board(rules),
            buckets: shape.buckets as u32,
        }
    }

    /// The input of a piece on a square.
    #[inline(always)]
    pub(super) fn input(
        &self,
        view: Color,
        royal: RoyalPlace,
        code: Code,
        square: Square,
    ) -> Option<u32> {
        let first = self.firsts[view.index()][code.index()];
        let seen = &self.seen[view.index()][usize::from(royal.mirrored)];
        (first != NONE).then(|| royal.first + first + seen[square.index()])
    }

    /// The owners and places of pieces in hand.
    pub(super) fn hand_places(&self) -> impl Iterator<Item = (Color, usize)> + use<> {
        let places = self.hands[0].len();
        (Color::BOTH.into_iter()).flat_map(move |owner| (0..places).map(move |at| (owner, at)))
    }

    /// The inputs of pieces of one type in a side's hand, of those with some numbers, counted from 0.
    pub(super) fn of_hand(
        &self,
        view: Color,
        royal: RoyalPlace,
        (owner, at): (Color, usize),
        numbers: Range<u32>,
    ) -> impl Iterator<Item = u32> {
        let inputs = &self.hands[usize::from(owner != view)][at];
        let end = inputs.len().min(numbers.end as usize);
        let begin = end.min(numbers.start as usize);
        inputs[begin..end]
            .iter()
            .map(move |input| royal.first + input)
    }

    /// A square in the view of a side, without regard to its royal.
    pub(super) fn seen_by(&self, view: Color, square: Square) -> Square {
        Square(self.seen[view.index()][0][square.index()] as u8)
    }

    /// The view of a side by the square of its (first) royal.
    #[inline(always)]
    pub(super) fn royal_place<const W: usize>(
        &self,
        position: &Position<W>,
        view: Color,
    ) -> RoyalPlace {
        let Some(royal) = position.royals(view).first() else {
            return RoyalPlace::default();
        };
        RoyalPlace {
            mirrored: self.is_symmetric && 2 * (i32::from(royal.0) % self.files) >= self.files,
            first: self.by_royal[view.index()][royal.index()],
        }
    }

    /// The output bucket of a position: the number of pieces, up to a full board, in equal ranges.
    #[inline(always)]
    pub(super) fn bucket<const W: usize>(&self, position: &Position<W>) -> usize {
        self.bucket_of(position.occupied().count())
    }

    /// The output bucket for a number of pieces.
    #[inline(always)]
    pub(super) fn bucket_of(&self, pieces: u32) -> usize {
        (pieces.saturating_sub(1) * self.buckets / self.full).min(self.buckets - 1) as usize
    }
}

/// By square: the square in a side's view.
fn seen_squares(board: &Geometry, view: Color, mirrored: bool) -> Vec<u32> {
    let seen = |square: Square| {
        let rank = board.ranks_advanced(view, square);
        let file = match board.file(square) {
            file if mirrored => board.files() - 1 - file,
            file => file,
        };
        (rank * board.files() + file) as u32
    };
    board.all().map(seen).collect()
}

/// The bucket of a side's royal: on its first ranks near an edge, as after castling (0), or in the
/// middle (1), on the next ranks (2), or beyond (3). Ranks count in eighths of the board.
fn royal_bucket(board: &Geometry, view: Color, square: Square) -> usize {
    let file = board.file(square);
    let from_edge = file.min(board.files() - 1 - file);
    match 8 * board.ranks_advanced(view, square) / board.ranks() {
        0 if 4 * from_edge < board.files() => 0,
        0 => 1,
        1 => 2,
        _ => 3,
    }
}

/// Whether the moves of every piece are symmetric between left and right.
fn is_symmetric<const W: usize>(rules: &RuleTables<W>) -> bool {
    let board = &rules.geometry;
    let turned = |square: Square| {
        let file = board.files() - 1 - board.file(square);
        board.at(file, board.rank(square)).unwrap_or(square)
    };
    let none = SquareSet::EMPTY;
    let reached = |code, square| rules.reach(code, square).targets(&rules.arena, none, none);
    let codes = Code::all(rules.spec.pieces.len()).skip(1);
    codes.into_iter().all(|code| {
        board.all().all(|square| {
            let there = reached(code, turned(square));
            let here = reached(code, square);
            here.iter().map(turned).collect::<SquareSet<W>>() == there
        })
    })
}
