//! Where a piece may go from a square: leaps, lines and bent lines.

use crate::board::{Geometry, Square, SquareSet};
use crate::piece::Color;
use crate::rules::{Betza, Mode};
use std::collections::HashMap;

/// Where one piece may go from one square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach<const W: usize> {
    /// Leaps that move and capture.
    pub leaps: SquareSet<W>,
    /// Leaps that only move.
    pub move_leaps: SquareSet<W>,
    /// Leaps that only capture.
    pub capture_leaps: SquareSet<W>,
    /// The first of its lines in the arena; those that move and capture stand first, then those
    /// that only move, then those that only capture.
    lines: u32,
    /// The first of its bent lines in the arena.
    bents: u32,
    line_counts: [u8; 3],
    bent_count: u8,
}

/// One entry a code and square, or an entry a square where the code is known.
pub(crate) type ReachTable<const W: usize> = Vec<Reach<W>>;

/// Two opposite half-lines from a square, on which other pieces stand in the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Line<const W: usize> {
    /// The squares before the start in board order.
    lower: SquareSet<W>,
    /// The squares after it.
    upper: SquareSet<W>,
    /// Those of both on which the piece may stop.
    landing: SquareSet<W>,
}

impl<const W: usize> Line<W> {
    /// The squares of the line that can be reached past the pieces of `occupied`: up to the first
    /// piece either way, and with it.
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
pub(crate) struct Bent {
    gate: Square,
    mode: Mode,
    lines: u32,
    count: u8,
}

/// Holds the lines of all reaches, equal ones once.
#[derive(Debug, Default)]
pub(crate) struct Arena<const W: usize> {
    lines: Vec<Line<W>>,
    bents: Vec<Bent>,
    known_lines: HashMap<Vec<Line<W>>, u32>,
    known_bents: HashMap<Vec<Bent>, u32>,
}

impl<const W: usize> Arena<W> {
    fn add_lines(&mut self, lines: Vec<Line<W>>) -> u32 {
        let next = self.lines.len() as u32;
        *self.known_lines.entry(lines).or_insert_with_key(|lines| {
            self.lines.extend(lines);
            next
        })
    }

    fn add_bents(&mut self, bents: Vec<Bent>) -> u32 {
        let next = self.bents.len() as u32;
        *self.known_bents.entry(bents).or_insert_with_key(|bents| {
            self.bents.extend(bents);
            next
        })
    }

    /// Forgets what was only needed while the tables were made.
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
    /// The squares that the piece can move to or capture on: `own` pieces are never captured.
    #[inline(always)]
    pub(crate) fn targets(
        &self,
        arena: &Arena<W>,
        own: SquareSet<W>,
        enemy: SquareSet<W>,
    ) -> SquareSet<W> {
        let occupied = own | enemy;
        let mut squares =
            (self.leaps - own) | (self.move_leaps - occupied) | (self.capture_leaps & enemy);
        let [both, only_move, only_capture] = self.line_counts;
        let mut at = self.lines;
        if both != 0 {
            squares |= arena.slide(at, both, occupied) - own;
            at += u32::from(both);
        }
        if only_move != 0 {
            squares |= arena.slide(at, only_move, occupied) - occupied;
            at += u32::from(only_move);
        }
        if only_capture != 0 {
            squares |= arena.slide(at, only_capture, occupied) & enemy;
        }
        if self.bent_count != 0 {
            for bent in self.open_bents(arena, occupied) {
                let reached = arena.slide(bent.lines, bent.count, occupied);
                squares |= match bent.mode {
                    Mode::Both => reached - own,
                    Mode::Move => reached - occupied,
                    Mode::Capture => reached & enemy,
                };
            }
        }
        squares
    }

    /// The bent lines whose gate is empty.
    fn open_bents<'a>(
        &self,
        arena: &'a Arena<W>,
        occupied: SquareSet<W>,
    ) -> impl Iterator<Item = &'a Bent> {
        let from = self.bents as usize;
        let bents = &arena.bents[from..from + self.bent_count as usize];
        bents
            .iter()
            .filter(move |bent| !occupied.contains(bent.gate))
    }

    /// The squares reached past the pieces of `occupied` (the first piece met included),
    /// whoever stands there, by everything that can capture.
    #[inline(always)]
    pub(crate) fn sees(&self, arena: &Arena<W>, occupied: SquareSet<W>) -> SquareSet<W> {
        let [both, only_move, only_capture] = self.line_counts;
        let mut squares = self.leaps | self.capture_leaps | arena.slide(self.lines, both, occupied);
        if only_capture != 0 {
            let at = self.lines + u32::from(both) + u32::from(only_move);
            squares |= arena.slide(at, only_capture, occupied);
        }
        if self.bent_count != 0 {
            for bent in self.open_bents(arena, occupied) {
                if bent.mode != Mode::Move {
                    squares |= arena.slide(bent.lines, bent.count, occupied);
                }
            }
        }
        squares
    }

    /// The squares of its lines on an empty board: those to move and capture on (bent lines
    /// among them), to move on only, to capture on only.
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

/// A half-line while a reach is being put together.
struct HalfLine<const W: usize> {
    mode: Mode,
    step: (i32, i32),
    path: SquareSet<W>,
    landing: SquareSet<W>,
}

/// Puts together the reach of one piece from one square.
pub(crate) struct ReachBuilder<'g, const W: usize> {
    board: &'g Geometry,
    color: Color,
    from: Square,
    leaps: [SquareSet<W>; 3],
    halves: Vec<HalfLine<W>>,
    bents: Vec<(Square, Mode, Vec<HalfLine<W>>)>,
}

impl<'g, const W: usize> ReachBuilder<'g, W> {
    pub(crate) fn new(board: &'g Geometry, color: Color, from: Square) -> Self {
        ReachBuilder {
            board,
            color,
            from,
            leaps: [SquareSet::EMPTY; 3],
            halves: Vec::new(),
            bents: Vec::new(),
        }
    }

    /// A step as seen by White.
    fn turned(&self, (file, rank): (i32, i32)) -> (i32, i32) {
        match self.color {
            Color::White => (file, rank),
            Color::Black => (file, -rank),
        }
    }

    fn half_line(
        &self,
        mode: Mode,
        from: Square,
        step: (i32, i32),
        range: u8,
        skip: u8,
    ) -> HalfLine<W> {
        let (mut file, mut rank) = (self.board.file(from), self.board.rank(from));
        let mut half = HalfLine {
            mode,
            step,
            path: SquareSet::EMPTY,
            landing: SquareSet::EMPTY,
        };
        for steps in 1..=range {
            (file, rank) = (file + step.0, rank + step.1);
            let Some(square) = self.board.at(file, rank) else {
                break;
            };
            half.path.insert(square);
            half.landing.insert_if(square, steps > skip);
        }
        half
    }

    /// Adds moves in Betza notation.
    pub(crate) fn betza(&mut self, betza: &Betza) {
        for term in &betza.terms {
            for &leap in &term.leaps {
                let step = self.turned(leap);
                if term.range > 1 {
                    let half = self.half_line(term.mode, self.from, step, term.range, 0);
                    self.halves.push(half);
                } else if term.lame {
                    self.lame_leap(term.mode, step);
                } else if let Some(to) = self.step(self.from, step) {
                    self.leaps[term.mode as usize].insert(to);
                }
            }
        }
    }

    fn step(&self, from: Square, step: (i32, i32)) -> Option<Square> {
        self.board.at(
            self.board.file(from) + step.0,
            self.board.rank(from) + step.1,
        )
    }

    fn lame_leap(&mut self, mode: Mode, leap: (i32, i32)) {
        let length = leap.0.abs().max(leap.1.abs());
        if leap.0 == 0 || leap.1 == 0 || leap.0.abs() == leap.1.abs() {
            let step = (leap.0 / length, leap.1 / length);
            let half = self.half_line(mode, self.from, step, length as u8, length as u8 - 1);
            self.halves.push(half);
            return;
        }
        // The oblique leap of the mao: one orthogonal step, then one diagonal step.
        let first = (leap.0 / 2, leap.1 / 2);
        if let Some(gate) = self.step(self.from, first) {
            let rest = (leap.0 - first.0, leap.1 - first.1);
            let half = self.half_line(mode, gate, rest, 1, 0);
            self.bents.push((gate, mode, vec![half]));
        }
    }

    /// Adds a slide that passes over its first squares.
    pub(crate) fn skip_slide(&mut self, along: &Betza, skip: u8) {
        for term in &along.terms {
            for &leap in &term.leaps {
                let half =
                    self.half_line(term.mode, self.from, self.turned(leap), term.range, skip);
                self.halves.push(half);
            }
        }
    }

    /// Adds a step to an empty square and the slides that lead on from it.
    pub(crate) fn bent(&mut self, first: &Betza, then: &Betza) {
        for &step in first.terms.iter().flat_map(|term| &term.leaps) {
            let step = self.turned(step);
            let Some(gate) = self.step(self.from, step) else {
                continue;
            };
            self.leaps[Mode::Move as usize].insert(gate);
            let mut halves = Vec::new();
            for term in &then.terms {
                for &leap in &term.leaps {
                    let onward = self.turned(leap);
                    if onward.0 * step.0 + onward.1 * step.1 > 0 {
                        halves.push(self.half_line(Mode::Both, gate, onward, term.range, 0));
                    }
                }
            }
            self.bents.push((gate, Mode::Both, halves));
        }
    }

    /// Adds an unlimited slide in one direction as seen by White.
    pub(crate) fn slide(&mut self, step: (i32, i32)) {
        let half = self.half_line(Mode::Both, self.from, step, u8::MAX, 0);
        self.halves.push(half);
    }

    /// Adds two steps in one direction without capturing, over an empty square, where the start is on one
    /// of some ranks (counted from 1 at the owner's side; any when `None`).
    pub(crate) fn double_steps(&mut self, ranks: Option<&[u8]>, along: &Betza) {
        if !is_on_rank(ranks, self.board, self.color, self.from) {
            return;
        }
        for &step in along.terms.iter().flat_map(|term| &term.leaps) {
            let half = self.half_line(Mode::Move, self.from, self.turned(step), 2, 1);
            self.halves.push(half);
        }
    }

    /// The finished reach; its lines go into the arena.
    pub(crate) fn finish(self, arena: &mut Arena<W>) -> Reach<W> {
        let modes = [Mode::Both, Mode::Move, Mode::Capture];
        let grouped =
            modes.map(|mode| pair_up(self.halves.iter().filter(|half| half.mode == mode)));
        let line_counts = [0, 1, 2].map(|mode: usize| grouped[mode].len() as u8);
        let lines = arena.add_lines(grouped.concat());
        let bents: Vec<Bent> = (self.bents.iter())
            .map(|(gate, mode, halves)| {
                let lines = pair_up(halves.iter());
                Bent {
                    gate: *gate,
                    mode: *mode,
                    count: lines.len() as u8,
                    lines: arena.add_lines(lines),
                }
            })
            .filter(|bent| bent.count > 0)
            .collect();
        let [leaps, move_leaps, capture_leaps] = self.leaps;
        Reach {
            leaps,
            move_leaps,
            capture_leaps,
            lines,
            line_counts,
            bent_count: bents.len() as u8,
            bents: arena.add_bents(bents),
        }
    }
}

/// Whether a square is on one of some ranks, counted from 1 at the owner's side; every square is when
/// `ranks` is `None`.
pub(super) fn is_on_rank(
    ranks: Option<&[u8]>,
    board: &Geometry,
    owner: Color,
    square: Square,
) -> bool {
    let rank = match owner {
        Color::White => board.rank(square) + 1,
        Color::Black => board.ranks() - board.rank(square),
    };
    ranks.is_none_or(|ranks| ranks.iter().any(|&one| i32::from(one) == rank))
}

/// Joins half-lines in opposite directions to lines; a half-line without a partner is a line too.
fn pair_up<'h, const W: usize>(halves: impl Iterator<Item = &'h HalfLine<W>>) -> Vec<Line<W>> {
    let halves: Vec<&HalfLine<W>> = halves.collect();
    let mut used = vec![false; halves.len()];
    let mut lines = Vec::new();
    for (at, half) in halves.iter().enumerate() {
        if used[at] {
            continue;
        }
        let back = (-half.step.0, -half.step.1);
        let partner =
            (at + 1..halves.len()).find(|&other| !used[other] && halves[other].step == back);
        let (mut path, mut landing) = (SquareSet::EMPTY, half.landing);
        if let Some(partner) = partner {
            used[partner] = true;
            path = halves[partner].path;
            landing |= halves[partner].landing;
        }
        // A line runs upwards in board order when it goes to a higher rank, or right on its own.
        let (lower, upper) = match (half.step.1, half.step.0) > (0, 0) {
            true => (path, half.path),
            false => (half.path, path),
        };
        let line = Line {
            lower,
            upper,
            landing,
        };
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}
