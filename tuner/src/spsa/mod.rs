//! SPSA (J. C. Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
//! Approximation", 1992) for search parameters: all of them are perturbed at once, each up or down at random; the two
//! players play a few game pairs; and all parameters move a little towards the winner.
//!
//! `optimizer` is the method and does not depend on games; [`SpsaPlan`] is a file; [`run()`] runs or resumes it in a folder,
//! to the same bytes.

mod optimizer;
mod plan;
mod run;

pub use optimizer::{Gains, Tuned};
pub use plan::SpsaPlan;
pub use run::{Path, SpsaObserver, SpsaResult, SpsaStep, run};
