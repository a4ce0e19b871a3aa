//! The features of a position: the only place that says what the evaluation counts.
//!
//! A walk over the features of a position calls a [`FeatureSink`] for each side. The evaluation and its trace are two
//! sinks of the same walk, each compiled for itself.

use super::pawns::PawnMasks;
use super::reached::{SideReach, Threats, Tiers};
use super::sink::FeatureSink;
use super::term::Term;
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::{Code, Color};
use crate::position::Position;
use crate::rules::PieceType;
use crate::tables::Rules;

/// A side with fewer pieces is nearly bare.
const NEARLY_BARE: i32 = 6;
/// The number of pieces of a full board, for rules without an array.
const DEFAULT_PIECES: u32 = 32;

/// What the walks need besides the rules.
#[derive(Debug)]
pub(super) struct Features<const W: usize> {
    /// By square: the square and its neighbours.
    neighbourhoods: Vec<SquareSet<W>>,
    tiers: Tiers,
    pawns: PawnMasks<W>,
    bare_loses: bool,
    /// The number of pieces of a full board.
    full: i32,
}

impl<const W: usize> Features<W> {
    pub(super) fn new(rules: &Rules<W>) -> Features<W> {
        let board = &rules.geometry;
        Features {
            neighbourhoods: (board.all())
                .map(|square| neighbourhood(board, square))
                .collect(),
            tiers: Tiers::new(rules),
            pawns: PawnMasks::new(board),
            bare_loses: rules.spec.end.bare.can_lose(),
            full: full_board(rules),
        }
    }

    /// The number of pieces on the board, at most that of a full board, and that of a full board.
    #[inline(always)]
    pub(super) fn phase(&self, position: &Position<W>) -> (i32, i32) {
        let pieces = position.occupied().count() as i32;
        (pieces.min(self.full), self.full)
    }

    /// The cheap features of a side besides the [`placement_terms`] of its pieces: bareness and tempo.
    #[inline(always)]
    pub(super) fn counts(&self, position: &Position<W>, us: Color, sink: &mut impl FeatureSink) {
        if self.bare_loses {
            let pieces = position.pieces(us).count() as i32;
            sink.add(Term::Bare, (NEARLY_BARE - pieces).max(0));
        }
        if position.side() == us {
            sink.add(Term::Tempo, 1);
        }
    }

    /// The expensive features, which lazy evaluation leaves out: mobility, threats, royal safety, the structure
    /// of pawns, relays and immobilizers. Each side, the one to move first, has a sink.
    #[inline(always)]
    pub(super) fn activity(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        sinks: [&mut impl FeatureSink; 2],
    ) {
        let [our_sink, their_sink] = sinks;
        let us = position.side();
        let them = us.other();
        let near = [us, them].map(|color| self.near_royals(position, color));
        let ours = SideReach::new(rules, &self.tiers, position, us, near[1], our_sink);
        let theirs = SideReach::new(rules, &self.tiers, position, them, near[0], their_sink);
        self.relations(rules, position, (us, &ours, &theirs), near[0], our_sink);
        self.relations(rules, position, (them, &theirs, &ours), near[1], their_sink);
    }

    /// The features that depend on what both sides reach, for the first one.
    #[inline(always)]
    fn relations(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        sides: (Color, &SideReach<W>, &SideReach<W>),
        near_royals: SquareSet<W>,
        sink: &mut impl FeatureSink,
    ) {
        let (us, ours, theirs) = sides;
        let shield = near_royals & position.pieces(us);
        sink.add(Term::Shield, shield.count() as i32);
        let threats = Threats::to(position, &self.tiers, sides, near_royals);
        sink.add(Term::Attackers, threats.attackers);
        sink.add(Term::Exposed, threats.exposed);
        sink.add(Term::Loose, threats.loose);
        sink.add(Term::Threatened, threats.threatened);
        if !ours.pawns.is_empty() {
            let pawns = self.pawns.count(us, ours.pawns, theirs.pawns);
            sink.add(Term::Passed, pawns.passed);
            sink.add(Term::PassedAdvance, pawns.passed_advance);
            sink.add(Term::Isolated, pawns.isolated);
            sink.add(Term::Doubled, pawns.doubled);
        }
        let (relayed, immobilized) = support(rules, position, us);
        sink.add(Term::Relay, relayed);
        sink.add(Term::Immobilized, immobilized);
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

/// The terms that depend only on a piece and its square, and how often each occurs.
pub(super) fn placement_terms<const W: usize>(
    rules: &Rules<W>,
    color: Color,
    piece: PieceType,
    square: Square,
) -> impl Iterator<Item = (Term, f64)> {
    let board = &rules.geometry;
    let (file, rank) = (board.file(square), board.rank(square));
    let inside = file.min(board.files() - 1 - file) + rank.min(board.ranks() - 1 - rank);
    let average = (board.files() + board.ranks()) as f64 / 4.0 - 1.0;
    let prospect = rules.prospect(Code::new(color, piece), square);
    [
        Some((Term::Material(piece), 1.0)),
        Some((Term::Center(piece), f64::from(inside) - average)),
        Some((
            Term::Advance(piece),
            f64::from(board.ranks_advanced(color, square)),
        )),
        prospect.map(|prospect| (Term::Promotion(piece), prospect)),
    ]
    .into_iter()
    .flatten()
}

/// How many own pieces receive relays, and how many enemies are immobilized.
#[inline(always)]
fn support<const W: usize>(rules: &Rules<W>, position: &Position<W>, us: Color) -> (i32, i32) {
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

/// The number of pieces of a full board: of the first array.
pub(super) fn full_board<const W: usize>(rules: &Rules<W>) -> i32 {
    let first = rules.spec.array_numbers().first().copied();
    let start = first.and_then(|first| Position::start(rules, first));
    start
        .map_or(DEFAULT_PIECES, |start| start.occupied().count())
        .max(2) as i32
}

fn neighbourhood<const W: usize>(board: &Geometry, square: Square) -> SquareSet<W> {
    let is_near = |other: &Square| {
        let files = board.file(*other) - board.file(square);
        let ranks = board.rank(*other) - board.rank(square);
        files.abs().max(ranks.abs()) <= 1
    };
    board.all().filter(is_near).collect()
}
