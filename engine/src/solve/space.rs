//! All positions that can arise from some pieces, numbered.

use super::SolveError;
use super::progress::{Report, Stage};
use crate::board::Square;
use crate::moves::Move;
use crate::piece::{Code, Color};
use crate::position::{Outcome, Position};
use crate::tables::{RuleTables, Traits};
use arrayvec::ArrayVec;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The maximum count of numbers, which have 32 bits.
const MAX_NUMBERS: u64 = u32::MAX as u64;
/// Bytes per number: value, open moves, and end of the predecessors.
pub(super) const BYTES_PER_NUMBER: u64 = 8;
/// Positions per work unit of a thread.
pub(super) const CHUNK: usize = 1 << 14;

/// The maximum number of pieces: with more, any board has too many positions.
const MAX_PIECES: usize = 6;

/// Pieces in ascending order of their codes.
pub(super) type Material = ArrayVec<Code, MAX_PIECES>;

/// The positions of some pieces, numbered: one number for each placement and side to move. Some
/// numbers are unused, since two pieces cannot share a square.
#[derive(Clone, Debug)]
struct Class {
    material: Material,
    /// The number of its first position.
    first: u64,
}

impl Class {
    /// The count of numbers of a class.
    fn size(material: &Material, squares: usize) -> u64 {
        2 * (squares as u64).pow(material.len() as u32)
    }

    /// The number of a position, given by its pieces and squares in ascending order.
    fn number(&self, squares: usize, side: Color, on: impl Iterator<Item = (Code, Square)>) -> u64 {
        let places = on.fold(0, |places, (_, square)| {
            places * squares as u64 + square.index() as u64
        });
        self.first + 2 * places + side.index() as u64
    }

    /// The side to move and pieces of a number; `None` if it is unused.
    fn place(
        &self,
        squares: usize,
        number: u64,
    ) -> Option<(Color, ArrayVec<(Code, Square), MAX_PIECES>)> {
        let number = number - self.first;
        let side = Color::BOTH[(number % 2) as usize];
        let mut places = number / 2;
        let mut on: ArrayVec<(Code, Square), MAX_PIECES> = ArrayVec::new();
        for &code in self.material.iter().rev() {
            let square = Square((places % squares as u64) as u8);
            places /= squares as u64;
            // Equal pieces stand in ascending order: their other orders are the same position.
            let is_taken = on
                .iter()
                .any(|&(other, at)| at == square || (other == code && at < square));
            if is_taken {
                return None;
            }
            on.push((code, square));
        }
        on.reverse();
        Some((side, on))
    }
}

/// All positions that can arise from some pieces.
#[derive(Debug)]
pub(super) struct Space<const W: usize> {
    classes: Vec<Class>,
    by_material: HashMap<Material, usize>,
    /// Positions with more state than their pieces (a double step was just made, two pieces may not
    /// be swapped back), in the order of their keys. Their numbers follow those of all classes.
    others: Vec<Position<W>>,
    by_key: HashMap<u64, u32>,
    /// The number of the first of `others`.
    first_other: u64,
    bytes: u64,
}

/// The position or result that a move leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    /// The end of the game: won or lost for the side that moved, or drawn.
    Wins,
    Loses,
    Draws,
    /// The position with this number.
    To(u32),
}

/// Successors without numbers: their pieces, or the positions by their keys.
type Unknown<const W: usize> = (BTreeSet<Material>, BTreeMap<u64, Position<W>>);

impl<const W: usize> Space<W> {
    /// Finds all positions that can arise from some pieces.
    pub fn find(
        rules: &RuleTables<W>,
        material: Material,
        bytes: u64,
        report: Report<'_>,
    ) -> Result<Space<W>, SolveError> {
        let mut space = Space {
            classes: Vec::new(),
            by_material: HashMap::new(),
            others: Vec::new(),
            by_key: HashMap::new(),
            first_other: 0,
            bytes,
        };
        let mut others: BTreeMap<u64, Position<W>> = BTreeMap::new();
        let mut new_materials = BTreeSet::from([material]);
        let mut new_others: Vec<Position<W>> = Vec::new();
        while !new_materials.is_empty() || !new_others.is_empty() {
            let before = space.first_other;
            for material in std::mem::take(&mut new_materials) {
                space.add(rules, material)?;
            }
            let visited = std::mem::take(&mut new_others);
            // The classes that were found before are done.
            let stage = Stage::new(report, Stage::POSITIONS, space.first_other);
            stage.add(before);
            let chunks = (before..space.first_other).step_by(CHUNK);
            let found = (chunks.collect::<Vec<u64>>())
                .into_par_iter()
                .map(|first| {
                    let numbers = first..(first + CHUNK as u64).min(space.first_other);
                    let positions = numbers.filter_map(|number| space.position(rules, number));
                    let unknown = space.unknown(rules, positions);
                    stage.add(CHUNK as u64);
                    unknown
                })
                .chain(
                    visited
                        .par_chunks(64)
                        .map(|some| space.unknown(rules, some.iter().copied())),
                )
                .collect::<Vec<_>>();
            for (materials, positions) in found {
                let is_new = |material: &Material| !space.by_material.contains_key(material);
                new_materials.extend(materials.into_iter().filter(is_new));
                for (key, position) in positions {
                    if others.insert(key, position).is_none() {
                        new_others.push(position);
                    }
                }
            }
        }
        if space.first_other + others.len() as u64 > MAX_NUMBERS {
            return Err(SolveError::too_many());
        }
        for (key, position) in others {
            let number = space.first_other + space.others.len() as u64;
            space.by_key.insert(key, number as u32);
            space.others.push(position);
        }
        Ok(space)
    }

    fn add(&mut self, rules: &RuleTables<W>, material: Material) -> Result<(), SolveError> {
        let size = Class::size(&material, rules.geometry.squares());
        if self.first_other + size > MAX_NUMBERS {
            return Err(SolveError::too_many());
        }
        let needed = (self.first_other + size) * BYTES_PER_NUMBER;
        SolveError::check_memory(needed, self.bytes)?;
        self.by_material
            .insert(material.clone(), self.classes.len());
        self.classes.push(Class {
            material,
            first: self.first_other,
        });
        self.first_other += size;
        Ok(())
    }

    pub fn numbers(&self) -> u64 {
        self.first_other + self.others.len() as u64
    }

    /// The numbers of the positions with the pieces that the caller named.
    pub fn named(&self) -> std::ops::Range<u64> {
        0..self
            .classes
            .get(1)
            .map_or(self.first_other, |next| next.first)
    }

    /// The position with a number; `None` if the number is unused, a side has lost by the pieces on
    /// the board, or the side that is not to move is in check.
    pub fn position(&self, rules: &RuleTables<W>, number: u64) -> Option<Position<W>> {
        if let Some(at) = number.checked_sub(self.first_other) {
            return self.others.get(at as usize).copied();
        }
        let class = self.classes.partition_point(|class| class.first <= number) - 1;
        let (side, on) = self.classes[class].place(rules.geometry.squares(), number)?;
        let position = Position::with_pieces(rules, side, &on);
        let is_possible = !position.is_decided(rules) && !position.is_exposed(rules);
        is_possible.then_some(position)
    }

    /// The number of a position that no side has lost by the pieces on the board.
    pub fn number(&self, rules: &RuleTables<W>, position: &Position<W>) -> Option<u32> {
        if !position.is_plain() {
            return self.by_key.get(&position.key).copied();
        }
        let on = pieces_of(position)?;
        let material: Material = on.iter().map(|&(code, _)| code).collect();
        let class = &self.classes[*self.by_material.get(&material)?];
        let number = class.number(rules.geometry.squares(), position.side, on.into_iter());
        Some(number as u32)
    }

    pub fn successors(
        &self,
        rules: &RuleTables<W>,
        position: &Position<W>,
        moves: &mut Vec<Move>,
        mut visit: impl FnMut(Next),
    ) {
        moves.clear();
        rules.generate(position, moves);
        for &one in moves.iter() {
            let next = position.after(rules, one);
            visit(match next.decision(rules) {
                Some((Outcome::Draw, _)) => Next::Draws,
                Some((Outcome::Win(winner), _)) if winner == position.side => Next::Wins,
                Some(_) => Next::Loses,
                None => Next::To(
                    self.number(rules, &next)
                        .expect("every successor was found"),
                ),
            });
        }
    }

    /// The successors of positions that have no numbers, each material once.
    fn unknown(
        &self,
        rules: &RuleTables<W>,
        positions: impl Iterator<Item = Position<W>>,
    ) -> Unknown<W> {
        let mut moves = Vec::new();
        let mut materials = BTreeSet::new();
        let mut others = BTreeMap::new();
        for position in positions {
            moves.clear();
            rules.generate(&position, &mut moves);
            for &one in &moves {
                let next = position.after(rules, one);
                if next.is_over(rules) || self.number(rules, &next).is_some() {
                    continue;
                }
                if !next.is_plain() {
                    others.insert(next.key, next);
                } else if let Some(on) = pieces_of(&next) {
                    materials.insert(on.iter().map(|&(code, _)| code).collect());
                }
            }
        }
        (materials, others)
    }
}

/// The pieces of a position with their squares, in ascending order of both; `None` if there are too
/// many.
fn pieces_of<const W: usize>(
    position: &Position<W>,
) -> Option<ArrayVec<(Code, Square), MAX_PIECES>> {
    let mut on = ArrayVec::new();
    for square in position.occupied() {
        on.try_push((position.at(square), square)).ok()?;
    }
    on.sort_unstable();
    Some(on)
}

/// Sorts pieces; an error if there are too many.
pub(super) fn material_of(codes: &[Code]) -> Result<Material, SolveError> {
    if codes.len() > MAX_PIECES {
        let fault = format!("{MAX_PIECES} pieces are the most that can be solved");
        return Err(SolveError::Impossible(fault));
    }
    let mut material: Material = codes.iter().copied().collect();
    material.sort_unstable();
    Ok(material)
}

/// Whether a piece can stand on a square: a pawn cannot stand on its own first rank, nor a
/// piece on a square where it would have had to promote.
pub(super) fn may_stand<const W: usize>(rules: &RuleTables<W>, code: Code, square: Square) -> bool {
    let Some((color, _)) = code.piece() else {
        return false;
    };
    let traits = rules.traits(code);
    let is_behind = traits.is(Traits::PAWN) && rules.geometry.ranks_advanced(color, square) == 0;
    let has_promoted = traits
        .promotion()
        .map(|at| &rules.promotions[at])
        .is_some_and(|promotion| (promotion.must & promotion.end).contains(square));
    !is_behind && !has_promoted
}
