//! Adam and AdamW (Kingma and Ba 2014; Loshchilov and Hutter 2019), in single and in double precision.

/// The constants of one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdamStep<F> {
    rate: F,
    /// The factor of weight decay.
    decay: F,
    /// The bias corrections of both moments.
    corrections: [F; 2],
}

/// The exponential moving averages of gradients and of their squares.
#[derive(Clone, Debug)]
pub(crate) struct Moments<F> {
    mean: Vec<F>,
    square: Vec<F>,
}

macro_rules! adam {
    ($float:ident, $epsilon:literal) => {
        impl AdamStep<$float> {
            const BETAS: [$float; 2] = [0.9, 0.999];

            /// Step `number`, from 1, with weight decay in units of the learning rate.
            pub fn new(number: i32, rate: $float, decay: $float) -> Self {
                AdamStep {
                    rate,
                    decay: 1.0 - rate * decay,
                    corrections: Self::BETAS.map(|beta| 1.0 - beta.powi(number)),
                }
            }
        }

        impl Moments<$float> {
            pub fn new(parameters: usize) -> Self {
                Moments {
                    mean: vec![0.0; parameters],
                    square: vec![0.0; parameters],
                }
            }

            /// Updates the parameters from index `begin` on.
            #[inline]
            pub fn step(
                &mut self,
                begin: usize,
                parameters: &mut [$float],
                gradients: &[$float],
                step: AdamStep<$float>,
            ) {
                let range = begin..begin + parameters.len();
                let moments = self.mean[range.clone()]
                    .iter_mut()
                    .zip(&mut self.square[range]);
                let [beta1, beta2] = AdamStep::<$float>::BETAS;
                for ((parameter, gradient), (mean, square)) in
                    parameters.iter_mut().zip(gradients).zip(moments)
                {
                    *mean = beta1 * *mean + (1.0 - beta1) * gradient;
                    *square = beta2 * *square + (1.0 - beta2) * gradient * gradient;
                    let size = (*square / step.corrections[1]).sqrt() + $epsilon;
                    let change = step.rate * (*mean / step.corrections[0]) / size;
                    *parameter = *parameter * step.decay - change;
                }
            }
        }
    };
}

adam!(f32, 1e-8);
adam!(f64, 1e-12);

impl<F> Moments<F> {
    pub fn state(&mut self) -> [&mut [F]; 2] {
        [&mut self.mean, &mut self.square]
    }
}
