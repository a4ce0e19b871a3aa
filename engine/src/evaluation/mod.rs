//! Static evaluation: a tapered sum of terms with weights, and networks.
//!
//! The linear evaluation sums coefficients times weights: each term has a middlegame weight, for a
//! full board, and an endgame weight, for an empty one. `features` defines the terms. The
//! evaluation sums their weights, and `trace` collects their coefficients, so that weights can be
//! tuned.

mod features;
pub mod network;
mod origin;
mod shipped;
mod trace;
mod weights;
mod weights_file;

pub use origin::{Origin, Strength};
pub use trace::Coefficient;
pub use weights::{DEFAULT_LAZY, PositionTerm, Tapered, Term, Weight, Weights};
pub use weights_file::{LINEAR, UNTUNED, WeightsError, toml_key};

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::piece::{Code, Color, PieceType};
use crate::position::Position;
use crate::rules::{CheckRule, RoyalRule};
use crate::tables::{RuleTables, Traits};
use features::{FeatureSink, Features, placement_terms};
pub(crate) use network::Accumulator;
use network::{NetworkEvaluator, PieceWorth, Role};
use std::sync::Arc;

/// The evaluation of a rule set by some weights.
#[derive(Debug)]
pub(crate) struct Evaluator<const W: usize> {
    pub(crate) rules: Arc<RuleTables<W>>,
    features: Features<W>,
    /// Piece-square tables, by slot: the sum of the placement terms, for White.
    psqt: Vec<Tapered<i32>>,
    /// By code: the weight of a square of mobility.
    mobility: Vec<Tapered<i32>>,
    /// By code: the value of a piece in exchanges, in centipawns.
    piece_values: Vec<i32>,
    /// By code: the loss of its side's score when it is captured, in centipawns.
    victim_values: Vec<i32>,
    /// By piece type: the weight of a piece in hand; zero where it is never there.
    hand: Vec<Tapered<i32>>,
    /// The weights of the terms of a position, in the order of [`PositionTerm::ALL`].
    position: [Tapered<i32>; PositionTerm::COUNT],
    lazy: i32,
    network: Option<NetworkEvaluator>,
}

/// The value of a royal as a victim, in centipawns.
const ROYAL_VALUE: i32 = 20_000;

/// Sums over the pieces of a position, updated from move to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PieceSums {
    /// The placement terms, for White.
    placement: Tapered<i32>,
    /// A Zobrist key of the pawns.
    pub pawn_key: u64,
    /// A key of the material.
    pub material_key: u64,
}

/// Sums the weights of features except those in [`PieceSums`].
struct WeightSum<'e, const W: usize> {
    evaluator: &'e Evaluator<W>,
    sum: Tapered<i32>,
}

impl<const W: usize> FeatureSink for WeightSum<'_, W> {
    #[inline(always)]
    fn mobility(&mut self, code: Code, count: i32) {
        self.sum += self.evaluator.mobility[code.index()] * count;
    }

    #[inline(always)]
    fn hand(&mut self, piece: PieceType, count: i32) {
        self.sum += self.evaluator.hand[piece.index()] * count;
    }

    #[inline(always)]
    fn add(&mut self, term: PositionTerm, count: i32) {
        self.sum += self.evaluator.position[term as usize] * count;
    }
}

impl<const W: usize> Evaluator<W> {
    pub(crate) fn new(rules: &Arc<RuleTables<W>>, weights: &Weights) -> Evaluator<W> {
        let board = &rules.geometry;
        let spec = &rules.spec;
        let tapered = |term| weights.get(term).fixed();
        let codes = 1 + 2 * spec.pieces.len();
        let mut evaluator = Evaluator {
            rules: Arc::clone(rules),
            features: Features::new(rules),
            psqt: vec![Tapered::default(); codes * board.squares()],
            mobility: vec![Tapered::default(); codes],
            piece_values: vec![0; codes],
            victim_values: vec![0; codes],
            hand: spec
                .piece_types()
                .map(|piece| tapered(Term::Hand(piece)))
                .collect(),
            position: PositionTerm::ALL.map(|(term, ..)| tapered(Term::Position(term))),
            lazy: weights.lazy,
            network: (weights.network.as_ref())
                .map(|network| NetworkEvaluator::new(rules, network)),
        };
        for code in Code::all(spec.pieces.len()) {
            let Some((color, piece)) = code.piece() else {
                continue;
            };
            let material = weights.get(Term::Material(piece));
            let value = material.average() as i32;
            evaluator.piece_values[code.index()] = value;
            let kept = rules.hands.kept(code).map(|at| rules.hands.types[at]);
            let gained = kept.map_or(0.0, |piece| weights.get(Term::Hand(piece)).average());
            // Where not each royal has to be kept, one is captured like other pieces.
            let is_kept = spec.end.royal != RoyalRule::Check || spec.end.check == CheckRule::Any;
            evaluator.victim_values[code.index()] = if spec.piece(piece).royal && is_kept {
                ROYAL_VALUE
            } else {
                value + gained as i32
            };
            evaluator.mobility[code.index()] = tapered(Term::Mobility(piece));
            for square in board.all() {
                let mut sum = Tapered::default();
                for (term, count) in placement_terms(rules, color, piece, square) {
                    sum += (weights.get(term) * count).fixed();
                }
                let sign = if color == Color::White { 1 } else { -1 };
                evaluator.psqt[rules.slot(code, square)] = sum * sign;
            }
        }
        evaluator
    }

    /// The value of a piece in exchanges, in centipawns; 0 for royals.
    #[inline(always)]
    pub(crate) fn piece_value(&self, code: Code) -> i32 {
        self.piece_values[code.index()]
    }

    /// The value of a piece as a victim, in centipawns: more than everything else for royals, and
    /// with what the captor has in hand for it.
    #[inline(always)]
    pub(crate) fn victim_value(&self, code: Code) -> i32 {
        self.victim_values[code.index()]
    }

    /// The gain of a quiet move by the middlegame piece-square tables, in sixteenths of a centipawn.
    #[inline(always)]
    pub(crate) fn psqt_gain(&self, code: Code, from: Square, to: Square) -> i32 {
        let at = |square| self.psqt[self.rules.slot(code, square)].middlegame;
        let gain = at(to) - at(from);
        match code.piece() {
            Some((Color::Black, _)) => -gain,
            _ => gain,
        }
    }

    /// The static evaluation in centipawns, for the side to move.
    pub(crate) fn evaluate(&self, position: &Position<W>) -> i32 {
        let learned = |network: &NetworkEvaluator| (network.role(), network.evaluate(position));
        match self.network.as_ref().map(learned) {
            None => self.linear(position),
            Some((Role::Alone, score)) => score,
            Some((Role::Added, score)) => self.linear(position) + score,
        }
    }

    /// The values of the pieces of a position by the network; none unless a network alone is the
    /// evaluation.
    pub(crate) fn piece_worth(&self, position: &Position<W>) -> Vec<PieceWorth> {
        let network = self.network.as_ref();
        let alone = network.filter(|network| network.role() == Role::Alone);
        alone.map_or(Vec::new(), |network| network.pieces_of(position))
    }

    /// The linear evaluation in centipawns, for the side to move.
    fn linear(&self, position: &Position<W>) -> i32 {
        let placement = self.placement(position, self.piece_sums(position));
        self.interpolated(position, placement + self.activity(position))
    }

    /// The static evaluation of a node, and whether it is complete. If the evaluation by placement
    /// alone is outside of the window by the lazy margin, the rest is omitted, unless a network
    /// alone is the evaluation.
    #[inline]
    pub(crate) fn evaluate_within(
        &self,
        position: &Position<W>,
        sums: PieceSums,
        (accumulators, ply): (&mut Vec<Accumulator<W>>, usize),
        (alpha, beta): (i32, i32),
    ) -> (i32, bool) {
        if let Some(network) = &self.network
            && network.role() == Role::Alone
        {
            return (network.evaluate_at(position, accumulators, ply), true);
        }
        let placement = self.placement(position, sums);
        let lazy_eval = self.interpolated(position, placement);
        if lazy_eval + self.lazy <= alpha || lazy_eval - self.lazy >= beta {
            return (lazy_eval, false);
        }
        let sum = placement + self.activity(position);
        let linear = self.interpolated(position, sum);
        let added = (self.network.as_ref()).map_or(0, |network| {
            network.evaluate_at(position, accumulators, ply)
        });
        (linear + added, true)
    }

    #[inline(always)]
    fn interpolated(&self, position: &Position<W>, sum: Tapered<i32>) -> i32 {
        let (pieces, full) = self.features.phase(position);
        sum.interpolate(pieces, full)
    }

    /// The cheap features, for the side to move.
    #[inline(always)]
    fn placement(&self, position: &Position<W>, sums: PieceSums) -> Tapered<i32> {
        let count = |us| {
            let mut sink = self.no_weights();
            (self.features).counts(&self.rules, position, us, &mut sink);
            sink.sum
        };
        let us = position.side;
        let sign = if us == Color::White { 1 } else { -1 };
        sums.placement * sign + count(us) - count(us.other())
    }

    /// The expensive features, for the side to move.
    #[inline(never)]
    fn activity(&self, position: &Position<W>) -> Tapered<i32> {
        let (mut ours, mut theirs) = (self.no_weights(), self.no_weights());
        (self.features).activity(&self.rules, position, [&mut ours, &mut theirs]);
        ours.sum - theirs.sum
    }

    #[inline(always)]
    fn no_weights(&self) -> WeightSum<'_, W> {
        WeightSum {
            evaluator: self,
            sum: Tapered::default(),
        }
    }

    pub(crate) fn piece_sums(&self, position: &Position<W>) -> PieceSums {
        let mut sums = PieceSums::default();
        (position.occupied()).for_each(|square| self.put(position, square, &mut sums));
        sums
    }

    /// The sums of the position after a move, from those of the position before it.
    #[inline]
    pub(crate) fn piece_sums_after(
        &self,
        before: &Position<W>,
        after: &Position<W>,
        mv: Move,
        sums: PieceSums,
    ) -> PieceSums {
        // A regent on any square may become royal, a castling partner moves too, and walls are built.
        let crowns = self.rules.has_regent
            && (Color::BOTH.iter()).any(|&color| before.royals(color) != after.royals(color));
        if crowns || mv.kind == MoveKind::Castle || self.rules.walls.is_some() {
            return self.piece_sums(after);
        }
        let mut sums = sums;
        if mv.kind == MoveKind::Pass {
            return sums;
        }
        let mut change = |square: Square| {
            self.take(before, square, &mut sums);
            self.put(after, square, &mut sums);
        };
        change(mv.from);
        if mv.to != mv.from {
            change(mv.to);
        }
        for &victim in mv.victims() {
            if victim != mv.from {
                change(victim);
            }
        }
        if let Some(converted) = mv.converted() {
            change(converted);
        }
        if self.rules.explosion.is_some() {
            (before.blast(&self.rules, mv) - SquareSet::of(mv.to)).for_each(change);
        }
        sums
    }

    #[inline(always)]
    fn put(&self, position: &Position<W>, square: Square, sums: &mut PieceSums) {
        let (rules, code) = (&*self.rules, position.at(square));
        sums.placement += self.psqt[rules.slot(code, square)];
        let material = rules.keys.piece(code, Square(0));
        sums.material_key = sums.material_key.wrapping_add(material);
        if rules.traits(code).is(Traits::PAWN) {
            sums.pawn_key ^= rules.keys.piece(code, square);
        }
    }

    #[inline(always)]
    fn take(&self, position: &Position<W>, square: Square, sums: &mut PieceSums) {
        let (rules, code) = (&*self.rules, position.at(square));
        sums.placement = sums.placement - self.psqt[rules.slot(code, square)];
        let material = rules.keys.piece(code, Square(0));
        sums.material_key = sums.material_key.wrapping_sub(material);
        if rules.traits(code).is(Traits::PAWN) {
            sums.pawn_key ^= rules.keys.piece(code, square);
        }
    }
}
