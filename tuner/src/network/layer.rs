//! The first layer, in groups of hidden units that learn by themselves: each group takes all positions in their
//! order, so that sums do not depend on the number of threads.
//!
//! The row of an input is the sum of four: that of the piece on the square, of the piece anywhere, of the piece on the
//! rank and of the piece on the file. What is rarely seen on a square learns from what is seen elsewhere. Where the place of
//! the royal chooses among several rows, a fifth is that of the piece on the square with this place, and begins at nothing.

use super::adam::{AdamStep, Moments};
use super::positions::LearningPosition;
use arrayvec::ArrayVec;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::ops::Range;
use tradewind_engine::evaluation::network::{MAX_WEIGHT, Shape};

/// Hidden units of a group.
pub(super) const LANES: usize = 16;
/// The size of the first numbers.
const FIRST_ROW: f32 = 0.08;
const FIRST_BIAS: f32 = 0.4;

/// One number for each unit of a group.
pub(super) type Units = [f32; LANES];

/// Numbers that are taken from all over a table: they lie in one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct UnitRow(Units);

const ZEROS: UnitRow = UnitRow([0.0; LANES]);

/// A group of hidden units.
#[derive(Clone, Debug)]
pub(super) struct UnitGroup {
    /// The parts of rows: by input, then, where a piece on a square has several of them, by that; of pieces anywhere, on ranks
    /// and on files; then the biases.
    parts: Vec<Units>,
    moments: Moments,
    /// The rows, sums of their parts.
    rows: Vec<UnitRow>,
    slopes: Vec<UnitRow>,
}

/// Which parts a row has.
#[derive(Clone, Debug)]
pub(super) struct RowParts {
    /// By input: those that it shares.
    of_input: Vec<ArrayVec<u32, 4>>,
    /// How many there are of a piece on a square.
    placings: usize,
    /// How many parts there are in all, the biases among them.
    count: usize,
}

impl RowParts {
    pub fn new(shape: &Shape) -> RowParts {
        let (pieces, squares) = (2 * shape.pieces.len(), shape.squares());
        let (inputs, placings) = (shape.inputs(), shape.placings());
        let shared_placings = if inputs > placings { placings } else { 0 };
        let anywhere = inputs + shared_placings;
        let on_rank = anywhere + pieces;
        let on_file = on_rank + pieces * shape.ranks;
        let of_input = |input: usize| {
            let placing = input % placings;
            let (piece, square) = (placing / squares, placing % squares);
            let (rank, file) = (square / shape.files, square % shape.files);
            let of_placing = (shared_placings > 0).then_some(inputs + placing);
            let others = [
                anywhere + piece,
                on_rank + piece * shape.ranks + rank,
                on_file + piece * shape.files + file,
            ];
            let parts = of_placing.into_iter().chain(others);
            parts.map(|part| part as u32).collect()
        };
        RowParts {
            of_input: (0..inputs).map(of_input).collect(),
            placings,
            count: on_file + pieces * shape.files + 1,
        }
    }

    fn inputs(&self) -> usize {
        self.of_input.len()
    }

    /// The parts of pieces on squares, whatever else a row has.
    fn of_placings(&self) -> Range<usize> {
        let begin = match self.inputs() {
            inputs if inputs > self.placings => inputs,
            _ => 0,
        };
        begin..begin + self.placings
    }
}

impl UnitGroup {
    pub fn new(parts: &RowParts, random: &mut ChaCha8Rng) -> UnitGroup {
        let mut numbers = vec![[0.0; LANES]; parts.count];
        for number in numbers[parts.of_placings()].as_flattened_mut() {
            *number = random.random_range(-FIRST_ROW..FIRST_ROW);
        }
        if let Some(biases) = numbers.last_mut() {
            biases.fill_with(|| random.random_range(0.0..FIRST_BIAS));
        }
        let mut group = UnitGroup {
            moments: Moments::new(parts.count * LANES),
            rows: vec![ZEROS; parts.inputs()],
            slopes: vec![ZEROS; parts.count],
            parts: numbers,
        };
        group.sum(parts);
        group
    }

    /// The group whose rows are those of a network, in parts of squares alone. A network that has fewer rows for a piece on a
    /// square is taken to have the same one for several places of the royal.
    pub fn of_rows(
        parts: &RowParts,
        rows: &[&[f32]],
        biases: &[f32],
        random: &mut ChaCha8Rng,
    ) -> UnitGroup {
        let mut group = UnitGroup::new(parts, random);
        group.parts.fill([0.0; LANES]);
        let (inputs, placings) = (parts.inputs(), parts.of_placings());
        for (input, own) in group.parts[..inputs].iter_mut().enumerate() {
            own.copy_from_slice(rows[input % rows.len()]);
        }
        if inputs > parts.placings {
            // What the rows of all places have in common is the part that they share.
            let share = parts.placings as f32 / inputs as f32;
            let (own, shared) = group.parts.split_at_mut(placings.start);
            for (place, row) in own.iter().enumerate() {
                for (mean, number) in shared[place % parts.placings].iter_mut().zip(row) {
                    *mean += share * number;
                }
            }
            for (place, row) in own.iter_mut().enumerate() {
                for (number, mean) in row.iter_mut().zip(shared[place % parts.placings]) {
                    *number -= mean;
                }
            }
        }
        if let Some(own) = group.parts.last_mut() {
            own.copy_from_slice(biases);
        }
        group.sum(parts);
        group
    }

    /// All numbers that change from step to step.
    pub fn state(&mut self) -> impl Iterator<Item = &mut [f32]> {
        [self.parts.as_flattened_mut()]
            .into_iter()
            .chain(self.moments.state())
    }

    /// Sums the parts of all rows up, each within the bounds of a network.
    pub fn sum(&mut self, parts: &RowParts) {
        let rows = self.rows.iter_mut().zip(&self.parts).zip(&parts.of_input);
        for ((UnitRow(row), own), shared) in rows {
            *row = *own;
            for &part in shared {
                add(row, &self.parts[part as usize]);
            }
            for number in row {
                *number = number.clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        }
    }

    /// The row of an input, within the bounds of a network.
    pub fn row(&self, input: usize) -> &Units {
        &self.rows[input].0
    }

    pub fn biases(&self) -> &Units {
        &self.parts[self.parts.len() - 1]
    }

    /// What the units sum up to in both views of some positions.
    pub fn forward(&self, lessons: &[LearningPosition<'_>]) -> Vec<[Units; 2]> {
        let of_view = |inputs: &[u16]| {
            let mut sums = *self.biases();
            for &input in inputs {
                add(&mut sums, &self.rows[usize::from(input)].0);
            }
            sums
        };
        (lessons.iter())
            .map(|lesson| lesson.views.map(of_view))
            .collect()
    }

    /// Forgets all slopes.
    pub fn begin(&mut self) {
        self.slopes.fill(ZEROS);
    }

    /// Adds the slopes of the loss in the sums of some positions.
    pub fn backward(&mut self, lessons: &[LearningPosition<'_>], of_sums: &[[Units; 2]]) {
        let Some((UnitRow(of_biases), of_rows)) = self.slopes.split_last_mut() else {
            return;
        };
        for (lesson, of_sums) in lessons.iter().zip(of_sums) {
            // A slope of its own, which no row can lie over, is added in whole registers.
            for (inputs, slope) in lesson.views.iter().zip(*of_sums) {
                for &input in *inputs {
                    add(&mut of_rows[usize::from(input)].0, &slope);
                }
                add(of_biases, &slope);
            }
        }
    }

    /// Adds the slopes of rows to those of the parts that they share.
    fn share(&mut self, parts: &RowParts) {
        for (input, shared) in parts.of_input.iter().enumerate() {
            let UnitRow(slope) = self.slopes[input];
            for &part in shared {
                add(&mut self.slopes[part as usize].0, &slope);
            }
        }
    }

    /// A step against the slopes.
    pub fn step(&mut self, parts: &RowParts, step: AdamStep) {
        self.share(parts);
        let both = self.parts.iter_mut().zip(&self.slopes);
        for (begin, (numbers, UnitRow(slopes))) in (0..).step_by(LANES).zip(both) {
            self.moments.step(begin, numbers, slopes, step);
        }
        self.sum(parts);
    }
}

/// Adds numbers to sums, unit by unit.
#[inline(always)]
pub(super) fn add(sums: &mut Units, more: &Units) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

#[cfg(test)]
impl UnitGroup {
    /// The slope of the loss in a number of a part, once slopes are shared.
    pub fn slope(&mut self, parts: &RowParts, [part, lane]: [usize; 2]) -> f32 {
        self.share(parts);
        self.slopes[part].0[lane]
    }

    /// The same group with a number of a part moved.
    pub fn moved(&self, parts: &RowParts, [part, lane]: [usize; 2], by: f32) -> UnitGroup {
        let mut moved = self.clone();
        moved.parts[part][lane] += by;
        moved.sum(parts);
        moved
    }
}
