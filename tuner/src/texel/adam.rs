//! Adam (D. P. Kingma and J. Ba, "Adam: a Method for Stochastic Optimization", 2014).

/// How much of the mean slope, and of its square, is kept from step to step.
const KEEP: (f64, f64) = (0.9, 0.999);

/// Steps downhill whose size does not depend on the scale of the slope.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    /// For so many parameters.
    pub fn new(parameters: usize) -> Adam {
        Adam {
            mean: vec![0.0; parameters],
            square: vec![0.0; parameters],
            steps: 0,
        }
    }

    /// Moves parameters against a slope, each by about `rate` at most.
    pub fn step(&mut self, parameters: &mut [f64], slope: &[f64], rate: f64) {
        self.steps = self.steps.saturating_add(1);
        let (keep_mean, keep_square) = KEEP;
        let whole_mean = 1.0 - keep_mean.powi(self.steps);
        let whole_square = 1.0 - keep_square.powi(self.steps);
        let both = self.mean.iter_mut().zip(&mut self.square);
        for ((parameter, slope), (mean, square)) in parameters.iter_mut().zip(slope).zip(both) {
            *mean = keep_mean * *mean + (1.0 - keep_mean) * slope;
            *square = keep_square * *square + (1.0 - keep_square) * slope * slope;
            let size = (*square / whole_square).sqrt() + 1e-12;
            *parameter -= rate * (*mean / whole_mean) / size;
        }
    }
}
