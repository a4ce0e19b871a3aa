//! The loop: self-play with the present weights → a fit to its games, or a network that learns from them → a match of the
//! new weights against the present ones → promoted or rejected, generation after generation.
//!
//! [`LoopPlan`] is a file; [`run()`] does what is missing of it in a folder. Every step is a pure
//! function of the plan and of the steps before, and leaves its result whole or not at all, so that a
//! loop that was interrupted anywhere goes on to the same bytes. [`LoopObserver`] hears of it all.

mod error;
mod folder;
mod learning;
mod lesson;
mod lineage;
mod matches;
mod observer;
mod plan;
mod run;

pub use error::LoopError;
pub use folder::{LoopFolder, LoopFolderError};
pub use learning::Learning;
pub use lineage::{Generation, Lineage, Verification};
pub use observer::LoopObserver;
pub use plan::{LoopPlan, LoopPlanError};
pub use run::run;
