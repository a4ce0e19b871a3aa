//! Retrograde analysis: from the positions in which the game is over, back to their predecessors
//! (K. Thompson, "Retrograde analysis of certain endgames", 1986).
//!
//! No move is taken back, so that powers need no code for it: the moves of all positions are made,
//! and each position lists its predecessors.

use super::SolveError;
use super::progress::{Report, Stage};
use super::space::{BYTES_PER_NUMBER, CHUNK, Next, Space};
use crate::piece::Color;
use crate::position::Outcome;
use crate::tables::RuleTables;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The value of a position with best play, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndgameValue {
    /// A win in this many plies, and not sooner.
    Win(u16),
    /// Neither side can win.
    Draw,
    /// A loss in this many plies, and not later.
    Loss(u16),
}

impl EndgameValue {
    /// The winner and the plies to the win if `side` is to move; `None` in a draw.
    pub fn winner(self, side: Color) -> Option<(Color, u16)> {
        match self {
            EndgameValue::Win(plies) => Some((side, plies)),
            EndgameValue::Loss(plies) => Some((side.other(), plies)),
            EndgameValue::Draw => None,
        }
    }
}

#[derive(Debug)]
pub(super) struct EndgameValues(Vec<u16>);

/// A draw, or not known yet.
const OPEN: u16 = 0;

impl EndgameValues {
    /// The value of the position with a number.
    pub fn of(&self, number: u32) -> EndgameValue {
        match self.0[number as usize] {
            OPEN => EndgameValue::Draw,
            code if code % 2 == 1 => EndgameValue::Loss(code / 2),
            code => EndgameValue::Win(code / 2 - 1),
        }
    }

    fn is_open(&self, number: u32) -> bool {
        self.0[number as usize] == OPEN
    }

    fn set(&mut self, number: u32, value: EndgameValue) {
        self.0[number as usize] = match value {
            EndgameValue::Draw => OPEN,
            EndgameValue::Loss(plies) => 2 * plies + 1,
            EndgameValue::Win(plies) => 2 * plies + 2,
        };
    }
}

/// The moves of all positions, by the positions that they lead to.
struct Graph {
    /// For each position: the end of its predecessors in `predecessors`. They begin at the end of
    /// the previous ones.
    ends: Vec<AtomicU32>,
    predecessors: Vec<AtomicU32>,
    /// For each position: its moves that are not known to lose; 0 for those in `over`, whose moves
    /// are not listed.
    open: Vec<u16>,
    /// Positions that are lost or won for lack of moves, and those that are by the next move.
    over: Vec<(u32, EndgameValue)>,
}

/// Finds the value of every position, in at most `bytes` of memory.
pub(super) fn values<const W: usize>(
    rules: &RuleTables<W>,
    space: &Space<W>,
    bytes: u64,
    report: Report<'_>,
) -> Result<EndgameValues, SolveError> {
    let mut graph = Graph::of(rules, space, bytes, report)?;
    let stage = Stage::new(report, Stage::VALUES, space.numbers());
    let mut values = EndgameValues(vec![OPEN; space.numbers() as usize]);
    let (mut level, mut next) = (Vec::new(), Vec::new());
    for &(number, value) in &graph.over {
        values.set(number, value);
        match value {
            EndgameValue::Loss(0) | EndgameValue::Win(0) => level.push(number),
            _ => next.push(number),
        }
    }
    let mut plies = 0;
    while !level.is_empty() || !next.is_empty() {
        plies += 1;
        for &number in &level {
            let is_won = matches!(values.of(number), EndgameValue::Win(_));
            for at in graph.range(number) {
                let before = graph.predecessors[at].load(Relaxed);
                if !values.is_open(before) {
                    continue;
                }
                if !is_won {
                    values.set(before, EndgameValue::Win(plies));
                    next.push(before);
                    continue;
                }
                let open = &mut graph.open[before as usize];
                *open -= 1;
                if *open == 0 {
                    values.set(before, EndgameValue::Loss(plies));
                    next.push(before);
                }
            }
        }
        stage.add(level.len() as u64);
        level = std::mem::take(&mut next);
    }
    Ok(values)
}

impl Graph {
    fn of<const W: usize>(
        rules: &RuleTables<W>,
        space: &Space<W>,
        bytes: u64,
        report: Report<'_>,
    ) -> Result<Graph, SolveError> {
        let numbers = space.numbers() as usize;
        let ends: Vec<AtomicU32> = (0..numbers).map(|_| AtomicU32::new(0)).collect();
        let mut open = vec![0_u16; numbers];
        let stage = Stage::new(report, Stage::MOVES, numbers as u64);
        let over = (open.par_chunks_mut(CHUNK).enumerate())
            .flat_map_iter(|(chunk, open)| {
                let (mut moves, mut targets, mut over) = (Vec::new(), Vec::new(), Vec::new());
                for (number, open) in (chunk * CHUNK..).zip(open) {
                    let Some(position) = space.position(rules, number as u64) else {
                        continue;
                    };
                    targets.clear();
                    let (mut can_win, mut kept) = (false, 0);
                    space.successors(rules, &position, &mut moves, |next| match next {
                        Next::Wins => can_win = true,
                        Next::Draws => kept += 1,
                        Next::Loses => {}
                        Next::To(target) => {
                            kept += 1;
                            targets.push(target);
                        }
                    });
                    let value = if moves.is_empty() {
                        match position.without_moves(rules) {
                            (Outcome::Draw, _) => None,
                            (Outcome::Win(side), _) if side == position.side => {
                                Some(EndgameValue::Win(0))
                            }
                            _ => Some(EndgameValue::Loss(0)),
                        }
                    } else if can_win {
                        Some(EndgameValue::Win(1))
                    } else {
                        (kept == 0).then_some(EndgameValue::Loss(1))
                    };
                    if let Some(value) = value {
                        over.push((number as u32, value));
                        continue;
                    }
                    *open = kept;
                    for &target in &targets {
                        ends[target as usize].fetch_add(1, Relaxed);
                    }
                }
                stage.add(CHUNK as u64);
                over
            })
            .collect();
        let mut edges = 0_u64;
        for end in &ends {
            // The beginning, until the predecessors are filled in.
            let count = end.load(Relaxed);
            end.store(edges as u32, Relaxed);
            edges += u64::from(count);
        }
        let needed = numbers as u64 * BYTES_PER_NUMBER + edges * size_of::<u32>() as u64;
        SolveError::check_memory(needed, bytes)?;
        if edges > u64::from(u32::MAX) {
            return Err(SolveError::too_many());
        }
        let predecessors: Vec<AtomicU32> = (0..edges).map(|_| AtomicU32::new(0)).collect();
        let stage = Stage::new(report, Stage::PREDECESSORS, numbers as u64);
        open.par_chunks(CHUNK)
            .enumerate()
            .for_each(|(chunk, open)| {
                let mut moves = Vec::new();
                for (number, &open) in (chunk * CHUNK..).zip(open) {
                    if open == 0 {
                        continue;
                    }
                    let Some(position) = space.position(rules, number as u64) else {
                        continue;
                    };
                    space.successors(rules, &position, &mut moves, |next| {
                        if let Next::To(target) = next {
                            let at = ends[target as usize].fetch_add(1, Relaxed);
                            predecessors[at as usize].store(number as u32, Relaxed);
                        }
                    });
                }
                stage.add(CHUNK as u64);
            });
        Ok(Graph {
            ends,
            predecessors,
            open,
            over,
        })
    }

    fn range(&self, number: u32) -> std::ops::Range<usize> {
        let begin = match number {
            0 => 0,
            number => self.ends[number as usize - 1].load(Relaxed),
        };
        begin as usize..self.ends[number as usize].load(Relaxed) as usize
    }
}
