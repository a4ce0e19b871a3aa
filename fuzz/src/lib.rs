//! Fuzzing of what others write and Tradewind reads. Each [`Target`] takes any bytes and panics when
//! something does not hold that must hold whatever they are. `cargo fuzz` finds such bytes by the
//! coverage of the code, the driver `drive` by changing a corpus at random.

pub mod experiments;
mod folder;
mod hold;
pub mod moves;
pub mod positions;
pub mod records;
pub mod rules;
mod shipped;
pub mod uci;
pub mod weights;

// The program is no library: its files are read here again, and what they print is kept.
#[path = "../../cli/src/board.rs"]
#[expect(dead_code, reason = "only a part of it is needed")]
mod board;
mod message;
#[path = "../../cli/src/piece_worth.rs"]
mod piece_worth;

/// Something that is read.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is also that of its folder of inputs and of its dictionary.
    pub name: &'static str,
    /// Tries an input; tells whether it was accepted.
    ///
    /// # Panics
    /// Something does not hold.
    pub run: fn(&[u8]) -> bool,
}

/// All of them.
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
