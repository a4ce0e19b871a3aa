//! Fuzz targets for everything that Tradewind reads and others write. Each [`Target`] takes any bytes and panics if
//! an invariant is violated. `cargo fuzz` searches for such bytes by code coverage, the example `drive` by random
//! mutations of a corpus.

pub mod experiments;
mod folder;
pub mod imports;
mod invariants;
pub mod moves;
pub mod positions;
pub mod records;
mod rule_sets;
pub mod rules;
pub mod uci;
pub mod weights;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name, also of the corpus and of the dictionary.
    pub name: &'static str,
    /// Tries an input. Returns whether it was accepted.
    ///
    /// # Panics
    /// An invariant is violated.
    pub run: fn(&[u8]) -> bool,
}

macro_rules! targets {
    ($($name:ident),*) => {
        [$(Target { name: stringify!($name), run: $name::run }),*]
    };
}

/// All targets.
pub const TARGETS: [Target; 8] = targets![
    rules,
    imports,
    experiments,
    positions,
    moves,
    uci,
    records,
    weights
];
