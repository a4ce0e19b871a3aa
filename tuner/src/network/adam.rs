//! AdamW in single precision (Kingma and Ba 2014; Loshchilov and Hutter 2019), for many numbers at once.

/// How much of the mean slope, and of its square, is kept from step to step.
const KEEP: (f32, f32) = (0.9, 0.999);

/// The size of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct AdamStep {
    /// How far a number moves, about.
    rate: f32,
    /// What a number keeps of itself.
    keep: f32,
    /// What the means are of their whole, which they reach after many steps.
    whole: (f32, f32),
}

impl AdamStep {
    /// Step `number`, from 1.
    pub fn new(number: i32, rate: f32, decay: f32) -> AdamStep {
        AdamStep {
            rate,
            keep: 1.0 - rate * decay,
            whole: (1.0 - KEEP.0.powi(number), 1.0 - KEEP.1.powi(number)),
        }
    }
}

/// Means of slopes and of their squares.
#[derive(Clone, Debug)]
pub(super) struct Moments {
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Moments {
    /// Of so many numbers.
    pub fn new(count: usize) -> Moments {
        Moments {
            mean: vec![0.0; count],
            square: vec![0.0; count],
        }
    }

    /// All of them.
    pub fn state(&mut self) -> [&mut [f32]; 2] {
        [&mut self.mean, &mut self.square]
    }

    /// Moves the numbers from place `begin` on against their slopes.
    #[inline]
    pub fn step(&mut self, begin: usize, numbers: &mut [f32], slopes: &[f32], step: AdamStep) {
        let part = begin..begin + numbers.len();
        let moments = self.mean[part.clone()]
            .iter_mut()
            .zip(&mut self.square[part]);
        for ((number, slope), (mean, square)) in numbers.iter_mut().zip(slopes).zip(moments) {
            *mean = KEEP.0 * *mean + (1.0 - KEEP.0) * slope;
            *square = KEEP.1 * *square + (1.0 - KEEP.1) * slope * slope;
            let size = (*square / step.whole.1).sqrt() + 1e-8;
            *number = *number * step.keep - step.rate * (*mean / step.whole.0) / size;
        }
    }
}
