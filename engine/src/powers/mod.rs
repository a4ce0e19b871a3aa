//! Powers: what pieces do beyond plain moves. Each power has a file with its keys in rule files,
//! its checks, tables, move generation, drawing and description, and the effects of its moves.
//!
//! Powers do not depend on rule sets, positions and legality, which depend on them.
//!
//! - `power`: the two traits of a power, and the arguments of their methods;
//! - `steps`: plain moves with a further effect, where powers share one walk along a line;
//! - `prey`: the tables of chameleons.
//!
//! # To add a power
//!
//! Code:
//!
//! - A file here that implements `PowerInfo` and `PowerImpl`. Begin with a copy of a similar power:
//!   `immune` makes no moves, `skip_slide` adds plain moves, `hopper` finds its own moves,
//!   `hop` also captures off its target square. `MAKES` and `seen` tell the move generator which
//!   shortcuts it may take: see `MoveKinds` and `Seen` in `power`. Wrong values compile.
//! - Its `mod` line and its line in `powers!` below.
//! - A power whose moves follow from start and target squares: `BY_SQUARES` in `notation/mod.rs`.
//! - A power whose moves are paths of captures: `EXPRESSIBLE` in `protocols/src/xboard/variant.rs`.
//! - A power that moves or converts other pieces, or captures with its own square as the target:
//!   `RuleTables::uses` in `effects.rs`. For other powers `PowerInfo::explains` is enough.
//! - A power of kind `MoveKinds::Reach`: the message in `CheckContext::acts_on_moves`.
//!
//! Documentation, in `docs/reference/rule-files.md`:
//!
//! - Its name in the list at the top, and a section with its keys and an example; a test checks the
//!   section.
//! - Its sign in the list of drawings, and what holds for it under "Combined powers".
//!
//! Tests:
//!
//! - An arm of `power` in `engine/tests/properties/random_rules.rs`, and one more in its range.
//! - A worked example in `cli/tests/examples/` if a built-in rule set has the power; otherwise a test
//!   in `engine/tests/examples/language.rs`.
//! - A drawing in `engine/tests/diagrams/cases.txt`; faults of its keys in
//!   `engine/tests/faults/cases.txt`, where messages list all powers.
//! - Its name and its keys in `fuzz/dictionaries/rules.dict`.

mod power;
mod prey;
mod steps;

mod approach;
mod bent;
mod castle;
mod chameleon;
mod convert;
mod double_step;
mod hop;
mod hopper;
mod igui;
mod immobilize;
mod immune;
mod legs;
mod long_leap;
mod mutual_destruction;
mod pass;
mod regent;
mod relay;
mod skip_slide;
mod strike;
mod swap;
mod trample;
mod withdrawal;
mod within;

pub use approach::ApproachEffect;
pub use castle::CastlingTarget;
pub(crate) use castle::{Castling, Homes};
pub(crate) use double_step::Passing;
pub(crate) use power::{
    Act, Actor, CheckContext, CompileContext, MoveKinds, PieceView, PlayedMove, RuleSetView, Seen,
    read,
};
pub use power::{Hurdles, Leave};
pub(crate) use relay::Grants;
pub(crate) use steps::Steps;

use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::piece::PieceType;
use crate::reach::{Reach, ReachBuilder};
use power::{PowerEntry, PowerImpl, PowerInfo, PowerReader};
use std::fmt;

/// Generates, from one list of `file: Power`, everything that names each power once.
macro_rules! powers {
    ($($file:ident: $power:ident,)*) => {
        $(pub use $file::$power;)*

        /// A power with its parameters.
        #[derive(Clone, PartialEq, Eq)]
        pub enum Power {
            $(#[doc = concat!("See [`", stringify!($power), "`](struct@", stringify!($power), ").")]
            $power($power),)*
        }

        /// A kind of power.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum PowerKind {
            $(#[doc = concat!("See [`", stringify!($power), "`](struct@", stringify!($power), ").")]
            $power,)*
        }

        impl PowerKind {
            /// All of them.
            pub const ALL: &[PowerKind] = &[$(PowerKind::$power),+];

            /// The name in rule files.
            pub fn name(self) -> &'static str {
                ENTRIES[self as usize].name
            }
        }

        /// The entries of the powers, in the order of [`PowerKind`].
        const ENTRIES: &[PowerEntry] = &[$(PowerEntry {
            name: $power::NAME,
            keys: $power::KEYS,
            makes: $power::MAKES,
            is_plural: $power::IS_PLURAL,
            may_coincide: $power::MAY_COINCIDE,
            read: |reader: &PowerReader<'_>| $power::read(reader).map(Power::$power),
        },)*];

        impl Power {
            /// The kind of the power.
            pub fn kind(&self) -> PowerKind {
                match self {
                    $(Power::$power(_) => PowerKind::$power,)*
                }
            }

            pub(crate) fn entry(&self) -> &'static PowerEntry {
                &ENTRIES[self.kind() as usize]
            }

            /// The properties that do not depend on the board.
            pub(crate) fn info(&self) -> &dyn PowerInfo {
                match self {
                    $(Power::$power(power) => power,)*
                }
            }

            /// The piece types that it names.
            pub(crate) fn pieces(&mut self) -> &mut [PieceType] {
                match self {
                    $(Power::$power(power) => power.pieces(),)*
                }
            }

            /// Adds plain moves to those of its piece.
            pub(crate) fn extend<const W: usize>(&self, builder: &mut ReachBuilder<'_, W>) {
                match self {
                    $(Power::$power(power) => power.extend(builder),)*
                }
            }

            fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
                match self {
                    $(Power::$power(power) => power.compile(context, tables),)*
                }
            }
        }

        // Fingerprints of rules are made from it: the fields alone count.
        impl fmt::Debug for Power {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Power::$power(power) => power.fmt(f),)*
                }
            }
        }

        /// The powers of one code as tables.
        #[derive(Debug, Default)]
        pub(crate) struct Tables<const W: usize> {
            /// The further effects of its plain moves.
            pub steps: Steps,
            /// Whether two of its powers may generate the same move.
            pub may_coincide: bool,
            $(pub $file: <$power as PowerImpl>::Tables<W>,)*
        }

        impl<const W: usize> Tables<W> {
            /// Finds the moves that remove or swap something elsewhere than on their target.
            /// Returns the squares that the piece can move to or capture on without a further
            /// effect. `reach` are its plain moves.
            #[inline(always)]
            pub(crate) fn moves(
                &self,
                actor: &Actor<'_, W>,
                reach: &Reach<W>,
                found: &mut impl FnMut(Move),
            ) -> SquareSet<W> {
                let mut targets = self.steps.moves(actor, reach, found);
                $(if const { matches!($power::MAKES, MoveKinds::Near | MoveKinds::Far) } {
                    targets |= $power::generate(&self.$file, actor, found);
                })*
                targets
            }

            /// Finds the moves that end where they start and never promote.
            #[inline(always)]
            pub(crate) fn staying(&self, actor: &Actor<'_, W>, found: &mut impl FnMut(Move)) {
                $(if const { matches!($power::MAKES, MoveKinds::Staying) } {
                    $power::generate(&self.$file, actor, found);
                })*
            }

            /// The squares that `moves` may return besides plain moves, on any board.
            pub(crate) fn ends(&self, from: Square) -> SquareSet<W> {
                let mut ends = SquareSet::EMPTY;
                $(ends |= $power::ends(&self.$file, from);)*
                ends
            }
        }
    };
}

powers! {
    hop: Hop,
    igui: Igui,
    relay: Relay,
    skip_slide: SkipSlide,
    bent: Bent,
    double_step: DoubleStep,
    castle: Castle,
    regent: Regent,
    hopper: Hopper,
    trample: Trample,
    strike: Strike,
    pass: Pass,
    convert: Convert,
    swap: Swap,
    immobilize: Immobilize,
    immune: Immune,
    approach: Approach,
    withdrawal: Withdrawal,
    long_leap: LongLeap,
    mutual_destruction: MutualDestruction,
    chameleon: Chameleon,
    legs: Legs,
    within: Within,
}

impl<const W: usize> Tables<W> {
    /// Compiles the tables of a piece.
    pub(crate) fn compile(context: &mut CompileContext<'_, W>) -> Tables<W> {
        let mut tables = Tables::default();
        for power in context.piece.powers {
            power.compile(context, &mut tables);
        }
        let powers = context.piece.powers.iter();
        let several = powers.filter(|one| one.entry().may_coincide).count();
        // Powers that share a walk along a line count once.
        let walks = usize::from(matches!(tables.steps, Steps::Lines(_)));
        tables.may_coincide |= several + walks > 1;
        tables
    }

    /// Whether it immobilizes, by itself or as a chameleon.
    pub(crate) fn has_immobility(&self) -> bool {
        !self.immobilize.squares.is_empty() || !self.immobilize.prey.is_empty()
    }

    /// Whether it acts on other pieces from its square.
    pub(crate) fn has_aura(&self) -> bool {
        !self.relay.is_empty() || self.has_immobility()
    }
}
