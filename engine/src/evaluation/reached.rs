//! What the pieces of a side reach: worked out once for all features that ask for it.

use super::sink::FeatureSink;
use crate::board::SquareSet;
use crate::piece::{Code, Color};
use crate::position::Position;
use crate::tables::{Rules, Traits};
use crate::theory;

/// Pieces are told apart by up to so many tiers of worth.
const TIERS: usize = 6;
/// A piece is in a higher tier if it is worth more than this times the lowest piece of the tier below.
const CLEARLY_MORE: f64 = 1.3;

/// By code: the tier of a piece type's worth, as it follows from the rules.
#[derive(Debug)]
pub(super) struct Tiers(Vec<u8>);

impl Tiers {
    pub(super) fn new<const W: usize>(rules: &Rules<W>) -> Tiers {
        let spec = &rules.spec;
        let values = theory::in_pawns(spec);
        let mut by_value: Vec<usize> = (0..values.len()).collect();
        by_value.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
        let (mut tier, mut lowest) = (0, f64::INFINITY);
        let mut of_type = vec![0; values.len()];
        for piece in by_value {
            if values[piece] > CLEARLY_MORE * lowest && tier + 1 < TIERS {
                tier += 1;
                lowest = values[piece];
            }
            lowest = lowest.min(values[piece]);
            of_type[piece] = tier as u8;
        }
        // Whatever attacks a royal is worth less, but that is no threat to material.
        for piece in spec.piece_types().filter(|&piece| spec.piece(piece).royal) {
            of_type[piece.index()] = (TIERS - 1) as u8;
        }
        let mut tiers = vec![0; 1 + 2 * values.len()];
        for code in Code::all(values.len()) {
            if let Some((_, piece)) = code.piece() {
                tiers[code.index()] = of_type[piece.index()];
            }
        }
        Tiers(tiers)
    }
}

/// What the pieces of a side reach.
#[derive(Clone, Copy)]
pub(super) struct SideReach<const W: usize> {
    /// The squares that it attacks or protects.
    seen: SquareSet<W>,
    /// Those by pieces other than royals.
    seen_by_others: SquareSet<W>,
    /// By tier: the squares that pieces of lower tiers attack or protect.
    seen_from_below: [SquareSet<W>; TIERS],
    pub pawns: SquareSet<W>,
    /// How many of its pieces can go to or capture on a square next to an enemy royal.
    attackers: i32,
}

impl<const W: usize> SideReach<W> {
    /// Looks at the pieces of a side, and gives the mobility of each to the sink.
    #[inline(always)]
    pub(super) fn new(
        rules: &Rules<W>,
        tiers: &Tiers,
        position: &Position<W>,
        us: Color,
        near_enemy_royals: SquareSet<W>,
        sink: &mut impl FeatureSink,
    ) -> Self {
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        let mut by_tier = [SquareSet::EMPTY; TIERS];
        let mut by_royals = SquareSet::EMPTY;
        let mut pawns = SquareSet::EMPTY;
        let mut attackers = 0;
        own.for_each(|square| {
            let code = position.at(square);
            let reached = rules.reach(code, square).reached(&rules.arena, own, enemy);
            sink.mobility(code, reached.targets.count() as i32);
            attackers += i32::from(!reached.targets.is_disjoint(near_enemy_royals));
            let traits = rules.traits(code);
            pawns.insert_if(square, traits.is(Traits::PAWN));
            if traits.is(Traits::ROYAL) {
                by_royals |= reached.seen;
            } else {
                by_tier[tiers.0[code.index()] as usize] |= reached.seen;
            }
        });
        let mut seen_by_others = SquareSet::EMPTY;
        let seen_from_below = by_tier.map(|squares| {
            let below = seen_by_others;
            seen_by_others |= squares;
            below
        });
        SideReach {
            seen: seen_by_others | by_royals,
            seen_by_others,
            seen_from_below,
            pawns,
            attackers,
        }
    }
}

/// Threats between the pieces of two sides.
pub(super) struct Threats {
    /// As in the terms of these names, for the side that is attacked.
    pub attackers: i32,
    pub exposed: i32,
    pub loose: i32,
    pub threatened: i32,
}

impl Threats {
    /// The threats to a side's pieces.
    #[inline(always)]
    pub(super) fn to<const W: usize>(
        position: &Position<W>,
        tiers: &Tiers,
        (us, ours, theirs): (Color, &SideReach<W>, &SideReach<W>),
        near_royals: SquareSet<W>,
    ) -> Threats {
        let attacked = (position.pieces(us) - position.royals(us)) & theirs.seen;
        let (mut loose, mut threatened) = (0, 0);
        attacked.for_each(|square| {
            let tier = tiers.0[position.at(square).index()] as usize;
            if theirs.seen_from_below[tier].contains(square) {
                threatened += 1;
            } else {
                loose += i32::from(!ours.seen.contains(square));
            }
        });
        let exposed = (near_royals & theirs.seen) - ours.seen_by_others;
        Threats {
            attackers: theirs.attackers * theirs.attackers,
            exposed: theirs.attackers * exposed.count() as i32,
            loose,
            threatened,
        }
    }
}
