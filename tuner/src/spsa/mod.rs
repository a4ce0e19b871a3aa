//! SPSA (J. C. Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
//! Approximation", 1992) for search parameters, in which no evaluation is linear: all of them are
//! moved at once, each up or down by chance; the two players that this makes meet in a few pairs of
//! games; and all parameters go a little towards the one that won more.
//!
//! `optimizer` is the method and knows no games; [`SpsaPlan`] is a file; [`run()`] plays what is missing of
//! it in a folder and goes on from the last iteration there to the same bytes.

mod optimizer;
mod path;
mod plan;
mod run;

pub use optimizer::{Gains, Scale};
pub use path::{Path, SpsaStep};
pub use plan::{SpsaPlan, Tuned};
pub use run::{SpsaError, SpsaObserver, run};
