//! The reach of a piece from a square: leaps, lines and bent lines.

mod builder;
mod rays;

pub(crate) use builder::{ReachBuilder, alone_table, reach_table};
pub(crate) use rays::{Ray, RayTable, ray_ends, rays};

use crate::betza::Mode;
use crate::board::{Square, SquareSet};
use std::collections::HashMap;

/// The reach of one piece from one square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach<const W: usize> {
    /// Leaps that move and capture.
    pub leaps: SquareSet<W>,
    /// Leaps that only move.
    pub move_leaps: SquareSet<W>,
    /// Leaps that only capture.
    pub capture_leaps: SquareSet<W>,
    /// The index of its first line in the arena: lines to move and capture, then lines only to
    /// move, then lines only to capture.
    lines: u32,
    /// The index of its first bent line in the arena.
    bents: u32,
    line_counts: [u8; 3],
    bent_count: u8,
}

/// The squares that a piece reaches past the pieces on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached<const W: usize> {
    /// The squares that it can move to or capture on.
    pub targets: SquareSet<W>,
    /// The squares on which it could capture any piece, friends included.
    pub seen: SquareSet<W>,
}

/// Reaches by code and square, or by square alone.
pub(crate) type ReachTable<const W: usize> = Vec<Reach<W>>;

/// Two opposite half-lines from a square, which other pieces block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ReachLine<const W: usize> {
    /// The squares before the start in board order.
    lower: SquareSet<W>,
    /// The squares after it.
    upper: SquareSet<W>,
    /// The squares of both on which the piece may stop.
    landing: SquareSet<W>,
}

impl<const W: usize> ReachLine<W> {
    /// The squares of the line up to and including the first occupied one in either direction.
    #[inline(always)]
    fn slide(&self, occupied: SquareSet<W>) -> SquareSet<W> {
        let above = (self.upper & occupied).up_to_first();
        let below = (self.lower & occupied).down_to_last();
        self.landing & above & below
    }

    fn is_empty(&self) -> bool {
        self.landing.is_empty()
    }
}

/// Lines that go on from a square which must be empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BentReach {
    gate: Square,
    mode: Mode,
    lines: u32,
    count: u8,
}

/// The lines of all reaches, equal ones once.
#[derive(Debug, Default)]
pub(crate) struct Arena<const W: usize> {
    lines: Vec<ReachLine<W>>,
    bents: Vec<BentReach>,
    known_lines: HashMap<Vec<ReachLine<W>>, u32>,
    known_bents: HashMap<Vec<BentReach>, u32>,
}

impl<const W: usize> Arena<W> {
    fn add_lines(&mut self, lines: Vec<ReachLine<W>>) -> u32 {
        let next = self.lines.len() as u32;
        *self.known_lines.entry(lines).or_insert_with_key(|lines| {
            self.lines.extend(lines);
            next
        })
    }

    fn add_bents(&mut self, bents: Vec<BentReach>) -> u32 {
        let next = self.bents.len() as u32;
        *self.known_bents.entry(bents).or_insert_with_key(|bents| {
            self.bents.extend(bents);
            next
        })
    }

    /// Frees what only building the tables needed.
    pub(crate) fn finish(&mut self) {
        self.known_lines = HashMap::new();
        self.known_bents = HashMap::new();
    }

    #[inline(always)]
    fn slide(&self, from: u32, count: u8, occupied: SquareSet<W>) -> SquareSet<W> {
        let from = from as usize;
        let mut squares = SquareSet::EMPTY;
        for line in &self.lines[from..from + count as usize] {
            squares |= line.slide(occupied);
        }
        squares
    }
}

impl<const W: usize> Reach<W> {
    /// The squares that the piece reaches past the pieces on the board.
    #[inline(always)]
    pub(crate) fn reached(
        &self,
        arena: &Arena<W>,
        own: SquareSet<W>,
        enemy: SquareSet<W>,
    ) -> Reached<W> {
        let occupied = own | enemy;
        let [both, only_move, only_capture] = self.line_counts;
        let mut at = self.lines;
        let lines = arena.slide(at, both, occupied);
        let mut seen = self.leaps | lines;
        let mut targets =
            (seen - own) | (self.move_leaps - occupied) | (self.capture_leaps & enemy);
        seen |= self.capture_leaps;
        at += u32::from(both);
        if only_move != 0 {
            targets |= arena.slide(at, only_move, occupied) - occupied;
            at += u32::from(only_move);
        }
        if only_capture != 0 {
            let lines = arena.slide(at, only_capture, occupied);
            targets |= lines & enemy;
            seen |= lines;
        }
        if self.bent_count != 0 {
            for bent in self.open_bents(arena, occupied) {
                let lines = arena.slide(bent.lines, bent.count, occupied);
                targets |= match bent.mode {
                    Mode::Both => lines - own,
                    Mode::Move => lines - occupied,
                    Mode::Capture => lines & enemy,
                };
                if bent.mode != Mode::Move {
                    seen |= lines;
                }
            }
        }
        Reached { targets, seen }
    }

    /// The squares that the piece can move to or capture on: `own` pieces are never captured.
    #[inline(always)]
    pub(crate) fn targets(
        &self,
        arena: &Arena<W>,
        own: SquareSet<W>,
        enemy: SquareSet<W>,
    ) -> SquareSet<W> {
        self.reached(arena, own, enemy).targets
    }

    /// The squares on which it could capture any piece, past the pieces of `occupied`.
    #[inline(always)]
    pub(crate) fn sees(&self, arena: &Arena<W>, occupied: SquareSet<W>) -> SquareSet<W> {
        self.reached(arena, SquareSet::EMPTY, occupied).seen
    }

    /// The bent lines whose gate is empty.
    fn open_bents<'a>(
        &self,
        arena: &'a Arena<W>,
        occupied: SquareSet<W>,
    ) -> impl Iterator<Item = &'a BentReach> {
        let from = self.bents as usize;
        let bents = &arena.bents[from..from + self.bent_count as usize];
        bents
            .iter()
            .filter(move |bent| !occupied.contains(bent.gate))
    }

    /// The squares to which a piece on `blocker` blocks one of the lines that can capture there;
    /// other pieces may block other lines.
    pub(crate) fn held_up(&self, arena: &Arena<W>, blocker: Square) -> SquareSet<W> {
        let stopped = |from: u32, count: u8| {
            let lines = &arena.lines[from as usize..from as usize + count as usize];
            lines.iter().fold(SquareSet::EMPTY, |all, line| {
                all | (line.slide(SquareSet::EMPTY) - line.slide(SquareSet::of(blocker)))
            })
        };
        let [both, only_move, only_capture] = self.line_counts;
        let at = self.lines + u32::from(both) + u32::from(only_move);
        let mut squares = stopped(self.lines, both) | stopped(at, only_capture);
        let captures = |bent: &&BentReach| bent.mode != Mode::Move;
        for bent in (self.open_bents(arena, SquareSet::EMPTY)).filter(captures) {
            squares |= if bent.gate == blocker {
                arena.slide(bent.lines, bent.count, SquareSet::EMPTY)
            } else {
                stopped(bent.lines, bent.count)
            };
        }
        squares - self.capturing_leaps()
    }

    /// The squares of its lines on an empty board: to move and capture (bent lines included), only
    /// to move, only to capture.
    pub(crate) fn lines_by_mode(&self, arena: &Arena<W>) -> [SquareSet<W>; 3] {
        let mut at = self.lines;
        let mut squares = self.line_counts.map(|count| {
            let reached = arena.slide(at, count, SquareSet::EMPTY);
            at += u32::from(count);
            reached
        });
        for bent in self.open_bents(arena, SquareSet::EMPTY) {
            squares[bent.mode as usize] |= arena.slide(bent.lines, bent.count, SquareSet::EMPTY);
        }
        squares
    }

    /// The squares that the piece could move to on an empty board.
    pub(crate) fn alone(&self, arena: &Arena<W>) -> SquareSet<W> {
        self.targets(arena, SquareSet::EMPTY, SquareSet::EMPTY)
    }

    /// The leaps that can capture.
    #[inline(always)]
    pub(crate) fn capturing_leaps(&self) -> SquareSet<W> {
        self.leaps | self.capture_leaps
    }

    /// The squares of the straight lines that can capture, on an empty board.
    pub(crate) fn capturing_lines(&self, arena: &Arena<W>) -> SquareSet<W> {
        let [both, only_move, only_capture] = self.line_counts;
        let at = self.lines + u32::from(both) + u32::from(only_move);
        arena.slide(self.lines, both, SquareSet::EMPTY)
            | arena.slide(at, only_capture, SquareSet::EMPTY)
    }
}
