//! The builder of a reach.

use super::{Arena, BentReach, Reach, ReachLine, ReachTable};
use crate::betza::{Betza, Mode};
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::Color;

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
            for step in term.steps(self.color) {
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

    /// Adds a slide, in White's directions, that may not end on its first `skip` squares.
    pub(crate) fn slide(&mut self, mode: Mode, step: (i32, i32), range: u8, skip: u8) {
        let half = self.half_line(mode, self.from, self.color.turned(step), range, skip);
        self.halves.push(half);
    }

    /// Adds a step to an empty square and the slides (direction and range) from there, in White's
    /// directions.
    pub(crate) fn bent(
        &mut self,
        step: (i32, i32),
        onward: impl Iterator<Item = ((i32, i32), u8)>,
    ) {
        let Some(gate) = self.step(self.from, self.color.turned(step)) else {
            return;
        };
        self.leaps[Mode::Move as usize].insert(gate);
        let halves = onward
            .map(|(step, range)| {
                self.half_line(Mode::Both, gate, self.color.turned(step), range, 0)
            })
            .collect();
        self.bents.push((gate, Mode::Both, halves));
    }

    /// The reach, with its lines in the arena.
    pub(crate) fn finish(self, arena: &mut Arena<W>) -> Reach<W> {
        let modes = [Mode::Both, Mode::Move, Mode::Capture];
        let grouped =
            modes.map(|mode| pair_up(self.halves.iter().filter(|half| half.mode == mode)));
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
        let line = ReachLine {
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

/// By square: the reach of some notation.
pub(crate) fn reach_table<const W: usize>(
    betza: &Betza,
    board: &Geometry,
    color: Color,
    arena: &mut Arena<W>,
) -> ReachTable<W> {
    let reach = |from| {
        let mut builder = ReachBuilder::new(board, color, from);
        builder.betza(betza);
        builder.finish(arena)
    };
    board.all().map(reach).collect()
}

/// By square: the targets of some notation on an empty board.
pub(crate) fn alone_table<const W: usize>(
    betza: &Betza,
    board: &Geometry,
    color: Color,
    arena: &mut Arena<W>,
) -> Vec<SquareSet<W>> {
    let table = reach_table::<W>(betza, board, color, arena);
    table.iter().map(|reach| reach.alone(arena)).collect()
}
