//! Powers: what pieces do beyond plain moves. Each has a file of its own, which holds all that there is
//! to it: its keys in rule files, its checks, what it compiles to, how its moves are generated, how it is
//! drawn and described, and what it did when a move was made.
//!
//! A new power is a file here, its `mod` line and its line in the list below. What it lacks does not
//! compile. Nothing here knows rule sets, positions or legality: they use the powers.
//!
//! - `parts`: what a power must say of itself;
//! - `reading`, `checking`, `making`: what it has to do so with;
//! - `actor`: a piece that moves, as move generation sees it;
//! - `steps`: plain moves that do something besides, where powers share one walk along a line;
//! - `castling`, `prey`: the tables of castling and of chameleons.

mod actor;
mod bearer;
mod castling;
mod checking;
mod lesson;
mod making;
mod parts;
mod prey;
mod reading;
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

pub(crate) use actor::Actor;
pub use approach::ApproachEffect;
pub(crate) use bearer::{Act, Bearer, Makes, Played, Seen, Setting, listed};
pub use castle::CastlingTarget;
pub(crate) use castling::Castling;
pub(crate) use checking::{Checking, check};
pub(crate) use double_step::Passing;
pub use lesson::Leave;
pub(crate) use making::Making;
pub(crate) use reading::read;
pub(crate) use relay::Grants;
pub(crate) use steps::Steps;

use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::piece::PieceType;
use crate::reach::{Reach, ReachBuilder};
use bearer::Nature;
use parts::{Ability, Facts};
use reading::{PowerEntry, Reading};
use std::fmt;

/// Makes from one list of `file: Power` everything that names each power once.
macro_rules! powers {
    ($($file:ident: $power:ident,)*) => {
        $(pub use $file::$power;)*

        /// A power with its parameters.
        #[derive(Clone, PartialEq, Eq)]
        pub enum Power {
            $(#[doc = concat!("See [`", stringify!($power), "`](struct@", stringify!($power), ").")]
            $power($power),)*
        }

        /// Which power it is.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum PowerKind {
            $(#[doc = concat!("See [`", stringify!($power), "`](struct@", stringify!($power), ").")]
            $power,)*
        }

        impl PowerKind {
            /// What it is called in rule files.
            pub fn name(self) -> &'static str {
                match self {
                    $(PowerKind::$power => $power::NAME,)*
                }
            }
        }

        /// How each power is read.
        const ENTRIES: &[PowerEntry] = &[$(PowerEntry {
            name: $power::NAME,
            keys: $power::KEYS,
            read: |reading: &Reading<'_>| $power::read(reading).map(Power::$power),
        },)*];

        impl Power {
            /// Which power it is.
            pub fn kind(&self) -> PowerKind {
                match self {
                    $(Power::$power(_) => PowerKind::$power,)*
                }
            }

            pub(crate) fn nature(&self) -> Nature {
                match self {
                    $(Power::$power(_) => $power::NATURE,)*
                }
            }

            /// What it says of itself.
            pub(crate) fn facts(&self) -> &dyn Facts {
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

            fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>) {
                match self {
                    $(Power::$power(power) => power.compile(making, tables),)*
                }
            }
        }

        // What a rule set says of a power is what its fields say: the list adds nothing to it.
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
            /// What its plain moves do besides.
            pub steps: Steps,
            /// Whether two of its powers may come to the same move.
            pub may_coincide: bool,
            $(pub $file: <$power as Ability>::Tables<W>,)*
        }

        impl<const W: usize> Tables<W> {
            /// Finds the moves that remove or swap something where they do not end; returns the squares
            /// that the piece can move to or capture on besides. `reach` are its plain moves.
            #[inline(always)]
            pub(crate) fn moves(
                &self,
                actor: &Actor<'_, W>,
                reach: &Reach<W>,
                found: &mut impl FnMut(Move),
            ) -> SquareSet<W> {
                let mut targets = self.steps.moves(actor, reach, found);
                $(if const { matches!($power::NATURE.makes, Makes::Near | Makes::Far) } {
                    targets |= $power::generate(&self.$file, actor, found);
                })*
                targets
            }

            /// Finds the moves that end where they start and never promote.
            #[inline(always)]
            pub(crate) fn staying(&self, actor: &Actor<'_, W>, found: &mut impl FnMut(Move)) {
                $(if const { matches!($power::NATURE.makes, Makes::Staying) } {
                    $power::generate(&self.$file, actor, found);
                })*
            }

            /// The squares that `moves` may return besides plain moves, whatever stands on the board.
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
}

impl<const W: usize> Tables<W> {
    /// Makes the tables of a piece.
    pub(crate) fn compile(making: &mut Making<'_, W>) -> Tables<W> {
        let mut tables = Tables::default();
        for power in making.piece.powers {
            power.compile(making, &mut tables);
        }
        let several = making
            .piece
            .powers
            .iter()
            .filter(|one| one.nature().may_coincide)
            .count();
        // All that share a walk along a line count once.
        let walks = usize::from(matches!(tables.steps, Steps::Lines(_)));
        tables.may_coincide |= several + walks > 1;
        tables
    }

    /// Whether it immobilizes, by itself or as a chameleon.
    pub(crate) fn has_immobility(&self) -> bool {
        !self.immobilize.squares.is_empty() || !self.immobilize.prey.is_empty()
    }

    /// Whether it acts on other pieces where it stands.
    pub(crate) fn has_aura(&self) -> bool {
        !self.relay.is_empty() || self.has_immobility()
    }
}
