//! The features of a position: the only place that defines what the evaluation counts.
//!
//! A walk over the features of a position calls a [`FeatureSink`] for each side. The evaluation and
//! its trace are two sinks of the same walk, each compiled for itself.

use super::weights::{PositionTerm, Term};
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::{Code, Color};
use crate::position::Position;
use crate::rules::PieceType;
use crate::tables::{RuleTables, Traits, prospect};
use crate::theory;

/// Receives the features of one side.
pub(super) trait FeatureSink {
    /// The mobility of a piece: the squares that it reaches.
    fn mobility(&mut self, code: Code, count: i32);
    /// The number of pieces of a type in hand.
    fn hand(&mut self, piece: PieceType, count: i32);
    /// The number of occurrences of a term.
    fn add(&mut self, term: PositionTerm, count: i32);
}

/// A side with fewer pieces is nearly bare.
const NEARLY_BARE: i32 = 6;

#[derive(Debug)]
pub(super) struct Features<const W: usize> {
    /// By square: the square and its neighbours.
    neighbourhoods: Vec<SquareSet<W>>,
    /// By code: the tier of a piece type by its value in [`theory`].
    tiers: Vec<u8>,
    pawns: PawnMasks<W>,
    bare_loses: bool,
    /// By slot: the nearness of a piece to a goal where it wins; empty in a game without goals.
    goal_nearness: Vec<i32>,
    /// The number of pieces of a full board.
    full: i32,
}

impl<const W: usize> Features<W> {
    pub(super) fn new(rules: &RuleTables<W>) -> Features<W> {
        let board = &rules.geometry;
        let neighbourhood = |square| {
            let is_near = |other: &Square| board.distance(square, *other) <= 1;
            board.all().filter(is_near).collect()
        };
        Features {
            goal_nearness: goal_nearness(rules),
            neighbourhoods: board.all().map(neighbourhood).collect(),
            tiers: tiers(rules),
            pawns: PawnMasks::new(board),
            bare_loses: rules.spec.end.bare.can_lose(),
            full: Position::full_board(rules) as i32,
        }
    }

    /// The number of pieces on the board, at most that of a full board; and the number of a full
    /// board.
    #[inline(always)]
    pub(super) fn phase(&self, position: &Position<W>) -> (i32, i32) {
        let pieces = position.occupied().count() as i32;
        (pieces.min(self.full), self.full)
    }

    /// The cheap features of a side except the [`placement_terms`] of its pieces: bareness, tempo,
    /// goals, extinction, checks given, connection and pieces in hand.
    #[inline(always)]
    pub(super) fn counts(
        &self,
        rules: &RuleTables<W>,
        position: &Position<W>,
        us: Color,
        sink: &mut impl FeatureSink,
    ) {
        if !self.goal_nearness.is_empty() {
            let pieces = position.pieces(us).iter();
            let nearness =
                pieces.map(|square| self.goal_nearness[rules.slot(position.at(square), square)]);
            let nearness = match rules.goal_count {
                1 => nearness.max().unwrap_or(0),
                count => {
                    let mut nearest: Vec<i32> = nearness.collect();
                    nearest.sort_unstable_by(|one, other| other.cmp(one));
                    nearest.iter().take(count).sum::<i32>() / count as i32
                }
            };
            sink.add(PositionTerm::Goal, nearness);
        }
        if let Some(extinction) = &rules.extinction {
            let sign = if extinction.wins { -1 } else { 1 };
            for group in &extinction.groups {
                let spare = position.count_of(rules, us, group) as i32 - extinction.left as i32;
                let scarce = (3 - spare.max(1)).max(0);
                sink.add(PositionTerm::Scarce, sign * scarce);
            }
        }
        if let Some(checks) = rules.spec.end.checks.filter(|&checks| checks > 1) {
            let [given, all] = [position.checks[us.index()], checks].map(i32::from);
            sink.add(PositionTerm::Checks, 9 * given * given / (all * all));
        }
        if !rules.rows.is_empty() {
            sink.add(PositionTerm::Connection, open_rows(rules, position, us));
        }
        for (at, piece, _) in rules.hands.all() {
            sink.hand(piece, position.hands.count(us, at) as i32);
        }
        if self.bare_loses {
            let pieces = position.pieces(us).count() as i32;
            sink.add(PositionTerm::Bare, (NEARLY_BARE - pieces).max(0));
        }
        if position.side == us {
            sink.add(PositionTerm::Tempo, 1);
        }
    }

    /// The expensive features, which lazy evaluation omits: mobility, threats, royal safety, pawn
    /// structure, relays and immobilizers. The first sink is that of the side to move.
    #[inline(always)]
    pub(super) fn activity(
        &self,
        rules: &RuleTables<W>,
        position: &Position<W>,
        sinks: [&mut impl FeatureSink; 2],
    ) {
        let [our_sink, their_sink] = sinks;
        let us = position.side;
        let them = us.other();
        let near = [us, them].map(|color| self.near_royals(position, color));
        let ours = SideReach::new(rules, &self.tiers, position, us, near[1], our_sink);
        let theirs = SideReach::new(rules, &self.tiers, position, them, near[0], their_sink);
        self.relations(rules, position, (us, &ours, &theirs), near[0], our_sink);
        self.relations(rules, position, (them, &theirs, &ours), near[1], their_sink);
    }

    /// The features of a side that depend on what both sides reach.
    #[inline(always)]
    fn relations(
        &self,
        rules: &RuleTables<W>,
        position: &Position<W>,
        sides: (Color, &SideReach<W>, &SideReach<W>),
        near_royals: SquareSet<W>,
        sink: &mut impl FeatureSink,
    ) {
        let (us, ours, theirs) = sides;
        let shield = near_royals & position.pieces(us) & position.men(rules);
        sink.add(PositionTerm::Shield, shield.count() as i32);
        self.threats(rules, position, sides, near_royals, sink);
        if !ours.pawns.is_empty() {
            self.pawns.count(us, ours.pawns, theirs.pawns, sink);
        }
        let (relayed, immobilized) = support(rules, position, us);
        sink.add(PositionTerm::Relay, relayed);
        sink.add(PositionTerm::Immobilized, immobilized);
    }

    #[inline(always)]
    fn threats(
        &self,
        rules: &RuleTables<W>,
        position: &Position<W>,
        (us, ours, theirs): (Color, &SideReach<W>, &SideReach<W>),
        near_royals: SquareSet<W>,
        sink: &mut impl FeatureSink,
    ) {
        let own = position.pieces(us) & position.men(rules);
        let attacked = (own - position.royals(us)) & theirs.seen;
        let (mut loose, mut threatened) = (0, 0);
        attacked.for_each(|square| {
            let tier = self.tiers[position.at(square).index()] as usize;
            if theirs.seen_from_below[tier].contains(square) {
                threatened += 1;
            } else {
                loose += i32::from(!ours.seen.contains(square));
            }
        });
        let exposed = ((near_royals & theirs.seen) - ours.seen_by_others).count() as i32;
        sink.add(PositionTerm::Attackers, theirs.attackers * theirs.attackers);
        sink.add(PositionTerm::Exposed, theirs.attackers * exposed);
        sink.add(PositionTerm::Loose, loose);
        sink.add(PositionTerm::Threatened, threatened);
    }

    /// The squares next to a side's royals.
    #[inline(always)]
    fn near_royals(&self, position: &Position<W>, color: Color) -> SquareSet<W> {
        let royals = position.royals(color);
        let mut near = SquareSet::EMPTY;
        royals.for_each(|royal| near |= self.neighbourhoods[royal.index()]);
        near - royals
    }
}

/// The number of winning rows that a side's pieces fill but for one empty square.
#[inline(never)]
fn open_rows<const W: usize>(rules: &RuleTables<W>, position: &Position<W>, us: Color) -> i32 {
    let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
    let is_open = |row: &&SquareSet<W>| row.is_disjoint(enemy) && (**row - own).count() == 1;
    rules.rows.iter().filter(is_open).count() as i32
}

/// The terms that depend only on a piece and its square, with their coefficients.
pub(super) fn placement_terms<const W: usize>(
    rules: &RuleTables<W>,
    color: Color,
    piece: PieceType,
    square: Square,
) -> impl Iterator<Item = (Term, f64)> {
    let board = &rules.geometry;
    let (file, rank) = (board.file(square), board.rank(square));
    let inside = file.min(board.files() - 1 - file) + rank.min(board.ranks() - 1 - rank);
    let average = (board.files() + board.ranks()) as f64 / 4.0 - 1.0;
    let ranks = rules.ranks_to_promotion(Code::new(color, piece), square);
    [
        Some((Term::Material(piece), 1.0)),
        Some((Term::Center(piece), f64::from(inside) - average)),
        Some((
            Term::Advance(piece),
            f64::from(board.ranks_advanced(color, square)),
        )),
        ranks.map(|ranks| (Term::Promotion(piece), prospect(ranks))),
    ]
    .into_iter()
    .flatten()
}

/// The number of own pieces that receive relays, and of immobilized enemies.
#[inline(always)]
fn support<const W: usize>(rules: &RuleTables<W>, position: &Position<W>, us: Color) -> (i32, i32) {
    let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
    let (mut relayed, mut immobilized) = (0, 0);
    position.auras(us).for_each(|square| {
        let powers = &rules.powers[position.at(square).index()];
        for relay in &powers.relay {
            let receivers = relay.receivers(&rules.arena, square, own, enemy);
            relayed += receivers.count() as i32;
        }
        if let Some(squares) = powers.immobilize.squares.get(square.index()) {
            immobilized += (*squares & enemy).count() as i32;
        }
    });
    (relayed, immobilized)
}

/// By slot: the length of the board less the steps to the nearest goal of a piece that wins there,
/// squared and divided by that length; empty in a game without goals that win.
fn goal_nearness<const W: usize>(rules: &RuleTables<W>) -> Vec<i32> {
    if !rules.has_winning_goal {
        return Vec::new();
    }
    let board = &rules.geometry;
    let length = board.files().max(board.ranks()) - 1;
    let steps = |code: Code, square: Square| {
        let (color, _) = code.piece()?;
        let goals = rules.goals[color.index()].iter();
        let goals = goals.filter(|_| rules.traits(code).is(Traits::SEEKER));
        goals.map(|goal| board.distance(square, goal)).min()
    };
    let nearness = |code, square| {
        let near = length - steps(code, square).unwrap_or(length).min(length);
        near * near / length.max(1)
    };
    let codes = Code::all(rules.spec.pieces.len());
    codes
        .flat_map(|code| board.all().map(move |square| nearness(code, square)))
        .collect()
}

const TIERS: usize = 6;
/// A piece is in a higher tier if its value is more than this times the lowest of the tier below.
const CLEARLY_MORE: f64 = 1.3;

fn tiers<const W: usize>(rules: &RuleTables<W>) -> Vec<u8> {
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
    // An attack on a royal is not a threat to material.
    for piece in spec.piece_types().filter(|&piece| spec.piece(piece).royal) {
        of_type[piece.index()] = (TIERS - 1) as u8;
    }
    let tier_of = |(_, piece): (Color, PieceType)| of_type[piece.index()];
    (Code::all(values.len()))
        .map(|code| code.piece().map_or(0, tier_of))
        .collect()
}

/// The squares that the pieces of a side reach.
#[derive(Clone, Copy)]
struct SideReach<const W: usize> {
    /// The squares that it attacks or protects.
    seen: SquareSet<W>,
    /// Those by pieces other than royals.
    seen_by_others: SquareSet<W>,
    /// By tier: the squares that pieces of lower tiers attack or protect.
    seen_from_below: [SquareSet<W>; TIERS],
    pawns: SquareSet<W>,
    /// The number of its pieces that can go to or capture on a square next to an enemy royal.
    attackers: i32,
}

impl<const W: usize> SideReach<W> {
    /// Finds the squares that a side reaches, and passes the mobility of each piece to the sink.
    #[inline(always)]
    fn new(
        rules: &RuleTables<W>,
        tiers: &[u8],
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
                by_tier[tiers[code.index()] as usize] |= reached.seen;
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

#[derive(Debug)]
struct PawnMasks<const W: usize> {
    /// By colour and square: the squares before it on its file.
    before: [Vec<SquareSet<W>>; 2],
    /// By colour and square: the squares before it on its file and the next ones.
    front: [Vec<SquareSet<W>>; 2],
    /// By square: the next files.
    beside: Vec<SquareSet<W>>,
    /// By colour and square: the square of the ranks advanced, divided by the ranks of the board.
    advance: [Vec<i32>; 2],
}

impl<const W: usize> PawnMasks<W> {
    fn new(board: &Geometry) -> PawnMasks<W> {
        let advanced = |color, square| board.ranks_advanced(color, square);
        let files_apart = |one, other| (board.file(one) - board.file(other)).abs();
        let squares = |from: Square, is_in: &dyn Fn(Square) -> bool| -> SquareSet<W> {
            board
                .all()
                .filter(|&square| square != from && is_in(square))
                .collect()
        };
        let masks = |color, files| -> Vec<SquareSet<W>> {
            let of = |from| {
                squares(from, &|square| {
                    files_apart(from, square) <= files
                        && advanced(color, square) > advanced(color, from)
                })
            };
            board.all().map(of).collect()
        };
        let beside = |from| squares(from, &|square| files_apart(from, square) == 1);
        let advance = |color| {
            let of = |square| advanced(color, square).pow(2) / board.ranks();
            board.all().map(of).collect()
        };
        PawnMasks {
            before: Color::BOTH.map(|color| masks(color, 0)),
            front: Color::BOTH.map(|color| masks(color, 1)),
            beside: board.all().map(beside).collect(),
            advance: Color::BOTH.map(advance),
        }
    }

    #[inline(always)]
    fn count(
        &self,
        us: Color,
        own: SquareSet<W>,
        enemy: SquareSet<W>,
        sink: &mut impl FeatureSink,
    ) {
        let (mut passed, mut passed_advance, mut isolated, mut doubled) = (0, 0, 0, 0);
        let us = us.index();
        own.for_each(|square| {
            let at = square.index();
            if self.front[us][at].is_disjoint(enemy) {
                passed += 1;
                passed_advance += self.advance[us][at];
            }
            isolated += i32::from(self.beside[at].is_disjoint(own));
            doubled += i32::from(!self.before[us][at].is_disjoint(own));
        });
        sink.add(PositionTerm::Passed, passed);
        sink.add(PositionTerm::PassedAdvance, passed_advance);
        sink.add(PositionTerm::Isolated, isolated);
        sink.add(PositionTerm::Doubled, doubled);
    }
}
