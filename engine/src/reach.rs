//! The reach of a piece from a square: leaps, lines and bent lines; and rays, the squares of lines in
//! order, for powers that walk along them.

use crate::betza::{Betza, Mode, blockers, is_straight};
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::Color;
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
    /// The index of its first line: lines to move and capture, only to move, only to capture.
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
        let bents = arena.bents[from..from + self.bent_count as usize].iter();
        bents.filter(move |bent| !occupied.contains(bent.gate))
    }

    /// The squares to which a piece on `blocker` blocks one of the lines that can capture there.
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

    /// The squares of its lines and bent lines on an empty board, by [`Mode`].
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

/// A half-line of a reach that is being built.
struct HalfLine<const W: usize> {
    mode: Mode,
    step: (i32, i32),
    path: SquareSet<W>,
    landing: SquareSet<W>,
}

/// The builder of the reach of one piece from one square.
pub(crate) struct ReachBuilder<'g, const W: usize> {
    pub board: &'g Geometry,
    pub color: Color,
    pub from: Square,
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

    fn half_line(
        &self,
        mode: Mode,
        mut from: Square,
        step: (i32, i32),
        range: u8,
        skip: u8,
    ) -> HalfLine<W> {
        let mut half = HalfLine {
            mode,
            step,
            path: SquareSet::EMPTY,
            landing: SquareSet::EMPTY,
        };
        for steps in 1..=range {
            let Some(square) = self.board.away(from, step, 1) else {
                break;
            };
            half.path.insert(square);
            half.landing.insert_if(square, steps > skip);
            from = square;
        }
        half
    }

    /// Adds moves in Betza notation.
    pub(crate) fn betza(&mut self, betza: &Betza) {
        for term in &betza.terms {
            for step in term.steps(self.color) {
                if term.range > 1 {
                    let half = self.half_line(term.mode, self.from, step, term.range, 0);
                    self.halves.push(half);
                } else if term.lame {
                    self.lame_leap(term.mode, step);
                } else if let Some(to) = self.board.away(self.from, step, 1) {
                    self.leaps[term.mode as usize].insert(to);
                }
            }
        }
    }

    /// Adds those moves in Betza notation that end on some squares.
    pub(crate) fn betza_within(&mut self, betza: &Betza, ends: SquareSet<W>) {
        let (leaps, halves, bents) = (self.leaps, self.halves.len(), self.bents.len());
        self.leaps = [SquareSet::EMPTY; 3];
        self.betza(betza);
        for (own, before) in self.leaps.iter_mut().zip(leaps) {
            *own = (*own & ends) | before;
        }
        let bent = self.bents[bents..]
            .iter_mut()
            .flat_map(|(.., halves)| halves);
        for half in self.halves[halves..].iter_mut().chain(bent) {
            half.landing &= ends;
        }
    }

    fn lame_leap(&mut self, mode: Mode, leap: (i32, i32)) {
        let blockers = blockers(leap);
        if is_straight(leap) {
            let skip = blockers.len() as u8;
            let steps = i32::from(skip) + 1;
            let step = (leap.0 / steps, leap.1 / steps);
            let half = self.half_line(mode, self.from, step, skip + 1, skip);
            self.halves.push(half);
            return;
        }
        let [first] = blockers[..] else {
            return;
        };
        if let Some(gate) = self.board.away(self.from, first, 1) {
            let rest = (leap.0 - first.0, leap.1 - first.1);
            let half = self.half_line(mode, gate, rest, 1, 0);
            self.bents.push((gate, mode, vec![half]));
        }
    }

    /// Adds a slide, in White's directions, that may not end on its first `skip` squares.
    pub(crate) fn slide(&mut self, mode: Mode, step: (i32, i32), range: u8, skip: u8) {
        let half = self.half_line(mode, self.from, self.color.turned(step), range, skip);
        self.halves.push(half);
    }

    /// Adds a step to an empty square and slides from there, in White's directions.
    pub(crate) fn bent(
        &mut self,
        step: (i32, i32),
        onward: impl Iterator<Item = ((i32, i32), u8)>,
    ) {
        let Some(gate) = self.board.away(self.from, self.color.turned(step), 1) else {
            return;
        };
        self.leaps[Mode::Move as usize].insert(gate);
        let halves = onward.map(|(step, range)| {
            self.half_line(Mode::Both, gate, self.color.turned(step), range, 0)
        });
        let halves = halves.collect();
        self.bents.push((gate, Mode::Both, halves));
    }

    /// The reach, with its lines in the arena.
    pub(crate) fn finish(self, arena: &mut Arena<W>) -> Reach<W> {
        let of_mode = |mode| pair_up(self.halves.iter().filter(|half| half.mode == mode));
        let grouped = [Mode::Both, Mode::Move, Mode::Capture].map(of_mode);
        let line_counts = [0, 1, 2].map(|mode: usize| grouped[mode].len() as u8);
        let lines = arena.add_lines(grouped.concat());
        let bents: Vec<BentReach> = (self.bents.iter())
            .map(|(gate, mode, halves)| {
                let lines = pair_up(halves.iter());
                BentReach {
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

/// Joins opposite half-lines to lines; a half-line without a partner is a line too.
fn pair_up<'h, const W: usize>(halves: impl Iterator<Item = &'h HalfLine<W>>) -> Vec<ReachLine<W>> {
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
        let (lower, upper) = if (half.step.1, half.step.0) > (0, 0) {
            (path, half.path)
        } else {
            (half.path, path)
        };
        if !landing.is_empty() {
            lines.push(ReachLine {
                lower,
                upper,
                landing,
            });
        }
    }
    lines
}

/// By square: the reach that `add` builds.
pub(crate) fn reach_table<const W: usize>(
    board: &Geometry,
    color: Color,
    arena: &mut Arena<W>,
    add: impl Fn(&mut ReachBuilder<'_, W>),
) -> ReachTable<W> {
    let reach = |from| {
        let mut builder = ReachBuilder::new(board, color, from);
        add(&mut builder);
        builder.finish(arena)
    };
    board.all().map(reach).collect()
}

#[derive(Clone, Debug)]
pub(crate) struct Ray {
    /// The squares in order, to the end of the board.
    pub squares: Box<[Square]>,
    /// The number of squares within range.
    pub range: usize,
    /// The square behind the start.
    pub behind: Option<Square>,
    /// Whether plain moves and captures along it are possible.
    pub mode: Mode,
}

/// The rays from every square; an empty table for a piece without rays.
pub(crate) type RayTable = Vec<Box<[Ray]>>;

impl Ray {
    #[inline(always)]
    pub(crate) fn within_range(&self) -> &[Square] {
        &self.squares[..self.range]
    }

    /// The square after the one numbered `at`.
    #[inline(always)]
    pub(crate) fn next(&self, at: usize) -> Option<Square> {
        self.squares.get(at + 1).copied()
    }
}

pub(crate) fn rays(betza: &Betza, board: &Geometry, color: Color) -> RayTable {
    let from_square = |from: Square| {
        let steps = (betza.terms.iter())
            .flat_map(|term| term.steps(color).into_iter().map(move |step| (term, step)));
        let all = steps.map(|(term, step)| {
            let at = |far| board.away(from, step, far);
            let squares: Box<[Square]> = (1..).map_while(at).collect();
            Ray {
                range: squares.len().min(usize::from(term.range)),
                squares,
                behind: at(-1),
                mode: term.mode,
            }
        });
        all.filter(|ray| ray.range > 0).collect()
    };
    board.all().map(from_square).collect()
}

/// The squares within range of all rays from a square.
pub(crate) fn ray_ends<const W: usize>(table: &RayTable, from: Square) -> SquareSet<W> {
    let rays = table.get(from.index()).into_iter().flatten();
    rays.flat_map(Ray::within_range).copied().collect()
}
