//! Fuzz targets for everything that Tradewind reads and others write. Each [`Target`] takes any bytes and panics if
//! an invariant is violated. `cargo fuzz` searches for such bytes by code coverage, the example `drive` by random
//! mutations of a corpus.

pub mod experiments;
mod folder;
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

/// All targets.
pub const TARGETS: [Target; 7] = [
    Target {
        name: "rules",
        run: rules::run,
    },
    Target {
        name: "experiments",
        run: experiments::run,
    },
    Target {
        name: "positions",
        run: positions::run,
    },
    Target {
        name: "moves",
        run: moves::run,
    },
    Target {
        name: "uci",
        run: uci::run,
    },
    Target {
        name: "records",
        run: records::run,
    },
    Target {
        name: "weights",
        run: weights::run,
    },
];
