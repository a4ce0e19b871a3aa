//! Static evaluation: a tapered sum of terms with weights.
//!
//! The evaluation is linear in its weights: each term has a middlegame weight, for a full board, and an
//! endgame weight, for an empty one. `features` describes the terms; the evaluation sums their weights,
//! and [`Evaluator::trace`] gives their coefficients, so that weights can be tuned.

mod features;
mod incremental;
mod inherited;
pub mod network;
mod origin;
mod pawns;
mod reached;
mod shipped;
mod sink;
mod tapered;
mod term;
mod trace;
mod weights;
mod weights_file;

pub use origin::{Origin, Strength};
pub use term::Term;
pub use trace::Coefficient;
pub use weights::{DEFAULT_LAZY, Weight, Weights};
pub use weights_file::{LINEAR, UNTUNED, WeightsError};

use crate::board::Square;
use crate::piece::{Code, Color};
use crate::position::Position;
use crate::tables::Rules;
use features::{Features, placement_terms};
pub(crate) use incremental::PieceSums;
pub(crate) use network::Accumulator;
use network::{NetworkEvaluator, PieceWorth, Role};
use sink::FeatureSink;
use tapered::Tapered;

/// The evaluation of a rule set with some weights.
#[derive(Debug)]
pub(crate) struct Evaluator<const W: usize> {
    features: Features<W>,
    /// Piece-square tables, by slot: the sum of the placement terms, for White.
    psqt: Vec<Tapered>,
    /// By code: the weight of a square of mobility.
    mobility: Vec<Tapered>,
    /// By code: the value of a piece in exchanges, in centipawns.
    piece_values: Vec<i32>,
    shield: Tapered,
    attackers: Tapered,
    exposed: Tapered,
    loose: Tapered,
    threatened: Tapered,
    passed: Tapered,
    passed_advance: Tapered,
    isolated: Tapered,
    doubled: Tapered,
    relay: Tapered,
    immobilized: Tapered,
    bare: Tapered,
    tempo: Tapered,
    /// As in [`Weights`].
    lazy: i32,
    network: Option<NetworkEvaluator>,
}

/// Sums the weights of features other than those of [`PieceSums`].
struct WeightSum<'e, const W: usize> {
    evaluator: &'e Evaluator<W>,
    sum: Tapered,
}

impl<'e, const W: usize> WeightSum<'e, W> {
    #[inline(always)]
    fn new(evaluator: &'e Evaluator<W>) -> Self {
        WeightSum {
            evaluator,
            sum: Tapered::default(),
        }
    }
}

impl<const W: usize> FeatureSink for WeightSum<'_, W> {
    #[inline(always)]
    fn mobility(&mut self, code: Code, count: i32) {
        self.sum += self.evaluator.mobility[code.index()] * count;
    }

    #[inline(always)]
    fn add(&mut self, term: Term, count: i32) {
        let weight = match term {
            Term::Shield => self.evaluator.shield,
            Term::Attackers => self.evaluator.attackers,
            Term::Exposed => self.evaluator.exposed,
            Term::Loose => self.evaluator.loose,
            Term::Threatened => self.evaluator.threatened,
            Term::Passed => self.evaluator.passed,
            Term::PassedAdvance => self.evaluator.passed_advance,
            Term::Isolated => self.evaluator.isolated,
            Term::Doubled => self.evaluator.doubled,
            Term::Relay => self.evaluator.relay,
            Term::Immobilized => self.evaluator.immobilized,
            Term::Bare => self.evaluator.bare,
            Term::Tempo => self.evaluator.tempo,
            Term::Material(_)
            | Term::Promotion(_)
            | Term::Center(_)
            | Term::Advance(_)
            | Term::Mobility(_) => unreachable!("a term of a piece type"),
        };
        self.sum += weight * count;
    }
}

impl<const W: usize> Evaluator<W> {
    /// The tables of some weights.
    pub fn new(rules: &Rules<W>, weights: &Weights) -> Evaluator<W> {
        let board = &rules.geometry;
        let spec = &rules.spec;
        let tapered = |term| Tapered::from(weights.get(term));
        let codes = 1 + 2 * spec.pieces.len();
        let mut evaluator = Evaluator {
            features: Features::new(rules),
            psqt: vec![Tapered::default(); codes * board.squares()],
            mobility: vec![Tapered::default(); codes],
            piece_values: vec![0; codes],
            shield: tapered(Term::Shield),
            attackers: tapered(Term::Attackers),
            exposed: tapered(Term::Exposed),
            loose: tapered(Term::Loose),
            threatened: tapered(Term::Threatened),
            passed: tapered(Term::Passed),
            passed_advance: tapered(Term::PassedAdvance),
            isolated: tapered(Term::Isolated),
            doubled: tapered(Term::Doubled),
            relay: tapered(Term::Relay),
            immobilized: tapered(Term::Immobilized),
            bare: tapered(Term::Bare),
            tempo: tapered(Term::Tempo),
            lazy: weights.lazy,
            network: (weights.network.as_ref())
                .map(|network| NetworkEvaluator::new(rules, network)),
        };
        for code in Code::all(spec.pieces.len()) {
            let Some((color, piece)) = code.piece() else {
                continue;
            };
            let material = weights.get(Term::Material(piece));
            evaluator.piece_values[code.index()] = material.average() as i32;
            evaluator.mobility[code.index()] = tapered(Term::Mobility(piece));
            for square in board.all() {
                let mut sum = Tapered::default();
                for (term, count) in placement_terms(rules, color, piece, square) {
                    sum += Tapered::from(weights.get(term) * count);
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

    /// The gain of a quiet move by the middlegame piece-square tables, in sixteenths of a centipawn.
    #[inline(always)]
    pub(crate) fn psqt_gain(&self, rules: &Rules<W>, code: Code, from: Square, to: Square) -> i32 {
        let at = |square| self.psqt[rules.slot(code, square)].middlegame;
        let gain = at(to) - at(from);
        match code.piece() {
            Some((Color::Black, _)) => -gain,
            _ => gain,
        }
    }

    /// The static evaluation in centipawns, for the side to move.
    pub fn evaluate(&self, rules: &Rules<W>, position: &Position<W>) -> i32 {
        let learnt = |network: &NetworkEvaluator| (network.role(), network.evaluate(position));
        match self.network.as_ref().map(learnt) {
            None => self.linear(rules, position),
            Some((Role::Alone, score)) => score,
            Some((Role::Added, score)) => self.linear(rules, position) + score,
        }
    }

    /// What the pieces of a position are worth to the network; nothing where none is the evaluation.
    pub fn piece_worth(&self, position: &Position<W>) -> Vec<PieceWorth> {
        let network = self.network.as_ref();
        let alone = network.filter(|network| network.role() == Role::Alone);
        alone.map_or(Vec::new(), |network| network.pieces_of(position))
    }

    /// The linear evaluation in centipawns, for the side to move.
    fn linear(&self, rules: &Rules<W>, position: &Position<W>) -> i32 {
        let placement = self.placement(position, self.piece_sums(rules, position));
        self.interpolated(position, placement + self.activity(rules, position))
    }

    /// The static evaluation of a node, which is the linear one by placement alone if that is outside of the window by
    /// the lazy margin; a network that is the evaluation is never lazy. Returns whether it is the whole one.
    #[inline]
    pub(crate) fn evaluate_within(
        &self,
        rules: &Rules<W>,
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
        let sum = placement + self.activity(rules, position);
        let linear = self.interpolated(position, sum);
        match &self.network {
            None => (linear, true),
            Some(network) => (
                linear + network.evaluate_at(position, accumulators, ply),
                true,
            ),
        }
    }

    #[inline(always)]
    fn interpolated(&self, position: &Position<W>, sum: Tapered) -> i32 {
        let (pieces, full) = self.features.phase(position);
        sum.interpolate(pieces, full)
    }

    /// The cheap features, for the side to move.
    #[inline(always)]
    fn placement(&self, position: &Position<W>, sums: PieceSums) -> Tapered {
        let count = |us| {
            let mut sink = WeightSum::new(self);
            self.features.counts(position, us, &mut sink);
            sink.sum
        };
        let us = position.side();
        let sign = if us == Color::White { 1 } else { -1 };
        sums.placement * sign + count(us) - count(us.other())
    }

    /// The expensive features, for the side to move.
    #[inline(never)]
    fn activity(&self, rules: &Rules<W>, position: &Position<W>) -> Tapered {
        let (mut ours, mut theirs) = (WeightSum::new(self), WeightSum::new(self));
        self.features
            .activity(rules, position, [&mut ours, &mut theirs]);
        ours.sum - theirs.sum
    }
}
